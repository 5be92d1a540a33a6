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
from zenkai_solver.models.sudoku.marks import Chevron, Disc, Label, Mark, OnBorder, Shade, between
from zenkai_solver.models.sudoku.rules.base import ByPairs, OnCells, Rule, RuleError, adjacent


class Touching(ByPairs):
    """A rule on successive cells that must be neighbours; `denied`: what digits do that do not fit it."""

    denied: ClassVar[str]

    def check(self, grid: Grid) -> None:
        super().check(grid)
        for pair in pairwise(self.cells):
            if not adjacent(*pair):
                raise RuleError(f"{span(pair)} are not neighbours")


class Dot(Touching):
    """A dot between neighbours, white or black."""

    fill: ClassVar[str]

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield OnBorder((a, b), Disc(between(a, b), 0.12, self.fill, "#222222", over=True))


class White(Dot):
    """A white dot: the digits are consecutive."""

    name, fill, technique = "white", "#ffffff", "white dot"
    title: ClassVar[str] = technique
    says: ClassVar[str] = "neighbours are consecutive"
    denied: ClassVar[str] = "are not consecutive"
    printed: ClassVar[str] = "The digits beside a white dot are consecutive."

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) == 1

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(max(pair) == min(pair) + 1 for pair in pairwise(digits))


class Black(Dot):
    """A black dot: one digit is twice the other."""

    name, fill, technique = "black", "#222222", "black dot"
    title: ClassVar[str] = technique
    says: ClassVar[str] = "one neighbour is twice the other"
    denied: ClassVar[str] = "are not in the ratio 1:2"
    printed: ClassVar[str] = "Of the digits beside a black dot one is twice the other."

    def fits(self, a: int, b: int) -> bool:
        return a == 2 * b or b == 2 * a

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(max(pair) == min(pair) * 2 for pair in pairwise(digits))


class SumMark(Touching):
    """Two neighbours with a given sum, marked by a Roman numeral."""

    says: ClassVar[str] = "neighbours add up to {total}"

    total: ClassVar[int]

    def on_paper(self) -> str:
        return f"The digits beside {'an X' if self.name == 'x' else 'a V'} add up to {self.total}."

    def fits(self, a: int, b: int) -> bool:
        return a + b == self.total

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(a == self.total - b for a, b in pairwise(digits))

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield OnBorder((a, b), Label(between(a, b), self.name.upper(), 0.33))


class V(SumMark):
    """The digits add up to 5."""

    name, total, technique = "v", 5, "V"
    title: ClassVar[str] = technique
    denied: ClassVar[str] = "do not add up to 5"


class X(SumMark):
    """The digits add up to 10."""

    name, total, technique = "x", 10, "X"
    title: ClassVar[str] = technique
    denied: ClassVar[str] = "do not add up to 10"


def pointing(a: Cell, b: Cell) -> Mark:
    """A sign between neighbours whose tip points from the greater one, a, to b."""
    return OnBorder((a, b), Chevron(between(a, b), (b[0] - a[0], b[1] - a[1])))


class Greater(Touching):
    """Each digit is greater than the next one."""

    name = "greater"
    says: ClassVar[str] = "digits fall"
    printed: ClassVar[str] = "A sign between two cells points to the smaller digit."

    def fits(self, a: int, b: int) -> bool:
        return a > b

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == sorted(set(digits), reverse=True)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for a, b in pairwise(self.cells):
            yield pointing(a, b)


class Extreme(OnCells):
    """Each cell against all its orthogonal neighbours."""

    def check(self, grid: Grid) -> None:
        super().check(grid)
        for pair in combinations(self.cells, 2):
            if adjacent(*pair):
                raise RuleError(f"{span(pair)} are neighbours; only one of them can be a {self.name}")

    def beats(self, digit: int, other: int) -> bool:
        """May a cell hold `digit` beside a neighbour that holds `other`?"""
        raise NotImplementedError

    def extreme(self, digits: Sequence[int]) -> int:
        """The least of the digits, or the greatest: what the cell holds among its neighbours."""
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

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for cell in self.cells:
            around = [near for near in values if adjacent(cell, near)]
            digits = [values[near] for near in around]
            if around and (values[cell] in digits or self.extreme([values[cell], *digits]) != values[cell]):
                near = around[digits.index(self.extreme(digits))]
                digit, other = SYMBOLS[values[cell]], SYMBOLS[values[near]]
                yield f"{self.name}: {cell_name(cell)} holds {digit}, its neighbour {cell_name(near)} {other}"

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Shade(self.cells, "#ececec")
        for cell, near in self.pairs(grid):
            low_first = self.extreme((0, 1)) == 0
            yield pointing(near, cell) if low_first else pointing(cell, near)


class Minimum(Extreme):
    name = "minimum"
    says: ClassVar[str] = "each is less than all its neighbours"
    printed: ClassVar[str] = (
        "The digit in a grey cell to which all its signs point is less than those of all its neighbours."
    )

    def extreme(self, digits: Sequence[int]) -> int:
        return min(digits)

    def beats(self, digit: int, other: int) -> bool:
        return digit < other


class Maximum(Extreme):
    name = "maximum"
    says: ClassVar[str] = "each is greater than all its neighbours"
    printed: ClassVar[str] = (
        "The digit in a grey cell from which all its signs point away is greater than those of "
        "all its neighbours."
    )

    def extreme(self, digits: Sequence[int]) -> int:
        return max(digits)

    def beats(self, digit: int, other: int) -> bool:
        return digit > other


@dataclass(frozen=True)
class Unmarked(Rule):
    """Neighbours without any mark do not fit a mark of these classes: all of their marks are given."""

    name: ClassVar[str] = "all-given"
    says: ClassVar[str] = "neighbours without a mark {denied}"
    technique: ClassVar[str] = "negative constraint"
    apart: ClassVar[bool] = True
    kinds: tuple[type[Touching], ...]
    marked: frozenset[frozenset[Cell]]

    @property
    def denied(self) -> str:
        return " and ".join(kind.denied for kind in self.kinds)

    def on_paper(self) -> str:
        names = [kind.name for kind in self.kinds]
        dots = issubclass(self.kinds[0], Dot)
        signs = f"{' and '.join(names)} dots" if dots else f"signs {' and '.join(map(str.upper, names))}"
        return f"All {signs} are given: neighbours without one {self.denied}."

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
