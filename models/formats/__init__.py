"""The field's own file formats, one module each: text in, a sheet out, and back."""
