"""Write and replay the certificate of a nonogram: which lines to solve, and on which cells to branch.

The search propagates lines to a fixpoint, then branches on a cell with an ink that propagation refutes or, if
there is none, on the cell whose inks remove the most others. Then, from the leaves up, steps are dropped
whose results no later step of the branch reads, and branches on which the failure does not depend.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.certificates.effort import WorkBudget, free
from zenkai_solver.solvers.certificates.kernels import lines as kernels
from zenkai_solver.solvers.certificates.writing import MOST_BYTES, CertificateTooLarge
from zenkai_solver.solvers.checker.checker import Nonogram, Refused, shifts
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.kernels.jit import Work

Words = npt.NDArray[np.uint64]

MOST_STEPS = 1 << 22
MOST_INKS = 64  # white is one
AT_ONCE = 64  # lines that are solved by one call
SLICE = 1 << 18  # work (see `kernels.lines`) between two looks at the clock: some 10 ms
MOST_WORK = 1 << 24  # of a search without a solution: where line solving needs more, clauses are better
PER_SOLUTION = 1 << 15  # further work that each solution allows
FRAMES = 16  # depths of a stack at the beginning
WORD, ONE = 64, np.uint64(1)


@dataclass
class SubProof:
    """The numbers of the certificate for a subtree, and the cells on which they depend, as bits."""

    numbers: list[int]
    read: int


@dataclass
class BranchNode:
    """A search state: the solved lines, each with the cells it changed; then a branch on `cell`.

    `left` are the inks not yet tried, `parts` the proofs of those that were.
    """

    lines: list[tuple[int, int]]
    state: Words
    cell: int = -1
    left: list[int] = field(default_factory=list)
    parts: list[SubProof] = field(default_factory=list)


def steps(
    puzzle: Nonogram, deadline: Deadline = NEVER, most: int = MOST_STEPS, work: float | None = None
) -> Iterator[bytes]:
    """The numbers of the certificate (see `checker.nonogram`), as bytes.

    Raises Interrupted, and CertificateTooLarge above `most` numbers or `work` (by default MOST_WORK).
    """
    yield np.array(
        NonogramSearch(puzzle, most, MOST_WORK if work is None else work).run(deadline), numbers_of(puzzle)
    ).tobytes()


def numbers_of(puzzle: Nonogram) -> np.dtype[np.unsignedinteger]:
    """The type of the numbers in the file."""
    return np.dtype(np.uint8 if puzzle.n_items < 256 else ">u2")


def tables(puzzle: Nonogram) -> kernels.LineTables:
    blocks = [block for line in puzzle.lines for block in line]
    return kernels.LineTables(
        height=puzzle.height,
        width=len(puzzle.lines) - puzzle.height,
        first=np.cumsum([0, *map(len, puzzle.lines)], dtype=np.int64),
        size=np.array([size for size, _ in blocks], np.int64),
        ink=np.array([ink for _, ink in blocks], np.int64),
        cost=np.array([work_of(puzzle, line) for line in range(len(puzzle.lines))], np.int64),
    )


def work_of(puzzle: Nonogram, line: int) -> int:
    """The checker's units of work to solve the line, as in `Nonogram.after`."""
    blocks, length = puzzle.lines[line], len(puzzle.cells[puzzle.places[line]])
    return 32 * (1 + length + shifts(blocks, length) * (1 + len(blocks))) + len(puzzle.cells) // 8


def scratch(puzzle: Nonogram) -> kernels.LineBuffers:
    """Working memory for the kernels. Raises CertificateTooLarge."""
    longest, lines = max(puzzle.height, len(puzzle.lines) - puzzle.height), len(puzzle.lines)
    shape = longest + 1, max(map(len, puzzle.lines)) + 1
    if puzzle.inks > MOST_INKS or shape[0] * shape[1] > MOST_BYTES:
        raise CertificateTooLarge
    return kernels.LineBuffers(
        ends=np.zeros(shape, np.uint8),
        begins=np.zeros(shape, np.uint8),
        new=np.zeros(longest, np.uint64),
        queue=np.arange(lines),
        queued=np.zeros(lines, np.uint8),
        at=np.zeros(kernels.N_AT, np.int64),
    )


class NonogramSearch:
    """The search; `state`: the inks that each cell may still have."""

    def __init__(self, puzzle: Nonogram, most: int, work: float) -> None:
        self.tables, self.scratch = tables(puzzle), scratch(puzzle)
        self.state = np.array(puzzle.start, np.uint64)
        self.trial = self.state.copy()
        self.size, self.lines = len(puzzle.cells), len(puzzle.lines)
        self.cells = [sum(1 << cell for cell in range(self.size)[line]) for line in puzzle.places]
        self.solved = np.zeros(AT_ONCE, np.int64)
        self.changed = np.zeros((AT_ONCE, self.size // WORD + 1), np.uint64)
        self.every = (1 << self.size) - 1
        self.most, self.written = most, 0
        self.work = work
        self.last = 0  # the cell of the last branch

    def run(self, deadline: Deadline) -> list[int]:
        """The numbers. Raises CertificateTooLarge, Interrupted."""
        path: list[BranchNode] = []
        self.scratch.queued[:] = 1
        self.scratch.at[kernels.WAITING] = self.lines
        ended = self.entered(path, deadline)
        while True:
            deadline.check()
            while ended is not None:
                if not path:
                    return ended.numbers
                node = path[-1]
                node.parts.append(ended)
                ended = None if node.left else self.closed(path.pop())
            node = path[-1]
            self.state[:] = node.state
            ended = self.entered(path, deadline, node.cell, node.left.pop(0))

    def entered(
        self, path: list[BranchNode], deadline: Deadline, cell: int = kernels.NONE, ink: int = 0
    ) -> SubProof | None:
        """Give the cell the ink and solve lines. Returns the proof of a leaf, or puts a node on the path."""
        done, dead = self.propagated(deadline, cell, ink)
        if not (self.state & (self.state - ONE)).any():  # all is decided: the checker needs no line
            self.work += PER_SOLUTION
            return self.needed(done, SubProof([], self.every))
        if dead != kernels.NONE:
            return self.needed(done, SubProof([dead], self.cells[dead]))
        if self.scratch.at[kernels.WORK] > self.work:
            raise CertificateTooLarge
        self.last = self.chosen(deadline)
        inks = [ink for ink in range(MOST_INKS) if int(self.state[self.last]) >> ink & 1]
        path.append(BranchNode(done, self.state.copy(), self.last, inks))
        return None

    def closed(self, node: BranchNode) -> SubProof:
        """The proof of a node of which all inks are tried."""
        without = [part for part in node.parts if not part.read >> node.cell & 1]
        if without:  # it fails whatever the ink of the cell is: no branch is needed
            return self.needed(node.lines, min(without, key=lambda part: len(part.numbers)))
        numbers, read = [self.lines + node.cell], 1 << node.cell
        for part in node.parts:
            numbers += part.numbers
            read |= part.read
        return self.needed(node.lines, SubProof(numbers, read))

    def needed(self, done: list[tuple[int, int]], part: SubProof) -> SubProof:
        """The proof after those of the lines that change cells which are read later."""
        before: list[int] = []
        for line, changed in reversed(done):
            if changed & part.read:
                before.append(line)
                part.read |= self.cells[line]
        self.written += len(before) + 1
        if self.written > self.most:
            raise CertificateTooLarge
        part.numbers[:0] = before[::-1]
        return part

    def propagated(self, deadline: Deadline, cell: int, ink: int) -> tuple[list[tuple[int, int]], int]:
        """Give the cell, if there is one, the ink, and solve lines until none waits.

        Returns the lines that changed cells, each with these as bits, and the line without a filling, or
        NONE.
        """
        done: list[tuple[int, int]] = []
        waiting = True
        while waiting:
            deadline.check()
            number = kernels.settle(
                self.tables, self.state, self.scratch, cell, ink, self.solved, self.changed
            )
            dead = number < 0
            number = kernels.NONE - number if dead else number
            done += [
                (int(self.solved[k]), int.from_bytes(self.changed[k].astype("<u8").tobytes(), "little"))
                for k in range(number)
            ]
            if dead:
                return done, int(self.solved[number])
            cell, waiting = kernels.NONE, self.scratch.at[kernels.WAITING] > 0
        return done, kernels.NONE

    def chosen(self, deadline: Deadline) -> int:
        """The cell to branch on, see `kernels.choose`."""
        self.scratch.at[kernels.SEEN] = 0
        cell = kernels.NONE
        while cell == kernels.NONE:
            deadline.check()
            cell = int(kernels.choose(self.tables, self.state, self.trial, self.scratch, self.last, SLICE))
        return cell


def replayed(
    puzzle: Nonogram, numbers: Iterator[npt.NDArray[np.unsignedinteger]], effort: WorkBudget | None = None
) -> int:
    """The result of `checker.search.total` for a nonogram, compiled.

    Raises Refused, WorkExceeded, and CertificateTooLarge where it needs much memory, or a memo, which this
    twin of the checker does not keep.
    """
    effort = effort or free()
    memory, table, frames = scratch(puzzle), tables(puzzle), _frames(len(puzzle.cells), FRAMES)
    frames[0][0] = np.array(puzzle.start, np.uint64)
    memory.at[kernels.ENTERED], piece = 1, np.zeros(0, np.uint16)
    while ended := _followed(table, frames, memory, piece, effort):
        if ended == kernels.STACK_FULL:
            frames = _larger(frames)
        elif ended == kernels.MEMO:
            raise CertificateTooLarge
        elif ended == kernels.WRONG:
            raise Refused("the certificate branches on no item")
        else:
            piece = next(numbers, np.zeros(0, np.uint16)).astype(np.uint16)
            memory.at[kernels.STEPS] = 0
            if not len(piece):
                raise Refused("the certificate ends before the search does")
    if memory.at[kernels.STEPS] < len(piece) or any(map(len, numbers)):
        raise Refused("the certificate goes on when the search has ended")
    return int(memory.at[kernels.FOUND])


def _followed(
    table: kernels.LineTables,
    frames: Frames,
    memory: kernels.LineBuffers,
    piece: np.ndarray,
    effort: WorkBudget,
) -> int:
    """Run `kernels.follow` within the budget; how it ended. Raises WorkExceeded."""
    memory.at[kernels.SPENT], memory.at[kernels.LIMIT] = effort.spent, effort.most
    ended: int = kernels.follow(table, *frames, memory, piece)
    effort.reached(memory.at[kernels.SPENT])
    return ended


Frames = tuple[Words, Words, npt.NDArray[np.int64]]  # states, inks not yet tried, cells


def _frames(cells: int, depths: int) -> Frames:
    """Raises CertificateTooLarge."""
    if 8 * cells * depths > MOST_BYTES:
        raise CertificateTooLarge
    return np.zeros((depths, cells), np.uint64), np.zeros(depths, np.uint64), np.zeros(depths, np.int64)


def _larger(frames: Frames) -> Frames:
    depths, cells = frames[0].shape
    new = _frames(cells, 2 * depths)
    for old, room in zip(frames, new, strict=True):
        room[:depths] = old
    return new


def works() -> list[Work]:
    """The kernels that write and check a certificate of a nonogram."""
    puzzle = Nonogram([((1, 1),)] * 2, 1)
    search = NonogramSearch(puzzle, MOST_STEPS, MOST_WORK)
    table, memory, state = search.tables, search.scratch, search.state
    frames = _frames(1, 1)
    return [
        Work(kernels.settle, (table, state, memory, kernels.NONE, 0, search.solved, search.changed)),
        Work(kernels.choose, (table, state, search.trial, memory, 0, SLICE)),
        Work(kernels.follow, (table, *frames, memory, np.zeros(0, np.uint16))),
    ]
