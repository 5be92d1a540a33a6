"""Statistics of a dissection, as Igarashi, Tajima and Kotani print them: the candidate pieces by size, the
largest of them, and the divisions of either figure whose pieces are all candidates.

Time and memory are bounded by limits (`candidates.LIMIT`, `PLACES`, `LIMIT`); where one is reached, a line
says so, with what is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from zenkai_solver.models.dissection.problem import DissectionProblem
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect import candidates
from zenkai_solver.solvers.engines.dissect.kernels import dividing
from zenkai_solver.solvers.kernels.jit import Work

PLACES = 1_000_000  # places of candidates in a figure that are held
LIMIT = 250_000_000  # steps of counting divisions: a place that is looked at is one, one that fits INSIDE
STEPS = 5_000_000  # between two looks at the clock, some 5 ms


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
    if not places:
        return "0"
    return divisions_of(np.concatenate(places), len(figure.region.cells), pieces, deadline)


def divisions_of(masks: np.ndarray, cells: int, pieces: int, deadline: Deadline) -> str:
    """The number of divisions of a figure of so many cells into these places, uint64[n, words], as text.

    Raises Interrupted.
    """
    places, search = dividing.places_of(masks, cells), dividing.start(cells, pieces)
    dividing.index(places)
    largest, done = dividing.largest_of(places), False
    while not done and search.control[dividing.STEPS] < LIMIT:
        deadline.check()
        done = dividing.divide(places, search, pieces, largest, STEPS)
    number = f"{search.control[dividing.DIVISIONS]:,}"
    return number if done else f"at least {number}, cut short after {LIMIT:,} steps (the limit)"


def works() -> list[Work]:
    """The kernels that the statistics need."""
    places, search = dividing.places_of(np.ones((1, 1), np.uint64), 1), dividing.start(1, 1)
    return [
        *candidates.works(),
        Work(dividing.index, (places,)),
        Work(dividing.divide, (places, search, 1, 1, 1)),
    ]
