"""A grid of block lines as arrays, and the logic of `kernels.crossing` on it.

Grid(structure)            lines, scratch memory, and the state with every option open that is not known
propagate, probe           on the state; False: contradiction
open_cells, true_vars      what is open, and what is decided
components()               the open cells in parts that do not depend on each other
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from zenkai_solver.models.blocks import Block, BlockGrid, gap
from zenkai_solver.models.csp import Lit, Solution
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.engines.lines.kernels import crossing, linestate

SLICE = 20_000  # solved lines between two looks at the clock: some 10 ms
CACHE_BITS = 12  # lines kept solved: 2^this at most

Words = npt.NDArray[np.uint64]


class Grid:
    """The state of a puzzle, and what is needed to change it. `state[line, plane, word]`."""

    def __init__(self, structure: BlockGrid) -> None:
        self.structure = structure
        self.rows, self.columns = len(structure.rows), len(structure.columns)
        self.lines = _lines(structure)
        self.state = _all_open(self.rows, self.columns, structure.inks + 1)
        self.scratch = scratch_for(self.lines, self.state)
        self.at = np.zeros(2, np.int64)
        self.user: object = self  # whose probes the scratch memory knows
        for line in range(len(self.state)):
            self._enqueue(line)
        for lit in structure.known:
            self._fix(lit)

    def _fix(self, lit: Lit) -> None:
        """Make the literal true; a cell that is left without an option is a contradiction of its lines."""
        change = self.assign if lit > 0 else self.remove
        change(*self.structure.place(abs(lit)))

    # ---- single steps, those of the kernels: not compiled, since they are few

    def assign(self, row: int, column: int, ink: int, state: Words | None = None) -> None:
        """Take all other options from the cell."""
        for other in self.options(row, column, state):
            if other != ink:
                self.remove(row, column, other, state)

    def remove(self, row: int, column: int, ink: int, state: Words | None = None) -> None:
        """Take one option from the cell, and queue its two lines."""
        changed = self.state if state is None else state
        for line, at in ((row, column), (self.rows + column, row)):
            changed[line, ink, at >> 6] &= ~np.uint64(1 << (at & 63))
            self._enqueue(line)

    def _enqueue(self, line: int) -> None:
        counts, queue = self.scratch.counts, self.scratch.queue
        if not self.scratch.queued[line]:
            self.scratch.queued[line] = True
            queue[(counts[linestate.HEAD] + counts[linestate.WAITING]) % len(queue)] = line
            counts[linestate.WAITING] += 1

    def dequeue(self) -> int:
        """The line that has waited longest; there is one."""
        counts, queue = self.scratch.counts, self.scratch.queue
        line = int(queue[counts[linestate.HEAD]])
        self.scratch.queued[line] = False
        counts[linestate.HEAD] = (counts[linestate.HEAD] + 1) % len(queue)
        counts[linestate.WAITING] -= 1
        return line

    def solve_line(self, line: int) -> bool:
        """Solve the line completely, into scratch.new; False: no filling."""
        return bool(linestate.solve_line(self.lines, line, self.state[line], self.scratch))

    # ---- logic

    def propagate(self) -> bool:
        """Line solving until nothing changes."""
        return bool(crossing.settle(self.lines, self.state, self.scratch))

    def probe(self, deadline: Deadline = NEVER) -> bool:
        """Probing until nothing changes; raises Interrupted."""
        self.at[:] = 0
        while True:
            deadline.check()
            limit = self.scratch.counts[linestate.SOLVED] + SLICE
            outcome = crossing.probe(self.lines, self.state, self.scratch, self.at, limit)
            if outcome != crossing.PAUSED:
                return bool(outcome == crossing.DONE)

    # ---- what is known

    def options(self, row: int, column: int, state: Words | None = None) -> list[int]:
        """The inks that the cell may have, 0 for white."""
        planes = (self.state if state is None else state)[row, :, column >> 6]
        return [ink for ink, word in enumerate(planes) if int(word) >> (column & 63) & 1]

    def cell_bits(self, state: Words | None = None) -> npt.NDArray[np.bool_]:
        """bool[row, column, option]."""
        rows = (self.state if state is None else state)[: self.rows]
        bits = np.unpackbits(rows.view(np.uint8), axis=2, bitorder="little")
        return bits[:, :, : self.columns].transpose(0, 2, 1).astype(np.bool_)

    def open_cells(self) -> list[int]:
        """The numbers (row by row) of the cells with more than one option."""
        return [int(cell) for cell in np.flatnonzero(self.cell_bits().sum(axis=2).reshape(-1) > 1)]

    def true_vars(self, state: Words | None = None) -> Solution:
        """The variables of the inks that are decided."""
        bits = self.cell_bits(state)
        decided = bits & (bits.sum(axis=2, keepdims=True) == 1)
        return tuple(int(cell) + 1 for cell in np.flatnonzero(decided[:, :, 1:].reshape(-1)))

    def planes(self, line: int) -> list[int]:
        """The planes of a line as bitsets."""
        return [sum(int(word) << (64 * w) for w, word in enumerate(words)) for words in self.state[line]]

    # ---- parts

    def components(self) -> list[list[int]]:
        """The open cells in independent parts: no line's fillings of one depend on another's."""
        parent: dict[int, int] = {cell: cell for cell in self.open_cells()}

        def root(cell: int) -> int:
            while parent[cell] != cell:
                parent[cell] = parent[parent[cell]]
                cell = parent[cell]
            return cell

        for group in self._tied(parent):
            for a, b in pairwise(group):
                parent[root(b)] = root(a)
        parts: dict[int, list[int]] = {}
        for cell in sorted(parent):
            parts.setdefault(root(cell), []).append(cell)
        return sorted(parts.values(), key=lambda part: (len(part), part))

    def _tied(self, open_cells: dict[int, int]) -> Iterator[list[int]]:
        """For each line, its open cells in groups between which the line's fillings factor."""
        for line, blocks in enumerate(self.structure.lines):
            cells = [r * self.columns + c for r, c in self.structure.cells(line)]
            if not any(cell in open_cells for cell in cells):
                continue
            cuts = seams(self.planes(line), blocks, len(cells))
            for start, end in pairwise(sorted({0, *cuts, len(cells)})):
                yield [cell for cell in cells[start:end] if cell in open_cells]


def _lines(structure: BlockGrid) -> linestate.Lines:
    first = np.cumsum([0, *map(len, structure.lines)]).astype(np.int64)
    flat = [block for blocks in structure.lines for block in blocks]
    length = np.array([length for length, _ in flat], np.uint64)
    ink = np.array([ink for _, ink in flat], np.int64)
    return linestate.Lines(len(structure.rows), len(structure.columns), first, length, ink)


def _all_open(rows: int, columns: int, planes: int) -> Words:
    words = max(rows, columns) // 64 + 1  # a word has room for 63 cells and the point after the last
    state = np.zeros((rows + columns, planes, words), np.uint64)
    for word in range(words):
        for some, size in ((state[:rows], columns), (state[rows:], rows)):
            inside = min(64, max(0, size - 64 * word))
            some[:, :, word] = np.uint64((1 << inside) - 1)
    return state


def scratch_for(lines: linestate.Lines, state: Words) -> linestate.Scratch:
    """Working memory for states of that shape."""
    number, planes, words = state.shape
    most = int(np.diff(lines.first).max()) + 1
    cells, sets = lines.rows * lines.columns, number // 64 + 1
    slots = 1 << min(CACHE_BITS, cells.bit_length() + 4)

    def zeros(*shape: int) -> Words:
        return np.zeros(shape, np.uint64)

    return linestate.Scratch(
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
    )


# ---- one line, on integers as bitsets of any size


def reach(planes: Sequence[int], blocks: Sequence[Block]) -> tuple[list[int], list[int]]:
    """forward[j]: the points that blocks before j and white cells reach; runs[j]: where block j fits."""
    white = planes[0]
    forward, runs = [], []
    points = _through(1, white)
    for j, (length, ink) in enumerate(blocks):
        forward.append(points)
        runs.append(_runs(planes[ink], length))
        points = (points & runs[j]) << length
        if j + 1 < len(blocks) and gap(blocks[j], blocks[j + 1]):
            points = (points & white) << 1
        points = _through(points, white)
    return [*forward, points], runs


def possible_starts(planes: Sequence[int], blocks: Sequence[Block], size: int) -> list[int] | None:
    """For each block, the cells where it starts in some filling of the line; None if there is no filling."""
    forward, runs = reach(planes, blocks)
    if not forward[-1] >> size & 1:
        return None
    starts = [0] * len(blocks)
    points = _back_through(1 << size, planes[0])
    for j in reversed(range(len(blocks))):
        if j + 1 < len(blocks) and gap(blocks[j], blocks[j + 1]):
            points = points >> 1 & planes[0]
        fits = runs[j] & points >> blocks[j][0]
        starts[j] = fits & forward[j]
        points = _back_through(fits, planes[0])
    return starts


def seams(planes: Sequence[int], blocks: Sequence[Block], size: int) -> list[int]:
    """The points p where every filling has the same blocks to the left, complete: it factors there.

    Between equal inks the cell before or after the point must be white in every filling.
    """
    starts = possible_starts(planes, blocks, size)
    assert starts is not None
    found = []
    for p in range(1, size):
        left = [j for j, s in enumerate(starts) if s & ((1 << p) - 1)]  # may start before p
        right = [j for j, s in enumerate(starts) if s >> p]
        if left and right and left[-1] >= right[0]:
            continue
        if any(starts[j].bit_length() - 1 + blocks[j][0] > p for j in left):
            continue
        if left and right and gap(blocks[left[-1]], blocks[right[0]]):
            latest = starts[left[-1]].bit_length() - 1 + blocks[left[-1]][0]
            earliest = (starts[right[0]] & -starts[right[0]]).bit_length() - 1
            if latest == p == earliest:
                continue
        found.append(p)
    return found


def _runs(mask: int, length: int) -> int:
    have = 1
    while have < length:
        step = min(have, length - have)
        mask &= mask >> step
        have += step
    return mask


def _through(points: int, white: int) -> int:
    return points | (((points & white) + white) ^ white)


def _back_through(points: int, white: int) -> int:
    step = 1
    while white:
        points |= white & points >> step
        white &= white >> step
        step *= 2
    return points
