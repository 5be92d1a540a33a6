"""What is left of a few rules where most is known: small clauses, for a small solver of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.explaining.oracle import SOLVER
from zenkai_solver.solvers.explaining.theory import Clauses, Theory

Residual = list[list[Lit]]


class Residue:
    """The clauses of each rule, and of the axioms on its facts, without what is known.

    `touch` says which rules have changed; the others are not simplified again.
    """

    def __init__(
        self, theory: Theory, variables: Sequence[Iterable[int]], deadline: Deadline = NEVER
    ) -> None:
        self.theory, self.deadline = theory, deadline
        axioms: dict[int, list[int]] = {}
        for i, clause in enumerate(theory.clausal.axioms):
            for lit in clause:
                axioms.setdefault(abs(lit), []).append(i)
        self._axioms = [self._closed(own, axioms) for own in variables]
        self._kept: dict[int, Residual] = {}

    def _closed(self, variables: Iterable[int], axioms: dict[int, list[int]]) -> Clauses:
        """The axioms on these variables; through auxiliary ones, on what these are made of."""
        found: dict[int, None] = {}
        seen, left = set(variables), list(variables)
        while left:
            for i in axioms.get(left.pop(), ()):
                if i not in found:
                    found[i] = None
                    more = {abs(lit) for lit in self.theory.clausal.axioms[i]} - seen
                    more = {var for var in more if var not in self.theory.facts}
                    seen |= more
                    left += more
        return tuple(self.theory.clausal.axioms[i] for i in found)

    def reach(self, rule: int, variables: Iterable[int]) -> tuple[int, ...]:
        """The facts on which, by the axioms, the rule's own variables bear; these first."""
        near = (abs(lit) for clause in self._axioms[rule] for lit in clause)
        return tuple(var for var in dict.fromkeys((*variables, *near)) if var in self.theory.facts)

    def touch(self, rules: Iterable[int]) -> None:
        for rule in rules:
            self._kept.pop(rule, None)

    def of(self, rule: int, known: set[Lit]) -> Residual:
        if rule not in self._kept:
            self._kept[rule] = [
                [lit for lit in clause if -lit not in known]
                for clause in (*self.theory.clausal.rules[rule], *self._axioms[rule])
                if known.isdisjoint(clause)
            ]
        return self._kept[rule]

    def consequences(self, rules: Sequence[int], known: set[Lit], lits: Iterable[Lit]) -> list[Lit] | None:
        """Those of the literals that follow from the rules and what is known; None: these do not fit.

        Every answer of the solver that keeps the rules strikes out the literals that are false in it.
        """
        from pysat.solvers import Solver  # slow to import

        clauses = [clause for rule in rules for clause in self.of(rule, known)]
        left, top = list(lits), self.theory.clausal.top
        with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
            solver.add_clause([top, -top])
            if not solver.solve():
                return None
            while left:
                self.deadline.check()
                top += 1
                solver.add_clause([-top, *(-lit for lit in left)])
                solver.set_phases([-lit for lit in left])
                if not solver.solve(assumptions=[top]):
                    break
                true = solver.get_model()
                left = [lit for lit in left if true[abs(lit) - 1] == lit]
        return left
