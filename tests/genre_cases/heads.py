"""Genres of loops that are followed in a direction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, numbers, shaded
from tests.genre_cases.loops import LINES, THROUGH, divided, lines_of, numbered
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _entered(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    """Lines, of which each may have a direction."""
    return lines_of(puzzle, [[word.rstrip("udlr") for word in row] for row in lines])


def _blown(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Small letters are arrows, capital ones black cells with a fan, N is one without."""
    arrows = {"U": "^", "D": "v", "L": "<", "R": ">", "N": ""}

    def clue(word: str) -> str:
        return "." if word == "." else ("o" if word.islower() else "*") + arrows[word.upper()]

    return {"clues": art(lines[:rows], clue)}


def _flagged(lines: Lines) -> Lines:
    return lines[lines[0] == ["f"] :]


def _runs(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    lines = _flagged(lines)
    holes = art(lines[:rows], lambda word: "#" if word == "#" else ".")
    return {**numbers(lines, rows, columns, "numbers"), "holes": holes}


def _fakes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    rooms, rest = divided(lines, rows, columns)
    return {
        "rooms": art(rooms),
        "arrows": art(rest[:rows], lambda word: "^v<>"[int(word) - 1] if word in "1234" else "."),
        "holes": art(rest[:rows], lambda word: "#" if word == "#" else "."),
    }


def _shaded_behind(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    rest = divided(lines, rows, columns)[1][rows:]
    yield from _entered(puzzle, rest)
    yield from shaded("shade", sign="1")(puzzle, rest[2 * rows - 1 :], rows, columns)


def _holes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"holes": art(lines[:rows], lambda word: "#" if word == "*" else "."), "size": f"{rows}x{columns}"}


WITH_ARROWS = "the loop goes with arrows"
SIDE = "all turns are to the same side"

CASES = {
    "nagare": Case(
        _blown,
        lambda puzzle, lines, rows, columns: _entered(puzzle, lines[rows:]),
        LINES
        | {
            "lnOnShade": "the loop goes through no black cell",
            "lrAcrossArrow": "the loop goes straight through each arrow",
            "arNoLine": "the loop goes straight through each arrow",
            "lrAgainstWind": WITH_ARROWS,
            "lrAcrossWind": "the loop does not go straight across the wind",
        },
        real=(5, 5),
        blank="clues: |\n  . o> .\n  . . .\n  . . .\n",
        none=("clues: |\n  o> o<\n  . .\n", "the loop goes straight through each arrow"),
    ),
    "turnrun": Case(
        _runs,
        lambda puzzle, lines, rows, columns: _entered(puzzle, _flagged(lines)[rows:]),
        {
            "lnBranch": "the loop does not branch",
            "lnStraightOnNum": "the loop turns at each number",
            "lnNotCrossMk": "the loop crosses itself at each crossing",
            "numNoLine": "the loop visits each number",
            "ceNoLine": THROUGH,
        },
        real=(5, 5),
        none=("numbers: |\n  5.\n  ..\n", "from a number the loop goes so far"),
    ),
    "remlen": Case(
        numbered("numbers"),
        lambda puzzle, lines, rows, columns: _entered(puzzle, divided(lines, rows, columns)[1][rows:]),
        LINES | {"ceNoLine": THROUGH, "blRemLength": "a number is the length of the next visit"},
        small=(4, 4),
        real=(4, 4),
        blank="rooms: |\n  AABB\n  AABB\n  CCBB\n  CCBB\n",
        none=("rooms: |\n  AB\n  AB\nnumbers: {A: 3}\n", "a number is the length of the next visit"),
    ),
    "fakearrow": Case(
        _fakes,
        _shaded_behind,
        LINES
        | {
            "bkShadeGe2": "each room has one shaded arrow",
            "lrAgainstArrow": "the loop goes with arrows, and not with shaded ones",
            "arNoLine": "the loop goes through each arrow that is not shaded",
        },
        small=(3, 4),
        real=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\narrows: |\n  ..>\n  ...\n",
        none=("rooms: |\n  AB\n  AB\narrows: |\n  ..\n  ..\n", "each room has one shaded arrow"),
        unmade=True,
        several=(
            "pzprv3/fakearrow/4/4/1 0 0 /1 0 0 /1 1 0 /1 1 0 /0 0 0 0 /0 1 1 1 /0 0 0 0 /4 3 4",
            "pzprv3/fakearrow/3/3",
        ),
    ),
    "vertigo": Case(
        _holes,
        lambda puzzle, lines, rows, columns: _entered(puzzle, lines[rows:]),
        {
            "lnBranch": "the loop does not branch",
            "lnDeadEnd": "the loop does not end",
            "ceNoLine": THROUGH,
        },
        small=(4, 4),
        blank="size: 4x5\n",
        none=("holes: |\n  ..#\n", THROUGH),
        unmade=True,
    ),
}
