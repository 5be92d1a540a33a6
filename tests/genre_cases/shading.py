"""Genres in which cells are shaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Answer, Case, Entered, Given, Lines, art, numbers, shaded
from tests.genre_cases.numbers import with_walls
from zenkai_solver.models.genres.puzzle import GenrePuzzle

EMPTY_SHADE = {"brNoShade": "at least one cell is shaded"}
NEIGHBOURS = "no two shaded cells are neighbours"
LEFT = "unshaded cells are connected"
SHADED = "shaded cells are connected"
WHOLE = "no 2x2 is all shaded"
SEEN = "a number counts the unshaded cells that it sees"


def _is_empty(lines: Lines) -> bool:
    """A text without anything: the site leaves out one room and no clues."""
    return all(word == "." for row in lines for word in row)


def _rooms(key: str = "") -> Given:
    """How many rooms there are, the room of each cell, and the numbers of rooms, of this key."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        if _is_empty(lines):
            return {"rooms": art([["0"] * columns] * rows)}
        rooms, clues = lines[1 : 1 + rows], lines[1 + rows : 1 + 2 * rows]
        numbers = {
            room: clue.replace("-", "?")
            for names, row in zip(rooms, clues)
            for room, clue in zip(names, row)
            if key and clue != "."
        }
        return {"rooms": art(rooms), **({key: numbers} if numbers else {})}

    return given


def _in_rooms(layer: str = "shade", clued: bool = True) -> Answer:
    """What is shaded, behind the rooms, and their numbers if they have any."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        return shaded(layer)(puzzle, lines[1 + rows * (1 + clued) :], rows, columns)

    return entered


def _has_walls(lines: Lines, rows: int) -> bool:
    """Are there walls in place of rooms?"""
    return len(lines) == 4 * rows - 1


def _by_rooms_or_walls(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    given = with_walls if _has_walls(lines, rows) else _rooms("counts")
    return {key: value for key, value in given(lines, rows, columns).items() if key != "clues"}


def _behind_rooms_or_walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    behind = lines[3 * rows - 1 if _has_walls(lines, rows) else 1 + 2 * rows :]
    return shaded("shade")(puzzle, behind, rows, columns)


def _corners(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = {} if _is_empty(lines) else {"clues": art(lines[: rows + 1])}
    return {"size": f"{rows}x{columns}", **clues}


def _behind(more: int = 0, sign: str = "#") -> Answer:
    """What is shaded, behind the clues in cells, or corners, of which there are more rows."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        return shaded("shade", sign=sign)(puzzle, lines[rows + more :], rows, columns)

    return entered


def _bars(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for r, row in enumerate(lines[1 + 2 * rows :]):
        for c, word in enumerate(row):
            if word != "0":
                yield ("bar", (2 * r + 1, 2 * c + 1)), int(word)


CASES = {
    "heyawake": Case(
        _rooms("counts"),
        _in_rooms(),
        EMPTY_SHADE
        | {"cuDivideRB": LEFT, "bkUnshadeConsecGt3": "no straight line of unshaded cells crosses"},
        small=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AA\n  AA\ncounts: {A: 3}\n", "(the room of R1C1: 3)"),
        several=("pzprv3/heyawacky/",),
    ),
    "hitori": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "numbers"),
        _behind(),
        EMPTY_SHADE | {"cuDivideRB": LEFT},
        small=(4, 4),
        real=(6, 6),
        none=("numbers: |\n  111\n  111\n  111\n", "no number is left twice"),
    ),
    "kurodoko": Case(
        numbers,
        _behind(),
        EMPTY_SHADE | {"cuDivideRB": LEFT},
        none=("clues: |\n  2..\n  ...\n  ..9\n", SEEN),
    ),
    "norinori": Case(
        _rooms(),
        _in_rooms(clued=False),
        {
            "csGt2": "each shaded cell has one shaded neighbour",
            "csLt2": "each shaded cell has one shaded neighbour",
            "bkNoShade": "each room has two shaded cells",
        },
        small=(3, 4),
        real=(4, 5),
        blank="rooms: |\n  AAAA\n  BBBB\n  BBBB\n",
        none=("rooms: |\n  ABB\n  BBB\n", "each room has two shaded cells (the room of R1C1)"),
    ),
    "lits": Case(
        _rooms(),
        _in_rooms(clued=False),
        {
            "cs2x2": WHOLE,
            "bkShadeDivide": "the shaded cells of a room are an L, I, T or S",
            "csDivide": SHADED,
            "bkShadeLt4": "each room has four shaded cells",
        },
        small=(3, 4),
        real=(4, 5),
        blank="rooms: |\n  AAAA\n  AAAA\n  BBBB\n",
        none=("rooms: |\n  AAAA\n  BBBB\n", "no two blocks of the same shape share an edge"),
    ),
    "mines": Case(
        numbers,
        shaded("mine", 0),
        {"nmMinesNe": "a number counts the mines around it"},
        none=("clues: |\n  3.\n  .3\n", "a number counts the mines around it"),
    ),
    "aqre": Case(
        _by_rooms_or_walls,
        _behind_rooms_or_walls,
        {
            "bkShadeNe": "a number counts the shaded cells of its room",
            "cs3": "no four successive cells",
            "cbShade": "two cells across a border differ",
        },
        small=(4, 4),
        blank="rooms: |\n  AAAB\n  AABB\n  CCCC\n",
        none=("rooms: |\n  AAAA\n  BBBB\ncounts: {A: 4}\n", "no four successive cells"),
        several=("pzprv3.1/aqre/",),  # no clue
    ),
    "canal": Case(
        numbers,
        _behind(),
        {"cs2x2": WHOLE, "csDivide": SHADED},
        none=("clues: |\n  0..\n  ...\n  ..9\n", "a number counts the shaded cells next to it"),
    ),
    "cave": Case(
        numbers,
        _behind(),
        {
            "cuDivide": "the cave is connected",
            "csConnOut": "each group of shaded cells reaches the border",
            "nmSumViewNe": SEEN,
        },
        none=("clues: |\n  2..\n  ...\n  ..9\n", SEEN),
    ),
    "cocktail": Case(
        _rooms("sizes"),
        _in_rooms(),
        {
            "cbShade": "shaded cells of different rooms are not neighbours",
            "bkShadeDivide": "the shaded cells of a room are connected",
            "csDivide": "shaded cells are connected, diagonally too",
        },
        small=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AA\n  BB\nsizes: {A: 2, B: 2}\n", "of different rooms are not neighbours"),
    ),
    "creek": Case(
        _corners,
        _behind(1),
        EMPTY_SHADE | {"cuDivide": LEFT},
        blank="size: 2x3\n",
        none=("clues: |\n  1...\n  .0..\n  ....\n", "around its corner"),
    ),
    "juosan": Case(
        _rooms("counts"),
        _bars,
        {
            "baParaGe3": "no three vertical bars stand side by side",
            "bkMajorBarLt": "a number counts the vertical or the horizontal bars",
        },
        small=(3, 3),
        real=(3, 4),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AAA\n  AAA\n  AAA\ncounts: {A: 9}\n", "no three"),
    ),
    "kurochute": Case(
        numbers,
        _behind(sign="1"),
        EMPTY_SHADE | {"cuDivideRB": LEFT},
        none=("clues: |\n  9..\n  ...\n", "at the distance that a number says"),
    ),
    "kurotto": Case(
        numbers,
        _behind(),
        EMPTY_SHADE,
        none=("clues: |\n  0.\n  .1\n", "a number counts all cells of the blocks"),
    ),
    "nurimisaki": Case(
        numbers,
        _behind(),
        EMPTY_SHADE
        | {
            "cuDivide": LEFT,
            "cu2x2": "no 2x2 is all unshaded",
            "nonCirclePromontory": "no other unshaded cell",
        },
        small=(4, 4),
        hard=True,
        none=("clues: |\n  2..\n  ...\n  ..9\n", SEEN),
    ),
}
