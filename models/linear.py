"""Constraints as linear rows: lo <= the sum of the weights of the true literals <= hi."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    OnGraph,
    Regular,
    unknown,
)

Terms = tuple[tuple[int, int], ...]  # (variable, nonzero weight) pairs, variables ascending


class LinearRow(NamedTuple):
    """lo <= the sum of the weights of the true literals <= hi; None is no bound."""

    weights: Sequence[int]
    lits: Sequence[Lit]
    lo: int | None
    hi: int | None

    def over_variables(self) -> tuple[Terms, int]:
        """The same sum over variables, and the constant that must be added to it: a literal -v is 1 - v."""
        total: Counter[int] = Counter()
        constant = 0
        for weight, lit in zip(self.weights, self.lits, strict=True):
            total[abs(lit)] += weight if lit > 0 else -weight
            constant += weight if lit < 0 else 0
        return tuple((var, weight) for var, weight in sorted(total.items()) if weight), constant


def linear_row(constraint: Constraint) -> LinearRow | None:
    """The row that is equivalent to the constraint; None for a constraint that is no sum."""
    match constraint:
        case Clause(lits):
            return LinearRow((1,) * len(lits), lits, 1, None)
        case ExactlyOne(lits):
            return LinearRow((1,) * len(lits), lits, 1, 1)
        case AtMostOne(lits):
            return LinearRow((1,) * len(lits), lits, None, 1)
        case Cardinality(lits, lo, hi):
            return LinearRow((1,) * len(lits), lits, lo, hi)
        case Linear(weights, lits, lo, hi):
            return LinearRow(weights, lits, lo, hi)
        case Regular() | BlockLine() | OnGraph():
            return None
        case _:
            unknown(constraint)
