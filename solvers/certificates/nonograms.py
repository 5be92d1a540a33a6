"""Writing the certificate of a nonogram: which lines to solve, and on which cells to branch.

The search is that of a solver by hand: lines until none says more, then a branch on the cell of which an ink
fails at once or, if there is none, whose inks conclude the most. Afterwards, from the leaves up, the steps
are dropped that no later one of the branch has read, and the branches whose failure does not need them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.certificates.effort import Effort, free
from zenkai_solver.solvers.certificates.kernels import lines as kernels
from zenkai_solver.solvers.certificates.writing import MOST_BYTES, TooLarge
from zenkai_solver.solvers.checker.nonogram import Nonogram, shifts
from zenkai_solver.solvers.checker.search import Refused
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.kernels.jit import Work

Words = npt.NDArray[np.uint64]

MOST_STEPS = 1 << 22
MOST_INKS = 64  # white is one
AT_ONCE = 64  # lines that are solved and told of at once
SLICE = 1 << 18  # work (see `kernels.lines`) between two looks at the clock: some 10 ms
MOST_WORK = 1 << 24  # of a search without a solution: where line solving does not suffice, clauses do better
PER_SOLUTION = 1 << 15  # work that each solution allows
FRAMES = 16  # that a stack begins with
WORD, ONE = 64, np.uint64(1)


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


def steps(
    puzzle: Nonogram, deadline: Deadline = NEVER, most: int = MOST_STEPS, work: float | None = None
) -> Iterator[bytes]:
    """The certificate's numbers (see `checker.nonogram`).

    Raises Interrupted, and TooLarge above `most` numbers or that much work, by default MOST_WORK.
    """
    yield np.array(
        Search(puzzle, most, MOST_WORK if work is None else work).run(deadline), numbers_of(puzzle)
    ).tobytes()


def numbers_of(puzzle: Nonogram) -> np.dtype[np.unsignedinteger]:
    """How the numbers of a certificate are written."""
    return np.dtype(np.uint8 if puzzle.n_items < 256 else ">u2")


def tables(puzzle: Nonogram) -> kernels.Lines:
    blocks = [block for line in puzzle.lines for block in line]
    return kernels.Lines(
        height=puzzle.height,
        width=len(puzzle.lines) - puzzle.height,
        first=np.cumsum([0, *map(len, puzzle.lines)], dtype=np.int64),
        size=np.array([size for size, _ in blocks], np.int64),
        ink=np.array([ink for _, ink in blocks], np.int64),
        cost=np.array([work_of(puzzle, line) for line in range(len(puzzle.lines))], np.int64),
    )


def work_of(puzzle: Nonogram, line: int) -> int:
    """What the checker spends to solve the line, as `Nonogram.after` has it."""
    blocks, length = puzzle.lines[line], len(puzzle.cells[puzzle.places[line]])
    return 32 * (1 + length + shifts(blocks, length) * (1 + len(blocks))) + len(puzzle.cells) // 8


def scratch(puzzle: Nonogram) -> kernels.Scratch:
    """Raises TooLarge."""
    longest, lines = max(puzzle.height, len(puzzle.lines) - puzzle.height), len(puzzle.lines)
    shape = longest + 1, max(map(len, puzzle.lines)) + 1
    if puzzle.inks > MOST_INKS or shape[0] * shape[1] > MOST_BYTES:
        raise TooLarge
    return kernels.Scratch(
        ends=np.zeros(shape, np.uint8),
        begins=np.zeros(shape, np.uint8),
        new=np.zeros(longest, np.uint64),
        queue=np.arange(lines),
        queued=np.zeros(lines, np.uint8),
        at=np.zeros(kernels.N_AT, np.int64),
    )


def all_open(puzzle: Nonogram) -> Words:
    return np.array(puzzle.start, np.uint64)


class Search:
    """The search, in `state`."""

    def __init__(self, puzzle: Nonogram, most: int, work: float) -> None:
        self.tables, self.scratch = tables(puzzle), scratch(puzzle)
        self.state = all_open(puzzle)
        self.trial = self.state.copy()
        self.size, self.lines = len(puzzle.cells), len(puzzle.lines)
        self.cells = [sum(1 << cell for cell in range(self.size)[own]) for own in puzzle.places]
        self.own = np.zeros(AT_ONCE, np.int64)
        self.changed = np.zeros((AT_ONCE, self.size // WORD + 1), np.uint64)
        self.every = (1 << self.size) - 1
        self.most, self.written = most, 0
        self.work = work
        self.last = 0  # the cell of the last branch

    def run(self, deadline: Deadline) -> list[int]:
        """The numbers. Raises TooLarge, Interrupted."""
        path: list[Node] = []
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
        self, path: list[Node], deadline: Deadline, cell: int = kernels.NONE, ink: int = 0
    ) -> Part | None:
        """Solve lines; either the part ends here, or a node to branch on is put on the path."""
        done, dead = self.propagated(deadline, cell, ink)
        if not (self.state & (self.state - ONE)).any():  # the checker asks for no line then
            self.work += PER_SOLUTION
            return self.needed(done, Part([], self.every))
        if dead != kernels.NONE:
            return self.needed(done, Part([dead], self.cells[dead]))
        if self.scratch.at[kernels.WORK] > self.work:
            raise TooLarge
        self.last = self.chosen(deadline)
        inks = [ink for ink in range(MOST_INKS) if int(self.state[self.last]) >> ink & 1]
        path.append(Node(done, self.state.copy(), self.last, inks))
        return None

    def closed(self, node: Node) -> Part:
        """All inks of the node are tried."""
        without = [part for part in node.parts if not part.read >> node.cell & 1]
        if without:  # it fails whatever the cell is
            return self.needed(node.lines, min(without, key=lambda part: len(part.numbers)))
        numbers, read = [self.lines + node.cell], 1 << node.cell
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

    def propagated(self, deadline: Deadline, cell: int, ink: int) -> tuple[list[tuple[int, int]], int]:
        """Solve the lines that wait, once the cell, if there is one, has that ink; those that changed cells,
        and the line that has no filling.
        """
        done: list[tuple[int, int]] = []
        waiting = True
        while waiting:
            deadline.check()
            number = kernels.settle(self.tables, self.state, self.scratch, cell, ink, self.own, self.changed)
            dead = number < 0
            number = kernels.NONE - number if dead else number
            done += [(int(self.own[k]), integer(self.changed[k])) for k in range(number)]
            if dead:
                return done, int(self.own[number])
            cell, waiting = kernels.NONE, self.scratch.at[kernels.WAITING] > 0
        return done, kernels.NONE

    def chosen(self, deadline: Deadline) -> int:
        """A cell of which an ink fails at once; else the one whose inks conclude the most."""
        self.scratch.at[kernels.SEEN] = 0
        found = kernels.NONE
        while found == kernels.NONE:
            deadline.check()
            found = int(kernels.choose(self.tables, self.state, self.trial, self.scratch, self.last, SLICE))
        return found


def integer(words: Words) -> int:
    """A row of words as one bitset."""
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


def replayed(
    puzzle: Nonogram, numbers: Iterator[npt.NDArray[np.unsignedinteger]], effort: Effort | None = None
) -> int:
    """What `checker.search.total` says of a nonogram, compiled.

    Raises Refused, TooMuch for more than the effort, and TooLarge where it needs much memory, or a memo,
    which is not made here.
    """
    effort = effort or free()
    own, table, frames = scratch(puzzle), tables(puzzle), _frames(len(puzzle.cells), FRAMES)
    frames[0][0] = all_open(puzzle)
    own.at[kernels.ENTERED], piece = 1, np.zeros(0, np.uint16)
    while ended := _followed(table, frames, own, piece, effort):
        if ended == kernels.STACK_FULL:
            frames = _larger(frames)
        elif ended == kernels.MEMO:
            raise TooLarge
        elif ended == kernels.WRONG:
            raise Refused("the certificate branches on no item")
        else:
            piece = next(numbers, np.zeros(0, np.uint16)).astype(np.uint16)
            own.at[kernels.STEPS] = 0
            if not len(piece):
                raise Refused("the certificate ends before the search does")
    if own.at[kernels.STEPS] < len(piece) or any(map(len, numbers)):
        raise Refused("the certificate goes on when the search has ended")
    return int(own.at[kernels.FOUND])


def _followed(
    table: kernels.Lines, frames: Frames, own: kernels.Scratch, piece: np.ndarray, effort: Effort
) -> int:
    """How `kernels.follow` ends. Raises TooMuch."""
    own.at[kernels.SPENT], own.at[kernels.LIMIT] = effort.spent, effort.most
    ended: int = kernels.follow(table, *frames, own, piece)
    effort.reached(own.at[kernels.SPENT])
    return ended


Frames = tuple[Words, Words, npt.NDArray[np.int64]]  # states, inks not yet tried, cells


def _frames(cells: int, depths: int) -> Frames:
    """Raises TooLarge."""
    if 8 * cells * depths > MOST_BYTES:
        raise TooLarge
    return np.zeros((depths, cells), np.uint64), np.zeros(depths, np.uint64), np.zeros(depths, np.int64)


def _larger(frames: Frames) -> Frames:
    depths, cells = frames[0].shape
    new = _frames(cells, 2 * depths)
    for old, room in zip(frames, new, strict=True):
        room[:depths] = old
    return new


def works() -> list[Work]:
    """What writing and following one compiles."""
    puzzle = Nonogram([((1, 1),)] * 2, 1)
    search = Search(puzzle, MOST_STEPS, MOST_WORK)
    table, own, state = search.tables, search.scratch, search.state
    frames = _frames(1, 1)
    return [
        Work(kernels.settle, (table, state, own, kernels.NONE, 0, search.own, search.changed)),
        Work(kernels.choose, (table, state, search.trial, own, 0, SLICE)),
        Work(kernels.follow, (table, *frames, own, np.zeros(0, np.uint16))),
    ]
