"""Dissections by transform covers: every way to cut figure 1 and rebuild figure 2, each way once.

    option        a turn and shift t with one connected part of {c in figure 1: t(c) in figure 2}
    assignment    an option for every cell of figure 1 such that the images tile figure 2
    part          a connected class of cells with one option: it moves rigidly

If every piece of a solution with N pieces goes by the first of the moves that take it to its place, the
options of its cells are an assignment with at most N parts, and the pieces are a refinement of the parts. So
the sets of at most N options that can tile (`kernels.covers`), their assignments (`kernels.tilings`) and the
refinements of their parts give all solutions, also those in which one move takes several pieces.

A pair of divisions can come from several assignments: congruent pieces can change places, symmetric ones
arrive by several turns. Kept is the one in which each piece goes by its first move and congruent pieces keep
the order of their first cells; so each pair appears once, and none need be remembered.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np

from models.csp import Model, Solution
from models.dissection.problem import Division, Problem, edges, placed_moves
from models.grid import components
from models.symmetry import Breaking, filtered
from solvers import dissect_stats, joins
from solvers.backend import NEVER, Deadline, Options, Unsupported
from solvers.canonical import Canonical
from solvers.dissect_orbits import actions, images, orbits
from solvers.kernels import covers, tilings

NODES = 2_000  # of one call of a kernel: some 10 ms
BATCH = 100  # solutions handed over at once
ROOM = 1_000  # sets or assignments handed over at once
AHEAD = 4  # cubes a thread that may be searched before the consumer asks


@dataclass
class Statistics:
    """What a search did; seconds are those of the compiled search, summed over threads."""

    pieces: int = 0  # the last number searched
    options: int = 0
    nodes: int = 0
    sets: int = 0
    assignments: int = 0
    solutions: int = 0
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        yield f"the last number of pieces searched: {self.pieces}"
        if not self.options:
            yield f"all divisions listed and joined: {self.solutions:,} solutions"
            return
        yield f"options (a move with a connected overlap): {self.options:,}"
        yield f"search: {self.nodes:,} nodes, {self.sets:,} sets that can tile, {self.seconds:.3f} s"
        yield f"assignments: {self.assignments:,}, of them solutions after cutting: {self.solutions:,}"


Pair = tuple[Division, Division]


@dataclass(frozen=True)
class DissectBackend:
    """Takes models whose structure is a `Problem`; method: cover (as above), join (`solvers.joins`), auto."""

    workers: int = 1
    method: str = "auto"
    name: str = "dissect"
    statistics: Statistics = field(default_factory=Statistics)

    @classmethod
    def create(cls, options: Options) -> DissectBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), "numpy": version("numpy")}

    def check(self, model: Model) -> None:
        if not isinstance(model.structure, Problem):
            raise Unsupported("it takes dissections only")

    def break_symmetry(self, model: Model) -> Breaking:
        return filtered(model)

    def report(self, model: Model, deadline: Deadline) -> Iterator[str]:
        """Statistics for a person, after a search. Raises Interrupted."""
        assert isinstance(model.structure, Problem)
        yield from self.statistics.lines()
        yield from dissect_stats.lines(model.structure, self.statistics.pieces, deadline)

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            yield from (tuple(row[row > 0].tolist()) for row in rows)

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """See `solvers.backend.BatchBackend`."""
        self.check(model)
        problem = model.structure
        assert isinstance(problem, Problem)
        numbers = range(problem.lo, problem.hi + 1)
        for done, pieces in enumerate(numbers):
            self.statistics.pieces = pieces
            joined = self.method == "join" or (self.method == "auto" and joins.suits(problem, pieces))
            found: Iterable[tuple[Pair | None, float]]
            if joined:
                found = ((pair, 0.0) for pair in joins.solutions(problem, pieces, deadline.check))
            else:
                found = self._covered(problem, pieces, deadline)
            for rows, share in _batches(problem, found):
                self.statistics.solutions += len(rows)
                yield rows, (done + share) / len(numbers)

    def _covered(
        self, problem: Problem, pieces: int, deadline: Deadline
    ) -> Iterator[tuple[Pair | None, float]]:
        """The solutions by transform covers, each with the share that is done; None is no solution."""
        options, moves = options_of(problem)
        self.statistics.options = len(moves)
        canonical = Canonical(problem, moves, options.image, deadline.check)
        for assignments, share in self._assignments(options, moves, problem, pieces, deadline):
            self.statistics.assignments += len(assignments)
            for row in assignments:
                for pair in canonical.solutions(row.tolist(), pieces):
                    yield pair, share
            yield None, share

    def _assignments(
        self, options: covers.Options, moves: list[int], problem: Problem, pieces: int, deadline: Deadline
    ) -> Iterator[tuple[np.ndarray, float]]:
        """Blocks of assignments, in the order of the cubes, with the share of cubes that are done."""
        root = _Cubes(options, moves, problem, pieces, deadline, self.statistics)
        nothing = np.zeros((0, 0), np.int32)
        for child, blocks in enumerate(self._cubes(root), 1):
            for block in blocks:
                yield block, (child - 1) / len(root.orbits)
            yield nothing, child / len(root.orbits)
        yield nothing, 1.0

    def _cubes(self, root: _Cubes) -> Iterator[Iterable[np.ndarray]]:
        """The blocks of each cube; with several workers some cubes are searched ahead."""
        if self.workers == 1:
            yield from map(root.below, range(len(root.orbits)))
            return
        with ThreadPoolExecutor(self.workers) as pool:
            waiting: deque[Future[list[np.ndarray]]] = deque()
            try:
                for child in range(len(root.orbits)):
                    waiting.append(pool.submit(root.all_below, child))
                    if len(waiting) > AHEAD * self.workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                root.abandoned = True
                pool.shutdown(cancel_futures=True)


def _batches(
    problem: Problem, found: Iterable[tuple[Pair | None, float]]
) -> Iterator[tuple[np.ndarray, float]]:
    """The solutions in rows, whenever there are BATCH of them or the share that is done may have changed."""
    some: list[Solution] = []
    share = 0.0
    for pair, share in found:
        if pair is not None:
            some.append(problem.solution(*pair))
        if len(some) == BATCH or pair is None:
            yield _padded(some), share
            some = []
    yield _padded(some), share


def _padded(solutions: list[Solution]) -> np.ndarray:
    """The solutions as rows, 0 after the last variable."""
    rows = np.zeros((len(solutions), max(map(len, solutions), default=0)), np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return rows


class _Cubes:
    """The search in parts, one for each orbit of the root's children (see `solvers.dissect_orbits`)."""

    def __init__(
        self,
        options: covers.Options,
        moves: list[int],
        problem: Problem,
        pieces: int,
        deadline: Deadline,
        statistics: Statistics,
    ) -> None:
        self.options, self.pieces, self.deadline, self.statistics = options, pieces, deadline, statistics
        self.near = near_of(problem)
        self.abandoned = False
        self.root = covers.start(options, pieces)
        room = np.zeros((1, pieces + 1), np.int32)
        covers.covers(options, self.root, 0, pieces, room, 1)
        self.group = actions(problem, moves, options.image)
        self.orbits = orbits(self.group, self.root.children[0, : self.root.width[0]].tolist())

    def below(self, cube: int) -> Iterator[np.ndarray]:
        """Blocks of assignments; the rows are the options of the cells. Raises Interrupted."""
        search = covers.Search(*(array.copy() for array in self.root))
        search.control[:] = (0, 1, 0, 0)  # at the root, entered
        representative = self.orbits[cube][0]
        for orbit in self.orbits[:cube]:
            search.tried[0, orbit] = 1
        search.children[0, 0] = representative
        search.at[0], search.width[0] = 0, 1
        sets = np.zeros((ROOM, self.pieces + 1), np.int32)
        done = False
        while not done and not self.abandoned:
            self.deadline.check()
            began = perf_counter()
            done = covers.covers(self.options, search, 0, self.pieces, sets, NODES)
            self.statistics.seconds += perf_counter() - began
            number = int(search.control[covers.FOUND])
            if number >= ROOM // 2 or done:
                for block in self._assign(sets, number):
                    yield np.array(list(images(self.group, representative, block)), np.int32)
                self.statistics.sets += number
                search.control[covers.FOUND] = 0
        self.statistics.nodes += int(search.control[covers.NODES])

    def all_below(self, cube: int) -> list[np.ndarray]:
        return list(self.below(cube))

    def _assign(self, sets: np.ndarray, number: int) -> Iterator[np.ndarray]:
        stack = tilings.start(self.near, self.pieces)
        done = number == 0
        while not done and not self.abandoned:
            self.deadline.check()
            found = np.zeros((ROOM, len(self.near) + 1), np.int32)
            began = perf_counter()
            done = tilings.tilings(self.options, sets, number, self.pieces, stack, found, NODES)
            self.statistics.seconds += perf_counter() - began
            if rows := int(stack.control[tilings.FOUND]):
                stack.control[tilings.FOUND] = 0
                yield found[:rows, 1:]


def options_of(problem: Problem) -> tuple[covers.Options, list[int]]:
    """The options, large ones first, and of each the index of its turn (or flip) in the problem's moves."""
    pairs: list[list[tuple[int, int]]] = []
    moves: list[int] = []
    cells, index = problem.one.cells, problem.one.index
    for move in placed_moves(problem):
        image = dict(move.images)
        for part in components([cells[a] for a in image]):
            pairs.append([(index[cell], image[index[cell]]) for cell in part])
            moves.append(problem.moves.index(move.name))
    order = sorted(range(len(pairs)), key=lambda option: -len(pairs[option]))
    return _arrays([pairs[option] for option in order], len(cells)), [moves[option] for option in order]


def _arrays(pairs: list[list[tuple[int, int]]], area: int) -> covers.Options:
    option = np.repeat(np.arange(len(pairs)), [len(own) for own in pairs])
    flat = np.array(list(chain.from_iterable(pairs)), np.int64)
    image, inverse = (np.full((len(pairs), area), -1, np.int16) for _ in range(2))
    image[option, flat[:, 0]] = flat[:, 1]
    inverse[option, flat[:, 1]] = flat[:, 0]
    start = np.searchsorted(option, np.arange(len(pairs) + 1)).astype(np.int64)
    return covers.Options(
        image, inverse, _masks(image >= 0), _masks(inverse >= 0), start, flat[:, 0].astype(np.int16)
    )


def _masks(rows: Any) -> np.ndarray:
    """Rows of booleans as rows of 64-bit words, bit i of word w for column 64 w + i."""
    words = -(-rows.shape[1] // 64)
    padded = np.zeros((len(rows), 64 * words), bool)
    padded[:, : rows.shape[1]] = rows
    masks: np.ndarray = np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return masks


def near_of(problem: Problem) -> np.ndarray:
    """near[cell]: its neighbours in figure 1, padded with -1."""
    near = [[] for _ in problem.one.cells]  # type: list[list[int]]
    for a, b in edges(problem.one):
        near[a].append(b)
        near[b].append(a)
    return np.array([own + [-1] * (tilings.ACROSS - len(own)) for own in near], np.int16)
