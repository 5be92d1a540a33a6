"""Oracles of a few rules alone: quicker than that of the whole theory where this has many more variables.

The axioms on the variables of the rules are in it. Where these lead on to no other variable, rules and facts
fit together in it exactly if they do in the whole theory: the axioms on all other variables can be satisfied
apart from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from zenkai_solver.models.constraints import Constraint, Lit, literals, renamed
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.theory import Theory

LARGE = 2_000  # variables: above it an oracle of several rules pays even for one argument


@dataclass(frozen=True)
class Scope:
    """An oracle of some `rules` of a theory. `own` gives the oracle's literals for those of the theory, None
    for others; `true` the variables of the theory that are true in its assignment, as a bit set.
    """

    oracle: Oracle
    rules: Sequence[int]
    own: Callable[[Lit], Lit | None]
    true: Callable[[], int]

    def selectors(self, rules: Iterable[int]) -> dict[Lit, int]:
        """The oracle's literals for the rules."""
        return {self.oracle.selector(self.rules.index(rule)): rule for rule in rules}

    def assumed(self, facts: Iterable[Lit]) -> dict[Lit, Lit]:
        """The oracle's literals for those of the facts that it knows."""
        return {own: fact for fact in facts if (own := self.own(fact)) is not None}


class Scopes:
    """Those of one theory. They are closed when the oracle of the whole is."""

    def __init__(self, whole: Oracle) -> None:
        self.theory, self._oracle = whole.theory, whole
        self.whole = Scope(whole, range(len(whole.theory.rules)), lambda lit: lit, lambda: whole.true)
        self._single: dict[int, Scope | None] = {}

    @contextmanager
    def of(self, rules: Sequence[int], lits: Iterable[Lit]) -> Iterator[Scope]:
        """The quickest that has the rules and knows the literals."""
        scope, made = None, None
        if len(rules) == 1:
            if rules[0] not in self._single:
                scope = self._single[rules[0]] = self._made(rules)
                if scope is not None:
                    self._oracle.with_me(scope.oracle)
            scope = self._single[rules[0]]
        elif self.theory.size > LARGE:
            scope = made = self._made(rules)
        try:
            known = scope is not None and all(scope.own(lit) is not None for lit in lits)
            yield scope if scope is not None and known else self.whole
        finally:
            if made is not None:
                made.oracle.close()

    def _made(self, rules: Sequence[int]) -> Scope | None:
        """None where axioms lead on to other variables, or there are no rules."""
        axioms = dict[Constraint, None]()
        for rule in rules:
            near = self.theory.apart(rule)
            if near is None:
                return None
            axioms |= dict.fromkeys(near)
        return self._renamed(rules, axioms) if rules else None

    def _renamed(self, rules: Sequence[int], axioms: Iterable[Constraint]) -> Scope:
        parts = [self.theory.parts[rule] for rule in rules]
        variables = dict.fromkeys(abs(lit) for part in chain(axioms, *parts) for lit in literals(part))
        names = (0, *variables)
        own = {sign * var: sign * i for i, var in enumerate(names) for sign in (1, -1)}
        theory = Theory(
            tuple(self.theory.rules[rule] for rule in rules),
            tuple(tuple(renamed(part, own.__getitem__) for part in several) for several in parts),
            tuple(renamed(part, own.__getitem__) for part in axioms),
            {own[var]: self.theory.facts[var] for var in variables if var in self.theory.facts},
            len(variables),
        )
        oracle = Oracle(theory, self._oracle.deadline, self._oracle.name)
        others = self._elsewhere & ~sum(1 << var for var in variables)

        def true() -> int:
            model = oracle.assignment[: theory.size]
            return others + sum(1 << names[lit] for lit in model if lit > 0)

        return Scope(oracle, rules, own.get, true)

    @cached_property
    def _elsewhere(self) -> int:
        """The true variables of an assignment that satisfies the axioms."""
        assert self._oracle.fits(()), "the axioms fit together"
        return self._oracle.true
