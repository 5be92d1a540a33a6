"""Lamps, tents, ships and other things in cells, and shading of rooms and tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Answer, Case, Entered, Lines, art, circles, numbers, shaded
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _cells(lines: Lines, rows: int) -> Iterable[tuple[tuple[int, int], str]]:
    """The words of the first lines by place."""
    for r, row in enumerate(lines[:rows]):
        yield from (((2 * r + 1, 2 * c + 1), word) for c, word in enumerate(row))


def _black_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers on black cells; a lamp is no clue."""
    return {"clues": art(lines[:rows], lambda word: {"-": "#", "+": ".", "#": "."}.get(word, word))}


def of_lines(key: str, lines: Lines, first: int = 0) -> dict[str, Any]:
    """Numbers above columns and before rows, which stand in the first line and column."""
    columns = lines[first][1:]
    return {key: {"columns": columns, "rows": [row[0] for row in lines[first + 1 : first + len(lines)]]}}


def in_frame(lines: Lines, rows: int) -> Lines:
    """The cells without the first line and column, where numbers of lines stand."""
    return [row[1:] for row in lines[1 : rows + 1]]


def _trees(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    trees = art(in_frame(lines, rows), lambda word: "T" if word == "1" else ".")
    return {"trees": trees, **of_lines("counts", lines[: rows + 1])}


def _tents(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return ((("tent", at), int(word == "A")) for at, word in _cells(in_frame(lines, rows), rows))


def _snake(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The two lowest bits of a cell are its circle."""
    inner = [[str(int(word) & 3) for word in row] for row in in_frame(lines, rows)]
    return {**circles(inner, rows, columns), **of_lines("counts", lines[: rows + 1])}


def _on_snake(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return ((("snake", at), int(word) >> 2 & 1) for at, word in _cells(in_frame(lines, rows), rows))


def _marked(layer: str, header: int, blocks: int, sign: str = "#") -> Answer:
    """Marked cells, behind so many lines and blocks of a line for each row."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        words = _cells(lines[header + blocks * rows :], rows)
        return (((layer, at), int(word == sign)) for at, word in words)

    return entered


def _rooms(lines: Lines, rows: int, key: str) -> dict[str, Any]:
    """Rooms by their numbers, behind how many there are."""
    return {key: art(lines[1 : rows + 1])}


def _with_walls(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Rooms between walls: those beside cells of each row, then those below the cells of each row."""
    room = {(r, c): (r, c) for r in range(rows) for c in range(columns)}
    ways = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1) if lines[r][c] == "0"]
    below = lines[rows:]
    ways += [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns) if below[r][c] == "0"]
    for _ in room:
        for one, other in ways:
            room[one] = room[other] = min(room[one], room[other])
    names = sorted(set(room.values()))
    drawn = [[str(names.index(room[r, c])) for c in range(columns)] for r in range(rows)]
    return {"rooms": art(drawn)}


def _tiles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**_rooms(lines, rows, "tiles"), **numbers(lines[rows + 1 :], rows, columns)}


def _numbered_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**_rooms(lines, rows, "rooms"), **numbers(lines[rows + 1 :], rows, columns)}


def _counted_rooms(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The number of a room stands in one of its cells."""
    room = dict(_cells(lines[1:], rows))
    counts = {room[at]: int(word) for at, word in _cells(lines[rows + 1 :], rows) if word.isdigit()}
    return {**_rooms(lines, rows, "rooms"), "clues": counts}


def _marked_in_tiles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return _marked("shade", 2, 2)(puzzle, lines, rows, columns)


def _tiled(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Behind the tiles, in a frame, numbers of lines, and `right,below` of black cells; -1 is none."""

    def clue(word: str) -> str:
        right, _, below = word.partition(",")
        return word if word == "." else f"{below}\\{right}".replace("-1", "").replace(" ", "")

    if len(lines) == rows:  # nothing is given
        return {"tiles": art([["0"] * columns] * rows)}
    framed = lines[rows + 1 :]
    sums = art(in_frame(framed, rows), lambda word: {"\\": "#"}.get(clue(word), clue(word)))
    return {**_rooms(lines, rows, "tiles"), "sums": sums, **of_lines("counts", framed[: rows + 1])}


def _pillows(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = art(lines[:rows], lambda word: "?" if word == "5" else word if word.isdigit() else ".")
    return {"clues": clues, "size": f"{rows}x{columns}"}


def _beds(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """a to e are pillows, f to j other halves: where the other one is is not said, above, below, left, right."""
    for (y, x), word in _cells(lines, rows):
        if word == "#":
            yield ("aisle", (y, x)), 1
        if word in "abcde":
            yield ("pillow", (y, x)), 1
        if word in "bcdeghij":
            down, right = ((-1, 0), (1, 0), (0, -1), (0, 1))["bcdeghij".index(word) % 4]
            yield ("bed", (y + down, x + right)), 1


def _ships(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Behind the fleet, in a frame, numbers of lines, and parts of ships."""
    framed = lines[1:]
    parts = art(in_frame(framed, rows), lambda word: "~^v<>+oF7LJ"[int(word)] if word.isdigit() else word)
    fleet = {"c": "1 1 1 2 2 3"}[lines[0][0]]
    return {"fleet": fleet, "parts": parts.replace("-", "?"), **of_lines("counts", framed[: rows + 1])}


def _in_ships(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Given parts are not entered once more."""
    given = puzzle.sheet.clues.get("parts", {})
    words = _cells(lines[2 + rows :], rows)
    return ((("ship", at), int(word == "#" or given.get(at, 0) != 0)) for at, word in words)


def _with_signs(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = art(lines[rows + 1 :][:rows], lambda word: {"-": "?", ".": "."}.get(word) or ".o^#"[int(word)])
    return {**_rooms(lines, rows, "rooms"), "clues": clues}


def _black_circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    drawn = art(lines[rows + 1 :][:rows], lambda word: "o" if word in "#%o" else ".")
    return {**_rooms(lines, rows, "rooms"), "circles": drawn}


def _walled_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    clues = numbers(lines[2 * rows - 1 :], rows, columns)["clues"]
    return {**_with_walls(lines, rows, columns), "clues": clues}


def _crossed_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    keys = _walled_numbers(lines, rows, columns)
    return {**keys, "clues": keys["clues"].replace("?", "x")}


def _values(layer: str, skipped: int) -> Any:
    """Numbers entered so many lines behind those of `rows` lines of cells; other words are open."""

    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        for key, values in puzzle.domains.items():
            if len(values) == 1:
                yield key, values[0]
        for at, word in _cells(lines[skipped + 2 * rows :], rows):
            if word.isdigit() and (layer, at) in puzzle.domains:
                yield (layer, at), int(word)

    return entered


def _walled_values(layer: str) -> Any:
    def entered(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
        return _values(layer, rows - 1)(puzzle, lines, rows, columns)  # type: ignore[no-any-return]

    return entered


def _circles(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """1 is white and 2 black, as among the clues before."""
    for key, values in puzzle.domains.items():
        if len(values) == 1:
            yield key, values[0]
    yield from ((("circle", at), int(word)) for at, word in _cells(lines[rows:], rows) if word.isdigit())


CASES = {
    "lightup": Case(
        _black_numbers,
        shaded("lamp"),
        {"nmAkariNe": "a number counts the lamps beside it"},
        small=(4, 4),
        real=(8, 8),
        blank="clues: |\n  ...\n  .#.\n  ...\n",
        none=("clues: |\n  3.\n  ..\n", "(R1C1: 3)"),
    ),
    "tents": Case(
        _trees,
        _tents,
        {
            "nmTentNone": "beside each tree is a tent",
            "tentAround": "no two tents touch",
            "nmTentLt": "each group of trees and tents beside one another has as many trees as tents",
        },
        small=(4, 4),
        blank="trees: |\n  ..T.\n  .T..\n  ....\n",
        none=("trees: |\n  T.T\n", "trees and tents beside one another"),
    ),
    "shimaguni": Case(
        _counted_rooms,
        _marked("shade", 1, 2),
        {
            "cbShade": "islands of different rooms do not touch",
            "bkShadeNe": "a number counts the shaded cells of its room",
            "bkNoShade": "each room has a shaded cell",
        },
        blank="rooms: |\n  AAB\n  AAB\n  BBB\n",
        none=("rooms: |\n  AB\n", "islands of"),
        several=(
            "pzprv3/shimaguni/2/3/2/0 0 1 /0 0 1 /1 . 2 /",
        ),  # the island of the first room may lie lower
    ),
    "tilepaint": Case(
        _tiled,
        _marked_in_tiles,
        {
            "brNoShade": "there is a painted cell",
            "asShadeNe": "a number beside the board counts the painted cells",
        },
        blank="tiles: |\n  AAB\n  CAB\n  CBB\n",
        none=("tiles: |\n  AA\n  BB\ncounts:\n  rows: [1, .]\n", "row 1"),
    ),
    "shugaku": Case(
        _pillows,
        _beds,
        {
            "kitamakura": "no pillow is at the upper end of a bed",
            "nmPillowGt": "a number counts the pillows beside it",
            "nmPillowLt": "a number counts the pillows beside it",
            "futonMidPos": "each bed is beside the aisle",
        },
        small=(3, 4),
        real=(4, 5),
        blank="size: 2x3\n",
        none=("clues: |\n  4.\n  ..\n", "(R1C1: 4)"),
    ),
    "battleship": Case(
        _ships,
        _in_ships,
        {
            "csPieceExtra": "water and parts of ships are as given",
            "bankGt": "the ships are those of the fleet",
            "shDiag": "do not touch, not even at a corner",
            "exShadeNe": "a number beside the board counts the cells of ships in its row or column",
        },
        small=(6, 6),
        real=(8, 8),
        blank="size: 3x3\nfleet: 1 2\n",
        none=("size: 2x3\nfleet: 1 3\n", "the ships are those of the fleet"),
    ),
    "yinyang": Case(
        circles,
        _circles,
        {
            "ms2x2": "no 2x2 is all black",
            "msDivide": "black circles are connected",
            "ceNoNum": "has no circle",
        },
        small=(3, 4),
        blank="size: 2x3\n",
        none=("circles: |\n  o*\n  *o\n", "are connected"),
    ),
    "snake": Case(
        _snake,
        _on_snake,
        {
            "csDivide": "the snake is connected",
            "cs2x2": "the snake fills no 2x2",
            "circleUnshade": "the snake goes through each circle",
            "shEndpoint": "an end is at each black circle",
            "shDiag": "the snake does not touch itself at a corner",
        },
        small=(4, 4),
        real=(7, 7),
        none=("circles: |\n  ooo\n  ...\n  ..o\n", "the snake"),
    ),
    "paintarea": Case(
        _tiles,
        _marked("shade", 1, 2),
        {
            "bkMixed": "a tile is painted as a whole or not at all",
            "cs2x2": "no 2x2 is all painted",
            "cu2x2": "each 2x2 has a painted cell",
        },
        blank="tiles: |\n  AAB\n  CDB\n  CEE\n",
        none=("tiles: |\n  AAB\n  CDB\n  CEE\nclues: |\n  3..\n  ...\n  ...\n", "(R1C1: 3)"),
    ),
    "curving": Case(
        lambda lines, rows, columns: {"circles": art(lines[:rows], lambda w: "o" if w == "1" else ".")},
        shaded("shade", 0),
        {
            "csAdjacent": "no two shaded cells are neighbours",
            "curvingNoTurns": "no straight way of unshaded cells leads from a circle to another",
            "curvingOneTurn": "no way of unshaded cells from a circle to another turns only once",
        },
        real=(5, 5),
        hard=True,
        blank="circles: |\n  o..\n  ...\n  ..o\n",
        none=("circles: |\n  oo.\n  ...\n  ...\n", "no straight way"),
    ),
    "usoone": Case(
        _numbered_rooms,
        _marked("shade", 1, 2, "1"),
        {
            "csAdjacent": "no two shaded cells are neighbours",
            "bkLiarNe1": "in each room exactly one number is wrong",
        },
        blank="rooms: |\n  AAA\n  AAA\n  AAA\nclues: |\n  0..\n  ...\n  ..1\n",
        none=("rooms: |\n  AA\n  AA\nclues: |\n  ..\n  ..\n", "in each room exactly one number is wrong"),
    ),
    "nondango": Case(
        _black_circles,
        _marked("circle", 1, 1),
        {
            "bkMSGe2": "each room has one black circle",
            "muConsecGt3": "no three successive circles",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\ncircles: |\n  oo.\n  o.o\n  ..o\n",
        none=("rooms: |\n  AA\n  AA\ncircles: |\n  ..\n  ..\n", "each room has one black circle"),
    ),
    "hakoiri": Case(
        _with_signs,
        _values("sign", 1),
        {
            "nmAround": "no two alike touch",
            "bkDupNum": "each room has one of each sign",
            "bkNumLt3": "each room has one of each sign",
        },
        blank="rooms: |\n  AAB\n  AAB\n  BBB\n",
        none=("rooms: |\n  AA\n  AB\n", "each room has one of each sign"),
    ),
    "hanare": Case(
        _walled_numbers,
        _walled_values("number"),
        {"bkNoNum": "each room has one number", "bkNumGe2": "each room has one number"},
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  ABB\nclues: |\n  .2.\n", "two numbers that see each other"),
    ),
    "putteria": Case(
        _crossed_numbers,
        _walled_values("number"),
        {
            "bkNoNum": "each room has one number",
            "bkSizeNe": "a number is the size of its room",
            "nmDupRow": "no number occurs twice in a row or column",
        },
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AB\n", "no two numbers are neighbours"),
    ),
}
