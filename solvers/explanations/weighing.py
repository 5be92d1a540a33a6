"""Farkas certificates: weights of linear rows in whose weighted sum no variable has a positive coefficient,
although the sum must be above 0, so that the rows have no solution.

By Farkas' lemma there are such weights wherever the rows have no solution in non-negative numbers. A linear
program finds them in floating point; they are scaled to whole numbers, and checked as these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from zenkai_solver.solvers.explanations.equations import Bounds

MOST_ENTRIES = 1_000_000  # nonzero coefficients: some seconds
MOST_REPEATED = 5_000_000  # nonzero coefficients times the number of programs, one for each rule
LARGEST = 1_000  # denominator of a weight
AXIOM = 0.001  # the cost of a bound that an axiom states; that of a rule is 1
NOTHING = 1e-7  # smaller weights are rounding errors

Weights = Mapping[int, int]  # by number of the row: positive for its lower bound, negative for its upper one


def stating(rows: Sequence[Bounds], weights: Weights) -> frozenset[int]:
    """The rules that state the weighed bounds."""
    sides = (rows[i].lower if weight > 0 else rows[i].upper for i, weight in weights.items())
    return frozenset(rule for rule in sides if rule is not None)


def exceeding(rows: Sequence[Bounds]) -> Weights | None:
    """A Farkas certificate whose set of rules is minimal by deletion, unless that takes too long; None if
    there is none, or the system is too large.
    """
    entries = sum(len(bound.row.key) for bound in rows)
    weights = _solved(rows, None) if entries <= MOST_ENTRIES else None
    if weights is None or entries * len(stating(rows, weights)) > MOST_REPEATED:
        return weights
    needed = set[int]()
    while others := sorted(stating(rows, weights) - needed):
        fewer = _solved(rows, stating(rows, weights) - {others[0]})
        if fewer is None:
            needed.add(others[0])
        else:
            weights = fewer
    return weights


def _solved(rows: Sequence[Bounds], allowed: frozenset[int] | None) -> Weights | None:
    """A Farkas certificate by bounds of axioms and `allowed` rules (None: all); None if there is none."""
    from ortools.linear_solver import pywraplp  # slow to import

    solver = pywraplp.Solver.CreateSolver("GLOP")
    exceeds = solver.Constraint(1, 1)
    nothing: dict[int, pywraplp.Constraint] = {}
    sides = list(_sides(rows, allowed))
    columns = [solver.NumVar(0, solver.infinity(), "") for _ in sides]
    for column, (i, sign, rule) in zip(columns, sides):
        row = rows[i].row
        exceeds.SetCoefficient(column, sign * (row.lo if sign > 0 else row.hi))
        solver.Objective().SetCoefficient(column, AXIOM if rule is None else 1)
        for var, coefficient in row.key:
            if var not in nothing:
                nothing[var] = solver.Constraint(-solver.infinity(), 0)
            nothing[var].SetCoefficient(column, sign * coefficient)
    solver.Objective().SetMinimization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    values = {(i, sign): column.solution_value() for column, (i, sign, _) in zip(columns, sides)}
    return _whole(rows, {side: value for side, value in values.items() if value > NOTHING})


def _sides(rows: Sequence[Bounds], allowed: frozenset[int] | None) -> Iterator[tuple[int, int, int | None]]:
    """Each bound that may be used: the number of its row, 1 for a lower and -1 for an upper one, its rule."""
    for i, bound in enumerate(rows):
        for sign, rule in ((1, bound.lower), (-1, bound.upper)):
            if rule is None or allowed is None or rule in allowed:
                yield i, sign, rule


def _whole(rows: Sequence[Bounds], values: Mapping[tuple[int, int], float]) -> Weights | None:
    """The least whole numbers in these proportions; None if after rounding they are no certificate."""
    exact = {i: sign * Fraction(value).limit_denominator(LARGEST) for (i, sign), value in values.items()}
    most = lcm(*(value.denominator for value in exact.values()))
    whole = {i: int(value * most) for i, value in exact.items()}
    common = gcd(*whole.values())
    weights = {i: weight // common for i, weight in sorted(whole.items())} if common else {}
    return weights if exceeds((weight, rows[i]) for i, weight in weights.items()) else None


def exceeds(terms: Iterable[tuple[int, Bounds]]) -> bool:
    """Are the weights a Farkas certificate: must the sum be above 0, with no positive coefficient in it?"""
    sums: dict[int, int] = {}
    required = 0
    for weight, bound in terms:
        required += weight * (bound.row.lo if weight > 0 else bound.row.hi)
        for var, coefficient in bound.row.key:
            sums[var] = sums.get(var, 0) + weight * coefficient
    return required > 0 and all(total <= 0 for total in sums.values())
