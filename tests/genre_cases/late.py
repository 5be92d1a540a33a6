"""Genres of lines that pieces, pencils and crossings measure, and of borders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art
from tests.genre_cases.loops import LINES, lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _pointed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers with commas between, and behind them the arrows."""
    arrows = lines[rows : 2 * rows]
    texts = [
        [("", *"^v<>")[int(arrow)] + word.replace("-", "?") for word, arrow in zip(*pair)]
        for pair in zip(lines, arrows)
    ]
    return {"clues": art(texts)}


def _drawn(lines: Lines, rows: int, columns: int, sign: str) -> Iterator[tuple[int, int]]:
    """The edges with a sign: first those left and right of cells, row by row, then those above and below."""
    for r, row in enumerate(lines[: 2 * rows + 1]):
        for c, word in enumerate(row):
            if word == sign:
                yield (2 * r + 1, 2 * c) if r < rows else (2 * (r - rows), 2 * c + 1)


def _bordered(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 is a given border, 2 an entered one."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for y, x in _drawn(lines, rows, columns, "1"):
        drawn[y][x] = "#"
    return {"borders": art(drawn)}


def _borders(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    for sign in "12":
        for edge in _drawn(lines, rows, columns, sign):
            if ("wall", edge) in puzzle.domains:
                yield ("wall", edge), 1


def _stitched(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """direction,number: no arrow is 0; # is a shaded cell."""
    shaded = art(lines[:rows], lambda word: "#" if word == "#" else ".")

    def clue(text: str) -> str:
        direction, comma, number = text.partition(",")
        return ("", *"^v<>")[int(direction)] + number.replace("-", "?") if comma else "."

    return {"clues": art(lines[:rows], clue), "shaded": shaded}


def _stitches(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    """1 is \\, 2 is /, 3 is both."""
    for r, row in enumerate(lines[rows : 2 * rows]):
        yield from (
            (("line", (2 * r + 1, 2 * c + 1)), int(word)) for c, word in enumerate(row) if word in "123"
        )


CASES = {
    "disloop": Case(
        _pointed,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows :]),
        LINES
        | {
            "tapaloopError": "numbers are the lengths of the pieces",
            "anNoArrow": "numbers have an arrow",
            "anLineLt": "the loop turns where an arrow points",
            "ceNoLine": "the loop goes through each other cell",
        },
        small=(4, 4),
        several=("pzprv3/disloop/3/3",),
        none=("clues: |\n  >1.\n  ...\n", "the loop turns where an arrow points"),
    ),
    "longest": Case(
        _bordered,
        _borders,
        {
            "bdNotGiven": "the longest pieces of the border of each area are given",
            "bdGivenUnused": "each given border is on a longest piece",
            "bdDeadEnd": "each wall separates two areas",
        },
        blank="borders: |\n  .......\n  #...#..\n  .......\n  #...#..\n  .......\n",
        none=("borders: |\n  ...\n  ...\n  ...\n", "the longest pieces of the border"),
    ),
    "crossstitch": Case(
        _stitched,
        _stitches,
        {
            "cxAdjacent": "no two crossings are neighbours",
            "lnOnShade": "no line goes through a clue",
            "lnBranch": "loops do not branch",
            "lnCross": "loops do not branch or cross themselves",
            "lnPlLoop": "there are two loops",
            "anHatenaNe": "an arrow counts the crossings",
            "nmHatenaNe": "a number in a circle counts the corners",
            "anNumberNe": "an arrow counts the crossings",
            "nmCircleNe": "a number in a circle counts the corners",
            "lnDeadEnd": "loops do not end",
            "anNoArrow": "a number in a circle counts the corners",
        },
        small=(3, 3),
        blank="size: 3x3\n",
        none=("size: 2x2\n", "there are two loops"),
    ),
}
