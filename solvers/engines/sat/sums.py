"""Sums of literals: by their least sets, without auxiliary variables, where these are few; or by a counter.

    normal(weights, lits, lo, hi)    the same sum with positive weights, the largest first
    plain(weights, lo, hi)           its clauses over the literals 1, 2, ..., if these are few
    counter(lits, lo, hi, fresh)     the clauses of a number of literals, by how many of the first are true

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
from zenkai_solver.models.graphs import Fresh
from zenkai_solver.solvers.core.deadlines import Unsupported

ALWAYS: Lit = 1 << 40  # no variable: what is true
MOST_SETS = 60  # clauses of one sum
MOST_VARIABLES = 500_000  # of one sum

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
    stated = [*(tuple(-i for i in excess) for excess in above), *below]
    return stated if len(stated) <= MOST_SETS else None


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


def counter(lits: Sequence[Lit], lo: int, hi: int, fresh: Fresh) -> Iterator[tuple[Lit, ...]]:
    """lo <= number of true literals <= hi, where 0 <= lo <= hi <= len(lits).

    A variable for each i and j says that of the first i literals at least j are true, where that is open
    (Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005, with the converse).
    Raises Unsupported beyond MOST_VARIABLES.
    """
    size = len(lits)
    if lo == 0:
        lits, lo, hi = [-lit for lit in lits], size - hi, size
    top = hi if hi < size else lo  # counted so far
    number = sum(min(i, top) - max(0, lo - (size - i)) for i in range(1, size + 1))
    if top == hi and lo * (size - lo) + hi * (size - hi) < number:  # fewer for each bound by itself
        yield from counter(lits, lo, size, fresh)
        yield from counter(lits, 0, hi, fresh)
        return
    if number > MOST_VARIABLES:
        raise Unsupported(f"a sum needs more than {MOST_VARIABLES:,} variables as clauses")
    before = {0: ALWAYS}  # of what comes before: are at least j true?
    for i, lit in enumerate(lits, 1):
        sure = max(0, lo - (size - i))
        now = dict.fromkeys(range(sure + 1), ALWAYS) | {j: fresh() for j in range(sure + 1, min(i, top) + 1)}
        for j in range(max(1, sure), min(i, top + (hi < size)) + 1):
            it, same, less = (
                state.get(at, -ALWAYS) for state, at in ((now, j), (before, j), (before, j - 1))
            )
            for clause in (-same, it), (-lit, -less, it), (-it, same, lit), (-it, less):
                if ALWAYS not in clause:
                    yield tuple([one for one in clause if one != -ALWAYS])
        before = now
