"""The .nin format: "width height", then the clues of rows and columns, one per line, 0 for none."""

from __future__ import annotations

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import integers, lengths, lines_of, numbered, only_black
from zenkai_solver.models.nonogram.sheet import Sheet


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = [line for line in numbered(text) if not line.text.startswith("#")]
    while lines and not lines[-1].text:
        lines.pop()
    head = integers(lines[0]) if lines else []
    if len(head) != 2:
        raise fault(1, "the first line must be the width and the height")
    width, height = head
    clues = lines_of(lines[1:], width + height, f"lines ({height} rows and {width} columns)")
    return Sheet(clues[:height], clues[height:])


def write(sheet: Sheet) -> str:
    only_black(sheet, "nin")
    clues = [lengths(clue) for clue in sheet.rows + sheet.columns]
    return "\n".join([f"{len(sheet.columns)} {len(sheet.rows)}", *clues]) + "\n"
