"""Sums of literals by their least sets: clauses without auxiliary variables, where these are few.

    normal(weights, lits, lo, hi)    the same sum with positive weights, the largest first
    plain(weights, lo, hi)           its clauses over the literals 1, 2, ..., if these are few

Of a sum with positive weights that is `hi` at most, a least set of literals of more weight cannot be all
true; if it is `lo` at least, a least set without which it would be less cannot be all false. These clauses
are the prime implicates of each bound, so unit propagation achieves all that follows from one bound, and from
both if the weights are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from math import gcd

from zenkai_solver.models.constraints import Lit

MOST_SETS = 100  # clauses of one sum

Weights = tuple[int, ...]


def normal(
    weights: Sequence[int], lits: Sequence[Lit], lo: int, hi: int
) -> tuple[Weights, list[Lit], int, int]:
    """Weights that are positive, largest first, without a common divisor; literals; least and largest sum."""
    terms = [(abs(weight), lit if weight > 0 else -lit) for weight, lit in zip(weights, lits) if weight]
    below = sum(weight for weight in weights if weight < 0)
    terms.sort(key=lambda term: -term[0])
    kept = tuple(weight for weight, _ in terms)
    unit = gcd(*kept) or 1
    least, most = -((below - lo) // unit), (hi - below) // unit
    return tuple(weight // unit for weight in kept), [lit for _, lit in terms], max(0, least), most


def plain(weights: Weights, lo: int, hi: int) -> list[tuple[int, ...]] | None:
    """The clauses of a normal sum over the literals 1, 2, ...; None where they are too many, or too weak."""
    total = sum(weights)
    if lo > min(hi, total):
        return [()]
    if lo > 0 and hi < total and weights[0] != weights[-1]:
        return None
    above = islice(_least_sets(weights, hi), MOST_SETS + 1)
    below = islice(_least_sets(weights, total - lo), MOST_SETS + 1)
    found = [*(tuple(-i for i in own) for own in above), *below]
    return found if len(found) <= MOST_SETS else None


def _least_sets(weights: Weights, most: int) -> Iterator[tuple[int, ...]]:
    """The sets of literals that weigh more than `most`, and without any of their literals do not."""
    left = [*accumulate(reversed(weights), initial=0)][::-1]  # weight from here on

    def further(chosen: tuple[int, ...], first: int, so_far: int) -> Iterator[tuple[int, ...]]:
        for i in range(first, len(weights)):
            if so_far + left[i] <= most:
                return
            if so_far + weights[i] > most:
                yield (*chosen, i + 1)
            else:
                yield from further((*chosen, i + 1), i + 1, so_far + weights[i])

    return further((), 0, 0)
