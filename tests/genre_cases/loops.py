"""Genres with lines between centres of cells: loops, and lines that join clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from tests.genre_cases.case import Answer, Case, Entered, Given, Lines, art, circles, edges, numbers, shaded
from tests.genre_cases.six import LOOP
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.grid import components


def lines_of(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    """Lines, and perhaps marks of cells behind them."""
    rows = puzzle.sheet.rows
    return edges("line", (place for layer, place in puzzle.domains if layer == "line"), lines[: 2 * rows - 1])


def shaded_and_lines(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    yield from shaded("shade")(puzzle, lines, puzzle.sheet.rows, puzzle.sheet.columns)
    yield from lines_of(puzzle, lines[puzzle.sheet.rows :])


def behind(entered: Callable[[GenrePuzzle, Lines], Iterable[Entered]]) -> Answer:
    """What is entered behind the clues."""
    return lambda puzzle, lines, rows, columns: entered(puzzle, lines[rows:])


def behind_rooms(entered: Callable[[GenrePuzzle, Lines], Iterable[Entered]]) -> Answer:
    """What is entered behind rooms and clues."""
    return lambda puzzle, lines, rows, columns: entered(puzzle, divided(lines, rows, columns)[1][rows:])


def arrows(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """direction,number: no arrow is 0, an open number is `-`."""

    def clue(text: str) -> str:
        direction, comma, number = text.partition(",")
        return ("", *"^v<>")[int(direction)] + number.replace("-", "?") if comma else "."

    return {"arrows": art(lines[:rows], clue)}


def _walls(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """direction,number,colour"""

    def clue(text: str) -> str:
        if text == ".":
            return text
        direction, number, colour = text.split(",")
        return "+o*"[int(colour)] + ("", *"^v<>")[int(direction)] + number.replace("-", "?")

    return {"walls": art(lines[:rows], clue)}


def _balanced(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """colour,number"""

    def clue(text: str) -> str:
        colour, comma, number = text.partition(",")
        return "o*"[int(colour)] + (number if int(number) > 0 else "") if comma else "."

    return {"circles": art(lines[:rows], clue)}


def _black(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"black": art(lines[:rows], lambda word: "#" if word == "*" else "."), "size": f"{rows}x{columns}"}


def divided(lines: Lines, rows: int, columns: int) -> tuple[Lines, Lines]:
    """The room of each cell, and what stands behind.

    Rooms are stated by their numbers, behind how many there are; or by walls, first those between the cells of
    a row, then those between the cells of a column.
    """
    if len(lines[1]) == columns:
        return lines[1 : 1 + rows], lines[1 + rows :]
    upright, level, rest = lines[:rows], lines[rows : 2 * rows - 1], lines[2 * rows - 1 :]
    nodes = {(2 * r, 2 * c) for r in range(rows) for c in range(columns)}
    nodes |= {
        (2 * r, 2 * c + 1) for r, row in enumerate(upright) for c, wall in enumerate(row) if wall == "0"
    }
    nodes |= {(2 * r + 1, 2 * c) for r, row in enumerate(level) for c, wall in enumerate(row) if wall == "0"}
    room = {node: str(i) for i, part in enumerate(components(sorted(nodes))) for node in part}
    return [[room[2 * r, 2 * c] for c in range(columns)] for r in range(rows)], rest


def numbered(key: str) -> Given:
    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        """Rooms, and the number of a room at one of its cells."""
        rooms, rest = divided(lines, rows, columns)
        of_cells = zip(chain(*rooms), chain(*rest[:rows]))
        stated = {room: "?" if word == "-" else int(word) for room, word in of_cells if word != "."}
        in_turn = {room: stated[room] for room in dict.fromkeys(chain(*rooms)) if room in stated}
        return {"rooms": art(rooms), key: in_turn}

    return given


def in_rooms(inner: Given) -> Given:
    """Rooms, and clues in cells behind them."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        rooms, rest = divided(lines, rows, columns)
        return {"rooms": art(rooms), **inner(rest, rows, columns)}

    return given


def _numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return numbers(lines, rows, columns, "numbers")


def _circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return circles(lines, rows, columns) | {"size": f"{rows}x{columns}"}


LINES = LOOP | {"lnBranch": "3 lines meet at"}
EMPTY = "shaded or on the loop"
YAJILIN = LINES | {
    "csAdjacent": "no two shaded cells are neighbours",
    "ceEmpty": EMPTY,
    "shInside": "outside",
}
ROOMS = "rooms: |\n  AAB\n  AAB\n  CCC\n"
ONCE = "the loop visits each room once"
THROUGH = "the loop goes through each cell"

CASES = {
    "yajilin": Case(
        arrows,
        behind(shaded_and_lines),
        YAJILIN | {"anNoArrow": "a number has an arrow", "anShadeNe": "an arrow counts the shaded"},
        several=("pzprv3/yajilin/3/3/o/",),
        small=(4, 4),
        hard=True,
        none=("arrows: |\n  . . .\n  . ^2 .\n  . . .\n", "an arrow counts the shaded cells"),
    ),
    "koburin": Case(
        _numbers,
        behind(shaded_and_lines),
        YAJILIN | {"anShadeNe": "a number counts the shaded cells"},
        several=("pzprv3/koburin/5/5/. . . . . /. . . . . /. . 2 ", "pzprv3/koburin/5/5/m/"),
        small=(4, 4),
        none=("numbers: |\n  . . .\n  . 4 .\n  . . 1\n", "a number counts the shaded cells beside it"),
    ),
    "yajilin_regions": Case(
        numbered("numbers"),
        behind_rooms(shaded_and_lines),
        YAJILIN | {"bkShadeNe": "a number counts the shaded cells of its room"},
        site="yajilin-regions",
        blank=ROOMS,
        small=(4, 4),
        hard=True,
        none=(ROOMS + "numbers: {A: 4}\n", "a number counts the shaded cells of its room"),
    ),
    "simpleloop": Case(
        _black,
        behind(lines_of),
        LINES,
        small=(4, 4),
        blank="size: 4x4\n",
        none=("size: 3x3\n", THROUGH),
    ),
    "doubleback": Case(
        in_rooms(_black),
        behind_rooms(lines_of),
        LINES | {"bkNotPassTwice": "crosses the border of each room four times"},
        small=(4, 4),
        blank="rooms: |\n  AAAAAA\n  AAABBB\n  AAABBB\n  CCCCCC\n",
        none=(ROOMS, THROUGH),
    ),
    "detour": Case(
        numbered("turns"),
        behind_rooms(lines_of),
        LINES | {"blWrongTurns": "as often as its number says", "ceNoLine": THROUGH},
        small=(4, 4),
        blank="rooms: |\n  AAAA\n  AABB\n  AABB\n  CCCC\n",
        hard=True,
        none=("rooms: |\n  AA\n  AA\nturns: {A: 3}\n", "as often as its number says"),
    ),
    "country": Case(
        numbered("numbers"),
        behind_rooms(lines_of),
        LINES | {"bkPassTwice": ONCE, "bkNoLine": ONCE, "bkLineNe": "that are on the loop"},
        blank=ROOMS,
        small=(4, 4),
        none=("rooms: |\n  ABB\n  ABB\n  ABB\nnumbers: {A: 1}\n", "that are on the loop"),
    ),
    "moonsun": Case(
        in_rooms(lambda lines, rows, columns: circles(lines, rows, columns, "marks")),
        behind_rooms(lines_of),
        LINES
        | {
            "bkPassTwice": ONCE,
            "bkNoLine": ONCE,
            "bkMSPassedGt2": "take turns",
            "bkMUPassedGt2": "take turns",
            "bkNotAllMUPassed": "all suns and no moons",
            "bkNotAllMSPassed": "all suns and no moons",
            "bkBothMarksPassed": "all suns and no moons",
            "bkNoMarksPassed": "a sun or a moon",
        },
        blank="rooms: |\n  AABB\n  AABB\n  AABB\nmarks: |\n  o.*.\n  ....\n  ....\n",
        small=(3, 4),
        hard=True,
        none=("rooms: |\n  AB\n  AB\nmarks: |\n  oo\n  ..\n", "take turns"),
    ),
    "dotchi": Case(
        in_rooms(circles),
        behind_rooms(lines_of),
        LINES
        | {
            "lnOnShade": "no black circle",
            "bkNoMatch": "turns at all white circles",
            "lnIsolate": "each white circle",
        },
        blank=ROOMS + "circles: |\n  o..\n  ...\n  ...\n",
        hard=True,
        none=("rooms: |\n  AA\n  AA\ncircles: |\n  o*\n  ..\n", "no black circle"),
    ),
    "castle": Case(
        _walls,
        behind(lines_of),
        LINES
        | {
            "anLineGt": "an arrow counts the parts",
            "anLineLt": "an arrow counts the parts",
            "cuOutside": "white cells are inside",
            "shInside": "black cells are outside",
            "anNoArrow": "a number has an arrow",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("walls: |\n  o . .\n  . . .\n  . . .\n", "white cells are inside the loop"),
    ),
    "balance": Case(
        _balanced,
        behind(lines_of),
        LINES
        | {
            "segShort": "a number is the length",
            "segLong": "a number is the length",
            "segWhiteUneq": "a white circle",
            "segBlackEq": "a black circle",
            "circNoLine": "each circle",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("circles: |\n  * . \n  . . \n", "a black circle"),
    ),
    "wblink": Case(
        _circles,
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lcTripleNum": "a line ends at each circle",
            "lcInvBlack": "a white circle and a black one",
            "lcInvWhite": "a white circle and a black one",
            "lnCross": "branch or cross",
            "nmNoLine": "a line ends at each circle",
        },
        blank="circles: |\n  *o*\n  o*o\n",
        none=("circles: |\n  o.o\n", "a white circle and a black one"),
    ),
    "numlin": Case(
        _numbers,
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lnBranch": "branch or cross",
            "lnCross": "branch or cross",
            "nmConnDiff": "equal numbers",
            "lnDeadEnd": "nowhere else",
            "nmNoLine": "a line ends at each number",
            "lcIsolate": "equal numbers",
            "lcOnNum": "a line ends at each number",
            "lcTripleNum": "a line ends at each number",
        },
        blank="numbers: |\n  1 . .\n  . . .\n  . . 1\n",
        none=("numbers: |\n  1 2\n  2 1\n", "equal numbers"),
    ),
}
