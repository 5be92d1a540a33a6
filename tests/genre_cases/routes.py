"""Genres with routes: loops and paths through dots, over ice, along borders; bridges, and diagonals."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from tests.genre_cases.case import Case, Entered, Given, Lines, art, digits, edges, numbers, shaded
from tests.genre_cases.loops import (
    LINES,
    behind,
    behind_rooms,
    divided,
    lines_of,
    numbered,
    shaded_and_lines,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import GenreSheet, Place


def _dots(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """In a drawing of half cells, without those at its border."""
    drawn = [[".", *row[0], "."] for row in lines[: 2 * rows - 1]]
    drawn = [["."] * (2 * columns + 1), *drawn, ["."] * (2 * columns + 1)]
    signs = {"2": "*"}
    sides = [[sign * ((r + c) % 2) or "." for c, sign in enumerate(row)] for r, row in enumerate(drawn)]
    cells = [row[1::2] for row in drawn[1::2]]
    return {
        key: art(part, lambda word: signs.get(word, ".")) for key, part in (("dots", cells), ("sides", sides))
    }


SIZES = "each number is the size of its area"

# ---- areas


def _around_holes(puzzle: GenrePuzzle) -> set[Place]:
    sheet = puzzle.sheet
    return {edge for cell in sheet.clues["holes"] for edge in sheet.related(cell, "sides")}


def walled(puzzle: GenrePuzzle, lines: Lines, signs: str = "1") -> Iterable[Entered]:
    """Walls between the cells of rows, then of columns, and those around holes."""
    places = [place for layer, place in puzzle.domains if layer == "wall"]
    closed = _around_holes(puzzle) if "holes" in puzzle.sheet.clues else ()
    for (key, place), value in edges("wall", places, lines[: 2 * puzzle.sheet.rows - 1]):
        yield (key, place), int(bool(value) or place in closed)


def _framed_walls(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls behind the clues, with those at the border of the board."""
    upright, level = lines[rows : 2 * rows], lines[2 * rows + 1 : 3 * rows]
    return walled(puzzle, [*(row[1:-1] for row in upright), *level])


def _holed(inner: Given) -> Given:
    """Clues, and holes, which are *."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        holes = art(lines[:rows], lambda word: "#" if word == "*" else ".")
        return {**inner(lines, rows, columns), "holes": holes}

    return given


def _size(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"size": f"{rows}x{columns}"}


def _lettered(letters: str) -> Given:
    """Letters by their numbers from 0, and given walls, which are X behind what is entered."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        def letter(word: str) -> str:
            return "?" if word == "-" else letters[int(word)] if word.isdigit() else "."

        drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
        for (_, (y, x)), wall in edges("wall", _inner(rows, columns), _marked(lines[2 * rows :], "X")):
            drawn[y][x] = ".#"[wall]
        return {"letters": art(lines[:rows], letter), "walls": art(drawn), **_size(lines, rows, columns)}

    return given


def _inner(rows: int, columns: int) -> list[Place]:
    return [*GenreSheet(rows, columns).every["inner"]]


def _marked(lines: Lines, signs: str) -> Lines:
    """1 where the word has one of these signs; -1 has none."""
    return [[str(int(word != "-1" and any(sign in word for sign in signs))) for word in row] for row in lines]


def _shapes(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls, and those between two cells with other letters, given or entered."""
    letters = {}
    for r in range(rows):
        for c in range(columns):
            given, entered = lines[r][c], lines[rows + r][c]
            if word := next((word for word in (given, entered) if word.isdigit()), ""):
                letters[2 * r + 1, 2 * c + 1] = word
    for (key, place), wall in walled(puzzle, _marked(lines[2 * rows :], "12X")):
        sides = {letters.get(cell, "") for cell in puzzle.sheet.related(place, "beside")}
        yield (key, place), int(bool(wall) or (len(sides) == 2 and "" not in sides))


def _symmetric(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls behind the numbers."""
    yield from digits("number")(puzzle, lines, rows, columns)
    yield from walled(puzzle, lines[2 * rows :])


# ---- lines


def _numbers(key: str) -> Given:
    return lambda lines, rows, columns: numbers(lines, rows, columns, key)


def _bridges(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    """1 or 2 bridges."""
    places = [place for layer, place in puzzle.domains if layer == "bridge"]
    yield from edges("bridge", places, [["1" if word in "12" else "0" for word in row] for row in lines])
    yield from edges("second", places, lines, "2")


def _iced(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Ice is 1, and behind it walls are."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for (_, (y, x)), wall in edges("wall", _inner(rows, columns), lines[rows : 3 * rows - 1]):
        drawn[y][x] = ".#"[wall]
    return {"ice": art(lines[:rows], lambda word: "~" if word == "1" else "."), "walls": art(drawn)}


def _pipes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """a to g are parts of lines."""
    parts = dict(zip("abcdefg", "+|-LJ7F")) | {"-": "?"}
    return {"parts": art(lines[:rows], lambda word: parts.get(word, ".")), **_size(lines, rows, columns)}


def _edge_lines(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines on all edges, behind clues and marks."""
    return edges("line", (place for _, place in puzzle.domains), lines[2 * rows :])


def _numbered_lines(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Numbers behind lines, which are behind the clues."""
    yield from lines_of(puzzle, lines[rows:])
    yield from digits("number")(puzzle, lines[2 * rows - 1 :], rows, columns)


def _circles(key: str) -> Given:
    """Signs 1 to 3 in a drawing of half cells, without those at its border; in cells they are of this key."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        drawn = [[".", *row[0], "."] for row in lines[: 2 * rows - 1]]
        drawn = [["."] * (2 * columns + 1), *drawn, ["."] * (2 * columns + 1)]
        cells = [row[1::2] for row in drawn[1::2]]
        sides = [[sign * ((r + c) % 2) or "." for c, sign in enumerate(row)] for r, row in enumerate(drawn)]
        corners = [row[::2] for row in drawn[::2]]
        in_cells = {"1": "^"} if key == "triangles" else CIRCLES
        return {
            key: art(cells, lambda word: in_cells.get(word, ".")),
            "sides": art(sides, lambda word: CIRCLES.get(word, ".")),
            "corners": art(corners, lambda word: CIRCLES.get(word, ".")),
        }

    return given


def _black_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """5 is a black cell without a number."""
    return numbers([["-" if word == "5" else word for word in row] for row in lines], rows, columns)


def _triangles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """2 to 5 are the lower left corner, and those on from there, counterclockwise."""
    for r, row in enumerate(lines[rows : 2 * rows]):
        for c, word in enumerate(row):
            if word in "2345":
                yield ("triangle", (2 * r + 1, 2 * c + 1)), {"2": 4, "3": 3, "4": 2, "5": 1}[word]


def _compasses(key: str) -> Given:
    """Four numbers, right, down, left and up; -1 is one that is not said."""

    def given(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
        def clue(word: str) -> str:
            right, down, left, up = ("." if number == "-1" else number for number in word.split(","))
            return "/".join((up, down, left, right))

        return {key: art(lines[:rows], lambda word: clue(word) if "," in word else ".")}

    return given


def _nonzero(lines: Lines) -> Lines:
    return [["0" if word in ("0", "-0") else "1" for word in row] for row in lines]


def _circled_walls(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 is a given wall, 2 to 4 are circles, 5 is entered."""
    drawn: dict[str, Lines] = {key: [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)] for key in "wc"}
    for sign in "1234":
        for (_, (y, x)), there in edges("wall", _inner(rows, columns), lines, sign):
            if there:
                drawn["w" if sign == "1" else "c"][y][x] = "#*%o"[int(sign) - 1]
    return {"walls": art(drawn["w"]), "circles": art(drawn["c"]), **_size(lines, rows, columns)}


def _dotted(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, and behind them dots at corners."""
    dots = art(lines[rows : 2 * rows + 1], lambda word: "*" if word == "1" else ".")
    return {**numbers(lines, rows, columns, "numbers"), "dots": dots}


def _named(cells: Lines, sign: str) -> Lines:
    """The rooms, where each hole is one for itself."""
    return [
        [f"hole{r}x{c}" if word == sign else word for c, word in enumerate(row)]
        for r, row in enumerate(cells)
    ]


def _silai(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Walls within rooms, where walls are stated."""
    rooms, rest = divided(lines, rows, columns)
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    if len(lines[1]) < columns:
        for (_, (y, x)), wall in edges("wall", _inner(rows, columns), lines[: 2 * rows - 1]):
            one, other = (rooms[(y - dy) // 2][(x - dx) // 2] for dy, dx in _steps(y))
            drawn[y][x] = "#" if wall and one == other else "."
    return {"rooms": art(_named(rooms, ".")), "walls": art(drawn), **_black_holes(rest, rows, columns)}


def _steps(y: int) -> tuple[Place, Place]:
    """From the edge to the cells on both sides of it, rounded down."""
    return ((0, 1), (0, 0)) if y % 2 else ((1, 0), (0, 0))


def _black_holes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"holes": art(lines[:rows], lambda word: "#" if word == "*" else ".")}


def _arrow_sets(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1, 2, 4 and 8 are up, down, left and right."""

    def clue(word: str) -> str:
        return "".join(arrow for bit, arrow in enumerate("^v<>") if int(word) >> bit & 1)

    return {"arrows": art(lines[:rows], lambda word: clue(word) if word.isdigit() else ".")}


def _grounds(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Cells with 0 between them are in one room."""
    inner = [*(row[1:-1] for row in lines[:rows]), *lines[rows + 1 : 2 * rows]]
    walls = [["0" if word == "0" else "1" for word in row] for row in inner]
    return {"rooms": art(divided(walls, rows, columns)[0])}


def _rooms_with_holes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Rooms by their numbers, behind how many there are; # is a hole, which is a room for itself."""
    cells = lines[1 : 1 + rows]
    return {"rooms": art(_named(cells, "#")), "holes": art(cells, lambda word: "#" if word == "#" else ".")}


def _balls(lines: Lines) -> Iterable[Entered]:
    for r, row in enumerate(lines):
        for c, word in enumerate(row):
            if word in "12":
                yield ("ball", (2 * r + 1, 2 * c + 1)), int(word)


def _sums_between(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Walls, and sums on them; a sum without a wall has ! before it."""
    behind = lines[: 2 * rows - 1]
    walls = [["0" if word[0] in ".!" else "1" for word in row] for row in behind]
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    places = sorted(_inner(rows, columns), key=lambda place: (place[0] % 2 == 0, place))
    for (y, x), word in zip(places, chain(*behind), strict=True):
        drawn[y][x] = word.strip("!|-") or "?" * (word in ("!", "-")) or "."
    return {"rooms": art(divided(walls, rows, columns)[0]), "sums": art(drawn)}


def _holed_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    holes = art(lines[:rows], lambda word: "#" if word == "#" else ".")
    return {**numbers(lines, rows, columns), "holes": holes}


def _pairs(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls, and those around shaded cells, which stand behind."""
    shade = dict(shaded("shade")(puzzle, lines[3 * rows - 1 :], rows, columns))
    yield from shade.items()
    for (key, place), wall in walled(puzzle, lines[rows:]):
        sides = puzzle.sheet.related(place, "beside")
        yield (key, place), int(bool(wall) or any(shade["shade", cell] for cell in sides))


def _arrows_and_black(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 to 4 are arrows, - is a black cell."""
    cells = lines[:rows]
    arrows = art(cells, lambda word: "^v<>"[int(word) - 1] if word.isdigit() else ".")
    return {"arrows": arrows, "black": art(cells, lambda word: "#" if word == "-" else ".")}


def _arrows(puzzle: GenrePuzzle, lines: Lines) -> Iterable[Entered]:
    """1 to 4 are up, down, left and right; given arrows are entered, too."""
    for (layer, place), values in puzzle.domains.items():
        if len(values) == 1:
            yield (layer, place), values[0]
    for r, row in enumerate(lines[: puzzle.sheet.rows]):
        for c, word in enumerate(row):
            if word.isdigit():
                yield ("arrow", (2 * r + 1, 2 * c + 1)), int(word)


def _arrows_in_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    cells = lines[1 + rows : 1 + 2 * rows]
    arrows = art(cells, lambda word: "^v<>"[int(word) - 1] if word.isdigit() else ".")
    return {"rooms": art(lines[1 : 1 + rows]), "arrows": arrows}


def _photo(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a circle, before a number where there is one."""
    cells = lines[:rows]
    circles = art(cells, lambda word: "o" if word[0] == "#" else ".")
    return {"circles": circles, "clues": art(cells, lambda word: word.strip("#").replace("-", "?") or ".")}


def _walled_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    black = art(lines[:rows], lambda word: "#" if word == "+" else ".")
    return {**numbers(lines, rows, columns), "black": black}


POINTS_BACK = "the next arrow in an arrow's direction points back at it"
CIRCLES = {"1": "*", "2": "%", "3": "o"}


def _corners(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"clues": art(lines[: rows + 1]), **_size(lines, rows, columns)}


THROUGH = "the loop goes through each cell"
LETTERED = {
    "bkSizeLt": "cells: the group of",
    "bkSizeGt": "cells: the group of",
    "nmShapeNe": "a letter is the shape of its area",
    "bdUnused": "each wall separates two areas",
}

CASES = {
    "midloop": Case(
        _dots,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[2 * rows - 1 :]),
        LINES
        | {
            "lnOnDot": "the loop goes through each dot",
            "lnOnCenter": "the middle of a straight line",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("dots: |\n  *..\n  ...\n", "the middle of a straight line"),
    ),
    "fivecells": Case(
        _holed(numbers),
        _framed_walls,
        {"bkSizeLt5": "each area has five cells", "bdDeadEnd": "wall"},
        small=(2, 5),
        real=(5, 5),
        blank="size: 2x5\n",
        none=("size: 1x3\n", "each area has five cells"),
    ),
    "heteromino": Case(
        _holed(_size),
        _framed_walls,
        {"bkSizeGt3": "each area has three cells", "bkSameTouch": "neighbouring areas differ"},
        small=(3, 3),
        real=(5, 5),
        blank="size: 3x4\n",
        none=("size: 1x6\n", "neighbouring areas differ"),
    ),
    "tetrominous": Case(
        _holed(_lettered("ILOST")),
        _shapes,
        LETTERED,
        small=(4, 4),
        real=(4, 4),
        blank="size: 4x5\n",
        none=("size: 1x8\n", "neighbouring areas have different shapes"),
    ),
    "fillmat": Case(
        numbers,
        lambda puzzle, lines, rows, columns: walled(puzzle, lines[rows:]),
        {
            "bdCross": "no four areas meet at a corner",
            "bkLenGt4": "each area is one cell wide",
            "bkSizeNe": "a number is the size of its area",
        },
        blank="size: 3x3\n",
        none=("clues: |\n  11\n", "neighbouring areas differ in size"),
    ),
    "symmarea": Case(
        numbers,
        _symmetric,
        {"bkSizeLt": SIZES, "bkSizeGt": SIZES, "ceNoNum": "has no"},
        blank="size: 2x3\n",
        none=("clues: |\n  11\n", SIZES),
    ),
    "hashikake": Case(
        _numbers("islands"),
        lambda puzzle, lines, rows, columns: _bridges(puzzle, lines[rows:]),
        {"brNoLine": "at least one bridge is drawn", "lcDivided": "all islands are connected"},
        small=(4, 4),
        blank="islands: |\n  ?.?\n  ...\n  ?.?\n",
        none=("islands: |\n  1.2\n", "a number counts the bridges"),
    ),
    "barns": Case(
        _iced,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[3 * rows - 1 :]),
        {
            "ceNoLine": THROUGH,
            "lnCrossExIce": "the loop crosses itself only on ice",
            "lnPlLoop": "the lines are one loop",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("size: 3x3\n", THROUGH),
    ),
    "pipelink": Case(
        _pipes,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[rows:]),
        {
            "ceAddLine": "the loop goes through each given part",
            "lnPlLoop": "the lines are one loop",
            "lnBranch": "the loop does not branch",
            "lnDeadEnd": "the loop does not end",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("parts: |\n  ++\n  ..\n", "the loop goes through each given part"),
    ),
    "lither": Case(
        numbers,
        _edge_lines,
        {
            "brNoLine": "at each corner one",
            "lnNoBranchOrTerm": "at each corner one",
            "lnHasLoop": "the lines close no loop",
        },
        blank="size: 2x3\n",
        none=("clues: |\n  00\n", "at each corner one"),
    ),
    "keywest": Case(
        numbers,
        _numbered_lines,
        {
            "nmLineAdjacent": "neighbours have different numbers",
            "nmLineLt": "a number counts the lines",
            "ceNoNum": "a number counts the lines",
        },
        blank="size: 3x3\n",
        none=("clues: |\n  11\n", "neighbours have different numbers"),
    ),
    "bosnianroad": Case(
        numbers,
        shaded("shade", 0),
        {
            "cs2x2": "two shaded neighbours",
            "shBranch": "two shaded neighbours",
            "csDivide": "shaded cells are connected",
            "anShadeNe": "a number counts the shaded cells",
        },
        small=(4, 4),
        blank="size: 3x4\n",
        none=("clues: |\n  8..\n  ...\n", "a number counts the shaded cells"),
    ),
    "kurarin": Case(
        _circles("cells"),
        lambda puzzle, lines, rows, columns: shaded_and_lines(puzzle, lines[2 * rows - 1 :]),
        LINES
        | {
            "csDotBlack": "black circle",
            "csDotWhite": "white circle",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("cells: |\n  *.\n  ..\n", "a cell with a black circle"),
    ),
    "sansaroad": Case(
        _circles("triangles"),
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[2 * rows - 1 :], rows, columns),
        {
            "cuDivide": "unshaded cells are connected",
            "cuGt2": "each other unshaded cell",
            "cuGt3": "a triangle is unshaded",
            "csDotWhite": "a white circle",
            "csDotBlack": "a black circle",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=("triangles: |\n  ^.\n  ..\n", "a triangle is unshaded"),
    ),
    "nibunnogo": Case(
        _corners,
        lambda puzzle, lines, rows, columns: shaded("shade", sign="1")(
            puzzle, lines[rows + 1 :], rows, columns
        ),
        {"bkSizeGt5": "has more than five", "crShadeGt": "a number counts", "ceEmpty": ""},
        blank="size: 2x2\n",
        none=("clues: |\n  3.\n  ..\n", "a number counts the shaded cells"),
    ),
    "shakashaka": Case(
        _black_numbers,
        _triangles,
        {
            "brNoTriangle": "there is a triangle",
            "nmTriangleGt": "a number counts the triangles",
            "nmTriangleLt": "a number counts the triangles",
            "cuNotRectx": "each white area is a rectangle",
        },
        small=(4, 4),
        blank="clues: |\n  ?...\n  ....\n  ....\n  ...?\n",
        none=("clues: |\n  4.\n  ..\n", "a number counts the triangles"),
    ),
    "compass": Case(
        _compasses("compasses"),
        lambda puzzle, lines, rows, columns: walled(puzzle, lines[rows:]),
        {"bkNumGe2": "each area has one compass", "ceDirection": "further in the number's direction"},
        blank="compasses: |\n  ./././. . .\n  . . .\n  . . ./././.\n",
        none=("compasses: |\n  5/././. .\n", "further in the number's direction"),
    ),
    "mukkonn": Case(
        _compasses("clues"),
        behind(lines_of),
        LINES | {"ceNoLine": THROUGH, "ceDirection": "on the side of a number"},
        small=(4, 4),
        blank="size: 4x4\n",
        none=("clues: |\n  ./././3 .\n  . .\n", "on the side of a number"),
    ),
    "voxas": Case(
        _circled_walls,
        lambda puzzle, lines, rows, columns: walled(puzzle, _nonzero(lines)),
        {
            "bkSizeGt3": "each area is a rectangle",
            "bkNotRect": "each area is a rectangle",
            "bdVoxasBlack": "areas at a black circle",
            "bdVoxasGray": "areas at a grey circle",
            "bdVoxasWhite": "areas at a white circle",
            "bdCross": "no four areas meet at a corner",
        },
        small=(4, 4),
        blank="size: 3x4\n",
        none=("size: 1x1\n", "each area is a rectangle"),
    ),
    "bdblock": Case(
        _dotted,
        lambda puzzle, lines, rows, columns: walled(puzzle, lines[2 * rows + 1 :]),
        {
            "bdBranchExBP": "elsewhere at most two walls meet",
            "bkNoNum": "each area has at least one number",
            "bkSepNum": "equal numbers are in one area",
            "bdCountLt3BP": "at a dot three or four",
        },
        blank="numbers: |\n  1..\n  ...\n  ..2\ndots: |\n  .*..\n  ....\n  ....\n  .*..\n",
        none=("numbers: |\n  121\n", "equal numbers are in one area"),
    ),
    "rassi": Case(
        _silai,
        behind_rooms(lines_of),
        {
            "lnBranch": "lines do not branch",
            "ceNoLine": "each cell is on a line",
            "laLoop": "lines close no loop",
            "laOnBorder": "lines stay in their rooms",
            "lnDeadEndAround": "no two ends of lines touch",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\n  AAA\n",
        none=("rooms: |\n  AA\n  AB\n  BB\n", "no two ends of lines touch"),
    ),
    "myopia": Case(
        _arrow_sets,
        _edge_lines,
        LINES
        | {
            "lnBranch": "lines meet at",
            "arNoLineSeen": "in the direction of each arrow",
            "arDistanceNe": "equally far away",
            "arDistanceGt": "equally far away",
        },
        blank="size: 2x2\n",
        none=("arrows: |\n  ^ v\n", "equally far away"),
    ),
    "mejilink": Case(
        _grounds,
        lambda puzzle, lines, rows, columns: edges("line", [at for _, at in puzzle.domains], lines, "2"),
        LINES
        | {
            "lnBranch": "lines meet at",
            "lnPlLoop": "there are 3 lines",
            "bkNoLineNe": "each room has as many cells",
        },
        blank="rooms: |\n  AABC\n  DABC\n  AABE\n  BBBB\n",
        none=("rooms: |\n  A\n", "each room has as many cells"),
    ),
    "dosufuwa": Case(
        _rooms_with_holes,
        lambda puzzle, lines, rows, columns: _balls(lines[1 + rows :]),
        {
            "bkUCGe2": "each room has one balloon",
            "cuNotTop": "above a balloon",
            "bkNoUC": "each room has one balloon",
        },
        small=(4, 5),
        blank="rooms: |\n  AAB\n  AAB\n",
        none=("rooms: |\n  A\n  B\n", "each room has one"),
    ),
    "kazunori": Case(
        _sums_between,
        lambda puzzle, lines, rows, columns: digits("number")(puzzle, lines[rows - 1 :], rows, columns),
        {
            "bkOddSize": "to half its size twice",
            "bkSameNumGt2": "to half its size twice",
            "ceNoNum": "has no",
        },
        small=(4, 4),
        blank="rooms: |\n  AAA\n  AAA\n",
        none=("rooms: |\n  AAB\n  CCB\n  CCB\n  DDD\n", "to half its size twice"),
    ),
    "lapaz": Case(
        _holed_numbers,
        _pairs,
        {
            "bkSizeGt2": "each area has one cell or two",
            "bkUnshade": "the areas of one cell are shaded",
            "nmShadeNe": "a number counts the shaded cells",
        },
        small=(3, 4),
        blank="size: 2x3\n",
        none=("clues: |\n  3.\n", "a number counts the shaded cells"),
        several=("pzprv3/lapaz/2/8/",),
    ),
    "yajirushi": Case(
        _arrows_and_black,
        lambda puzzle, lines, rows, columns: _arrows(puzzle, lines[rows:]),
        {
            "arAdjPair": "arrows of a pair are not neighbours",
            "arAlone": POINTS_BACK,
            "cuNotPointed": "each empty cell is between",
        },
        blank="size: 3x4\n",
        none=("size: 1x1\n", "each empty cell is between"),
    ),
    "yajirushi2": Case(
        numbers,
        lambda puzzle, lines, rows, columns: _arrows(puzzle, lines[rows:]),
        {
            "nmArrowLt": "a number counts the arrows",
            "bkDivide": "empty cells are connected",
            "arAlone": POINTS_BACK,
        },
        blank="clues: |\n  ...\n  ?..\n  ...\n",
        none=("clues: |\n  4.\n  ..\n", "a number counts the arrows"),
    ),
    "toichika": Case(
        _arrows_in_rooms,
        lambda puzzle, lines, rows, columns: _arrows(puzzle, lines[1 + 2 * rows :]),
        {"bkNumGe2": "each room has one arrow", "arAlone": POINTS_BACK},
        small=(4, 4),
        blank="rooms: |\n  DFAAA\n  CFABE\n  CFBBE\n",
        none=("rooms: |\n  AB\n", "neighbouring rooms"),
    ),
    "toichika2": Case(
        numbered("clues"),
        lambda puzzle, lines, rows, columns: digits("number")(puzzle, lines[1 + rows :], rows, columns),
        {
            "bkNumGe2": "each room has one number",
            "arAlone": "each number has one equal number",
            "nmTripRow": "each number has one equal number",
            "arDistance": "a number counts the cells between",
            "arBlocked": "cells between a pair are empty",
        },
        small=(4, 4),
        blank="rooms: |\n  DFAAA\n  CFABE\n  CFBBE\n",
        none=("rooms: |\n  ABCD\nclues: {A: 1}\n", "each room has one number"),
    ),
    "familyphoto": Case(
        _photo,
        lambda puzzle, lines, rows, columns: walled(puzzle, lines[rows:]),
        {
            "bkNoNum": "each area has one number",
            "bkNotRect": "each area is a rectangle",
            "bkCircleNe": "a number counts the circles",
            "lnDivide": "no wall is between two circles",
        },
        blank="circles: |\n  o..\n  ..o\nclues: |\n  ?..\n  ..?\n",
        none=("clues: |\n  1.\n", "a number counts the circles"),
    ),
    "walllogic": Case(
        _walled_numbers,
        lambda puzzle, lines, rows, columns: _arrows(puzzle, lines[rows:]),
        {
            "brNoLine": "there is an arrow",
            "nmConnWallLt": "a number is the sum",
            "lbIsolate": "an arrow comes from a number",
        },
        blank="clues: |\n  2..\n  ...\n",
        none=("clues: |\n  9.\n", "a number is the sum"),
    ),
    "arrowflow": Case(
        numbers,
        lambda puzzle, lines, rows, columns: _arrows(puzzle, lines[rows:]),
        {
            "nmAdjacent": "neighbouring arrows differ",
            "arCountGt": "a number counts the arrows",
            "arCountLt": "a number counts the arrows",
        },
        blank="clues: |\n  ?...\n  ....\n  ...?\n",
        none=("clues: |\n  2.\n", "a number counts the arrows"),
    ),
    "ichimaga": Case(
        _numbers("circles"),
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lcCurveGt1": "a line turns at most once",
            "lcDivided": "all circles are connected",
            "nmLineNe": "a number counts the lines",
        },
        small=(4, 4),
        blank="circles: |\n  ?.?\n  ...\n  ?.?\n",
        none=("circles: |\n  2.1\n", "a number counts the lines"),
    ),
}
