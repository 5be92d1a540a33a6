"""A drawing of the page that a board has: a character per cell, `.` or a space outside."""

from __future__ import annotations

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.grid import Cell, Region


def on_page(text: str, region: Region, where: Where) -> dict[Cell, str]:
    """The character of each cell, a space where there is none. Raises InstanceError for one outside."""
    lines = text.rstrip("\n ").split("\n")
    if len(lines) != region.rows:
        raise InstanceError(where, f"{len(lines)} rows, but the board has {region.rows}")
    found = dict.fromkeys(region.cells, " ")
    for r, line in enumerate(lines):
        for c, char in enumerate(line.rstrip()):
            if (r, c) in region.index:
                found[r, c] = char
            elif char not in ". ":
                raise InstanceError(where, f"row {r + 1}, column {c + 1} is outside the board", r)
    return found
