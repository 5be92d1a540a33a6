"""The steps of a nonogram in one ink by single lines, by the compiled line solver.

They are the steps that `direct.RuleQueue` would find, but faster: each is all that one line decides, with a
minimal set of known cells that imply it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.constraints import BlockLine, Lit
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, Words, integer, solver_of_grids
from zenkai_solver.solvers.engines.lines.kernels import linesteps
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory
from zenkai_solver.solvers.kernels.jit import Work

SLICE = 64  # steps between two looks at the clock


def plain_grid(theory: Theory) -> BlockGrid | None:
    """The grid of the theory, if its rules, but for givens, are the lines, rows first, and it has one ink and
    no axioms; else None.
    """
    grid = theory.structure
    if not isinstance(grid, BlockGrid) or grid.inks != 1 or theory.axioms:
        return None
    lines = [parts for rule, parts in zip(theory.rules, theory.parts, strict=True) if rule.kind != "given"]
    bare = all(len(parts) == 1 and isinstance(parts[0], BlockLine) for parts in lines)
    return grid if bare and len(lines) == len(grid.lines) else None


def line_steps(theory: Theory, deadline: Deadline) -> LineSteps | None:
    """None if the theory is not that of a plain nonogram in one ink."""
    grid = plain_grid(theory)
    return LineSteps(grid, deadline) if grid else None


@dataclass(frozen=True)
class LineSteps:
    """The steps by single lines. Rule i of the theory is line i of the grid."""

    grid: BlockGrid
    deadline: Deadline

    @cached_property
    def settled(self) -> frozenset[Lit] | None:
        """The facts of the solution, if the lines decide every cell; else None."""
        state = LineState(self.grid)
        if not state.propagate() or not state.solved():
            return None
        true = set(state.true_vars())
        number = len(self.grid.rows) * len(self.grid.columns)
        return frozenset(var if var in true else -var for var in range(1, number + 1))

    def __iter__(self) -> Iterator[SolvingStep]:
        """The steps until no line decides more, or one has no filling. Raises Interrupted."""
        state, number = LineState(self.grid), len(self.grid.lines)
        changed, news = np.ones(number, np.bool_), np.zeros(number, np.int64)
        chosen, decided, needed = _room(SLICE, state)
        count = SLICE
        while count == SLICE:
            self.deadline.check()
            count = linesteps.line_steps(
                state.lines, state.state, state.scratch, changed, news, chosen, decided, needed
            )
            steps = count if count >= 0 else -1 - count
            for line, because, follows in zip(map(int, chosen[:steps]), needed, decided):
                yield SolvingStep(
                    "rule", (line,), self._facts(line, because), self._facts(line, follows), "least"
                )

    def _facts(self, line: int, planes: Words) -> tuple[Lit, ...]:
        """The facts of the line's white cells, then of the black ones, whose bit planes these are."""
        rows, columns = len(self.grid.rows), len(self.grid.columns)
        first, step = (line * columns + 1, 1) if line < rows else (line - rows + 1, columns)
        white, black = map(integer, planes)
        return (
            *[-first - step * i for i in bits(white)],
            *[first + step * i for i in bits(black)],
        )


def _room(steps: int, state: LineState) -> tuple[np.ndarray, Words, Words]:
    """Arrays to which `line_steps` can write so many steps."""
    shape = (steps, 2, state.state.shape[2])
    return np.zeros(steps, np.int64), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)


def works() -> list[Work]:
    """The compilations of the steps by lines."""
    state = LineState(BlockGrid((((1, 1),),), (((1, 1),),), 1))
    changed, news = np.zeros(2, np.bool_), np.zeros(2, np.int64)
    sample = (state.lines, state.state, state.scratch, changed, news, *_room(0, state))
    return [solver_of_grids(), Work(linesteps.line_steps, sample)]
