"""A colouring that shows that pieces fill no board with a symmetry: then no board need be tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.generators.orbits import images

SIDE = 2  # of a square, on which one sees what a symmetry is made of


def why_none_fits(pieces: Iterable[Collection[Cell]], symmetry: str) -> str | None:
    """Why the pieces, all of them once, fill no board of squares with the symmetry; None if that is not seen.

    The board is coloured as a chessboard. A half turn either exchanges the colours, or maps each to itself,
    with no fixed cell if the number of cells is even: then each colour has an even number of cells.
    """
    sizes = [(len(piece), _difference(piece)) for piece in pieces]
    area = sum(size for size, _ in sizes)
    if area % 2 or tuple(reversed(range(SIDE * SIDE))) not in images(symmetry, SIDE, SIDE):
        return None
    able = {0}
    for _, difference in sizes:
        able = {total + sign for total in able for sign in (difference, -difference)}
    if any(total == 0 or (total - area) % 4 == 0 for total in able):
        return None
    least, rest = min(map(abs, able)), "4, 8, ..." if area % 4 == 0 else "2, 6, ..."
    return (
        f"in the colours of a chessboard these pieces cover at least {least} more cells of one colour, "
        f"but a board of {area} cells with a half turn has as many of each, or {rest} more of one"
    )


def _difference(piece: Collection[Cell]) -> int:
    """How many more cells it covers of one colour than of the other."""
    return abs(sum(1 if (r + c) % 2 else -1 for r, c in piece))
