"""A model as items, clauses and linear sums, for exact covers whose options add to sums.

Each constraint bounds a sum of variables: a literal `not v` is 1 - v, a clause is a sum of at least 1. Two
kinds of auxiliary variables are left out: one that clauses define as the disjunction of variables that
exclude one another, since it is their sum, and one that only makes an exactly-one item an at-most-one item. A
negative weight is removed by adding a constant to the weights of all variables of an exactly-one item, and to
the bounds. A sum that then says "at most one" or "at least one" is stated as an item or a clause.

The cover counts assignments of all variables that are kept, the model those of its projection. They are as
many if the kept auxiliary variables follow from the projection, one after the other, each as the last open
variable of an exactly-one item.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Lit,
    literals,
    renamed,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.linear import linear_row
from zenkai_solver.solvers.checker.checker import MOST_HI
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.engines.exactcover.cover import no_cover

MOST_LITERALS = 200_000  # of all constraints
NO_BOUND = 1 << 62  # more than any sum

NOTHING: frozenset[int] = frozenset()

Definitions = Mapping[int, frozenset[int]]  # of a variable that is left out: those whose sum it is
Items = Mapping[int, Sequence[frozenset[int]]]  # of a variable: the items that have it


@dataclass(frozen=True)
class Sum:
    """lo <= the weights of the true variables <= hi; no weight is 0, variables rise."""

    weights: tuple[tuple[int, int], ...]
    lo: int
    hi: int

    @property
    def least(self) -> int:
        return sum(w for _, w in self.weights if w < 0)

    @property
    def largest(self) -> int:
        return sum(w for _, w in self.weights if w > 0)

    @property
    def variables(self) -> tuple[int, ...]:
        return tuple(var for var, _ in self.weights)


@dataclass(frozen=True)
class SumModel:
    """A model of items and clauses alone, and sums; their variables are those of `kept`, numbered from 1.

    `by`: the kept variables whose sum each defined variable is. `open`: kept variables that are not known to
    follow from the projection.
    """

    model: Model
    kept: Sequence[int]
    sums: Sequence[Sum]
    by: Definitions
    open: AbstractSet[int] = NOTHING


def counted(model: Model, named: AbstractSet[int] = NOTHING) -> SumModel:
    """The model stated by sums, with the same solutions.

    `named`: variables whose values are needed: left out only where they are sums of others. Raises
    Unsupported where the model cannot be stated so.
    """
    if sum(len(literals(constraint)) for constraint in model.constraints) > MOST_LITERALS:
        raise Unsupported("not an exact cover: too large to be stated by sums")
    idle = _idle_variables(model, named)
    constraints = _with_items([_without(c, idle) for c in model.constraints], model.projection)
    by = definitions(constraints, model.projection)
    sums = [total for constraint in constraints if not _idle(total := _sum(constraint, by))]
    exact = [frozenset(total.variables) for total in sums if _exactly_one(total)]
    kept = tuple(var for var in range(1, model.size + 1) if var not in by and var not in idle)
    left_open = set(kept) - _decided(model.projection, exact)
    of_exact = _by_variable(exact)
    whole = (_positive(total, of_exact) for total in sums)
    parts = [*dict.fromkeys(_part(total) for total in whole if not _idle(total))]
    left = [part for part in parts if not isinstance(part, Sum)]
    counts = [part for part in parts if isinstance(part, Sum)]
    renumbered = _renumbered(model, kept, [*_without_idle(left, exact), *_too_large(left, counts)], counts)
    return replace(renumbered, by=by, open=left_open)


def _idle_variables(model: Model, named: AbstractSet[int]) -> set[int]:
    """Auxiliary variables that occur only once, in an exactly-one item: the others are at most one, then."""
    times = Counter(abs(lit) for constraint in model.constraints for lit in literals(constraint))
    items = (item for item in model.constraints if isinstance(item, ExactlyOne))
    once = {abs(lit) for item in items for lit in item.lits if times[abs(lit)] == 1}
    return once.difference(model.projection, named)


def _without(constraint: Constraint, idle: AbstractSet[int]) -> Constraint:
    if isinstance(constraint, ExactlyOne) and not idle.isdisjoint(map(abs, constraint.lits)):
        return AtMostOne(tuple(lit for lit in constraint.lits if abs(lit) not in idle))
    return constraint


def _with_items(constraints: Sequence[Constraint], projection: Sequence[int]) -> list[Constraint]:
    """The constraints, with clauses as exactly-one items if their variables exclude one another.

    Only clauses with an auxiliary variable are asked.
    """
    beside, of_item = defaultdict[int, set[int]](set), _by_variable(map(_item, constraints))
    for constraint in constraints:
        if isinstance(constraint, Clause) and len(constraint.lits) == 2 and max(constraint.lits) < 0:
            a, b = constraint.lits
            beside[-a].add(-b)
            beside[-b].add(-a)

    def at_most_one(lits: tuple[Lit, ...]) -> bool:
        if min(lits, default=0) <= 0:
            return False
        auxiliary = set(lits).difference(projection)
        rest = set(lits) - auxiliary
        apart = all({var}.union(beside[var], *of_item[var]).issuperset(lits) for var in auxiliary)
        return bool(auxiliary) and apart and (not rest or any(rest <= item for item in of_item[min(rest)]))

    return [
        ExactlyOne(tuple(dict.fromkeys(c.lits))) if isinstance(c, Clause) and at_most_one(c.lits) else c
        for c in constraints
    ]


def definitions(constraints: Sequence[Constraint], projection: Sequence[int]) -> dict[int, frozenset[int]]:
    """The auxiliary variables that clauses define as the disjunction of variables of one item."""
    of_item = _by_variable(map(_item, constraints))
    rest = {abs(lit) for constraint in constraints for lit in literals(constraint)}.difference(projection)
    implied, wholes = defaultdict[int, set[int]](set), defaultdict[int, list[frozenset[int]]](list)
    for constraint in constraints:
        if isinstance(constraint, Clause) and sum(lit < 0 for lit in constraint.lits) == 1:
            no, *some = sorted(constraint.lits)
            wholes[-no].append(frozenset(some))
            if len(some) == 1:
                implied[some[0]].add(-no)
    defined: dict[int, frozenset[int]] = {}
    for var in sorted(rest):
        for whole in wholes[var]:
            apart = any(whole <= item for item in of_item.get(min(whole, default=0), ()))
            if apart and whole <= implied[var] and rest.isdisjoint(whole):
                defined[var] = whole
                break
    return defined


def _item(constraint: Constraint) -> frozenset[int]:
    """The variables of an item, of which at most one is true; empty for any other constraint."""
    is_item = isinstance(constraint, AtMostOne | ExactlyOne) and min(constraint.lits, default=0) > 0
    return frozenset(literals(constraint) if is_item else ())


def _by_variable(items: Iterable[frozenset[int]]) -> defaultdict[int, list[frozenset[int]]]:
    items_of = defaultdict[int, list[frozenset[int]]](list)
    for item in items:
        for var in item:
            items_of[var].append(item)
    return items_of


def _decided(projection: Iterable[int], exact: Iterable[frozenset[int]]) -> set[int]:
    """The variables that follow from the projection by exactly-one items."""
    known, items = set(projection), [*exact]
    while new := {var for item in items if len(left := item - known) == 1 for var in left}:
        known |= new
    return known


def _sum(constraint: Constraint, by: Definitions) -> Sum:
    """The constraint as a sum of kept variables. Raises Unsupported for a constraint that is no sum."""
    if (row := linear_row(constraint)) is None:
        assert not isinstance(constraint, Clause | ExactlyOne | AtMostOne | Cardinality)  # these are sums
        raise no_cover(constraint)
    terms, constant = row.over_variables()
    weights = defaultdict[int, int](int)
    for var, weight in terms:
        for part in by.get(var, (var,)):
            weights[part] += weight
    lo, hi = 0 if row.lo is None else row.lo, NO_BOUND if row.hi is None else row.hi
    return _made(weights, lo - constant, hi - constant)


def _made(weights: Mapping[int, int], lo: int, hi: int) -> Sum:
    return Sum(tuple(sorted((var, w) for var, w in weights.items() if w)), lo, hi)


def _idle(total: Sum) -> bool:
    """Does every assignment satisfy it?"""
    return total.lo <= total.least and total.largest <= total.hi


def _exactly_one(total: Sum) -> bool:
    return total.lo == total.hi == 1 and {w for _, w in total.weights} == {1}


def _part(total: Sum) -> Constraint | Sum:
    """A sum of positive weights, as an item or a clause if it is one. Raises Unsupported."""
    rising = sorted(w for _, w in total.weights)
    if total.lo > total.largest or total.hi < 0:
        return Clause(())
    if _exactly_one(total):
        return ExactlyOne(total.variables)
    if total.lo <= 0 and rising[-1] <= total.hi < sum(rising[:2]):
        return AtMostOne(total.variables)
    if 0 < total.lo <= rising[0] and total.largest <= total.hi:
        return Clause(total.variables)
    if (hi := min(total.hi, total.largest)) >= MOST_HI:
        raise Unsupported(f"not an exact cover: a sum up to {hi:,}; at most {MOST_HI - 1:,} is taken")
    return Sum(total.weights, max(total.lo, 0), hi)


def _positive(total: Sum, exact: Items) -> Sum:
    """An equivalent sum of positive weights. Raises Unsupported."""
    if all(w < 0 for _, w in total.weights):
        turned = Sum(tuple((var, -w) for var, w in total.weights), -total.hi, -total.lo)
        if not (
            total.lo == total.least + 1 < -1
            and total.variables
            and all(var in exact for var in total.variables)
        ):
            return (
                turned  # else it says "not all of these": as a clause, by items, it needs one bit of a state
            )
    weights, lo, hi = dict(total.weights), total.lo, total.hi
    while negative := {var for var, w in weights.items() if w < 0}:
        item = max(exact.get(min(negative), ()), key=lambda item: len(item & negative), default=None)
        if item is None:
            raise Unsupported("not an exact cover: a rule of the kind: if this, then that")
        more = -min(weights.get(var, 0) for var in item)
        weights.update({var: weights.get(var, 0) + more for var in item})
        lo, hi = lo + more, hi + more
    return _made(weights, lo, hi)


def _without_idle(parts: Iterable[Constraint], exact: Iterable[frozenset[int]]) -> Iterator[Constraint]:
    """The constraints without the at-most-one items that lie within an exactly-one item."""
    larger = _by_variable(exact)
    for part in parts:
        variables = frozenset(literals(part))
        if not (
            isinstance(part, AtMostOne) and any(variables <= item for item in larger.get(min(variables), ()))
        ):
            yield part


def _too_large(parts: Iterable[Constraint], sums: Iterable[Sum]) -> Iterator[Constraint]:
    """Unit clauses that forbid each variable whose weight, beside those always true, exceeds a bound."""
    true = {lit for part in parts if isinstance(part, Clause) and len(part.lits) == 1 for lit in part.lits}
    for bounded in sums:
        room = bounded.hi - sum(w for var, w in bounded.weights if var in true)
        yield from (Clause((-var,)) for var, w in bounded.weights if w > room and var not in true)


def _renumbered(
    model: Model, kept: tuple[int, ...], parts: Sequence[Constraint], sums: Sequence[Sum]
) -> SumModel:
    """The parts with the kept variables numbered from 1."""
    number = {var: n for n, var in enumerate(kept, 1)}

    def name(lit: Lit) -> Lit:
        return number[lit] if lit > 0 else -number[-lit]

    model_of_parts = Model(
        names=tuple(model.names[var - 1] for var in kept),
        constraints=tuple(renamed(part, name) for part in parts),
        projection=tuple(number.values()),
        advice=model.advice,
    )
    moved = (Sum(tuple((number[var], w) for var, w in s.weights), s.lo, s.hi) for s in sums)
    return SumModel(model_of_parts, kept, tuple(moved), {})
