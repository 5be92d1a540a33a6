"""File formats of other programs: from text to an instance or a nonogram sheet, and back."""
