"""Genres of loops and networks over cells of two kinds, and of lines that join circles in pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges, numbers
from tests.genre_cases.loops import LINES, THROUGH, behind, behind_rooms, lines_of, numbered
from tests.genre_cases.six import LOOP
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _edge_lines(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    """Lines on all edges, behind marks of cells."""
    rows = puzzle.sheet.rows
    return edges("line", (place for _, place in puzzle.domains), lines[rows : 3 * rows + 1])


def _behind_marks(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[2 * rows :])


def _animals(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """5 is a sheep, 6 is a wolf."""
    return {"clues": art(lines[:rows], lambda word: {"-": "?", "5": "S", "6": "W"}.get(word, word))}


def _arrows(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 to 4 are arrows, `-` is one in any direction."""
    return {
        "arrows": art(
            lines[:rows], lambda word: "?" if word == "-" else "^v<>"[int(word) - 1] if word != "." else "."
        )
    }


def on_border(entered: Any) -> Any:
    """Lines in a board that has the edges at its border, too: first those of rows."""

    def inner(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
        rows = puzzle.sheet.rows
        return entered(puzzle, [*(row[1:-1] for row in lines[:rows]), *lines[rows + 1 : 2 * rows]])

    return inner


def on_ground(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a dark cell; a number on one has a sign before it."""

    def number(word: str) -> str:
        rest = word.strip("#")
        return "?" if rest == "-" else rest or "."

    dark = art(lines[:rows], lambda word: "#" if word[0] == "#" else ".")
    return {"dark": dark, "numbers": art(lines[:rows], number)}


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"letters": art(lines[:rows], lambda word: "?" if word == "-" else word)}


def _directed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """direction,number, of which the direction is none."""
    return {"circles": art(lines[:rows], lambda word: word.replace("0,", "", 1).replace("-", "?"))}


GROUND = "size: 3x3\ndark: |\n  ...\n  .#.\n  ...\n"
SECTION = "a number counts the cells of its section"
WALK = LINES | {
    "bkSizeGt": SECTION,
    "bkSizeLt": SECTION,
    "lnIsolate": "the loop goes through each number",
}
BLOCKED = "numbers: |\n  9.\n  ..\ndark: |\n  ..\n  ..\n"

CASES = {
    "vslither": Case(
        numbers,
        behind(_edge_lines),
        LOOP,
        blank="size: 2x2\n",
        none=("clues: |\n  14\n", "a number counts the corners"),
    ),
    "tslither": Case(
        numbers,
        behind(_edge_lines),
        LOOP,
        blank="size: 2x2\n",
        none=("clues: |\n  44\n", "a number counts how often"),
    ),
    "swslither": Case(
        _animals,
        behind(_edge_lines),
        LOOP | {"nmOutside": "sheep are inside the loop"},
        blank="size: 2x2\n",
        none=("clues: |\n  4S\n  WS\n", "around a cell with a number"),
    ),
    "lring": Case(
        _arrows,
        behind(lines_of),
        LINES
        | {"arNoLine": "the loop turns at each arrow", "arLengthNe": "is longer than the other one by one"},
        real=(5, 5),
        none=("arrows: |\n  ^.\n  ..\n", "is longer than the other one by one"),
        several=("pzprv3/lring/5/5/. . -",),
    ),
    "nuriloop": Case(
        numbers,
        _behind_marks,
        LINES
        | {
            "lnOverlap": "the loop goes through no number",
            "bkNumGe2": "each area that is left has one number",
        },
        real=(5, 5),
        blank="clues: |\n  ....\n  ..?.\n  ....\n",
        none=("clues: |\n  2..\n  ...\n  ...\n", "a number is the size of its area"),
    ),
    "golemgrad": Case(
        numbers,
        _behind_marks,
        LINES
        | {
            "brNoLine": "at least one line is drawn",
            "lnBranch": "lines do not branch or cross",
            "lnOverlap": "lines go through no number",
            "ln2x2": "lines do not fill a 2x2",
            "bkNumGe2": "no area of unused cells has two numbers",
            "csDivide": "the cells of lines are connected",
        },
        real=(5, 5),
        blank="clues: |\n  0..\n  ...\n  ..0\n",
        none=("clues: |\n  00\n  3.\n", "a number is the size of its area"),
    ),
    "arukone": Case(
        _letters,
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lnCross": "lines do not branch or cross",
            "nmConnDiff": "each line joins equal letters",
            "lnDeadEnd": "the line ends at",
            "nmNoLine": "0 lines end at",
        },
        real=(5, 5),
        blank="letters: |\n  A..\n  ...\n  A..\n",
        several=("pzprv3/arukone/4/4/dontpassallcell",),
        none=("letters: |\n  AB\n  BA\n", "each line joins equal letters"),
    ),
    "mintonette": Case(
        _directed,
        behind(lines_of),
        {
            "lnBranch": "lines do not branch or cross",
            "lcOnNum": "lines end at",
            "lcCurveNe": "a number counts the turns of its line",
            "ceNoLine": "each cell is on a line",
        },
        real=(5, 5),
        blank="circles: |\n  ?..\n  ...\n  ?..\n",
        none=("circles: |\n  1.\n  1.\n", "a number counts the turns of its line"),
    ),
    "morningwalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        WALK | {"bkSizeEq": "successive sections differ in length"},
        long=True,
        blank=GROUND,
        none=(BLOCKED, SECTION),
    ),
    "waterwalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        WALK,
        blank=GROUND,
        none=("size: 2x2\ndark: |\n  ##\n  ##\n", "the loop is in water for two cells"),
    ),
    "roboticwalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        WALK | {"lnCurveEq": "of two successive dark cells"},
        blank="size: 3x4\ndark: |\n  ....\n  .##.\n  ....\n",
        none=("size: 2x2\ndark: |\n  ##\n  ##\n", "of two successive dark cells"),
    ),
    "forestwalk": Case(
        on_ground,
        behind(on_border(lines_of)),
        WALK
        | {
            "lnNoBranch": "lines branch at each dark cell",
            "lnCross": "lines do not cross",
            "lnDeadEnd": "lines do not end",
        },
        blank="size: 3x4\ndark: |\n  .##.\n  ....\n  .##.\n",
        none=("size: 2x2\ndark: |\n  ##\n  ##\n", "lines branch at each dark cell"),
        small=(4, 4),
    ),
    "icewalk": Case(
        lambda lines, rows, columns: {
            key: drawing.replace("#", "~") for key, drawing in on_ground(lines, rows, columns).items()
        },
        behind(on_border(lines_of)),
        {
            "lnBranch": "the loop does not branch",
            "lnCurveOnIce": "the loop goes straight on over ice",
            "bkSizeLt": SECTION,
            "lnIsolate": "the loop goes through each number",
        },
        blank="size: 3x3\ndark: |\n  ...\n  .~.\n  ...\n",
        none=("numbers: |\n  9.\n  ..\n", SECTION),
    ),
    "shingoki": Case(
        lambda lines, rows, columns: {"circles": art(lines[:rows])},
        behind(lines_of),
        {
            "turns": "the loop goes straight through a white circle",
            "short": "a number is the length of the parts",
            "passes": "the loop goes through each circle",
        },
        none=("circles: |\n  *3 .\n  . .\n", "a number is the length of the parts"),
    ),
    "maxi": Case(
        numbered("numbers"),
        behind_rooms(lines_of),
        LINES | {"blLineShort": "a visit to a room is as long", "ceNoLine": THROUGH},
        small=(4, 4),
        blank="rooms: |\n  AABB\n  AABB\n  CCBB\n  CCBB\n",
        none=("rooms: |\n  AA\n  BB\nnumbers: {A: 1}\n", "no visit to a room is longer"),
    ),
}
