"""Statistics of a dissection, as Igarashi, Tajima and Kotani print them: the candidate pieces by size, the
largest of them, and the divisions of either figure whose pieces are all candidates.

Time and memory are bounded by limits (`candidates.LIMIT`, `PLACES`, `LIMIT`); where one is reached, a line
says so, with what is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect import candidates
from zenkai_solver.solvers.engines.dissect.cuts import Mask

WORD = 64  # cells of a mask in a machine word; larger masks are Python's integers, which are slower
LIMIT = 500_000_000  # places that are looked at
CALL = 500  # the cost of one call, in places that are looked at
PAIRS = 1 << 18  # rests by places that are compared at a time
SEEN = 500_000  # cached counts, by the cells that are left
HALVES = 64  # cached lists of places, by the upper half of the cells that are left


class TooManyPlaces(Exception):
    """More places than the limit would have to be looked at."""


@dataclass
class Divisions:
    """Counts the divisions of a figure of so many cells into pieces at these places (masks of cells).

    When `count` raises TooManyPlaces or Interrupted, `divisions` is the number counted so far.
    """

    cells: int
    places: Iterable[Mask]
    deadline: Deadline
    limit: int = LIMIT
    divisions: int = 0
    looked: int = 0

    def __post_init__(self) -> None:
        self._seen: dict[tuple[Mask, int], int] = {}
        self._whole = (1 << self.cells) - 1
        self._upper = self._whole >> self.cells // 2 << self.cells // 2
        self._near = lru_cache(maxsize=HALVES)(self._starting_in)

    def count(self, pieces: int) -> int:
        """The number of divisions into that many pieces. Raises TooManyPlaces, Interrupted."""
        self._count(self._whole, pieces)
        return self.divisions

    def _count(self, rest: Mask, pieces: int) -> None:
        """Add the number of divisions of `rest` to `divisions`; it is cached, since a rest is met several
        times.
        """
        self.deadline.check()
        if rest.bit_count() > pieces * self._largest:
            return
        if (rest, pieces) in self._seen:
            self.divisions += self._seen[rest, pieces]
            return
        before = self.divisions
        self._divide(rest, pieces)
        if len(self._seen) < SEEN:
            self._seen[rest, pieces] = self.divisions - before

    def _divide(self, rest: Mask, pieces: int) -> None:
        fitting = self._inside(self._near(rest & -rest, rest & self._upper), rest)
        if pieces == 1:
            self.divisions += int((fitting == self._number(rest)).sum())
        elif pieces == 2:
            self.divisions += self._known(fitting ^ self._number(rest))
        elif pieces == 3:
            self._halve(fitting ^ self._number(rest))
        else:
            for place in fitting.tolist():
                if place != rest:
                    self._count(rest ^ place, pieces - 1)

    def _halve(self, rests: Any) -> None:
        """Add the number of divisions of each of these rests into two pieces: many at a time, as most of the
        time is spent here. The first piece has the first cell of the rest.
        """
        firsts = rests & (~rests + self._number(1))
        for first in set(firsts.tolist()):
            group, places = rests[firsts == self._number(first)], self._starting.get(first, self._all[:0])
            step = max(1, PAIRS // (1 + len(places)))
            for block in (group[i : i + step] for i in range(0, len(group), step)):
                self.deadline.check()
                self._look(CALL + len(block) * len(places))
                inside = (places & ~block[:, None]) == 0
                self.divisions += self._known((places ^ block[:, None])[inside])

    def _look(self, cost: int) -> None:
        self.looked += cost
        if self.looked > self.limit:
            raise TooManyPlaces

    def _inside(self, places: Any, rest: Mask) -> Any:
        """Those of the places that lie in the rest."""
        self._look(CALL + len(places))
        return places[(places & self._number(self._whole & ~rest)) == 0]

    def _starting_in(self, first: Mask, upper: Mask) -> Any:
        """The places with this first cell whose upper half lies in `upper`."""
        return self._inside(self._starting.get(first, self._all[:0]), upper | self._whole & ~self._upper)

    def _known(self, masks: Any) -> int:
        """How many of these masks are places."""
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
        """The places by their first cells, as masks of one bit."""
        firsts = np.array([mask & -mask for mask in self._all.tolist()], self._all.dtype)
        return {first: self._all[firsts == self._number(first)] for first in set(firsts.tolist())}


PLACES = 1_000_000  # places of candidates in a figure that are held


def lines(problem: DissectionProblem, pieces: int, deadline: Deadline) -> Iterator[str]:
    """One line per statistic. Raises Interrupted."""
    search = candidates.CandidateSearch(problem.one, problem.two, pieces, deadline)
    sizes: Counter[int] = Counter()
    shapes: list[candidates.Shapes] = []
    try:
        for size, of_size in search:
            sizes += Counter({size: len(of_size)})
            shapes.append(of_size)
    except candidates.TooManyShapes:
        yield from _cut_short(search, sizes)
        return
    yield from _counted(sizes)
    for number, figure in enumerate(search.figures, 1):
        ways = divisions(figure, shapes, pieces, deadline)
        yield f"divisions of figure {number} into {pieces} candidates: {ways}"


def _counted(sizes: Counter[int]) -> Iterator[str]:
    if not sizes:
        yield "candidate pieces: 0"
        return
    most = max(sizes.values())
    modes = ", ".join(str(size) for size, number in sorted(sizes.items()) if number == most)
    yield (
        f"candidate pieces: {sizes.total():,}; most, {most:,} per size, of {modes} cells; "
        f"the largest of {max(sizes)} cells"
    )
    yield _by_size(sizes)


def _cut_short(search: candidates.CandidateSearch, sizes: Counter[int]) -> Iterator[str]:
    known = search.size - 1
    yield (
        f"candidate pieces of up to {known} cells: {sizes.total():,}; larger ones not counted: "
        f"more than {search.limit:,} shapes to try (the limit)"
    )
    yield _by_size(sizes)
    yield "divisions into candidates: not counted, the candidates are not all known"


def _by_size(sizes: Counter[int]) -> str:
    return f"by size: {', '.join(f'{size}: {number:,}' for size, number in sorted(sizes.items()))}"


def divisions(
    figure: candidates.Figure,
    shapes: Sequence[candidates.Shapes],
    pieces: int,
    deadline: Deadline,
    limit: int = PLACES,
) -> str:
    """The number of divisions into pieces of these shapes, as text that may say why it is not known.

    Raises Interrupted.
    """
    places: list[np.ndarray] = []
    for of_size in shapes:
        placed = figure.places(of_size, pieces - 1, limit - sum(map(len, places)), deadline)
        if placed is None:
            return f"not counted, the candidates have more than {limit:,} places (the limit)"
        places.append(placed)
    masks = (mask for placed in places for mask in candidates.masks(placed))
    search = Divisions(len(figure.region.cells), masks, deadline)
    try:
        return f"{search.count(pieces):,}"
    except TooManyPlaces:
        return f"at least {search.divisions:,}, cut short after a look at {search.limit:,} places (the limit)"
