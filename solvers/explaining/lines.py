"""The steps of a nonogram in one ink that its lines show one by one, by the compiled solver of lines.

They are those of `queue`, found sooner: each line says all that it decides, and names the cells that it
needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.constraints import BlockLine, Lit
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, Words, integer, solver_of_grids
from zenkai_solver.solvers.engines.lines.kernels import arguing
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

SLICE = 64  # steps between two looks at the clock


def plain_grid(theory: Theory) -> BlockGrid | None:
    """The grid of which each rule is a line, rows first, and each fact is a cell; None if there is none."""
    grid = theory.structure
    if not isinstance(grid, BlockGrid) or grid.inks != 1:
        return None
    lines = [parts for said, parts in zip(theory.rules, theory.parts, strict=True) if said.kind != "given"]
    own = all(len(parts) == 1 and isinstance(parts[0], BlockLine) for parts in lines)
    return grid if own and len(lines) == len(grid.lines) and not theory.axioms else None


@dataclass(frozen=True)
class LineSteps:
    """The steps by single lines. Rule i of the theory is line i of the grid."""

    grid: BlockGrid
    deadline: Deadline

    @cached_property
    def settled(self) -> frozenset[Lit] | None:
        """All that the lines decide, if that is every cell and a solution; else None."""
        state = LineState(self.grid)
        if not state.propagate() or not state.solved():
            return None
        true = set(state.true_vars())
        number = len(self.grid.rows) * len(self.grid.columns)
        return frozenset(var if var in true else -var for var in range(1, number + 1))

    def __iter__(self) -> Iterator[Step]:
        """Until no line has anything to say, or one has no filling. Raises Interrupted."""
        state, number = LineState(self.grid), len(self.grid.lines)
        asked, news = np.ones(number, np.bool_), np.zeros(number, np.int64)
        told, said, needed = _room(SLICE, state)
        found = SLICE
        while found == SLICE:
            self.deadline.check()
            found = arguing.argue(state.lines, state.state, state.scratch, asked, news, told, said, needed)
            for i in range(found):
                line = int(told[i])
                yield Step("rule", (line,), self._facts(line, needed[i]), self._facts(line, said[i]), "least")

    def _facts(self, line: int, planes: Words) -> tuple[Lit, ...]:
        """Those that the planes say of cells of the line, white ones and then black ones."""
        rows, columns = len(self.grid.rows), len(self.grid.columns)
        first, step = (line * columns + 1, 1) if line < rows else (line - rows + 1, columns)
        white, black = map(integer, planes)
        return (
            *[-first - step * i for i in bits(white)],
            *[first + step * i for i in bits(black)],
        )


def _room(steps: int, state: LineState) -> tuple[np.ndarray, Words, Words]:
    """What `argue` writes to."""
    shape = (steps, 2, state.state.shape[2])
    return np.zeros(steps, np.int64), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)


def works() -> list[Work]:
    """What the steps compile."""
    state = LineState(BlockGrid((((1, 1),),), (((1, 1),),), 1))
    asked, news = np.zeros(2, np.bool_), np.zeros(2, np.int64)
    return [
        solver_of_grids(),
        Work(arguing.argue, (state.lines, state.state, state.scratch, asked, news, *_room(0, state)), 3.0),
    ]
