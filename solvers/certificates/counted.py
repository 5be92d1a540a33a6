"""A model as items, clauses and sums of variables, for covers whose options add to sums.

Each constraint bounds a sum of variables: a literal `not v` is 1 - v, a clause is a sum of 1 at least. An
auxiliary variable that clauses define as "one of these", which exclude one another, is the sum of these and
is left out, and so is one that only says that an item may have none. Where a weight is negative, all
variables of an item of which exactly one is true get so much more, and so do the bounds. What then says "one
at most" or "one at least" is an item or a clause.

Solutions are counted here by all variables, in the model by the projection. They are as many if a variable
that is neither of the projection nor left out is the only one of some item that the others do not decide.
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
from zenkai_solver.solvers.checker.cover import MOST_HI
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.engines.exactcover.cover import no_cover

MOST_LITERALS = 200_000  # of all constraints
NO_BOUND = 1 << 62  # more than any sum

NOTHING: frozenset[int] = frozenset()

Definitions = Mapping[int, frozenset[int]]  # of what is left out: the variables whose sum it is
Items = Mapping[int, Sequence[frozenset[int]]]  # of a variable


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
class Counted:
    """A model of items and clauses alone, and sums; the variables of both are those of `kept`, renumbered.

    `by`: of variables that are left out the kept ones whose sum they are. `open`: those that may be true and
    false beside the same projection, for all that is seen here.
    """

    model: Model
    kept: Sequence[int]
    sums: Sequence[Sum]
    by: Definitions
    open: AbstractSet[int] = NOTHING


def counted(model: Model, named: AbstractSet[int] = NOTHING) -> Counted:
    """The same solutions. `named`: variables that are not left out, but for sums that they are.

    Raises Unsupported where this cannot be stated.
    """
    if sum(len(literals(constraint)) for constraint in model.constraints) > MOST_LITERALS:
        raise Unsupported("not an exact cover: too large to be stated by sums")
    idle = _idle_variables(model, named)
    constraints = _with_items([_without(own, idle) for own in model.constraints], model.projection)
    by = definitions(constraints, model.projection)
    sums = [own for constraint in constraints if not _idle(own := _sum(constraint, by))]
    exact = [frozenset(own.variables) for own in sums if _exactly_one(own)]
    kept = tuple(var for var in range(1, model.size + 1) if var not in by and var not in idle)
    left_open = set(kept) - _decided(model.projection, exact)
    of_exact = _by_variable(exact)
    whole = (_positive(own, of_exact) for own in sums)
    parts = [*dict.fromkeys(_part(own) for own in whole if not _idle(own))]
    left = [part for part in parts if not isinstance(part, Sum)]
    counts = [part for part in parts if isinstance(part, Sum)]
    found = _renumbered(model, kept, [*_without_idle(left, exact), *_too_large(left, counts)], counts)
    return replace(found, by=by, open=left_open)


def _idle_variables(model: Model, named: AbstractSet[int]) -> set[int]:
    """Auxiliary ones that occur once only, where exactly one is true: so one of the others, or none."""
    times = Counter(abs(lit) for constraint in model.constraints for lit in literals(constraint))
    items = (own for own in model.constraints if isinstance(own, ExactlyOne))
    once = {abs(lit) for own in items for lit in own.lits if times[abs(lit)] == 1}
    return once.difference(model.projection, named)


def _without(constraint: Constraint, idle: AbstractSet[int]) -> Constraint:
    if isinstance(constraint, ExactlyOne) and not idle.isdisjoint(map(abs, constraint.lits)):
        return AtMostOne(tuple(lit for lit in constraint.lits if abs(lit) not in idle))
    return constraint


def _with_items(constraints: Sequence[Constraint], projection: Sequence[int]) -> list[Constraint]:
    """With clauses of variables that exclude one another as items, if one of these is auxiliary."""
    beside, of_item = defaultdict[int, set[int]](set), _by_variable(map(_item, constraints))
    for constraint in constraints:
        if isinstance(constraint, Clause) and len(constraint.lits) == 2 and max(constraint.lits) < 0:
            a, b = constraint.lits
            beside[-a].add(-b)
            beside[-b].add(-a)

    def one(lits: tuple[Lit, ...]) -> bool:
        if min(lits, default=0) <= 0:
            return False
        rest = set(lits).difference(projection)
        told = set(lits) - rest
        apart = all({var}.union(beside[var], *of_item[var]).issuperset(lits) for var in rest)
        return bool(rest) and apart and (not told or any(told <= item for item in of_item[min(told)]))

    return [
        ExactlyOne(tuple(dict.fromkeys(own.lits))) if isinstance(own, Clause) and one(own.lits) else own
        for own in constraints
    ]


def definitions(constraints: Sequence[Constraint], projection: Sequence[int]) -> dict[int, frozenset[int]]:
    """Auxiliary variables that clauses define as "one of these", which are in one item of one at most."""
    of_item = _by_variable(map(_item, constraints))
    rest = {abs(lit) for own in constraints for lit in literals(own)}.difference(projection)
    implied, wholes = defaultdict[int, set[int]](set), defaultdict[int, list[frozenset[int]]](list)
    for constraint in constraints:
        if isinstance(constraint, Clause) and sum(lit < 0 for lit in constraint.lits) == 1:
            no, *some = sorted(constraint.lits)
            wholes[-no].append(frozenset(some))
            if len(some) == 1:
                implied[some[0]].add(-no)
    found: dict[int, frozenset[int]] = {}
    for var in sorted(rest):
        for whole in wholes[var]:
            apart = any(whole <= item for item in of_item.get(min(whole, default=0), ()))
            if apart and whole <= implied[var] and rest.isdisjoint(whole):
                found[var] = whole
                break
    return found


def _item(constraint: Constraint) -> frozenset[int]:
    """Of these variables one is true at most; else nothing."""
    own = isinstance(constraint, AtMostOne | ExactlyOne) and min(constraint.lits, default=0) > 0
    return frozenset(literals(constraint) if own else ())


def _by_variable(items: Iterable[frozenset[int]]) -> defaultdict[int, list[frozenset[int]]]:
    found = defaultdict[int, list[frozenset[int]]](list)
    for item in items:
        for var in item:
            found[var].append(item)
    return found


def _decided(projection: Iterable[int], exact: Iterable[frozenset[int]]) -> set[int]:
    """The variables that follow from the projection, by items of which exactly one is true."""
    known, items = set(projection), [*exact]
    while new := {var for item in items if len(left := item - known) == 1 for var in left}:
        known |= new
    return known


def _sum(constraint: Constraint, by: Definitions) -> Sum:
    """Over the variables that are not left out. Raises Unsupported for a constraint that is no sum."""
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


def _idle(own: Sum) -> bool:
    """Does it hold whatever is true?"""
    return own.lo <= own.least and own.largest <= own.hi


def _exactly_one(own: Sum) -> bool:
    return own.lo == own.hi == 1 and {w for _, w in own.weights} == {1}


def _part(own: Sum) -> Constraint | Sum:
    """A sum of positive weights as an item or a clause, if it is one. Raises Unsupported."""
    rising = sorted(w for _, w in own.weights)
    if own.lo > own.largest or own.hi < 0:
        return Clause(())
    if _exactly_one(own):
        return ExactlyOne(own.variables)
    if own.lo <= 0 and rising[-1] <= own.hi < sum(rising[:2]):
        return AtMostOne(own.variables)
    if 0 < own.lo <= rising[0] and own.largest <= own.hi:
        return Clause(own.variables)
    if (hi := min(own.hi, own.largest)) >= MOST_HI:
        raise Unsupported(f"not an exact cover: a sum up to {hi:,}; at most {MOST_HI - 1:,} is taken")
    return Sum(own.weights, max(own.lo, 0), hi)


def _positive(own: Sum, exact: Items) -> Sum:
    """The same of positive weights. Raises Unsupported."""
    if all(w < 0 for _, w in own.weights):
        turned = Sum(tuple((var, -w) for var, w in own.weights), -own.hi, -own.lo)
        if not (
            own.lo == own.least + 1 < -1 and own.variables and all(var in exact for var in own.variables)
        ):
            return turned  # but "not all of these" is better a clause: a state has one bit for it
    weights, lo, hi = dict(own.weights), own.lo, own.hi
    while negative := {var for var, w in weights.items() if w < 0}:
        item = max(exact.get(min(negative), ()), key=lambda item: len(item & negative), default=None)
        if item is None:
            raise Unsupported("not an exact cover: a rule of the kind: if this, then that")
        more = -min(weights.get(var, 0) for var in item)
        weights.update({var: weights.get(var, 0) + more for var in item})
        lo, hi = lo + more, hi + more
    return _made(weights, lo, hi)


def _without_idle(parts: Iterable[Constraint], exact: Iterable[frozenset[int]]) -> Iterator[Constraint]:
    """Not those items of which another one says more."""
    larger = _by_variable(exact)
    for part in parts:
        own = frozenset(literals(part))
        if not (isinstance(part, AtMostOne) and any(own <= item for item in larger.get(min(own), ()))):
            yield part


def _too_large(parts: Iterable[Constraint], sums: Iterable[Sum]) -> Iterator[Constraint]:
    """What is false since its weight alone, with what is always true, is above some sum."""
    true = {lit for part in parts if isinstance(part, Clause) and len(part.lits) == 1 for lit in part.lits}
    for own in sums:
        room = own.hi - sum(w for var, w in own.weights if var in true)
        yield from (Clause((-var,)) for var, w in own.weights if w > room and var not in true)


def _renumbered(
    model: Model, kept: tuple[int, ...], parts: Sequence[Constraint], sums: Sequence[Sum]
) -> Counted:
    number = {var: n for n, var in enumerate(kept, 1)}

    def name(lit: Lit) -> Lit:
        return number[lit] if lit > 0 else -number[-lit]

    own = Model(
        names=tuple(model.names[var - 1] for var in kept),
        constraints=tuple(renamed(part, name) for part in parts),
        projection=tuple(number.values()),
        advice=model.advice,
    )
    moved = (Sum(tuple((number[var], w) for var, w in one.weights), one.lo, one.hi) for one in sums)
    return Counted(own, kept, tuple(moved), {})
