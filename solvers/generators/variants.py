"""Puzzles with one solution of any model: a random solution, from which givens are taken at random.

Every decision depends on whether a set of givens has a solution, or another one, and on the seed; never on
which solution a solver finds. So another solver, or another version, makes the same puzzle. Whatever other
solutions were met answer later questions without a search: one that lacks nothing but givens that are gone.
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


class Source:
    """The solutions of a puzzle, of which random ones are drawn; see `random_solution`."""

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
        """Variables in random order, each true if it can be beside those before; None without a solution.

        Not all solutions have the same chance.
        """
        chosen: list[int] = []
        known = self._solution(chosen)
        if known is None:
            return None
        order = list(self.model.projection)
        rng.shuffle(order)
        for var in order:
            if var not in known:
                found = self._solution([*chosen, var])
                if found is None:
                    continue
                known = found
            chosen.append(var)
        return self.puzzle.decode(tuple(sorted(chosen)))

    def _solution(self, assumed: Sequence[int]) -> set[int] | None:
        """The true variables of a solution. Raises Interrupted."""
        if not satisfiable(self.solver, self.deadline.check, assumed):
            return None
        return {lit for lit in self.solver.get_model() if lit > 0}


def taken(
    source: Source, board: Board, orbits: Sequence[Sequence[int]], least: int, rng: random.Random
) -> list[Clue]:
    """Givens of the solution that leave it alone, at least `least`: orbits of clues that are not needed go,
    in random order. Raises Interrupted.
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
    """The clues that are left of 0 .. total - 1, each orbit whole or not at all. Raises Interrupted."""
    left, met = set(range(total)), list[frozenset[int]]()
    for orbit in order:
        rest = left.difference(orbit)
        if len(rest) < least or any(rest.isdisjoint(lacked) for lacked in met):
            continue
        lacked = others.lacking(rest)
        if lacked is None:
            left = rest
        else:
            met.append(lacked)
    return left
