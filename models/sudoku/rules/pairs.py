"""Rules between neighbouring cells: dots, XV, greater-than, extreme cells, and the absence of marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar

from zenkai_solver.models.constraints import Constraint
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import ORTHOGONAL, SYMBOLS, Grid, Values, cell_name, span
from zenkai_solver.models.sudoku.marks import Disc, Label, Mark, Shade, between
from zenkai_solver.models.sudoku.rules.base import ByPairs, OnCells, Rule, RuleError, adjacent


class Touching(ByPairs):
    """A rule on successive cells that must be neighbours."""

    def check(self, grid: Grid) -> None:
        super().check(grid)
        for pair in pairwise(self.cells):
            if not adjacent(*pair):
                raise RuleError(f"{span(pair)} are not neighbours")


class White(Touching):
    """A white dot: the digits are consecutive."""

    name = "white"
    says: ClassVar[str] = "neighbours are consecutive"

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) == 1

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(max(pair) == min(pair) + 1 for pair in pairwise(digits))

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield Disc(between(a, b), 0.12, "#ffffff", "#222222")


class Black(Touching):
    """A black dot: one digit is twice the other."""

    name = "black"
    says: ClassVar[str] = "one neighbour is twice the other"

    def fits(self, a: int, b: int) -> bool:
        return a == 2 * b or b == 2 * a

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(max(pair) == min(pair) * 2 for pair in pairwise(digits))

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield Disc(between(a, b), 0.12, "#222222", "#222222")


class SumMark(Touching):
    """Two neighbours with a given sum, marked by a Roman numeral."""

    says: ClassVar[str] = "neighbours add up to {total}"

    total: ClassVar[int]

    def fits(self, a: int, b: int) -> bool:
        return a + b == self.total

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(a == self.total - b for a, b in pairwise(digits))

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield Label(between(a, b), self.name.upper(), 0.28)


class V(SumMark):
    """The digits add up to 5."""

    name, total = "v", 5


class X(SumMark):
    """The digits add up to 10."""

    name, total = "x", 10


class Greater(Touching):
    """Each digit is greater than the next one."""

    name = "greater"
    says: ClassVar[str] = "digits fall"

    def fits(self, a: int, b: int) -> bool:
        return a > b

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == sorted(set(digits), reverse=True)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        signs = {(0, 1): ">", (0, -1): "<", (1, 0): "∨", (-1, 0): "∧"}
        for a, b in pairwise(self.cells):
            yield Label(between(a, b), signs[b[0] - a[0], b[1] - a[1]], 0.3)


class Extreme(OnCells):
    """Each cell against all its orthogonal neighbours."""

    signs: ClassVar[str]  # between the cell and the neighbour to its left, right, above, below

    def check(self, grid: Grid) -> None:
        super().check(grid)
        for pair in combinations(self.cells, 2):
            if adjacent(*pair):
                raise RuleError(f"{span(pair)} are neighbours; only one of them can be a {self.name}")

    def beats(self, own: int, other: int) -> bool:
        """May a cell hold `own` beside a neighbour that holds `other`?"""
        raise NotImplementedError

    def pairs(self, grid: Grid) -> Iterator[tuple[Cell, Cell]]:
        """Each of the cells with each of its neighbours."""
        for r, c in self.cells:
            for near in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)):
                if near in grid:
                    yield (r, c), near

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for cell, near in self.pairs(candidates.grid):
            yield from candidates.related(cell, near, self.beats)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        signs = dict(zip(((0, -1), (0, 1), (-1, 0), (1, 0)), self.signs, strict=True))
        yield Shade(self.cells, "#ececec")
        for cell, near in self.pairs(grid):
            yield Label(between(cell, near), signs[near[0] - cell[0], near[1] - cell[1]], 0.3)


class Minimum(Extreme):
    """Each cell holds a digit below those of all its orthogonal neighbours."""

    name = "minimum"
    says: ClassVar[str] = "each is less than all its neighbours"
    signs = "><∨∧"

    def beats(self, own: int, other: int) -> bool:
        return own < other

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for cell in self.cells:
            around = [near for near in values if adjacent(cell, near)]
            if around and values[cell] >= values[least := min(around, key=values.__getitem__)]:
                yield _beaten(self.name, values, cell, least)


class Maximum(Extreme):
    """Each cell holds a digit above those of all its orthogonal neighbours."""

    name = "maximum"
    says: ClassVar[str] = "each is greater than all its neighbours"
    signs = "<>∧∨"

    def beats(self, own: int, other: int) -> bool:
        return own > other

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for cell in self.cells:
            around = [near for near in values if adjacent(cell, near)]
            if around and values[cell] <= values[most := max(around, key=values.__getitem__)]:
                yield _beaten(self.name, values, cell, most)


def _beaten(name: str, values: Values, cell: Cell, near: Cell) -> str:
    """The sentence about a cell and the neighbour that it does not beat."""
    digits = SYMBOLS[values[cell]], SYMBOLS[values[near]]
    return f"{name}: {cell_name(cell)} holds {digits[0]}, its neighbour {cell_name(near)} {digits[1]}"


@dataclass(frozen=True)
class Unmarked(Rule):
    """Neighbours without any mark do not fit a mark of these classes: all of their marks are given."""

    name: ClassVar[str] = "all-given"
    says: ClassVar[str] = "neighbours without a mark fit none"
    apart: ClassVar[bool] = True
    kinds: tuple[type[Touching], ...]
    marked: frozenset[frozenset[Cell]]

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        rules = [kind(()) for kind in self.kinds]
        for pair in candidates.grid.moves(ORTHOGONAL):
            if frozenset(pair) not in self.marked:
                yield from candidates.related(*pair, lambda x, y: not any(rule.fits(x, y) for rule in rules))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for r, c in grid.cells:
            for pair in (((r, c), (r, c + 1)), ((r, c), (r + 1, c))):
                if pair[1] not in values or frozenset(pair) in self.marked:
                    continue
                for kind in self.kinds:
                    if kind(pair).holds([values[cell] for cell in pair], grid):
                        yield f"{self.name}: {span(pair)} fit the mark {kind.name}, but have none"


@dataclass(frozen=True)
class Related(ByPairs):
    """Successive cells are in a relation given as the set of its pairs of digits."""

    name: ClassVar[str] = "related"
    says: ClassVar[str] = "successive digits are in the relation"
    pairs: frozenset[tuple[int, int]]

    def fits(self, a: int, b: int) -> bool:
        return (a, b) in self.pairs

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return self.pairs.issuperset(pairwise(digits))
