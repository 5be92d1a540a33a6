"""A condition as disjoint cases, for engines that take cubes but no clauses: each a cube and a remaining
test.

cases(expression, others)    the leaves, at most MOST, of a decision tree over the facts of the condition

Without a remaining test all solutions of the cube satisfy the condition. Otherwise the cube is searched, and
each of its solutions is tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Case
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some
from zenkai_solver.models.where.normal import Complement, no_complement

if TYPE_CHECKING:
    import numpy as np  # the import takes 0.1 s, which small commands save

MOST = 16  # cases; each is a separate search


def cases(expression: Expression, others: Complement = no_complement) -> Sequence[Case]:
    """Disjoint cases: each solution that satisfies the expression is in exactly one, other solutions in none.
    `others`: as for `normal`.
    """
    waiting, settled = [_Branch(frozenset(), expression).simpler()], list[Case]()
    while waiting:
        branch = waiting.pop(0)
        fact = branch.fact(others) if len(waiting) + len(settled) < MOST - 1 else None
        if fact is not None:
            waiting += (branch.assuming(fact, others), branch.without(fact))
        elif branch.rest is not False:
            settled.append(branch.case)
    return settled


@dataclass(frozen=True)
class _Branch:
    """A node of the decision tree: its cube, the expression simplified under it, and sets (`some`) of which
    one variable is true.
    """

    cube: frozenset[Lit]
    rest: Expression | bool
    some: tuple[frozenset[Lit], ...] = ()

    @property
    def case(self) -> Case:
        cube = tuple(sorted(self.cube, key=abs))
        return Case(cube, None if isinstance(self.rest, bool) else partial(true_rows, self.rest))

    def fact(self, others: Complement) -> frozenset[Lit] | None:
        """An undecided atom of the expression whose truth a cube can state; None if there is none."""
        facts = () if isinstance(self.rest, bool) else _facts(self.rest)
        stated = (fact for fact in facts if len(fact) == 1 or others(fact) is not None)
        return next(stated, None)

    def assuming(self, fact: frozenset[Lit], others: Complement) -> _Branch:
        rest = others(fact) or frozenset()
        true = fact if len(fact) == 1 else frozenset()
        cube = self.cube | true | {-var for var in rest}
        return replace(self, cube=cube, some=(*self.some, fact)).simpler()

    def without(self, fact: frozenset[Lit]) -> _Branch:
        return replace(self, cube=self.cube | {-var for var in fact}).simpler()

    def simpler(self) -> _Branch:
        """The branch with its expression simplified under the cube."""
        return replace(self, rest=self._simplified(self.rest))

    def _simplified(self, rest: Expression | bool) -> Expression | bool:
        match rest:
            case bool():
                return rest
            case Some(variables):
                open_ = frozenset(var for var in variables if -var not in self.cube)
                if any(known <= open_ for known in self.some):
                    return True
                return Some(tuple(sorted(open_))) if open_ else False
            case Not(one):
                inner = self._simplified(one)
                return not inner if isinstance(inner, bool) else Not(inner)
            case And(one, two) | Or(one, two):
                parts = self._simplified(one), self._simplified(two)
                undecided = [part for part in parts if not isinstance(part, bool)]
                settles = isinstance(rest, Or)  # the value of one part that determines the whole
                if settles in parts:
                    return settles
                if len(undecided) == 2:
                    return type(rest)(*undecided)
                return undecided[0] if undecided else not settles


def _facts(expression: Expression) -> Sequence[frozenset[Lit]]:
    match expression:
        case Some(variables):
            return [frozenset(variables)]
        case Not(one):
            return _facts(one)
        case And(one, two) | Or(one, two):
            return [*_facts(one), *_facts(two)]


def true_rows(expression: Expression, rows: np.ndarray) -> np.ndarray:
    """bool[row]: whether the expression holds if exactly the variables of the row are true."""
    import numpy as np

    match expression:
        case Some(variables):
            true = cast("np.ndarray", np.isin(rows, np.array(variables, rows.dtype)).any(axis=1))
        case Not(one):
            true = np.logical_not(true_rows(one, rows))
        case And(one, two):
            true = true_rows(one, rows) & true_rows(two, rows)
        case Or(one, two):
            true = true_rows(one, rows) | true_rows(two, rows)
    return true
