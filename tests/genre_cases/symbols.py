"""Genres of shaded cells, signs and numbers, with clues of many kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import (
    Answer,
    Case,
    Entered,
    Given,
    Lines,
    art,
    circles,
    digits,
    edges,
    numbers,
    shaded,
)
from tests.genre_cases.further import EMPTY, LEFT, NEIGHBOURS
from tests.genre_cases.loops import arrows, behind, behind_rooms, divided, in_rooms, lines_of, numbered
from tests.genre_cases.numbers import _stars, with_walls
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _size(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"size": f"{rows}x{columns}"}


def _behind(layer: str = "shade") -> Answer:
    """What is marked, behind the clues of cells."""
    return shaded(layer, 0)


def _behind_dots(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, lines[2 * rows - 1 :], rows, columns)


def _dots(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    keys = _stars(lines, rows, columns)
    return {"circles": keys["centres"], "sides": keys["sides"], "corners": keys["corners"]}


def shaded_behind_rooms(more: int = 0) -> Answer:
    """Shaded cells behind rooms and their numbers, in a frame of so many rows and columns."""
    return behind_rooms(
        lambda puzzle, lines: shaded("shade")(puzzle, lines, puzzle.sheet.rows, puzzle.sheet.columns)
    )


def _at_edges(signs: dict[str, str], key: str, others: str = "") -> Any:
    """Signs between the cells of rows, then of columns; numbers between cells are of the other key."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
        more = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
        for r in range(rows):
            for c in range(columns - 1):
                _draw(lines[r][c], 0, signs, drawn, more, (2 * r + 1, 2 * c + 2))
        for r in range(rows - 1):
            for c in range(columns):
                _draw(lines[rows + r][c], 1, signs, drawn, more, (2 * r + 2, 2 * c + 1))
        return {"size": f"{rows}x{columns}", key: art(drawn), **({others: art(more)} if others else {})}

    return given


def _draw(
    word: str, level: int, signs: dict[str, str], drawn: Lines, more: Lines, at: tuple[int, int]
) -> None:
    if word in signs:
        drawn[at[0]][at[1]] = signs[word][-1 if level else 0]
    elif word != "0":
        more[at[0]][at[1]] = word


def _digits_behind_edges(layer: str) -> Answer:
    return lambda puzzle, lines, rows, columns: digits(layer)(
        puzzle, [["."] * columns] * rows + lines[2 * rows - 1 :], rows, columns
    )


def _framed(lines: Lines, rows: int, columns: int, key: str = "counts") -> dict[str, Any]:
    """Numbers above columns and before rows."""

    def number(word: str) -> int | str:
        return int(word.strip("c")) if word.strip("c").isdigit() else "."

    sums = {"columns": [*map(number, lines[0][1:])], "rows": [number(row[0]) for row in lines[1 : rows + 1]]}
    return {key: sums, **_size(lines, rows, columns)}


def _in_frame(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    return shaded("shade")(puzzle, [row[1:] for row in lines[1:]], puzzle.sheet.rows, puzzle.sheet.columns)


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = art(lines[:rows], lambda word: {"-": "x", ".": "."}.get(word) or ".NSWE"[int(word)])
    return {"clues": clues}


def _news(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    rest = divided(lines, rows, columns)[1]
    for part in (rest[:rows], rest[rows : 2 * rows]):
        for r, row in enumerate(part):
            for c, word in enumerate(row):
                if word.isdigit():
                    yield ("letter", (2 * r + 1, 2 * c + 1)), int(word)


def _blocks(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers with commas between, `-` for one that is not said, among shaded cells."""
    clues = art(lines[:rows], lambda word: word.replace("-", "?") if word not in "#+." else ".")
    return {"clues": clues, **_size(lines, rows, columns)}


def _dotted(signs: str) -> Given:
    """Signs of cells, of edges and of corners, in a drawing of half cells."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        drawn = [[".", *row[0], "."] for row in lines[: 2 * rows - 1]]
        drawn = [["."] * (2 * columns + 1), *drawn, ["."] * (2 * columns + 1)]
        drawn = [[signs[int(word)] if word.isdigit() else "." for word in row] for row in drawn]
        edges = [[sign if (r + c) % 2 else "." for c, sign in enumerate(row)] for r, row in enumerate(drawn)]
        return {
            "circles": art([row[1::2] for row in drawn[1::2]]),
            "sides": art(edges),
            "corners": art([row[::2] for row in drawn[::2]]),
        }

    return given


def _black_sums(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """`b` is a black cell without a number."""
    return {"clues": art(lines[:rows], lambda word: {"b": "#", "-": "#"}.get(word, word))}


def _alphabet(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    text = art(
        lines[:rows], lambda word: chr(64 + int(word)) if word.isdigit() else "?" if word == "-" else "."
    )
    return {"letters": text}


def _corner_circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"circles": art(lines[: rows + 1], lambda word: {"1": "o", "2": "*"}.get(word, "."))}


def _behind_corners(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    rows = puzzle.sheet.rows
    return shaded("shade")(puzzle, lines[rows + 1 :], rows, puzzle.sheet.columns)


def _walls_behind(rows_of_clues: int) -> Answer:
    """Walls behind so many times the rows of clues, and as often edges that are not entered."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        places = [place for layer, place in puzzle.domains if layer == "wall"]
        return edges("wall", places, lines[rows + rows_of_clues * (2 * rows - 1) :][: 2 * rows - 1])

    return entered


def _coloured(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """colour,number; -2 is no number."""

    def clue(word: str) -> str:
        colour, comma, number = word.partition(",")
        return "o*"[int(colour)] + (number if int(number) > 0 else "") if comma else "."

    return {"clues": art(lines[:rows], clue)}


def _with_colours(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Cells with a clue are as it says."""
    yield from shaded("shade", 0, sign="1")(puzzle, lines, rows, columns)
    clues = puzzle.sheet.clues["clues"].items()
    yield from ((("shade", place), value[0] - 1) for place, value in clues if isinstance(value, tuple))


def _marks(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return _at_edges({"1": "#", "2": "x"}, "marks")(lines, rows, columns)


def _signs_in_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"clues": art(lines[:rows], lambda word: {"-": "?", ".": "."}.get(word) or ".o^#"[int(word)])}


def _blocks_beside(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers of blocks above columns and before rows, in as many rows and columns as half the board has."""
    above, before = (rows + 1) // 2, (columns + 1) // 2

    def clue(words: Iterable[str]) -> str:
        return ",".join(word.replace("-2", "?") for word in words if word != ".") or "."

    upper = [clue(row[c] for row in lines[:above]) for c in range(before, before + columns)]
    left = [clue(row[:before]) for row in lines[above:]]
    return {"blocks": {"columns": upper, "rows": left}, **_size(lines, rows, columns)}


def _behind_blocks(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    inside = [row[(columns + 1) // 2 :] for row in lines[(rows + 1) // 2 :]]
    return shaded("shade")(puzzle, inside, rows, columns)


def _tiled(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Tiles between all borders, and regions between those of value 1."""
    walls = [[str(int(word != "0")) for word in row] for row in lines]
    thick = [[str(int(word == "1")) for word in row] for row in lines]
    return {
        "tiles": art(divided(walls, rows, columns)[0]),
        "regions": art(divided(thick, rows, columns)[0]),
    }


def _on_ropes(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """0 is not entered, nor what is no number of this genre."""
    for entered in digits("number")(puzzle, lines[2 * rows - 1 :], rows, columns):
        if 0 < entered[1] < 10:
            yield entered


def _ropes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {
        **_at_edges({"1": "="}, "ropes")(lines[rows:], rows, columns),
        "sums": _black_sums(lines, rows, columns)["clues"],
    }


def _in_magnet_frame(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers of plus, and of minus, above columns and before rows; `q` is before what is given."""
    rest = lines[2 * rows - 1 :]

    def number(word: str) -> int | str:
        return int(word.strip("c")) if word.strip("c").isdigit() else "."

    counts = {
        "top": [*map(number, rest[0][2:])],
        "bottom": [*map(number, rest[1][2:])],
        "left": [number(row[0]) for row in rest[2:]],
        "right": [number(row[1]) for row in rest[2:]],
    }
    cells = [row[2:] for row in rest[2:]]
    given = with_walls(lines, rows, columns)
    return {
        **{"rooms": given["rooms"], "walls": given["walls"], "counts": counts},
        "poles": art(cells, lambda word: {"q1": "+", "q2": "-"}.get(word, ".")),
        "holes": art(cells, lambda word: word if word == "#" else "."),
    }


def _poles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for r, row in enumerate(lines[2 * rows + 1 :]):
        for c, word in enumerate(row[2:]):
            if word[0] in "aq":
                yield ("pole", (2 * r + 1, 2 * c + 1)), int(word[1:])


def _seen(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """What is given, and what is entered; `+` is any number, such as 0."""
    for part in (lines[rows:][:rows], lines[:rows]):
        for r, row in enumerate(part):
            for c, word in enumerate(row):
                if word.isdigit() or word == "+":
                    yield ("number", (2 * r + 1, 2 * c + 1)), 1 + int(word) if word.isdigit() else 1


def _maze(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    tiles, rest = divided(lines, rows, columns)
    signs = {"s": "S", "g": "G", "o": "o", "t": "^"}
    return {"tiles": art(tiles), "signs": art(rest[:rows], lambda word: signs.get(word, "."))}


# ---- genres that the site does not have: a board is drawn as an instance is, its answer behind it


def _plain(key: str) -> Given:
    return lambda lines, rows, columns: {key: art(lines[:rows])}


def _signs_behind(layer: str, signs: str) -> Answer:
    """What is entered behind the clues: the first sign is of value 0."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        for r, row in enumerate(lines[rows:][:rows]):
            for c, word in enumerate(row):
                yield (layer, (2 * r + 1, 2 * c + 1)), signs.index(word)

    return entered


def _sums(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    is_empty = len(lines) <= rows  # the site leaves it out
    return _size(lines, rows, columns) if is_empty else _framed(lines, rows, columns, "sums")


def _streets(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """`#`, or a number behind it, is a black cell."""
    black = art(lines[:rows], lambda word: word.strip("#") or "#" if word[0] == "#" else ".")
    return {"black": black, "clues": art(lines[:rows], lambda word: word if word.isdigit() else ".")}


def _cages(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The room of each cell, and results at cells; `:` is for `/`, which ends a row."""
    rooms, clues = lines[:rows], lines[rows : 2 * rows]
    results = {
        room: word.replace(":", "/")
        for names, row in zip(rooms, clues)
        for room, word in zip(names, row)
        if word != "."
    }
    return {"rooms": art(rooms), "results": results}


CASES = {
    "yajikazu": Case(
        arrows,
        _behind(),
        EMPTY | LEFT,
        none=("arrows: |\n  >2 .\n  <1 .\n", "an unshaded arrow"),
    ),
    "nothree": Case(
        _dots,
        _behind_dots,
        EMPTY | LEFT | {"csGt1": "circle exactly one is shaded"},
        blank="size: 2x3\n",
        none=("circles: |\n  oo\n", "no two shaded cells are neighbours"),
    ),
    "lookair": Case(
        numbers,
        _behind(),
        EMPTY | {"lookairBC": "no two squares of the same size see each other"},
        none=("clues: |\n  5.\n  ..\n", "a number counts the shaded cells among its own and those beside it"),
    ),
    "cityspace": Case(
        numbers,
        _behind(),
        {
            "cuDivide": "unshaded cells are connected",
            "cuLoop": "form no loop",
            "cs1x1": "a strip has two cells or more",
        },
        none=("clues: |\n  9..\n  ...\n", "a number counts the unshaded cells that it sees"),
    ),
    "stostone": Case(
        numbered("clues"),
        shaded_behind_rooms(),
        {
            "cbShade": "blocks of different rooms do not touch",
            "csUpper": "a block fall equally far",
            "cuLower": "half of the cells of each column",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  ABB\n",
        none=("rooms: |\n  AAA\n", "half of the cells of each column"),
    ),
    "mannequin": Case(
        numbered("clues"),
        shaded_behind_rooms(),
        {
            "bkShadeGt2": "each room has two shaded cells",
            "bkShadeLt2": "each room has two shaded cells",
            "bkShadeDistNe": "a number counts the cells on the way",
        },
        blank="rooms: |\n  AAAA\n  AAAA\n  BBBB\n",
        none=("rooms: |\n  AABB\n", "in neighbouring rooms"),
        several=("pzprv3/mannequin/4/8/",),
    ),
    "minarism": Case(
        _at_edges({"a": "<^", "b": ">v"}, "signs", "differences"),
        _digits_behind_edges("number"),
        {"nmDupRow": "no number occurs twice", "nmIneqNe": "a sign points at the smaller number"},
        real=(5, 5),
        blank="size: 3x3\n",
        none=(
            "size: 2x2\ndifferences: |\n  .....\n  ..3..\n  .....\n  .....\n  .....\n",
            "the difference of their numbers",
        ),
    ),
    "kropki": Case(
        _at_edges({"1": "o", "2": "*"}, "dots"),
        _digits_behind_edges("number"),
        {
            "nmDupRow": "no number occurs twice",
            "nmSubEq1": "without a white dot",
            "nmDivEq2": "without a black dot",
        },
        real=(5, 5),
        blank="dots: |\n  .........\n  ..o...o..\n  .o...o.*.\n  ....o.*..\n  ...o.*.o.\n  ..o.*.o..\n  .o.*.o...\n  ..*.o....\n  .........\n",
        none=("size: 2x2\n", "without a white dot"),
    ),
    "news": Case(
        in_rooms(_letters),
        _news,
        {
            "arAlone": "each room has two letters",
            "bkNoNum": "each room has two letters",
            "nmDupRow": "no letter occurs twice in a row or column",
        },
        blank="rooms: |\n  AA\n  AB\n  BB\n",
        none=("rooms: |\n  A\n  B\n", "each room has two letters"),
        several=("pzprv3/news/5/4/n/",),
    ),
    "aquarium": Case(
        lambda lines, rows, columns: {
            "rooms": in_rooms(_size)(lines, rows, columns)["rooms"],
            **_framed(divided(lines, rows, columns)[1], rows, columns),
        },
        lambda puzzle, lines, rows, columns: _in_frame(puzzle, divided(lines, rows, columns)[1]),
        EMPTY
        | {
            "exShadeNe": "a number beside the board counts",
            "csNoLevel": "water that is joined within a room has one level",
        },
        blank="rooms: |\n  ABB\n  AAB\n",
        none=("rooms: |\n  AA\ncounts:\n  rows: [.]\n  columns: [1, 0]\n", "water that is joined"),
        several=("pzprv3/aquarium/3/4/",),  # no clue
    ),
    "tapa": Case(
        _blocks,
        shaded("shade"),
        EMPTY
        | {"ceTapaNe": "numbers are the lengths of the blocks", "csDivide": "shaded cells are connected"},
        none=("clues: |\n  8..\n  ...\n", "numbers are the lengths of the blocks"),
    ),
    "takuzu": Case(
        _plain("clues"),
        _signs_behind("digit", "?01"),
        {
            "three alike": "no three successive cells",
            "as many": "as many 0 as 1",
            "equal rows": "no two rows are equal",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("clues: |\n  00\n  ..\n", "as many 0 as 1"),
    ),
    "mosaic": Case(
        _plain("clues"),
        _behind(),
        {"too few": "the eight around it", "too many": "the eight around it"},
        none=("clues: |\n  5.\n  ..\n", "the eight around it"),
    ),
    "yajikabe": Case(
        _plain("arrows"),
        _behind(),
        {
            "arrow": "an arrow counts",
            "whole": "no 2x2 is all shaded",
            "parts": "shaded cells are connected",
            "on an arrow": "an arrow is not shaded",
        },
        none=("arrows: |\n  >3 . .\n  . . .\n", "an arrow counts"),
    ),
    "kakurasu": Case(
        _sums,
        lambda puzzle, lines, rows, columns: _in_frame(puzzle, lines),
        EMPTY,
        site="box",
        real=(5, 5),
        blank="size: 2x3\n",
        none=("size: 2x2\nsums:\n  rows: [4, .]\n  columns: [., .]\n", "the sum of the places"),
    ),
    "str8ts": Case(
        _streets,
        digits("number"),
        {
            "twice": "no number occurs twice",
            "black": "no number occurs twice",
            "gap": "the numbers of a street are consecutive",
        },
        real=(5, 5),
        blank="black: |\n  .#.\n  ...\n",
        none=("black: |\n  ..\n  ..\nclues: |\n  1.\n  .2\n", "no number occurs twice"),
    ),
    "hidoku": Case(
        _plain("clues"),
        digits("number"),
        {"twice": "each number from 1 on is there once", "away": "successive numbers are neighbours"},
        real=(5, 5),
        blank="size: 2x2\n",
        none=("clues: |\n  1.2\n", "successive numbers are neighbours"),
    ),
    "kenken": Case(
        _cages,
        lambda puzzle, lines, rows, columns: digits("number")(puzzle, lines[rows:], rows, columns),
        {
            "twice": "no number occurs twice",
            "sum": "a number with + is the sum",
            "product": "a number with × is the product",
            "difference": "a number with − is the difference",
        },
        real=(4, 4),
        blank="rooms: |\n  AAA\n  BBB\n  CCC\n",
        none=("rooms: |\n  AA\n  BB\nresults: {A: 5+}\n", "a number with + is the sum"),
    ),
    "tetrochain": Case(
        arrows,
        _behind(),
        {
            "csGt4": "each block of shaded cells is a tetromino",
            "bsSameShape": "tetrominoes that touch at a corner differ",
            "csDivide": "shaded cells are connected, diagonally too",
        },
        small=(4, 4),
        real=(5, 5),
        blank="size: 2x4\n",
        none=("arrows: |\n  >1 .\n  . .\n", "an arrow counts"),
    ),
    "tetrochaink": Case(
        _dotted(".*@o"),
        _behind_dots,
        {
            "csLt4": "each block of shaded cells is a tetromino",
            "bsSameShape": "tetrominoes that touch at a corner differ",
            "csDotBlack": "at a black circle",
            "csDotWhite": "at a black circle",
        },
        small=(4, 4),
        real=(5, 5),
        blank="size: 2x4\n",
        none=("circles: |\n  *.\n  .o\n", "at a black circle"),
    ),
    "sananko": Case(
        _black_sums,
        digits("number"),
        {
            "nmRange": "number",
            "bkSizeLt3": "each group has three numbers",
            "nqAroundSumNe": "the sum of the numbers beside it",
        },
        small=(3, 4),
        real=(5, 5),
        blank="size: 2x3\n",
        none=("clues: |\n  7.\n  ..\n", "the sum of the numbers beside it"),
    ),
    "dominion": Case(
        _alphabet,
        _behind(),
        {
            "csGt2": "each block of shaded cells is a domino",
            "bkPlNum": "different letters are in different regions",
            "bkNoNum": "each region has a letter",
        },
        real=(5, 5),
        blank="letters: |\n  A..\n  ...\n  ..?\n",
        none=("letters: |\n  AB\n", "different letters are in different regions"),
    ),
    "sumiwake": Case(
        lambda lines, rows, columns: {
            "rooms": art(divided(lines, rows, columns)[0]),
            **_corner_circles(divided(lines, rows, columns)[1], rows, columns),
        },
        lambda puzzle, lines, rows, columns: _behind_corners(puzzle, divided(lines, rows, columns)[1]),
        NEIGHBOURS | {"csLt1": "at a white circle", "csLt2": "at a white circle"},
        real=(5, 5),
        blank="rooms: |\n  AAB\n  CCB\n",
        none=("rooms: |\n  AA\ncircles: |\n  *..\n  ...\n", "at a white circle"),
    ),
    "martini": Case(
        in_rooms(lambda lines, rows, columns: numbers(lines, rows, columns, "circles")),
        shaded_behind_rooms(),
        {
            "circleShade": "a white circle is not shaded",
            "cbShade": "blocks of different rooms do not touch",
            "bkSizeLt": "the white circles in its area",
            "csDivide": "blocks are connected diagonally",
        },
        real=(5, 5),
        blank="rooms: |\n  AAB\n  CCB\n",
        none=("rooms: |\n  AA\ncircles: |\n  2.\n", "the white circles in its area"),
    ),
    "yajitatami": Case(
        arrows,
        _walls_behind(1),
        {
            "bdCross": "no four areas meet at a corner",
            "bkSize1": "each area has two cells or more",
            "bkSizeNe": "the size of its area",
        },
        small=(3, 4),
        real=(5, 5),
        blank="size: 2x3\n",
        none=("arrows: |\n  >3 . .\n  . . .\n", "an arrow counts the walls"),
    ),
    "usotatami": Case(
        numbers,
        _walls_behind(0),
        {
            "bdCross": "no four areas meet at a corner",
            "bkNumGe2": "each area has one number",
            "bdDeadEnd": "each wall separates two areas",
        },
        blank="clues: |\n  ?.?\n  .?.\n",
        none=("clues: |\n  1?\n", "a number is not the size of its area"),
        real=(3, 3),
    ),
    "wittgen": Case(
        numbers,
        behind(lambda puzzle, lines: lines_of(puzzle, lines[puzzle.sheet.rows :])),
        {
            "nmLineGt": "a number counts the neighbours",
            "lnLengthNe3": "a line goes through three cells",
            "cuDivide": "unshaded cells are connected",
        },
        small=(4, 4),
        real=(5, 5),
        none=("clues: |\n  4.\n  ..\n", "a number counts the neighbours"),
    ),
    "lightshadow": Case(
        _coloured,
        _with_colours,
        {
            "bkNumGe2": "has one clue",
            "bkSizeLt": "a number is the size of its area",
            "bkNoNum": "has one clue",
        },
        blank="clues: |\n  *..\n  ..o\n",
        none=("clues: |\n  o *3\n", "a number is the size of its area"),
    ),
    "kramma": Case(
        circles,
        lambda puzzle, lines, rows, columns: _walls_behind(0)(puzzle, lines[rows + 1 :], rows, columns),
        {"bkNoNum": "each block has circles of one colour"},
        blank="circles: |\n  o.o\n",
        none=("circles: |\n  o*\n  *.\n", "each block has circles"),
    ),
    "antmill": Case(
        _marks,
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[2 * rows - 1 :], rows, columns),
        EMPTY
        | {
            "csGt2": "each block of shaded cells is a domino",
            "bdUnequal": "of the two cells beside a cross exactly one is shaded",
            "rmBranch": "each domino touches two others",
            "rmIsolated": "each domino touches two others",
        },
        small=(5, 5),
        real=(6, 6),
        blank="size: 5x5\n",
        none=("size: 2x2\n", "each domino touches two others"),
    ),
    "tontonbeya": Case(
        in_rooms(_signs_in_rooms),
        lambda puzzle, lines, rows, columns: digits("sign")(
            puzzle, divided(lines, rows, columns)[1], rows, columns
        ),
        {
            "nmDivide": "equal signs of a room are connected",
            "nmAdjacentGt2": "each cluster is beside one of its sign",
            "ceNoNum": "has no",
        },
        real=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\n",
        none=("rooms: |\n  A\n", "each cluster is beside one"),
    ),
    "coral": Case(
        _blocks_beside,
        _behind_blocks,
        {
            "exNoMatch": "numbers are the lengths of the blocks",
            "csDivide": "shaded cells are connected",
        },
        real=(5, 5),
        blank="size: 2x3\n",
        none=("size: 2x2\nblocks:\n  rows: ['2', '2']\n  columns: [., .]\n", "no 2x2 is all shaded"),
    ),
    "oasis": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "circles"),
        shaded("shade", 0, sign="1"),
        EMPTY | LEFT | {"nmOasisLt": "the circles that are reached"},
        real=(5, 5),
        blank="circles: |\n  ?..\n  ..?\n",
        none=("circles: |\n  2.\n  ..\n", "the circles that are reached"),
    ),
    "kuromenbun": Case(
        lambda lines, rows, columns: with_walls(lines, rows, columns),
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[3 * rows - 1 :], rows, columns),
        {
            "bkNumGe2": "no region has two numbers",
            "nmShadeLt": "the shaded cells beside its region",
        },
        real=(5, 5),
        blank="rooms: |\n  AAB\n  AAB\nclues: |\n  1..\n  ...\n",
        none=("rooms: |\n  AA\nclues: |\n  2.\n", "the shaded cells beside its region"),
    ),
    "parquet": Case(
        _tiled,
        _behind_dots,
        {
            "bkMixed": "a tile is shaded as a whole",
            "bkPluralShade": "each region has one shaded tile",
            "csLoop": "shaded cells form no loop",
        },
        small=(4, 4),
        real=(5, 5),
        blank="tiles: |\n  AABC\nregions: |\n  AAAA\n",
        none=("tiles: |\n  AB\n  CD\nregions: |\n  AB\n  CD\n", "shaded cells form no loop"),
        unmade=True,
    ),
    "numrope": Case(
        _ropes,
        _on_ropes,
        {
            "ceNoNum": "has no",
            "nmAdjacent": "equal numbers are not neighbours",
            "nmRange": "number",
        },
        blank="sums: |\n  ..\n  #.\n",
        none=("sums: |\n  1.\n  ..\n", "the sum of the numbers beside it"),
    ),
    "magnets": Case(
        _in_magnet_frame,
        _poles,
        {
            "nmAdjacent": "equal poles are not neighbours",
            "bkNumGt2": "each room has two poles or none",
            "exMinusNe": "counts the - in its line",
        },
        blank="rooms: |\n  AAB\n  CCB\n",
        none=(
            "rooms: |\n  AA\ncounts:\n  left: [2]\n  right: [.]\n  top: [., .]\n  bottom: [., .]\n",
            "counts the + in its line",
        ),
    ),
    "view": Case(
        numbers,
        _seen,
        {
            "brNoValidNum": "there is a number",
            "nmSumViewNe": "a number counts the empty cells",
            "ceSuspend": "a number counts the empty cells",
        },
        blank="size: 2x3\n",
        none=("clues: |\n  3.\n  ..\n", "a number counts the empty cells"),
    ),
    "nurimaze": Case(
        _maze,
        shaded_behind_rooms(),
        {
            "bkMixed": "a tile is shaded as a whole",
            "cuDivide": "unshaded cells are connected",
            "cs2x2": "no 2x2 is all shaded",
            "routeIgnoreCP": "goes through all circles",
        },
        blank="tiles: |\n  ABC\n  DEF\nsigns: |\n  S..\n  ..G\n",
        none=("tiles: |\n  AAA\nsigns: |\n  S^G\n", "goes through no triangle"),
    ),
    "onsen": Case(
        in_rooms(numbers),
        behind_rooms(lines_of),
        {
            "lnBranch": "each line is a loop",
            "lnDeadEnd": "each line is a loop",
            "lpNumGt2": "each loop has one circle",
            "lpNoNum": "each loop has one circle",
            "blLineNe": "the cells of its loop in its room",
        },
        real=(5, 5),
        blank="rooms: |\n  AAA\n  AAA\n  AAA\nclues: |\n  ?..\n  ...\n  ...\n",
        none=("rooms: |\n  AA\n  AA\nclues: |\n  3.\n  ..\n", "the cells of its loop in its room"),
    ),
    "scrin": Case(
        numbers,
        _behind(),
        {
            "bkNumUnshade": "a circle is shaded",
            "bkSizeNe": "a number is the size of its rectangle",
            "csdDivide": "rectangles are connected diagonally",
            "rmBranch": "each rectangle touches two others",
        },
        small=(4, 5),
        real=(5, 5),
        blank="size: 4x5\n",
        none=("clues: |\n  6.\n  ..\n", "each rectangle touches two others"),
    ),
}
