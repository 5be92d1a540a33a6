"""The fewest clues that leave only the goal, by implicit hitting sets.

A set of clues leaves only the goal exactly if every other solution lacks one of them, that is, if it hits all
sets of clues that other solutions lack. These sets are generated lazily: take a minimum hitting set of those
so far. Another solution with all its clues gives a further set to hit, which is minimised; then more
solutions give disjoint sets, until the clues and all these sets leave only the goal. If no other solution has
the clues, the hitting set is the answer, and its size is proved least. Sources: implicit hitting sets: E.
Moreno-Centeno and R. M. Karp, Operations Research 61 (2013); J. Davies and F. Bacchus, CP 2011.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted
from zenkai_solver.solvers.engines.sat.hitting import Hitting

if TYPE_CHECKING:
    from zenkai_solver.solvers.uniqueness.others import Others


class NothingGives(Exception):
    """Another solution has all clues of the goal, so that no set of them leaves only the goal."""


@dataclass(frozen=True)
class Fewest:
    """`clues`: numbers of clues that leave only the goal; `least`: a lower bound on how many are needed;
    `reason`: why the search was cut short, or None.
    """

    clues: tuple[int, ...]
    least: int
    reason: str | None = None

    @property
    def proved(self) -> bool:
        return self.least == len(self.clues)


def fewest(others: Others, total: int, deadline: Deadline = NEVER, enough: int = 0) -> Fewest:
    """The fewest of the clues 0 .. total - 1 that leave only the goal; after the deadline, the best bounds.

    With `enough` above 0 the search also ends, without a reason, when it is proved that so many are needed.
    Raises NothingGives.
    """
    search = HittingSearch(others, total, deadline)
    try:
        search.run(enough)
    except Interrupted as error:
        return Fewest(tuple(sorted(search.best)), search.least, str(error))
    return Fewest(tuple(sorted(search.best)), search.least)


class HittingSearch:
    """`best`: clues that leave only the goal; `least`: a lower bound on their number."""

    def __init__(self, others: Others, total: int, deadline: Deadline) -> None:
        self.others, self.every, self.deadline = others, frozenset(range(total)), deadline
        self.best: frozenset[int] = self.every
        self.least = 0

    def run(self, enough: int) -> None:
        """Raises Interrupted, NothingGives."""
        if self._lacking(self.every) is not None:
            raise NothingGives
        self.take(self.every)
        self.least = min(1, len(self.best))  # `best` is minimal: if not empty, no clues are not enough
        with closing(Hitting(len(self.every), self.deadline)) as hitting:
            for number in count(1):
                if self.least == len(self.best) or 0 < enough <= self.least:
                    return
                try:
                    chosen = hitting.least()
                finally:
                    self.least = max(self.least, hitting.bound)
                sets = self.apart(chosen)
                if not sets:
                    self.best = chosen
                    return
                hitting.hit(sets)
                if number & (number - 1) == 0:  # at powers of two only: it costs as much as finding the sets
                    self.take(chosen.union(*sets))

    def _lacking(self, given: Collection[int]) -> frozenset[int] | None:
        """See `Others.lacking`. Raises Interrupted."""
        self.deadline.check()
        return self.others.lacking(given)

    def apart(self, chosen: frozenset[int]) -> list[frozenset[int]]:
        """Minimal sets of clues that other solutions lack, disjoint from the chosen clues and each other,
        until these and the chosen clues leave only the goal.
        """
        sets = []
        while (lacked := self._lacking(chosen)) is not None:
            sets.append(self.shrunk(lacked))
            chosen |= sets[-1]
        return sets

    def shrunk(self, lacked: frozenset[int]) -> frozenset[int]:
        """A minimal subset of `lacked` that is the set of clues which some other solution lacks.

        One pass is enough: if no other solution has a clue together with all clues outside the set, none has
        it when there are more outside.
        """
        for clue in sorted(lacked):
            if clue in lacked:
                smaller = self._lacking((self.every - lacked) | {clue})
                lacked = lacked if smaller is None else smaller
        return lacked

    def take(self, clues: Collection[int]) -> None:
        """Minimise these clues, which leave only the goal, by deletion; they become `best` if fewer."""
        left = set(clues)
        for clue in sorted(clues):
            left.discard(clue)
            if self._lacking(left) is not None:
                left.add(clue)
        if len(left) < len(self.best):
            self.best = frozenset(left)
