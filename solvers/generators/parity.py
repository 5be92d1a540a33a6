"""A colouring that shows that pieces fill no board, or none with a symmetry: such boards are not tried.

The cells of a board are coloured as a chessboard. Pieces cover more cells of one colour than of the other by
a number that is the same wherever they lie, but for its sign.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.generators.orbits import SIDE, images


def differences(pieces: Iterable[Collection[Cell]]) -> frozenset[int]:
    """By how many cells of one colour more than of the other the pieces, all of them once, can cover."""
    able = {0}
    for difference in map(difference_of, pieces):
        able = {total + sign for total in able for sign in (difference, -difference)}
    return frozenset(able)


def difference_of(cells: Collection[Cell]) -> int:
    """How many more of the cells have one colour than the other."""
    return sum(1 if (r + c) % 2 else -1 for r, c in cells)


def why_none_fits(pieces: Sequence[Collection[Cell]], symmetry: str) -> str | None:
    """Why the pieces, all of them once, fill no board of squares with the symmetry; None if that is not seen.

    A half turn either exchanges the colours, or maps each to itself, with no fixed cell if the number of
    cells is even: then each colour has an even number of cells.
    """
    area, able = sum(map(len, pieces)), differences(pieces)
    if area % 2 or tuple(reversed(range(SIDE * SIDE))) not in images(symmetry, SIDE, SIDE):
        return None
    if any(total == 0 or (total - area) % 4 == 0 for total in able):
        return None
    least, rest = min(map(abs, able)), "4, 8, ..." if area % 4 == 0 else "2, 6, ..."
    return (
        f"in the colours of a chessboard these pieces cover at least {least} more cells of one colour, "
        f"but a board of {area} cells with a half turn has as many of each, or {rest} more of one"
    )
