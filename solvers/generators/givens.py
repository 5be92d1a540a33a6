"""So many givens of a solution that leave it alone, for puzzles of any family.

Givens go one by one in random order, as long as enough are left and no other solution has them all. So the
choice hangs on the seed alone, not on which solutions a solver finds: see `variants`.
"""

from __future__ import annotations

import random
from contextlib import closing

from zenkai_solver.models.puzzle import Clue, Givable, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.generators.variants import Source, taken

TRIALS = 500  # puzzles of which one with so many givens is looked for


def some_givens(
    puzzle: Puzzle, board: Board, number: int, rng: random.Random, deadline: Deadline = NEVER
) -> list[Clue] | None:
    """`number` givens of the board that leave it alone; None where those that were tried are not so few, or
    the board has not so many. Raises Interrupted.
    """
    assert isinstance(puzzle, Givable)
    every = [[clue] for clue in range(len(puzzle.clues(board)))]
    with closing(Source(puzzle, deadline)) as source:
        clues = taken(source, board, every, number, rng)
    return clues if len(clues) == number else None
