"""Genres of stars that lines join, and of groups of shaded cells that touch at corners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.blocks import SIZE, _dark, _with_numbers
from tests.genre_cases.case import Case, Entered, Lines, art, numbers, shaded
from tests.genre_cases.loops import lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.grid import components


def _in_gapped_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, * for a cell that is in no room, and walls behind them."""
    cells, upright, level = lines[:rows], lines[rows : 2 * rows], lines[2 * rows : 3 * rows - 1]
    walls = {(2 * r, 2 * c + 1) for r, row in enumerate(upright) for c, word in enumerate(row) if word == "1"}
    walls |= {(2 * r + 1, 2 * c) for r, row in enumerate(level) for c, word in enumerate(row) if word == "1"}
    inside = {(2 * r, 2 * c) for r in range(rows) for c in range(columns) if cells[r][c] != "*"}
    ways = {(y, x + 1) for y, x in inside if (y, x + 2) in inside} | {
        (y + 1, x) for y, x in inside if (y + 2, x) in inside
    }
    room = {at: str(i) for i, part in enumerate(components(sorted(inside | (ways - walls)))) for at in part}
    between = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for y, x in walls:
        ends = ((y, x - 1), (y, x + 1)) if y % 2 == 0 else ((y - 1, x), (y + 1, x))
        one, other = map(room.get, ends)
        if one is None or other is None or one == other:
            between[y + 1][x + 1] = "#"
    counts = {
        room[2 * r, 2 * c]: word.replace("-", "?")
        for r, row in enumerate(cells)
        for c, word in enumerate(row)
        if word not in ".*"
    }
    return {
        "rooms": art([[room.get((2 * r, 2 * c), ".") for c in range(columns)] for r in range(rows)]),
        "walls": art(between),
        "numbers": {at: word if word == "?" else int(word) for at, word in counts.items()},
    }


def _stars_and_lines(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    yield from lines_of(puzzle, lines[3 * rows - 1 :])
    yield from shaded("star")(puzzle, lines[5 * rows - 2 :], rows, columns)


def _diamonds(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Marks at the corners between four cells, behind the clues; what is overlapped has the last of them."""
    for r, row in enumerate(lines[rows:][: rows - 1]):
        for c, word in enumerate(row):
            if word == "1":
                around = ((0, 0, 3), (0, 1, 4), (1, 1, 1), (1, 0, 2))
                yield from (
                    (("diamond", (2 * (r + y) + 1, 2 * (c + x) + 1)), value) for y, x, value in around
                )


def _diagonals(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """1 and 2 behind the clues."""
    for r, row in enumerate(lines[rows : 2 * rows]):
        yield from (
            (("line", (2 * r + 1, 2 * c + 1)), int(word)) for c, word in enumerate(row) if word in "12"
        )


CASES = {
    "diamond": Case(
        numbers,
        _diamonds,
        {
            "cxOverlap": "halves form diamonds around corners",
            "lnPlLoop": "diamonds and clues are connected",
            "nmDiamondLt": "a number counts the diamonds",
        },
        blank="clues: |\n  ?...\n  ....\n  ....\n  ....\n",
        none=("clues: |\n  ...\n  .1.\n  ...\n", "a number counts the diamonds"),
    ),
    "slashpack": Case(
        numbers,
        _diagonals,
        {
            "lnOverlap": "no line is in a cell with a number",
            "bkDupNum": "no area has a number twice",
            "bkOverNum": "each area has as many numbers as the largest",
        },
        blank="clues: |\n  1..\n  ...\n  ..1\n",
        none=("clues: |\n  1.\n  .2\n  3.\n  1.\n", "each area has as many numbers as the largest"),
        unmade=True,
    ),
    "mrtile": Case(
        _dark,
        _with_numbers,
        {"bkSizeNe": SIZE},
        blank="clues: |\n  ?..\n  ...\n  ...\n",
        none=("clues: |\n  1.\n  .2\n", SIZE),
    ),
    "seiza": Case(
        _in_gapped_rooms,
        _stars_and_lines,
        {
            "starAround": "no two stars touch",
            "laCurve": "lines turn only at stars",
            "nmLineNe": "a number counts the lines",
            "nmNoLine": "each star has a line",
            "lcDivided": "all stars are connected",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AAB\n  AAB\n  AAB\nnumbers: {A: 3}\n", "a number counts the lines"),
    ),
}
