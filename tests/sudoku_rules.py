"""Rules that the conformance set has and no instance can state: weighted sums, groups of equal digits, relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from zenkai_solver.models.constraints import Cardinality, Constraint, Linear
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import Grid
from zenkai_solver.models.sudoku.rules.base import ByPairs, OnCells


@dataclass(frozen=True)
class Weighted(OnCells):
    """The digits, each times its weight, add up to the total."""

    name: ClassVar[str] = "weighted"
    weights: tuple[int, ...]
    total: int

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        yield candidates.weighted(self.weights, self.cells, self.total)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return sum(weight * digit for weight, digit in zip(self.weights, digits, strict=True)) == self.total


@dataclass(frozen=True)
class SameDigits(OnCells):
    """The cells, in groups of `size`, hold the same digits in every group, repetitions counted."""

    name: ClassVar[str] = "same-digits"
    size: int

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        first, *others = (self.cells[i : i + self.size] for i in range(0, len(self.cells), self.size))
        for other in others:
            if self.size == 1:
                yield from candidates.related(first[0], other[0], lambda a, b: a == b)
            for value in candidates.grid.values if self.size > 1 else ():
                left, right = candidates.lits(first, value), candidates.lits(other, value)
                yield Linear((1,) * len(left) + (-1,) * len(right), (*left, *right), 0, 0)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        starts = range(0, len(digits), self.size)
        return len({tuple(sorted(digits[i : i + self.size])) for i in starts}) == 1


@dataclass(frozen=True)
class LookAndSay(OnCells):
    """The cells hold each described digit exactly as often as said: (2, 7) is two sevens."""

    name: ClassVar[str] = "look-and-say"
    times_of: tuple[tuple[int, int], ...]

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for times, digit in self.times_of:
            yield Cardinality(candidates.lits(self.cells, digit), times, times)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        count = Counter(digits)
        return all(count[digit] == times for times, digit in self.times_of)


@dataclass(frozen=True)
class Related(ByPairs):
    """Successive cells are in a relation given as the set of its pairs of digits."""

    name: ClassVar[str] = "related"
    pairs: frozenset[tuple[int, int]]

    def fits(self, a: int, b: int) -> bool:
        return (a, b) in self.pairs

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return self.pairs.issuperset(pairwise(digits))
