"""Genres of circles that move, of lines that join circles in pairs, and of loops that are seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Given, Lines, art, edges, numbers
from tests.genre_cases.loops import LINES, arrows, behind, divided, lines_of
from tests.genre_cases.six import LOOP
from tests.genre_cases.walks import _behind_marks
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return numbers(lines, rows, columns, "circles")


def _in_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Circles, marks, and walls behind them; an empty board has no walls."""
    walls = lines[2 * rows :] or [["0"] * (columns - 1)] * rows + [["0"] * columns] * (rows - 1)
    return {"rooms": art(divided(walls, rows, columns)[0]), **_circles(lines, rows, columns)}


def _behind_walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[4 * rows - 1 :])


def _signs(key: str, signs: str) -> Given:
    """1, 2 and 3 are these signs, `-` is any of them."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        words = {"-": "?", "1": signs[0], "2": signs[1], "3": signs[2]}
        return {key: art(lines[:rows], lambda word: words.get(word, ".")), "size": f"{rows}x{columns}"}

    return given


def _brownies(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a circle."""
    cells = lines[:rows]
    return {
        "circles": art(cells, lambda word: "o" if word == "#" else "."),
        "numbers": art(cells, lambda word: "." if word == "#" else word.replace("-2", "?")),
    }


def _elastic(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """O is a circle, a number may follow it; # is a black cell."""
    cells = lines[:rows]
    return {
        "circles": art(cells, lambda word: "o" if word[0] == "O" else "."),
        "numbers": art(cells, lambda word: word.strip("O").replace("-", "?") or "."),
        "holes": art(cells, lambda word: "#" if word == "#" else "."),
    }


def _in_walled_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    rooms, rest = divided(lines, rows, columns)
    return {"rooms": art(rooms), **_circles(rest, rows, columns)}


def _behind_rooms(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[3 * rows - 1 :])


def _marked_circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return _circles(lines[lines[0] == ["f"] :], rows, columns)


def _edge_lines(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    return edges("line", (place for _, place in puzzle.domains), lines)


def _beside(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers in a frame around the board."""
    number = [[int(word) if word.isdigit() else "." for word in row] for row in lines[: rows + 2]]
    inner = number[1 : rows + 1]
    sides = {
        "top": number[0][1:-1],
        "bottom": number[-1][1:-1],
        "left": [row[0] for row in inner],
        "right": [row[-1] for row in inner],
    }
    return {"sides": sides, "size": f"{rows}x{columns}"}


def _behind_frame(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[rows + 2 :])


DISTANCE = "a number is the distance that its circle moves"
MOVES = {
    "brNoLine": "at least one line is drawn",
    "lnCross": "lines do not branch or cross",
    "lnBranch": "lines do not branch or cross",
    "laOnNum": "no circle moves over another one",
    "laLenNe": DISTANCE,
    "nmNoMove": DISTANCE,
    "laIsolate": "each line is of one circle",
    "nmConnected": "each line is of one circle",
    "laCurve": "circles move straight",
}
FAR = "circles: |\n  3.\n  ..\n"
TWICE = "a line turns exactly twice from circle to circle"
ENDS = {
    "brNoLine": "at least one line is drawn",
    "lnBranch": "lines do not branch or cross",
    "lnCross": "lines do not branch or cross",
    "lcOnNum": "lines end at",
}

CASES = {
    "satogaeri": Case(
        _in_rooms,
        _behind_walls,
        MOVES,
        blank="rooms: |\n  ABC\n  ABC\ncircles: |\n  ???\n  ...\n",
        none=("rooms: |\n  AA\n  AA\n" + FAR, DISTANCE),
    ),
    "bonsan": Case(
        _circles,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[4 * rows - 1 :]),
        MOVES,
        small=(4, 4),
        blank="circles: |\n  ?..\n  ..?\n  ...\n",
        none=(FAR, DISTANCE),
    ),
    "heyabon": Case(
        _in_rooms,
        _behind_walls,
        MOVES | {"bkNoNum": "each room has a circle in the end"},
        blank="rooms: |\n  AAA\n  AAA\ncircles: |\n  ?.?\n  ...\n",
        none=("rooms: |\n  AA\n  AA\n" + FAR, DISTANCE),
    ),
    "rectslider": Case(
        _circles,
        _behind_marks,
        MOVES | {"csNotRect": "blocks are rectangles in the end"},
        blank="circles: |\n  ?..\n  ..?\n  ...\n",
        none=(FAR, DISTANCE),
    ),
    "hamlepaths": Case(
        _circles,
        _behind_marks,
        MOVES | {"cuDivide": "the cells without a panel are connected"},
        blank="circles: |\n  ?..\n  ..?\n  ...\n",
        none=(FAR, DISTANCE),
    ),
    "brownies": Case(
        _brownies,
        behind(lines_of),
        MOVES | {"nmCircleNe": "a number counts the circles around it"},
        blank="circles: |\n  o..\n  ..o\n  ...\n",
        none=("circles: |\n  o..\nnumbers: |\n  ..2\n", "a number counts the circles around it"),
    ),
    "kusabi": Case(
        _signs("circles", "=<>"),
        behind(lines_of),
        ENDS
        | {
            "lcInvalid": "parts at both ends compare",
            "lcCurveLt2": TWICE,
            "lcLenInvDiff": "parts at both ends compare",
            "lcIsolate": "the line ends at",
        },
        small=(3, 4),
        real=(4, 5),
        blank="circles: |\n  ?..?\n  ....\n  ....\n",
        none=("circles: |\n  =.\n  ..\n  <.\n", "parts at both ends compare"),
    ),
    "uturns": Case(
        _signs("circles", "*%o"),
        behind(lines_of),
        ENDS
        | {
            "nmNoLine": "one line ends at each grey circle",
            "lnOnWhite": "lines end only at grey circles",
            "lcNotUTurns": "both turns are to the same side",
            "lcDeadEnd": "lines end only at grey circles",
        },
        small=(3, 4),
        real=(4, 5),
        blank="circles: |\n  %..\n  ...\n  %..\n",
        none=("circles: |\n  %%\n", TWICE),
        unmade=True,
        long=True,
    ),
    "elasticlink": Case(
        _elastic,
        behind(lines_of),
        ENDS
        | {
            "laLoop": "lines close no loop",
            "lnLengthNe": "a number is the length of a part at it",
            "lnDeadEnd": "the line ends at",
        },
        small=(3, 4),
        real=(4, 5),
        blank="circles: |\n  o...\n  ....\n  ...o\n",
        none=("circles: |\n  oo\n", "a line turns"),
    ),
    "wataridori": Case(
        _in_walled_rooms,
        _behind_rooms,
        ENDS
        | {"blLineNe": "a number counts the rooms of its line", "blPassTwice": "a line visits no room twice"},
        real=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\ncircles: |\n  ?..\n  ..?\n",
        none=("rooms: |\n  AA\ncircles: |\n  2?\n", "a number counts the rooms of its line"),
    ),
    "bhaibahan": Case(
        _marked_circles,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows + (lines[0] == ["f"]) :]),
        LINES
        | {
            "bkSizeLt": "a number counts the cells of its segment",
            "ceNoLine": "the loop goes through each cell",
        },
        real=(5, 5),
        none=("circles: |\n  3.\n  ..\n", "a number counts the cells of its segment"),
    ),
    "lineofsight": Case(
        arrows,
        behind(_edge_lines),
        LOOP
        | {
            "anNoArrow": "a number has an arrow",
            "lnBranch": "3 lines meet at",
            "arNoLineSeen": "an arrow sees the loop",
        },
        blank="size: 2x2\n",
        none=("arrows: |\n  >0 <0\n", "an arrow with 0 does not see the loop"),
    ),
    "roundtrip": Case(
        _beside,
        _behind_frame,
        {
            "lnBranch": "the loop does not branch",
            "nmSightNe": "a number counts the cells of the nearest part",
            "lnDeadEnd": "the loop does not end",
        },
        real=(5, 5),
        blank="size: 2x3\n",
        none=(
            "size: 2x2\nsides:\n  left: [0, 0]\n  right: [., .]\n  top: [., .]\n  bottom: [., .]\n",
            "a number counts the cells of the nearest part",
        ),
    ),
}
