"""The logic of a grid of block lines step by step, for people: what was concluded, where, and why.

    steps(structure)     line steps to the end, then a probe, then line steps again, and so on

Slower than `blockgrid`, with the same conclusions: one line at a time, and probes that stop at the first
conclusion. `where` is a line or a cell, counted from 1; `reason` is LINE, CONTRADICTION (the other values of
the cell fail), COMMON, or IMPOSSIBLE (no solution).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.solvers.backend import NEVER, Deadline, Step
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, Words, integer
from zenkai_solver.solvers.engines.lines.kernels import grids, linestate

LINE = "line"
CONTRADICTION = "contradiction"
COMMON = "common to all options"
IMPOSSIBLE = "no filling"

Cell = tuple[int, int]


def steps(structure: BlockGrid, deadline: Deadline = NEVER) -> Iterator[Step]:
    """The deductions in order; at the end all is decided that propagation and probing decide."""
    logic = _Logic(structure, deadline)
    while True:
        yield from logic.line_steps()
        if logic.failed:
            return
        found = False
        for step in logic.probe_step():
            found = True
            yield step
        if not found or logic.failed:
            return


class _Logic:
    """The state while it is explained."""

    def __init__(self, structure: BlockGrid, deadline: Deadline) -> None:
        self.grid, self.deadline = LineState(structure), deadline
        self.rows = self.grid.rows
        self.known = self.grid.cell_bits()
        self.failed = False
        self.cell = 0  # where the next probe begins

    def line_name(self, line: int) -> str:
        return f"row {line + 1}" if line < self.rows else f"column {line - self.rows + 1}"

    def news(self) -> tuple[tuple[Cell, int], ...]:
        """The cells that became decided since the last call."""
        now = self.grid.cell_bits()
        fresh = (now.sum(axis=2) == 1) & (self.known.sum(axis=2) > 1)
        self.known = now
        return tuple(((int(r), int(c)), int(now[r, c].argmax())) for r, c in np.argwhere(fresh))

    def line_steps(self) -> Iterator[Step]:
        scratch = self.grid.scratch
        while scratch.counts[linestate.WAITING]:
            self.deadline.check()
            line = self.grid.dequeue()
            if not self.grid.solve_line(line):
                self.failed = True
                yield Step(IMPOSSIBLE, self.line_name(line))
                return
            self.apply(line, scratch.new.copy())
            if cells := self.news():
                yield Step(LINE, self.line_name(line), cells)

    def apply(self, line: int, new: Words) -> None:
        """Remove from the line's cells, in both of their lines, what its fillings do not have."""
        grid = self.grid
        cells = grid.structure.cells(line)
        for plane, (before, after) in enumerate(zip(grid.planes(line), map(integer, new))):
            gone = before & ~after
            for i, (r, c) in enumerate(cells):
                if gone >> i & 1:
                    grid.remove(r, c, plane)

    def probe_step(self) -> Iterator[Step]:
        """Try the options of cell after cell until something is concluded."""
        number = self.rows * self.grid.columns
        for offset in range(number):
            self.deadline.check()
            cell = (self.cell + offset) % number
            row, column = divmod(cell, self.grid.columns)
            if len(options := self.grid.options(row, column)) > 1:
                step = self.conclude(row, column, options)
                if step is not None:
                    self.cell = cell
                    yield step
                    return

    def conclude(self, row: int, column: int, options: list[int]) -> Step | None:
        grid, where = self.grid, f"row {row + 1}, column {column + 1}"
        ends = {ink: state for ink in options if (state := self.trial(row, column, ink)) is not None}
        if not ends:
            self.failed = True
            return Step(IMPOSSIBLE, where)
        if len(ends) < len(options):
            for ink in set(options) - set(ends):
                grid.remove(row, column, ink)
            return Step(CONTRADICTION, where, self.news())
        merged: Words = np.bitwise_or.reduce(list(ends.values()))
        changed = np.flatnonzero((grid.state & ~merged).any(axis=(1, 2)))
        for line in changed:
            self.apply(int(line), merged[line])
        return Step(COMMON, where, self.news()) if len(changed) else None

    def trial(self, row: int, column: int, ink: int) -> Words | None:
        """The state after the cell gets the ink and lines are solved; None: contradiction."""
        grid = self.grid
        state = grid.state.copy()
        grid.assign(row, column, ink, state)
        return state if grids.settle(grid.lines, state, grid.scratch) else None
