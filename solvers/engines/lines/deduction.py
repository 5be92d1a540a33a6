"""The logic of a grid of block lines step by step, for people: what was concluded, where, and why.

    steps(structure)            line steps to the end, then a probe, then line steps again, and so on
    write(steps, file)          one JSON object a line
Slower than `blockgrid`, with the same conclusions: one line at a time, and probes that stop at the first
conclusion. Lines and cells are counted from 1 in the output.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

import numpy as np

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.engines.lines.blockgrid import Grid, Words, integer
from zenkai_solver.solvers.engines.lines.kernels import linestate

LINE = "line"
CONTRADICTION = "contradiction"
COMMON = "common to all options"
IMPOSSIBLE = "no filling"

Cell = tuple[int, int]


@dataclass(frozen=True)
class Step:
    """What became decided: cells with their ink (0 white). `where` is the line or cell that was looked at.

    reason: LINE, CONTRADICTION (the other options of the cell fail), COMMON, or IMPOSSIBLE (no solution).
    """

    reason: str
    where: str
    cells: tuple[tuple[Cell, int], ...] = ()

    def as_json(self, labels: str) -> str:
        cells = [[r + 1, c + 1, labels[ink]] for (r, c), ink in self.cells]
        return json.dumps({"where": self.where, "cells": cells, "reason": self.reason}, ensure_ascii=False)


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
        self.grid, self.deadline = Grid(structure), deadline
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
        lines, state, scratch = self.grid.lines, self.grid.state, self.grid.scratch
        while scratch.counts[linestate.WAITING]:
            self.deadline.check()
            line = int(linestate.dequeue(scratch))
            if not linestate.solve_line(lines, line, state, scratch):
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
                    linestate.remove(grid.lines, grid.state, r, c, plane, grid.scratch)

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
                linestate.remove(grid.lines, grid.state, row, column, ink, grid.scratch)
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
        linestate.assign(grid.lines, state, row, column, ink, grid.scratch)
        return state if linestate.propagate(grid.lines, state, grid.scratch) else None


def write(steps: Iterator[Step], labels: str, file: TextIO) -> int:
    """JSON Lines; the number of steps."""
    number = 0
    for step in steps:
        file.write(step.as_json(labels) + "\n")
        number += 1
    return number
