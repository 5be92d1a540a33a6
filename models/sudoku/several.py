"""Sudokus on several grids, which may share cells.

    grids: samurai                              one of LAYOUTS, of 9x9 grids
    grids: [R1C1, R1C13, R7C7, R13C1, R13C13]   or the first cell of each grid

Each grid is as large as there are digits, 9x9 if `box`, `regions` and `digits` say nothing else. The drawing
`grid` is of the whole; a cell of no grid is `#`. Boxes that share a cell are one box.
Sources of the layouts: puzzle magazines; Samurai is Gattai-5, "combined five".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid, boxes, cell_name
from zenkai_solver.models.sudoku.words import CELL

MAX_GRIDS = 16
MAX_SIDE = 50  # rows, and columns, of the whole
SAMURAI = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
LAYOUTS: dict[str, tuple[Cell, ...]] = {
    "samurai": SAMURAI,
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "gattai-8": (*SAMURAI, (0, 24), (6, 18), (12, 24)),
    "shogun": (*SAMURAI, *((r, c + 24) for r, c in SAMURAI), (6, 18)),
    "sumo": (
        *((r, c) for r in (0, 12, 24) for c in (0, 12, 24)),
        *((r, c) for r in (6, 18) for c in (6, 18)),
    ),
}


def read_corners(fields: Fields, box: tuple[int, int] | None, n: int) -> tuple[Cell, ...]:
    """The first cells of the grids of n x n, sorted. Raises InstanceError."""
    wanted = f"one of {', '.join(LAYOUTS)}, or a list of first cells such as [R1C1, R7C7]"
    value = fields.get("grids", (str, list), wanted)
    if isinstance(value, str):
        if value not in LAYOUTS:
            raise InstanceError("grids", f'"{value:.30}" is not a layout{nearest(value, LAYOUTS)}: {wanted}')
        if box not in (None, (3, 3)) or n != 9:
            raise InstanceError(
                "grids",
                f"{value} is a layout of 9x9 grids, with boxes of 3x3 or regions; list the first cells",
            )
        return tuple(sorted(LAYOUTS[value]))
    if not 2 <= len(value) <= MAX_GRIDS:
        raise InstanceError("grids", f"{len(value)} grids; 2 to {MAX_GRIDS} are allowed")
    corners = tuple(sorted(_corner(word, i) for i, word in enumerate(value)))
    if len(set(corners)) < len(corners):
        raise InstanceError("grids", "two grids begin in the same cell")
    top, left = (min(axis) for axis in zip(*corners, strict=True))
    if top or left:
        raise InstanceError("grids", f"no grid begins in {'row' if top else 'column'} 1")
    height, width = (max(axis) + n for axis in zip(*corners, strict=True))
    if max(height, width) > MAX_SIDE:
        raise InstanceError("grids", f"{height}x{width} in all; at most {MAX_SIDE}x{MAX_SIDE} is allowed")
    return corners


def _corner(word: object, number: int) -> Cell:
    match = CELL.fullmatch(word) if isinstance(word, str) else None
    if match is None or not int(match[1]) or not int(match[2]):
        raise InstanceError(("grids", number), f"{word!r:.30} is not a cell: write R1C1")
    return int(match[1]) - 1, int(match[2]) - 1


def bare(corners: Sequence[Cell], values: tuple[int, ...], box: tuple[int, int] | None) -> Grid:
    """The grids with boxes, or without. Raises InstanceError where boxes share a part of their cells."""
    n = len(values)
    height, width = (max(axis) + n for axis in zip(*corners, strict=True))
    if box is not None:
        for (r, c), (y, x) in combinations(corners, 2):
            apart = abs(r - y) < n and abs(c - x) < n and ((r - y) % box[0] or (c - x) % box[1])
            if apart:
                names = f"{cell_name((r, c))} and {cell_name((y, x))}"
                raise InstanceError(
                    "grids", f"the boxes of the grids from {names} share a part of their cells"
                )
    every = (
        tuple((r + i, c + j) for i, j in cells)
        for r, c in corners
        for cells in (boxes(n, n, *box) if box else ())
    )
    return Grid(height, width, values, tuple(dict.fromkeys(every)), box, corners=tuple(corners))
