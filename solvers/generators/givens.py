"""Random minimal givens that leave one solution, for puzzles of any family.

Givens are removed in random order, as long as enough are left and no other solution has all of them. Every
decision depends on the seed and on whether some givens have a solution, or another one; never on which
solution a solver finds. So another solver, or another version, makes the same puzzle. Other solutions are
remembered by the givens that they lack: one which has all givens that would be left answers a question
without a search.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Clue, Encoding, Givable, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable
from zenkai_solver.solvers.uniqueness.others import Others, SatOthers

if TYPE_CHECKING:
    from pysat.solvers import Solver


class SolutionSampler:
    """Draws random solutions of a puzzle by a SAT solver. Close it after use."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> None:
        self.puzzle, self.deadline = puzzle, deadline
        self.model: Model = puzzle.model()

    @cached_property
    def solver(self) -> Solver:
        from pysat.solvers import Solver  # slow to import

        cnf = lower(self.model)
        solver = Solver(name=SOLVER, bootstrap_with=cnf.clauses)
        solver.append_formula([var, -var] for var in range(1, cnf.top + 1))
        return solver

    def close(self) -> None:
        if "solver" in vars(self):
            self.solver.delete()

    def random_solution(self, rng: random.Random) -> Board | None:
        """A random solution, not uniformly distributed: in random order each variable is made true if that is
        consistent with those before. None if there is no solution. Raises Interrupted.
        """
        chosen: list[int] = []
        true = self._solution(chosen)
        if true is None:
            return None
        order = list(self.model.projection)
        rng.shuffle(order)
        for var in order:
            if var not in true:
                other = self._solution([*chosen, var])
                if other is None:
                    continue
                true = other
            chosen.append(var)
        return self.puzzle.decode(tuple(sorted(chosen)))

    def _solution(self, assumed: Sequence[int]) -> set[int] | None:
        """The true variables of a solution with the assumed literals, or None. Raises Interrupted."""
        if not satisfiable(self.solver, self.deadline.check, assumed):
            return None
        return {lit for lit in self.solver.get_model() if lit > 0}


def taken(
    source: SolutionSampler, board: Board, orbits: Sequence[Sequence[int]], least: int, rng: random.Random
) -> list[Clue]:
    """At least `least` givens of the board that leave no other solution: from all of them, orbits that are
    not needed are removed in random order. Raises Interrupted.
    """
    puzzle = source.puzzle
    assert isinstance(puzzle, Givable)
    assert isinstance(puzzle, Encoding)
    clues = puzzle.clues(board)
    order = [list(orbit) for orbit in orbits]
    rng.shuffle(order)
    with closing(SatOthers(source.model, clues, puzzle.encode(board), source.deadline)) as others:
        left = minimised(others, len(clues), order, least)
    return [clues[number] for number in sorted(left)]


def minimised(others: Others, total: int, order: Sequence[Sequence[int]], least: int) -> set[int]:
    """The clues of 0 .. total - 1 that are left after each orbit in turn is removed, unless another solution
    then has the rest or fewer than `least` would be left. Raises Interrupted.
    """
    left, lacked_before = set(range(total)), list[frozenset[int]]()
    for orbit in order:
        rest = left.difference(orbit)
        if len(rest) < least or any(rest.isdisjoint(lacked) for lacked in lacked_before):
            continue
        lacked = others.lacking(rest)
        if lacked is None:
            left = rest
        else:
            lacked_before.append(lacked)
    return left


def some_givens(
    puzzle: Puzzle, board: Board, number: int, rng: random.Random, deadline: Deadline = NEVER
) -> list[Clue] | None:
    """`number` givens of the board that leave no other solution; None if a random minimal set has more.

    Raises Interrupted.
    """
    assert isinstance(puzzle, Givable)
    every = [[clue] for clue in range(len(puzzle.clues(board)))]
    with closing(SolutionSampler(puzzle, deadline)) as source:
        clues = taken(source, board, every, number, rng)
    return clues if len(clues) == number else None
