"""Rules that only say how many of some facts are true, as tables for compiled loops and for NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

import numpy as np

from zenkai_solver.models.csp import AtMostOne, Clause, Constraint, ExactlyOne, Lit
from zenkai_solver.solvers.explaining.kernels.needing import NONE, Ints, Tables
from zenkai_solver.solvers.explaining.theory import Theory

Counting = AtMostOne | ExactlyOne | Clause


@dataclass(frozen=True)
class Stated:
    """The numbers of a rule's constraints and of the axioms on them, and their variables."""

    parts: tuple[int, ...]
    about: frozenset[int]


class Plain:
    """The constraints of a theory by numbers, axioms first. What is not of these kinds is empty there."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self._known: dict[int, Stated | None] = {}

    def of(self, rules: Iterable[int]) -> Stated | None:
        """All that is said of the variables of these rules; None where it is of other kinds, or axioms lead
        on to other variables.
        """
        own = list(map(self._stated, rules))
        if len(own) == 1:
            return own[0]
        stated = [one for one in own if one]
        if len(stated) < len(own):
            return None
        parts = dict.fromkeys(chain.from_iterable(one.parts for one in stated))
        return Stated(tuple(parts), frozenset[int]().union(*(one.about for one in stated)))

    def _stated(self, rule: int) -> Stated | None:
        if rule not in self._known:
            axioms = self.theory.apart(rule)
            self._known[rule] = None if axioms is None else self._numbered(rule, axioms)
        return self._known[rule]

    def _numbered(self, rule: int, axioms: Sequence[Constraint]) -> Stated | None:
        every = *axioms, *self.theory.parts[rule]
        if not all(map(_able, every)):
            return None
        parts = (*map(self._axioms.__getitem__, axioms), *range(*self._begins[rule : rule + 2]))
        return Stated(parts, frozenset(abs(lit) for part in every for lit in _lits(part)))

    @cached_property
    def _axioms(self) -> dict[Constraint, int]:
        return {axiom: number for number, axiom in enumerate(self.theory.axioms)}

    @cached_property
    def _begins(self) -> list[int]:
        """The number of each rule's first constraint."""
        return list(accumulate(map(len, self.theory.parts), initial=len(self.theory.axioms)))

    @cached_property
    def tables(self) -> Tables:
        parts = [*self.theory.axioms, *chain.from_iterable(self.theory.parts)]
        lits = list(map(_lits, parts))
        owners = [NONE] * len(self.theory.axioms), *([i] * len(p) for i, p in enumerate(self.theory.parts))
        return Tables(
            coded(chain.from_iterable(lits)),
            ints(accumulate(map(len, lits), initial=0)),
            np.fromiter((not isinstance(part, AtMostOne) for part in parts), np.bool_),
            np.fromiter((not isinstance(part, Clause) for part in parts), np.bool_),
            ints(chain.from_iterable(owners)),
        )


def _lits(part: Constraint) -> tuple[Lit, ...]:
    return part.lits if isinstance(part, Counting) else ()


def _able(part: Constraint) -> bool:
    lits = _lits(part)
    positive = isinstance(part, Clause) or all(lit > 0 for lit in lits)
    return bool(lits) and positive and len(set(map(abs, lits))) == len(lits)


def coded(lits: Iterable[Lit]) -> Ints:
    """As in `Tables`."""
    own = ints(lits)
    return 2 * np.abs(own) + (own < 0)


def ints(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int32)
