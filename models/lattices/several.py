"""Several boards that one set of pieces fills at once: one region, whose boards lie side by side on the page.

Each board may be moved by itself, and boards of one shape exchanged, as long as all moves do the same to the
pieces: a piece that is its own mirror image may be in a mirrored board, one that is not may not. Where the
boards are to be congruent, all are moved alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod

from zenkai_solver.models.grid import Cell, Move, Region, Transform
from zenkai_solver.models.lattices.lattice import Vector, plus
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.wrapping import FLAT

GAP = 3  # columns from a board to the next on other lattices: their cells never touch
Boards = tuple[tuple[Cell, ...], ...]
Way = tuple[int, dict[int, int]]  # a transform, and where it takes the cells of a board


def joint_moves(whole: Region, boards: Boards, mirror: bool) -> Iterator[Move]:
    """The identity first."""
    every = whole.transforms(True, mirror)
    turns = len(whole.transforms(True, False))
    for choice in _choices(whole, boards, every):
        target = {i: j for _, cells in choice for i, j in cells.items()}
        used = [number for number, _ in choice]
        yield Move(
            tuple(target[i] for i in range(len(target))),
            every[used[0]],
            any(number >= turns for number in used),
            tuple(every[number] for number in used[1:]),
        )


def _choices(whole: Region, boards: Boards, every: Sequence[Transform]) -> Iterator[tuple[Way, ...]]:
    ways = [[list(_ways(whole, one, other, every)) for other in boards] for one in boards]
    for order in permutations(range(len(boards))):
        yield from product(*(ways[i][j] for i, j in enumerate(order)))


def common_moves(whole: Region, boards: Boards, mirror: bool) -> Iterator[Move]:
    """Those of boards of one shape that move each board alike, the identity first."""
    every = whole.transforms(True, mirror)
    turns = len(whole.transforms(True, False))
    ways = [[dict(_ways(whole, one, other, every)) for other in boards] for one in boards]
    for order in permutations(range(len(boards))):
        for number in ways[0][0]:
            target = {i: j for one, other in enumerate(order) for i, j in ways[one][other][number].items()}
            cells = tuple(target[i] for i in range(len(target)))
            yield Move(cells, every[number], number >= turns)


def number_of_common_moves(whole: Region, boards: Boards, mirror: bool) -> int:
    every = whole.transforms(True, mirror)
    return factorial(len(boards)) * len(list(_ways(whole, boards[0], boards[0], every)))


def number_of_moves(whole: Region, boards: Boards, mirror: bool) -> int:
    every = whole.transforms(True, mirror)
    ways = [[len(list(_ways(whole, one, other, every))) for other in boards] for one in boards]
    return sum(prod(ways[i][j] for i, j in enumerate(p)) for p in permutations(range(len(boards))))


def _ways(
    whole: Region, one: Sequence[Cell], other: Sequence[Cell], every: Sequence[Transform]
) -> Iterator[Way]:
    """The transforms that make the one board the other, and where each cell arrives."""
    goal = sorted((whole.coordinates(cell), whole.index[cell]) for cell in other)
    shape = whole.normalise(vector for vector, _ in goal)
    for number, transform in enumerate(every):
        own = sorted((transform(whole.coordinates(cell)), whole.index[cell]) for cell in one)
        if len(own) == len(goal) and whole.normalise(vector for vector, _ in own) == shape:
            yield number, {i: j for (_, i), (_, j) in zip(own, goal)}


@dataclass(frozen=True)
class SquareBoards(Region):
    """Flat boards of squares; `common`: what moves one moves all."""

    own: Boards
    common: bool = False

    @property
    def boards(self) -> Boards:
        return self.own

    def moves(self, mirror: bool) -> Iterator[Move]:
        return (common_moves if self.common else joint_moves)(self, self.own, mirror)


@dataclass(frozen=True)
class LatticeBoards(LatticeRegion):
    """Boards of any lattice, none of them wrapped."""

    own: Boards = ()
    common: bool = False

    @property
    def boards(self) -> Boards:
        return self.own

    def moves(self, mirror: bool) -> Iterator[Move]:
        return (common_moves if self.common else joint_moves)(self, self.own, mirror)


def side_by_side(boards: Iterable[Region], common: bool = False) -> SquareBoards:
    """One free column between two boards, their upper ends in one row."""
    left, own = 0, []
    for board in boards:
        own.append(tuple((r, c + left) for r, c in board.cells))
        left += board.columns + 1
    cells = sorted(cell for part in own for cell in part)
    return SquareBoards(1 + max(r for r, _ in cells), left - 1, tuple(cells), tuple(own), common)


def lattice_side_by_side(boards: Sequence[LatticeRegion], common: bool = False) -> LatticeBoards:
    lattice = boards[0].lattice
    step = lattice.translations[-1]
    end, own = 0, list[tuple[Vector, ...]]()
    for board in boards:
        vectors = board.vectors
        while own and min(lattice.page(v)[2] for v in vectors) < end + GAP:
            vectors = tuple(plus(vector, step) for vector in vectors)
        own.append(vectors)
        end = max(lattice.page(v)[2] for v in vectors)
    whole = region(lattice, (vector for part in own for vector in part))
    parts = tuple(tuple(sorted(whole.cells[whole.number[v]] for v in part)) for part in own)
    return LatticeBoards(
        whole.rows, whole.columns, whole.cells, lattice, whole.vectors, whole.height, FLAT, parts, common
    )
