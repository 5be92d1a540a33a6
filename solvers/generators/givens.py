"""Givens that leave one solution, chosen at random, for puzzles of any family.

Givens are removed in random order, as long as enough are left and no other solution has all the rest. Every
decision depends on the seed and on whether a set of givens has a solution, or another one; never on which
solution a solver finds. So another solver, or another version, makes the same puzzle. Other solutions that
were found answer later questions without a search: one that lacks only givens that are removed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Clue, Encoding, Givable, Puzzle
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.cutting import CutSolver, lowered
from zenkai_solver.solvers.engines.sat.slices import SOLVER
from zenkai_solver.solvers.uniqueness.others import Others, SatOthers


class SolutionSampler:
    """The solutions of a puzzle, of which random ones are drawn; see `random_solution`."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> None:
        self.puzzle, self.deadline = puzzle, deadline
        self.model: Model = puzzle.model()

    @cached_property
    def search(self) -> CutSolver:
        from pysat.solvers import Solver  # slow to import

        cnf, cuts = lowered(self.model)
        solver = Solver(name=SOLVER, bootstrap_with=cnf.clauses)
        solver.append_formula([var, -var] for var in range(1, cnf.top + 1))
        search = CutSolver(solver, self.deadline.check)
        search.watch(cuts)
        return search

    def close(self) -> None:
        if "search" in vars(self):
            self.search.solver.delete()

    def random_solution(self, rng: random.Random) -> Board | None:
        """Variables in random order, each true if it can be beside those before; None without a solution.

        Not all solutions have the same chance.
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
        """The true variables of a solution. Raises Interrupted."""
        if not self.search.satisfiable(assumed):
            return None
        return {lit for lit in self.search.solver.get_model() if lit > 0}


def taken(
    source: SolutionSampler, board: Board, orbits: Sequence[Sequence[int]], least: int, rng: random.Random
) -> list[Clue]:
    """Givens of the board that leave no other solution, `least` or more: orbits of clues that are not needed
    are removed in random order. Raises Interrupted.
    """
    puzzle = source.puzzle
    assert isinstance(puzzle, Givable)
    assert isinstance(puzzle, Encoding)
    clues = puzzle.clues(board)
    order = [list(orbit) for orbit in orbits]
    rng.shuffle(order)
    with closing(SatOthers(source.model, clues, puzzle.encode(board), source.deadline)) as others:
        left = without(others, len(clues), order, least)
    return [clues[number] for number in sorted(left)]


def without(others: Others, total: int, order: Sequence[Sequence[int]], least: int) -> set[int]:
    """The clues that are left of 0 .. total - 1; an orbit stays or goes as a whole. Raises Interrupted."""
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
    """`number` givens of the board that leave no other solution; None where none are found.

    Raises Interrupted.
    """
    assert isinstance(puzzle, Givable)
    every = [[clue] for clue in range(len(puzzle.clues(board)))]
    with closing(SolutionSampler(puzzle, deadline)) as source:
        clues = taken(source, board, every, number, rng)
    return clues if len(clues) == number else None
