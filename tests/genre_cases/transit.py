"""Genres of networks and of loops around something, of boxes that are moved, and of signs in groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, numbers
from tests.genre_cases.loops import lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _behind(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[rows : 3 * rows - 1])


def _orbital(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a circle."""
    cells = lines[:rows]
    return {
        "circles": art(cells, lambda word: "o" if word == "#" else "."),
        "planets": art(cells, lambda word: "." if word == "#" else word.replace("-", "?")),
    }


def _boxes(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """# is a box; behind a direction -4 is no number, -2 is `?`, and -5 a hole."""

    def arrow(word: str, bare: bool) -> str:
        direction, comma, number = word.partition(",")
        if not comma or number == "-5" or (number == "-4") != bare:
            return "."
        return ("", *"^v<>")[int(direction)] + {"-4": "", "-2": "?"}.get(number, number)

    cells = lines[:rows]
    return {
        "circles": art(cells, lambda word: "o" if word == "#" else "."),
        "arrows": art(cells, lambda word: arrow(word, False)),
        "covered": art(cells, lambda word: arrow(word, True)),
        "holes": art(cells, lambda word: "#" if word.endswith("-5") else "."),
    }


def _dark_numbers(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    return {"clues": art(lines[:rows], lambda word: word.replace("-", "?"))}


def _stems(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Lines at all sides of cells; the stem of a T is opposite to its side without one."""
    level, upright = lines[rows : 2 * rows], lines[2 * rows : 3 * rows + 1]
    for layer, (y, x) in puzzle.domains:
        r, c = y // 2, x // 2
        if layer == "line":
            yield (layer, (y, x)), int((level if y % 2 else upright)[r][c])
            continue
        sides = upright[r][c], upright[r + 1][c], level[r][c], level[r][c + 1]  # up, down, left, right
        if len(puzzle.domains[layer, (y, x)]) == 1:
            yield (layer, (y, x)), 0
        elif sides.count("0") == 1:
            yield (layer, (y, x)), (2, 1, 4, 3)[sides.index("0")]


def _four_counts(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Four numbers before each line, that of bends beside the board."""

    def clue(words: list[str]) -> str:
        numbers = [word.replace(".", "?") for word in reversed(words)]
        return "." if numbers == ["?"] * 4 else ",".join(numbers)

    return {
        "size": f"{rows}x{columns}",
        "counts": {
            "rows": [clue(row[:4]) for row in lines[4:][:rows]],
            "columns": [clue([row[c + 4] for row in lines[:4]]) for c in range(columns)],
        },
        "holes": art([row[4:] for row in lines[4:][:rows]], lambda word: "#" if word == "#" else "."),
    }


def _behind_frame(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[rows + 4 :])


def _letters(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """N, K, heads that are white or without a mouth, smiles and frowns."""
    return {
        "signs": art(lines[:rows], lambda word: {"1": "N", "2": "K", "5": ")", "6": "("}.get(word, ".")),
        "heads": art(lines[:rows], lambda word: {"3": "o", "4": "%"}.get(word, ".")),
    }


def _signs(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    """Entered signs behind given ones; a face without a mouth is none."""
    for layer, (y, x) in puzzle.domains:
        given, entered = lines[y // 2][x // 2], lines[y // 2 + rows][x // 2]
        word = entered if entered.isdigit() else given
        if word != "4":
            yield (layer, (y, x)), {".": 0, "1": 1, "2": 2, "3": 5, "5": 3, "6": 4}[word]


def _walls_and_circles(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Circles, and walls behind them, of which a drawing has each edge at its place."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[rows : 3 * rows - 1]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            drawn[y][x] = "#" if word == "1" else "."
    return {"walls": art(drawn), **numbers(lines, rows, columns, "circles")}


def _behind_marks(puzzle: GenrePuzzle, lines: Lines, rows: int, columns: int) -> Iterable[Entered]:
    return lines_of(puzzle, lines[4 * rows - 1 :])


CASES = {
    "blindrush": Case(
        _walls_and_circles,
        _behind_marks,
        {
            "brNoLine": "at least one line is drawn",
            "lnCross": "lines do not branch or cross",
            "laOnNum": "no circle moves over another one",
            "laIsolate": "each line is of one circle",
            "laWallStop": "a circle stops only before a wall",
            "bdPierceLt1": "each wall is passed once",
        },
        small=(5, 5),
        real=(5, 5),
        blank="circles: |\n  ?..\n  ...\n  ..?\n",
        hard=True,
        none=("circles: |\n  1.\n  ..\n", "a number counts the walls"),
    ),
    "mrokmrno": Case(
        _letters,
        _signs,
        {
            "bkSizeGt3": "each group has three signs",
            "bkNoNum": "each group has one face",
            "ceWrongSmile": "a face smiles beside OK",
            "ceNoMouth": "",
            "bkSizeLt3": "each group has three signs",
        },
        blank="size: 2x3\n",
        none=("signs: |\n  K..\n  ...\n", "the letters of a group are OK or NO"),
    ),
    "orbital": Case(
        _orbital,
        _behind,
        {
            "brNoLine": "at least one line is drawn",
            "lnBranch": "lines do not branch or end",
            "nmNoOrbit": "each planet has one loop around it",
            "nmPlOrbit": "each planet has one loop around it",
            "lnIsolate": "a line goes through each circle",
        },
        real=(5, 5),
        blank="size: 3x3\n",
        hard=True,
        none=("planets: |\n  ?..\n  ...\n  ...\n", "each planet has one loop around it"),
    ),
    "yajisoko": Case(
        _boxes,
        _behind,
        {
            "lnBranch": "lines do not branch or cross",
            "nmConnected": "each line is of one circle",
            "laCurve": "circles move straight",
            "anShadeNe": "an arrow counts the boxes",
            "anNoArrow": "each clue has an arrow",
        },
        real=(3, 5),
        blank="circles: |\n  o..\n  ..o\n  ...\n",
        hard=True,
        none=("circles: |\n  ..\n  ..\narrows: |\n  . .\n  >2 .\n", "an arrow counts the boxes"),
    ),
    "tjunction": Case(
        _dark_numbers,
        _stems,
        {
            "lnNoBranch": "",
            "nmConnBarWrong": "a number counts the T that meet it",
            "lcDivided": "all T are connected",
        },
        small=(4, 4),
        blank="size: 2x3\n",
        none=("clues: |\n  4.\n  ..\n", "a number counts the T that meet it"),
    ),
    "ubahn": Case(
        _four_counts,
        _behind_frame,
        {
            "brNoLine": "at least one line is drawn",
            "lnDeadEnd": "no line ends",
            "exStraightNe": "a number counts the straight cells",
            "exCrossNe": "a number counts the crossings",
        },
        small=(4, 4),
        blank="size: 3x3\n",
        none=(
            'size: 3x3\ncounts: {rows: ["1,?,?,?", ., .], columns: [., ., .]}\n',
            "a number counts the bends",
        ),
    ),
}
