"""What an argument needs of its rules and facts, where its rules only say how many of some facts are true.

A compiled search answers some times as quickly as a SAT solver, and shows for each rule and fact what is
possible without it. Rules that are stated otherwise, and hard questions, are left to `needs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.explaining.kernels import needing as kernels
from zenkai_solver.solvers.explaining.needs import leaving_out
from zenkai_solver.solvers.explaining.plain import Plain, Stated, coded, ints
from zenkai_solver.solvers.explaining.theory import Theory

MOST_CLASHES = 30  # in one question: above it a solver that learns is quicker
MOST_LITERALS = 100_000  # of the rules of an argument and the axioms on them


@dataclass(frozen=True)
class Needed:
    """Rules and facts of which none can be left out. `without`: for each rule, then for each fact, what is
    true, as a bit set, in an assignment that keeps all others and not all that follows from them. It is
    about the variables of these rules, and of the axioms on them.
    """

    rules: tuple[int, ...]
    facts: tuple[Lit, ...]
    without: tuple[int, ...]


class Needing:
    """Asks about arguments in one theory."""

    def __init__(self, theory: Theory) -> None:
        self.plain = Plain(theory)

    def of(self, rules: Sequence[int], facts: Sequence[Lit], follows: Sequence[Lit]) -> Needed | None:
        """Of an argument from which the facts follow, () being a clash. None if it cannot be asked here."""
        own = self.plain.of(rules)
        if own is None or not own.about.issuperset(map(abs, follows)):
            return None
        return self._asked(own, rules, [fact for fact in facts if abs(fact) in own.about], follows)

    @cached_property
    def _room(self) -> tuple[kernels.Problem, kernels.Search]:
        return kernels.room(self.plain.tables, self.plain.theory.size)

    def _asked(
        self, own: Stated, rules: Sequence[int], facts: Sequence[Lit], follows: Sequence[Lit]
    ) -> Needed | None:
        order, tables, chosen = leaving_out(facts), self.plain.tables, ints(own.parts)
        if (tables.start[chosen + 1] - tables.start[chosen]).sum() > MOST_LITERALS:
            return None
        members, words = len(rules) + len(order), self.plain.theory.size // 64 + 1
        kept, without = np.zeros(members, np.bool_), np.zeros((members, words), np.uint64)
        asked = chosen, coded(follows), ints(rules), coded(order)
        end = kernels.needed(tables, *self._room, *asked, kept, without, MOST_CLASHES)
        if end != kernels.CLASH:
            return None
        left = kept.tolist()
        shown = [int.from_bytes(row.tobytes(), "little") for row in without[kept]]
        by_rule = list(compress(rules, left))
        by_fact = dict(zip(compress(order, left[len(rules) :]), shown[len(by_rule) :]))
        kept_facts = tuple(fact for fact in facts if fact in by_fact)
        return Needed(
            tuple(by_rule), kept_facts, (*shown[: len(by_rule)], *map(by_fact.__getitem__, kept_facts))
        )


def works() -> list[Work]:
    """What this compiles."""
    some, nothing = Needing(Theory((), (), (), {}, 1)), np.zeros(0, np.int32)
    room = np.zeros(0, np.bool_), np.zeros((0, 1), np.uint64)
    return [Work(kernels.needed, (some.plain.tables, *some._room, *[nothing] * 4, *room, 1), 6.0)]
