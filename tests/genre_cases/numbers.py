"""Genres of numbers and letters, of areas that clues lie in, and of diagonals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Answer, Case, Entered, Given, Lines, art, digits, edges, shaded
from zenkai_solver.models.genres.layers import DIGITS
from zenkai_solver.models.genres.puzzle import GenrePuzzle

SIDES = ("top", "bottom", "left", "right")


def _corners(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"clues": art(lines[: rows + 1], lambda word: "?" if word == "-" else word)}


def _diagonals(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for r, row in enumerate(lines[rows + 1 :][:rows]):
        yield from (
            (("line", (2 * r + 1, 2 * c + 1)), int(word)) for c, word in enumerate(row) if word != "."
        )


# ---- clues beside the board, in its first and last row and column


def _beside(read: Any) -> Given:
    """Clues beside the board, and in it those after a q."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        turned = [*zip(*lines)]
        sides = (lines[0][1:-1], lines[rows + 1][1:-1], turned[0][1:-1], turned[columns + 1][1:-1])
        cells = [row[1:-1] for row in lines[1 : rows + 1]]
        return {
            "sides": {name: [*map(read, side)] for name, side in zip(SIDES, sides)},
            "clues": art(cells, lambda word: read(word[1:]) if word[0] == "q" else "."),
            "size": f"{rows}x{columns}",
        }

    return given


def _letter(word: str) -> str:
    return DIGITS[9 + int(word)] if word.isdigit() else "."


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"letters": int(lines[0][0]), **_beside(_letter)(lines[1:], rows, columns)}


def _inside(layer: str, before: int = 0) -> Answer:
    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        for r, row in enumerate(lines[before + 1 :][:rows]):
            for c, word in enumerate(row[1:-1]):
                number = word.split("[")[0].strip("q")
                if number.isdigit():
                    yield (layer, (2 * r + 1, 2 * c + 1)), int(number)

    return entered


# ---- rooms


def rooms(lines: Lines, rows: int, columns: int) -> str:
    """A drawing of the rooms between walls: first those beside cells of rows, then of columns."""
    room = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    ways = [((r, c), (r, c + 1), lines[r][c]) for r in range(rows) for c in range(columns - 1)]
    ways += [((r, c), (r + 1, c), lines[rows + r][c]) for r in range(rows - 1) for c in range(columns)]
    for one, other, wall in ways:
        if wall == "0":
            old, new = room[one], room[other]
            room |= {cell: new for cell, number in room.items() if number == old}
    return _named([[str(room[r, c]) for c in range(columns)] for r in range(rows)])


def _named(names: Lines) -> str:
    """The rooms with a character for each."""
    number: dict[str, int] = {}
    return art([[DIGITS[number.setdefault(name, len(number))] for name in row] for row in names])


def _with_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    text = art(lines[2 * rows - 1 :][:rows], lambda word: word if word.isdigit() else ".")
    return {"rooms": rooms(lines, rows, columns), "clues": text}


def with_walls(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Walls within rooms are clues of edges."""
    keys = _with_rooms(lines, rows, columns)
    room = [row.split() for row in keys["rooms"].splitlines()]
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and lines[r][c] == "1" and room[r][c] == room[r][c + 1]:
                drawn[2 * r + 1][2 * c + 2] = "#"
            if r + 1 < rows and lines[rows + r][c] == "1" and room[r][c] == room[r + 1][c]:
                drawn[2 * r + 2][2 * c + 1] = "#"
    return {**keys, "walls": art(drawn)}


def _products(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    drawn = rooms(lines, rows, columns)
    cells = [name for row in drawn.splitlines() for name in row.split()]
    words = [word for row in lines[2 * rows - 1 :][:rows] for word in row]
    stated = {name: int(word) for name, word in zip(cells, words) if word.isdigit()}
    return {"rooms": drawn, "products": stated, "size": f"{rows}x{columns}"}


def _after_rooms(layer: str) -> Answer:
    """Numbers behind walls and clues."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        return digits(layer)(puzzle, lines[2 * rows - 1 :], rows, columns)

    return entered


ARROWS = {"t": "^", "b": "v", "l": "<", "r": ">", "#": "#"}


def _makaro(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """A black cell is a room of its own."""
    names = [
        [f"black {r} {c}" if word == "." else word for c, word in enumerate(row)]
        for r, row in enumerate(lines[1 : rows + 1])
    ]
    clues = lines[rows + 1 :][:rows]
    return {
        "rooms": _named(names),
        "clues": art(clues, lambda word: word if word.isdigit() else "."),
        "arrows": art(clues, lambda word: ARROWS.get(word, ".")),
    }


def _after_ids(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return digits("number")(puzzle, lines[rows + 1 :], rows, columns)


# ---- areas


def _area_clues(key: str, signs: str = "") -> Given:
    """Numbers, or signs for a, b and c; - is a `?`."""
    named = {"-": "?"} | dict(zip("abc", signs))

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        return {key: art(lines[:rows], lambda word: named.get(word, word if word.isdigit() else "."))}

    return given


def _walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Those between cells of rows, then of columns, behind the clues."""
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    return edges("wall", places, lines[rows : 3 * rows - 1])


def _walls_with_border(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """The same where those of the border are stated, too."""
    inner = [row[1:columns] for row in lines[rows : 2 * rows]]
    return _walls(puzzle, [*lines[:rows], *inner, *lines[2 * rows + 1 : -1]], rows, columns)


def _patches(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    yield from shaded("shade")(puzzle, lines, rows, columns)
    yield from _walls(puzzle, lines, rows, columns)


def _stars(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """In a drawing of half cells, without those at its border."""
    drawn = [[".", *row[0], "."] for row in lines[: 2 * rows - 1]]
    drawn = [["."] * (2 * columns + 1), *drawn, ["."] * (2 * columns + 1)]
    signs = {"1": "o", "2": "*"}
    parts = {
        "centres": [row[1::2] for row in drawn[1::2]],
        "sides": [[sign * ((r + c) % 2) or "." for c, sign in enumerate(row)] for r, row in enumerate(drawn)],
        "corners": [row[::2] for row in drawn[::2]],
    }
    keys = {key: art(part, lambda word: signs.get(word, ".")) for key, part in parts.items()}
    return {**keys, "holes": art(parts["centres"], lambda word: "#" if word == "X" else ".")}


def _galaxies(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return _walls(puzzle, lines[rows - 1 :], rows, columns)


RECTANGLE, DIVIDES = "each area is a rectangle", "each wall separates two areas"


def _circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """0 is a circle without a number, a dot a hole."""
    cells = lines[:rows]
    return {
        "holes": art(cells, lambda word: "#" if word == "." else "."),
        "clues": art(cells, lambda word: word if word not in (".", "0") else "."),
    }


def _in_circles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return ((place, value) for place, value in digits("number")(puzzle, lines, rows, columns) if value)


TWICE = "no number occurs twice in a row or column"
FOUR_ROOMS = "rooms: |\n  AAB\n  ABB\n  CCB\n"

CASES = {
    "gokigen": Case(
        _corners,
        _diagonals,
        {"slLoop": "the diagonals close no loop", "ceNoSlash": "has no line"},
        real=(7, 7),
        blank="size: 2x2\n",
        none=("clues: |\n  0..\n  .4.\n  ...\n", "a number counts the diagonals"),
    ),
    "easyasabc": Case(
        _letters,
        _inside("letter", 1),
        {
            "nmDupRow": "each row and column has each letter once",
            "nmMissRow": "each row and column has each letter once",
        },
        real=(5, 5),
        blank="size: 3x3\nletters: 2\n",
        none=(
            "size: 3x3\nletters: 2\nsides: {top: [A, A, .]}\nclues: |\n  BB.\n  ...\n  ...\n",
            "each letter once (row 1)",
        ),
    ),
    "skyscrapers": Case(
        _beside(lambda word: word if word.isdigit() else "."),
        _inside("height"),
        {"nmDupRow": "no height occurs twice in a row or column", "ceNoNum": "has no height"},
        real=(5, 5),
        blank="size: 3x3\n",
        none=("size: 3x3\nsides: {top: [3, 3, .]}\n", "the buildings that are seen from there"),
    ),
    "suguru": Case(
        _with_rooms,
        _after_rooms("number"),
        {"bkDupNum": "each room has the numbers from 1 to its size", "ceNoNum": "has no number"},
        small=(4, 4),
        blank="rooms: |\n  AAABBB\n",
        none=("rooms: |\n  AB\n  AB\n", "equal numbers do not touch"),
    ),
    "makaro": Case(
        _makaro,
        _after_ids,
        {
            "bkDupNum": "each room has the numbers from 1 to its size",
            "arNotMax": "an arrow points at the largest number beside it",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  BAD\n  DDD\narrows: |\n  ...\n  >..\n  ...\n",
        none=(
            "rooms: |\n  ABC\narrows: |\n  .>.\n",
            "an arrow points at the largest number beside it (R1C2: >)",
        ),
    ),
    "factors": Case(
        _products,
        _after_rooms("number"),
        {"nmDupRow": TWICE, "ceNoNum": "has no number"},
        real=(5, 5),
        blank="rooms: |\n  AAB\n  ABB\n  CCB\n",
        none=(
            "rooms: |\n  AA\n  BB\nproducts: {A: 3}\n",
            "the product of the numbers of a room is its clue",
        ),
    ),
    "renban": Case(
        with_walls,
        _after_rooms("number"),
        {
            "bkDupNum": "no number occurs twice in a room",
            "bkNotSeqNum": "the numbers of a room are consecutive",
        },
        blank="rooms: |\n  AA\n  BB\nclues: |\n  5.\n  ..\n",
        none=("rooms: |\n  AB\nclues: |\n  13\n", "the length of its straight line"),
    ),
    "tentaisho": Case(
        _stars,
        _galaxies,
        {"bdPassStar": "a wall passes through", "bkNotSymSt": "each area looks the same after a half turn"},
        small=(3, 3),
        real=(5, 5),
        blank="centres: |\n  ...o\n  ooo.\n  ....\nsides: |\n"
        + "  .........\n" * 4
        + "  .......o.\n"
        + "  .........\n" * 2,
        none=("centres: |\n  o.\n  ..\n", "each area has one star, at its centre"),
    ),
    "araf": Case(
        _area_clues("clues"),
        _walls,
        {
            "bkMoreThan2Num": "has 3 clues, not 2",
            "bkArafEqual": "its size lies between them: the area of R1C2 has 5 cells",
            "bkArafTooBig": "its size lies between them: the area of R1C2 has 6 cells",
        },
        real=(5, 5),
        blank="clues: |\n  17.\n  ...\n  17.\n",
        none=("clues: |\n  1.1\n  ...\n", "each area has two numbers, and its size lies between them"),
    ),
    "bosanowa": Case(
        _circles,
        _in_circles,
        {"nmSumOfDiff": "a number is the sum of its differences from the numbers beside it"},
        small=(2, 2),
        real=(3, 3),
        blank="holes: |\n  ..\n  .#\n",
        none=("clues: |\n  33\n", "a number is the sum of its differences from the numbers beside it (R1C1)"),
    ),
    "shikaku": Case(
        _area_clues("clues"),
        _walls,
        {"bkNoNum": "each area has one number", "bkNotRect": RECTANGLE, "bdDeadEnd": DIVIDES},
        blank="clues: |\n  ?..\n  ..?\n",
        none=("clues: |\n  5.\n  .1\n", "a number is the size of its area (R1C1: 5)"),
    ),
    "tatamibari": Case(
        _area_clues("signs", "|-+"),
        _walls,
        {
            "bdCross": "no four areas meet at a corner",
            "bkNotSquare": "the area of + is a square",
            "bkNotVRect": "the area of | is taller than it is wide",
            "bkNotRect": RECTANGLE,
        },
        blank="signs: |\n  ?.?\n  ...\n  .?.\n",
        none=("signs: |\n  +|.\n  ...\n", "each area has one sign"),
    ),
    "nawabari": Case(
        _area_clues("clues"),
        _walls_with_border,
        {"bkNotRect": RECTANGLE, "bkNumGe2": "each area has one number", "bdDeadEnd": DIVIDES},
        blank="clues: |\n  ?.?\n  ...\n  .?.\n",
        none=("clues: |\n  0.\n  ..\n", "a number counts the walls around its cell (R1C1: 0)"),
    ),
    "patchwork": Case(
        _area_clues("clues"),
        _patches,
        {
            "cbShade": "shaded cells do not touch across a wall",
            "bkShadeNe": "a number counts the shaded cells of its area",
            "bdDeadEnd": DIVIDES,
        },
        small=(4, 4),
        real=(5, 5),
        blank="size: 2x2\n",
        none=("clues: |\n  1.\n", "a number counts the shaded cells of its area (R1C1: 1)"),
        long=True,  # whose explanation is
    ),
}
