"""That the boards of a packing are congruent: of one connected shape, which is not known but for its box.

As pieces turn with their board, all lie in their boxes alike; the shape touches each side of the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.csp import Cardinality, Clause, Connected, Constraint, ExactlyOne
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
        at = {cell: _row(problem, cell) for cell in self.boxes[0]}
        for axis, own in enumerate(zip(*at.values())):
            for end in (min(own), max(own)):
                yield [cell for cell in at if at[cell][axis] == end]

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
        return True


def _row(problem: PackingProblem, cell: Cell) -> tuple[int, ...]:
    """The row, column (and layer) of the cell, those of the two triangles of a rhombus equal."""
    region = problem.region
    step = region.lattice.translations[0][0] if isinstance(region, LatticeRegion) else 1
    return tuple(x // step for x in region.coordinates(cell))


def _figure(problem: PackingProblem, shape: Sequence[Cell], box: Sequence[Cell]) -> set[tuple[int, ...]]:
    """The vectors from the first cell of the box to those of the shape."""
    first, *_ = map(problem.region.coordinates, box)
    vectors = map(problem.region.coordinates, shape)
    return {tuple(x - y for x, y in zip(vector, first)) for vector in vectors}


def _span(problem: PackingProblem, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    return [(min(own), max(own)) for own in zip(*(_row(problem, cell) for cell in cells))]
