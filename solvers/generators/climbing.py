"""Digits for given cells of a plain 9x9 sudoku, so that it has a wanted number of solutions.

The digits of a random grid mostly leave many. A few are exchanged for others in many ways, of which that is
kept which leaves a number nearest to the wanted one.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.generators.sudoku_options import MOST_SOLUTIONS

SIDE = 9
ROUNDS = 100  # of exchanges from one grid
WAYS = 60  # exchanges of a round
EXCHANGED = (1, 1, 2, 3)  # digits of an exchange


@dataclass(frozen=True)
class Climbed:
    """A full grid, how many solutions its digits in the given cells leave (MOST_SOLUTIONS + 1: more), and
    whether the theme leaves other digits for these cells.
    """

    board: Board
    number: int
    free: bool


def climbed(
    board: Board,
    cells: Collection[Cell],
    theme: Board | None,
    wanted: int,
    rng: random.Random,
    deadline: Deadline = NEVER,
) -> Climbed:
    """The full grid with other digits in these cells, but for those of the theme, so that they leave a number
    of solutions that is near the wanted one. Raises Interrupted.
    """
    fixed = _digits(theme) if theme is not None else np.zeros(SIDE * SIDE, np.uint8)
    given = np.zeros(SIDE * SIDE, np.bool_)
    given[[SIDE * r + c for r, c in cells]] = True
    free = [int(cell) for cell in np.flatnonzero(given & (fixed == 0))]
    now = np.where(given, _digits(board), 0).astype(np.uint8)
    number = int(_numbers(now[None], fixed)[0])
    for _ in range(ROUNDS if free else 0):
        deadline.check()
        if number == wanted:
            break
        ways = np.repeat(now[None], WAYS, 0)
        for way in ways:
            for cell in rng.sample(free, min(len(free), rng.choice(EXCHANGED))):
                way[cell] = rng.randint(1, SIDE)
        numbers = _numbers(ways, fixed)
        off = np.where(numbers, np.abs(numbers - wanted), MOST_SOLUTIONS + 1)
        best = int(off.argmin())
        if numbers[best] and off[best] <= abs(number - wanted):
            now, number = ways[best], int(numbers[best])
    (grid,) = solve_many(np.where(now > 0, now, fixed)[None]).solutions
    rows = grid.reshape(SIDE, SIDE).tolist()
    return Climbed(tuple("".join(map(str, row)) for row in rows), number, bool(free))


def _digits(board: Board) -> np.ndarray:
    """The digits row by row, 0 for an open cell."""
    return np.array([0 if char == EMPTY else int(char) for row in board for char in row], np.uint8)


def _numbers(puzzles: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """How many solutions each puzzle has, up to MOST_SOLUTIONS + 1; 0 if none has the digits of `fixed`."""
    numbers = np.zeros(len(puzzles), np.int64)
    able = solve_many(np.where(puzzles > 0, puzzles, fixed)).counts > 0
    if able.any():
        numbers[able] = solve_many(puzzles[able], MOST_SOLUTIONS + 1).counts
    return numbers
