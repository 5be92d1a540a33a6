"""Drawings in instances: cells as #, the outside as . or space; or a size, such as 6x10."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.grid import SIZE, Cell, Region, art_rows

BOX = re.compile(r"\s*\d+\s*[xX×]\s*\d+\s*[xX×]\s*\d+\s*")


@dataclass(frozen=True)
class CellDrawing:
    """The rows of a drawing, right ends trimmed of spaces; the first is line `first` of the text."""

    rows: tuple[str, ...]
    first: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Those that are drawn, in scan order."""
        return tuple((r, c) for r, row in enumerate(self.rows) for c, char in enumerate(row) if char == "#")

    @property
    def region(self) -> Region:
        return Region(len(self.rows), max(map(len, self.rows), default=0), self.cells)


def size_in(text: str) -> tuple[int, int] | None:
    """Rows and columns, if the text is a size."""
    match = SIZE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def drawing(text: str, where: Where, example: str) -> CellDrawing:
    """The text as a drawing; `example`: a valid size, for messages. Raises InstanceError, with the line."""
    rows = art_rows(text)
    if len(rows) < 2 and not set(text.strip()) <= set("#. "):
        boxes = (
            ": `lattice: cubes` has such boards"
            if where in ("board", ("board",)) and BOX.fullmatch(text)
            else ""
        )
        message = f'"{text.strip():.40}" is neither a size such as {example} nor a drawing of # and .{boxes}'
        raise InstanceError(where, message)
    first = next((r for r, line in enumerate(text.split("\n")) if line.strip()), 0)
    for r, row in enumerate(rows):
        if wrong := re.search(r"[^#. ]", row):
            message = f"{wrong[0]!r} in row {r + 1}: `#` is a cell, `.` or space is outside"
            raise InstanceError(where, message, r + first)
    return CellDrawing(tuple(rows), first)
