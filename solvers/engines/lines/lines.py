"""Grids of block lines: logic first, then search or SAT on each independent part that is left.

    line solving -> probing -> parts -> in each part: search, then SAT if the search finds nothing for long

Parts are enumerated separately; a solution takes one solution of each part, and the combinations are made
one by one, so that nothing but the parts' own solutions is held. `effort` says how much was needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import ClassVar

import numpy as np

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.csp import Cube, Model, Solution, restrict
from zenkai_solver.solvers.core.backend import Backend, Counted, Opened, Options, Takes, version
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.engines.lines import blocksat
from zenkai_solver.solvers.engines.lines.blockgrid import SLICE, LineState, solver_of_grids
from zenkai_solver.solvers.engines.lines.kernels import belief, crossing, grids, linestate
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.ready import ready

PATIENCE = 60  # solved lines per open cell, with no new solution, before SAT takes over: what encoding costs
MOST_PATIENCE = 150_000
MOST_BLOCKED = 10_000  # above this many solutions SAT, which would have to block each, no longer takes over
FIRST, FOUND = 2, 64  # solutions that the first call of the kernel may return, and any call
DEPTH = 32  # nodes the stack holds at first

LINE, PROBING, SEARCH = "line-solvable", "solved by probing", "needs search"


@dataclass(frozen=True)
class LinesBackend(Backend):
    takes: ClassVar[Takes] = Takes(structures=frozenset({BlockGrid}))
    name: str = "lines"

    @classmethod
    def create(cls, options: Options) -> LinesBackend:
        return cls()

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba"), "python-sat": version("python-sat")}

    def open(self, model: Model) -> OpenedLines:
        return OpenedLines(self, model, structure(model))

    def works(self) -> Sequence[Work]:
        return works()


@dataclass(frozen=True, eq=False)
class OpenedLines(Opened):
    """`needed` is how much the last search needed: LINE, PROBING or SEARCH, the last item."""

    grid: BlockGrid
    needed: list[str] = field(default_factory=list)

    @property
    def effort(self) -> str:
        return self.needed[-1] if self.needed else ""

    def plan(self) -> None:
        ready(works)

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        if cube:
            yield from self.backend.open(restrict(self.model, cube)).solutions((), deadline)
            return
        deadline.check()
        solved = self._solve(deadline)
        if solved is not None:
            fixed, parts = solved
            for chosen in combinations([fixed, *parts]):
                deadline.check()
                yield tuple(sorted(var for some in chosen for var in some))

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """A product over the parts, each of which is enumerated; None where orbits must be told apart."""
        if len(self.model.symmetries) > 1:
            return None
        solved = self._solve(deadline)
        number = prod(sum(1 for _ in part) for part in solved[1]) if solved else 0
        return Counted(number, number, "the product of independent parts")

    def _solve(self, deadline: Deadline) -> tuple[Iterator[Solution], list[Iterator[Solution]]] | None:
        """The decided variables (one choice), and the streams of the parts; None: a contradiction."""
        self.plan()
        grid = LineState(self.grid)
        self.needed[:] = [LINE]
        if not grid.propagate():
            return None
        if not grid.solved():
            self.needed[:] = [PROBING]
            if not grid.probe(deadline):
                return None
        parts = grid.components()
        if parts:
            self.needed[:] = [SEARCH]
        return iter([grid.true_vars()]), [part_solutions(grid, part, deadline) for part in parts]


def works() -> list[Work]:
    """What the logic, the search and the values for SAT compile."""
    grid = LineState(BlockGrid((((1, 1),),), (((1, 1),),), 1))
    floats = np.zeros((0, 0))
    messages = np.zeros((0, 0, 0, 0))
    return [
        solver_of_lines(),
        solver_of_grids(),
        Work(belief.exchange, (grid.lines, grid.state, 1, 0.5, messages)),
        Work(belief.start_beliefs, (grid.lines, 0, floats, floats)),
    ]


def solver_of_lines() -> Work:
    """What one line compiles."""
    grid = LineState(BlockGrid((((1, 1),),), (((1, 1),),), 1))
    return Work(linestate.solve_line, (grid.lines, 0, grid.state, grid.scratch))


def structure(model: Model) -> BlockGrid:
    """The grid that the model states. Raises Unsupported if it states none."""
    if not isinstance(model.structure, BlockGrid):
        raise Unsupported("the engine takes grids of block lines (nonograms) only")
    return model.structure


def combinations(streams: Sequence[Iterator[Solution]]) -> Iterator[tuple[Solution, ...]]:
    """One of each stream, in all ways; the last stream, the longest, is drawn once and not kept.

    Raises nothing of its own; a stream without an element means that there is no combination.
    """
    kept = [Replay(stream) for stream in streams[:-1]]
    if all(replay.any() for replay in kept):
        for last in streams[-1]:
            for others in chosen(kept):
                yield (*others, last)


class Replay:
    """A stream that can be run through again and again; it is drawn only as far as someone asks."""

    def __init__(self, stream: Iterator[Solution]) -> None:
        self.stream = stream
        self.drawn: list[Solution] = []

    def any(self) -> bool:
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Solution]:
        at = 0
        while True:
            if at == len(self.drawn):
                item = next(self.stream, None)
                if item is None:
                    return
                self.drawn.append(item)
            yield self.drawn[at]
            at += 1


def chosen(kept: Sequence[Replay]) -> Iterator[tuple[Solution, ...]]:
    if not kept:
        yield ()
        return
    for first in kept[0]:
        for others in chosen(kept[1:]):
            yield (first, *others)


def part_solutions(grid: LineState, part: Sequence[int], deadline: Deadline) -> Iterator[Solution]:
    """The solutions of one part: the variables of its cells that are true."""
    known: list[Solution] = []
    search = PartSearch(grid, part)
    patience = min(PATIENCE * len(part), MOST_PATIENCE)
    while True:
        deadline.check()
        fresh = search.step()
        yield from fresh
        if search.done:
            return
        if len(known) <= MOST_BLOCKED:
            known += fresh
            if search.fruitless > patience and len(known) <= MOST_BLOCKED:
                break
    search = None  # type: ignore[assignment]  # its stack may be large
    yield from blocksat.solutions(grid, part, known, deadline)


class PartSearch:
    """The kernel's search in one part, step by step."""

    def __init__(self, grid: LineState, part: Sequence[int]) -> None:
        self.grid = grid
        self.within = np.zeros(grid.rows * grid.columns, np.bool_)
        self.within[list(part)] = True
        self.stack = np.zeros((DEPTH, *grid.state.shape), np.uint64)
        self.stack[0] = grid.state
        self.branch = np.zeros((DEPTH, 2), np.int64)
        self.control = np.zeros(8, np.int64)
        self.found = np.zeros((FIRST, *grid.state.shape), np.uint64)
        self.done = False
        self.fruitless = 0  # solved lines since the last solution

    def step(self) -> list[Solution]:
        """Go on for a slice; the solutions found in it."""
        scratch = self.grid.scratch
        if self.grid.user is not self:
            scratch.within[:] = self.within
            scratch.probed[:] = -1
            self.grid.user = self
        if self.control[0] + 2 >= len(self.stack):
            self.stack = np.concatenate([self.stack, np.zeros_like(self.stack)])
            self.branch = np.concatenate([self.branch, np.zeros_like(self.branch)])
        before = int(scratch.counts[linestate.SOLVED])
        outcome = grids.search(
            self.grid.lines, self.stack, self.branch, self.control, scratch, SLICE, self.found
        )
        self.done = outcome == crossing.DONE
        number = int(self.control[2])
        self.fruitless = 0 if number else self.fruitless + int(scratch.counts[linestate.SOLVED]) - before
        solutions = [self.grid.true_vars(state, self.within) for state in self.found[:number]]
        if number == len(self.found) < FOUND:
            self.found = np.concatenate([self.found, np.zeros_like(self.found)])
        return solutions
