"""Genres of blocks, snakes, moves, loops with gates or triangles, bars, countries, and of pieces of a bank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, circles, digits, edges, numbers, shaded
from tests.genre_cases.loops import LINES, behind, behind_rooms, divided, lines_of
from tests.genre_cases.moves import MOVES
from tests.genre_cases.noqx_last import _visited
from tests.genre_cases.rooms import _walls_behind
from tests.genre_cases.routes import _pipes
from tests.genre_cases.ways import PIECES
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _without_mark(lines: Lines) -> Lines:
    """Without the letter of a switch."""
    return lines[len(lines[0]) == 1 and lines[0][0].isalpha() :]


def _blocks(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """A cell is in no block if it is in a part without a number at which only such with one are."""
    walls = lines[rows : 3 * rows - 1]
    rooms = divided(walls, rows, columns)[0]
    numbered = {room for r in range(rows) for room, word in zip(rooms[r], lines[r]) if word != "."}
    room_at = {(2 * r + 1, 2 * c + 1): room for r, row in enumerate(rooms) for c, room in enumerate(row)}
    entered = dict(edges("wall", [place for _, place in puzzle.domains], walls))
    sides = {place: [room_at[at] for at in puzzle.sheet.related(place, "beside")] for _, place in entered}
    kept = {
        room
        for (_, place), wall in entered.items()
        for room in sides[place]
        if wall and numbered.isdisjoint(sides[place])
    }
    for (layer, place), wall in entered.items():
        free = numbered.isdisjoint(sides[place]) and kept.isdisjoint(sides[place])
        yield (layer, place), wall or int(free)


def _segments(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"clues": art(lines[:rows], lambda word: word.replace("-", "?")), "size": f"{rows}x{columns}"}


def _pit(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers, and behind them 1 for a circle, 6 for a grey cell, 7 for a hole; walls are marked X."""
    marks = lines[rows : 2 * rows]
    return {
        **numbers(lines, rows, columns),
        "ends": art(marks, lambda word: "o" if word == "1" else "."),
        "middles": art(marks, lambda word: "~" if word == "6" else "."),
        "holes": art(marks, lambda word: "#" if word == "7" else "."),
    }


def _in_pit(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for r in range(rows):
        for c, word in enumerate(lines[2 * rows + r]):
            entered = word if word != "." else lines[r][c]
            if entered != ".":
                yield ("number", (2 * r + 1, 2 * c + 1)), int(entered)


def _course(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """i and w or - are gates, which may have numbers; others stand for black cells, # for those without one."""

    def gate(word: str) -> str:
        return {"i": "|", "w": "-", "-": "-"}.get(word[0], ".")

    return {
        "gates": art(lines[:rows], gate),
        "blocks": art(lines[:rows], lambda word: word if word == "#" or word.isdigit() else "."),
        "start": art(lines[:rows], lambda word: "o" if word == "o" else "."),
    }


def _ships_alone(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    parts = art(lines[1 : 1 + rows], lambda word: "~^v<>+oF7LJ"[int(word)] if word.isdigit() else word)
    return {"fleet": "1 1 1 2 2 3", "parts": parts.replace("-", "?"), "size": f"{rows}x{columns}"}


def _distances(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**numbers(lines[1:], rows, columns), "pieces": PIECES}


def _kissing(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The letter of the bank, bars between cells, and crosses."""
    bars = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[1 : 2 * rows]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            bars[y][x] = "#" if word == "1" else "."
    crosses = art(lines[2 * rows : 3 * rows], lambda word: "x" if word == "x" else ".")
    return {"bars": art(bars), "crosses": crosses, "pieces": PIECES}


def _returning(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    circles = art(lines[:rows], lambda word: "o" if word == "o" else ".")
    return {**_pipes(lines, rows, columns), "circles": circles}


def _looping(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**_pipes(lines, rows, columns), **numbers(lines, rows, columns, "numbers")}


def _in_cities(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers; behind what is entered walls, which are marked X."""
    walls = [["1" if word in ("X", "-X") else "0" for word in row] for row in lines[2 * rows :]]
    return {**numbers(lines, rows, columns), "rooms": art(divided(walls, rows, columns)[0])}


def _pasture(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    dots = art(lines[rows : 2 * rows + 1], lambda word: "*" if word == "1" else ".")
    return {**circles(lines, rows, columns, "animals"), "dots": dots, "size": f"{rows}x{columns}"}


def _fences(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    inner = puzzle.sheet.every["inner"]
    return edges("wall", inner, lines[2 * rows + 1 :])


def _joined(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines, which join the cells of a rectangle, behind marks."""
    for (layer, place), line in edges("wall", [place for _, place in puzzle.domains], lines[2 * rows :]):
        yield (layer, place), 1 - line


def _with_pots(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """i is a pot; o and a number is a circle."""
    inner = [[word.removeprefix("i") or "." for word in row] for row in lines[:rows]]
    return {
        "pots": art(lines[:rows], lambda word: "~" if word[0] == "i" else "."),
        "circles": art(inner, lambda word: word[1:] or "?" if word[0] == "o" else "."),
        "sums": art(inner, lambda word: word if word.isdigit() else "."),
    }


def _golf(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """H is a hole, i is water, a number a ball."""
    return {
        "water": art(lines[:rows], lambda word: "~" if word == "i" else "."),
        "balls": art(lines[:rows], lambda word: word if word.isdigit() else "."),
        "holes": art(lines[:rows], lambda word: "H" if word == "H" else "."),
    }


def _strokes(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """The lines, and the next stroke from where a ball comes down."""
    drawn = dict(lines_of(puzzle, lines[rows:]))
    yield from drawn.items()
    left = {place for (_, place), line in drawn.items() if line}
    for ball, number in puzzle.sheet.clues.get("balls", {}).items():
        assert isinstance(number, int)
        yield ("next", ball), number
        at = ball
        for after in range(number - 1, 0, -1):
            for _ in range(after + 1):
                for edge in left.intersection(puzzle.sheet.related(at, "sides")):
                    left.remove(edge)
                    at = (2 * edge[0] - at[0], 2 * edge[1] - at[1])
                    break
            if after in puzzle.domains.get(("next", at), ()) and left.intersection(
                puzzle.sheet.related(at, "sides")
            ):
                yield ("next", at), after


def _mirrors(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """1 to 4 are triangles, before a number; + is a crossing."""

    def triangle(word: str) -> str:
        return "LJ7F"[int(word[0]) - 1] + word[1:].replace("-2", "") if word[0] in "1234" else "."

    return {
        "triangles": art(lines[:rows], triangle),
        "crossings": art(lines[:rows], lambda word: "+" if word == "+" else "."),
    }


def _bar_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """a to d are black cells with 1 to 4, e is one with 0, f one without a number."""
    black = dict(zip("abcdef", "12340?"))
    return {
        "lengths": art(lines[:rows], lambda word: "." if word in black else word),
        "ends": art(lines[:rows], lambda word: black.get(word, ".")),
    }


def _bars(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for layer, (y, x) in puzzle.domains:
        word = lines[rows + y // 2][x // 2]
        if word in ("1", "2"):
            yield (layer, (y, x)), int(word)


def _chocolate(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """- is grey, before a number; 0 is a hidden one."""
    counts = [[word.removeprefix("-").replace("0", "?") or "." for word in row] for row in lines[:rows]]
    return {
        "grey": art(lines[:rows], lambda word: "~" if word[0] == "-" else "."),
        "clues": art(counts),
        "size": f"{rows}x{columns}",
    }


def _combined(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Odd numbers are walls, 0 and -1 are within rooms."""
    walls = [["0" if word in ("0", "-1") else "1" for word in row] for row in lines]
    return {"rooms": art(divided(walls, rows, columns)[0])}


def _combining(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    walls = [["1" if word in ("1", "3") else "0" for word in row] for row in lines]
    return edges("wall", [place for _, place in puzzle.domains], walls)


def _on_visits(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Circles in place of the numbers of Haisu."""
    keys = _visited(lines, rows, columns)
    keys.pop("visits")
    return {**keys, "circles": art(lines[2 * rows : 3 * rows], lambda word: "o" if word == "1" else ".")}


def _sums(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """The largest number, and then in cells sum,circles."""

    def pair(word: str) -> str:
        if word == ".":
            return word
        total, _, number = word.partition(",")
        return f"{'?' if total in ('-', '-2') else total}/{number if number not in ('', '0') else '?'}"

    return {"largest": int(lines[0][0]), "clues": art(lines[1 : rows + 1], pair)}


def _balloons(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {
        "balloons": art(lines[:rows], lambda word: "~" if word == "#" else "."),
        **numbers(lines, rows, columns, "numbers"),
    }


def _strings(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls, which are all around other cells than those of balloons, and lines behind them."""
    balloons = puzzle.sheet.clues["balloons"]
    for key, wall in _walls_behind(puzzle, lines, rows, columns):
        inside = all(cell in balloons for cell in puzzle.sheet.related(key[1], "beside"))
        yield key, wall if inside else 1
    yield from lines_of(puzzle, lines[3 * rows - 1 :])


def _rings(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Numbers at corners, and behind them 1 and 2 in cells."""
    signs = {"1": "o", "2": "/", "-": "?"}
    return {
        "numbers": art(lines[: rows + 1], lambda word: word.replace("-", "?")),
        "signs": art(lines[rows + 1 : 2 * rows + 1], lambda word: signs.get(word, ".")),
    }


def _diagonals(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    for layer, (y, x) in puzzle.domains:
        word = lines[2 * rows + 1 + y // 2][x // 2]
        if word in ("1", "2"):
            yield (layer, (y, x)), int(word)


def _exits(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """A clue of a room is at its first cell: - if it is shaded, and a number, 0 for a hidden one."""
    rooms, rest = divided(lines, rows, columns)
    clues = dict[str, str]()
    for row, words in zip(rooms, rest):
        for room, word in zip(row, words):
            if word != "." and room not in clues:
                number = word.removeprefix("-")
                sign = "*" if word[0] == "-" else "o"
                clues[room] = sign + number.replace("0", "") if number else "#"
    return {"rooms": art(rooms), "clues": clues}


def _countries(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Ten times the colour, and the number and 1."""

    def clue(word: str) -> str:
        if not word.isdigit():
            return "."
        colour, number = divmod(int(word), 10)
        return "gABCDEF"[colour] + (str(number - 1) if number else "")

    return {"clues": art(lines[:rows], clue), "size": f"{rows}x{columns}"}


def _sizes(lines: Lines) -> str:
    """Behind all else: how many sizes, each size, and a row of marks."""
    count = next(i for i, row in enumerate(lines) if len(row) == 1 and len(lines) - i == int(row[0]) + 2)
    return ",".join(row[0] for row in lines[count + 1 : -1])


def _eggs(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {**numbers(lines, rows, columns), "sizes": _sizes(lines)}


def _of_sizes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """* is a hole."""
    holes = art(lines[:rows], lambda word: "#" if word == "*" else ".")
    return {**_eggs(lines, rows, columns), "holes": holes}


def _walled(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Walls, which are around holes too."""
    holes = puzzle.sheet.clues.get("holes", {})
    for key, wall in _walls_behind(puzzle, lines, rows, columns):
        yield key, int(wall or any(cell in holes for cell in puzzle.sheet.related(key[1], "beside")))


CASES = {
    "snakeegg": Case(
        _eggs,
        shaded("snake", 0),
        {
            "brNoShade": "the snake has two ends",
            "shLoop": "the snake has two ends",
            "circleUnshade": "an end is at each 0",
            "shEndpoint": "an end is at each 0",
            "bankLt": "there is one area of each size",
            "csDivide": "the snake is connected",
        },
        blank="size: 3x3\nsizes: 1,2\n",
        none=("size: 2x2\nsizes: 3\n", "the snake has two ends"),
        unmade=True,
    ),
    "meidjuluk": Case(
        _of_sizes,
        _walled,
        {
            "bankGt": "there is one block of each size",
            "bankInvalid": "there are no blocks of other sizes",
            "bkSizeLt": "a number is a factor of the size of its block",
        },
        blank="size: 2x3\nsizes: 1,2,3\n",
        none=("size: 2x2\nsizes: 3\n", "there are no blocks of other sizes"),
        long=True,
    ),
    "interbd": Case(
        _countries,
        shaded("shade"),
        {
            "nmShadeGt": "a number counts the shaded cells beside it",
            "bkNoColor": "each country has a colour",
            "shSurrounded": "each shaded cell divides two countries",
            "bkPlColor": "different colours are in different countries",
        },
        blank="clues: |\n  A..\n  ...\n  ..B\n",
        none=("clues: |\n  AB\n", "different colours are in different countries"),
    ),
    "ovotovata": Case(
        _exits,
        behind_rooms(lines_of),
        LINES
        | {
            "bkNoLine": "the loop visits each shaded room",
            "blNoHatena": "the loop goes equally far straight out of a room with `?`",
        },
        small=(4, 4),
        blank="rooms: |\n  AAB\n  AAB\n  CCC\n",
        none=("rooms: |\n  AB\n  AB\nclues: {A: o9, B: '#'}\n", "a number is how far"),
    ),
    "wagiri": Case(
        _rings,
        _diagonals,
        {
            "slLoopGiri": "is on no loop",
            "slNotLoopWa": "is on a loop",
        },
        none=("numbers: |\n  4..\n  ...\n  ...\n", "a number counts the diagonals"),
    ),
    "balloon": Case(
        _balloons,
        _strings,
        {
            "lnBranch": "lines do not branch or cross",
            "lcOnNum": "a line ends at each number",
            "lnNoIce": "each line ends at one number",
            "bkLineLt1": "each balloon has one line",
            "bkNotClosed": "each balloon is a rectangle",
            "bkSizeNe": "a number is the size of its balloon",
            "ceNoLine": "lines go through all other cells",
        },
        blank="balloons: |\n  ~~.\n  ...\n  ...\nnumbers: |\n  ...\n  ...\n  ..?\n",
        none=("balloons: |\n  ~.\nnumbers: |\n  .2\n", "a number is the size of its balloon"),
    ),
    "slovak": Case(
        _sums,
        lambda puzzle, lines, rows, columns: digits("number")(puzzle, lines[1:], rows, columns),
        {
            "nmDupRow": "each row and column has each number once",
            "nqAroundSumNe": "a number is the sum of those beside its cell",
        },
        blank="largest: 2\nclues: |\n  ?/? . .\n  . . .\n  . . .\n",
        none=("largest: 2\nclues: |\n  9/? .\n  . .\n", "each row and column has each number once"),
    ),
    "kaisu": Case(
        _on_visits,
        lambda puzzle, lines, rows, columns: lines_of(puzzle, lines[3 * rows :]),
        {
            "lnBranch": "does not branch or cross itself",
            "haisuSG": "the way begins at S and ends at G",
            "haisuError": "a visit goes through as many circles as there were visits",
            "ceNoLine": "the way goes through each other cell",
            "lnDeadEnd": "the way goes through each other cell",
        },
        real=(5, 5),
        blank="ends: |\n  S..\n  ...\n  ..G\nrooms: |\n  AAA\n  ABB\n  BBB\n",
        none=("ends: |\n  S.\n  .G\nrooms: |\n  AA\n  AA\n", "the way goes through each other cell"),
        several=("pzprv3.1/kaisu/3/3/",),
    ),
    "cbblock": Case(
        _combined,
        _combining,
        {
            "bkSubLt2": "each block has two rooms",
            "bdDeadEnd": "each wall separates two areas",
            "bsSameShape": "blocks that touch differ in shape",
        },
        small=(3, 4),
        real=(4, 4),
        blank="rooms: |\n  ABB\n  ACC\n  DDC\n",
        none=("rooms: |\n  AB\n", "no block is a rectangle"),
    ),
    "dbchoco": Case(
        _chocolate,
        _walls_behind,
        {
            "bkSubLt2": "each block has one white and one grey part",
            "bdDeadEnd": "each wall separates two areas",
            "bkSizeGt": "a number is the size of its part",
        },
        small=(3, 4),
        real=(4, 4),
        blank="grey: |\n  .~.~\n  .~.~\n",
        none=("grey: |\n  ...\n  ..~\n", "each block has one white and one grey part"),
        long=True,
    ),
    "teri": Case(
        numbers,
        shaded("shade", 0),
        {
            "csAdjacent": "no two shaded cells are neighbours",
            "nmSumViewNe": "no larger unshaded rectangle has a number",
        },
        none=("clues: |\n  3.\n  ..\n", "an unshaded rectangle at a number"),
    ),
    "reflect": Case(
        _mirrors,
        behind(lines_of),
        {
            "brNoLine": "at least one line is drawn",
            "lnCrossExMk": "the loop crosses itself nowhere else",
            "lnExTri": "each triangle turns the loop",
            "lnNotCrossMk": "the loop crosses itself at each crossing",
            "lnPlLoop": "the lines are one loop",
        },
        small=(4, 4),
        blank="triangles: |\n  F..\n  ...\n  ...\n",
        none=("triangles: |\n  L.\n  ..\n", "each triangle turns the loop"),
    ),
    "tateyoko": Case(
        _bar_numbers,
        _bars,
        {
            "nmConnBarWrong": "a number of a black cell counts the bars that end at it",
            "bkSizeNe": "a number is the length of its bar",
            "ceNoBar": "has no bar",
        },
        none=("lengths: |\n  3.\n  ..\n", "a number is the length of its bar"),
    ),
    "herugolf": Case(
        _golf,
        _strokes,
        {
            "brNoLine": "at least one line is drawn",
            "lnCross": "lines do not branch, cross or end",
            "laOnNum": "each ball goes into a hole",
            "laCurve": "a ball turns only at the end of a stroke",
            "laLenNe": "each stroke is one cell shorter",
            "nmOutOfHole": "each ball goes into a hole",
        },
        blank="balls: |\n  1..\n  ..1\n  ...\nholes: |\n  .H.\n  ...\n  ..H\n",
        none=("balls: |\n  1.\nholes: |\n  ..\n", "each ball goes into a hole"),
        unmade=True,
    ),
    "yosenabe": Case(
        _with_pots,
        behind(lines_of),
        MOVES
        | {
            "bnIllegalPos": "each number is in a pot",
            "bkSumNeBn": "a number is the sum of the circles in its pot",
            "nmOutOfBk": "each circle is in a pot in the end",
        },
        blank="circles: |\n  1..\n  ..1\n  ...\npots: |\n  .~.\n  ~..\n  .~.\n",
        none=("circles: |\n  1.\npots: |\n  .~\nsums: |\n  .3\n", "a number is the sum of the circles"),
    ),
    "zabajaba": Case(
        numbers,
        _joined,
        {
            "bkSameTouch": "rectangles that touch differ in size or direction",
            "nmLineGt": "a number counts the rectangles around it",
            "cuDivide": "rectangles are connected",
        },
        blank="clues: |\n  ?..\n  ...\n  ...\n",
        none=("clues: |\n  3.\n  ..\n", "a number counts the rectangles around it"),
    ),
    "shwolf": Case(
        _pasture,
        _fences,
        {
            "bdBranch": "three walls do not meet",
            "bdCurveExBP": "walls turn only at dots",
            "bkNoNum": "each block has an animal",
            "bdDeadEnd": "walls do not end",
        },
        blank="animals: |\n  o..\n  ...\n  ..*\n",
        none=("animals: |\n  o*\n  *o\ndots: |\n  ...\n  .*.\n  ...\n", "walls"),
    ),
    "slalom": Case(
        _course,
        behind(lines_of),
        LINES
        | {
            "lnOnShade": "the loop goes through no black cell",
            "stLineNe2": "the loop goes through the circle",
            "gateUnpass": "the loop goes through each gate once",
        },
        small=(4, 4),
        blank="start: |\n  o..\n  ...\n  ...\n",
        none=("start: |\n  o.\n  ..\nblocks: |\n  .#\n  ..\n", "the lines are one loop"),
    ),
    "tren": Case(
        lambda lines, rows, columns: numbers(lines, rows, columns),
        _blocks,
        {
            "nmOutsideTren": "a block has three cells at most",
            "nmMoveNe": "a number is how many cells its block can slide",
            "bdUnused": "each block has one number",
        },
        blank="clues: |\n  ?..\n  ...\n  ..?\n",
        several=("pzprv3/tren/3/4/",),
        none=("clues: |\n  .2\n", "a number is how many cells its block can slide"),
    ),
    "snakepit": Case(
        _pit,
        _in_pit,
        {
            "bkSizeLt": "a snake has as many cells as its number",
            "bsSameNum": "a snake has as many cells as its number",
            "nmMidpoint": "a grey cell is no end of a snake",
            "nmEqOne": "is no number at R1C3",
            "nmDiag": "a snake does not touch itself at a corner",
        },
        blank="size: 3x3\n",
        none=("clues: |\n  4.\n  ..\n", "a snake has two ends"),
    ),
    "lohkous": Case(
        _segments,
        _walls_behind,
        {
            "bkNumGe2": "each block has one cell with numbers",
            "bkUnknown": "a block has as many lengths and widths as numbers",
            "bdUnused": "each wall separates two areas",
            "nmMissing": "a block has as many lengths and widths as numbers",
        },
        blank="size: 3x3\nclues: |\n  ?,? . .\n  . . .\n  . . ?,?\n",
        none=("clues: |\n  3 .\n  . .\n", "each number is a length or a width of its block"),
        unmade=True,
    ),
    "retroships": Case(
        _ships_alone,
        shaded("ship", 1),
        {
            "csPieceExtra": "a cell of a ship has the part that is drawn there",
            "bankGt": "the ships are those of the fleet",
            "shDiag": "do not touch, not even at a corner",
        },
        small=(6, 6),
        real=(8, 8),
        blank="size: 3x3\nfleet: 1 2\n",
        none=("size: 2x3\nfleet: 1 3\n", "the ships are those of the fleet"),
    ),
    "distopia": Case(
        _distances,
        shaded("shade", 1),
        {
            "csOnArrow": "no piece covers a clue",
            "shDiag": "do not touch, not even at a corner",
            "arNoShade": "a number is the distance of the nearest pieces",
        },
        blank="size: 3x4\npieces: 3\n",
        none=("clues: |\n  9..\npieces: 1\n", "a number is the distance of the nearest pieces"),
    ),
    "kissing": Case(
        _kissing,
        lambda puzzle, lines, rows, columns: shaded("shade")(puzzle, lines[2 * rows :], rows, columns),
        {
            "bankLt": "the blocks are the pieces of the bank",
            "bankInvalid": "the blocks are the pieces of the bank",
            "bdUnused": "two pieces touch at each bar",
        },
        blank="size: 3x4\npieces: 2 2\n",
        none=("size: 1x3\npieces: 4\n", "the blocks are the pieces of the bank"),
    ),
    "pipelinkr": Case(
        _returning,
        behind(lines_of),
        {
            "ceAddLine": "the loop goes through each given part",
            "lnCrossExIce": "the loop crosses itself only in circles",
            "lnPlLoop": "the lines are one loop",
            "ceNoLine": "the loop goes through each cell",
        },
        small=(4, 4),
        blank="size: 4x4\n",
        none=("size: 3x3\n", "the loop goes through each cell"),
    ),
    "loopsp": Case(
        _looping,
        behind(lines_of),
        {
            "ceAddLine": "loops go through each given part",
            "lnCrossOnNum": "no loops cross at a circle",
            "lpSepNum": "equal numbers are on one loop",
            "lnNotCrossMk": "loops go through each cell",
            "lnDeadEnd": "loops do not branch or end",
        },
        small=(4, 4),
        blank="numbers: |\n  ?...\n  ....\n  ....\n  ....\n",
        none=("numbers: |\n  12\n  ..\n", "different numbers are on different loops"),
    ),
    "numcity": Case(
        _in_cities,
        digits("number"),
        {
            "nmDivide": "equal numbers of a room are connected",
            "nmNoSequence": "a room has more cells of a number than of the next one",
            "ceNoNum": "has no number",
        },
        blank="rooms: |\n  AAA\n  AAA\n",
        none=("rooms: |\n  AB\n", "numbers differ across the borders of rooms"),
    ),
}
