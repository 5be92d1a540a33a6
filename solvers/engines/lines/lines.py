"""The engine for nonograms: line solving, then probing, then search or SAT on each independent part.

    line solving -> probing -> parts -> in each part: search, then SAT if the search finds nothing for long

Parts are enumerated separately. A solution consists of one solution of each part; the combinations are made
one by one, so that only the solutions of the parts are in memory.
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
from zenkai_solver.solvers.engines.lines import blocksat, descent
from zenkai_solver.solvers.engines.lines.blockgrid import SLICE, LineState, Words, solver_of_grids
from zenkai_solver.solvers.engines.lines.kernels import crossing, linestate
from zenkai_solver.solvers.kernels.jit import Work
from zenkai_solver.solvers.kernels.warmup import warm_up

# Solved lines without a new solution, per open cell and at most: before belief propagation looks for a first
# solution, and before SAT takes over, which is about what encoding costs.
LITTLE_PATIENCE = 5
PATIENCE, MOST_PATIENCE = 20, 150_000
MOST_BLOCKED = 10_000  # above this many solutions SAT, which would have to block each, no longer takes over
FIRST, MOST_AT_ONCE = 2, 64  # solutions that the first call of the kernel may return, and any call
DEPTH = 32  # initial number of nodes on the stack

_compiled: list[Work] = []  # see `all_compiled`

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
        return [*works(), *descent.works()]


@dataclass(frozen=True, eq=False)
class OpenedLines(Opened):
    """The last item of `efforts` is the strongest method that the last search used: LINE, PROBING, SEARCH."""

    grid: BlockGrid
    efforts: list[str] = field(default_factory=list)

    @property
    def effort(self) -> str:
        return self.efforts[-1] if self.efforts else ""

    def plan(self) -> None:
        warm_up(works if all_compiled() else first_works)

    def solutions(self, cube: Cube = (), deadline: Deadline = NEVER) -> Iterator[Solution]:
        if cube:
            yield from self.backend.open(restrict(self.model, cube)).solutions((), deadline)
            return
        deadline.check()
        solved = self._solve(deadline)
        if solved is not None:
            fixed, parts = solved
            for combination in combinations([fixed, *parts]):
                deadline.check()
                yield tuple(sorted(var for variables in combination for var in variables))

    def count(self, deadline: Deadline = NEVER) -> Counted | None:
        """The product of the parts' numbers of solutions, which are enumerated; None if the model has
        symmetries, since the number of orbits is no such product.
        """
        if len(self.model.symmetries) > 1:
            return None
        solved = self._solve(deadline)
        number = prod(sum(1 for _ in part) for part in solved[1]) if solved else 0
        return Counted(number, number, "the product of independent parts")

    def _solve(self, deadline: Deadline) -> tuple[Iterator[Solution], list[Iterator[Solution]]] | None:
        """The decided variables, as a stream of one element, and the solutions of each independent part;
        None: a contradiction.
        """
        self.plan()
        grid = LineState(self.grid)
        self.efforts[:] = [LINE]
        if not (grid.propagate if all_compiled() else grid.propagate_line_by_line)():
            return None
        parts: list[list[int]] = []
        if not grid.solved():
            warm_up(works)
            self.efforts[:] = [PROBING]
            if not grid.probe(deadline):
                return None
            parts = grid.components()
        if parts:
            self.efforts[:] = [SEARCH]
        return iter([grid.true_vars()]), [part_solutions(grid, part, deadline) for part in parts]


def works() -> list[Work]:
    """The compilations of line solving, probing and search; `descent` warms up for itself."""
    return [solver_of_lines(), solver_of_grids()]


def all_compiled() -> bool:
    """Is the kernel of whole grids compiled? Once it is, nobody looks again, as that takes 0.5 ms."""
    if not _compiled and (work := solver_of_grids()).done:
        _compiled.append(work)
    return bool(_compiled)


def first_works() -> list[Work]:
    """What a puzzle needs that lines solve: it does not wait for the rest, which takes four times as long."""
    return [solver_of_lines()]


def solver_of_lines() -> Work:
    """The compilation of `linestate.solve_line`, which solves a single line."""
    grid = LineState.smallest()
    return Work(linestate.solve_line, (grid.lines, 0, grid.state, grid.scratch))


def structure(model: Model) -> BlockGrid:
    """The grid of block lines of the model. Raises Unsupported if it has none."""
    if not isinstance(model.structure, BlockGrid):
        raise Unsupported("the engine takes grids of block lines (nonograms) only")
    return model.structure


def combinations(streams: Sequence[Iterator[Solution]]) -> Iterator[tuple[Solution, ...]]:
    """The Cartesian product of the streams, drawn lazily. The elements of all streams but the last are kept
    in memory, so the longest stream should be the last.
    """
    kept = [Replay(stream) for stream in streams[:-1]]
    if all(replay.any() for replay in kept):
        for last in streams[-1]:
            for others in product_of(kept):
                yield (*others, last)


class Replay:
    """A stream that can be iterated several times; it is drawn only as far as some iteration has come."""

    def __init__(self, stream: Iterator[Solution]) -> None:
        self.stream = stream
        self.drawn: list[Solution] = []

    def any(self) -> bool:
        """Has the stream an element?"""
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


def product_of(streams: Sequence[Replay]) -> Iterator[tuple[Solution, ...]]:
    """As itertools.product, which would read all streams to their ends first."""
    if not streams:
        yield ()
        return
    for first in streams[0]:
        for others in product_of(streams[1:]):
            yield (first, *others)


def part_solutions(grid: LineState, part: Sequence[int], deadline: Deadline) -> Iterator[Solution]:
    """The solutions of one independent part, each as the true variables of its cells. Raises Interrupted."""
    known: list[Solution] = []
    search = PartSearch(grid, part)
    patience = min(PATIENCE * len(part), MOST_PATIENCE)
    guessed = False
    while True:
        deadline.check()
        fresh = search.step(SLICE if guessed else LITTLE_PATIENCE * len(part))
        if not guessed and not search.done and not fresh:
            guessed = True
            if (likely := descent.likely_solution(grid, search.within, deadline)) is not None:
                search = PartSearch(grid, part, likely)
            continue
        yield from fresh
        if search.done:
            return
        if len(known) <= MOST_BLOCKED:
            known += fresh
            if search.fruitless > patience and len(known) <= MOST_BLOCKED:
                break
    search = None  # type: ignore[assignment]  # frees its stack, which may be large
    yield from blocksat.solutions(grid, part, known, deadline)


class PartSearch:
    """The compiled search in one part, in slices; `done` after the last of them. It begins at the solution
    `likely`, if there is one, and goes on to its neighbours.
    """

    def __init__(self, grid: LineState, part: Sequence[int], likely: Words | None = None) -> None:
        self.grid = grid
        self.within = np.zeros(grid.rows * grid.columns, np.bool_)
        self.within[list(part)] = True
        self.stack = np.zeros((DEPTH, *grid.state.shape), np.uint64)
        self.stack[0] = grid.state
        self.branch = np.zeros((DEPTH, 2), np.int64)
        self.control = np.zeros(8, np.int64)
        self.first = np.full(grid.rows * grid.columns, grid.state.shape[1] - 1, np.int64)
        if likely is not None:
            self.first[:] = grid.cell_bits(likely).argmax(axis=2).reshape(-1)
            self.control[crossing.ALIVE] = crossing.RECENT  # nodes on the way to it need no probing
        self.solved = np.zeros((FIRST, *grid.state.shape), np.uint64)
        self.done = False
        self.fruitless = 0  # solved lines since the last solution

    def step(self, budget: int) -> list[Solution]:
        """Search for one more slice of so many solved lines; the solutions found in it."""
        scratch = self.grid.scratch
        if self.grid.user is not self:
            scratch.within[:] = self.within
            scratch.first[:] = self.first
            scratch.probed[:] = -1
            self.grid.user = self
        if self.control[0] + 2 >= len(self.stack):
            self.stack = np.concatenate([self.stack, np.zeros_like(self.stack)])
            self.branch = np.concatenate([self.branch, np.zeros_like(self.branch)])
        before = int(scratch.counts[linestate.SOLVED])
        outcome = crossing.run(
            *(crossing.SEARCH, self.grid.lines, self.stack, self.branch, self.control, scratch, budget),
            self.solved,
        )
        self.done = outcome == crossing.DONE
        number = int(self.control[2])
        self.fruitless = 0 if number else self.fruitless + int(scratch.counts[linestate.SOLVED]) - before
        solutions = [self.grid.true_vars(state, self.within) for state in self.solved[:number]]
        if number == len(self.solved) < MOST_AT_ONCE:
            self.solved = np.concatenate([self.solved, np.zeros_like(self.solved)])
        return solutions
