"""The search of a dissection by transform covers (see `solvers.engines.dissect.dissect`), in cubes.

TransformCover    what all searches of a problem share: its options, its symmetry, a root per number of pieces
CoverSearch       the search with one number of pieces: the assignments below each child of the root
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np

from zenkai_solver.models.dissection.problem import DissectionProblem, edges, placed_moves
from zenkai_solver.models.grid import components
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect.kernels import covers, tilings
from zenkai_solver.solvers.engines.dissect.orbits import actions, images, orbits
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.warmup import warm_up

NODES = 2_000  # of one call of a kernel: some 10 ms
PROBE = 500  # nodes of an estimate: some 3 ms
ROOM = 1_000  # sets or assignments handed over at once


@dataclass
class Statistics:
    """Figures about a search; seconds are those of compiled code, summed over threads."""

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


@dataclass(frozen=True)
class CoverRoot:
    """The state of a search at its root, and the orbits of the root's children (see `orbits`)."""

    search: covers.CoverState
    orbits: list[list[int]]


class TransformCover:
    """What is built once for a problem; `moves[o]`: the index of option o's transform in the problem's
    moves.
    """

    def __init__(self, problem: DissectionProblem) -> None:
        warm_up(works)
        self.options, self.moves = options_of(problem)
        self.near = near_of(problem)
        self.group = actions(problem, self.moves, self.options.image)
        self._roots: dict[int, CoverRoot] = {}

    def root(self, pieces: int) -> CoverRoot:
        if pieces not in self._roots:
            search = covers.start(self.options, pieces)
            covers.covers(self.options, search, 0, pieces, np.zeros((1, pieces + 1), np.int32), 1)
            children = search.open[0, search.children[0, : search.width[0]]].tolist()
            self._roots[pieces] = CoverRoot(search, orbits(self.group, children))
        return self._roots[pieces]


class CoverSearch:
    """The search with that many pieces."""

    def __init__(
        self, cover: TransformCover, pieces: int, deadline: Deadline, statistics: Statistics
    ) -> None:
        self.cover, self.pieces, self.deadline, self.statistics = cover, pieces, deadline, statistics
        self.root = cover.root(pieces)
        self.abandoned = False

    def below(self, cube: int) -> Iterator[np.ndarray]:
        """Blocks of assignments, each a row with the options of the cells. Raises Interrupted."""
        options, group = self.cover.options, self.cover.group
        search, representative = self._start(cube), self.root.orbits[cube][0]
        sets = np.zeros((ROOM, self.pieces + 1), np.int32)
        done = False
        while not done and not self.abandoned:
            self.deadline.check()
            began = perf_counter()
            done = covers.covers(options, search, 0, self.pieces, sets, NODES)
            self.statistics.seconds += perf_counter() - began
            number = int(search.control[covers.FOUND])
            if number >= ROOM // 2 or done:
                for block in self._assign(sets, number):
                    yield np.array(list(images(group, representative, block)), np.int32)
                self.statistics.sets += number
                search.control[covers.FOUND] = 0
        self.statistics.nodes += int(search.control[covers.NODES])

    def _start(self, cube: int) -> covers.CoverState:
        """The search at a root whose only child is the cube's representative."""
        search = covers.CoverState(*(array.copy() for array in self.root.search))
        search.control[:] = (0, 1, 0, 0)  # depth 0, entered
        before = list(chain.from_iterable(self.root.orbits[:cube]))
        search.tried[0][np.isin(search.open[0], before)] = covers.OUT
        place = np.flatnonzero(search.open[0, : search.size[0]] == self.root.orbits[cube][0])
        search.children[0, 0] = int(place[0])
        search.at[0], search.width[0] = 0, 1
        return search

    def nodes(self, cube: int) -> float:
        """An estimate of the cube's nodes: PROBE nodes are searched, and divided by their share of the tree.

        The children of a node are taken as equal shares of it. Raises Interrupted.
        """
        self.deadline.check()
        search = self._start(cube)
        sets = np.zeros((PROBE + 1, self.pieces + 1), np.int32)
        done = covers.covers(self.cover.options, search, 0, self.pieces, sets, PROBE)
        share, each = 0.0, 1.0
        for depth in range(1, int(search.control[covers.DEPTH])):
            each /= search.width[depth]
            share += (search.at[depth] - 1) * each
        return float(search.control[covers.NODES]) / (1.0 if done else max(share, each))

    def abandon(self) -> None:
        """End the search in all threads."""
        self.abandoned = True

    def _assign(self, sets: np.ndarray, number: int) -> Iterator[np.ndarray]:
        """Blocks of the assignments of the first `number` sets of options. Raises Interrupted."""
        stack = tilings.start(self.cover.near, self.pieces)
        done = number == 0
        while not done and not self.abandoned:
            self.deadline.check()
            out = np.zeros((ROOM, len(self.cover.near) + 1), np.int32)
            began = perf_counter()
            done = tilings.tilings(self.cover.options, sets, number, self.pieces, stack, out, NODES)
            self.statistics.seconds += perf_counter() - began
            if rows := int(stack.control[tilings.FOUND]):
                stack.control[tilings.FOUND] = 0
                yield out[:rows, 1:]


def works() -> list[Work]:
    """The kernels of every search: covers, and their tilings."""
    options = _arrays([[(0, 0)]], 1)
    sets = np.zeros((1, 2), np.int32)
    stack = tilings.start(np.full((1, tilings.ACROSS), -1, np.int16), 1)
    return [
        Work(covers.covers, (options, covers.start(options, 1), 0, 1, sets, 1)),
        Work(tilings.tilings, (options, sets, 1, 1, stack, sets, 1)),
    ]


def options_of(problem: DissectionProblem) -> tuple[covers.CoverOptions, list[int]]:
    """The options, large ones first, and of each the index of its transform in the problem's moves."""
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


def _arrays(pairs: list[list[tuple[int, int]]], area: int) -> covers.CoverOptions:
    option = np.repeat(np.arange(len(pairs)), [len(points) for points in pairs])
    flat = np.array(list(chain.from_iterable(pairs)), np.int64)
    image, inverse = (np.full((len(pairs), area), -1, np.int16) for _ in range(2))
    image[option, flat[:, 0]] = flat[:, 1]
    inverse[option, flat[:, 1]] = flat[:, 0]
    start = np.searchsorted(option, np.arange(len(pairs) + 1)).astype(np.int64)
    return covers.CoverOptions(
        image, inverse, _masks(image >= 0), _masks(inverse >= 0), start, flat[:, 0].astype(np.int16)
    )


def _masks(rows: Any) -> np.ndarray:
    """Rows of booleans as rows of 64-bit words, bit i of word w for column 64 w + i."""
    words = -(-rows.shape[1] // 64)
    padded = np.zeros((len(rows), 64 * words), bool)
    padded[:, : rows.shape[1]] = rows
    masks: np.ndarray = np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return masks


def near_of(problem: DissectionProblem) -> np.ndarray:
    """near[cell]: its neighbours in figure 1, padded with -1."""
    near = [[] for _ in problem.one.cells]  # type: list[list[int]]
    for a, b in edges(problem.one):
        near[a].append(b)
        near[b].append(a)
    return np.array([cells + [-1] * (tilings.ACROSS - len(cells)) for cells in near], np.int16)
