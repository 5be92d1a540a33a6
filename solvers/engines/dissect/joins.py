"""Dissections of small figures: all divisions of both figures, joined where they have the same pieces.

This is best for many pieces of few cells: there are very many sets of moves then (see `dissect`), but the
divisions can be listed. Those of figure 1 are held in memory, those of figure 2 are generated one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zenkai_solver.models.bits import bits
from zenkai_solver.models.dissection.problem import Congruence, DissectionProblem, Division, edges
from zenkai_solver.models.grid import Region, Shape
from zenkai_solver.solvers.engines.dissect.cuts import Cutter, Mask

Cut = tuple[Mask, ...]
Kind = tuple[int, ...]  # the pieces of a cut as sorted numbers, equal for congruent pieces

MAX_EDGES = 20  # of either figure: it then has at most 2 ** 20 divisions
FEW_PIECES = 3  # with so few pieces the sets of moves are fewer than the divisions


def suits(problem: DissectionProblem, pieces: int) -> bool:
    """Is listing all divisions expected to be the faster way?"""
    return pieces > FEW_PIECES and max(map(len, problem.edges)) <= MAX_EDGES


def near_masks(region: Region) -> list[Mask]:
    """The neighbours of each cell as a mask."""
    near = [0] * len(region.cells)
    for a, b in edges(region):
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


class _Kinds:
    """Numbers the pieces of one figure by their shapes; `numbers` is shared by both figures."""

    def __init__(self, region: Region, congruence: Congruence, numbers: dict[Shape, int]) -> None:
        self.region, self.congruence, self.numbers = region, congruence, numbers
        self.known: dict[Mask, int] = {}

    def kind(self, cut: Cut) -> Kind:
        return tuple(sorted(self.number(piece) for piece in cut))

    def number(self, piece: Mask) -> int:
        if piece not in self.known:
            key = self.congruence.key([self.region.cells[i] for i in bits(piece)])
            self.known[piece] = self.numbers.setdefault(key, len(self.numbers))
        return self.known[piece]


def solutions(
    problem: DissectionProblem, pieces: int, look: Callable[[], None]
) -> Iterator[tuple[Division, Division]]:
    """Every pair of divisions with congruent pieces; `look` is called often, and may raise to end the
    work.
    """
    congruence = Congruence(problem.transforms)
    numbers: dict[Shape, int] = {}
    first = _Kinds(problem.one, congruence, numbers)
    known: dict[Kind, list[Cut]] = {}
    for cut in divisions(problem.one, pieces):
        look()
        known.setdefault(first.kind(cut), []).append(cut)
    second = _Kinds(problem.two, congruence, numbers)
    for cut in divisions(problem.two, pieces):
        look()
        for partner in known.get(second.kind(cut), ()):
            yield division(partner, len(problem.one.cells)), division(cut, len(problem.two.cells))


def divisions(region: Region, pieces: int) -> Iterator[Cut]:
    """Every way to cut the figure into that many connected pieces."""
    yield from Cutter(near_masks(region)).cuts((1 << len(region.cells)) - 1, pieces)


def division(cut: Sequence[Mask], area: int) -> Division:
    """The cut as the number of the piece of every cell."""
    numbers = [0] * area
    for number, piece in enumerate(cut):
        for cell in bits(piece):
            numbers[cell] = number
    return tuple(numbers)
