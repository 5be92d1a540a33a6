"""What an argument needs of the rules and facts that it could use, and one rule by itself, to be quick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.engines.sat.slices import satisfiable
from zenkai_solver.solvers.explaining.oracle import SOLVER
from zenkai_solver.solvers.explaining.residue import Numbering, Residue

Core = tuple[list[int], list[Lit]]

GUARD: Lit = 0  # no fact has this number


class Answering(Protocol):
    """What an `Oracle` can be asked, too."""

    def guarded(self, lits: Iterable[Lit]) -> Lit: ...

    def fits(self, rules: Iterable[int], lits: Iterable[Lit] = ()) -> bool: ...

    @property
    def core(self) -> Core: ...


class Narrow:
    """An oracle of one rule with the axioms on its facts. Where no other axiom bears on these (`whole`), it
    answers as the oracle of the whole theory does. Close it after use.
    """

    def __init__(self, rule: int, residue: Residue) -> None:
        from pysat.solvers import Solver  # slow to import

        number, own = Numbering(), residue.theory.clausal.rules[rule]
        self.rule, self._on, self._guard = rule, number.fresh(), 0
        self._look = residue.deadline.check
        axioms = residue.axioms(rule)
        facts = dict.fromkeys(residue.variables[rule])
        variables = (*facts, *(abs(lit) for clause in (*own, *axioms) for lit in clause))
        self._new = {var: number(var) for var in variables}
        self._both = [GUARD, *(lit for var in self._new for lit in (var, -var))]
        self._old = {new: var for var, new in self._new.items()}
        self._fresh = number.fresh
        self.whole = residue.whole(rule, self._new)
        self._solver: Any = Solver(name=SOLVER)
        self._solver.append_formula([*map(number, clause), -self._on] for clause in own)
        self._solver.append_formula(list(map(number, clause)) for clause in axioms)

    def close(self) -> None:
        self._solver.delete()

    def knows(self, lits: Iterable[Lit]) -> bool:
        return all(abs(lit) in self._new for lit in lits)

    def guarded(self, lits: Iterable[Lit]) -> Lit:
        self._guard = self._fresh()
        self._solver.add_clause([-self._guard, *map(self._number, lits)])
        return GUARD

    def own(self, lits: Iterable[Lit]) -> list[Lit]:
        """Those of the literals that it knows, in the order of its own."""
        given = set(lits)
        return [lit for lit in self._both if lit in given]

    def fits(self, rules: Iterable[int], lits: Iterable[Lit] = ()) -> bool:
        assumed = [self._on] if self.rule in rules else []
        assumed += map(self._number, self.own(lits))
        return satisfiable(self._solver, self._look, assumed)

    @property
    def core(self) -> Core:
        """Of the facts and the rule that were assumed."""
        core = set(self._solver.get_core() or ())
        lits = [self._old[abs(lit)] * (1 if lit > 0 else -1) for lit in core if abs(lit) in self._old]
        return [self.rule] * (self._on in core), lits

    def _number(self, lit: Lit) -> Lit:
        if lit == GUARD:
            return self._guard
        return self._new[lit] if lit > 0 else -self._new[-lit]


def needed(
    oracle: Answering, rules: list[int], facts: list[Lit], guard: tuple[Lit, ...]
) -> tuple[list[Lit], list[int]]:
    """Of facts and rules that do not fit with the guard, some without any one of which they would."""
    facts, rules = _named(oracle, facts, rules)
    for rule in list(rules) if len(rules) > 1 else ():
        fewer = [other for other in rules if other != rule]
        if rule in rules and not oracle.fits(fewer, (*facts, *guard)):
            facts, rules = _named(oracle, facts, fewer)
    for fact in sorted(facts):  # those that are not so first: what is so is easier to see
        left = [other for other in facts if other != fact]
        if fact in facts and not oracle.fits(rules, (*left, *guard)):
            facts, rules = _named(oracle, left, rules)
    return facts, rules


def _named(oracle: Answering, facts: list[Lit], rules: list[int]) -> tuple[list[Lit], list[int]]:
    """Those that the solver says it used."""
    used, lits = map(set, oracle.core)
    return [lit for lit in facts if lit in lits], [rule for rule in rules if rule in used]
