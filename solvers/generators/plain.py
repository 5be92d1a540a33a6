"""Plain 9x9 sudokus with one solution, by the compiled generator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sudoku.kernels.generating import make
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import CELLS
from zenkai_solver.solvers.engines.sudoku.name import compiled

SLICE = 100  # grids between two looks at the clock
MOST_TRIED = 100_000  # full grids per puzzle


@dataclass(frozen=True)
class NotFound:
    """None of `tried` full grids led to a puzzle with as few givens as wanted; the best one had `fewest`."""

    tried: int
    fewest: int


def plain_puzzles(
    seed: int,
    least: int,
    most: int,
    orbits: Sequence[Sequence[int]],
    deadline: Deadline = NEVER,
) -> Iterator[np.ndarray | NotFound]:
    """An endless stream of puzzles, uint8[81], with `least` to `most` givens; puzzle n depends only on the
    seed and n.

    Raises Interrupted, Unsupported.
    """
    compiled()
    table = np.full((len(orbits), max(map(len, orbits))), -1, np.int64)
    for row, cells in zip(table, orbits):
        row[: len(cells)] = cells
    puzzle, grids = np.zeros(CELLS, np.uint8), np.zeros((1, CELLS), np.uint8)
    number = 0
    while True:
        tried, fewest, successful = 0, CELLS, 0
        while not successful and tried < MOST_TRIED:
            deadline.check()
            successful, clues = make(seed, number, tried, SLICE, table, least, most, puzzle, grids)
            tried, fewest = tried + SLICE, min(fewest, clues)
        yield puzzle.copy() if successful else NotFound(tried, fewest)
        number += 1
