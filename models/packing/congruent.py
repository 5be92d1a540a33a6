"""That the boards of a packing are congruent: of one connected shape, which is not known but for its box.

As pieces turn with their board, all lie in their boxes alike; the shape touches each side of the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from zenkai_solver.models.constraints import Cardinality, Clause, Connected, Constraint, ExactlyOne
from zenkai_solver.models.grid import Cell, Move
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.maps import by_cell
from zenkai_solver.models.packing.problem import PackingProblem
from zenkai_solver.models.packing.rules import Fresh, Placed, Variables


@dataclass(frozen=True)
class Congruent:
    """Cell i of every box is covered or none is; `area` cells of each, if that is known."""

    boxes: tuple[tuple[Cell, ...], ...]
    area: int | None

    @property
    def words(self) -> str:
        return f"{len(self.boxes)} congruent boards of a connected shape that fills the box from side to side"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """A variable per cell of the box says that it is free; in each box, or a placement covers it."""
        over = by_cell(problem, variables)
        free = [fresh(("free", cell)) for cell in self.boxes[0]]
        for box in self.boxes:
            yield from (ExactlyOne((*over[cell], var)) for cell, var in zip(box, free))
        number = {cell: i for i, cell in enumerate(self.boxes[0])}
        for side in self._sides(problem):
            yield Clause(tuple(-free[number[cell]] for cell in side))
        if self.area is not None:
            left = len(free) - self.area
            yield Cardinality(tuple(free), left, left)
        near = problem.region.touching(at_corners=False)
        edges = ((number[a], number[b]) for a, b in near if a in number and b in number)
        yield Connected(tuple(-var for var in free), tuple(edges))

    def _sides(self, problem: PackingProblem) -> Iterator[list[Cell]]:
        """The cells of the first box along each of its sides."""
        at = {cell: _span(problem, [cell]) for cell in self.boxes[0]}
        for axis, (low, high) in enumerate(_span(problem, self.boxes[0])):
            yield [cell for cell, own in at.items() if own[axis][0] == low]
            yield [cell for cell, own in at.items() if own[axis][1] == high]

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = {cell for placement in placed.values() for cell in placement.cells}
        shapes = [[cell for cell in box if cell in covered] for box in self.boxes]
        figures = [_figure(problem, shape, box) for shape, box in zip(shapes, self.boxes)]
        if any(figure != figures[0] for figure in figures):
            yield "the boards do not lie in their boxes alike"
        if any(len(problem.region.parts(shape)) != 1 for shape in shapes):
            yield "a board is not connected"
        if any(_span(problem, shape) != _span(problem, box) for shape, box in zip(shapes, self.boxes)):
            yield "a board does not reach each side of its box"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        """Do sides become sides? A sixth turn keeps the edges of a hexagon, but not the sides of its box."""
        index, cells = problem.region.index, problem.region.cells
        place = {cell: i for box in self.boxes for i, cell in enumerate(box)}
        sides = list(self._sides(problem))
        moved = {frozenset(place[cells[move.cells[index[cell]]]] for cell in side) for side in sides}
        return moved == {frozenset(place[cell] for cell in side) for side in sides}


def _figure(problem: PackingProblem, shape: Sequence[Cell], box: Sequence[Cell]) -> set[tuple[int, ...]]:
    """The vectors from the first cell of the box to those of the shape."""
    first, *_ = map(problem.region.coordinates, box)
    vectors = map(problem.region.coordinates, shape)
    return {tuple(x - y for x, y in zip(vector, first)) for vector in vectors}


def _span(problem: PackingProblem, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """How far the corners of the cells reach along each axis; where the lattice has none, the cells."""
    points = chain.from_iterable(_corners(problem, cell) for cell in cells)
    return [(min(own), max(own)) for own in zip(*points)]


def _corners(problem: PackingProblem, cell: Cell) -> Sequence[tuple[int, ...]]:
    vector, region = problem.region.coordinates(cell), problem.region
    return (isinstance(region, LatticeRegion) and region.lattice.ends(vector)) or [vector]
