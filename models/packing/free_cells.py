"""Rules on the free cells of a packing with `fill: partial`: which cells, how many, in how many connected
parts (holes), and whether these are convex.

Convex means, where cells are symmetric about their middles (all but triangles and tans), row-convex as of
polyominoes and polyhexes: for any two cells of the hole in one straight row of cells, all cells between them
are in the hole. Rows are those of the unbounded lattice, so a row may leave the board and come back. On a
wrapped board a row goes on round it, and one of the ways between the two cells suffices; a row that has left
a wrapped board never comes back to it.

Of triangles and tans a hole is convex if it is a convex polygon: about each corner its cells fill one angle
of at most a half-turn, or the whole. That is enough, as a closed connected set of the plane that is convex
near each of its points is convex (Tietze and Nakajima, 1928).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from zenkai_solver.models.constraints import Clause, Connected, ExactlyOne, Linear
from zenkai_solver.models.grid import EMPTY, Cell, Move, Region, cell_name
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import Vector
from zenkai_solver.models.lattices.region import BEYOND, LatticeRegion
from zenkai_solver.models.packing.problem import Count, PackingProblem
from zenkai_solver.models.packing.rules import (
    Constraints,
    Fresh,
    PackingRule,
    Placed,
    Variables,
    by_cell,
    covered_cells,
    place,
)


@dataclass(frozen=True)
class Covered(PackingRule):
    """These cells are covered; the others may stay free."""

    cells: frozenset[Cell]

    @property
    def words(self) -> str:
        return f"{len(self.cells)} cells, {cell_name(min(self.cells))} the first of them, are covered"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        yield from (ExactlyOne(tuple(v)) for x, v in by_cell(problem, variables).items() if x in self.cells)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = covered_cells(placed)
        yield from (f"{place(cell)} is not covered" for cell in sorted(self.cells - covered))

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        index, cells = problem.region.index, problem.region.cells
        return {cells[move.cells[index[cell]]] for cell in self.cells} == self.cells


@dataclass(frozen=True)
class Free(PackingRule):
    """At least `lo` and at most `hi` cells stay free (None: any number)."""

    lo: int
    hi: int | None

    @property
    def words(self) -> str:
        hi = "or more" if self.hi is None else f"to {self.hi}"
        return f"{self.lo} {hi} cells stay free"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """Bounds on the number of covered cells: the sizes of the placements, summed."""
        cells = len(problem.region.cells)
        areas = tuple(len(placement.cells) for placement in variables)
        least = 0 if self.hi is None else max(0, cells - self.hi)
        yield Linear(areas, tuple(variables.values()), least, cells - self.lo)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = sum(len(placement.cells) for placement in placed.values())
        free = len(problem.region.cells) - covered
        if free not in (allowed := Count(self.lo, self.hi)):
            yield f"{free} cells stay free, not {allowed}"


MOST_HOLES = 9  # each has a variable per cell and is connected by a constraint of its own


@dataclass(frozen=True)
class Holes(PackingRule):
    """The free cells make from `lo` to `hi` connected parts; if `convex`, each of them is convex."""

    lo: int
    hi: int
    convex: bool = False

    @property
    def words(self) -> str:
        hi = "" if self.lo == self.hi else f" to {self.hi}"
        return f"the free cells make {self.lo}{hi}{' convex' if self.convex else ''} parts"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """Each free cell is in one of `hi` holes, neighbours in the same one; the first `lo` are not empty.

        So that each board has one numbering, holes are in the order of their first cells: a cell is in hole k
        only if an earlier cell is in hole k - 1.
        """
        over = by_cell(problem, variables)
        index = problem.region.index
        edges = tuple((index[a], index[b]) for a, b in problem.region.touching(at_corners=False))
        holes = [[fresh(("hole", k, cell)) for cell in over] for k in range(self.hi)]
        for here, placed in zip(zip(*holes), over.values()):
            yield ExactlyOne((*here, fresh("covered")))
            yield from (Clause((-hole, -var)) for hole in here for var in placed)
            yield Clause((*here, *placed))
        for k, hole in enumerate(holes):
            yield Connected(tuple(hole), edges)
            if k < self.lo:
                yield Clause(tuple(hole))
            others = [one for one in holes if one is not hole]
            yield from (Clause((-hole[a], -other[b])) for a, b in edges for other in others)
            if k:
                yield from (Clause((-cell, *holes[k - 1][:place])) for place, cell in enumerate(hole))
            if self.convex:
                yield from convexity(problem.region, hole, fresh)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = covered_cells(placed)
        parts = problem.region.parts(cell for cell in problem.region.cells if cell not in covered)
        if not self.lo <= len(parts) <= self.hi:
            allowed = str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"
            yield f"the free cells {EMPTY} make {len(parts)} parts, not {allowed}"
        if self.convex and not all(convex(problem.region, part) for part in parts):
            yield f"a part of the free cells {EMPTY} is not convex"


# ---- convexity

Ways = dict[int, list[tuple[int, ...]]]


def convex(region: Region, part: Collection[Cell]) -> bool:
    """Whether this connected part of the board is convex in the sense of the module."""
    cells = {region.index[cell] for cell in part}
    if isinstance(region, LatticeRegion) and not region.lattice.straight:
        return all(
            cells.issuperset(fan[k] for k in between)
            for fan in region.fans
            for i, j, between in pairs(len(fan))
            if fan[i] in cells and fan[j] in cells
        )
    return all(
        any(cells.issuperset(way) for way in ways)
        for i in cells
        for other, ways in joined(region, i).items()
        if other in cells
    )


def convexity(region: Region, hole: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Clauses that hold exactly if the cells with true variables, which are connected, are convex."""
    if isinstance(region, LatticeRegion) and not region.lattice.straight:
        return _angled(region, hole)
    return _straight(region, hole, fresh)


def joined(region: Region, i: int) -> Ways:
    """The cells in a straight row with cell `i`, each with the cells of every way between the two."""
    ways_to: Ways = {}
    start = region.coordinates(region.cells[i])
    lattice = region.lattice if isinstance(region, LatticeRegion) else SQUARES
    for near in lattice.neighbours(start):
        row = list(_row(region, i, start, tuple(y - x for x, y in zip(start, near))))
        for n, other in enumerate(row):
            if other != BEYOND:
                ways = ways_to.setdefault(other, [])
                if BEYOND not in row[:n]:
                    ways.append(tuple(row[:n]))
    return ways_to


def _row(region: Region, i: int, start: Vector, step: Vector) -> Iterator[int]:
    """The cells of the board in one straight row after cell `i`; on a wrapped board once round or to its
    border.

    A row that leaves a wrapped board never comes back (`test_no_row_comes_back_to_a_wrapped_board`).
    """
    if region.wrapped:
        most = 4 * len(region.cells)  # more steps than once round
    else:
        most = max(max(axis) - min(axis) for axis in zip(*map(region.coordinates, region.cells)))
    last = {i, BEYOND} if region.wrapped else set[int]()
    for n in range(1, 1 + most):
        vector = tuple(x + n * y for x, y in zip(start, step))
        if isinstance(region, LatticeRegion):
            number = region.number.get(region.home(vector), BEYOND)
        else:
            number = region.index.get((vector[0], vector[1]), BEYOND)
        if number in last:
            return
        yield number


def _straight(region: Region, hole: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """For two cells of the hole in one row, all cells of one of the ways between them are in the hole.

    If there are several ways, a new variable per way implies its cells.
    """
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


def pairs(size: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """For any two of `size` equal angles about a point, the angles that a convex set with both must have."""
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
