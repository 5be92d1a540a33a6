"""An expression as literals under `and` and `or` only, and what a model says in its place.

normal(expression)     negations pushed down to the variables, nested parts of one kind put together
moved(normal, perm)    the same of the images of its variables
Parts.of(normal, ...)  its literals that must be true, and clauses for the rest
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from zenkai_solver.models.constraints import Clause, Constraint, Lit
from zenkai_solver.models.csp import Cube
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some

MOST_CLAUSES = 64  # of one part that is multiplied out; a larger one gets variables of its own


@dataclass(frozen=True)
class All:
    """Every part is true; without parts it is."""

    parts: frozenset[Normal]


@dataclass(frozen=True)
class Any:
    """Some part is true; without parts it is false."""

    parts: frozenset[Normal]


Normal = Lit | All | Any
FALSE = Any(frozenset())
Alone = Callable[[frozenset[Lit]], "frozenset[Lit] | None"]


def nothing(_: frozenset[Lit]) -> None:
    """No constraint says that one variable of these is true exactly if no other of some is."""


def normal(expression: Expression, others: Alone = nothing, positive: bool = True) -> Normal:
    """`others` gives, for variables of which one at most is true, those of which one is true if none of
    these is: then "none of these" is stated without negations. Not `positive`: of the negation.
    """
    match expression:
        case Some(variables):
            rest = None if positive else others(frozenset(variables))
            own = variables if positive else rest
            return _joined(Any, own) if own is not None else _joined(All, (-var for var in variables))
        case Not(one):
            return normal(one, others, not positive)
        case And(one, two) | Or(one, two):
            kind = All if isinstance(expression, And) == positive else Any
            return _joined(kind, (normal(part, others, positive) for part in (one, two)))


def _joined(kind: type[All] | type[Any], parts: Iterable[Normal]) -> Normal:
    """`kind` of the parts, with parts of the same kind opened; a single part is itself."""
    found: set[Normal] = set()
    for part in parts:
        found |= part.parts if isinstance(part, kind) else {part}
    opposite = Any if kind is All else All
    if opposite(frozenset()) in found or any(isinstance(part, int) and -part in found for part in found):
        return opposite(frozenset())
    return found.pop() if len(found) == 1 else kind(frozenset(found))


def moved(one: Normal, perm: Sequence[int]) -> Normal:
    """What the expression says of the images under a permutation of the variables."""
    match one:
        case All(parts) | Any(parts):
            return type(one)(frozenset(moved(part, perm) for part in parts))
        case lit:
            return perm[lit] if lit > 0 else -perm[-lit]


@dataclass
class Parts:
    """`forced` are literals that are true, `names` new variables from `first` on, `clauses` say the rest."""

    first: int
    forced: set[Lit] = field(default_factory=set)
    names: list[tuple[str, int]] = field(default_factory=list)
    clauses: list[Constraint] = field(default_factory=list)

    @classmethod
    def of(cls, one: Normal, first: int, others: Alone = nothing) -> Parts:
        """`first` is the number of the first new variable."""
        found = cls(first)
        for part in one.parts if isinstance(one, All) else (one,):
            found.add(part, others)
        return found

    @property
    def cube(self) -> Cube:
        return tuple(sorted(self.forced, key=lambda lit: (abs(lit), lit)))

    def add(self, part: Normal, others: Alone) -> None:
        """A part that must be true."""
        if isinstance(part, int):
            self.forced.add(part)
            return
        plain = frozenset(lit for lit in part.parts if isinstance(lit, int))
        rest = others(plain) if part.parts and len(plain) == len(part.parts) and min(plain) > 0 else None
        if rest is not None:
            self.forced.update(-var for var in rest)
            return
        clauses = _multiplied(part)
        lits = (
            [tuple(sorted(clause)) for clause in clauses] if clauses is not None else [(self._named(part),)]
        )
        self.clauses += map(Clause, lits)

    def _named(self, one: Normal) -> Lit:
        """A literal that is true exactly where the expression is (Tseitin 1968)."""
        if isinstance(one, int):
            return one
        lits = sorted(map(self._named, one.parts))
        self.names.append(("where", len(self.names)))
        own, sign = self.first + len(self.names) - 1, 1 if isinstance(one, Any) else -1
        self.clauses += (Clause((sign * own, -sign * lit)) for lit in lits)
        self.clauses.append(Clause((-sign * own, *(sign * lit for lit in lits))))
        return own


def _multiplied(part: Normal) -> list[frozenset[Lit]] | None:
    """Clauses that say the same without further variables; None if there would be too many."""
    match part:
        case All(parts):
            every = [_multiplied(one) for one in parts]
            found = [clause for own in every if own is not None for clause in own]
            return None if None in every or len(found) > MOST_CLAUSES else found
        case Any(parts):
            ways = [_multiplied(one) for one in parts]
            number = 1
            for own in ways:
                number *= MOST_CLAUSES + 1 if own is None else len(own)
                if number > MOST_CLAUSES:
                    return None
            return list(_products([own for own in ways if own is not None]))
        case lit:
            return [frozenset({lit})]


def _products(ways: Sequence[Sequence[frozenset[Lit]]]) -> Iterator[frozenset[Lit]]:
    """One clause of each, joined, where that is not true anyway."""
    for some in product(*ways):
        clause = frozenset().union(*some)
        if not any(-lit in clause for lit in clause):
            yield clause
