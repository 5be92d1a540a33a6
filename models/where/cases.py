"""A condition as disjoint cases for engines that cannot state it: cubes, each with what is left to be tested.

cases(expression, others)    a decision tree over its facts, of MOST leaves at most

A case in which the condition is settled leaves nothing to be tested. Every other one is searched as a whole,
and its solutions are tested as they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.csp import Case
from zenkai_solver.models.where.language import And, Expression, Not, Or, Some
from zenkai_solver.models.where.normal import Alone, nothing

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

MOST = 16  # cases; each is a search of its own


def cases(expression: Expression, others: Alone = nothing) -> Sequence[Case]:
    """Every solution for which the expression is true is in one case, and no other solution is."""
    waiting, found = [_Branch(frozenset(), expression).simpler()], list[Case]()
    while waiting:
        branch = waiting.pop(0)
        fact = branch.fact(others) if len(waiting) + len(found) < MOST - 1 else None
        if fact is not None:
            waiting += (branch.assuming(fact, others), branch.without(fact))
        elif branch.rest is not False:
            found.append(branch.case)
    return found


@dataclass(frozen=True)
class _Branch:
    """What is known of the variables, and what the expression comes to then. Of each set in `some` one
    variable is true.
    """

    cube: frozenset[Lit]
    rest: Expression | bool
    some: tuple[frozenset[Lit], ...] = ()

    @property
    def case(self) -> Case:
        cube = tuple(sorted(self.cube, key=abs))
        return Case(cube, None if isinstance(self.rest, bool) else partial(true_rows, self.rest))

    def fact(self, others: Alone) -> frozenset[Lit] | None:
        """A fact that is open and that a cube can say."""
        facts = () if isinstance(self.rest, bool) else _facts(self.rest)
        return next((own for own in facts if len(own) == 1 or others(own) is not None), None)

    def assuming(self, fact: frozenset[Lit], others: Alone) -> _Branch:
        rest = others(fact) or frozenset()
        true = fact if len(fact) == 1 else frozenset()
        cube = self.cube | true | {-var for var in rest}
        return replace(self, cube=cube, some=(*self.some, fact)).simpler()

    def without(self, fact: frozenset[Lit]) -> _Branch:
        return replace(self, cube=self.cube | {-var for var in fact}).simpler()

    def simpler(self) -> _Branch:
        """What is known is used in the expression."""
        return replace(self, rest=self._simplified(self.rest))

    def _simplified(self, rest: Expression | bool) -> Expression | bool:
        match rest:
            case bool():
                return rest
            case Some(variables):
                open_ = frozenset(var for var in variables if -var not in self.cube)
                if any(own <= open_ for own in self.some):
                    return True
                return Some(tuple(sorted(open_))) if open_ else False
            case Not(one):
                inner = self._simplified(one)
                return not inner if isinstance(inner, bool) else Not(inner)
            case And(one, two) | Or(one, two):
                return self._joined(rest, self._simplified(one), self._simplified(two))

    def _joined(self, rest: And | Or, one: Expression | bool, two: Expression | bool) -> Expression | bool:
        settles = isinstance(rest, Or)  # the value of one part that is the value of both
        if settles in (one, two):
            return settles
        if isinstance(one, bool) or isinstance(two, bool):
            return two if isinstance(one, bool) else one
        return replace(rest, one=one, two=two)


def _facts(expression: Expression) -> Sequence[frozenset[Lit]]:
    match expression:
        case Some(variables):
            return [frozenset(variables)]
        case Not(one):
            return _facts(one)
        case And(one, two) | Or(one, two):
            return [*_facts(one), *_facts(two)]


def true_rows(expression: Expression, rows: np.ndarray) -> np.ndarray:
    """bool[row]: is the expression true where exactly these variables are?"""
    import numpy as np

    match expression:
        case Some(variables):
            found = cast("np.ndarray", np.isin(rows, np.array(variables, rows.dtype)).any(axis=1))
        case Not(one):
            found = np.logical_not(true_rows(one, rows))
        case And(one, two):
            found = true_rows(one, rows) & true_rows(two, rows)
        case Or(one, two):
            found = true_rows(one, rows) | true_rows(two, rows)
    return found
