"""Genres of lines that pieces, pencils and crossings measure, and of borders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, numbers
from tests.genre_cases.loops import LINES, divided, lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import DIRECTIONS
from zenkai_solver.models.grid import components


def _pointed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers with commas between, and behind them the arrows."""
    arrows = lines[rows : 2 * rows]
    texts = [
        [("", *"^v<>")[int(arrow)] + word.replace("-", "?") for word, arrow in zip(*pair)]
        for pair in zip(lines, arrows)
    ]
    return {"clues": art(texts)}


def _drawn(lines: Lines, rows: int, columns: int, sign: str) -> Iterator[tuple[int, int]]:
    """The edges with a sign: first those left and right of cells, row by row, then those above and below."""
    for r, row in enumerate(lines[: 2 * rows + 1]):
        for c, word in enumerate(row):
            if word == sign:
                yield (2 * r + 1, 2 * c) if r < rows else (2 * (r - rows), 2 * c + 1)


def _bordered(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 is a given border, 2 an entered one."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for y, x in _drawn(lines, rows, columns, "1"):
        drawn[y][x] = "#"
    return {"borders": art(drawn)}


def _borders(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    for sign in "12":
        for edge in _drawn(lines, rows, columns, sign):
            if ("wall", edge) in puzzle.domains:
                yield ("wall", edge), 1


def _stitched(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """direction,number: no arrow is 0; # is a shaded cell."""
    shaded = art(lines[:rows], lambda word: "#" if word == "#" else ".")

    def clue(text: str) -> str:
        direction, comma, number = text.partition(",")
        return ("", *"^v<>")[int(direction)] + number.replace("-", "?") if comma else "."

    return {"clues": art(lines[:rows], clue), "shaded": shaded}


def _stitches(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    """1 is \\, 2 is /, 3 is both."""
    for r, row in enumerate(lines[rows : 2 * rows]):
        yield from (
            (("line", (2 * r + 1, 2 * c + 1)), int(word)) for c, word in enumerate(row) if word in "123"
        )


def _sharpened(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers behind an o, and arrows of tips."""
    numbers = art(lines[:rows], lambda word: word[1:].replace("-2", "?") if word[0] == "o" else ".")
    tips = art(lines[:rows], lambda word: "^v<>"[int(word) - 1] if word.isdigit() else ".")
    return {"numbers": numbers, "tips": tips}


def _pencils(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    """Walls, lines and tips; a row of cells between walls, behind a tip, is a pencil. Then the numbers, from the
    end of each line without a tip on.
    """
    edges_of = 2 * rows - 1
    drawn = {edge for (_, edge), line in lines_of(puzzle, lines[rows + edges_of :]) if line}
    yield from ((("line", edge), 1) for edge in drawn)
    tips = {
        at: arrow[0] for at, arrow in puzzle.sheet.clues.get("tips", {}).items() if isinstance(arrow, tuple)
    }
    walls = [[*row] for row in lines[rows : rows + edges_of]]
    for r, row in enumerate(lines[rows + 2 * edges_of :]):
        tips |= {(2 * r + 1, 2 * c + 1): int(word[-1]) for c, word in enumerate(row) if word[-1] in "1234"}
    for (y, x), tip in tips.items():
        dy, dx = DIRECTIONS[tip - 1]
        (up, left), edge = ((y - dy) // 2, (x - dx) // 2), (y - dy, x - dx)
        if puzzle.sheet.is_within(edge):
            walls[up if dx else rows + up - 1][left - 1 if dx else left] = "1"
    yield from ((("tip", at), tip) for at, tip in tips.items())
    sides = {at: drawn.intersection(puzzle.sheet.related(at, "sides")) for at in puzzle.sheet.every["cell"]}
    latest = [at for at, edges in sides.items() if len(edges) == 1 and at not in tips]
    numbered = dict.fromkeys(latest, 0)
    for at in latest:
        for y, x in sides[at]:
            if (there := (2 * y - at[0], 2 * x - at[1])) not in numbered and numbered[at] < max(
                rows, columns
            ) - 1:
                numbered[there] = numbered[at] + 1
                latest.append(there)
    yield from ((("left", at), number) for at, number in numbered.items())
    rooms: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(divided(walls, rows, columns)[0]):
        for c, room in enumerate(row):
            rooms.setdefault(room, []).append((2 * r + 1, 2 * c + 1))
    for cells in rooms.values():
        for axis, ways in ((0, (4, 3)), (1, (2, 1))):
            if len({cell[axis] for cell in cells}) == 1:
                for way, end in zip(ways, (cells[-1], cells[0])):
                    dy, dx = DIRECTIONS[way - 1]
                    if tips.get((end[0] + 2 * dy, end[1] + 2 * dx)) == way:
                        yield from ((("pencil", cell), way) for cell in cells)


def _islands(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterator[Entered]:
    """Shaded cells and those with a clue, with the sizes of their islands."""
    land = [(r, c) for r, row in enumerate(lines) for c, word in enumerate(row) if word not in ".+"]
    for island in components(land):
        for r, c in island:
            domain = puzzle.domains[key := ("island", (2 * r + 1, 2 * c + 1))]
            yield key, len(island) if len(island) in domain else domain[-1]


def _building(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The places of S and G in half cells; numbers, and lifts U, D and -."""
    ends = [["."] * columns for _ in range(rows)]
    for sign, (x, y) in zip("SG", zip(*[iter(map(int, lines[0]))] * 2)):
        ends[y // 2][x // 2] = sign
    cells = lines[1 : rows + 1]
    return {
        "ends": art(ends),
        "numbers": art(cells, lambda word: word if word.isdigit() else "."),
        "lifts": art(cells, lambda word: word if word in "UD-" else "."),
    }


FLOORS = "lifts lead to other floors"
CASES = {
    "disloop": Case(
        _pointed,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows :]),
        LINES
        | {
            "tapaloopError": "numbers are the lengths of the pieces",
            "anNoArrow": "numbers have an arrow",
            "anLineLt": "the loop turns where an arrow points",
            "ceNoLine": "the loop goes through each other cell",
        },
        small=(4, 4),
        several=("pzprv3/disloop/3/3",),
        none=("clues: |\n  >1 .\n  . .\n", "the loop turns where an arrow points"),
    ),
    "longest": Case(
        _bordered,
        _borders,
        {
            "bdNotGiven": "the longest pieces of the border of each area are given",
            "bdGivenUnused": "each given border is on a longest piece",
            "bdDeadEnd": "each wall separates two areas",
        },
        blank="borders: |\n  .#.#.#.\n" + "  .......\n" * 5 + "  .#.#.#.\n",
        none=("borders: |\n  ...\n  ...\n  ...\n", "the longest pieces of the border"),
    ),
    "crossstitch": Case(
        _stitched,
        _stitches,
        {
            "cxAdjacent": "no two crossings are neighbours",
            "lnOnShade": "no line goes through a clue",
            "lnBranch": "loops do not branch",
            "lnCross": "loops do not branch or cross themselves",
            "lnPlLoop": "there are two loops",
            "anHatenaNe": "an arrow counts the crossings",
            "nmHatenaNe": "a number in a circle counts the corners",
            "anNumberNe": "an arrow counts the crossings",
            "nmCircleNe": "a number in a circle counts the corners",
            "lnDeadEnd": "loops do not end",
            "anNoArrow": "a number in a circle counts the corners",
        },
        small=(3, 3),
        blank="size: 3x3\n",
        none=("size: 2x2\n", "there are two loops"),
    ),
    "pencils": Case(
        _sharpened,
        _pencils,
        {
            "nmOutsidePencil": "each number is in a pencil",
            "nmSizeLt": "a number is the length of its pencil",
            "nmSizeGt": "a number is the length of its pencil",
            "lnBranch": "lines do not branch",
            "lnCross": "lines do not branch",
            "pcMultipleTips": "each tip is at a pencil",
            "lnMultipleTips": "each line has one tip",
            "lnNoTip": "each line has one tip",
            "lnCrossPencil": "no line or tip is in a pencil",
            "ptInPencil": "no line or tip is in a pencil",
            "ptNoLine": "a line begins at each tip",
            "ptNoPencil": "each tip is at a pencil",
            "lnLengthGt": "the line at a tip is as long as its pencil",
            "lnLengthLt": "the line at a tip is as long as its pencil",
            "unusedCell": "each cell is in a pencil or on a line",
        },
        blank="size: 3x3\n",
        none=("numbers: |\n  .1\n  4.\n", "a number is the length of its pencil"),
    ),
    "archipelago": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns),
        _islands,
        {
            "bkSizeNe": "an island has as many cells as its size",
            "bsNoSequence": "a chain has each size below that of an island",
            "bsSameNum": "no two islands of a chain have the same size",
            "bkNoChain": "each island touches another one",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("clues: |\n  1.\n  .1\n", "no two islands of a chain"),
        long=True,
    ),
    "bdwalk": Case(
        _building,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[rows + 1 :]),
        {
            **dict.fromkeys(("bdwInvalidUp", "bdwInvalidDown", "bdwSkipElevator"), FLOORS),
            **dict.fromkeys(("bdwTopFloor", "bdwGroundFloor", "bdwMismatch"), FLOORS),
            "lnBranch": "the way does not branch",
            "lnCross": "the way does not branch or cross itself",
            "lnIsolate": "the way goes through each number and lift",
            "haisuSG": "the way begins at S and ends at G",
        },
        blank="ends: |\n  S..\n  ...\n  ..G\nnumbers: |\n  ...\n  .1.\n  ...\n",
        none=("ends: |\n  S.G\nnumbers: |\n  1.2\n", FLOORS),
    ),
}
