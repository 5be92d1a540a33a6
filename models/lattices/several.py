"""Several boards to be filled together with one set of pieces: one region, the boards side by side on the
page.

Symmetries move each board separately and exchange boards of one shape, provided that all moves act alike on
the pieces: if one board is mirrored, all pieces become their mirror images. Congruent boards are all moved
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod
from typing import NamedTuple

from zenkai_solver.models.grid import Cell, Move, Region, Transform
from zenkai_solver.models.lattices.lattice import Turn, Vector, minus, plus
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.wrapping import FLAT

GAP = 3  # columns between boards on lattices other than squares, so that their cells do not touch
Boards = tuple[tuple[Cell, ...], ...]
Way = tuple[int, dict[int, int]]  # the index of a motion, and the image of each cell of a board


class Motion(NamedTuple):
    """A motion of a board: a transform of the lattice, or a rotation that is not one."""

    transform: Transform | Turn
    mirrors: bool

    @property
    def of_shapes(self) -> Transform | None:
        return None if isinstance(self.transform, Turn) else self.transform

    def on(self, vectors: Sequence[Vector]) -> list[Vector] | None:
        """The images of the cells of a board, up to translation; None if they are not integral."""
        if not isinstance(self.transform, Turn):
            return list(map(self.transform, vectors))
        if not self.transform.whole(minus(vector, vectors[0]) for vector in vectors):
            return None
        return list(map(self.transform.about(vectors[0]), vectors))


def joint_moves(whole: Region, boards: Boards, mirror: bool) -> Iterator[Move]:
    """The symmetries that move each board separately; the identity comes first."""
    every = _motions(whole, boards, mirror)
    for choice in _choices(whole, boards, every):
        target = {i: j for _, cells in choice for i, j in cells.items()}
        first, *others = (every[number] for number, _ in choice)
        transforms = [move.of_shapes for move in others]
        known = [transform for transform in transforms if transform is not None]
        yield Move(
            tuple(target[i] for i in range(len(target))),
            first.of_shapes if len(known) == len(others) else None,
            first.mirrors or any(move.mirrors for move in others),
            tuple(known),
        )


def _motions(whole: Region, boards: Boards, mirror: bool) -> list[Motion]:
    """The transforms, the identity first, then other rotations that may map boards of balls to each other."""
    turns = len(whole.transforms(True, False))
    transforms = whole.transforms(True, mirror)
    motions = [Motion(transform, number >= turns) for number, transform in enumerate(transforms)]
    if not isinstance(whole, LatticeRegion) or not whole.lattice.balls:
        return motions
    sets = [[whole.coordinates(cell) for cell in board] for board in boards]
    between = (turn for one in sets for other in sets for turn in whole.lattice.turns_between(one, other))
    return motions + [
        Motion(turn, turn.mirrors) for turn in dict.fromkeys(between) if mirror or not turn.mirrors
    ]


def _choices(whole: Region, boards: Boards, every: Sequence[Motion]) -> Iterator[tuple[Way, ...]]:
    ways = [[list(_ways(whole, one, other, every)) for other in boards] for one in boards]
    for order in permutations(range(len(boards))):
        yield from product(*(ways[i][j] for i, j in enumerate(order)))


def common_moves(whole: Region, boards: Boards, mirror: bool) -> Iterator[Move]:
    """The symmetries that move all boards, which have one shape, alike; the identity comes first."""
    every = _motions(whole, boards, mirror)
    ways = [[dict(_ways(whole, one, other, every)) for other in boards] for one in boards]
    for order in permutations(range(len(boards))):
        for number in ways[0][0]:
            target = {i: j for one, other in enumerate(order) for i, j in ways[one][other][number].items()}
            cells = tuple(target[i] for i in range(len(target)))
            yield Move(cells, every[number].of_shapes, every[number].mirrors)


def number_of_common_moves(whole: Region, boards: Boards, mirror: bool) -> int:
    every = _motions(whole, boards, mirror)
    return factorial(len(boards)) * len(list(_ways(whole, boards[0], boards[0], every)))


def number_of_moves(whole: Region, boards: Boards, mirror: bool) -> int:
    every = _motions(whole, boards, mirror)
    ways = [[len(list(_ways(whole, one, other, every))) for other in boards] for one in boards]
    return sum(prod(ways[i][j] for i, j in enumerate(p)) for p in permutations(range(len(boards))))


def _ways(
    whole: Region, one: Sequence[Cell], other: Sequence[Cell], every: Sequence[Motion]
) -> Iterator[Way]:
    """The motions that map the one board to the other, with the image of each cell. For balls, where a
    rotation and a reflection may give the same map, each map comes once.
    """
    goal = sorted((whole.coordinates(cell), whole.index[cell]) for cell in other)
    shape = whole.normalise(vector for vector, _ in goal)
    balls = isinstance(whole, LatticeRegion) and whole.lattice.balls
    seen = list[dict[int, int]]()
    for number, motion in enumerate(every):
        moved = motion.on([whole.coordinates(cell) for cell in one])
        if moved is None or len(moved) != len(goal):
            continue
        arrived = sorted(zip(moved, map(whole.index.__getitem__, one)))
        if whole.normalise(vector for vector, _ in arrived) == shape:
            target = {i: j for (_, i), (_, j) in zip(arrived, goal)}
            if not balls or target not in seen:
                seen.append(target)
                yield number, target


@dataclass(frozen=True)
class SquareBoards(Region):
    """Flat boards of squares; `common`: symmetries move all of them alike."""

    members: Boards
    common: bool = False

    @property
    def boards(self) -> Boards:
        return self.members

    def moves(self, mirror: bool) -> Iterator[Move]:
        return (common_moves if self.common else joint_moves)(self, self.members, mirror)


@dataclass(frozen=True)
class LatticeBoards(LatticeRegion):
    """Boards of any lattice, none of them wrapped."""

    members: Boards = ()
    common: bool = False

    @property
    def boards(self) -> Boards:
        return self.members

    def moves(self, mirror: bool) -> Iterator[Move]:
        return (common_moves if self.common else joint_moves)(self, self.members, mirror)


def side_by_side(boards: Iterable[Region], common: bool = False) -> SquareBoards:
    """The boards as one region: a free column between two of them, aligned at the top."""
    left, parts = 0, []
    for board in boards:
        parts.append(tuple((r, c + left) for r, c in board.cells))
        left += board.columns + 1
    cells = sorted(cell for part in parts for cell in part)
    return SquareBoards(1 + max(r for r, _ in cells), left - 1, tuple(cells), tuple(parts), common)


def lattice_side_by_side(boards: Sequence[LatticeRegion], common: bool = False) -> LatticeBoards:
    lattice = boards[0].lattice
    step = lattice.translations[-1]
    end, vectors_of = 0, list[tuple[Vector, ...]]()
    for board in boards:
        vectors = board.vectors
        while vectors_of and min(lattice.page(v)[2] for v in vectors) < end + GAP:
            vectors = tuple(plus(vector, step) for vector in vectors)
        vectors_of.append(vectors)
        end = max(lattice.page(v)[2] for v in vectors)
    whole = region(lattice, (vector for part in vectors_of for vector in part))
    parts = tuple(tuple(sorted(whole.cells[whole.number[v]] for v in part)) for part in vectors_of)
    return LatticeBoards(
        whole.rows, whole.columns, whole.cells, lattice, whole.vectors, whole.height, FLAT, parts, common
    )
