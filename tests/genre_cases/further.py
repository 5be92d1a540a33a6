"""Further genres: numbers and signs in rooms, shaded cells, areas, and loops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import (
    Answer,
    Case,
    Entered,
    Lines,
    art,
    circles,
    digits,
    edges,
    numbers,
    shaded,
)
from tests.genre_cases.loops import (
    LINES,
    behind,
    behind_rooms,
    divided,
    in_rooms,
    lines_of,
    numbered,
    shaded_and_lines,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN

EMPTY = {"brNoShade": "at least one cell is shaded"}
NEIGHBOURS = {"csAdjacent": "no two shaded cells are neighbours"}
LEFT = {
    "cuDivideRB": "unshaded cells are connected",
    "cuDivide": "unshaded cells are connected",
}
ROOM = {"bkDupNum": "each room has the numbers from 1 to its size", "ceNoNum": "has no"}
DIAGONAL = {
    "csDivide8": "unshaded cells are connected, diagonally too",
    "bkNumGe2": "has two numbers",
}


def _behind(layer: str) -> Answer:
    """What is marked, behind the clues of cells."""
    return shaded(layer, 0)


def _size(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"size": f"{rows}x{columns}"}


def _with_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers of some cells, in rooms; of holes nothing is known."""
    if len(lines) == rows:  # nothing is given
        return {"rooms": art([["0"] * columns] * rows)}
    return in_rooms(numbers)(lines, rows, columns)


def _numbers_in_rooms(layer: str) -> Answer:
    return lambda puzzle, lines, rows, columns: digits(layer)(
        puzzle, divided(lines, rows, columns)[1], rows, columns
    )


def _nanro(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """A cell with `?` that is not filled in has the number of its room."""
    entered = dict(_numbers_in_rooms("number")(puzzle, lines, rows, columns))
    clues = puzzle.sheet.clues["clues"]
    numbered = {place for _, place in entered} | clues.keys()
    for place in clues:
        if clues[place] == HIDDEN and ("number", place) not in entered:
            yield (
                ("number", place),
                sum(cell in numbered for cell in puzzle.sheet.room_of("rooms", place).places),
            )
    yield from entered.items()


def _marked_clues(layer: str) -> Answer:
    """Cells with clues are shaded too."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        yield from shaded(layer)(puzzle, lines, rows, columns)
        yield from (((layer, place), 1) for place in puzzle.sheet.clues["clues"])

    return entered


def _signs(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = art(lines[:rows], lambda word: {"-": "?", ".": "."}.get(word) or ".o^#"[int(word)])
    return {"clues": clues}


def _summed(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Sums before rows and above columns; `q` is before a given number."""

    def given(word: str) -> str:
        return word[1:] if word[0] == "q" else "."

    sums = {"columns": [*map(_sum, lines[0][1:])], "rows": [_sum(row[0]) for row in lines[1 : rows + 1]]}
    return {
        "sums": sums,
        "clues": art([row[1:] for row in lines[1 : rows + 1]], given),
        **_size(lines, rows, columns),
    }


def _sum(word: str) -> int | str:
    return int(word) if word.isdigit() else "."


def _between_black(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """`-` is a black cell; an open one is not entered, and marks may stand behind a number."""
    for r, row in enumerate(lines[1 : rows + 1]):
        for c, word in enumerate(row[1:]):
            number = word.split("[")[0].strip("q")
            if number == "-" or number.isdigit():
                yield ("number", (2 * r + 1, 2 * c + 1)), int(number) if number.isdigit() else 0


def _crosswise(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    marks = art(lines[: rows + 1], lambda word: "#" if word == "1" else ".")
    framed = lines[rows + 1 :]
    counts = {"columns": [*map(_sum, framed[0][1:])], "rows": [_sum(row[0]) for row in framed[1 : rows + 1]]}
    return {"marks": marks, "counts": counts}


def _in_frame(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return shaded("shade")(puzzle, [row[1:] for row in lines[rows + 2 :]], rows, columns)


def _walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return edges("wall", (place for _, place in puzzle.domains), lines[rows:])


CASES = {
    "ripple": Case(
        _with_numbers,
        _numbers_in_rooms("number"),
        ROOM,
        blank="rooms: |\n  AAB\n  ACB\n  CCB\n",
        none=("rooms: |\n  AABB\nclues: |\n  2...\n", "between two equal numbers"),
    ),
    "cojun": Case(
        _with_numbers,
        _numbers_in_rooms("number"),
        ROOM | {"bkSmallOnBig": "the upper number is larger"},
        blank="rooms: |\n  AAA\n  BBB\n",
        none=("rooms: |\n  A\n  A\nclues: |\n  1\n  .\n", "the upper number is larger"),
    ),
    "meander": Case(
        _with_numbers,
        _numbers_in_rooms("number"),
        ROOM
        | {
            "nmNotConsecNeighbors": "successive numbers of a room",
            "nmAround": "equal numbers do not touch",
        },
        blank="rooms: |\n  AAA\n  AAA\n",
        none=("rooms: |\n  AB\n", "equal numbers do not touch"),
        hard=True,
    ),
    "nanro": Case(
        _with_numbers,
        _nanro,
        {
            "nm2x2": "no 2x2 has four numbers",
            "bkPlNum": "a number counts the cells with numbers in its room",
            "nmDivide": "the cells with numbers are connected",
            "nmCountLt": "a number counts the cells with numbers in its room",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AB\n", "equal numbers of different rooms"),
    ),
    "simplegako": Case(
        numbers,
        digits("number"),
        {"nmCountLt": "how often it occurs in its row and column", "ceNoNum": "has no"},
        small=(2, 3),
        real=(4, 4),
        blank="size: 1x3\n",
        none=("clues: |\n  15\n", "how often it occurs in its row and column"),
        hard=True,
    ),
    "sukororoom": Case(
        _with_numbers,
        _numbers_in_rooms("number"),
        {
            "brNoValidNum": "there is a number",
            "bkMixed": "all cells of a room have numbers or none has",
            "nmDivide": "the cells with numbers are connected",
        },
        blank="rooms: |\n  AAB\n  CAB\n  CDD\n",
        none=("rooms: |\n  A\n", "a number counts its neighbours"),
    ),
    "doppelblock": Case(
        _summed,
        _between_black,
        {
            "ceNoNum": "",
            "ceTooManyBlocks": "each row and column has two black cells",
            "nmSum": "the sum of the numbers between",
        },
        small=(4, 4),
        real=(5, 5),
        blank="size: 4x4\n",
        none=("size: 3x3\nsums:\n  rows: [2, ., .]\n", "the sum of the numbers between"),
        hard=True,
    ),
    "alter": Case(
        in_rooms(_signs),
        lambda puzzle, lines, rows, columns: digits("sign")(
            puzzle, divided(lines, rows, columns)[1], rows, columns
        ),
        {
            "bkNumLt3": "each room has one of each sign",
            "bkNumGt3": "each room has one of each sign",
            "nmMissRow": "each row and column has two kinds of sign",
        },
        real=(4, 4),
        blank="rooms: |\n  AABB\n  AABB\n  CCDD\n  CCDD\n",
        none=("rooms: |\n  AAA\n", "each row and column has two kinds of sign"),
    ),
    "context": Case(
        numbers,
        _behind("shade"),
        EMPTY | LEFT | {"nmShadeDiagNe": "a shaded number counts the shaded cells diagonally beside it"},
        none=("clues: |\n  4.\n  ..\n", "an unshaded number"),
        hard=True,
    ),
    "smullyan": Case(
        numbers,
        _behind("shade"),
        NEIGHBOURS | {"nmShadeGt": "an unshaded number counts the shaded cells around it"},
        none=("clues: |\n  1\n", "a shaded number"),
        hard=True,
    ),
    "norinuri": Case(
        numbers,
        _behind("shade"),
        {
            "csLt2": "each shaded cell has one shaded neighbour",
            "bkNoNum": "each island has one number",
            "bkSizeNe": "a number is the size of its island",
        },
        small=(3, 4),
        blank="clues: |\n  ?...\n  ....\n  ....\n",
        none=("clues: |\n  2..2\n", "a number is the size of its island"),
    ),
    "nuribou": Case(
        numbers,
        _behind("shade"),
        EMPTY
        | {
            "csWidthGt1": "each block of shaded cells is a straight strip",
            "bkNoNum": "each island has one number",
            "bkSizeNe": "a number is the size of its island",
        },
        blank="clues: |\n  ?..\n  ...\n  ..?\n",
        none=("clues: |\n  22\n", "each island has one number"),
        hard=True,
    ),
    "mochikoro": Case(
        numbers,
        _behind("shade"),
        EMPTY | DIAGONAL,
        none=("clues: |\n  2.2\n", "a number is the size of its rectangle"),
    ),
    "mochinyoro": Case(
        numbers,
        _behind("shade"),
        EMPTY | DIAGONAL | {"csRect": "no block of shaded cells is a rectangle"},
        small=(3, 4),
        none=("clues: |\n  2.2\n", "a number is the size of its rectangle"),
        hard=True,
    ),
    "circlesquare": Case(
        lambda lines, rows, columns: circles(lines, rows, columns),
        _behind("shade"),
        {
            "circleUnshade": "a black circle is shaded",
            "cs2x2": "no 2x2 is all shaded",
            "cuNotSquare": "each group of unshaded cells is a square",
        },
        blank="size: 2x3\n",
        none=("circles: |\n  *o*\n", "shaded cells are connected"),
        hard=True,
    ),
    "cbanana": Case(
        numbers,
        _behind("shade"),
        {
            "csNotRect": "each group of shaded cells is a rectangle",
            "bkSizeNe": "a number is the size of its group",
        },
        none=("clues: |\n  12\n", "a number is the size of its group"),
        blank="size: 2x3\n",
        hard=True,
    ),
    "aquapelago": Case(
        numbers,
        _marked_clues("shade"),
        NEIGHBOURS
        | {
            "cu2x2": "no 2x2 is all unshaded",
            "bkSizeLt": "a number is the size of its group of diagonally connected shaded cells",
        },
        none=("clues: |\n  4..\n  ...\n", "a number is the size of its group"),
    ),
    "tasquare": Case(
        numbers,
        shaded("shade"),
        EMPTY | LEFT | {"nmNoSideShade": "a cell with a clue is beside a shaded one"},
        none=("clues: |\n  2..\n  ...\n", "a number counts the cells"),
        hard=True,
    ),
    "island": Case(
        numbers,
        _behind("shade"),
        EMPTY | {"csDivide": "circles and shaded cells are connected"},
        none=("clues: |\n  0.1\n", "a number counts all cells of the blocks"),
    ),
    "heyablock": Case(
        numbered("counts"),
        behind_rooms(
            lambda puzzle, lines: shaded("shade")(puzzle, lines, puzzle.sheet.rows, puzzle.sheet.columns)
        ),
        LEFT
        | {
            "bkNoShade": "a room without a number has a shaded cell",
            "cbShade": "shaded cells of different rooms are not neighbours",
        },
        small=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AB\n", "shaded cells of different rooms"),
    ),
    "batten": Case(
        _crosswise,
        _in_frame,
        {"shNoDiag": "the four cells around a mark", "exShadeNe": "a number beside the board counts"},
        blank="size: 2x2\n",
        none=("size: 2x2\ncounts:\n  rows: [2, 1]\n  columns: [1, 1]\n", "a number beside the board counts"),
    ),
    "fourcells": Case(
        numbers,
        _walls,
        {"bkSizeLt4": "each area has four cells", "bdDeadEnd": "wall"},
        small=(2, 4),
        real=(4, 4),
        blank="size: 2x4\n",
        none=("size: 1x3\n", "each area has four cells"),
    ),
    "squarejam": Case(
        numbers,
        _walls,
        {"bkNotSquare": "each area is a square", "bdCross": "no four areas meet at a corner"},
        small=(5, 5),
        blank="size: 4x4\n",
        none=("clues: |\n  2..\n", "a number is the side of its square"),
        hard=True,
    ),
    "nothing": Case(
        in_rooms(_size),
        behind_rooms(lines_of),
        LINES
        | {
            "bkLineNe": "the loop goes through all cells of a room or none",
            "bkPassTwice": "the loop visits no room twice",
        },
        small=(4, 4),
        real=(5, 5),
        blank="rooms: |\n  AAAA\n  AAAA\n  BBCC\n",
        none=("rooms: |\n  AB\n", "one loop"),
        hard=True,
    ),
    "retsurin": Case(
        numbers,
        behind(shaded_and_lines),
        LINES | NEIGHBOURS | {"nmShadeNe": "of its row or of its column, not of both"},
        small=(4, 4),
        real=(5, 5),
        blank="size: 3x3\n",
        none=("clues: |\n  9..\n  ...\n  ...\n", "of its row or of its column, not of both"),
        hard=True,
    ),
    "turnaround": Case(
        numbers,
        behind(lines_of),
        LINES | {"numNoLine": "the loop goes through each number", "anTurn": "a number counts the turns"},
        small=(4, 4),
        real=(5, 5),
        none=("clues: |\n  0.\n  ..\n", "a number counts the turns"),
    ),
    "dotchi2": Case(
        in_rooms(lambda lines, rows, columns: circles(lines, rows, columns) | _size(lines, rows, columns)),
        behind_rooms(lines_of),
        LINES
        | {
            "mashuBStrig": "the loop turns at black circles",
            "bkBothMarksPassed": "all circles of one colour",
            "bkNotAllMUPassed": "all circles of one colour",
        },
        small=(3, 4),
        real=(5, 5),
        blank="rooms: |\n  AAA\n  AAA\ncircles: |\n  *..\n  ...\n",
        none=("rooms: |\n  AAA\ncircles: |\n  *..\n", "one loop"),
    ),
}
