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
from zenkai_solver.models.where.normal import Complement, no_complement

if TYPE_CHECKING:
    import numpy as np  # takes a tenth of a second: small commands do without

MOST = 16  # cases; each is a search of its own


def cases(expression: Expression, others: Complement = no_complement) -> Sequence[Case]:
    """Every solution for which the expression is true is in one case, and no other solution is."""
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

    def fact(self, others: Complement) -> frozenset[Lit] | None:
        """An undecided fact that literals of a cube can state."""
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
        """The branch with its expression simplified by what is known."""
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
                settles = isinstance(rest, Or)  # the value of one part that is the value of both
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
    """bool[row]: is the expression true where exactly these variables are?"""
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
