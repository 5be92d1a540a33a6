"""Count the packings of a rectangle of 60 to 64 cells by the twelve pentominoes, with the other cells free.

    python scripts/pentominoes.py ROWSxCOLUMNS... [--bits 26]

Prints a line per board: the number of all packings, what it is up to the symmetries of the board if no
packing is its own image, states and CPU seconds. It shares nothing with the engines: a depth-first search
fills the first cell that is open, by a piece or by leaving it free. What is left to fill and the pieces that
are used decide in how many ways it can go on; these are kept in a table of 2^bits states, where a later
state takes the place of an earlier one, so the count is exact with a table of any size. A state is given up
where the open cells fall into parts that fives and the free cells cannot fill. The X lies at one place of
each orbit of its places, and each count is multiplied by the size of the orbit.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numba
import numpy as np

PIECES = (  # the cells of each, as rows of a drawing
    ".FF FF. .F.",
    "IIIII",
    "L. L. L. LL",
    "N. NN .N .N",
    "PP PP P.",
    "TTT .T. .T.",
    "U.U UUU",
    "V.. V.. VVV",
    "W.. WW. .WW",
    ".Y YY .Y .Y",
    "ZZ. .Z. .ZZ",
    ".X. XXX .X.",
)
X = len(PIECES) - 1
Cells = tuple[tuple[int, int], ...]


def orientations(drawing: str) -> set[Cells]:
    """Each as its sorted cells, the first of which is the first in the order of reading."""
    shapes = set()
    shape = [(r, c) for r, row in enumerate(drawing.split()) for c, sign in enumerate(row) if sign != "."]
    for flipped in (shape, [(r, -c) for r, c in shape]):
        for _ in range(4):
            flipped = sorted((c, -r) for r, c in flipped)
            (r0, c0), *_ = flipped
            shapes.add(tuple((r - r0, c - c0) for r, c in flipped))
    return shapes


def placements(rows: int, columns: int) -> Iterator[tuple[int, int, int]]:
    """First cell, piece and mask of each, in the order of the first cells."""
    shapes = [(piece, shape) for piece, drawing in enumerate(PIECES) for shape in orientations(drawing)]
    for cell in range(rows * columns):
        r0, c0 = divmod(cell, columns)
        for piece, shape in shapes:
            cells = [(r0 + r, c0 + c) for r, c in shape]
            if all(r < rows and 0 <= c < columns for r, c in cells):
                yield cell, piece, sum(1 << r * columns + c for r, c in cells)


def x_orbits(rows: int, columns: int, masks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """One place of the X of each orbit under the symmetries of the board, and how many places it has."""

    def images(mask: int) -> set[int]:
        cells = [divmod(i, columns) for i in range(rows * columns) if mask >> i & 1]
        turned = [cells, [(c, r) for r, c in cells]] if rows == columns else [cells]
        return {
            sum(
                1 << (rows - 1 - r if down else r) * columns + (columns - 1 - c if left else c)
                for r, c in shape
            )
            for shape in turned
            for down in (False, True)
            for left in (False, True)
        }

    orbits = groupby(sorted((min(images(mask)), mask) for mask in masks), key=lambda pair: pair[0])
    return ((least, len([*members])) for least, members in orbits)


class Lying(NamedTuple):
    """The placements in the order of their first cells, and the board: its left column, its width.

    Those of a cell begin at first[cell].
    """

    first: np.ndarray
    pieces: np.ndarray
    masks: np.ndarray
    left: int
    width: int


class Table(NamedTuple):
    """States (covered cells, used pieces), in how many ways each can go on, and how many were looked at."""

    covered: np.ndarray
    used: np.ndarray
    ways: np.ndarray
    looked: np.ndarray


@numba.njit
def can_hold(open_cells: int, left: int, width: int, free: int) -> bool:
    """Can the connected parts of the open cells be cut into fives, but for `free` cells in all?"""
    one, not_left = np.uint64(1), ~left
    while open_cells:
        part = open_cells & (~open_cells + one)
        while True:
            beside = (part << one & not_left) | (part & not_left) >> one
            grown = (part | beside | part << width | part >> width) & open_cells
            if grown == part:
                break
            part = grown
        open_cells ^= part
        size = 0
        while part:
            part &= part - one
            size += 1
        free -= size % 5
        if free < 0:
            return False
    return True


@numba.njit
def fill(lying: Lying, board: int, covered: int, used: int, free: int, table: Table) -> int:
    """In how many ways the board can be filled from here, leaving `free` cells."""
    if covered == board:
        return 1
    table.looked[0] += 1
    mixed = (covered ^ np.uint64(used) << np.uint64(52)) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed ^ mixed >> np.uint64(32)) & np.uint64(len(table.ways) - 1)
    if table.covered[slot] == covered and table.used[slot] == used:
        return table.ways[slot]
    if not can_hold(board ^ covered, lying.left, lying.width, free):
        table.covered[slot], table.used[slot], table.ways[slot] = covered, used, 0
        return 0
    cell = 0
    while covered >> np.uint64(cell) & np.uint64(1):
        cell += 1
    ways = 0
    if free:
        ways += fill(lying, board, covered | np.uint64(1) << np.uint64(cell), used, free - 1, table)
    for at in range(lying.first[cell], lying.first[cell + 1]):
        piece, mask = lying.pieces[at], lying.masks[at]
        if not (used >> piece & 1 or covered & mask):
            ways += fill(lying, board, covered | mask, used | 1 << piece, free, table)
    table.covered[slot], table.used[slot], table.ways[slot] = covered, used, ways
    return ways


def count(rows: int, columns: int, bits: int = 20) -> tuple[int, int]:
    """The number of all packings, and of the states looked at."""
    rows, columns = max(rows, columns), min(rows, columns)  # fewer states, as rows are filled one by one
    cells = rows * columns
    placed = [*placements(rows, columns)]
    others = [(cell, piece, mask) for cell, piece, mask in placed if piece != X]
    lying = Lying(
        first=np.searchsorted([cell for cell, _, _ in others], np.arange(cells + 1)),
        pieces=np.array([piece for _, piece, _ in others], np.int64),
        masks=np.array([mask for _, _, mask in others], np.uint64),
        left=np.uint64(sum(1 << r * columns for r in range(rows))),
        width=np.uint64(columns),
    )
    board, number, size = np.uint64((1 << cells) - 1), 0, 1 << bits
    table = Table(
        np.zeros(size, np.uint64), np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(1, np.int64)
    )
    for mask, places in x_orbits(rows, columns, [mask for _, piece, mask in placed if piece == X]):
        ways = fill(lying, board, np.uint64(mask), 1 << X, cells - 5 * len(PIECES), table)
        number += places * ways
        print(f"an X at {places} places: {ways:,} each", file=sys.stderr, flush=True)
    return number, int(table.looked[0])


def board_size(text: str) -> tuple[int, int]:
    rows, _, columns = text.partition("x")
    if not (rows.isdecimal() and columns.isdecimal() and 60 <= int(rows) * int(columns) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no board of 60 to 64 cells, such as 8x8")
    return int(rows), int(columns)


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Packings of rectangles by the pentominoes, some cells free.")
    p.add_argument("boards", nargs="+", metavar="ROWSxCOLUMNS", type=board_size, help="of 60 to 64 cells")
    p.add_argument("--bits", type=int, default=26, help="of the number of states that are kept; default: 26")
    args = p.parse_args(argv)
    for rows, columns in args.boards:
        began = time.process_time()
        number, states = count(rows, columns, args.bits)
        order = 8 if rows == columns else 4
        spent = time.process_time() - began
        numbers = f"{number:,} in all, {number / order:,.2f} up to symmetry"
        print(f"{rows}x{columns}: {numbers}; {states:,} states; {spent:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
