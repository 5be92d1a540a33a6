"""Random nonograms, changed until they have one solution.

If a picture's clues have two solutions, one of the cells in which these differ is repainted, and so on until
there is one solution. Where logic leaves much of the grid open there are too many solutions for that, and
even two are slow to find. There a painted cell and a white cell among those that line solving leaves open are
swapped, and a swap that leaves more cells open is undone. All choices follow from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice

from zenkai_solver.models.blocks import BlockGrid, blocks_of
from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.models.render.several import differing
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.lines.blockgrid import LineState
from zenkai_solver.solvers.engines.lines.lines import LinesBackend

ROUNDS = 100_000  # changes that are tried
PAINTED = "#"
LOOSE = 0.1  # share of the cells that are open after probing, above which solutions are not compared
PROBE_AGAIN = 0.9  # the share of the open cells of the last probing at which it is probed again
STUCK = 500  # changes undone in a row, after which one is kept although it is worse

Tell = Callable[[int, int], None]  # called with the numbers of changes tried and of open cells


def random_picture(
    size: tuple[int, int], density: float, seed: int, orbits: Sequence[Sequence[int]] = ()
) -> Board:
    """Each cell is painted with the probability `density`; those of an orbit, numbered by rows, are alike."""
    rng = random.Random(seed)
    rows, columns = size
    labels = [PAINTED if rng.random() < density else EMPTY for _ in range(rows * columns)]
    for orbit in orbits:
        for cell in orbit:
            labels[cell] = labels[orbit[0]]
    return tuple("".join(labels[r * columns : (r + 1) * columns]) for r in range(rows))


def repaired(
    board: Board,
    seed: int,
    line_solvable: bool,
    deadline: Deadline = NEVER,
    tell: Tell = lambda tried, left: None,
    orbits: Sequence[Sequence[int]] = (),
) -> Board | None:
    """The picture, changed until its clues have one solution; None after ROUNDS changes.

    With `line_solvable` line solving alone must find it. Cells of one orbit change together. Raises
    Interrupted.
    """
    repair = Repair(Canvas(board, orbits), seed, deadline, tell)
    while repair.tried < ROUNDS:
        if line_solvable:
            if not repair.open:
                return repair.canvas.board
            repair.narrow()
        elif repair.is_loose():
            repair.narrow()
        elif doubtful := repair.doubtful():
            repair.change([repair.rng.choice(doubtful)])
        else:
            return repair.canvas.board
    return None


class Canvas:
    """A picture that is changed cell by cell, with its clues."""

    def __init__(self, board: Board, orbits: Sequence[Sequence[int]] = ()) -> None:
        width = len(board[0])
        self.together = {
            divmod(x, width): [divmod(y, width) for y in orbit] for orbit in orbits for x in orbit
        }
        self.cells = [[int(label == PAINTED) for label in row] for row in board]
        self.rows = list(map(blocks_of, self.cells))
        self.columns = list(map(blocks_of, zip(*self.cells)))

    @property
    def board(self) -> Board:
        return tuple("".join((EMPTY, PAINTED)[cell] for cell in row) for row in self.cells)

    def flip(self, cell: Cell) -> None:
        """Repaint the cell and the others of its orbit."""
        for r, c in self.together.get(cell, [cell]):
            self.cells[r][c] ^= 1
            self.rows[r] = blocks_of(self.cells[r])
            self.columns[c] = blocks_of(row[c] for row in self.cells)

    def grid(self) -> LineState:
        """The puzzle of its clues after line solving."""
        grid = LineState(BlockGrid(tuple(self.rows), tuple(self.columns)))
        grid.propagate()
        return grid


class Repair:
    """A picture that is being changed; `open`: the cells that line solving leaves open."""

    def __init__(self, canvas: Canvas, seed: int, deadline: Deadline, tell: Tell) -> None:
        self.canvas, self.rng, self.deadline, self.tell = canvas, random.Random(seed), deadline, tell
        self.width = len(canvas.columns)
        self.tried = self.refused = 0
        self.open = self.canvas.grid().open_cells()
        self.probe_at = len(canvas.rows) * self.width  # open cells from which on probing is worth a try
        self.loose = False

    def is_loose(self) -> bool:
        """Does logic leave so much open that solutions should not be compared yet?"""
        if len(self.open) <= self.probe_at:
            grid = self.canvas.grid()
            grid.probe(self.deadline)
            self.loose = len(grid.open_cells()) > LOOSE * len(self.canvas.rows) * self.width
            if self.loose:
                self.probe_at = int(PROBE_AGAIN * len(self.open))
        return self.loose

    def change(self, cells: Sequence[Cell]) -> None:
        """Repaint the cells."""
        self.deadline.check()
        for cell in cells:
            self.canvas.flip(cell)
        self.open = self.canvas.grid().open_cells()
        self.tried += 1
        self.tell(self.tried, len(self.open))

    def narrow(self) -> None:
        """Repaint open cells, and undo it if more are open then, unless nothing has helped for long."""
        cells, before = self.move(), self.open
        self.change(cells)
        if len(self.open) < len(before) or self.refused == STUCK:
            self.refused = 0
        elif len(self.open) > len(before):
            self.refused += 1
            self.open = before
            for cell in cells:
                self.canvas.flip(cell)

    def move(self) -> list[Cell]:
        """The cells to repaint: a painted and a white open cell, which keeps the density; or one, when
        stuck.
        """
        kinds: tuple[list[Cell], list[Cell]] = ([], [])
        for r, c in (divmod(cell, self.width) for cell in self.open):
            kinds[self.canvas.cells[r][c]].append((r, c))
        if self.refused < STUCK and all(kinds):
            return [self.rng.choice(kind) for kind in kinds]
        return [self.rng.choice(kinds[0] + kinds[1])]

    def doubtful(self) -> Sequence[Cell]:
        """The cells in which two solutions of the picture's clues differ; none if there is one solution."""
        puzzle = Nonogram(from_picture(self.canvas.board))
        two = islice(LinesBackend().solutions(puzzle.model(), self.deadline), 2)
        return sorted(differing([puzzle.decode(solution) for solution in two]))
