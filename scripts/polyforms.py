"""Count the packings of a board, flat or wrapped, by all free polyforms of a size, each once.

    python scripts/polyforms.py squares|triangles SIZE ROWSxCOLUMNS [--wrap none|cylinder|moebius|torus|klein]
                                [--bits 22]

    python scripts/polyforms.py squares 5 8x8                   the pentominoes, with four cells left free
    python scripts/polyforms.py triangles 6 6x6 --wrap torus    the hexiamonds

Prints the number of all packings; up to the symmetries of the board, if no packing is its own image; states
and CPU seconds. It shares nothing with the engines: a depth-first search fills the first cell that is open,
by a piece or by leaving it free. What is left to fill and the pieces that are used decide in how many ways it
can go on; these are kept in a table of 2^bits states, where a later state takes the place of an earlier one,
so the count is exact with a table of any size. A state is given up where the open cells fall into parts that
pieces and the free cells cannot fill. The piece with the fewest places lies at one of each orbit of them, and
each count is multiplied by the size of the orbit.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numba
import numpy as np

Cell = tuple[int, int]  # (b, a): b * e2 + a * e1, see Lattice
Cells = frozenset[Cell]
Matrix = tuple[tuple[int, int], tuple[int, int]]
Mask = int  # the bit of a cell is its number on the board
WORD = (1 << 64) - 1
CELLS, PIECES, PLACE = 96, 31, 32  # what two words hold: cells, and the piece 0 from bit 32 of the second on
MIX = (0xD1B54A32D192ED03, 0x9E3779B97F4A7C15)  # odd numbers that mix two words


@dataclass(frozen=True)
class Lattice:
    """Squares, or triangles as their centres times 3: e1 leads to the right, e2 down or at 60 degrees to it.

    step: translations are its multiples. beside: the neighbours of a cell by its residue.
    turn, flip: generate the isometries that fix the origin. slant: how far twice e2 leads to the right.
    """

    step: int
    beside: dict[Cell, tuple[Cell, ...]]
    turn: Matrix
    flip: Matrix
    slant: int

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        b, a = cell
        return ((b + d, a + e) for d, e in self.beside[b % self.step, a % self.step])

    @cached_property
    def isometries(self) -> tuple[Matrix, ...]:
        reached = {((1, 0), (0, 1))}
        while more := {times(g, m) for m in reached for g in (self.turn, self.flip)} - reached:
            reached |= more
        return tuple(sorted(reached))

    def shapes(self, cells: Cells) -> Iterator[Cells]:
        """The images under all isometries, moved to the origin."""
        for matrix in self.isometries:
            image = [applied(matrix, cell) for cell in cells]
            down, right = (min(axis) // self.step * self.step for axis in zip(*image))
            yield frozenset((b - down, a - right) for b, a in image)

    def polyforms(self, size: int) -> list[list[Cells]]:
        """The orientations of each free polyform of this size."""
        forms = {frozenset({min(self.beside)})}
        for cells in range(2, size + 1):
            larger = {form | {cell} for form in forms for each in form for cell in self.neighbours(each)}
            forms = {min(self.shapes(form), key=sorted) for form in larger if len(form) == cells}
        return [sorted({*self.shapes(form)}, key=sorted) for form in sorted(forms, key=sorted)]


def applied(matrix: Matrix, cell: Cell) -> Cell:
    (p, q), (r, s) = matrix
    return p * cell[0] + q * cell[1], r * cell[0] + s * cell[1]


def times(one: Matrix, other: Matrix) -> Matrix:
    columns = [applied(one, column) for column in zip(*other)]
    return tuple(zip(*columns))  # type: ignore[return-value]


LATTICES = {
    "squares": Lattice(
        1, {(0, 0): ((0, 1), (1, 0), (0, -1), (-1, 0))}, ((0, 1), (-1, 0)), ((0, 1), (1, 0)), 0
    ),
    "triangles": Lattice(
        3,
        {(2, 2): ((-1, -1), (2, -1), (-1, 2)), (1, 1): ((1, 1), (-2, 1), (1, -2))},
        ((1, 1), (-1, 0)),
        ((0, 1), (1, 0)),
        1,
    ),
}


@dataclass(frozen=True)
class Board:
    """A parallelogram of rows and columns, whose sides are identified as `wrap` says.

    A twisted one is reflected up and down once around, in its middle; triangles fit so if the rows are even.
    Raises ValueError where sides do not fit.
    """

    lattice: Lattice
    rows: int
    columns: int
    wrap: str

    def __post_init__(self) -> None:
        if self.twisted and self.slant and self.rows % 2:
            raise ValueError(f"{self.rows} rows of triangles do not fit upside down; an even number does")

    @property
    def twisted(self) -> bool:
        return self.wrap in ("moebius", "klein")

    @property
    def slant(self) -> int:
        """Twisted boards are cut across the rows, others along e2."""
        return self.lattice.slant if self.twisted else 0

    def home(self, cell: Cell) -> Cell | None:
        """The cell of the board that it is the same as; None beyond a side that is not wrapped."""
        b, a = cell
        height, width = self.lattice.step * self.rows, self.lattice.step * self.columns
        if self.wrap in ("torus", "klein"):
            b, a = b % height, a + b // height * (self.slant * height // 2)
        if not 0 <= b < height:
            return None
        around = (2 * a + self.slant * b) // (2 * width)
        if around and self.wrap == "none":
            return None
        if self.twisted and around % 2:
            b, a = height - 1 + self.slant - b, a + self.slant * (b - height // 2)
        return b, a - around * width

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The numbers of the cells, so that few lie between filled and open ones."""
        step = self.lattice.step
        leftmost = -step * self.rows  # as e2 may lead to the right, more than the board has
        inside = product(range(0, step * self.rows, step), range(leftmost, step * self.columns, step))
        homes = {self.home((b + d, a + e)) for b, a in inside for d, e in self.lattice.beside}
        across = self.rows >= self.columns
        cells = sorted(
            (cell for cell in homes if cell is not None), key=self._across if across else self._along
        )
        return {cell: number for number, cell in enumerate(cells)}

    def _along(self, cell: Cell) -> tuple[int, ...]:
        """Column by column."""
        return 2 * cell[1] + self.slant * cell[0], cell[0]

    def _across(self, cell: Cell) -> tuple[int, ...]:
        """Row by row; on a twisted board two at once, as it joins the upper one to the lower one."""
        b, a = cell
        return (min(b, self.lattice.step * self.rows - 1 + self.slant - b), b, a) if self.twisted else cell

    def places(self, shapes: Iterable[Cells]) -> set[Mask]:
        """Where a piece can lie, given in its orientations."""
        step, places = self.lattice.step, set()
        for shape in shapes:
            for (b, a), (down, right) in product(shape, self.number):
                if (down - b) % step == (right - a) % step == 0:
                    homes = {self.home((c + down - b, d + right - a)) for c, d in shape}
                    if None not in homes and len(homes) == len(shape):
                        places.add(sum(1 << self.number[home] for home in homes if home is not None))
        return places

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """The number of the image of each cell, for isometries that map the same cells to the same ones; on
        narrow boards several move no cell.
        """
        step, number = self.lattice.step, self.number
        first = next(iter(number))
        for matrix, target in product(self.lattice.isometries, number):
            b, a = applied(matrix, first)
            down, right = target[0] - b, target[1] - a
            if down % step or right % step:
                continue

            def image(
                cell: Cell, matrix: Matrix = matrix, down: int = down, right: int = right
            ) -> Cell | None:
                b, a = applied(matrix, cell)
                return self.home((b + down, a + right))

            images: dict[Cell | None, Cell | None] = {None: None, **{cell: image(cell) for cell in number}}
            around = (beside for cell in number for beside in self.lattice.neighbours(cell))
            if len({*images.values()}) == len(images) and all(
                images[self.home(beside)] == image(beside) for beside in around
            ):
                yield tuple(number[home] for home in images.values() if home is not None)


def bits(mask: Mask) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def orbits(places: Iterable[Mask], symmetries: Collection[Sequence[int]]) -> Iterator[tuple[Mask, int]]:
    """One of each orbit, and how many it has."""
    left = {*places}
    while left:
        one = min(left)
        orbit = {sum(1 << images[cell] for cell in bits(one)) for images in symmetries}
        left -= orbit
        yield one, len(orbit)


class Lying(NamedTuple):
    """The placements by their first cells, those of a cell from first[cell] on; two words each, of which the
    second has the bit of the piece. near: the neighbours of each cell. size: of a piece.
    """

    first: np.ndarray
    masks: np.ndarray
    near: np.ndarray
    size: int


class Table(NamedTuple):
    """States as two words (covered cells and used pieces), in how many ways each can go on, how many were
    looked at.
    """

    states: np.ndarray
    ways: np.ndarray
    looked: np.ndarray


def words(mask: Mask) -> tuple[int, int]:
    return mask & WORD, mask >> 64


@numba.njit
def lowest(low: int, high: int) -> int:
    """The number of the lowest bit of two words that are not both 0."""
    word, number = (low, 0) if low else (high, 64)
    for shift in (32, 16, 8, 4, 2, 1):
        if not word & np.uint64((1 << shift) - 1):
            word >>= np.uint64(shift)
            number += shift
    return number


@numba.njit
def can_hold(lying: Lying, low: int, high: int, free: int) -> bool:
    """Can the connected parts of the open cells be cut into pieces, but for `free` cells in all?"""
    while low or high:
        size, edge_low, edge_high = 0, np.uint64(0), np.uint64(0)
        cell = lowest(low, high)
        while True:
            size += 1
            if cell < 64:
                low &= ~(np.uint64(1) << np.uint64(cell))
            else:
                high &= ~(np.uint64(1) << np.uint64(cell - 64))
            edge_low = (edge_low | lying.near[cell, 0]) & low
            edge_high = (edge_high | lying.near[cell, 1]) & high
            if not (edge_low or edge_high):
                break
            cell = lowest(edge_low, edge_high)
        free -= size % lying.size
        if free < 0:
            return False
    return True


@numba.njit
def fill(lying: Lying, every_low: int, every_high: int, low: int, high: int, free: int, table: Table) -> int:
    """In how many ways the board, of these cells, can be filled from here, leaving `free` cells."""
    open_low, open_high = every_low & ~low, every_high & ~high
    if not (open_low or open_high):
        return 1
    table.looked[0] += 1
    mixed = (low ^ high * np.uint64(MIX[0])) * np.uint64(MIX[1])
    slot = (mixed ^ mixed >> np.uint64(32)) & np.uint64(len(table.ways) - 1)
    if table.states[slot, 0] == low and table.states[slot, 1] == high:
        return table.ways[slot]
    ways = 0
    if can_hold(lying, open_low, open_high, free):
        cell = lowest(open_low, open_high)
        if free:
            one_low = np.uint64(1) << np.uint64(cell) if cell < 64 else np.uint64(0)
            one_high = np.uint64(1) << np.uint64(cell - 64) if cell >= 64 else np.uint64(0)
            ways += fill(lying, every_low, every_high, low | one_low, high | one_high, free - 1, table)
        for at in range(lying.first[cell], lying.first[cell + 1]):
            mask_low, mask_high = lying.masks[at]
            if not (low & mask_low or high & mask_high):
                ways += fill(lying, every_low, every_high, low | mask_low, high | mask_high, free, table)
    table.states[slot, 0], table.states[slot, 1], table.ways[slot] = low, high, ways
    return ways


@dataclass(frozen=True)
class Count:
    """The number of all packings, the order of the board's group, and how many states were looked at."""

    packings: int
    order: int
    states: int


def count(board: Board, size: int, table_bits: int = 22) -> Count:
    """Raises ValueError if the board is too large, or too small for the pieces."""
    forms, cells = board.lattice.polyforms(size), len(board.number)
    free = cells - size * len(forms)
    if free < 0 or cells > CELLS or len(forms) > PIECES:
        most = f"at most {CELLS} cells and {PIECES} pieces can be counted"
        raise ValueError(f"{len(forms)} pieces of {size} cells on {cells} cells; {most}")
    places = [board.places(shapes) for shapes in forms]
    symmetries = {*board.symmetries()}
    fixed = min(range(len(forms)), key=lambda piece: len(places[piece]))
    marked = [[mask | 1 << 64 + PLACE + piece for mask in masks] for piece, masks in enumerate(places)]
    lying = [
        (next(bits(mask)), *words(mask))
        for piece, masks in enumerate(marked)
        if piece != fixed
        for mask in masks
    ]
    lying.sort()
    near = [
        words(
            sum(
                1 << board.number[home] for home in {*map(board.home, board.lattice.neighbours(cell))} if home
            )
        )
        for cell in board.number
    ]
    held = Lying(
        first=np.searchsorted([cell for cell, _, _ in lying], np.arange(cells + 1)),
        masks=np.array([pair for _, *pair in lying], np.uint64).reshape(-1, 2),
        near=np.array(near, np.uint64),
        size=size,
    )
    table = Table(
        np.zeros((1 << table_bits, 2), np.uint64), np.zeros(1 << table_bits, np.int64), np.zeros(1, np.int64)
    )
    every = [*map(np.uint64, words((1 << cells) - 1))]
    packings = 0
    for mask, number in orbits(places[fixed], symmetries):
        start = map(np.uint64, words(mask | 1 << 64 + PLACE + fixed))
        ways = int(fill(held, *every, *start, free, table))
        print(f"a piece at {number} places: {ways:,} each", file=sys.stderr, flush=True)
        packings += number * ways
    return Count(packings, len(symmetries), int(table.looked[0]))


def board_size(text: str) -> tuple[int, int]:
    """Raises ArgumentTypeError."""
    sizes = text.split("x")
    if len(sizes) != 2 or not all(size.isdecimal() and 1 <= int(size) <= CELLS for size in sizes):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 8x8")
    return int(sizes[0]), int(sizes[1])


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Packings of a board by all polyforms of a size.")
    p.add_argument("lattice", choices=LATTICES)
    p.add_argument("size", type=int, metavar="SIZE", choices=range(1, 9), help="cells of a piece, 1 to 8")
    p.add_argument("board", metavar="ROWSxCOLUMNS", type=board_size)
    p.add_argument("--wrap", choices=("none", "cylinder", "moebius", "torus", "klein"), default="none")
    p.add_argument("--bits", type=int, default=22, help="of the number of states that are kept; default: 22")
    args = p.parse_args(argv)
    began = time.process_time()
    try:
        counted = count(Board(LATTICES[args.lattice], *args.board, args.wrap), args.size, args.bits)
    except ValueError as error:
        p.error(str(error))
    spent = time.process_time() - began
    numbers = f"{counted.packings:,} in all, {counted.packings / counted.order:,.2f} up to symmetry"
    print(f"{numbers}; {counted.states:,} states; {spent:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
