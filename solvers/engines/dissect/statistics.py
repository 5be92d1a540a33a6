"""Statistics of a dissection, as Igarashi, Tajima and Kotani print them: the candidate pieces by size, the
largest of them, and the divisions of either figure whose pieces are all candidates.

Time and memory are bounded by limits (`candidates.LIMIT`, `PLACES`, `assembled.LIMIT`); where one is reached,
a line says so and what is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect import assembled, candidates

PLACES = 1_000_000  # places of candidates in a figure that are held


def lines(problem: DissectionProblem, pieces: int, deadline: Deadline) -> Iterator[str]:
    """One line per statistic. Raises Interrupted."""
    search = candidates.CandidateSearch(problem.one, problem.two, pieces, deadline)
    sizes: Counter[int] = Counter()
    shapes: list[candidates.Shapes] = []
    try:
        for size, found in search:
            sizes += Counter({size: len(found)})
            shapes.append(found)
    except candidates.TooMany:
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
    """How many divisions have pieces of these shapes only, in words. Raises Interrupted."""
    places: list[np.ndarray] = []
    for own in shapes:
        found = figure.places(own, pieces - 1, limit - sum(map(len, places)), deadline)
        if found is None:
            return f"not counted, the candidates have more than {limit:,} places (the limit)"
        places.append(found)
    masks = (mask for found in places for mask in candidates.masks(found))
    search = assembled.Divisions(len(figure.region.cells), masks, deadline)
    try:
        return f"{search.count(pieces):,}"
    except assembled.TooMany:
        return f"at least {search.found:,}, cut short after a look at {search.limit:,} places (the limit)"
