"""The .cwd format: height, width, the clues of the rows, an empty line, the clues of the columns."""

from __future__ import annotations

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.clues import integers, lengths, lines_of, numbered, only_black
from zenkai_solver.models.nonogram.sheet import Sheet


def read(text: str) -> Sheet:
    """Raises InstanceError with its line."""
    lines = numbered(text)
    while lines and not lines[-1].text:
        lines.pop()
    head = [number for line in lines[:2] for number in integers(line)]
    if len(head) != 2 or len(lines) < 3:
        raise fault(1, "the first two lines must be the height and the width")
    height, width = head
    after = lines[2 + height :]
    if after and not after[0].text:
        after = after[1:]
    return Sheet(lines_of(lines[2 : 2 + height], height, "rows"), lines_of(after, width, "columns"))


def write(sheet: Sheet) -> str:
    only_black(sheet, "cwd")
    rows, columns = ([lengths(clue) for clue in side] for side in (sheet.rows, sheet.columns))
    return "\n".join([str(len(rows)), str(len(columns)), *rows, "", *columns]) + "\n"
