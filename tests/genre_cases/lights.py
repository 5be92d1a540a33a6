"""Genres of light among mirrors, of ladders, of loops through cells once, and of areas that do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges
from tests.genre_cases.loops import LINES, divided, lines_of, numbered
from tests.genre_cases.routes import _framed_walls, _holed, _numbers
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet


def _black(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"black": art(lines[:rows], lambda word: "#" if word == "#" else ".")}


def _passing(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines at all edges: 1 passes through the cell above or left, 2 through that below or right."""
    places = [place for layer, place in puzzle.domains if layer == "line"]
    words = lines[rows : 3 * rows + 1]
    for sign, step in (("1", -1), ("2", 1)):
        for (_, (y, x)), drawn in edges("line", places, words, sign):
            if drawn:
                cell = (y, x + step) if y % 2 else (y + step, x)
                yield ("line", (y, x)), 1
                if 1 in puzzle.domains.get(("side", cell), ()):
                    yield ("side", cell), (3 if step > 0 else 4) if y % 2 else (1 if step > 0 else 2)


def _lettered(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Rooms, and in a frame letters and numbers."""
    rooms, rest = divided(lines, rows, columns)
    signs = "".join(map(chr, (*range(65, 91), *range(97, 123))))
    drawn = {}
    for side, words in (
        ("top", rest[0][1:-1]),
        ("bottom", rest[rows + 1][1:-1]),
        ("left", [row[0] for row in rest[1 : rows + 1]]),
        ("right", [row[-1] for row in rest[1 : rows + 1]]),
    ):
        clues = [word.split(",") for word in words]
        drawn[side] = [signs[int(clue[0]) - 1] + clue[1] if len(clue) > 1 else "." for clue in clues]
    return {"rooms": art(rooms), "letters": drawn}


def _mirrors(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """In the frame, or behind it."""
    rest = divided(lines, rows, columns)[1]
    behind = rest[rows + 2 :]
    for r in range(rows):
        for c in range(columns):
            word = behind[r][c] if behind else rest[r + 1][c + 1]
            yield ("mirror", (2 * r + 1, 2 * c + 1)), int(word) if word in "12" else 0


def _ladders(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    bars = divided(lines, rows, columns)[1][rows : 2 * rows]
    for r, row in enumerate(bars):
        yield from ((("ladder", (2 * r + 1, 2 * c + 1)), int(word)) for c, word in enumerate(row))


def _unframed(lines: Lines, rows: int) -> Lines:
    """Edges without those at the border of the board."""
    return [row[1:-1] for row in lines[:rows]] + lines[rows + 1 : 2 * rows]


def _slashed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Walls, also around the board and within rooms, and diagonals."""
    cells, inner = lines[2 * rows + 1 :], _unframed(lines, rows)
    rooms = divided(inner, rows, columns)[0]
    walls = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    sheet = GenreSheet(rows, columns)
    for (_, (y, x)), wall in edges("", sheet.every["inner"], inner):
        beside = sheet.related((y, x), "beside")
        walls[y][x] = ".#"[wall and len({rooms[r // 2][c // 2] for r, c in beside}) == 1]
    return {
        "rooms": art(rooms),
        "walls": art(walls),
        "slashes": art(cells[:rows], lambda word: {"1": "\\", "2": "/"}.get(word, ".")),
    }


def _framed_lines(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, _unframed(lines[3 * rows + 1 :], rows))


def _to_the_border(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return edges("line", (place for _, place in puzzle.domains), lines[rows : 3 * rows + 1])


def _pins(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """1 at corners behind rooms and numbers; 2 is a mark that there is none."""
    for r, row in enumerate(divided(lines, rows, columns)[1][rows : 2 * rows + 1]):
        yield from ((("pin", (2 * r, 2 * c)), int(word == "1")) for c, word in enumerate(row))


CASES = {
    "bunnyhop": Case(
        _black,
        _passing,
        {
            "lnBranch": "3 lines meet at",
            "lnOnShade": "each line passes through one cell",
            "ceNoLine": "the loop passes through each cell",
            "lnPlLoop": "the lines are one loop",
        },
        small=(3, 4),
        blank="size: 4x5\n",
        none=("black: |\n  .#.\n  ###\n", "the lines are one loop"),
    ),
    "kinkonkan": Case(
        _lettered,
        _mirrors,
        {
            "bkObjGe2": "each room has one mirror",
            "pairedNumberNe": "a number counts the reflections",
            "ceUnused": "each mirror reflects light",
        },
        blank="rooms: |\n  AAA\n  BBB\nletters: {left: [A, .], right: [., A]}\n",
        none=("rooms: |\n  AB\n  CD\nletters: {left: [A2, .], right: [., A2]}\n", "each mirror reflects"),
    ),
    "ladders": Case(
        numbered("numbers"),
        _ladders,
        {
            "brNoLine": "there is a ladder",
            "ceInvalidLadder": "a ladder lies over two borders",
            "bkLadderNe": "a number counts the ladders",
        },
        small=(4, 4),
        blank="rooms: |\n  DDBC\n  AABC\n  BBBC\n",
        none=("rooms: |\n  ABC\nnumbers: {A: 1}\n", "a number counts the ladders"),
    ),
    "nanameguri": Case(
        _slashed,
        _framed_lines,
        LINES
        | {
            "ceIntersect": "no line goes through a diagonal",
            "bkPassTwice": "the loop visits no part of a room twice",
            "lnIsolate": "the loop goes through each cell with a diagonal",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\n  AAA\nslashes: |\n  ...\n  ./.\n  ...\n",
        none=(
            "rooms: |\n  AAB\n  AAB\n  AAB\nslashes: |\n  \\..\n  ...\n  ...\n",
            "no line goes through a diagonal",
        ),
    ),
    "subomino": Case(
        _holed(_numbers("numbers")),
        _framed_walls,
        {"bkSizeNe": "a number is the size of its area"},
        blank="size: 3x3\n",
        none=("numbers: |\n  2..\n", "no area fits into one beside it"),
        long=True,
    ),
    "tontti": Case(
        _numbers("numbers"),
        _to_the_border,
        {
            "lnCross": "lines do not cross",
            "lnDeadEnd": "no line ends in a cell",
            "lnAdjacent": "lines have different forms in two cells",
            "bkSizeNe": "a number counts the cells",
        },
        blank="numbers: |\n  ?..\n  ...\n  ..?\n",
        none=("numbers: |\n  1?\n", "each area has one number"),
        unmade=True,
    ),
    "heyapin": Case(
        numbered("numbers"),
        _pins,
        {"bkPinNe": "a number counts the pins", "lnPlLoop": "pins join all rooms"},
        blank="rooms: |\n  AAB\n  CDB\n",
        none=("rooms: |\n  AB\nnumbers: {A: 0}\n", "pins join all rooms"),
    ),
}
