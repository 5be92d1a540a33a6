"""Plain 9x9 sudokus in which a hidden quad is to be seen at the start, as random ones hardly ever have one.

Four digits of a full grid, in two rows and two columns of a box, are outside the box in its third row and in
its third column. If these eight cells are given and the box is blank, the digits have four cells of the box.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.generators.nearing import is_unique, spared

SIDE, BOX = 9, 3


def with_quads(
    stream: Iterable[np.ndarray], orbits: Sequence[Sequence[int]], least: int, most: int, rng: random.Random
) -> Iterator[np.ndarray]:
    """For each puzzle, uint8[81], one of its solution that has a hidden quad at the start, with `least` to
    `most` givens in whole orbits; the puzzle itself if there is none for a random box.
    """
    for puzzle in stream:
        (grid,) = solve_many(puzzle[None]).solutions
        made = _with_quad(grid, orbits, least, rng)
        yield puzzle if made is None or np.count_nonzero(made) > most else made


def _with_quad(
    grid: np.ndarray, orbits: Sequence[Sequence[int]], least: int, rng: random.Random
) -> np.ndarray | None:
    """As few givens as can be in a random order; None if the blank box leaves several solutions."""
    row, column = rng.randrange(SIDE), rng.randrange(SIDE)
    top, left = row - row % BOX, column - column % BOX
    box = {SIDE * r + c for r in range(top, top + BOX) for c in range(left, left + BOX)}
    quad = {int(grid[cell]) for cell in box if cell // SIDE != row and cell % SIDE != column}
    lines = {cell for i in range(SIDE) for cell in (SIDE * row + i, SIDE * i + column)}
    shown = {cell for cell in lines if int(grid[cell]) in quad}
    puzzle = grid.copy()
    others = list[Sequence[int]]()
    for orbit in orbits:
        if box.intersection(orbit):
            puzzle[list(orbit)] = 0
        elif shown.isdisjoint(orbit):
            others.append(orbit)
    if np.count_nonzero(puzzle) < least or not is_unique(puzzle):
        return None
    return spared(puzzle, rng.sample(others, len(others)), least)
