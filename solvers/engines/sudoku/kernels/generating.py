"""Generate plain 9x9 sudokus with one solution from a seed: clues are removed at random from a full grid.

    make(seed, number, attempt, ...)    one puzzle; the same bytes on every machine

A clue can be removed if no solution of the rest has another digit in its cell: a search for one solution,
with that digit excluded there. A clue that cannot be removed cannot be removed later either, so that one pass
leaves a minimal puzzle. Clues are removed by *orbits*, sets of cells that the symmetries of the pattern map
onto each other, as a whole or not at all. Random numbers are those of splitmix64, with a state per attempt.
Trade-off: full grids are not uniformly distributed, but random boxes and cells, completed by the search.
Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from typing import Any

import numpy as np
from numpy import int64, uint64

from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import (
    CELLS,
    LEVEL,
    LEVELS,
    NO_LIMIT,
    place_givens,
    search,
    strike,
)
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9_rules import inlined, inner, kernel
from zenkai_solver.solvers.kernels.bits import copy
from zenkai_solver.solvers.kernels.jit import Work

GOLDEN = 0x9E3779B97F4A7C15
MIX1, MIX2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
CHOSEN = 10  # attempts to fill a random cell of a full grid, after three boxes


@inlined
def mixed(x: Any) -> Any:
    """The finaliser of splitmix64."""
    x = (x ^ (x >> uint64(30))) * uint64(MIX1)
    x = (x ^ (x >> uint64(27))) * uint64(MIX2)
    return x ^ (x >> uint64(31))


@inlined
def below(state: Any, n: Any) -> Any:
    """A random number from 0 to n - 1."""
    state[0] += uint64(GOLDEN)
    return int64((mixed(state[0]) >> uint64(33)) % uint64(n))


@inner
def shuffle(state: Any, order: Any) -> Any:
    """Fisher-Yates, in place."""
    for i in range(len(order) - 1, 0, -1):
        j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]


@inner
def count_up(row: Any, first: Any) -> Any:
    for i in range(len(row)):
        row[i] = first + i


@inner
def fill(stack: Any, state: Any, digits: Any, grids: Any) -> Any:
    """Write a full grid to grids[0]: random digits in the three boxes on the diagonal and in some cells, and
    the first solution that the search finds for these.
    """
    grid = grids[0]
    grid[:] = 0
    for box in range(3):
        shuffle(state, digits)
        for i in range(9):
            grid[30 * box + 9 * (i // 3) + i % 3] = digits[i]
    for _ in range(CHOSEN):
        cell, digit = below(state, CELLS), 1 + below(state, 9)
        if grid[cell] == 0:
            grid[cell] = digit
            place_givens(stack, grid)
            _, solutions, _ = search(stack, 0, grids[:0], 1, NO_LIMIT)
            if solutions == 0:
                grid[cell] = 0
    place_givens(stack, grid)
    search(stack, 0, grids, 1, NO_LIMIT)


@inner
def has_other(stack: Any, puzzle: Any, cell: Any, digit: Any, grids: Any) -> Any:
    """Is there a solution of the puzzle with another digit in that cell, which is blank?"""
    place_givens(stack, puzzle)
    strike(stack, 16 * (cell // 27), digit - 1, 1 << (cell % 27))
    _, solutions, _ = search(stack, 0, grids[:0], 1, NO_LIMIT)
    return solutions > 0


@inner
def take(stack: Any, puzzle: Any, grids: Any, orbit: Any) -> Any:
    """Remove the clues of an orbit, if the puzzle then still has one solution; how many were removed.

    A removal keeps the solution unique if no solution has another digit in that cell, so the cells are
    checked one after the other; if one fails, all are put back.
    """
    number = 0
    for cell in orbit:
        if cell < 0:
            break
        puzzle[cell] = 0
        number += 1
        if has_other(stack, puzzle, cell, grids[0, cell], grids):
            for i in range(number):
                puzzle[orbit[i]] = grids[0, orbit[i]]
            return 0
    return number


@kernel
def make(
    seed: Any,
    number: Any,
    attempt: Any,
    attempts: Any,
    orbits: Any,
    least: Any,
    most: Any,
    puzzle: Any,
    grids: Any,
) -> Any:
    """Write a puzzle with `least` to `most` clues to `puzzle`, and its solution to grids[0]. Returns the
    number of full grids that were tried, 0 if none of them gave such a puzzle, and the number of clues of the
    last.

    Up to `attempts` grids are tried, number `attempt` of the seed first. An orbit whose removal would leave
    fewer than `least` clues stays. `orbits`: int64[orbit, cell], filled up with -1.
    """
    stack = np.zeros(LEVEL * LEVELS, np.uint32)
    state = np.zeros(1, np.uint64)
    digits, order = np.zeros(9, np.int64), np.zeros(len(orbits), np.int64)
    clues = CELLS
    for trial in range(attempts):
        state[0] = mixed(mixed(mixed(uint64(seed)) + uint64(number)) + uint64(attempt + trial))
        count_up(digits, 1)
        count_up(order, 0)
        fill(stack, state, digits, grids)
        shuffle(state, order)
        copy(grids[0], puzzle)
        clues = CELLS
        for i in order:
            size = 0
            for cell in orbits[i]:
                size += cell >= 0
            if clues - size >= least:
                clues -= take(stack, puzzle, grids, orbits[i])
        if clues <= most:
            return trial + 1, clues
    return 0, clues


def works() -> list[Work]:
    """The compilation of `make`."""
    cells, grids = np.zeros(CELLS, np.uint8), np.zeros((1, CELLS), np.uint8)
    return [Work(make, (0, 0, 0, 0, np.zeros((1, 8), np.int64), 0, CELLS, cells, grids))]
