"""What constraints say about sums: the rows of a linear system over the variables, each 0 or 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from zenkai_solver.models.constraints import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    Regular,
    unknown,
)

Key = tuple[tuple[int, int], ...]  # variables in order, each with its coefficient, which is not 0


@dataclass(frozen=True)
class Row:
    """lo <= sum of coefficients of the true variables <= hi."""

    key: Key
    lo: int
    hi: int

    @property
    def fixed(self) -> bool:
        """Does it say what the sum is?"""
        return self.lo == self.hi


def rows(constraint: Constraint) -> Iterator[Row]:  # noqa: C901  one case per type
    """Rows that every assignment keeps that keeps the constraint. The converse holds of sums only."""
    match constraint:
        case Clause(lits):
            yield _row([1] * len(lits), lits, 1, len(lits))
        case ExactlyOne(lits):
            yield _row([1] * len(lits), lits, 1, 1)
        case AtMostOne(lits):
            yield _row([1] * len(lits), lits, 0, 1)
        case Cardinality(lits, lo, hi):
            yield _row([1] * len(lits), lits, lo, hi)
        case Linear(weights, lits, lo, hi):
            yield _row(weights, lits, lo, hi)
        case BlockLine(cells, blocks):
            for ink, own in enumerate(zip(*cells), 1):
                number = sum(length for length, other in blocks if other == ink)
                yield _row([1] * len(own), own, number, number)
        case Regular(word):
            for lits in word:
                yield _row([1] * len(lits), lits, 1, 1)
        case Connected():
            return
        case _:
            unknown(constraint)


def _row(weights: Sequence[int], lits: Iterable[Lit], lo: int, hi: int) -> Row:
    """A literal -v counts as 1 - v. Bounds are no wider than what the variables give."""
    sums: Counter[int] = Counter()
    shift = 0
    for weight, lit in zip(weights, lits):
        sums[abs(lit)] += weight if lit > 0 else -weight
        shift += weight if lit < 0 else 0
    key = tuple(sorted((var, weight) for var, weight in sums.items() if weight))
    least, most = (sum(w for _, w in key if w * sign > 0) for sign in (-1, 1))
    return _plain(Row(key, max(lo - shift, least), min(hi - shift, most)))


def _plain(row: Row) -> Row:
    """Without a common divisor, the first coefficient above 0: what says the same has the same key."""
    if not row.key:
        return row
    divisor = gcd(*(weight for _, weight in row.key))
    sign = 1 if row.key[0][1] > 0 else -1
    lo, hi = sorted((sign * row.lo, sign * row.hi)) if row.lo <= row.hi else (1, 0)
    key = tuple((var, sign * weight // divisor) for var, weight in row.key)
    return Row(key, -(-lo // divisor), hi // divisor)


@dataclass(frozen=True)
class Bounds:
    """The tightest bounds on one sum, and the numbers of the rules that state them; None: axioms do."""

    row: Row
    lower: int | None
    upper: int | None

    @property
    def rules(self) -> frozenset[int]:
        """Of a row that is fixed by both."""
        return frozenset(rule for rule in (self.lower, self.upper) if rule is not None)


def bounds(stated: Iterable[tuple[int | None, Constraint]]) -> Mapping[Key, Bounds]:
    """Of constraints with the rules that they are part of; the first of those that say the same is named."""
    found: dict[Key, Bounds] = {}
    for rule, constraint in stated:
        for row in rows(constraint):
            old = found.get(row.key)
            if old is None:
                found[row.key] = Bounds(row, rule, rule)
                continue
            lo, lower = (row.lo, rule) if row.lo > old.row.lo else (old.row.lo, old.lower)
            hi, upper = (row.hi, rule) if row.hi < old.row.hi else (old.row.hi, old.upper)
            found[row.key] = Bounds(Row(row.key, lo, hi), lower, upper)
    return found
