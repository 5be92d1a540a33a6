"""Implied sums of killer cages: the rule of 45.

The digits of k disjoint full units add up to k times the sum of all digits. Without the cages inside, the
cells left over (innies) have a known sum; and if cages cover the units and more, so have the cells outside
(outies). Short sums of either kind are stated as redundant constraints, as propagation of single cages misses
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid
from zenkai_solver.models.sudoku.rules.base import Rule
from zenkai_solver.models.sudoku.rules.cages import Killer, SumCage

MOST_CELLS = 5  # longer sums propagate too little to be stated


@dataclass(frozen=True)
class Implied(SumCage):
    """A sum that other cages imply for some cells."""

    says: ClassVar[str] = "by the rule of 45 the digits add up to {clue}"


def implied_sums(rules: Sequence[Rule], grid: Grid) -> Iterator[Implied]:
    cages = [(set(rule.cells), rule.clue) for rule in rules if isinstance(rule, Killer)]
    if not cages or len(grid.values) != grid.rows:
        return
    stated: set[frozenset[Cell]] = {frozenset(cells) for cells, _ in cages}
    whole = sum(grid.values)
    for area, units in areas(grid):
        for cells, total in leftovers(area, units * whole, cages):
            if cells and len(cells) <= MOST_CELLS and frozenset(cells) not in stated:
                stated.add(frozenset(cells))
                yield Implied(tuple(sorted(cells)), total)


def areas(grid: Grid) -> Iterator[tuple[set[Cell], int]]:
    """Runs of full rows, of full columns, and full regions, each with its number of units."""
    if grid.rows != grid.columns:
        return
    n = grid.rows
    for lines in (list(map(grid.row, range(n))), list(map(grid.column, range(n)))):
        for start in range(n):
            for end in range(start + 1, n + 1):
                yield {cell for line in lines[start:end] for cell in line}, end - start
    for region in grid.regions:
        if len(region) == n:
            yield set(region), 1


def leftovers(
    area: set[Cell], total: int, cages: Sequence[tuple[set[Cell], int]]
) -> Iterator[tuple[set[Cell], int]]:
    """Innies: the area without its cages. Outies: the cages that cover the area, without the area."""
    left, rest = set(area), total
    for cells, clue in cages:
        if cells <= left:  # and so disjoint from those before
            left, rest = left - cells, rest - clue
    yield left, rest
    touching = [(cells, clue) for cells, clue in cages if cells & area]
    covered = set().union(*(cells for cells, _ in touching))
    if area <= covered and sum(len(cells) for cells, _ in touching) == len(covered):
        yield covered - area, sum(clue for _, clue in touching) - total
