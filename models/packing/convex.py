"""What is convex on a lattice: a part of the free cells of a packing.

Where cells are their own images about their middles (all but triangles and tans) neighbours lie in straight
rows: any two cells of the part in one straight row are joined by such a row of its cells. That is what is
called a convex polyomino or polyhex. The row is one of the lattice: it goes on outside the board, so that it
does not matter whether what lies beside a part is covered or no cell. On a wrapped board a row goes on round
it, and one of the ways suffices; one that has left such a board never comes back to it.

Triangles and quarters of squares make polygons: about each corner the cells of the part fill one angle of at
most a half-turn, or the whole. A closed connected set of the plane that is convex about each of its points is
convex (Tietze and Nakajima, 1928), so on a flat board that is to be a convex polygon.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, takewhile

from zenkai_solver.models.constraints import Clause
from zenkai_solver.models.grid import Cell, Region
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import Vector
from zenkai_solver.models.lattices.region import BEYOND, LatticeRegion
from zenkai_solver.models.packing.rules import Fresh

Ways = dict[int, list[tuple[int, ...]]]


def convex(region: Region, part: Collection[Cell]) -> bool:
    """Is this connected part of the board convex?"""
    own = {region.index[cell] for cell in part}
    if isinstance(region, LatticeRegion) and not region.lattice.straight:
        return all(
            own.issuperset(fan[k] for k in between)
            for fan in region.fans
            for i, j, between in pairs(len(fan))
            if fan[i] in own and fan[j] in own
        )
    return all(
        any(own.issuperset(way) for way in ways)
        for i in own
        for other, ways in joined(region, i).items()
        if other in own
    )


def convexity(region: Region, hole: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """That the cells whose variables are true are convex, if they are connected."""
    if isinstance(region, LatticeRegion) and not region.lattice.straight:
        return _angled(region, hole)
    return _straight(region, hole, fresh)


def _numbered(region: Region, vector: Vector) -> int:
    """The number of the cell that this is, which on a wrapped board need not be at home."""
    if isinstance(region, LatticeRegion):
        return region.number.get(region.home(vector), BEYOND)
    row, column = vector
    return region.index.get((row, column), BEYOND)


# ---- straight rows


def joined(region: Region, i: int) -> Ways:
    """The cells in a straight row with this one, each with the rows of cells of the board between them."""
    found: Ways = {}
    start = region.coordinates(region.cells[i])
    lattice = region.lattice if isinstance(region, LatticeRegion) else SQUARES
    for near in lattice.neighbours(start):
        row = list(_row(region, i, start, tuple(y - x for x, y in zip(start, near))))
        for n, other in enumerate(row):
            if other != BEYOND:
                ways = found.setdefault(other, [])
                if BEYOND not in row[:n]:
                    ways.append(tuple(row[:n]))
    return found


def _row(region: Region, i: int, start: Vector, step: Vector) -> Iterator[int]:
    """The cells after this one, as far as the board can go; if it is wrapped, once round or to its border.

    There nothing is lost: `test_no_row_comes_back_to_a_wrapped_board`.
    """
    last = {i, BEYOND} if region.wrapped else set[int]()
    after = (tuple(x + n * y for x, y in zip(start, step)) for n in range(1, 1 + _farthest(region)))
    return takewhile(lambda other: other not in last, (_numbered(region, vector) for vector in after))


def _farthest(region: Region) -> int:
    """More steps than a row takes: a wrapped board has been gone round after a few times its cells."""
    if region.wrapped:
        return 4 * len(region.cells)
    axes = zip(*map(region.coordinates, region.cells))
    most: int = max(max(axis) - min(axis) for axis in axes)
    return most


def _straight(region: Region, hole: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Of the ways between two cells of the hole one is in it: of several, one whose variable is true."""
    for i, one in enumerate(hole):
        for j, ways in joined(region, i).items():
            if j <= i or () in ways:
                continue
            both = (-one, -hole[j])
            if len(ways) == 1:
                yield from (Clause((*both, hole[k])) for k in ways[0])
                continue
            taken = [fresh(("way", one, hole[j], n)) for n in range(len(ways))]
            yield Clause((*both, *taken))
            for way, var in zip(ways, taken):
                yield from (Clause((-var, hole[k])) for k in way)


# ---- corners


def pairs(size: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Of each two of so many equal angles about a point those that a convex set with both has too."""
    for i, j in combinations(range(size), 2):
        inner, outer = tuple(range(i + 1, j)), (*range(j + 1, size), *range(i))
        fitting = [way for way in (inner, outer) if 2 * (len(way) + 2) <= size]
        yield i, j, fitting[0] if fitting else (*inner, *outer)


def _angled(region: LatticeRegion, hole: Sequence[int]) -> Iterator[Clause]:
    for fan in region.fans:
        for i, j, between in pairs(len(fan)):
            if BEYOND not in (fan[i], fan[j]):
                both = (-hole[fan[i]], -hole[fan[j]])
                for k in between:
                    yield Clause(both if fan[k] == BEYOND else (*both, hole[fan[k]]))
