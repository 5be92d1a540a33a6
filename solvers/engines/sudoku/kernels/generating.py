"""Make plain 9x9 sudokus with one solution from a seed: a full grid, from which cells are taken at random.

    make(seed, number, attempt, ...)    one puzzle; the same bytes on every machine

A cell may go if no solution of the rest has another digit there: one search for one solution, with that digit
struck from the cell. A cell that may not go may not go later either, so one pass leaves a puzzle without a
clue to spare. Cells go by *orbits*, sets of cells that a symmetry of the drawing moves onto each other; an
orbit goes as a whole or not at all. Random numbers are splitmix64's, of a state of their own per attempt.
Trade-off: full grids are not drawn evenly from all, but from random boxes and cells, completed by the search.
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
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9_rules import compiled, inlined, inner
from zenkai_solver.solvers.kernels.bits import copy
from zenkai_solver.solvers.kernels.jit import Work

GOLDEN = 0x9E3779B97F4A7C15
MIX1, MIX2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
CHOSEN = 10  # cells of a full grid that are tried at random beside three boxes


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
    for i in range(len(order) - 1, 0, -1):
        j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]


@inner
def count_up(row: Any, first: Any) -> Any:
    for i in range(len(row)):
        row[i] = first + i


@inner
def fill(stack: Any, state: Any, digits: Any, grids: Any) -> Any:
    """A full grid in grids[0]: three boxes on the diagonal, some cells, and the first solution of these."""
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
            _, found, _ = search(stack, 0, grids[:0], 1, NO_LIMIT)
            if found == 0:
                grid[cell] = 0
    place_givens(stack, grid)
    search(stack, 0, grids, 1, NO_LIMIT)


@inner
def has_other(stack: Any, puzzle: Any, cell: Any, digit: Any, grids: Any) -> Any:
    """Is there a solution of the puzzle with another digit in that cell, which is blank?"""
    place_givens(stack, puzzle)
    strike(stack, 16 * (cell // 27), digit - 1, 1 << (cell % 27))
    _, found, _ = search(stack, 0, grids[:0], 1, NO_LIMIT)
    return found > 0


@inner
def take(stack: Any, puzzle: Any, grids: Any, orbit: Any) -> Any:
    """Take the cells of an orbit from the puzzle, if it still has one solution then; how many were taken.

    If each cell in turn leaves one solution, so do all together.
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


@compiled
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
    """One puzzle with `least` to `most` clues, and its solution in grids[0]; -> attempts, clues of the last.

    Orbits that would leave fewer than `least` stay. From `attempt` on, up to `attempts` grids are tried: 0
    attempts means that none gave such a puzzle. `orbits` are int64[orbit, cell], -1 after the last cell.
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
    """What `make` compiles."""
    cells, grids = np.zeros(CELLS, np.uint8), np.zeros((1, CELLS), np.uint8)
    return [Work(make, (0, 0, 0, 0, np.zeros((1, 8), np.int64), 0, CELLS, cells, grids))]
