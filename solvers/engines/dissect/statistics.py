"""Statistics of a dissection: candidate pieces by size, the largest possible piece, numbers of ways to cut.

A candidate for N pieces is a free polyomino (mirror images are one) that in either figure has a place where
it leaves at most N - 1 parts: every piece of a solution is one. Counted one by one, so within a limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from zenkai_solver.models.dissection.problem import Congruence, Problem
from zenkai_solver.models.grid import TRANSFORMS, Region, Shape
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.dissect.cuts import Cutter, bits
from zenkai_solver.solvers.engines.dissect.joins import divisions, near_masks

LIMIT = 1_000_000  # places of pieces, or ways to cut, that are looked at in one figure


class TooMany(Exception):
    """More than LIMIT."""


def lines(problem: Problem, pieces: int, deadline: Deadline) -> Iterator[str]:
    """One line a statistic. Raises Interrupted."""
    try:
        sizes = candidates(problem, pieces, deadline)
        yield f"candidate pieces: {sum(sizes.values()):,}, the largest of {max(sizes, default=0)} cells"
        yield f"by size: {', '.join(f'{size}: {number:,}' for size, number in sorted(sizes.items()))}"
    except TooMany:
        yield f"candidate pieces: not counted, they have more than {LIMIT:,} places"
    for figure, region in ((1, problem.one), (2, problem.two)):
        yield f"ways to cut figure {figure} into {pieces}: {ways(region, pieces, deadline)}"


def candidates(problem: Problem, pieces: int, deadline: Deadline) -> Counter[int]:
    """The number of candidates of each size. Raises TooMany, Interrupted."""
    free = Congruence(tuple(TRANSFORMS.values()))
    common = removable(problem.one, pieces, free, deadline) & removable(problem.two, pieces, free, deadline)
    return Counter(map(len, common))


def removable(region: Region, pieces: int, free: Congruence, deadline: Deadline) -> set[Shape]:
    """The shapes with a place in the figure where they leave at most `pieces` - 1 parts."""
    everything = (1 << len(region.cells)) - 1
    if pieces == 1:
        parts = Cutter(near_masks(region)).parts(everything)
        return {free.key(region.cells)} if len(parts) == 1 else set()
    found = set()
    for number, piece in enumerate(Cutter(near_masks(region)).removable(everything, pieces - 1)):
        if number == LIMIT:
            raise TooMany
        deadline.check()
        found.add(free.key([region.cells[i] for i in bits(piece)]))
    return found


def ways(region: Region, pieces: int, deadline: Deadline) -> str:
    number = 0
    for _ in islice(divisions(region, pieces), LIMIT + 1):
        number += 1
        deadline.check()
    return f"{number:,}" if number <= LIMIT else f"more than {LIMIT:,}"
