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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

import numpy as np

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.dissection.problem import DissectionProblem, Division
from zenkai_solver.models.symmetry import Breaking, filtered
from zenkai_solver.solvers.backend import NEVER, Deadline, Options, Takes, Unsupported, rows_of, version
from zenkai_solver.solvers.engines.dissect import candidates, joins
from zenkai_solver.solvers.engines.dissect import statistics as dissect_stats
from zenkai_solver.solvers.engines.dissect.canonical import Canonical
from zenkai_solver.solvers.engines.dissect.transformcover import CoverSearch, Statistics, cover, works
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.engines.kernels.jit import Work

BATCH = 100  # solutions handed over at once

Pair = tuple[Division, Division]
Part = tuple[int, ...]  # of the search: a number of pieces, and a child of its root; 0 for a join


@dataclass(frozen=True)
class DissectBackend:
    """Takes models with the structure `DissectionProblem`; method: cover (as above), join (`joins`), auto."""

    takes: ClassVar[Takes] = Takes(structures=frozenset({DissectionProblem}))
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
        problem_of(model)

    def break_symmetry(self, model: Model) -> Breaking:
        return filtered(model)

    def works(self, model: Model | None) -> list[Work]:
        """The same for all dissections; one whose divisions are all joined needs nothing compiled.

        Without a model also what `report` needs, which few runs ask for.
        """
        if model is None:
            return [*works(), *candidates.works()]
        problem = model.structure
        if isinstance(problem, DissectionProblem):
            numbers = range(problem.lo, problem.hi + 1)
            if all(self._joins(problem, pieces) for pieces in numbers):
                return []
        return works()

    def report(self, model: Model, deadline: Deadline = NEVER) -> Iterator[str]:
        """Statistics for a person, after a search. Raises Interrupted."""
        yield from self.statistics.lines()
        problem = problem_of(model)
        yield from dissect_stats.lines(problem, self.statistics.pieces or problem.lo, deadline)

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            yield from (tuple(row[row > 0].tolist()) for row in rows)

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[tuple[np.ndarray, float | None]]:
        """See `solvers.backend.BatchBackend`."""
        problem = problem_of(model)
        numbers = range(problem.lo, problem.hi + 1)
        for done, pieces in enumerate(numbers):
            children = range(self._width(problem, pieces))
            for rows, share in self._batches(problem, pieces, children, deadline):
                yield rows, (done + share) / len(numbers)

    # ---- the search in parts, for those who divide it: its branches are not over literals

    def parts(self, model: Model) -> list[Part]:
        """The parts of the search. Each solution is in exactly one of them; a part may have none."""
        problem = problem_of(model)
        numbers = range(problem.lo, problem.hi + 1)
        return [(pieces, child) for pieces in numbers for child in range(self._width(problem, pieces))]

    def part_weights(self, model: Model, deadline: Deadline = NEVER) -> list[float]:
        """For each of the `parts` a guess of its steps: nodes; for a join, the sets of edges of a figure."""
        problem = problem_of(model)
        weights: list[float] = []
        for pieces in range(problem.lo, problem.hi + 1):
            if self._joins(problem, pieces):
                weights.append(2.0 ** max(map(len, problem.edges)))
            else:
                cubes = CoverSearch(cover(problem), pieces, deadline, Statistics())
                weights += map(cubes.nodes, range(self._width(problem, pieces)))
        return weights

    def part_batches(
        self, model: Model, part: Part, deadline: Deadline = NEVER
    ) -> Iterator[tuple[np.ndarray, float | None]]:
        """The solutions of one part as `batches` gives them. Raises ValueError if there is no such part."""
        problem, (pieces, child) = problem_of(model), part
        if not (problem.lo <= pieces <= problem.hi and 0 <= child < self._width(problem, pieces)):
            raise ValueError(f"{problem} has no part {part}")
        yield from self._batches(problem, pieces, [child], deadline)

    def _width(self, problem: DissectionProblem, pieces: int) -> int:
        """How many parts the search with that many pieces has."""
        return 1 if self._joins(problem, pieces) else len(cover(problem).root(pieces).orbits)

    def _joins(self, problem: DissectionProblem, pieces: int) -> bool:
        return self.method == "join" or (self.method == "auto" and joins.suits(problem, pieces))

    # ---- the search

    def _batches(
        self, problem: DissectionProblem, pieces: int, children: Sequence[int], deadline: Deadline
    ) -> Iterator[tuple[np.ndarray, float]]:
        """The solutions with that many pieces below these children."""
        self.statistics.pieces = pieces
        found: Iterable[tuple[Pair | None, float]]
        if self._joins(problem, pieces):
            found = ((pair, 0.0) for pair in joins.solutions(problem, pieces, deadline.check))
        else:
            found = self._covered(problem, pieces, children, deadline)
        for rows, share in _rows(problem, found):
            self.statistics.solutions += len(rows)
            yield rows, share

    def _covered(
        self, problem: DissectionProblem, pieces: int, children: Sequence[int], deadline: Deadline
    ) -> Iterator[tuple[Pair | None, float]]:
        """The solutions by transform covers, each with the share that is done; None is no solution."""
        shared = cover(problem)
        self.statistics.options = len(shared.moves)
        canonical = Canonical(problem, shared.moves, shared.options.image, deadline.check)
        cubes = CoverSearch(shared, pieces, deadline, self.statistics)
        for assignments, share in self._assignments(cubes, children, deadline):
            self.statistics.assignments += len(assignments)
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
        found: Iterator[np.ndarray]
        if self.workers == 1 or len(children) == 1:
            found = chain.from_iterable(map(blocks, children))
        else:
            found = in_order(blocks, children, self.workers, deadline, cubes.abandon)
        for block in found:
            done += block is end
            yield block, done / len(children)
        yield end, 1.0


def problem_of(model: Model) -> DissectionProblem:
    """The problem that the model states. Raises Unsupported if it states none."""
    if not isinstance(model.structure, DissectionProblem):
        raise Unsupported("it takes dissections only")
    return model.structure


def _rows(
    problem: DissectionProblem, found: Iterable[tuple[Pair | None, float]]
) -> Iterator[tuple[np.ndarray, float]]:
    """The solutions in rows, whenever there are BATCH of them or the share that is done may have changed."""
    some: list[Solution] = []
    share = 0.0
    for pair, share in found:
        if pair is not None and problem.allows(solution := problem.solution(*pair)):
            some.append(solution)
        if len(some) == BATCH or pair is None:
            yield rows_of(some), share
            some = []
    yield rows_of(some), share
