"""What is left of a few rules where most is known: small clauses, for a small solver of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.theory import Clauses, Theory

Residual = list[list[Lit]]

FEW = 2_000  # variables: a solver has room for so many at once
LARGE = 10_000  # clauses: above it a solver that has them all is quicker than a new one


class Residue:
    """The clauses of each rule, and of the axioms on its facts, without what is known.

    `touch` says which rules have changed; the others are not simplified again.
    """

    def __init__(self, theory: Theory, variables: Sequence[Iterable[int]], oracle: Oracle) -> None:
        self.theory, self.variables = theory, variables
        self.oracle, self.deadline = oracle, oracle.deadline
        self._found: dict[int, Clauses] = {}
        self._reach: dict[int, tuple[int, ...]] = {}
        self._kept: dict[int, Residual] = {}

    @cached_property
    def _by_variable(self) -> dict[int, list[int]]:
        """The axioms with each variable."""
        axioms: dict[int, list[int]] = {}
        for i, clause in enumerate(self.theory.clausal.axioms):
            for lit in clause:
                axioms.setdefault(abs(lit), []).append(i)
        return axioms

    def axioms(self, rule: int) -> Clauses:
        """The axioms on the rule's variables; through auxiliary ones, on what these are made of."""
        if rule not in self._found:
            self._found[rule] = self._closed(self.variables[rule])
        return self._found[rule]

    def _closed(self, variables: Iterable[int]) -> Clauses:
        found: dict[int, None] = {}
        seen, left = set(variables), list(variables)
        while left:
            for i in self._by_variable.get(left.pop(), ()):
                if i not in found:
                    found[i] = None
                    more = {abs(lit) for lit in self.theory.clausal.axioms[i]} - seen
                    more = {var for var in more if var not in self.theory.facts}
                    seen |= more
                    left += more
        return tuple(self.theory.clausal.axioms[i] for i in found)

    def reach(self, rule: int) -> tuple[int, ...]:
        """The facts on which, by the axioms, the rule's own variables bear; these first."""
        if rule not in self._reach:
            near = (abs(lit) for clause in self.axioms(rule) for lit in clause)
            both = dict.fromkeys((*self.variables[rule], *near))
            self._reach[rule] = tuple(var for var in both if var in self.theory.facts)
        return self._reach[rule]

    def touch(self, rules: Iterable[int]) -> None:
        for rule in rules:
            self._kept.pop(rule, None)

    def of(self, rule: int, known: set[Lit]) -> Residual:
        if rule not in self._kept:
            self._kept[rule] = [
                [lit for lit in clause if -lit not in known]
                for clause in (*self.theory.clausal.rules[rule], *self.axioms(rule))
                if known.isdisjoint(clause)
            ]
        return self._kept[rule]

    def consequences(self, rules: Sequence[int], known: set[Lit], lits: Iterable[Lit]) -> list[Lit] | None:
        """Those of the literals that follow from the rules and what is known; None: these do not fit.

        Every answer of the solver that keeps the rules strikes out the literals that are false in it.
        """
        from pysat.solvers import Solver  # slow to import

        if sum(map(self._size, rules)) > LARGE:
            return self.oracle.consequences(rules, known, lits)
        clauses = [clause for rule in rules for clause in self.of(rule, known)]
        number = Numbering() if self.theory.clausal.top > FEW else Same(self.theory.clausal.top)
        stated = clauses if isinstance(number, Same) else [list(map(number, clause)) for clause in clauses]
        with Solver(name=SOLVER, bootstrap_with=stated) as solver:
            if not satisfiable(solver, self.deadline.check):
                return None
            left = {number(lit): lit for lit in lits}
            while left:
                solver.add_clause([-(guard := number.fresh()), *(-lit for lit in left)])
                solver.set_phases([-lit for lit in left])
                if not satisfiable(solver, self.deadline.check, [guard]):
                    break
                true = set(solver.get_model())
                left = {lit: said for lit, said in left.items() if lit in true}
        return list(left.values())

    def _size(self, rule: int) -> int:
        return len(self.theory.clausal.rules[rule]) + len(self.axioms(rule))


class Numbering:
    """Variables by new numbers 1, 2, ... in the order in which they are met: solvers have as many as that."""

    def __init__(self) -> None:
        self._new: dict[int, int] = {}

    def __call__(self, lit: Lit) -> Lit:
        var = self._new.setdefault(abs(lit), len(self._new) + 1)
        return var if lit > 0 else -var

    def fresh(self) -> int:
        return self._new.setdefault(-len(self._new) - 1, len(self._new) + 1)


class Same:
    """Variables 1, 2, ... to `top` by their own numbers."""

    def __init__(self, top: int) -> None:
        self._top = top

    def __call__(self, lit: Lit) -> Lit:
        return lit

    def fresh(self) -> int:
        self._top += 1
        return self._top
