"""The board of a packing on a lattice of the plane as the page paints it: its cells, and those around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, product
from typing import Any

from zenkai_solver.models.lattices.drawing import DrawingError, drawn_board
from zenkai_solver.models.lattices.known import HEXAGONS, TRIANGLES
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.render.plane import EDGE, SIDE, placed

PAINTED = {lattice.name: lattice for lattice in (HEXAGONS, TRIANGLES)}
MOST = 3_000  # cells on both
AROUND = 1, 2  # rows and columns of text around the board
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
    top, left = top - AROUND[0], left - AROUND[1]
    left -= (top + left) % 2  # so that the drawing is read without a shift
    every = product(range(top, bottom + AROUND[0] + 1), range(left, right + AROUND[1] + 1))
    known = {place: cell for place in every if (cell := lattice.cell_at((0, *place))) is not None}
    if len(known) > MOST:
        return None
    step = lattice.scale * lattice.translations[0][0] / SIDE
    corners = {
        place: [placed(corner, lattice.plane, step) for corner in lattice.ends(cell)]
        for place, cell in known.items()
    }
    low, high = ([end(axis) for axis in zip(*chain.from_iterable(corners.values()))] for end in (min, max))
    width = 1 + right + AROUND[1] - left
    return {
        "rows": [
            "".join("#" if (r, c) in places else "." for c in range(left, left + width))
            for r in range(top, bottom + AROUND[0] + 1)
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
