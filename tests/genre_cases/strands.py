"""Genres of lines from circle to circle, of networks, and of lines with circles on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, circles, numbers, shaded
from tests.genre_cases.loops import LINES, behind, lines_of
from tests.genre_cases.moves import _circles, _signs
from tests.genre_cases.rooms import _walls_behind
from tests.genre_cases.walks import on_border, on_ground
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _milk(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return circles([["3" if word == "-" else word for word in row] for row in lines], rows, columns) | {
        "circles": art(lines[:rows], lambda word: {"1": "o", "2": "*", "-": "@"}.get(word, "."))
    }


def _sized_circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**circles(lines, rows, columns), "size": f"{rows}x{columns}"}


def _dots(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Circles in cells, and behind them dots at corners."""
    dots = lines[rows : 2 * rows + 1]
    return {**circles(lines, rows, columns), "dots": art(dots, lambda word: "*" if word == "1" else ".")}


def _behind_dots(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return _walls_behind(puzzle, lines[rows + 1 :], rows, columns)


def _symbols(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Those that are given are not entered."""
    for r, row in enumerate(lines[:rows]):
        for c, word in enumerate(row):
            entered = word if word != "." else lines[rows + r][c]
            if entered != ".":
                yield ("symbol", (2 * r + 1, 2 * c + 1)), int(entered)


def _with_circles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Odd numbers are circles; then lines, perhaps those at the border of the board too."""
    entered = [["#" if int(word) % 2 else "." for word in row] for row in lines[rows : 2 * rows]]
    yield from shaded("circle")(puzzle, entered, rows, columns)
    rest = lines[2 * rows :]
    at_border = len(rest) > 2 * rows - 1 and len(rest[0]) == columns + 1
    yield from (on_border(lines_of) if at_border else lines_of)(puzzle, rest)


ONE_TURN = "a line turns at most once"
NO_LINE = {"brNoLine": "at least one line is drawn"}
NETWORK = NO_LINE | {
    "lnBranch": "lines branch only at dark cells",
    "lnDeadEnd": "lines do not end",
    "bkSizeLt": "a number counts the cells",
    "bkSizeGt": "a number counts the cells",
    "lnIsolate": "the loop goes through each number",
}
ON_LINE = {
    "csGt1": "each line has one circle between its ends",
    "csLt1": "each line has one circle between its ends",
    "cuEndpoint": "a circle is at each end of a line",
    "nmShadeGt": "a number counts the circles beside it",
    "nmShadeLt": "a number counts the circles beside it",
    "lnOnShade": "neither a line nor a circle",
    "csAdjacent": "no two circles are neighbours",
}
GROUND = "size: 3x4\ndark: |\n  ....\n  .##.\n  ....\n"

CASES = {
    "bwloop": Case(
        _sized_circles,
        behind(lines_of),
        LINES
        | {
            "brNoLine": "there is no line",
            "lnCross": "lines meet at",
            "lcCurveNe0": "circles that are joined by a turn differ in colour",
            "lcCurveGt1": ONE_TURN,
        },
        small=(4, 4),
        blank="circles: |\n  **..\n  *...\n  ..oo\n",
        none=("circles: |\n  oo\n  o*\n", "circles that are joined without a turn have one colour"),
    ),
    "ichimagam": Case(
        _circles,
        behind(lines_of),
        NO_LINE
        | {
            "lnCross": "lines do not branch or cross",
            "lcCurveGt1": ONE_TURN,
            "lcDivided": "all circles are connected",
            "nmNoLine": "all circles are connected",
        },
        blank="circles: |\n  ?.?\n  ...\n  ?..\n",
        none=("circles: |\n  1.1\n  ...\n", "no line joins equal numbers"),
    ),
    "circuitwalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        NETWORK
        | {
            "lnBranch": "loops do not branch",
            "lnCrossSelf": "no loop crosses itself",
            "lnPlLoop": "the loops are connected",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("size: 2x2\nnumbers: |\n  5.\n  ..\n", "a number counts the cells"),
    ),
    "energywalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        NETWORK
        | {
            "lnNoBranch": "lines go from a dark cell to all sides",
            "lnPlLoop": "lines are connected",
        },
        small=(4, 4),
        blank=GROUND,
        none=("size: 2x2\nnumbers: |\n  5.\n  ..\n", "a number counts the cells"),
    ),
    "coffeemilk": Case(
        _milk,
        behind(lines_of),
        NO_LINE | {"lnCross": "lines do not cross", "lcGrayGt": "each group has one grey circle"},
        blank="circles: |\n  o@*\n  ...\n  o@*\n",
        none=("circles: |\n  o@o\n", "as many white circles as black ones"),
    ),
    "kramman": Case(
        _dots,
        _behind_dots,
        {
            "bdBranch": "three walls do not meet",
            "bdCurveExBP": "walls turn only at dots",
            "bkPlNum": "each block has circles of one colour",
            "bdIgnoreBP": "two walls meet at a dot",
        },
        blank="size: 3x3\ncircles: |\n  o..\n  ..*\n  ...\n",
        none=("circles: |\n  o*\n  *o\ndots: |\n  ...\n  .*.\n  ...\n", "each block has circles of one"),
    ),
    "lollipops": Case(
        _signs("symbols", "o|-"),
        _symbols,
        {
            "bkSizeLt2": "each symbol is beside one other",
            "bkSizeGt2": "each symbol is beside one other",
            "nmDupRow": "the next symbol in a row or column is another one",
        },
        blank="size: 3x3\n",
        none=("symbols: |\n  |.\n", "an upright bar has its circle above or below"),
    ),
    "kaidan": Case(
        numbers,
        _with_circles,
        ON_LINE
        | {
            "ceEmpty": "each other cell has a line or a circle",
            "lnOnShade": "no line goes through a circle",
            "lnConsecutive": "neighbouring lines differ in length by one",
            "cuDivide": "cells with lines are connected",
        },
        blank="size: 3x3\n",
        none=("clues: |\n  4.\n", "a number counts the circles beside it"),
    ),
    "takoyaki": Case(
        numbers,
        _with_circles,
        ON_LINE,
        blank="size: 3x4\n",
        none=("clues: |\n  4.\n", "a number counts the circles beside it"),
    ),
    "edamame": Case(
        numbers,
        _with_circles,
        ON_LINE | {"cuDivide": "cells without lines are connected"},
        blank="size: 3x3\n",
        none=("clues: |\n  4.\n", "a number counts the circles beside it"),
    ),
}
