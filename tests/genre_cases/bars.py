"""Genres of bars through cells, which may cross."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art
from zenkai_solver.models.genres.puzzle import GenrePuzzle

BARS = ".l-+"  # by value


def _holes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"size": f"{rows}x{columns}", "holes": art(lines[:rows], lambda word: "#" if word == "x" else ".")}


def _circled(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers among bars; # is a circle without one."""
    return {
        "circles": art(lines[:rows], lambda word: "." if word in BARS else word.replace("#", "?")),
        "size": f"{rows}x{columns}",
    }


def _bars(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for layer, (y, x) in puzzle.domains:
        yield (layer, (y, x)), BARS.index(lines[y // 2][x // 2])


CASES = {
    "amibo": Case(
        _circled,
        _bars,
        {
            "brNoLine": "at least one line is drawn",
            "lbLoop": "lines close no loop",
            "lbNotCrossEq": "each line crosses one of its length",
            "nmNoLine": "a line ends at each circle",
        },
        small=(3, 4),
        blank="circles: |\n  ?...\n  ....\n  ....\n",
        none=("circles: |\n  3..\n  ...\n", "a number is the length of the line"),
    ),
    "ruleofthree": Case(
        _holes,
        _bars,
        {"lnLengthGt3": "each line is three cells long", "cxAdjacent": "no two crossings are neighbours"},
        blank="size: 3x3\n",
        none=("holes: |\n  #...\n", "each line is three cells long"),
    ),
}
