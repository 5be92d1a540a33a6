"""Dissections by transform covers: every way to cut figure 1 and rebuild figure 2, each way once.

    move          a transform (rotation or reflection) with a translation
    option        a move t with one connected component of {c in figure 1: t(c) in figure 2}
    assignment    an option for every cell of figure 1 such that the images tile figure 2
    part          a connected component of the cells with one option: it moves rigidly

If every piece of a solution with N pieces goes by the first of the moves that take it to its place, the
options of its cells are an assignment with at most N parts, and the pieces are a refinement of the parts. So
the sets of at most N options that can tile (`kernels.covers`), their assignments (`kernels.tilings`) and the
refinements of their parts give all solutions, also those in which one move takes several pieces.

The same pair of divisions can come from several assignments: congruent pieces can change places, and
symmetric pieces can arrive by several moves. Only the canonical assignment yields it: each piece goes by its
first move, and congruent pieces keep the order of their first cells. So each pair appears once, and none has
to be remembered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import ClassVar

import numpy as np

from zenkai_solver.models.csp import Cube, Model, Solution
from zenkai_solver.models.dissection.problem import DissectionProblem, Division
from zenkai_solver.solvers.core.backend import Backend, Batch, Opened, Options, Takes, rows_of, version
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.dissect import joins
from zenkai_solver.solvers.engines.dissect import statistics as dissect_stats
from zenkai_solver.solvers.engines.dissect.canonical import Canonical
from zenkai_solver.solvers.engines.dissect.transformcover import (
    CoverSearch,
    Statistics,
    TransformCover,
    works,
)
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.warmup import warm_up

BATCH = 100  # solutions handed over at once

Pair = tuple[Division, Division]
Part = tuple[int, ...]  # of the search: a number of pieces, and a child of its root; 0 for a join


@dataclass(frozen=True)
class DissectBackend(Backend):
    """The engine for models with the structure `DissectionProblem`; method: cover (as above), join (see
    `joins`), or auto.
    """

    takes: ClassVar[Takes] = Takes(structures=frozenset({DissectionProblem}))
    workers: int = 1
    method: str = "auto"
    name: str = "dissect"
    statistics: Statistics = field(default_factory=Statistics)  # of all that it searched

    @classmethod
    def create(cls, options: Options) -> DissectBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), "numpy": version("numpy")}

    def open(self, model: Model) -> OpenedDissection:
        return OpenedDissection(self, model, problem_of(model))

    def works(self) -> Sequence[Work]:
        """Also what `report` needs, which few runs ask for."""
        return [*works(), *dissect_stats.works()]


@dataclass(frozen=True, eq=False)
class OpenedDissection(Opened):
    """A problem to be searched. Its cubes are `parts`, a number of pieces with a child of the search's root,
    not literals.
    """

    many: ClassVar[bool] = True
    divided: ClassVar[bool] = True
    backend: DissectBackend
    problem: DissectionProblem

    def plan(self) -> None:
        """Compile the kernels, unless all numbers of pieces are searched by joins, which need none."""
        if not all(map(self._joins, self._numbers)):
            warm_up(works)

    @cached_property
    def _cover(self) -> TransformCover:
        return TransformCover(self.problem)

    def report(self, deadline: Deadline = NEVER) -> Iterator[str]:
        warm_up(dissect_stats.works)
        statistics = self.backend.statistics
        yield from statistics.lines()
        yield from dissect_stats.lines(self.problem, statistics.pieces or self.problem.lo, deadline)

    @property
    def _numbers(self) -> range:
        """Of pieces."""
        return range(self.problem.lo, self.problem.hi + 1)

    def batches(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Batch]:
        """The cube is one of the `parts`, or none. Raises ValueError if there is no such part."""
        self.plan()
        if cube:
            if len(cube) != 2 or cube[0] not in self._numbers or cube[1] not in range(self._width(cube[0])):
                raise ValueError(f"{self.problem} has no part {cube}")
            yield from self._below(cube[0], [cube[1]], deadline)
            return
        for done, pieces in enumerate(self._numbers):
            for rows, share in self._below(pieces, range(self._width(pieces)), deadline):
                yield rows, (done + share) / len(self._numbers)

    # ---- the search in parts, for those who divide it: its branches are not over literals

    def parts(self) -> list[Part]:
        """Each solution is in exactly one of them; a part may have none."""
        return [(pieces, child) for pieces in self._numbers for child in range(self._width(pieces))]

    def weights(self, cubes: Sequence[Cube], deadline: Deadline = NEVER) -> Sequence[float]:
        """For each of the parts an estimate of its steps: nodes; for a join, the sets of edges of a
        figure.
        """
        search = {
            pieces: CoverSearch(self._cover, pieces, deadline, Statistics())
            for pieces in sorted({cube[0] for cube in cubes})
            if not self._joins(pieces)
        }
        join = 2.0 ** max(map(len, self.problem.edges))
        return [search[pieces].nodes(child) if pieces in search else join for pieces, child in cubes]

    def _width(self, pieces: int) -> int:
        """How many parts the search with that many pieces has."""
        return 1 if self._joins(pieces) else len(self._cover.root(pieces).orbits)

    def _joins(self, pieces: int) -> bool:
        method = self.backend.method
        return method == "join" or (method == "auto" and joins.suits(self.problem, pieces))

    # ---- the search

    def _below(
        self, pieces: int, children: Sequence[int], deadline: Deadline
    ) -> Iterator[tuple[np.ndarray, float]]:
        """The solutions with that many pieces below these children."""
        problem, statistics = self.problem, self.backend.statistics
        statistics.pieces = pieces
        pairs: Iterable[tuple[Pair | None, float]]
        if self._joins(pieces):
            pairs = ((pair, 0.0) for pair in joins.solutions(problem, pieces, deadline.check))
        else:
            pairs = self._covered(pieces, children, deadline)
        for rows, share in _rows(problem, pairs):
            statistics.solutions += len(rows)
            yield rows, share

    def _covered(
        self, pieces: int, children: Sequence[int], deadline: Deadline
    ) -> Iterator[tuple[Pair | None, float]]:
        """The solutions by transform covers, each with the share that is done; None only tells the share."""
        problem, shared, statistics = self.problem, self._cover, self.backend.statistics
        statistics.options = len(shared.moves)
        canonical = Canonical(problem, shared.moves, shared.options.image, deadline.check)
        cubes = CoverSearch(shared, pieces, deadline, statistics)
        for assignments, share in self._assignments(cubes, children, deadline):
            statistics.assignments += len(assignments)
            for row in assignments:
                for pair in canonical.solutions(row.tolist(), pieces):
                    yield pair, share
            yield None, share

    def _assignments(
        self, cubes: CoverSearch, children: Sequence[int], deadline: Deadline
    ) -> Iterator[tuple[np.ndarray, float]]:
        """Blocks of assignments, in the order of the children, with the share of them that are done."""
        end = np.zeros((0, 0), np.int32)  # after the blocks of a child

        def blocks(child: int) -> Iterator[np.ndarray]:
            yield from cubes.below(child)
            yield end

        done = 0
        assigned: Iterator[np.ndarray]
        if self.backend.workers == 1 or len(children) == 1:
            assigned = chain.from_iterable(map(blocks, children))
        else:
            assigned = in_order(blocks, children, self.backend.workers, deadline, cubes.abandon)
        for block in assigned:
            done += block is end
            yield block, done / len(children)
        yield end, 1.0


def problem_of(model: Model) -> DissectionProblem:
    """The problem that the model states. Raises Unsupported if it states none."""
    if not isinstance(model.structure, DissectionProblem):
        raise Unsupported("it takes dissections only")
    return model.structure


def _rows(
    problem: DissectionProblem, pairs: Iterable[tuple[Pair | None, float]]
) -> Iterator[tuple[np.ndarray, float]]:
    """The solutions in rows, whenever there are BATCH of them or the share that is done may have changed."""
    some: list[Solution] = []
    share = 0.0
    for pair, share in pairs:
        if pair is not None and problem.allows(solution := problem.solution(*pair)):
            some.append(solution)
        if len(some) == BATCH or pair is None:
            yield rows_of(some), share
            some = []
    yield rows_of(some), share
