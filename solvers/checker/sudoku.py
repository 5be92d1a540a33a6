"""The cover of a sudoku without further rules: one digit per cell, each once per row, column and box."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .cover import Cover, Refused

KEYS = {"grid", "size", "box", "regions"}
MOST, SYMBOLS = 25, "0123456789ABCDEFGHIJKLMNOP"
BOXES = {4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4", 20: "4x5"}
BOXES |= {24: "4x6", 25: "5x5"}


def rows_of(text: str) -> list[str]:
    rows = [re.sub(r"[ |]", "", row) for row in text.split("\n")]
    return [row for row in rows if row and not re.fullmatch(r"[-+=]+", row)]


def size_of(text: Any) -> tuple[int, int]:
    size = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", str(text), re.ASCII)
    if size is None:
        raise Refused(f"the instance: {text!r:.40} is no size that the checker reads")
    return int(size[1]), int(size[2])


def cover(data: dict[str, Any]) -> tuple[Cover, list[tuple[int, int]]]:
    """The cover, and cell and digit of each option. Raises Refused for what is not read here."""
    if wrong := set(data) - KEYS:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    grid = rows_of(data["grid"].replace("0", ".")) if "grid" in data else []
    high, wide = size_of(data["size"]) if "size" in data else (len(grid), len(grid))
    n, grid = high, grid or ["." * wide] * high
    if n != wide or not 0 < n <= MOST or [len(row) for row in grid] != [n] * n:
        raise Refused("the instance: a grid that the checker does not read: it is no square, or too large")
    if not set("".join(grid)) <= {".", *SYMBOLS[1 : n + 1]}:
        raise Refused("the instance: a grid that the checker does not read: a given that is no digit")
    regions = regions_of(data, n)
    options = {}
    for cell in range(n * n):
        given = grid[cell // n][cell % n]
        for digit in range(n):
            units = (cell // n, n + cell % n, 2 * n + regions[cell])
            if given in (".", SYMBOLS[digit + 1]):
                items = (cell, *(n * n + unit * n + digit for unit in units))
                options[(items, -1)] = (cell, digit + 1)
    every = frozenset(range(4 * n * n))
    order = sorted(options)
    return Cover(4 * n * n, every, every, frozenset(range(n * n)), tuple(order)), [options[o] for o in order]


def regions_of(data: dict[str, Any], n: int) -> list[int]:
    """The number of the region of each cell, from 0; n of them of n cells."""
    if "regions" in data:
        rows = rows_of(data["regions"])
    else:
        high, wide = size_of(data.get("box", BOXES.get(n)))
        rows = ["".join(SYMBOLS[r // high * (n // wide) + c // wide] for c in range(n)) for r in range(n)]
    marks = "".join(rows)
    names = sorted(set(marks))
    if [len(row) for row in rows] != [n] * n or any(marks.count(name) != n for name in names):
        raise Refused("the instance: regions, or boxes, that the checker does not read")
    if {"regions", "box"} <= set(data) or ("regions" in data and "." in marks):
        raise Refused("the instance: boxes beside regions, or cells of no region")
    return [names.index(mark) for mark in marks]


def reader(cover: Cover, digits: Sequence[tuple[int, int]]) -> Callable[[Sequence[str]], list[int]]:
    """What says which options a board holds. It raises Refused."""

    def chosen(board: Sequence[str]) -> list[int]:
        marks = "".join(board)
        found = [o for o, (cell, digit) in enumerate(digits) if marks[cell : cell + 1] == SYMBOLS[digit]]
        if len(found) != len(marks) or [len(row) ** 2 for row in board] != [len(cover.cells)] * len(board[0]):
            raise Refused("a digit that contradicts the givens, or no square")
        return found

    return chosen
