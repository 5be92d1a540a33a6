"""The Python side of the kernels for grids of block lines: a state as arrays, and the inferences on it.

An *option* of a cell is an ink that it may still have, 0 being white. A cell is *open* while it has more than
one option, else *decided*.
"""

from __future__ import annotations

from itertools import chain

import numpy as np
import numpy.typing as npt

from zenkai_solver.models.bits import bits
from zenkai_solver.models.blocks import BlockGrid
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Solution
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.lines.kernels import crossing, linestate
from zenkai_solver.solvers.kernels.jit import Work

SLICE = 20_000  # solved lines between two looks at the clock: some 10 ms
CACHE_BITS = 12  # the cache of solved lines, for lines of several words, has 2^CACHE_BITS entries

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
NOTHING = np.zeros(0, np.int64)


class LineState:
    """The options of all cells of a puzzle, with the working memory of the kernels.

    state[line, plane, word]: for each line, rows first, the cells that may have each ink, as bits. At first
    all options are there, without those that the known literals exclude. `at`: where `probe` goes on.
    """

    def __init__(self, structure: BlockGrid) -> None:
        self.structure = structure
        self.rows, self.columns = len(structure.rows), len(structure.columns)
        self.lines = _lines(structure)
        self.state = _all_open(self.rows, self.columns, structure.inks + 1)
        self.scratch = scratch_for(self.lines, self.state)
        self.at = np.zeros(2, np.int64)
        self.user: object = self  # the search whose probes are in the scratch memory
        self._queue_all()
        for lit in structure.known:
            self._fix(lit)

    @classmethod
    def smallest(cls) -> LineState:
        """A grid of one cell, for the types of the kernels' arguments."""
        return cls(BlockGrid((((1, 1),),), (((1, 1),),), 1))

    def _queue_all(self) -> None:
        queue, counts = self.scratch.queue, self.scratch.counts
        queue[:] = np.arange(len(queue))
        self.scratch.queued[:] = True
        counts[linestate.HEAD], counts[linestate.WAITING] = 0, len(queue)

    def _fix(self, lit: Lit) -> None:
        """Make the literal true. A cell without options is a contradiction when its line is solved."""
        change = self.assign if lit > 0 else self.remove
        change(*self.structure.place(abs(lit)))

    # ---- single changes, as in the kernels, in plain Python since there are few

    def assign(self, row: int, column: int, ink: int) -> None:
        """Remove all other options of the cell."""
        for other in self.options(row, column):
            if other != ink:
                self.remove(row, column, other)

    def remove(self, row: int, column: int, ink: int) -> None:
        """Remove one option of the cell, and queue its two lines."""
        for line, at in ((row, column), (self.rows + column, row)):
            self.state[line, ink, at >> 6] &= ~np.uint64(1 << (at & 63))
            self._enqueue(line)

    def _enqueue(self, line: int) -> None:
        counts, queue = self.scratch.counts, self.scratch.queue
        if not self.scratch.queued[line]:
            self.scratch.queued[line] = True
            queue[(counts[linestate.HEAD] + counts[linestate.WAITING]) % len(queue)] = line
            counts[linestate.WAITING] += 1

    def solve_line(self, line: int) -> bool:
        """Solve the line completely; the result is in scratch.new. False if no filling fits."""
        return bool(linestate.solve_line(self.lines, line, self.state, self.scratch))

    # ---- logic

    def propagate(self) -> bool:
        """Solve lines until nothing changes. False: a contradiction."""
        return bool(self._run(crossing.SETTLE, NOTHING))

    def propagate_line_by_line(self) -> bool:
        """The same by the kernel that solves one line, which is compiled in a fifth of the time."""
        counts, queue = self.scratch.counts, self.scratch.queue
        while counts[linestate.WAITING]:
            line = int(queue[counts[linestate.HEAD]])
            self.scratch.queued[line] = False
            counts[linestate.HEAD] = (counts[linestate.HEAD] + 1) % len(queue)
            counts[linestate.WAITING] -= 1
            if not self.solve_line(line):
                return False
            gone = self.state[line] & ~self.scratch.new
            for ink, words in enumerate(gone):
                for at in bits(integer(words)):
                    self.remove(*((line, at) if line < self.rows else (at, line - self.rows)), ink)
        return True

    def _run(self, task: int, control: Ints, number: int = 0) -> int:
        state = self.state[None]
        no_branch = np.zeros((0, 2), np.int64)
        return int(crossing.run(task, self.lines, state, no_branch, control, self.scratch, number, state))

    def probe(self, deadline: Deadline = NEVER) -> bool:
        """Probe open cells until nothing changes. False: a contradiction. Raises Interrupted."""
        self.at[:] = 0
        while True:
            deadline.check()
            limit = self.scratch.counts[linestate.SOLVED] + SLICE
            outcome = self._run(crossing.PROBE, self.at, limit)
            if outcome != crossing.PAUSED:
                return outcome == crossing.DONE

    # ---- what is known

    def options(self, row: int, column: int) -> list[int]:
        """The inks that the cell may have, 0 being white."""
        planes = self.state[row, :, column >> 6]
        return [ink for ink, word in enumerate(planes) if int(word) >> (column & 63) & 1]

    def cell_bits(self, state: Words | None = None) -> npt.NDArray[np.bool_]:
        """bool[row, column, ink]: may the cell have it in `state`, by default that of this grid?"""
        rows = (self.state if state is None else state)[: self.rows]
        bits = np.unpackbits(rows.view(np.uint8), axis=2, bitorder="little")
        return bits[:, :, : self.columns].transpose(0, 2, 1).astype(np.bool_)

    def open_cells(self) -> list[int]:
        """The numbers of the open cells, counted row by row."""
        return [int(cell) for cell in np.flatnonzero(self.cell_bits().sum(axis=2).reshape(-1) > 1)]

    def solved(self) -> bool:
        """Is every cell decided?"""
        rows = self.state[: self.rows]
        once, twice = np.zeros_like(rows[:, 0]), np.zeros_like(rows[:, 0])
        for plane in range(rows.shape[1]):
            twice |= once & rows[:, plane]
            once |= rows[:, plane]
        return not twice.any()

    def true_vars(self, state: Words | None = None, within: npt.NDArray[np.bool_] | None = None) -> Solution:
        """The variables of the cells that are decided to have an ink; `within`, bool[cell], selects cells."""
        bits = self.cell_bits(state)
        painted = bits[:, :, 1:] & (bits.sum(axis=2, keepdims=True) == 1)
        if within is not None:
            painted &= within.reshape(self.rows, self.columns, 1)
        return tuple((np.flatnonzero(painted.reshape(-1)) + 1).tolist())

    def starts(self, line: int) -> list[int]:
        """For each block of the line, which must have a filling, its possible starts as a bit set."""
        solvable = self.solve_line(line)
        assert solvable
        return [integer(words) for words in self.scratch.runs[: len(self.structure.lines[line])]]

    # ---- parts

    def components(self) -> list[list[int]]:
        """Independent parts of the open cells, small ones first: any solutions of the parts combine."""
        part = np.empty(self.rows * self.columns, np.int64)
        self._run(crossing.PARTS, part)
        cells = np.flatnonzero(part >= 0)
        cells = cells[np.argsort(part[cells], kind="stable")]
        bounds = np.flatnonzero(np.diff(part[cells])) + 1
        return sorted((some.tolist() for some in np.split(cells, bounds) if len(some)), key=len)


def solver_of_grids() -> Work:
    """The compilation of `crossing.run`: line solving, probing, search and independent parts."""
    grid = LineState.smallest()
    stack = np.zeros((0, *grid.state.shape), np.uint64)
    sample = (0, grid.lines, stack, np.zeros((0, 2), np.int64), np.zeros(0, np.int64), grid.scratch, 1, stack)
    return Work(crossing.run, sample)


def integer(words: Words) -> int:
    """Words, the lowest first, as one bit set."""
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


def _lines(structure: BlockGrid) -> linestate.BlockLines:
    lines = structure.lines
    first = np.cumsum([0, *map(len, lines)]).astype(np.int64)
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(lines)), np.int64, 2 * int(first[-1]))
    length, ink = flat[::2].astype(np.uint64), flat[1::2].copy()
    return linestate.BlockLines(len(structure.rows), len(structure.columns), first, length, ink)


def _all_open(rows: int, columns: int, planes: int) -> Words:
    words = max(rows, columns) // 64 + 1  # a word has room for 63 cells and the point after the last
    state = np.zeros((rows + columns, planes, words), np.uint64)
    for word in range(words):
        for some, size in ((state[:rows], columns), (state[rows:], rows)):
            inside = min(64, max(0, size - 64 * word))
            some[:, :, word] = np.uint64((1 << inside) - 1)
    return state


def scratch_for(lines: linestate.BlockLines, state: Words) -> linestate.LineScratch:
    """Working memory for the kernels on states of that shape."""
    number, planes, words = state.shape
    most = int(np.diff(lines.first).max()) + 1
    cells, sets = lines.rows * lines.columns, number // 64 + 1
    slots = 1 << CACHE_BITS if words > 1 else 1

    def zeros(*shape: int) -> Words:
        return np.zeros(shape, np.uint64)

    return linestate.LineScratch(
        forward=zeros(most, words),
        runs=zeros(most, words),
        new=zeros(planes, words),
        spare=zeros(5, words),
        queue=np.zeros(number, np.int64),
        queued=np.zeros(number, np.bool_),
        counts=np.zeros(8, np.int64),
        trial=zeros(3, number, planes, words),
        keys=zeros(slots, planes * words + 1),
        values=zeros(slots, planes * words + 1),
        seen=zeros(sets),
        touched=zeros(cells, sets),
        probed=np.full(cells, -1, np.int64),
        changed=np.zeros(number, np.int64),
        score=np.full(cells, -1, np.int64),
        within=np.ones(cells, np.bool_),
        first=np.full(cells, planes - 1, np.int64),
        cut=np.zeros(max(lines.rows, lines.columns) + 1, np.int64),
        ends=np.zeros((2, most), np.int64),
    )
