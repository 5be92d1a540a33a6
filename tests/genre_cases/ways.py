"""Genres of things that move or are taken along lines, of areas, and of pieces of a bank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges, numbers, shaded
from tests.genre_cases.loops import divided, lines_of
from tests.genre_cases.moves import MOVES, _behind_walls
from tests.genre_cases.rooms import CONNECTED
from tests.genre_cases.routes import _holed_numbers, _pairs
from zenkai_solver.models.genres.clues import letter
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _bombs(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """0 is a boulder."""
    cells = [["." if word == "0" else word for word in row] for row in lines[:rows]]
    boulders = art(lines[:rows], lambda word: "*" if word == "0" else ".")
    return {**numbers(cells, rows, columns, "bombs"), "boulders": boulders}


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Letters, marks, and walls behind them."""
    letters = art(lines[:rows], lambda word: word if word == "." else letter(int(word)))
    return {"rooms": art(divided(lines[2 * rows :], rows, columns)[0]), "circles": letters}


def _birds(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """3 is a white circle, 4 a black one; 8 more in a nest. Then borders."""
    birds = {"3": "o", "4": "*", "11": "o", "12": "*"}
    borders = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[rows : 3 * rows - 1]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            borders[y][x] = "#" if word == "1" else "."
    return {
        "circles": art(lines[:rows], lambda word: birds.get(word, ".")),
        "nests": art(lines[:rows], lambda word: "~" if word.isdigit() and int(word) >= 8 else "."),
        "borders": art(borders),
    }


def _stones(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"stones": art(lines[:rows], lambda word: "." if word == "." else "o")}


def _order(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for r, row in enumerate(lines[:rows]):
        for c, word in enumerate(row):
            if word.isdigit():
                yield ("order", (2 * r + 1, 2 * c + 1)), int(word)


def _walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    return edges("wall", places, lines[rows : 3 * rows - 1])


def _dotted_bank(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The letter of the bank, and dots at corners."""
    dots = lines[lines[0] == ["t"] :][: rows + 1]
    return {
        "dots": art(dots, lambda word: "*" if word == "1" else "."),
        "pieces": PIECES,
        "size": f"{rows}x{columns}",
    }


def _bank(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    lines = lines[lines[0] == ["t"] :]
    rooms, rest = divided(lines, rows, columns)
    crosses = art(rest[:rows], lambda word: "x" if word == "x" else ".")
    return {"rooms": art(rooms), "crosses": crosses, "pieces": PIECES}


def _corners(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """o is a circle, before its number; 1 to 4 are arrows, # and _ are entered."""

    def arrow(word: str) -> str:
        return "?" if word == "-" else "^v<>"[int(word) - 1] if word in "1234" else "."

    def circle(word: str) -> str:
        return "." if word[0] != "o" else word[1:] or "?"

    return {"arrows": art(lines[:rows], arrow), "circles": art(lines[:rows], circle)}


PIECES = "#/#/#/# .#/.#/## ##/## .#/##/#. .#/##/.#"  # of the letter t
NO_LINE = {"brNoLine": "at least one line is drawn"}
SIZE = "a number is the size of its"
BANK = {
    "bankGt": "the blocks are the pieces",
    "bankLt": "the blocks are the pieces",
    "bankInvalid": "the blocks are the pieces",
}

CASES = {
    "timebomb": Case(
        _bombs,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows :]),
        MOVES
        | {
            "laOnNum": "a line begins at each bomb",
            "lnAdjacent": "lines of different bombs are not neighbours",
            "laLenNe": "a number is the distance",
            "ceNoBomb": "a bomb arrives beside each boulder",
        },
        blank="bombs: |\n  ?..\n  ...\n  ...\nboulders: |\n  ...\n  ...\n  ..*\n",
        none=("bombs: |\n  5..\n", "a number is the distance"),
    ),
    "kaero": Case(
        _letters,
        _behind_walls,
        MOVES
        | {
            "nmConnected": "each line is of one letter",
            "bkPlNum": "no room has two different letters",
            "bkNoNum": "each room has a letter",
        },
        blank="rooms: |\n  ABC\n  ABC\ncircles: |\n  ABC\n  ...\n",
        none=("rooms: |\n  AB\n  AB\ncircles: |\n  AA\n  ..\n", "each room has a letter"),
        unmade=True,
    ),
    "goishi": Case(
        _stones,
        _order,
        {"brNoStone": "there is a stone"},
        blank="stones: |\n  oo.\n  oo.\n  ...\n",
        none=("stones: |\n  o..\n  ..o\n", "the next stone is in the same row or column"),
    ),
    "aho": Case(
        numbers,
        _walls,
        {
            "bkNoNum": "each block has one number",
            "bkNotRect3": "is a rectangle",
            "bkNotLshape3": "is an L-shape",
            "bkSizeNe": SIZE,
        },
        blank="clues: |\n  ?...\n  ...?\n",
        none=("clues: |\n  31..\n", "is an L-shape"),
        several=("pzprv3/aho/4/4/",),
    ),
    "trizone": Case(
        _holed_numbers,
        _pairs,
        {
            "bkSizeGt3": "each area has one cell or three",
            "bkUnshade": "the areas of one cell are shaded",
            "bkNoNum": "each area of three cells has a number",
            "nmShadeNe": "a number counts the shaded cells beside its area",
        },
        blank="clues: |\n  ?..\n  ...\n  ..?\n",
        none=("clues: |\n  9..\n  ...\n", "a number counts the shaded cells beside its area"),
    ),
    "pentatouch": Case(
        _dotted_bank,
        lambda puzzle, lines, rows, columns: shaded("shade")(
            puzzle, lines[(lines[0] == ["t"]) + rows + 1 :], rows, columns
        ),
        BANK | {"shDiag": "no two pieces touch at other corners"},
        small=(5, 5),
        blank="size: 4x4\npieces: '2 2'\n",
        none=("size: 2x2\npieces: '4'\n", "the blocks are the pieces"),
    ),
    "regional_poly": Case(
        _bank,
        lambda puzzle, lines, rows, columns: shaded("shade")(
            puzzle, divided(lines[lines[0] == ["t"] :], rows, columns)[1], rows, columns
        ),
        BANK | {"bkShadeDivide": "the shaded cells of a room are connected"},
        site="regional-poly",
        small=(5, 5),
        blank="rooms: |\n  AAAB\n  AABB\n  ABBB\npieces: '2 2'\n",
        none=("rooms: |\n  AA\n  AA\npieces: '1 1'\n", "the blocks are the pieces"),
    ),
    "sashikabe": Case(
        _corners,
        shaded("shade"),
        CONNECTED
        | {
            "ciNotOnCnr": "circles are at corners",
            "arNotPtCnr": "arrows are at ends",
            "bkNotLshape": "each unshaded area is an L-shape",
        },
        blank="size: 3x3\n",
        none=("circles: |\n  4.\n  ..\n", SIZE),
    ),
    "oyakodori": Case(
        _birds,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[3 * rows - 1 :]),
        MOVES
        | {
            "laIsolate": "each line is of one bird",
            "nmConnected": "each line is of one bird",
            "nmOutOfBk": "each bird is in a nest in the end",
            "nmLt2": "a nest that is used has one small and one large bird",
            "laShadeOnBorder": "small birds fly over no border",
        },
        blank="circles: |\n  o.*\n  ...\nnests: |\n  .~.\n  .~.\n"
        "borders: |\n  .......\n  ..#....\n  .......\n  ..#....\n  .......\n",
        none=("circles: |\n  *.\n", "each bird is in a nest"),
    ),
}
