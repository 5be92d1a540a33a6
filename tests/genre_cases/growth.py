"""Genres of shapes that grow along arrows, and of equal lines in equal rooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.genre_cases.case import Case, Entered, Lines, art, edges, numbers
from tests.genre_cases.loops import behind_rooms, divided, lines_of
from zenkai_solver.models.genres.puzzle import GenrePuzzle


def _on_arrows(lines: Lines, rows: int, columns: int) -> dict[str, Any]:
    """Given squares and black cells; behind them arrows: 1 up or left, 2 down or right."""
    drawn = [["."] * (2 * columns + 1) for _ in range(2 * rows + 1)]
    for r, row in enumerate(lines[rows : 3 * rows - 1]):
        for c, word in enumerate(row):
            y, x = (2 * r + 1, 2 * c + 2) if r < rows else (2 * (r - rows) + 2, 2 * c + 1)
            drawn[y][x] = "." if word == "0" else ("<>" if r < rows else "^v")[int(word) - 1]
    return {"cells": art(lines[:rows], lambda word: word.replace("0", "o")), "arrows": art(drawn)}


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
            "cells: |\n  o.o\narrows: |\n  .......\n  ..>.>..\n  .......\n",
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
}
