"""Which cells of a board may stay free, and how many: rules of packings with `fill: partial`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zenkai_solver.models.constraints import Constraint, ExactlyOne, Linear
from zenkai_solver.models.grid import Cell, Move, cell_name
from zenkai_solver.models.packing.maps import by_cell
from zenkai_solver.models.packing.problem import Count, PackingProblem
from zenkai_solver.models.packing.rules import Fresh, Placed, Variables, place


@dataclass(frozen=True)
class Covered:
    """These cells are covered; the others may stay free."""

    cells: frozenset[Cell]

    @property
    def words(self) -> str:
        return f"{len(self.cells)} cells, {cell_name(min(self.cells))} the first of them, are covered"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        yield from (ExactlyOne(tuple(v)) for x, v in by_cell(problem, variables).items() if x in self.cells)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = {cell for placement in placed.values() for cell in placement.cells}
        yield from (f"{place(cell)} is not covered" for cell in sorted(self.cells - covered))

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        index, cells = problem.region.index, problem.region.cells
        return {cells[move.cells[index[cell]]] for cell in self.cells} == self.cells


@dataclass(frozen=True)
class Free:
    """At least `lo` and at most `hi` cells stay free (None: any number)."""

    lo: int
    hi: int | None

    @property
    def words(self) -> str:
        hi = "or more" if self.hi is None else f"to {self.hi}"
        return f"{self.lo} {hi} cells stay free"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """By how many the pieces cover."""
        cells = len(problem.region.cells)
        areas = tuple(len(placement.cells) for placement in variables)
        least = 0 if self.hi is None else max(0, cells - self.hi)
        yield Linear(areas, tuple(variables.values()), least, cells - self.lo)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = sum(len(placement.cells) for placement in placed.values())
        free = len(problem.region.cells) - covered
        if free not in (allowed := Count(self.lo, self.hi)):
            yield f"{free} cells stay free, not {allowed}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return True
