"""The .mk format: "height width", the clues of the rows, a line `#`, the clues of the columns."""

from __future__ import annotations

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import integers, lengths, lines_of, numbered, only_black
from zenkai_solver.models.nonogram.sheet import Sheet


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = numbered(text)
    while lines and not lines[-1].text:
        lines.pop()
    head = integers(lines[0]) if lines else []
    if len(head) != 2:
        raise fault(1, "the first line must be the height and the width")
    divider = [i for i, line in enumerate(lines) if line.text == "#"]
    if len(divider) != 1:
        raise fault(len(lines), f"{len(divider)} lines `#`; one is expected, between rows and columns")
    rows = lines_of(lines[1 : divider[0]], head[0], "rows")
    return Sheet(rows, lines_of(lines[divider[0] + 1 :], head[1], "columns"))


def write(sheet: Sheet) -> str:
    only_black(sheet, "mk")
    rows, columns = ([lengths(clue) for clue in side] for side in (sheet.rows, sheet.columns))
    return "\n".join([f"{len(rows)} {len(columns)}", *rows, "#", *columns]) + "\n"
