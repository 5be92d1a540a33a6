"""Parses the text of a rule: cells, paths, numbers, digits. Raises InstanceError with the place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, Path

CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")
MAX_TEXTS = 2_000  # of one rule


def texts(value: Any, where: Where, example: str) -> Iterator[tuple[str, Where]]:
    """The texts of a list, or the lines of a block, each with its place; `example`: one of them."""
    write = f"write `{where[-1]}: [{example}]`, or a line for each below `|`"
    if isinstance(value, str):
        value = [line for line in value.split("\n") if line.strip()]
    if not isinstance(value, list) or not value or len(value) > MAX_TEXTS:
        raise InstanceError(where, f"not a list of 1 to {MAX_TEXTS:,} texts: {write}")
    for i, text in enumerate(value):
        if not isinstance(text, (str, int)) or isinstance(text, bool):
            raise InstanceError((*where, i), f"{text!r:.60} is not text: {write}")
        yield str(text), (*where, i)


def one_cell(word: str, grid: Grid, where: Where) -> Cell:
    match = CELL.fullmatch(word)
    if match is None:
        raise InstanceError(where, f'"{word:.30}" is not a cell: write R1C1')
    cell = int(match[1]) - 1, int(match[2]) - 1
    if cell not in grid:
        if grid.corners:
            raise InstanceError(where, f"{word} is a cell of none of the {len(grid.corners)} grids")
        size = f"{grid.rows} rows and {grid.columns} columns"
        raise InstanceError(where, f"{word} is outside the grid of {size}")
    return cell


def path(text: str, grid: Grid, where: Where) -> Path:
    """Cells separated by spaces, commas or >; A-B is the straight run from A to B."""
    cells: list[Cell] = []
    for word in re.split(r"[\s,>]+", text.strip()):
        first, dash, last = word.partition("-")
        cells.append(one_cell(first, grid, where))
        if dash:
            cells += _run(cells[-1], one_cell(last, grid, where), word, where)
    return tuple(cells)


def _run(start: Cell, end: Cell, word: str, where: Where) -> Iterator[Cell]:
    """The cells after the start, up to the end."""
    down, right = end[0] - start[0], end[1] - start[1]
    length = max(abs(down), abs(right))
    if length == 0 or {abs(down), abs(right)} - {0, length}:
        raise InstanceError(where, f"{word} is not a straight line of cells")
    for i in range(1, length + 1):
        yield start[0] + down // length * i, start[1] + right // length * i


def sides(text: str, where: Where) -> tuple[str, str]:
    """The texts left and right of the equals sign."""
    left, sign, right = text.partition("=")
    if not sign or not left.strip() or not right.strip():
        raise InstanceError(where, f'"{text:.40}" has no `=` between two parts')
    return left.strip(), right.strip()


def number(text: str, where: Where) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise InstanceError(where, f'"{text:.30}" is not a number of at most 4 figures')
    return int(text)


def digits(text: str, grid: Grid, where: Where) -> tuple[int, ...]:
    """Digits separated by spaces or commas."""
    words = re.split(r"[\s,]+", text.strip())
    for word in words:
        if word not in SYMBOLS or len(word) != 1 or SYMBOLS.index(word) not in grid.values:
            raise InstanceError(where, f'"{word:.30}" is not a digit of this puzzle')
    return tuple(map(SYMBOLS.index, words))
