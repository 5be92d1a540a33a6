"""The board of a packing on a lattice of the plane as the page paints it: its cells, and those around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, product
from typing import Any

from zenkai_solver.models.lattices.drawing import SHIFTS, DrawingError, drawn_board
from zenkai_solver.models.lattices.known import HEXAGONS, STICKS, TANS, TRIANGLES, TRIGS, TWIGS
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.render.plane import EDGE, SIDE, placed

Point = tuple[float, float]
AROUND = {  # rows and columns of text around the board
    HEXAGONS: (1, 2),
    TRIANGLES: (1, 2),
    STICKS: (2, 2),
    TRIGS: (2, 4),
    TWIGS: (2, 4),
    TANS: (3, 3),
}
PAINTED = {lattice.name: lattice for lattice in AROUND}
MOST = 3_000  # cells on both
THICK = 0.2  # half of a stick's width in the middle, by its length
SIZE = re.compile(r"\s*(\d{1,3})\s*x\s*(\d{1,3})\s*")


def canvas(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """`rows` of `#` and `.` as a drawing has them; its `cells`, each with row, column and the corners of the
    polygon; the `size` of the picture, and how wide a cell is. None for what is not painted so.
    """
    lattice, board = PAINTED.get(str(data.get("lattice"))), data.get("board")
    if lattice is None or not isinstance(board, str) or "wrap" in data:
        return None
    try:
        cells = _cells(board, lattice)
    except DrawingError:
        return None
    return _canvas(cells, lattice) if 0 < len(cells) <= MOST else None


def _cells(board: str, lattice: Lattice) -> list[Vector]:
    """Of a size or a drawing. Raises DrawingError."""
    if size := SIZE.fullmatch(board):
        rows, columns = int(size[1]), int(size[2])
        return [*lattice.box((rows, columns), (False, False))] if rows * columns <= MOST else []
    return drawn_board(board, lattice)


def _canvas(cells: list[Vector], lattice: Lattice) -> dict[str, Any] | None:
    places = {lattice.page(cell)[1:] for cell in cells}
    (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*places))
    down, across = AROUND[lattice]
    top, left = _read_alike(lattice, top - down, left - across)
    every = product(range(top, bottom + down + 1), range(left, right + across + 1))
    known = {place: cell for place in every if (cell := lattice.cell_at((0, *place))) is not None}
    if len(known) > MOST:
        return None
    step = lattice.scale * lattice.translations[0][0] / SIDE
    corners = {
        place: _outline([placed(corner, lattice.plane, step) for corner in lattice.ends(cell)])
        for place, cell in known.items()
    }
    low, high = ([end(axis) for axis in zip(*chain.from_iterable(corners.values()))] for end in (min, max))
    width = 1 + right + across - left
    return {
        "rows": [
            "".join("#" if (r, c) in places else "." for c in range(left, left + width))
            for r in range(top, bottom + down + 1)
        ],
        "cells": [
            [
                r - top,
                c - left,
                [[round(x - low[0] + EDGE, 1), round(y - low[1] + EDGE, 1)] for x, y in points],
            ]
            for (r, c), points in corners.items()
        ],
        "size": [round(end - start + 2 * EDGE) for start, end in zip(low, high)],
        "side": SIDE,
    }


def _read_alike(lattice: Lattice, top: int, left: int) -> tuple[int, int]:
    """The next place up and to the left from which a drawing is read without a shift: cells are there as they
    are at the origin.
    """
    cells = [*lattice.box((2, 2), (False, False))]
    for down, across in SHIFTS:
        moved = [
            lattice.cell_at((0, r + top - down, c + left - across)) for _, r, c in map(lattice.page, cells)
        ]
        if all(_shape(lattice, cell) == _shape(lattice, other) for cell, other in zip(cells, moved)):
            return top - down, left - across
    raise AssertionError(f"no shift of {lattice.name} is a translation")


def _shape(lattice: Lattice, cell: Vector | None) -> list[tuple[int, ...]]:
    if cell is None:
        return []
    return [tuple(x - lattice.scale * y for x, y in zip(end, cell)) for end in lattice.ends(cell)]


def _outline(ends: list[Point]) -> list[Point]:
    """The polygon of a cell: of a stick, which has two ends, a narrow rhombus."""
    if len(ends) > 2:
        return ends
    (x, y), (u, v) = ends
    over, up = THICK * (v - y), THICK * (x - u)
    return [(x, y), ((x + u) / 2 + over, (y + v) / 2 + up), (u, v), ((x + u) / 2 - over, (y + v) / 2 - up)]
