"""An incremental SAT solver for constraints, those about graphs by cuts (see `engines/sat/cuts.py`).

Constraints can be added between questions, and a cut stays for later questions. A constraint may have a
condition, a literal that is assumed in those questions in which the constraint holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zenkai_solver.models.constraints import Constraint, Lit, OnGraph
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.cuts import Cut, cut
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

NO_FACTS: frozenset[Lit] = frozenset()  # cuts must not rely on literals that only one question assumes


class CutSolver:
    """Clauses and constraints, which may be added at any time. Close it after use.

    `always`: the cuts without a condition; under[condition]: those with it.
    """

    def __init__(self, deadline: Deadline = NEVER) -> None:
        from pysat.solvers import Solver  # slow to import

        self.solver, self.deadline, self.top = Solver(name=SOLVER), deadline, 0
        self.always: list[Cut[Any]] = []
        self.under: dict[Lit, list[Cut[Any]]] = {}

    def close(self) -> None:
        self.solver.delete()

    def fresh(self) -> int:
        self.top += 1
        self.solver.add_clause([self.top, -self.top])  # which makes it a variable of every assignment
        return self.top

    def add(self, constraint: Constraint, condition: Lit | None = None) -> None:
        """Add a constraint, which holds where the condition, if any, is true."""
        if isinstance(constraint, OnGraph):
            graph = cut(constraint)
            (self.always if condition is None else self.under.setdefault(condition, [])).append(graph)
            self._state(graph.stated(NO_FACTS), condition)
        else:
            self._state(clauses(constraint, self.fresh), condition)

    def _state(self, stated: Iterable[Sequence[Lit]], condition: Lit | None) -> None:
        for clause in stated:
            self.solver.add_clause(clause if condition is None else (*clause, -condition))

    def solution(self, assumed: Sequence[Lit] = ()) -> frozenset[int] | None:
        """The true variables of an assignment that satisfies the constraints and assumed literals; None if
        there is none. Raises Interrupted.
        """
        watched: list[tuple[Lit | None, Cut[Any]]] = [(None, graph) for graph in self.always]
        watched += [(lit, graph) for lit in assumed for graph in self.under.get(lit, ())]
        while satisfiable(self.solver, self.deadline.check, assumed):
            true = frozenset(self.solver.get_model())
            wrong = False
            for condition, graph in watched:
                broken = list(graph.broken(true.__contains__, NO_FACTS))
                self._state(broken, condition)
                wrong = wrong or bool(broken)
            if not wrong:
                return frozenset(lit for lit in true if lit > 0)
        return None
