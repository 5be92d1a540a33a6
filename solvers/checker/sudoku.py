"""The cover of a sudoku without further rules: one digit per cell, each once per row, column and box."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .cover import Cover, Refused

KEYS = {"grid", "size", "box", "regions"}
SYMBOLS = "0123456789ABCDEFGHIJKLMNOP"
BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    25: (5, 5),
}


def rows_of(text: str) -> list[str]:
    rows = [re.sub(r"[\s|]", "", row) for row in text.split("\n")]
    return [row.replace("0", ".") for row in rows if row and not re.fullmatch(r"[-+=]+", row)]


def cover(data: dict[str, Any]) -> tuple[Cover, list[tuple[int, int]]]:
    """The cover, and cell and digit of each option. Raises Refused for what is not read here."""
    if wrong := set(data) - KEYS:
        raise Refused(f"the instance: the checker does not know `{min(wrong)}`")
    if "grid" in data:
        grid = rows_of(data["grid"])
    else:
        grid = ["." * int(data["size"].split("x")[1])] * int(data["size"].split("x")[0])
    n = len(grid)
    if any(len(row) != n for row in grid) or not set("".join(grid)) <= {".", *SYMBOLS[1 : n + 1]}:
        raise Refused("the instance: a grid that the checker does not read")
    regions = _regions(data, n)
    options = {}
    for cell in range(n * n):
        given = grid[cell // n][cell % n]
        for digit in range(n):
            units = (cell // n, n + cell % n, 2 * n + regions[cell])
            if given in (".", SYMBOLS[digit + 1]):
                items = (cell, *(n * n + unit * n + digit for unit in units))
                options[(tuple(sorted(items)), -1)] = (cell, digit + 1)
    every = frozenset(range(4 * n * n))
    order = sorted(options)
    return Cover(4 * n * n, every, every, frozenset(range(n * n)), tuple(order)), [options[o] for o in order]


def _regions(data: dict[str, Any], n: int) -> list[int]:
    """The number of the region of each cell, from 0; n of them of n cells."""
    if "regions" in data:
        marks = "".join(rows_of(data["regions"]))
        names = sorted(set(marks))
    else:
        size = re.fullmatch(r"(\d+)x(\d+)", str(data.get("box", "{}x{}".format(*BOXES.get(n, (1, n))))))
        high, wide = map(int, size.groups()) if size else (0, 0)
        if high * wide != n or (n not in BOXES and not size):
            raise Refused("the instance: boxes that the checker does not read")
        names = list(SYMBOLS)
        marks = "".join(SYMBOLS[(r // high) * (n // wide) + c // wide] for r in range(n) for c in range(n))
        names = sorted(set(marks))
    if len(marks) != n * n or any(marks.count(name) != n for name in names):
        raise Refused("the instance: regions that the checker does not read")
    return [names.index(mark) for mark in marks]


def reader(cover: Cover, digits: Sequence[tuple[int, int]]) -> Callable[[Sequence[str]], list[int]]:
    """What says which options a board holds. It raises Refused."""

    def chosen(board: Sequence[str]) -> list[int]:
        marks = "".join(board)
        found = [o for o, (cell, digit) in enumerate(digits) if marks[cell : cell + 1] == SYMBOLS[digit]]
        if len(found) != len(marks) or len(marks) != len(cover.cells):
            raise Refused("a digit that contradicts the givens")
        return found

    return chosen
