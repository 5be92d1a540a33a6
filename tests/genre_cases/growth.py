"""Genres of shapes that grow along arrows, and of equal lines in equal rooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, digits, edges, numbers, shaded
from tests.genre_cases.lights import _unframed
from tests.genre_cases.loops import behind_rooms, divided, lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _on_arrows(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Given squares and black cells; behind them arrows: 1 up or left, 2 down or right."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[rows : 3 * rows - 1]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            drawn[y][x] = "." if word == "0" else ("<>" if r < rows else "^v")[int(word) - 1]
    return {"squares": art(lines[:rows], lambda word: word.replace("0", "o")), "arrows": art(drawn)}


def _squares(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """0 is a square, given or entered."""
    given, entered = lines[:rows], lines[3 * rows - 1 :]
    for r in range(rows):
        for c in range(columns):
            yield ("square", (2 * r + 1, 2 * c + 1)), int("0" in (given[r][c], entered[r][c]))


def _shaded_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Walls; 1 and 3 are shaded cells, 2 and 3 circles."""
    rooms, rest = divided(lines, rows, columns)
    cells = rest[:rows]
    words = {room: word for rooms_of, row in zip(rooms, cells) for room, word in zip(rooms_of, row)}
    return {
        "rooms": art(rooms),
        "circles": art(cells, lambda word: "*" if word in "23" else "."),
        "shaded": {room: "#" for room, word in words.items() if word in "13"},
    }


def _in_halves(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls behind numbers, and the one between the halves."""
    for (key, (y, x)), wall in edges(
        "wall", (place for _, place in puzzle.domains), lines[rows : 3 * rows - 1]
    ):
        yield (key, (y, x)), int(bool(wall) or x == columns)


def _started(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The place of the start, in half cells; then holes."""
    x, y = map(int, lines[0])
    start = [["*" if (2 * r + 1, 2 * c + 1) == (y, x) else "." for c in range(columns)] for r in range(rows)]
    return {"start": art(start), "holes": art(lines[1 : rows + 1], lambda word: word)}


def _thrown(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines, and the numbers of steps as they are taken from the start on; 1 where no step or obstacle is."""
    entered = dict(lines_of(puzzle, _unframed(lines[rows + 1 :], rows)))
    yield from entered.items()
    ((here, _),) = puzzle.sheet.clues["start"].items()
    numbered, path, step = {here: 1}, [here], (0, 0)
    while (
        len(
            ways := [
                at
                for at in puzzle.sheet.related(here, "sides")
                if entered.get(("line", at)) and at not in path
            ]
        )
        == 1
    ):
        step = (ways[0][0] - here[0], ways[0][1] - here[1])
        here = (here[0] + 2 * step[0], here[1] + 2 * step[1])
        path += [ways[0], here]
        numbered[here] = len(path) // 2 + 1
        behind = puzzle.sheet.ray(here, (-step[0], -step[1]), "cell")
        free = [at for at in behind if ("number", at) in puzzle.domains and at not in numbered]
        numbered |= dict.fromkeys(free[:1], numbered[here])
    yield from ((key, numbered.get(key[1], 1)) for key in puzzle.domains if key[0] == "number")


def _burning(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Fire is #, or A to C where the loop is there twice."""
    dark = art(lines[:rows], lambda word: "~" if word in "#ABC" else ".")
    return {**numbers(lines, rows, columns, "numbers"), "dark": dark}


def _bent(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines, and the diagonals between two bends: / for A, \\ for B; C is half of them."""
    drawn = dict(lines_of(puzzle, _unframed(lines[rows:], rows)))
    yield from drawn.items()
    for r, row in enumerate(lines[:rows]):
        for c, word in enumerate(row):
            cell = (2 * r + 1, 2 * c + 1)
            number = sum(drawn.get(("line", side), 0) for side in puzzle.sheet.related(cell, "sides"))
            bends = word == "C" or (word in "AB" and number == 4)
            yield ("bend", cell), "BAC".index(word) % 2 + 1 if bends else 0


def _with_holes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    holes = art(lines[:rows], lambda word: "#" if word == "#" else ".")
    return {**numbers(lines, rows, columns, "numbers"), "holes": holes}


def _at_corners(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers at corners; `-` is infinity."""
    return {"numbers": art(lines[: rows + 1], lambda word: word.replace("-", "?"))}


def _behind_corners(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, lines[rows + 1 :], rows, columns)


CASES = {
    "evolmino": Case(
        _on_arrows,
        _squares,
        {
            "arInvalid": "arrows do not branch or close",
            "bsArrowGt2": "each block has one square on an arrow",
            "bsNotEvol": "the next block on an arrow",
        },
        blank="arrows: |\n  .........\n  ..>.>.>..\n  .........\n  .........\n  .........\n",
        none=(
            "squares: |\n  o.o\narrows: |\n  .......\n  ..>.>..\n  .......\n",
            "the next block on an arrow",
        ),
        long=True,
    ),
    "pmemory": Case(
        _shaded_rooms,
        behind_rooms(lines_of),
        {
            "lnBranch": "the path does not branch",
            "lnAdjacent": "the path does not touch itself",
            "shEndpoint": "the path ends at the circles",
            "bkDifferentLines": "shaded rooms that are alike have equal lines",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\n  AAA\ncircles: |\n  *..\n  ...\n  ..*\n",
        none=("rooms: |\n  AAB\ncircles: |\n  **.\nshaded: {B: '#'}\n", "the path visits each shaded room"),
    ),
    "tachibk": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns, "numbers"),
        _in_halves,
        {
            "bkSizeGt": "a number is the size of its area",
            "bankNe": "both halves have as many pieces",
            "bdDeadEnd": "each wall separates two areas",
        },
        small=(3, 4),
        blank="size: 2x4\n",
        none=("size: 1x2\n", "pieces of one size do not lie over each other"),
        long=True,
    ),
    "recoil": Case(
        _started,
        _thrown,
        {
            "lnBranch": "the path does not branch",
            "haisuSG": "the path begins at the start",
            "lnOnShade": "each step throws an obstacle",
            "lnPlLine": "there is one path",
        },
        blank="start: |\n  .*.\n",
        none=("start: |\n  *.\n", "no other cell has the number 1"),
        unmade=True,
    ),
    "firewalk": Case(
        _burning,
        _bent,
        {
            "lnBranch": "the loop does not branch or end",
            "lnStraightOnIce": "the loop turns on fire",
            "lnIsolate": "the loop goes through each number",
            "bkSizeGt": "a number counts the cells",
            "lnDeadEnd": "the loop does not branch or end",
        },
        small=(4, 4),
        blank="size: 3x3\ndark: |\n  ...\n  .~.\n  ...\n",
        none=("numbers: |\n  9.\n  ..\n", "a number counts the cells"),
    ),
    "soulmates": Case(
        _with_holes,
        digits("number"),
        {
            "nmGt2": "each number reaches one equal number over empty cells",
            "nmDistNe": "each number is the distance to its equal",
        },
        blank="numbers: |\n  2..\n  ...\n",
        none=("numbers: |\n  1.1\n", "each number is the distance"),
    ),
    "landmeasure": Case(
        _at_corners,
        _behind_corners,
        {
            "brNoShade": "at least one cell is shaded",
            "csLoop": "shaded cells form no loop",
            "crShadeDistNe": "another number counts the cells of the shortest shaded way",
        },
        blank="numbers: |\n  ....\n  .?..\n  ....\n  ....\n",
        none=("numbers: |\n  ...\n  .2.\n  ..2\n", "another number is of two cells"),
    ),
}
