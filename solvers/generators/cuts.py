"""A SAT solver to which constraints are added between questions; those about graphs are stated by cuts.

A cut stays for later questions. A constraint may be under a condition: a literal that is assumed where the
constraint is to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zenkai_solver.models.constraints import Constraint, Lit, OnGraph
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.cuts import Cut, cut
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

NO_FACTS: frozenset[Lit] = frozenset()  # what holds for one question need not hold for the next


class CutSolver:
    """Clauses and constraints, which may be added at any time. Close it after use."""

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
        """The constraint holds where the condition, if any, is true."""
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
        """The true variables of an assignment in which these literals are true. Raises Interrupted."""
        each = dict.fromkeys(assumed)  # more assumptions than variables corrupt the memory of Glucose
        if any(-lit in each for lit in each):
            return None
        watched: list[tuple[Lit | None, Cut[Any]]] = [(None, graph) for graph in self.always]
        watched += [(lit, graph) for lit in each for graph in self.under.get(lit, ())]
        while satisfiable(self.solver, self.deadline.check, each):
            true = frozenset(self.solver.get_model())
            wrong = False
            for condition, graph in watched:
                broken = list(graph.broken(true.__contains__, NO_FACTS))
                self._state(broken, condition)
                wrong = wrong or bool(broken)
            if not wrong:
                return frozenset(lit for lit in true if lit > 0)
        return None
