"""Writing the certificate of a nonogram: which lines to solve, and on which cells to branch.

The search is that of a solver by hand: lines until none says more, then a branch on the cell of which an ink
fails at once or, if there is none, whose inks conclude the most. Afterwards, from the leaves up, the steps
are dropped that no later one of the branch has read, and the branches whose failure does not need them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.certificates.writing import TooLarge
from zenkai_solver.solvers.checker.nonogram import Nonogram
from zenkai_solver.solvers.engines.lines.blockgrid import LineState, Words, integer
from zenkai_solver.solvers.engines.lines.kernels import crossing, grids, linestate

MOST_STEPS = 1 << 22
NO_LINE = -1


@dataclass
class Part:
    """Numbers of the certificate, and the cells, as bits, whose inks they read."""

    numbers: list[int]
    read: int


@dataclass
class Node:
    """A state of the search: the lines that were solved in it, with the cells that each changed.

    Then it is branched on `cell`: `left` are the inks not yet tried, `parts` belong to those that were.
    """

    lines: list[tuple[int, int]]
    state: Words
    cell: int = -1
    left: list[int] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)


def steps(puzzle: Nonogram, deadline: Deadline = NEVER, most: int = MOST_STEPS) -> Iterator[bytes]:
    """The certificate's numbers (see `checker.nonogram`). Raises TooLarge (above `most`), Interrupted."""
    numbers = Search(puzzle, most).run(deadline)
    yield np.array(numbers, np.uint8 if puzzle.n_items < 256 else ">u2").tobytes()


class Search:
    """The search, in `grid`'s state."""

    def __init__(self, puzzle: Nonogram, most: int) -> None:
        lines, height = puzzle.lines, puzzle.height
        self.grid = LineState(BlockGrid(tuple(lines[:height]), tuple(lines[height:]), puzzle.inks - 1))
        self.places = [range(len(puzzle.cells))[own] for own in puzzle.places]
        self.cells = [sum(1 << cell for cell in own) for own in self.places]
        self.size = len(puzzle.cells)
        self.every = (1 << self.size) - 1
        self.most, self.written = most, 0
        self.last = 0  # the cell of the last branch

    def run(self, deadline: Deadline) -> list[int]:
        """The numbers. Raises TooLarge, Interrupted."""
        path: list[Node] = []
        ended = self.entered(path)
        while True:
            deadline.check()
            while ended is not None:
                if not path:
                    return ended.numbers
                node = path[-1]
                node.parts.append(ended)
                ended = None if node.left else self.closed(path.pop())
            node = path[-1]
            self.grid.state[:] = node.state
            self.grid.assign(*divmod(node.cell, self.grid.columns), node.left.pop(0))
            ended = self.entered(path)

    def entered(self, path: list[Node]) -> Part | None:
        """Solve lines; either the part ends here, or a node to branch on is put on the path."""
        done, dead = self.propagated()
        if self.grid.solved():
            return self.needed(done, Part([], self.every))
        if dead != NO_LINE:
            return self.needed(done, Part([dead], self.cells[dead]))
        self.last = self.chosen()
        state = self.grid.state.copy()
        path.append(Node(done, state, self.last, self.grid.options(*divmod(self.last, self.grid.columns))))
        return None

    def closed(self, node: Node) -> Part:
        """All inks of the node are tried."""
        without = [part for part in node.parts if not part.read >> node.cell & 1]
        if without:  # it fails whatever the cell is
            return self.needed(node.lines, min(without, key=lambda part: len(part.numbers)))
        numbers, read = [len(self.places) + node.cell], 1 << node.cell
        for part in node.parts:
            numbers += part.numbers
            read |= part.read
        return self.needed(node.lines, Part(numbers, read))

    def needed(self, done: list[tuple[int, int]], part: Part) -> Part:
        """The part after those lines that change what is read later."""
        before: list[int] = []
        for line, changed in reversed(done):
            if changed & part.read:
                before.append(line)
                part.read |= self.cells[line]
        self.written += len(before) + 1
        if self.written > self.most:
            raise TooLarge
        part.numbers[:0] = before[::-1]
        return part

    def propagated(self) -> tuple[list[tuple[int, int]], int]:
        """Solve the lines that wait; those that changed cells, and the line that has no filling."""
        grid, scratch = self.grid, self.grid.scratch
        done: list[tuple[int, int]] = []
        while scratch.counts[linestate.WAITING]:
            line = grid.dequeue()
            if not grid.solve_line(line):
                while scratch.counts[linestate.WAITING]:
                    grid.dequeue()
                return done, line
            if changed := self.applied(line):
                done.append((line, changed))
        return done, NO_LINE

    def applied(self, line: int) -> int:
        """Take what no filling has from the line, and from the lines that cross it; the cells, as bits."""
        changed, columns = 0, self.grid.columns
        gone = self.grid.state[line] & ~self.grid.scratch.new
        for ink in np.flatnonzero(gone.any(axis=1)):
            left = integer(gone[ink])
            while left:
                cell = self.places[line][(left & -left).bit_length() - 1]
                self.grid.remove(*divmod(cell, columns), int(ink))
                changed |= 1 << cell
                left &= left - 1
        return changed

    def chosen(self) -> int:
        """A cell of which an ink fails at once; else the one whose inks conclude the most."""
        grid, scratch = self.grid, self.grid.scratch
        scratch.probed[:], scratch.score[:] = -1, -1
        trial, at, seen = grid.state.copy(), np.array([self.last, 0]), 0
        while True:
            at[1] = seen
            before = int(at[0])
            outcome = grids.probe(grid.lines, trial, scratch, at, scratch.counts[linestate.SOLVED])
            seen += (int(at[0]) - before) % self.size or self.size
            cell = (int(at[0]) - 1) % self.size
            place = divmod(cell, grid.columns)
            if outcome == crossing.FAILED or grid.options(*place, trial) != grid.options(*place):
                return cell
            if seen >= self.size:
                return max(grid.open_cells(), key=lambda cell: int(scratch.score[cell]))
            trial[:] = grid.state
