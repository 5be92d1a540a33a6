"""Genres of ants that move, of areas that are mirror images, and of lines that cross."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges, numbers
from tests.genre_cases.loops import behind, lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet
from zenkai_solver.models.grid import components


def _at_edges(lines: Lines, rows: int, columns: int, sign: str, *ones: str) -> str:
    """A drawing with the sign at the edges that have one of these words."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    words = [["1" if word in ones else "0" for word in row] for row in lines[: 2 * rows - 1]]
    for (_, (y, x)), value in edges("", GenreSheet(rows, columns).every["inner"], words):
        drawn[y][x] = f".{sign}"[value]
    return art(drawn)


def _ants(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, and behind marks borders."""
    return numbers(lines, rows, columns, "circles") | {
        "borders": _at_edges(lines[2 * rows :], rows, columns, "#", "1")
    }


def _moved(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines, and the numbers at their ends; 1 for `?`."""
    entered = dict(lines_of(puzzle, lines[4 * rows - 1 :]))
    yield from entered.items()
    ants = puzzle.sheet.clues.get("circles", {})
    drawn = [at for (_, at), value in entered.items() if value]
    ends = {at: puzzle.sheet.related(at, "beside") for at in drawn}
    touched = {cell for pair in ends.values() for cell in pair}
    for part in components(sorted({*drawn, *touched})):
        tips = [at for at in part if sum(at in pair for pair in ends.values()) == 1]
        number = next((ants[at] for at in part if at in ants), 1)
        goals = [at for at in tips if at not in ants]
        yield from ((("number", at), max(1, int(str(number)))) for at in goals)
    yield from ((("number", at), max(1, int(str(ants[at])))) for at in ants.keys() - touched)


def _mirrors(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return numbers(lines, rows, columns) | {"mirrors": _at_edges(lines[rows:], rows, columns, "*", "0", "-1")}


def _walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """1, 3 are walls, 0, -1 mirrors."""
    words = [["0" if word in ("2", "-2") else "1" for word in row] for row in lines[rows : 3 * rows - 1]]
    return edges("wall", (place for _, place in puzzle.domains), words)


CASES = {
    "armyants": Case(
        _ants,
        _moved,
        {
            "lnBranch": "lines do not branch or cross",
            "nmConnected": "each line is of one ant",
            "laOnBorder": "no line goes through a border",
            "ceNumGtSize": "beside the one before it",
            "bkWrongNum": "beside the one before it",
            "brNoValidNum": "there is an ant with a number",
        },
        blank="circles: |\n  1..\n  ..2\n  ...\n",
        none=("circles: |\n  2..\n", "each number above 1 is beside the one before it"),
        unmade=True,
    ),
    "ichimagax": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "circles"),
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lcCurveGt1": "a line turns at most once",
            "lcDeadEnd": "lines end only at circles",
            "nmNoLine": "all circles are connected",
        },
        blank="circles: |\n  ?..\n  ...\n  ..?\n",
        none=("circles: |\n  4.\n  .1\n", "a number counts the lines at its circle"),
    ),
    "mirrorbk": Case(
        _mirrors,
        _walls,
        {
            "bkSizeNe": "a number is the size of its area",
            "bdUnused": "each wall separates two areas",
            "bkMirror": "the areas at a mirror are images",
        },
        blank="clues: |\n  2..\n  ...\nmirrors: |\n  .......\n  .......\n  .......\n  ..*....\n  .......\n",
        none=(
            "clues: |\n  1.\n  .2\nmirrors: |\n  .....\n  ..*..\n  .....\n  ..*..\n  .....\n",
            "the areas at a mirror are images",
        ),
    ),
}
