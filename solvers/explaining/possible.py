"""Which facts are true in some solution, and how many solutions there are, up to a limit.

Every solution found strikes out all of its facts; the solver is told to try the facts not seen yet, so that
few solutions show them all, and one proof at the end excludes the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.solvers.backend import NEVER, Deadline, Interrupted
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.theory import Theory

LIMIT = 1_000  # solutions that are counted


@dataclass(frozen=True)
class Possible:
    """`facts` are the literals that are true in some solution; `count` solutions, `more`: at least so many.

    A fact whose negation is not there is true in every solution.
    """

    facts: frozenset[Lit]
    count: int
    more: bool

    @property
    def forced(self) -> frozenset[Lit]:
        return frozenset(lit for lit in self.facts if -lit not in self.facts)


class Partial(Interrupted):
    """`facts` were found to be true in some solution; others may be."""

    def __init__(self, reason: str, facts: frozenset[Lit]) -> None:
        super().__init__(reason)
        self.facts = facts


def possible(theory: Theory, limit: int = LIMIT, deadline: Deadline = NEVER) -> Possible:
    """Raises Partial."""
    seen: set[Lit] = set()
    with Oracle(theory, deadline) as oracle:
        try:
            for facts in _seen(oracle, ()):
                seen.update(facts)
            count = sum(1 for _ in _solutions(oracle, limit + 1)) if seen else 0
        except Interrupted as cut:
            raise Partial(str(cut), frozenset(seen)) from None
    return Possible(frozenset(seen), min(count, limit), count > limit)


def shared(oracle: Oracle, lits: tuple[Lit, ...] = ()) -> frozenset[Lit]:
    """The facts that are true in some solution in which the literals are. Raises Interrupted."""
    return frozenset(chain.from_iterable(_seen(oracle, lits)))


def _seen(oracle: Oracle, lits: tuple[Lit, ...]) -> Iterator[list[Lit]]:
    """The facts of solutions in which the literals are, until no other fact is in any. Raises Interrupted."""
    every, facts = range(len(oracle.theory.rules)), oracle.theory.facts
    seen: set[Lit] = set()
    for sign in (1, -1):
        while unseen := [sign * var for var in facts if sign * var not in seen]:
            oracle.prefer(unseen)
            if not oracle.fits_with_one(every, lits, unseen):
                break
            found = [lit for lit in oracle.assignment if abs(lit) in facts]
            seen.update(found)
            yield found


def _solutions(oracle: Oracle, limit: int) -> Iterator[tuple[Lit, ...]]:
    """Each once, at most so many."""
    every, facts = range(len(oracle.theory.rules)), oracle.theory.deciding
    new = oracle.fresh()
    for _ in range(limit):
        if not oracle.fits(every, (new,)):
            return
        found = tuple(lit for lit in oracle.assignment if abs(lit) in facts)
        yield found
        oracle.forbid(found, new)


def by_cell(theory: Theory, found: Possible, deadline: Deadline = NEVER) -> Mapping[Cell, tuple[str, ...]]:
    """The labels that each cell bears in some solution; EMPTY where something may leave it without any.

    Raises Interrupted.
    """
    labels = {
        cell: tuple(label for label, own in bearing.items() if found.facts.intersection(own))
        for cell, bearing in sorted(theory.bearing.items())
    }
    with Oracle(theory, deadline) as oracle:
        every = range(len(theory.rules))
        for cell, bearing in theory.bearing.items():
            deadline.check()
            none = [-var for own in bearing.values() for var in own]
            if found.facts.issuperset(none) and oracle.fits(every, none):
                labels[cell] = (EMPTY, *labels[cell])
    return labels
