"""Random nonograms, changed until they have one solution.

Where a puzzle has several solutions, they differ in some cells; repainting one of those cells in the picture
and asking again removes what made them ambiguous. Each round changes one cell, chosen by the seed.
"""

from __future__ import annotations

import random
from itertools import islice

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import from_picture
from zenkai_solver.models.render.several import differing
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.engines.lines.blockgrid import Grid
from zenkai_solver.solvers.engines.lines.lines import LinesBackend

ROUNDS = 2_000
PAINTED = "#"


def random_picture(size: tuple[int, int], density: float, seed: int) -> Board:
    """Each cell is painted with the probability `density`."""
    rng = random.Random(seed)
    rows, columns = size
    return tuple(
        "".join(PAINTED if rng.random() < density else EMPTY for _ in range(columns)) for _ in range(rows)
    )


def repaired(board: Board, seed: int, line_solvable: bool, deadline: Deadline = NEVER) -> Board | None:
    """The picture with few cells changed so that its clues have one solution; None after ROUNDS changes.

    With `line_solvable` the cells that line solving leaves open are the doubtful ones. Raises Interrupted.
    """
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        doubtful = _open_cells(board) if line_solvable else _differing(board, deadline)
        if not doubtful:
            return board
        board = _flipped(board, rng.choice(sorted(doubtful)))
    return None


def _differing(board: Board, deadline: Deadline) -> set[Cell]:
    """The cells in which two solutions of the picture's clues differ; none if there is one solution."""
    puzzle = Nonogram(from_picture(board))
    two = islice(LinesBackend().solutions(puzzle.model(), deadline), 2)
    return differing([puzzle.decode(solution) for solution in two])


def _open_cells(board: Board) -> set[Cell]:
    puzzle = Nonogram(from_picture(board))
    grid = Grid(puzzle.grid)
    grid.propagate()
    return {divmod(cell, puzzle.width) for cell in grid.open_cells()}


def _flipped(board: Board, cell: Cell) -> Board:
    r, c = cell
    other = EMPTY if board[r][c] == PAINTED else PAINTED
    return (*board[:r], board[r][:c] + other + board[r][c + 1 :], *board[r + 1 :])
