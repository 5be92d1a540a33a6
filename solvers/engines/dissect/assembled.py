"""Counts the divisions of a figure whose pieces all have given places, as masks of its cells.

A division is a place with the first cell and a division of the rest. Of the last two pieces the second is
what the first leaves: it is looked up, for all first pieces at once.

Places are tried in the order of their masks. So the upper half of the rest stays the same for many of them in
a row, and the places that fit into that half are found once for all of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect.cuts import Mask

WORD = 64  # cells for which numpy has numbers; masks of more are Python's, slower
LIMIT = 500_000_000  # places that are looked at
CALL = 500  # places that could be looked at in the time that a look at none takes
SEEN = 500_000  # rests that are remembered
HALVES = 64  # upper halves that are remembered


class TooMany(Exception):
    """More than the limit."""


@dataclass
class Divisions:
    """`count` counts; when it raises TooMany or Interrupted, `found` are those counted so far."""

    cells: int
    places: Iterable[Mask]
    deadline: Deadline
    limit: int = LIMIT
    found: int = 0
    looked: int = 0

    def __post_init__(self) -> None:
        self._seen: dict[tuple[Mask, int], int] = {}
        self._whole = (1 << self.cells) - 1
        self._upper = self._whole >> self.cells // 2 << self.cells // 2
        self._near = lru_cache(maxsize=HALVES)(self._starting_in)

    def count(self, pieces: int) -> int:
        """The number of divisions into that many pieces. Raises TooMany, Interrupted."""
        self._count(self._whole, pieces)
        return self.found

    def _count(self, rest: Mask, pieces: int) -> None:
        """Adds the divisions of the rest to `found`; the same rest can be left by several first pieces."""
        self.deadline.check()
        if rest.bit_count() > pieces * self._largest:
            return
        if (rest, pieces) in self._seen:
            self.found += self._seen[rest, pieces]
            return
        before = self.found
        self._divide(rest, pieces)
        if len(self._seen) < SEEN:
            self._seen[rest, pieces] = self.found - before

    def _divide(self, rest: Mask, pieces: int) -> None:
        fitting = self._inside(self._near(rest & -rest, rest & self._upper), rest)
        if pieces == 1:
            self.found += int((fitting == self._number(rest)).sum())
        elif pieces == 2:
            self.found += self._known(fitting ^ self._number(rest))
        else:
            for place in fitting.tolist():
                if place != rest:
                    self._count(rest ^ place, pieces - 1)

    def _inside(self, places: Any, rest: Mask) -> Any:
        """Those of the places that lie in the rest."""
        self.looked += CALL + len(places)
        if self.looked > self.limit:
            raise TooMany
        return places[(places & self._number(self._whole & ~rest)) == 0]

    def _starting_in(self, first: Mask, upper: Mask) -> Any:
        """The places with this first cell whose upper half lies in `upper`."""
        return self._inside(self._starting.get(first, self._all[:0]), upper | self._whole & ~self._upper)

    def _known(self, masks: Any) -> int:
        """How many of the masks are places."""
        if not len(self._all):
            return 0
        at = np.searchsorted(self._all, masks) % len(self._all)
        return int((self._all[at] == masks).sum())

    def _number(self, mask: Mask) -> Any:
        return np.uint64(mask) if self.cells <= WORD else mask

    @cached_property
    def _all(self) -> Any:
        return np.array(sorted(self.places), np.uint64 if self.cells <= WORD else object)

    @cached_property
    def _largest(self) -> int:
        return max((mask.bit_count() for mask in self._all.tolist()), default=0)

    @cached_property
    def _starting(self) -> dict[Mask, Any]:
        """The places with each first cell, as bits."""
        firsts = np.array([mask & -mask for mask in self._all.tolist()], self._all.dtype)
        return {first: self._all[firsts == self._number(first)] for first in set(firsts.tolist())}
