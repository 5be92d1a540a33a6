"""Lines between ends on a board of which no other lines between the same ends can be made at one place.

A line that goes round three sides of a 2x2 can take the fourth in their place, and a line beside two empty
cells can go around through these: then the ends have another solution. Short lines make boring puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from zenkai_solver.models.constraints import Acyclic, Clause, Constraint, Lit
from zenkai_solver.models.genres.sheet import GenreSheet, Place


def taut(sheet: GenreSheet, line: Mapping[Place, Lit]) -> Iterator[Constraint]:
    """Constraints that exclude both, loops, and lines of fewer than three edges.

    `line` has the literal of each edge between two cells. Lines that branch are excluded by other rules.
    """
    number = {place: i for i, place in enumerate(sheet.every["cell"])}
    ends = ((number[one], number[other]) for one, other in (sheet.related(e, "beside") for e in line))
    yield Acyclic(tuple(line.values()), tuple(ends))
    yield from map(Clause, _clauses(sheet, line))


def _clauses(sheet: GenreSheet, line: Mapping[Place, Lit]) -> Iterator[tuple[Lit, ...]]:
    sides = {at: {e: line[e] for e in sheet.related(at, "sides") if e in line} for at in sheet.every["cell"]}
    for at in sheet.every["corner"]:
        window = [e for e in sheet.related(at, "sides") if e in line]
        if len(window) < 4:  # at the border
            continue
        for three in combinations(window, 3):
            yield tuple(-line[edge] for edge in three)
        cells = set(sheet.related(at, "corners"))
        for edge in window:
            across = cells.difference(sheet.related(edge, "beside"))
            yield (-line[edge], *sorted({lit for other in across for lit in sides[other].values()}))
    for edge, lit in line.items():
        one, other = sheet.related(edge, "beside")
        further = {e: near for at in (one, other) for e, near in sides[at].items() if e != edge}
        yield (-lit, *further.values())
        for at, end in ((one, other), (other, one)):
            for second in (e for e in sides[at] if e > edge):
                (last,) = (cell for cell in sheet.related(second, "beside") if cell != at)
                beyond = {
                    e: near
                    for place, before in ((end, edge), (last, second))
                    for e, near in sides[place].items()
                    if e != before
                }
                yield (-lit, -line[second], *beyond.values())
