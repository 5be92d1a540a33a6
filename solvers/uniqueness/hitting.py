"""The fewest clues of a goal that no other solution has: a least hitting set, proved by counter-models.

A set of clues leaves the goal alone exactly if every other solution lacks one of them. So it is a hitting set
of what the other solutions lack, and those that matter are found as they are needed: take a least hitting set
of those so far; another solution that has all its clues is one more set to hit, made as small as it can be;
then more solutions that differ from the goal elsewhere, until the clues and all that is lacked leave the goal
alone. If there is no such solution the hitting set is the answer, and its size is proved least.
Sources: implicit hitting sets: E. Moreno-Centeno and R. M. Karp, Operations Research 61 (2013); J. Davies and
F. Bacchus, CP 2011.
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
    """Another solution has all clues of the goal and more, so that no clue leaves the goal alone."""


@dataclass(frozen=True)
class Fewest:
    """`clues`, by their numbers, leave one solution, and `least` clues or more are needed.

    `reason` says what cut the proof short; None where `least` is proved to be the number of clues. `enough`:
    the proof ended early since no better answer was asked for.
    """

    clues: tuple[int, ...]
    least: int
    reason: str | None = None

    @property
    def proved(self) -> bool:
        return self.least == len(self.clues)


def fewest(others: Others, total: int, deadline: Deadline = NEVER, enough: int = 0) -> Fewest:
    """The fewest of the clues 0 .. total - 1 that leave the goal alone.

    With `enough` the search ends, without a reason, when it is proved that so many are needed. Cut short, it
    has the best bounds so far. Raises NothingGives.
    """
    search = Search(others, total, deadline)
    try:
        search.run(enough)
    except Interrupted as error:
        return Fewest(tuple(sorted(search.best)), search.least, str(error))
    return Fewest(tuple(sorted(search.best)), search.least)


class Search:
    """`best` leaves the goal alone; `least` clues at least are needed."""

    def __init__(self, others: Others, total: int, deadline: Deadline) -> None:
        self.others, self.every, self.deadline = others, frozenset(range(total)), deadline
        self.best: frozenset[int] = self.every
        self.least = 0

    def run(self, enough: int) -> None:
        """Raises Interrupted, NothingGives."""
        if self.others.lacking(self.every) is not None:
            raise NothingGives
        self.take(self.every)
        self.least = min(1, len(self.best))  # what is left cannot be spared: there are other solutions
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
                if number & (number - 1) == 0:  # seldom: it costs as much as finding the sets
                    self.take(chosen.union(*sets))

    def apart(self, chosen: frozenset[int]) -> list[frozenset[int]]:
        """What other solutions with the chosen clues lack: disjoint sets, as many as can be added."""
        found = []
        while (lacked := self.others.lacking(chosen)) is not None:
            found.append(self.shrunk(lacked))
            chosen |= found[-1]
        return found

    def shrunk(self, lacked: frozenset[int]) -> frozenset[int]:
        """A smallest part of it that some other solution lacks, and nothing else.

        What cannot be had with all clues outside the set cannot be had with more of them.
        """
        for clue in sorted(lacked):
            if clue in lacked:
                smaller = self.others.lacking((self.every - lacked) | {clue})
                lacked = lacked if smaller is None else smaller
        return lacked

    def take(self, clues: Collection[int]) -> None:
        """Clues that leave the goal alone, made fewer one by one: perhaps fewer than the best so far."""
        left = set(clues)
        for clue in sorted(clues):
            left.discard(clue)
            if self.others.lacking(left) is not None:
                left.add(clue)
        if len(left) < len(self.best):
            self.best = frozenset(left)
