"""A SAT solver to which constraints are added between questions; those about graphs are stated by cuts.

A constraint may be under a condition: a literal that is assumed where the constraint is to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import Clause, Constraint, Lit, OnGraph
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.cuts import cut
from zenkai_solver.solvers.engines.sat.cutting import PART, CutSolver
from zenkai_solver.solvers.engines.sat.slices import SOLVER

PORTION = 100  # conflicts of a search between two looks at the clock and at the bound of its work
PROPAGATIONS = 1_000  # of the solver in a unit of work: unlike conflicts they take as long in any model
PER_ROUND = 20  # units of work that take as long as a round of cuts


@dataclass(frozen=True)
class WorkBounded:
    """What a search within a bound of work gave: the true variables, or None if there are none, or if the
    answer is `open`; and the work that it took.
    """

    true: frozenset[int] | None
    open: bool
    work: int


class ConstraintSolver:
    """Clauses and constraints, which may be added at any time. Close it after use."""

    def __init__(self, deadline: Deadline = NEVER) -> None:
        from pysat.solvers import Solver  # slow to import

        self.solver, self.top = Solver(name=SOLVER), 0
        # without facts: those of one question alone
        self.search = CutSolver(self.solver, deadline.check, conflicts=PORTION)
        self.core: frozenset[Lit] = frozenset()

    def close(self) -> None:
        self.solver.delete()

    def fresh(self) -> int:
        self.top += 1
        self.solver.add_clause([self.top, -self.top])  # which makes it a variable of every assignment
        return self.top

    def add(self, constraints: Sequence[Constraint], condition: Lit | None = None) -> None:
        """The constraints hold where the condition, if any, is true. Raises Interrupted."""
        for first in range(0, len(constraints), PART):
            self.search.look()
            part = constraints[first : first + PART]
            self._state([one.lits for one in part if type(one) is Clause], condition)
            for constraint in part:
                if type(constraint) is not Clause:
                    self._add_larger(constraint, condition)

    def _add_larger(self, constraint: Constraint, condition: Lit | None) -> None:
        """The same of one that is no clause."""
        self.search.look()
        if isinstance(constraint, OnGraph):
            graph = cut(constraint)
            self.search.watch([graph], condition)
            self._state(graph.stated(), condition)
        else:
            self._state(clauses(constraint, self.fresh), condition)

    def _state(self, stated: Iterable[Sequence[Lit]], condition: Lit | None) -> None:
        under = () if condition is None else (-condition,)
        self.solver.append_formula([(*clause, *under) for clause in stated])

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

    def solution_within(self, assumed: Sequence[Lit], most: float) -> WorkBounded:
        """The same; open where it takes more work than `most`, by PORTION conflicts or a round of cuts.

        Raises Interrupted.
        """
        look, before, rounds = self.search.look, self._propagations, 0

        def work() -> int:
            return (self._propagations - before) // PROPAGATIONS + PER_ROUND * rounds

        def counted() -> None:
            nonlocal rounds
            look()
            if work() >= most:
                raise Interrupted(WORK_LIMIT)
            rounds += 1

        self.search.look = counted
        try:
            return WorkBounded(self.solution(assumed), False, work())
        except Interrupted as cut:
            if str(cut) != WORK_LIMIT:
                raise
            return WorkBounded(None, True, work())
        finally:
            self.search.look = look

    @property
    def _propagations(self) -> int:
        """How many the solver has made so far."""
        return int(self.solver.accum_stats()["propagations"])
