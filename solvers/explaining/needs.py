"""What an argument needs of the rules and facts that it could use."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.explaining.alone import Core


class Answering(Protocol):
    """What an `Oracle` can be asked, too."""

    def guarded(self, lits: Iterable[Lit]) -> Lit: ...

    def fits(self, rules: Collection[int], lits: Collection[Lit] = ()) -> bool: ...

    @property
    def core(self) -> Core: ...


def needed_rules(
    oracle: Answering, rules: list[int], facts: list[Lit], guard: tuple[Lit, ...]
) -> tuple[list[Lit], list[int]]:
    """Of facts and rules that were found not to fit with the guard, some that do not, and would without any
    one of the rules.
    """
    facts, rules = _named(oracle, facts, rules)
    for rule in list(rules) if len(rules) > 1 else ():
        fewer = [other for other in rules if other != rule]
        if rule in rules and not oracle.fits(fewer, (*facts, *guard)):
            facts, rules = _named(oracle, facts, fewer)
    return facts, rules


def needed_facts(oracle: Answering, rules: list[int], facts: list[Lit], guard: tuple[Lit, ...]) -> list[Lit]:
    """Of facts that do not fit with the rules and the guard, some without any one of which they would."""
    for fact in leaving_out(facts):
        left = [other for other in facts if other != fact]
        if fact in facts and not oracle.fits(rules, (*left, *guard)):
            facts = _named(oracle, left, rules)[0]
    return facts


def leaving_out(facts: Iterable[Lit]) -> list[Lit]:
    """Those that are not so first: what is so is easier to see."""
    return sorted(facts)


def _named(oracle: Answering, facts: list[Lit], rules: list[int]) -> tuple[list[Lit], list[int]]:
    """Those that the solver says it used."""
    used, lits = map(set, oracle.core)
    return [lit for lit in facts if lit in lits], [rule for rule in rules if rule in used]
