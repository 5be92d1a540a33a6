"""An independent part of a grid of block lines by SAT: order encoding, phases from belief propagation.

Decided cells are unit clauses, and positions of blocks that no filling of their line allows get no variable.
The initial phase of each variable is its likelier value (`kernels.belief`), which on large puzzles with a
solution often leads straight to it; after a solution the phases are its values, because other solutions tend
to be near. CaDiCaL is the solver, since these instances are hard and there are few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

import numpy as np
import numpy.typing as npt

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Solution
from zenkai_solver.models.graphs import Fresh
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.lines import descent
from zenkai_solver.solvers.engines.lines.blockgrid import LineState
from zenkai_solver.solvers.engines.lines.kernels import belief
from zenkai_solver.solvers.engines.sat import orderencoding
from zenkai_solver.solvers.engines.sat.slices import satisfiable

SOLVER = "cadical195"
CONFLICTS = 2_000  # of the solver between two looks at the clock
ROUNDS = 50  # of belief propagation

Floats = npt.NDArray[np.float64]


def solutions(
    grid: LineState, part: Sequence[int], known: Sequence[Solution], deadline: Deadline
) -> Iterator[Solution]:
    """The solutions of an independent part of the open cells, without the known ones, each once: the true
    variables of its cells. Raises Interrupted.
    """
    from pysat.solvers import Solver  # slow to import

    inks = grid.structure.inks
    variables = {cell * inks + ink for cell in part for ink in range(1, inks + 1)}
    encoding = BlockEncoding(grid, part, deadline)
    with Solver(name=SOLVER, bootstrap_with=encoding.clauses) as solver:
        # A part's number of cells of each ink is fixed, so no solution contains another: the true
        # literals are enough to block one.
        for solution in known:
            solver.add_clause([-var for var in solution])
        solver.set_phases(encoding.likely)
        while satisfiable(solver, deadline.check, conflicts=CONFLICTS):
            model = solver.get_model()
            solution = tuple(var for var in model if var in variables)
            yield solution
            solver.add_clause([-var for var in solution])
            solver.set_phases(model)


class BlockEncoding:
    """The `clauses` of the lines that meet the part, and `likely`, the likelier literal of each variable.

    Variables beyond those of the grid's cells are those of the order encoding of the blocks' starts.
    """

    def __init__(self, grid: LineState, part: Sequence[int], deadline: Deadline) -> None:
        self.grid, self.inks = grid, grid.structure.inks
        self.clauses: list[tuple[Lit, ...]] = []
        self.likely: list[Lit] = []
        size = grid.rows * grid.columns * self.inks
        numbers = count(size + 1)
        self.messages = descent.uniform(grid)
        descent.exchange(grid, grid.state, self.messages, ROUNDS, deadline)
        self.beliefs = belief.scratch_for(grid.lines, self.inks + 1)
        wanted = set(part)
        cells: dict[int, None] = {}
        for line in range(grid.rows + grid.columns):
            of_line = [r * grid.columns + c for r, c in grid.structure.cells(line)]
            if wanted.intersection(of_line):
                self._line(line, of_line, lambda: next(numbers))
                cells |= dict.fromkeys(of_line)
        for cell in cells:
            self._cell(cell)

    def _lits(self, cell: int) -> tuple[Lit, ...]:
        return tuple(cell * self.inks + ink for ink in range(1, self.inks + 1))

    def _cell(self, cell: int) -> None:
        """The clauses of the cell's options, and the literals of its likeliest one."""
        row, column = divmod(cell, self.grid.columns)
        options = self.grid.options(row, column)
        lits = self._lits(cell)
        self.clauses += [(-lit,) for ink, lit in enumerate(lits, 1) if ink not in options]
        self.clauses += [(-a, -b) for a, b in combinations(lits, 2)]
        if 0 not in options:
            self.clauses.append(lits)
        chances = self.messages[0, row, column] * self.messages[1, row, column]
        best = int(np.argmax(chances))
        self.likely += [lit if ink == best else -lit for ink, lit in enumerate(lits, 1)]

    def _line(self, line: int, cells: Sequence[int], fresh: Fresh) -> None:
        blocks = self.grid.structure.lines[line]
        orders = [orderencoding.order(start, fresh) for start in self.grid.starts(line)]
        lits = [self._lits(cell) for cell in cells]
        self.clauses += orderencoding.clauses(lits, blocks, orders)
        for order, chance in zip(orders, self._start_chances(line, len(blocks), len(cells))):
            below = np.cumsum(chance)
            self.likely += [var if below[p] * 2 > below[-1] else -var for p, var in order.steps]

    def _start_chances(self, line: int, blocks: int, size: int) -> Floats:
        """chance[block, cell]: the estimated probability that the block of the line starts there."""
        rows = self.grid.rows
        given = self.messages[0, line] if line < rows else self.messages[1, :, line - rows]
        chance = np.zeros((blocks, size))
        belief.start_beliefs(self.grid.lines, line, np.ascontiguousarray(given), chance, self.beliefs)
        return chance
