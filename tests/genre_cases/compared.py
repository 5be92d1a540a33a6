"""Genres whose blocks or areas are compared by shape or size, and others of shaded cells with arrows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges, numbers, shaded
from tests.genre_cases.loops import arrows, behind, divided, in_rooms, numbered, shaded_and_lines
from tests.genre_cases.rooms import _sums_at_edges as numbers_at_edges
from tests.genre_cases.routes import _framed_walls
from tests.genre_cases.shading import EMPTY_SHADE, NEIGHBOURS, WHOLE
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Arrows, with numbers that stand for letters: 4 for L, 2 for I, 1 for X."""

    def clue(word: str) -> str:
        direction, comma, number = word.partition(",")
        letters = "".join(letter for worth, letter in zip((4, 2, 1), "LIX") if comma and int(number) & worth)
        return ("", *"^v<>")[int(direction)] + letters if comma else "."

    return {"arrows": art(lines[:rows], clue)}


def _undivided(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"rooms": art(divided(lines, rows, columns)[0])}


def _shaded_behind_walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, divided(lines, rows, columns)[1], rows, columns)


def _shaded_behind_arrows(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, divided(lines, rows, columns)[1][rows:], rows, columns)


def _averages(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    given = numbers_at_edges(lines, rows, columns)
    return {"averages": given["circles"], "size": given["size"]}


def _topography(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Numbers behind clues at edges; a value is one more than its number."""
    for r, row in enumerate(lines[2 * rows - 1 :][:rows]):
        for c, word in enumerate(row):
            if word.isdigit():
                yield ("number", (2 * r + 1, 2 * c + 1)), int(word) + 1


def _prefectures(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, and walls behind them: 1 is given, 2 entered."""
    walls = [["1" if word == "1" else "0" for word in row] for row in lines[rows:]]
    return numbered("counts")([*walls, *lines[:rows]], rows, columns)


def _cities(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    walls = [["1" if word in ("1", "2") else "0" for word in row] for row in lines[rows:]]
    return edges("wall", places, walls)


def _gravel(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """What is shaded, a for a white circle and b for a black one, and a number, in one word."""
    signs = {"a": "o", "b": "*"}
    return {
        "circles": art(lines[:rows], lambda word: signs.get(word[1:2], ".")),
        "numbers": art(lines[:rows], lambda word: word[1:].lstrip("ab").replace("-", "?") or "."),
        "holes": art(lines[:rows], lambda word: "#" if word == "x" else "."),
    }


def _squares(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls are entered between unshaded cells alone."""
    marked = [[word[0] for word in row] for row in lines[:rows]]
    shade = dict(shaded("shade")(puzzle, marked, rows, columns))
    yield from shade.items()
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    for (layer, place), wall in edges("wall", places, lines[rows : 3 * rows - 1]):
        sides = {shade["shade", cell] for cell in puzzle.sheet.related(place, "beside")}
        yield (layer, place), int(bool(wall) or len(sides) == 2)


AHEAD = "an arrow says what is most frequent in its direction"
CASES = {
    "outofsight": Case(
        arrows,
        behind(lambda puzzle, lines: shaded("shade")(puzzle, lines, puzzle.sheet.rows, puzzle.sheet.columns)),
        EMPTY_SHADE | {"csAdjacent": NEIGHBOURS},
        blank="arrows: |\n  >1 . 1\n  . . .\n  . ^1 .\n",
        none=("arrows: |\n  >1 1\n  >1 1\n", "no unshaded arrow points"),
        unmade=True,
    ),
    "lixloop": Case(
        _letters,
        behind(shaded_and_lines),
        {
            "anNoArrow": "a number has an arrow",
            "lnCross": "the lines are one loop",
            "csAdjacent": NEIGHBOURS,
            "anShadeNe": AHEAD,
            "ceEmpty": "each cell without a clue is shaded or on the loop",
        },
        small=(4, 4),
        blank="size: 4x5\n",
        none=("arrows: |\n  >X . .\n  . . .\n  . . .\n", AHEAD),
    ),
    "anymino": Case(
        _undivided,
        _shaded_behind_walls,
        {
            "brNoShade": "each room has one block",
            "cs2x2": WHOLE,
            "bkShadeDivide": "each room has one block",
            "bkNoChain": "each block shares an edge with one of its size",
        },
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  AAAB\n  AABB\n  ABBB\n",
        unrated=True,
        none=("rooms: |\n  AB\n", "no two blocks of the same shape share an edge"),
        unmade=True,
    ),
    "kuroclone": Case(
        in_rooms(arrows),
        _shaded_behind_arrows,
        {
            "anNoShade": "an arrow points to a shaded cell",
            "anUnitNe": "a number is the size of the block that its arrow points to",
            "bkDifferentShape": "both blocks of a room have the same shape",
        },
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  AAA\n  AAA\n  AAA\n",
        none=("rooms: |\n  AA\n  AA\narrows: |\n  >3 .\n  . .\n", "a number is the size of the block"),
    ),
    "narrow": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "numbers"),
        _framed_walls,
        {
            "nmSame2x2": "no 2x2 is in areas with the same number",
            "bkSameShape": "areas with the same number differ in shape",
            "bkRect": "no area is a rectangle",
        },
        small=(4, 4),
        real=(5, 5),
        blank="numbers: |\n  1..\n  ...\n  ..2\n",
        unrated=True,
        none=("numbers: |\n  1.\n  ..\n", "no area is a rectangle"),
        unmade=True,
    ),
    "topo": Case(
        _averages,
        _topography,
        {
            "lnBranch": "borders of areas do not branch or cross",
            "nmAverageNe": "a number between two cells is their average",
            "bdUnused": "",
            "ceNoNum": "",
        },
        blank="clues: |\n  1..\n  ..3\n",
        hard=True,
        none=("clues: |\n  1 3\n", "numbers of neighbouring areas differ by one"),
    ),
    "sendai": Case(
        _prefectures,
        _cities,
        {
            "bkNoChain": "each area is beside another of its shape",
            "bdDeadEnd": "each wall separates two areas",
        },
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  AAB\n  AAB\n  CCB\n",
        hard=True,
        none=("rooms: |\n  AA\n  AA\ncounts: {A: 1}\n", "each area is beside another of its shape"),
    ),
    "gravel": Case(
        _gravel,
        _squares,
        {
            "circleShade": "no white circle is shaded",
            "bkNotSquare": "each unshaded area is a square",
            "bkSameTouch": "squares of one size do not touch",
            "bkSizeNe": "a number is the side of its square, or the size of its shaded area",
        },
        blank="size: 3x3\n",
        hard=True,
        none=("numbers: |\n  2.\n  2.\n  5.\n", "a number is the side"),
    ),
}
