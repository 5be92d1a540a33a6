"""A SAT solver to which constraints are added between questions; those about graphs are stated by cuts.

A constraint may be under a condition: a literal that is assumed where the constraint is to hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import count

from zenkai_solver.models.constraints import Constraint, Lit, OnGraph
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.cuts import cut
from zenkai_solver.solvers.engines.sat.cutting import CutSolver
from zenkai_solver.solvers.engines.sat.slices import SOLVER

PORTION = 100  # conflicts of a search between two looks at the clock and at the bound of its work


class ConstraintSolver:
    """Clauses and constraints, which may be added at any time. Close it after use."""

    def __init__(self, deadline: Deadline = NEVER) -> None:
        from pysat.solvers import Solver  # slow to import

        self.solver, self.top = Solver(name=SOLVER), 0
        # without facts: those of one question alone
        self.search = CutSolver(self.solver, deadline.check, conflicts=PORTION)
        self.core: frozenset[Lit] = frozenset()
        self.rounds = 0  # of searches within a bound of work

    def close(self) -> None:
        self.solver.delete()

    def fresh(self) -> int:
        self.top += 1
        self.solver.add_clause([self.top, -self.top])  # which makes it a variable of every assignment
        return self.top

    def add(self, constraint: Constraint, condition: Lit | None = None) -> None:
        """The constraint holds where the condition, if any, is true. Raises Interrupted."""
        self.search.look()
        if isinstance(constraint, OnGraph):
            graph = cut(constraint)
            self.search.watch([graph], condition)
            self._state(graph.stated(), condition)
        else:
            self._state(clauses(constraint, self.fresh), condition)

    def _state(self, stated: Iterable[Sequence[Lit]], condition: Lit | None) -> None:
        for clause in stated:
            self.solver.add_clause(clause if condition is None else (*clause, -condition))

    def solution(self, assumed: Sequence[Lit] = ()) -> frozenset[int] | None:
        """The true variables of an assignment in which these literals are true. Raises Interrupted.

        If there is none, `core` are some of them that leave none.
        """
        each = dict.fromkeys(assumed)  # more assumptions than variables corrupt the memory of Glucose
        opposed = next((lit for lit in each if -lit in each), None)
        if opposed is not None:
            self.core = frozenset((opposed, -opposed))
            return None
        if not self.search.satisfiable([*each]):
            self.core = frozenset(self.solver.get_core() or ())
            return None
        return frozenset(lit for lit in self.solver.get_model() if lit > 0)

    def solution_within(
        self, assumed: Sequence[Lit], most: float, rounds: float = math.inf
    ) -> tuple[frozenset[int] | None, int]:
        """The same, None also where that takes `most` conflicts, or so many `rounds` of cuts, or of PORTION
        conflicts; and how many conflicts it took, by PORTION.
        """
        look, before, round_number = self.search.look, self.conflicts, count()

        def counted() -> None:
            look()
            self.rounds += 1
            if self.conflicts - before >= most or next(round_number) >= rounds:
                raise Interrupted(WORK_LIMIT)

        self.search.look = counted
        try:
            return self.solution(assumed), self.conflicts - before
        except Interrupted as cut:
            if str(cut) != WORK_LIMIT:
                raise
            return None, self.conflicts - before
        finally:
            self.search.look = look

    @property
    def conflicts(self) -> int:
        """How many the solver has met so far."""
        return int(self.solver.accum_stats()["conflicts"])
