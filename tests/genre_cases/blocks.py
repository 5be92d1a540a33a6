"""Genres of blocks of shaded cells, and of areas that they leave over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, digits, numbers, shaded
from tests.genre_cases.loops import arrows, divided
from tests.genre_cases.shading import _in_rooms as _in_counted
from tests.genre_cases.shading import _rooms as _counted
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _dark(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a cell that is entered."""
    return numbers([[word.strip("#") or "." for word in row] for row in lines], rows, columns)


def _with_numbers(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Shaded cells, among them those with numbers."""
    drawn = [["#" if word not in ".+" else "." for word in row] for row in lines[:rows]]
    return shaded("shade")(puzzle, drawn, rows, columns)


def _tiles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    rooms, rest = divided(lines, rows, columns)
    return {"rooms": art(rooms), **numbers(rest, rows, columns)}


SIZE = "a number is the size of its"

CASES = {
    "chainedb": Case(
        _dark,
        _with_numbers,
        {
            "bkNumGe2": "each block has one number",
            "bkSizeNe": SIZE,
            "bsSameShape": "no two blocks of a chain have the same shape",
        },
        blank="clues: |\n  ?..\n  .?.\n  ...\n",
        none=("clues: |\n  3.\n  3.\n", "each block has one number"),
        long=True,
    ),
    "cornerch": Case(
        numbers,
        shaded("shade", 0),
        {"cuNotRect": "an area of even size is a rectangle", "bkSizeNe": SIZE},
        blank="clues: |\n  2..\n  ...\n  ...\n",
        none=("clues: |\n  23.\n", SIZE),
    ),
    "hasunomura": Case(
        numbers,
        shaded("shade", 0),
        {"brNoShade": "at least one cell is shaded", "bkSizeNe": "a number sums the sizes"},
        none=("clues: |\n  9.\n  ..\n", "a number sums the sizes"),
    ),
    "bramble": Case(
        _counted("counts"),
        _in_counted(),
        {
            "brNoShade": "at least one cell is shaded",
            "shDiag": "of two blocks that touch at a corner one has two cells",
            "csLoop": "blocks enclose no unshaded cell",
            "csDivide": "shaded cells are connected, diagonally too",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AAA\ncounts: {A: 3}\n", "a block has one cell or two"),
    ),
    "tilecity": Case(
        _tiles,
        _in_counted(),
        {
            "bkMixed": "a tile is shaded or not",
            "cs2x2": "no 2x2 is all shaded",
            "bsNoSequence": "a part with a tile has one that is smaller by one",
        },
        blank="rooms: |\n  AAB\n  CCB\n  DEE\n",
        none=("rooms: |\n  AA\n  AA\n", "a part with a tile has one that is smaller"),
    ),
    "hebi": Case(
        arrows,
        digits("number"),
        {
            "brNoValidNum": "there is a snake",
            "bkDupNum": "beside each number is the next one",
            "anNumberNe": "an arrow says which number is seen first",
        },
        blank="size: 3x3\n",
        none=("arrows: |\n  >5 .\n", "there is a snake"),
    ),
}
