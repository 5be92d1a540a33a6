"""The solutions other than the goal: is there one that has given clues of the goal, and which does it lack?

Clues are numbers 0, 1, ...; a solution lacks a clue if one of the clue's literals is false in it.

    SatOthers    by a SAT solver, with the clues as assumptions: for any model
    KnownOthers  from a table of all solutions, where these are known
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.puzzle import Clue
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, looking
from zenkai_solver.solvers.engines.sat.cutting import CutSolver, lowered
from zenkai_solver.solvers.engines.sat.slices import SOLVER


class Others(Protocol):
    """The solutions of a model other than the goal. Close it after use."""

    def lacking(self, given: Collection[int]) -> frozenset[int] | None:
        """The clues that some other solution lacks which has all the given ones; None if there is no such
        solution.

        Empty if the solution has all clues of the goal. Raises Interrupted.
        """

    def close(self) -> None: ...


class SatOthers:
    """`Others` by a SAT solver, which assumes the literals of the given clues. Its phases are the goal's
    values, so that its solutions differ little from the goal.
    """

    def __init__(
        self, model: Model, clues: Sequence[Clue], goal: Solution, deadline: Deadline = NEVER
    ) -> None:
        from pysat.solvers import Solver  # slow to import

        self.clues = [clue.lits for clue in clues]
        true = set(goal)
        literals = [var if var in true else -var for var in model.projection]
        cnf, cuts = lowered(model)
        self.solver = Solver(name=SOLVER, bootstrap_with=cnf.clauses)
        self.solver.append_formula([var, -var] for var in range(1, cnf.top + 1))
        self.solver.add_clause([-lit for lit in literals])
        self.solver.set_phases(literals)
        self.search = CutSolver(self.solver, deadline.check)
        self.search.watch(cuts)

    def lacking(self, given: Collection[int]) -> frozenset[int] | None:
        assumed = [lit for clue in given for lit in self.clues[clue]]
        if not self.search.satisfiable(assumed):
            return None
        return self.lacked(self.solver.get_model())

    def lacked(self, assignment: Sequence[Lit]) -> frozenset[int]:
        """The clues that the assignment, a literal per variable, lacks."""
        return frozenset(
            number
            for number, lits in enumerate(self.clues)
            if any((assignment[abs(lit) - 1] > 0) != (lit > 0) for lit in lits)
        )

    def close(self) -> None:
        self.solver.delete()


class KnownOthers:
    """`Others` by a table: has[solution, clue], one row for each different set of clues, those with the most
    clues first, so that `lacking` returns the smallest set.
    """

    def __init__(self, has: np.ndarray) -> None:
        packed = np.packbits(np.pad(has, ((0, 0), (0, 1))), axis=1)  # one byte at least
        _, first = np.unique(packed.view(f"V{packed.shape[1]}").reshape(-1), return_index=True)
        alike = has[np.sort(first)]
        self.has = alike[np.argsort(-alike.sum(axis=1), kind="stable")]

    @classmethod
    def of(cls, table: SolutionTable, goal: Solution, clues: Sequence[Clue]) -> KnownOthers:
        """The table of all solutions but the goal."""
        columns = [table.satisfying(clue.lits) for clue in clues]
        has = np.array(columns, np.bool_).reshape(len(clues), len(table.number)).T
        return cls(has[~(table.satisfying(goal) & (table.number == len(goal)))])

    def lacking(self, given: Collection[int]) -> frozenset[int] | None:
        able = self.has[:, list(given)].all(axis=1)
        if not able.any():
            return None
        return frozenset(np.flatnonzero(~self.has[able.argmax()]).tolist())

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class SolutionTable:
    """Solutions: true[var - 1, solution], and number[solution], how many variables are true."""

    true: np.ndarray
    number: np.ndarray

    @classmethod
    def of(cls, solutions: Sequence[Solution], size: int) -> SolutionTable:
        """The table of solutions over `size` variables. Raises Interrupted."""
        true = np.zeros((size, len(solutions)), np.bool_)
        for number, solution in enumerate(looking(solutions)):
            true[np.array(solution, np.int64) - 1, number] = True
        return cls(true, np.array([len(solution) for solution in solutions], np.int64))

    def satisfying(self, lits: Sequence[Lit]) -> np.ndarray:
        """bool[solution]: are all the literals true in it?"""
        every = np.ones(len(self.number), np.bool_)
        for lit in lits:
            every &= self.true[lit - 1] if lit > 0 else ~self.true[-lit - 1]
        return every
