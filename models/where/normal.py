"""Normal forms of expressions: negation normal form, and clauses.

normal(expression)           negation normal form, with nested parts of one kind flattened
moved(normal, perm)          the form with its variables renamed by a permutation
ClausalForm.of(normal, ...)  the literals that it forces, and clauses for the rest
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from zenkai_solver.models.constraints import Clause, Constraint, Lit
from zenkai_solver.models.csp import Cube
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some

MOST_CLAUSES = 64  # a part with more clauses when multiplied out gets new variables instead


@dataclass(frozen=True)
class All:
    """The conjunction of the parts; without parts, true."""

    parts: frozenset[Normal]


@dataclass(frozen=True)
class Any:
    """The disjunction of the parts; without parts, false."""

    parts: frozenset[Normal]


Normal = Lit | All | Any
FALSE = Any(frozenset())
Complement = Callable[[frozenset[Lit]], "frozenset[Lit] | None"]


def no_complement(_: frozenset[Lit]) -> None:
    """The `Complement` that knows none."""


def normal(expression: Expression, others: Complement = no_complement, positive: bool = True) -> Normal:
    """The normal form of the expression, or of its negation if not `positive`.

    `others`: for a set of variables, the rest of a set of which exactly one is true, or None. With it, "none
    of these" becomes "one of the others", without negations.
    """
    match expression:
        case Some(variables):
            rest = None if positive else others(frozenset(variables))
            alternatives = variables if positive else rest
            if alternatives is None:
                return _joined(All, (-var for var in variables))
            return _joined(Any, alternatives)
        case Not(one):
            return normal(one, others, not positive)
        case And(one, two) | Or(one, two):
            kind = All if isinstance(expression, And) == positive else Any
            return _joined(kind, (normal(part, others, positive) for part in (one, two)))


def _joined(kind: type[All] | type[Any], parts: Iterable[Normal]) -> Normal:
    """`kind` of the parts, with nested parts of the same kind flattened; a single part is itself."""
    opened: set[Normal] = set()
    for part in parts:
        opened |= part.parts if isinstance(part, kind) else {part}
    opposite = Any if kind is All else All
    if opposite(frozenset()) in opened or any(isinstance(part, int) and -part in opened for part in opened):
        return opposite(frozenset())
    return opened.pop() if len(opened) == 1 else kind(frozenset(opened))


def moved(one: Normal, perm: Sequence[int]) -> Normal:
    """The expression with each variable replaced by its image under a permutation."""
    match one:
        case All(parts) | Any(parts):
            return type(one)(frozenset(moved(part, perm) for part in parts))
        case lit:
            return perm[lit] if lit > 0 else -perm[-lit]


@dataclass
class ClausalForm:
    """A condition as constraints: `forced` literals, `clauses`, names of new variables from `first` on."""

    first: int
    forced: set[Lit] = field(default_factory=set)
    names: list[tuple[str, int]] = field(default_factory=list)
    clauses: list[Constraint] = field(default_factory=list)

    @classmethod
    def of(cls, one: Normal, first: int, others: Complement = no_complement) -> ClausalForm:
        """The clausal form of `one`; `first` is the number of the first new variable."""
        form = cls(first)
        for part in one.parts if isinstance(one, All) else (one,):
            form.add(part, others)
        return form

    @property
    def cube(self) -> Cube:
        return tuple(sorted(self.forced, key=lambda lit: (abs(lit), lit)))

    def add(self, part: Normal, others: Complement) -> None:
        """Adds a part that must be true."""
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
        """A literal equivalent to the expression (Tseitin 1968)."""
        if isinstance(one, int):
            return one
        lits = sorted(map(self._named, one.parts))
        self.names.append(("where", len(self.names)))
        name, sign = self.first + len(self.names) - 1, 1 if isinstance(one, Any) else -1
        self.clauses += (Clause((sign * name, -sign * lit)) for lit in lits)
        self.clauses.append(Clause((-sign * name, *(sign * lit for lit in lits))))
        return name


def _multiplied(part: Normal) -> list[frozenset[Lit]] | None:
    """Equivalent clauses without new variables; None if there are more than MOST_CLAUSES."""
    match part:
        case All(parts):
            every = [_multiplied(one) for one in parts]
            clauses = [clause for part in every if part is not None for clause in part]
            return None if None in every or len(clauses) > MOST_CLAUSES else clauses
        case Any(parts):
            ways = [_multiplied(one) for one in parts]
            number = 1
            for way in ways:
                number *= MOST_CLAUSES + 1 if way is None else len(way)
                if number > MOST_CLAUSES:
                    return None
            products = product(*(way for way in ways if way is not None))
            clauses = [frozenset[Lit]().union(*some) for some in products]
            return [clause for clause in clauses if not any(-lit in clause for lit in clause)]
        case lit:
            return [frozenset({lit})]
