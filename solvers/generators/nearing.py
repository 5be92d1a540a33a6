"""Plain 9x9 sudokus whose rating is as wanted, reached from others by exchanging clues.

The first puzzles of a stream are tried as they are. Those nearest to what is wanted are then changed: a few
clues of the solution are added, and all that can be spared then are left out, the new ones last. The nearest
ones are kept, and changed in turn. Puzzles that differ in few clues are often of similar difficulty, so that
ratings are reached which hardly any random puzzle has. Each choice depends on the seed and on the ratings.

Source: the {-1+1} and {-2+2} of those who look for puzzles of few clues or high ratings; here clues are
exchanged within one solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sudoku.kernels.sudoku9 import solve_many
from zenkai_solver.solvers.generators.difficulty import LOST, Difficulty, WantedDifficulty

UNCHANGED = 10  # puzzles of the stream that are tried as they are
FRESH = 0.1  # the usual chance that another one is tried later, in place of a change
KEPT = 4  # the nearest puzzles, which are changed
ADDED = (1, 2, 3)  # orbits of clues that a change adds
CHANGES = 20  # changes that are drawn until some give new puzzles
COMPARED = 5  # new puzzles, of which the one with the most nodes of search is tried where all are too easy


@dataclass
class NearingSearch:
    """The search for puzzles from a stream, uint8[81] each, with `least` to `most` clues in whole orbits.

    `ratings`: of the puzzles that were tried for the present one; `fresh`: the chance of another one of the
    stream in place of a change.
    """

    stream: Iterator[np.ndarray]
    orbits: Sequence[Sequence[int]]
    least: int
    most: int
    wanted: WantedDifficulty
    rate: Callable[[np.ndarray], Difficulty]
    rng: random.Random
    ratings: list[Difficulty] = field(default_factory=list)
    fresh: float = FRESH

    def puzzle(self, most: int, deadline: Deadline = NEVER) -> np.ndarray | None:
        """The first puzzle that is as wanted; None if none of `most` is. Raises Interrupted."""
        nearest: list[tuple[float, int, np.ndarray]] = []
        seen = set[bytes]()
        self.ratings.clear()
        for number in range(most):
            deadline.check()
            changed = None
            some_near = number >= UNCHANGED and nearest[0][0] < LOST
            if some_near and self.rng.random() >= self.fresh:
                changed = self._changed(self.rng.choice(nearest)[2], seen)
            puzzle = self._fresh(deadline) if changed is None else changed
            seen.add(puzzle.tobytes())
            self.ratings.append(self.rate(puzzle))
            distance = self.wanted.distance(self.ratings[-1])
            if not distance:
                return puzzle
            nearest = sorted([*nearest, (distance, -number, puzzle)], key=lambda one: one[:2])[:KEPT]
        return None

    def _fresh(self, deadline: Deadline) -> np.ndarray:
        """The next puzzle of the stream that may be hard enough."""
        while not self._may_be_wanted(puzzle := next(self.stream)):
            deadline.check()
        return puzzle

    def _may_be_wanted(self, puzzle: np.ndarray) -> bool:
        """Singles and locked candidates solve most puzzles that a search solves without a guess."""
        return not self.wanted.beyond_singles or nodes_of(puzzle) > 1

    def _changed(self, puzzle: np.ndarray, seen: Collection[bytes]) -> np.ndarray | None:
        """The puzzle with other clues of its solution; None if only such were drawn as were tried before."""
        changes: list[np.ndarray] = []
        for _ in range(CHANGES):
            changed = self.exchanged(puzzle)
            new = changed.tobytes() not in seen and np.count_nonzero(changed) <= self.most
            if new and self._may_be_wanted(changed):
                changes.append(changed)
            if len(changes) == (COMPARED if self.wanted.is_above(self.ratings) else 1):
                break
        return max(changes, key=nodes_of, default=None)

    def exchanged(self, puzzle: np.ndarray) -> np.ndarray:
        """The puzzle with a few orbits of clues more, without those that can be spared then."""
        given = [list(orbit) for orbit in self.orbits if puzzle[orbit[0]]]
        blank = [list(orbit) for orbit in self.orbits if not puzzle[orbit[0]]]
        added = self.rng.sample(blank, min(self.rng.choice(ADDED), len(blank)))
        self.rng.shuffle(given)
        changed, (grid,) = puzzle.copy(), solve_many(puzzle[None]).solutions
        for orbit in added:
            changed[orbit] = grid[orbit]
        return spared(changed, (*given, *added), self.least)


def spared(puzzle: np.ndarray, orbits: Iterable[Sequence[int]], least: int) -> np.ndarray:
    """The puzzle without the orbits of clues that can go, one after the other, with `least` clues left."""
    for orbit in orbits:
        fewer = puzzle.copy()
        fewer[list(orbit)] = 0
        if np.count_nonzero(fewer) >= least and is_unique(fewer):
            puzzle = fewer
    return puzzle


def is_unique(puzzle: np.ndarray) -> bool:
    """Has the puzzle, uint8[81], exactly one solution?"""
    return bool(solve_many(puzzle[None], 2).counts[0] == 1)


def nodes_of(puzzle: np.ndarray) -> int:
    """How many nodes a search for two solutions has: 1 where it guesses nothing."""
    return int(solve_many(puzzle[None], 2).nodes[0])
