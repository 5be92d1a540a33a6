"""The linear rows that constraints imply, over variables that are 0 or 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd

from zenkai_solver.models.constraints import (
    BlockLine,
    Constraint,
    Regular,
)
from zenkai_solver.models.linear import LinearRow, Terms, linear_row

Key = Terms  # the left side of a row, (variable, coefficient) each


@dataclass(frozen=True)
class BoundedSum:
    """lo <= sum of coefficients of the true variables <= hi."""

    key: Key
    lo: int
    hi: int

    @property
    def fixed(self) -> bool:
        """Is it an equation?"""
        return self.lo == self.hi


def rows(constraint: Constraint) -> Iterator[BoundedSum]:
    """Rows that the constraint implies. They are equivalent to it if the constraint is a sum itself."""
    if (row := linear_row(constraint)) is not None:
        yield _row(row)
    elif isinstance(constraint, BlockLine):
        for ink, lits in enumerate(zip(*constraint.cells), 1):
            number = sum(length for length, other in constraint.blocks if other == ink)
            yield _row(LinearRow((1,) * len(lits), lits, number, number))
    elif isinstance(constraint, Regular):
        for lits in constraint.word:
            yield _row(LinearRow((1,) * len(lits), lits, 1, 1))


def _row(row: LinearRow) -> BoundedSum:
    """The row over variables in place of literals, its bounds cut to the range of the sum."""
    key, constant = row.over_variables()
    least, most = (sum(w for _, w in key if w * sign > 0) for sign in (-1, 1))
    lo = least if row.lo is None else max(row.lo - constant, least)
    hi = most if row.hi is None else min(row.hi - constant, most)
    return _plain(BoundedSum(key, lo, hi))


def _plain(row: BoundedSum) -> BoundedSum:
    """The normal form: coefficients without a common divisor, the first of them above 0, so that equivalent
    rows have the same key.
    """
    if not row.key:
        return row
    divisor = gcd(*(weight for _, weight in row.key))
    sign = 1 if row.key[0][1] > 0 else -1
    lo, hi = sorted((sign * row.lo, sign * row.hi)) if row.lo <= row.hi else (1, 0)
    key = tuple((var, sign * weight // divisor) for var, weight in row.key)
    return BoundedSum(key, -(-lo // divisor), hi // divisor)


@dataclass(frozen=True)
class Bounds:
    """The tightest bounds on one sum, and the numbers of the rules that state the lower and the upper one;
    None for a bound that an axiom states.
    """

    row: BoundedSum
    lower: int | None
    upper: int | None

    @property
    def rules(self) -> frozenset[int]:
        """The rules that state the two bounds."""
        return frozenset(rule for rule in (self.lower, self.upper) if rule is not None)


def bounds(stated: Iterable[tuple[int | None, Constraint]]) -> Mapping[Key, Bounds]:
    """The tightest bounds on each sum from constraints, each with the number of its rule (None: an axiom); of
    several that state the same bound the first is named.
    """
    tightest: dict[Key, Bounds] = {}
    for rule, constraint in stated:
        for row in rows(constraint):
            old = tightest.get(row.key)
            if old is None:
                tightest[row.key] = Bounds(row, rule, rule)
                continue
            lo, lower = (row.lo, rule) if row.lo > old.row.lo else (old.row.lo, old.lower)
            hi, upper = (row.hi, rule) if row.hi < old.row.hi else (old.row.hi, old.upper)
            tightest[row.key] = Bounds(BoundedSum(row.key, lo, hi), lower, upper)
    return tightest
