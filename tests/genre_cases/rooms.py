"""Genres of shaded cells in rooms, of L-shapes and other areas, and of sums in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Answer, Case, Entered, Lines, art, digits, edges, numbers, shaded
from tests.genre_cases.further import LEFT, NEIGHBOURS
from tests.genre_cases.loops import LINES, arrows, behind, behind_rooms, divided, lines_of, numbered
from tests.genre_cases.shading import _in_rooms as _in_counted
from tests.genre_cases.shading import _rooms as _counted
from tests.genre_cases.symbols import (
    _behind_blocks,
    _black_sums,
    _blocks_beside,
    _dotted,
    shaded_behind_rooms,
)
from tests.genre_cases.walks import _arrows
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _black(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"black": art(lines[:rows], lambda word: "#" if word == "1" else "."), "size": f"{rows}x{columns}"}


def _rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"rooms": art(divided(lines, rows, columns)[0])}


def _behind_walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, divided(lines, rows, columns)[1], rows, columns)


def _of_one_size(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The size of blocks, and circles, among which * is a hole."""
    cells = lines[1 : rows + 1]
    return {
        "size_of_blocks": int(lines[0][0]),
        "circles": art(cells, lambda word: {"1": "o", "2": "*"}.get(word, ".")),
        "holes": art(cells, lambda word: "#" if word == "*" else "."),
    }


def _corner(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The place of the star, in half cells; then arrows."""
    column, row = (int(word) // 2 for word in lines[0])
    star = [["*" if (r, c) == (row, column) else "." for c in range(columns)] for r in range(rows)]
    return {"star": art(star), **_arrows(lines[1:], rows, columns)}


def _sums_at_edges(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[: 2 * rows - 1]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            drawn[y][x] = word.replace("-2", "?")
    return {"circles": art(drawn), "size": f"{rows}x{columns}"}


def _sizes(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Numbers behind circles; walls are not entered."""
    return digits("number")(puzzle, [["."] * columns] * rows + lines[2 * rows - 1 :], rows, columns)


def _twins(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    rooms, rest = divided(lines, rows, columns)
    return {
        "rooms": art(rooms),
        "grey": art(rest[:rows], lambda word: "~" if word[0] == "-" else "."),
        "clues": art(rest[:rows], lambda word: word.strip("-") or "."),
    }


def _numbers_behind(layer: str) -> Answer:
    return lambda puzzle, lines, rows, columns: digits(layer)(
        puzzle, divided(lines, rows, columns)[1], rows, columns
    )


def _to_goals(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 to 4 are arrows, 5 is a goal."""
    rooms, rest = divided(lines, rows, columns)
    return {
        "rooms": art(rooms),
        "arrows": art(rest[:rows], lambda word: "^v<>"[int(word) - 1] if word in "1234" else "."),
        "goals": art(rest[:rows], lambda word: "o" if word == "5" else "."),
    }


def _entered_arrows(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Those that are given are not entered."""
    return digits("arrow")(puzzle, divided(lines, rows, columns)[1], rows, columns)


def _blocks(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers with commas between, `-` for one that is not said."""
    return {"clues": art(lines[:rows], lambda word: word.replace("-", "?"))}


def _summed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The largest number; then sums as blocks are."""
    blocks = _blocks_beside(lines[1:], rows, columns)
    return {"largest": int(lines[0][0]), "sums": blocks["blocks"], "size": blocks["size"]}


def _behind_sums(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    inside = [row[(columns + 1) // 2 :] for row in lines[1 + (rows + 1) // 2 :]]
    return digits("number")(puzzle, [["."] * columns] * rows + inside, rows, columns)


def _walls_behind(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    return edges("wall", places, lines[rows : 3 * rows - 1])


def _pointing(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 to 4 are arrows, 5 is a circle; o stands before the number of a circle."""

    def arrow(word: str) -> str:
        return "?" if word == "-" else "^v<>"[int(word) - 1] if word in "1234" else "."

    def circle(word: str) -> str:
        return "o" if word == "5" else "." if word[0] != "o" else word[1:] or "?"

    return {"arrows": art(lines[:rows], arrow), "circles": art(lines[:rows], circle)}


def _centres(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    lines = lines[lines[0] == ["c"] :]
    given = _dotted(".o*")(lines, rows, columns)
    return {"centres": given.pop("circles"), **given}


HALF_TURN = "a half turn about its star maps each area onto itself"
NO_SHADE = {"brNoShade": "at least one cell is shaded"}
COUNT = "a number counts the shaded cells of its room"
TWO_BLOCKS = "each room has two blocks"
CONNECTED = {"csDivide": "shaded cells are connected", "cs2x2": "no 2x2 is all shaded"}
ROOMS = "rooms: |\n  AAB\n  AAB\n  CCC\n"
L_SHAPE = "each area is an L-shape"
CORNER = {
    "arBlkEdge": "arrows are at ends",
    "ciNotOnCnr": "circles are at corners",
    "bkNotLshape": L_SHAPE,
    "bdDeadEnd": "each wall separates two areas",
}

CASES = {
    "ringring": Case(
        _black,
        behind(lines_of),
        {
            "lnOnShade": "no line goes through a black cell",
            "lnBranch": "lines do not branch or end",
            "lnNotRect": "each loop is a rectangle",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("black: |\n  .#\n  ..\n", "a line goes through each other cell"),
        unmade=True,
    ),
    "nagenawa": Case(
        numbered("counts"),
        behind_rooms(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lnBranch": "lines do not branch or end",
            "bkLineLt": "a number counts the cells of its room with a line",
        },
        blank=ROOMS,
        none=("rooms: |\n  AA\n  AA\ncounts: {A: 3}\n", "a number counts the cells of its room with a line"),
    ),
    "ayeheya": Case(
        _counted("counts"),
        _in_counted(),
        NO_SHADE | LEFT | {"bkShadeNe": COUNT},
        blank="rooms: |\n  BBA\n  BAA\n  AAA\n",
        none=(
            "rooms: |\n  AA\n  AA\ncounts: {A: 1}\n",
            "a half turn of a room maps its shaded cells onto themselves",
        ),
    ),
    "akichi": Case(
        numbered("sizes"),
        shaded_behind_rooms(),
        NO_SHADE
        | NEIGHBOURS
        | {"cuRoomGt": "no group of unshaded cells of a room is larger than its number"},
        blank="rooms: |\n  AAB\n  AAB\n",
        none=("rooms: |\n  AA\n  AA\nsizes: {A: 4}\n", "a block of open cells of a room is as large"),
        several=("pzprv3/akichi/3/3/x",),
    ),
    "oneroom": Case(
        numbered("counts"),
        shaded_behind_rooms(),
        NO_SHADE
        | LEFT
        | {
            "bkSubdivided": "unshaded cells of a room are connected",
            "bdDoorsGt": "two rooms have at most one door",
        },
        blank="rooms: |\n  AAB\n  AAB\n",
        none=("rooms: |\n  AAB\n  AAB\ncounts: {A: 0, B: 0}\n", "two rooms have at most one door"),
    ),
    "disco": Case(
        _rooms,
        _behind_walls,
        CONNECTED | {"bkNoShade": TWO_BLOCKS},
        blank="rooms: |\n  BBA\n  BAA\n  AAA\n",
        none=("rooms: |\n  AB\n", TWO_BLOCKS),
        unmade=True,
    ),
    "nuritwin": Case(
        numbered("sizes"),
        shaded_behind_rooms(),
        CONNECTED
        | {
            "bkSizeNe": "a number is the size of each block of its room",
            "bkDifferentShape": "both blocks of a room are of one size",
        },
        blank="rooms: |\n  AAAA\n  ABAA\n  ABBB\n",
        none=("rooms: |\n  AAA\n  BBB\nsizes: {A: 2}\n", "a number is the size of each block of its room"),
    ),
    "isowatari": Case(
        _of_one_size,
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[3 * rows + 1 :], rows, columns),
        {
            "circleShade": "black circles are shaded, and no white ones",
            "cuDivide": "unshaded cells are connected",
            "csLtN": "each block has as many cells as the board says",
        },
        blank="size_of_blocks: 1\nsize: 3x3\n",
        several=("pzprv3/isowatari/3/3/",),
        none=("size_of_blocks: 5\nsize: 2x2\n", "no 2x2 is all unshaded"),
    ),
    "invlitso": Case(
        _rooms,
        _behind_walls,
        {
            "bkShadeLt4": "four cells of each room are unshaded",
            "bkShadeGt4": "four cells of each room are unshaded",
            "bsSameShape": "no two of a shape share an edge",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\n",
        none=("rooms: |\n  AAA\n", "four cells of each room are unshaded"),
    ),
    "marutaring": Case(
        numbered("counts"),
        shaded_behind_rooms(),
        NO_SHADE
        | CONNECTED
        | {"csNotRect": "shaded cells of a room are straight", "shDeadEnd": "shaded cells do not end"},
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  BDDD\n  BBBB\n  CCBA\n  CCCA\n",
        none=("rooms: |\n  AAA\n  AAA\n  AAA\n", "shaded cells of a room are straight"),
    ),
    "tetroctb": Case(
        numbered("counts"),
        shaded_behind_rooms(),
        NO_SHADE
        | {
            "csLt4": "each block of shaded cells is a tetromino",
            "bkNoBorder": "each tetromino crosses a border of rooms",
            "bkShadeNe": COUNT,
        },
        small=(4, 4),
        blank="rooms: |\n  AABB\n  AABB\n",
        none=("rooms: |\n  AAA\n  AAA\n", "each tetromino crosses a border of rooms"),
    ),
    "guidearrow": Case(
        _corner,
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[rows + 1 :], rows, columns),
        NEIGHBOURS | LEFT | {"cuLoop": "form no loop"},
        blank="star: |\n  *..\n  ...\n  ...\n",
        none=("star: |\n  *..\narrows: |\n  ..>\n", "an arrow points along the way to the star"),
    ),
    "kakuru": Case(
        lambda lines, rows, columns: {"sums": _black_sums(lines, rows, columns)["clues"]},
        digits("number"),
        {
            "nqAroundDup": "numbers around a sum all differ",
            "nmAround": "equal numbers do not touch",
        },
        small=(2, 3),
        real=(4, 4),
        blank="sums: |\n  6.\n  ..\n",
        none=("sums: |\n  5.\n  ..\n", "a sum is that of the numbers around it"),
    ),
    "wafusuma": Case(
        _sums_at_edges,
        _sizes,
        {
            "bdUnusedCircle": "a circle is between two areas",
            "bkSizeGt": "each number is the size of its area",
            "nmSumNe": "a number is the sum of the sizes of its areas",
        },
        blank="size: 2x3\n",
        none=("circles: |\n  .....\n  ..4..\n  .....\n", "a number is the sum of the sizes of its areas"),
    ),
    "twinarea": Case(
        _twins,
        _numbers_behind("number"),
        {
            "bkNoNum": "each room has one number",
            "bkSizeNe": "a number is the size of its room",
            "bkSumNe": "the numbers in a grey area sum to its size",
        },
        blank="rooms: |\n  AAB\n  AAB\n",
        none=(
            "rooms: |\n  AA\ngrey: |\n  ~.\nclues: |\n  2.\n",
            "the numbers in a grey area sum to its size",
        ),
    ),
    "roma": Case(
        _to_goals,
        _entered_arrows,
        {"bkDupNum": "no arrow occurs twice in a room"},
        real=(4, 4),
        blank="rooms: |\n  AAB\n  CCB\ngoals: |\n  ...\n  ..o\n",
        none=("rooms: |\n  AB\narrows: |\n  ><\n", "arrows lead to a goal"),
    ),
    "tapaloop": Case(
        _blocks,
        behind(lines_of),
        LINES | {"tapaloopError": "numbers are the lengths of visits around them"},
        real=(5, 5),
        blank="clues: |\n  ? . .\n  . . .\n  . . .\n",
        none=("clues: |\n  6 .\n  . .\n", "numbers are the lengths of visits around them"),
    ),
    "japanesesums": Case(
        _summed,
        _behind_sums,
        {
            "ceNoNum": "clues are the sums of the blocks",
            "nmSumOrderRowNe": "clues are the sums of the blocks of their row or column",
        },
        real=(4, 4),
        blank="largest: 2\nsize: 2x2\n",
        none=(
            "largest: 2\nsize: 2x2\nsums:\n  rows: ['4', .]\n  columns: [., .]\n",
            "clues are the sums of the blocks of their row or column",
        ),
    ),
    "cts": Case(
        _blocks_beside,
        _behind_blocks,
        CONNECTED | {"exNoMatch": "clues are the lengths of the blocks of their row or column"},
        real=(5, 5),
        blank="size: 2x3\n",
        none=("size: 2x2\nblocks:\n  rows: ['2', '2']\n  columns: [., .]\n", "no 2x2 is all shaded"),
    ),
    "nuriuzu": Case(
        _centres,
        lambda puzzle, lines, rows, columns: shaded("shade")(
            puzzle, lines[(lines[0] == ["c"]) + 2 * rows - 1 :], rows, columns
        ),
        {
            "bkPlStar": "each area that is left has one star",
            "cs2x2": "no 2x2 is all shaded",
            "bkNotSymSt": HALF_TURN,
            "cu2x2": "no 2x2 is all unshaded",
        },
        blank="centres: |\n  ...\n  .*.\n  ...\n",
        none=("centres: |\n  **\n", "each area that is left has one star"),
        several=("pzprv3/nuriuzu/3/3/.",),
    ),
    "sashigane": Case(
        _pointing,
        _walls_behind,
        CORNER,
        blank="size: 2x3\n",
        none=("circles: |\n  7..\n  ...\n", "a number is the size of its area"),
        small=(4, 4),
    ),
    "loute": Case(
        _pointing,
        _walls_behind,
        CORNER,
        blank="size: 2x3\n",
        none=("circles: |\n  oo.\n  ...\n", L_SHAPE),
        small=(4, 4),
    ),
    "sashikazune": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "numbers"),
        _walls_behind,
        {"bkNotLshape": L_SHAPE, "bkNumGt2": "no area has more than two numbers"},
        blank="size: 2x3\n",
        none=("numbers: |\n  4..\n  ...\n", "a number counts the cells from it to the corner"),
        small=(4, 4),
    ),
    "heavydots": Case(
        lambda lines, rows, columns: {
            **numbers(lines, rows, columns, "numbers"),
            "dots": art(lines[rows : 2 * rows + 1], lambda word: {"3": "*", "4": "o"}.get(word, ".")),
        },
        lambda puzzle, lines, rows, columns: _walls_behind(puzzle, lines[rows + 1 :], rows, columns),
        {
            "bdCrossUnderWhite": "four walls meet at a white dot",
            "bdCrossUnder": "three walls meet at a black dot",
            "bk2x2": "no 2x2 is in one area",
            "bkNumGe2": "no area has two numbers",
        },
        blank="size: 2x3\n",
        none=("numbers: |\n  6..\n  ...\n", "no 2x2 is in one area"),
    ),
    "ncells": Case(
        lambda lines, rows, columns: {
            "cells": int(lines[0][0]),
            **numbers(lines[1:], rows, columns, "numbers"),
        },
        lambda puzzle, lines, rows, columns: _walls_behind(puzzle, lines[1:], rows, columns),
        {"size": "each area has as many cells as the board says", "walls": "a number counts the walls"},
        blank="cells: 3\nsize: 3x3\n",
        none=("cells: 4\nsize: 3x3\n", "each area has as many cells as the board says"),
    ),
    "firefly": Case(
        lambda lines, rows, columns: {"fireflies": arrows(lines, rows, columns)["arrows"]},
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lnCross": "lines do not branch or cross",
            "lcCurveNe": "a number counts the turns of the line from its dot",
            "lcDivided": "all lines are connected",
            "nmNoLine": "a line begins at each dot",
        },
        small=(3, 4),
        real=(4, 4),
        blank="fireflies: |\n  >? . .\n  . . .\n  . . .\n",
        none=("fireflies: |\n  >? <?\n", "no line joins two dots"),
    ),
    "nikoji": Case(
        lambda lines, rows, columns: {
            "letters": art(
                lines[:rows], lambda word: chr(64 + int(word)) if word.isdigit() else word.replace("-", "?")
            )
        },
        _walls_behind,
        {
            "bkNumGe2": "each area has one letter",
            "bkDifferentShape": "areas of equal letters are alike",
            "bkDifferentOrientation": "areas of equal letters are alike",
            "bkDifferentLetters": "areas of different letters differ in shape",
        },
        blank="letters: |\n  A..\n  ...\n  ..B\n",
        none=("letters: |\n  AB\n", "areas of different letters differ in shape"),
        unmade=True,
    ),
}
