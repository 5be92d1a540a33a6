"""What a designer asks of the map that the pieces make: that three colours do for it, and its holes.

Both need variables beside the placements, which no solution depends on: the colour of each cell, and which
cells are free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import AtMostOne, Clause, Connected, Constraint, ExactlyOne
from zenkai_solver.models.grid import EMPTY, Cell, Move
from zenkai_solver.models.packing.convex import convex, convexity
from zenkai_solver.models.packing.problem import PackingProblem
from zenkai_solver.models.packing.rules import Fresh, Placed, Variables

COLOURS = range(3)
MOST_HOLES = 9  # each has a variable per cell and is connected by a constraint of its own


def by_cell(problem: PackingProblem, variables: Variables) -> dict[Cell, list[int]]:
    """The placements that cover each cell."""
    found: dict[Cell, list[int]] = {cell: [] for cell in problem.region.cells}
    for placement, var in variables.items():
        for cell in placement.cells:
            found[cell].append(var)
    return found


@dataclass(frozen=True)
class ThreeColourable:
    """Three colours suffice so that touching pieces differ; `corners`: also those that touch at a corner."""

    corners: bool

    @property
    def words(self) -> str:
        where = ", also at a corner," if self.corners else ""
        return f"three colours suffice for pieces that touch{where} to differ"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """A colour per covered cell: the same within a piece, another beyond its edges."""
        over = by_cell(problem, variables)
        colours = {cell: [fresh(("colour", cell, k)) for k in COLOURS] for cell in over}
        for cell, own in colours.items():
            yield AtMostOne(tuple(own))
            yield from (Clause((-var, *own)) for var in over[cell])
        for a, b in problem.region.touching(at_corners=self.corners):
            both = tuple(var for var in over[a] if var in set(over[b]))
            for one, other in zip(colours[a], colours[b]):
                yield Clause((-one, -other, *both))
        for a, b in problem.region.touching(at_corners=False):
            for var in sorted(set(over[a]) & set(over[b])):
                yield from (Clause((-var, -one, other)) for one, other in zip(colours[a], colours[b]))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = {cell: letter for letter, placement in placed.items() for cell in placement.cells}
        near: dict[str, set[str]] = {letter: set() for letter in placed}
        for a, b in problem.region.touching(at_corners=self.corners):
            one, other = on.get(a), on.get(b)
            if one is not None and other is not None and one != other:
                near[one].add(other)
                near[other].add(one)
        if not _colourable(list(near), near, {}):
            yield "three colours do not suffice for the pieces"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return True


def _colourable(left: Sequence[str], near: Mapping[str, set[str]], chosen: dict[str, int]) -> bool:
    """Can the pieces that are left be coloured too? The one with the least choice of colours is next."""
    if not left:
        return True

    def able(letter: str) -> list[int]:
        return [k for k in COLOURS if all(chosen.get(other) != k for other in near[letter])]

    letter = min(left, key=lambda x: len(able(x)))
    rest = [x for x in left if x != letter]
    return any(_colourable(rest, near, {**chosen, letter: k}) for k in able(letter))


@dataclass(frozen=True)
class Holes:
    """The cells that no piece covers make at least `lo` and at most `hi` connected parts.

    `convex`: each is, as `models.packing.convex` says.
    """

    lo: int
    hi: int
    convex: bool = False

    @property
    def words(self) -> str:
        hi = "" if self.lo == self.hi else f" to {self.hi}"
        return f"the free cells make {self.lo}{hi}{' convex' if self.convex else ''} parts"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """Each free cell is in one of `hi` holes, neighbours in the same one; the first `lo` have a cell.

        They are in the order of their first cells: before the first of one the one before has a cell.
        """
        over = by_cell(problem, variables)
        index = problem.region.index
        edges = tuple((index[a], index[b]) for a, b in problem.region.touching(at_corners=False))
        holes = [[fresh(("hole", k, cell)) for cell in over] for k in range(self.hi)]
        for own, placed in zip(zip(*holes), over.values()):
            yield ExactlyOne((*own, fresh("covered")))
            yield from (Clause((-hole, -var)) for hole in own for var in placed)
            yield Clause((*own, *placed))
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
        covered = {cell for placement in placed.values() for cell in placement.cells}
        parts = problem.region.parts(cell for cell in problem.region.cells if cell not in covered)
        if not self.lo <= len(parts) <= self.hi:
            allowed = str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"
            yield f"the free cells {EMPTY} make {len(parts)} parts, not {allowed}"
        if self.convex and not all(convex(problem.region, part) for part in parts):
            yield f"a part of the free cells {EMPTY} is not convex"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return True
