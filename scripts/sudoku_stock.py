"""Make sudokus of several classes from a seed, for bench_sudoku.py: arrays uint8[n, 81], 0 is a blank.

    easy      one solution, minimal puzzles with ten clues more
    minimal   one solution, and no clue to spare
    sparse    minimal with few clues, as the puzzles of 17 clues are
    hard      minimal, climbed: the search takes many nodes whichever way the puzzle is turned
    ambiguous a hard puzzle without one clue: several solutions
    open      26 clues of a full grid: several solutions, mostly very many

Hill-climbing in the vicinity of the puzzles so far (some clues out, others in) is how players' forums found
their hardest. The nodes counted are those of our own engine: the puzzles are the ones that are hard for it,
so a comparison with another solver is not to our advantage. For that reason two versions of the engine are
not compared on the hard class of one of them alone: it holds what that one version branches on badly.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import CELLS, SudokuEnumeration, solve_many

Rng = np.random.Generator
Score = Callable[[np.ndarray, Rng], np.ndarray]


def grids(n: int, rng: Rng) -> np.ndarray:
    """Full grids, each a solution of three random boxes on the diagonal."""
    grids = np.zeros((n, CELLS), np.uint8)
    some = np.zeros((500, CELLS), np.uint8)
    for grid in grids:
        puzzle = np.zeros((9, 9), np.uint8)
        for k in range(0, 9, 3):
            puzzle[k : k + 3, k : k + 3] = (rng.permutation(9) + 1).reshape(3, 3)
        turned = turn(some[: SudokuEnumeration(puzzle.ravel()).fill(some)], rng)
        grid[:] = turned[rng.integers(len(turned))]
    return grids


def turn(puzzles: np.ndarray, rng: Rng) -> np.ndarray:
    """Equivalent puzzles: digits, bands, rows, stacks and columns in another order, perhaps transposed."""

    def order() -> np.ndarray:
        return np.concatenate([3 * band + rng.permutation(3) for band in rng.permutation(3)])

    digits = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
    boards = digits[puzzles].reshape(-1, 9, 9)[:, order()][:, :, order()]
    return np.ascontiguousarray(boards.swapaxes(1, 2) if rng.random() < 0.5 else boards).reshape(-1, CELLS)


def one_solution(puzzles: np.ndarray) -> np.ndarray:
    return np.asarray(solve_many(puzzles, 2).counts == 1)


def minimal(puzzles: np.ndarray, rng: Rng) -> np.ndarray:
    """Each puzzle without clues that it does not need; in random order, one try for each cell."""
    puzzles = puzzles.copy()
    order = rng.permuted(np.tile(np.arange(CELLS), (len(puzzles), 1)), axis=1)
    for cells in order.T:
        given = np.flatnonzero(puzzles[np.arange(len(puzzles)), cells])
        without = puzzles[given]
        without[np.arange(len(given)), cells[given]] = 0
        spare = given[one_solution(without)]
        puzzles[spare, cells[spare]] = 0
    return puzzles


def less(puzzles: np.ndarray, clues: int, rng: Rng) -> np.ndarray:
    """Each puzzle without so many of its clues, chosen at random."""
    puzzles = puzzles.copy()
    for puzzle in puzzles:
        puzzle[rng.choice(np.flatnonzero(puzzle), clues, replace=False)] = 0
    return puzzles


def vicinity(puzzles: np.ndarray, out: int, rng: Rng) -> np.ndarray:
    """For each puzzle a minimal one that has all but `out` of its clues, and others instead."""
    puzzles = less(puzzles, out, rng)
    some, goals = np.zeros((60, CELLS), np.uint8), np.zeros_like(puzzles)
    for puzzle, goal in zip(puzzles, goals):
        goal[:] = some[rng.integers(SudokuEnumeration(puzzle).fill(some))]
    order = np.argsort(rng.random(puzzles.shape) + (puzzles > 0), axis=1)
    ambiguous = np.arange(len(puzzles))
    for k in range(CELLS):
        cells = order[ambiguous, k]
        puzzles[ambiguous, cells] = goals[ambiguous, cells]
        ambiguous = ambiguous[~one_solution(puzzles[ambiguous])]
        if not len(ambiguous):
            break
    return minimal(puzzles, rng)


def climbed(puzzles: np.ndarray, score: Score, rounds: int, rng: Rng) -> np.ndarray:
    """As many puzzles, of greater score: in each round the best of the last and of their vicinity."""
    size, scores = len(puzzles), score(puzzles, rng)
    for _ in range(rounds):
        near = vicinity(np.repeat(puzzles, 4, axis=0), int(rng.integers(1, 4)), rng)
        puzzles, first = np.unique(np.concatenate([puzzles, near]), axis=0, return_index=True)
        scores = np.concatenate([scores, score(near, rng)])[first]
        best = np.argsort(-scores, kind="stable")[:size]
        puzzles, scores = puzzles[best], scores[best]
    return puzzles


def hardness(puzzles: np.ndarray, rng: Rng) -> np.ndarray:
    """The least number of nodes over four ways to turn the puzzle."""
    nodes = [solve_many(turn(puzzles, rng), 2).nodes for _ in range(4)]
    return np.asarray(np.min(nodes, axis=0), np.float64)


def sparseness(puzzles: np.ndarray, rng: Rng) -> np.ndarray:
    """Fewer clues; among equals, at random."""
    return rng.random(len(puzzles)) - (puzzles > 0).sum(axis=1)


def stock(n: int, rounds: int, seed: int) -> dict[str, np.ndarray]:
    """The classes, at most n puzzles each; `rounds` of climbing."""
    rng = np.random.default_rng(seed)
    full = grids(n, rng)
    small = minimal(full, rng)
    easy, spare = small.copy(), np.argsort(rng.random(small.shape) + (small > 0), axis=1)[:, :10]
    np.put_along_axis(easy, spare, np.take_along_axis(full, spare, axis=1), axis=1)
    few = max(1, n // 5)
    hard = climbed(small[:few], hardness, rounds, rng)
    opened = np.where(rng.permuted(np.tile(np.arange(CELLS) < 26, (n, 1)), axis=1), full, 0).astype(np.uint8)
    return {
        "easy": easy,
        "minimal": small,
        "sparse": climbed(small[:few], sparseness, rounds, rng),
        "hard": hard,
        "ambiguous": less(np.repeat(hard, 5, axis=0), 1, rng),
        "open": opened[~one_solution(opened)],
    }
