"""What a rule is: constraints for the engines, a check for the verifier, marks for the drawing.

The check is written from the digits alone, in other words than the constraints, so that one can contradict
the other. Most rules speak of some cells in order: they derive from `OnCells` and say `holds(digits)`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from zenkai_solver.models.constraints import Constraint, Said
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, Path, Values, span
from zenkai_solver.models.sudoku.marks import Mark, Outline, through

LineStyle = tuple[str, float]  # colour and width, in cells


class RuleError(ValueError):
    """The rule cannot be applied as it is written; the text says why."""


class Rule:
    """The base of all rules; each method's default says nothing.

    `says` is the rule in words, which may name its fields as in `{clue}`; '' where it is not to be explained.
    It takes the place of a docstring where it says all.
    Where it is `apart`, each set of cells is a rule of its own, as of chess moves each pair of cells.
    """

    name: ClassVar[str]
    says: ClassVar[str] = ""
    apart: ClassVar[bool] = False

    def check(self, grid: Grid) -> None:
        """Raise RuleError if the rule makes no sense on this grid."""

    def units(self, grid: Grid) -> Iterator[Path]:
        """Sets of cells in which no digit repeats: the part of the rule that is an exact cover."""
        return iter(())

    def allowed(self, grid: Grid) -> Iterator[tuple[Cell, Collection[int]]]:
        """Cells that may hold only some digits."""
        return iter(())

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """Whatever units and allowed digits do not say."""
        return iter(())

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        """How the digits break the rule, in words."""
        raise NotImplementedError

    def words(self) -> str:
        """`says` with the values of the fields that it names."""
        return self.filled(self.says)

    def filled(self, text: str) -> str:
        """The text with the values of the fields that it names: a number, or the digits of a list."""

        def value(field: re.Match[str]) -> str:
            named = getattr(self, field[1])
            return " ".join(map(str, named)) if isinstance(named, tuple) else str(named)

        return re.sub(r"{(\w+)}", value, text)

    def area(self) -> Path:
        """The cells that it names; none where it holds everywhere."""
        return ()

    def spoken(self, cells: Path) -> Said | None:
        """The rule as a part of the model that is about these cells says it."""
        if not self.says:
            return None
        about = cells if self.apart else self.area()
        place = f" {span(about)}" if about else ""
        return Said(f"{self.name}{place}: {self.words()}", about)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        return iter(())


@dataclass(frozen=True)
class OnCells(Rule):
    """A rule on some cells in order.

    In pictures a line in the style `line` runs through the cells, or they are outlined with the label
    `outline`, which may name the rule's fields.
    """

    line: ClassVar[LineStyle | None] = None
    outline: ClassVar[str | None] = None
    cells: Path

    def area(self) -> Path:
        return self.cells

    def check(self, grid: Grid) -> None:
        if len(set(self.cells)) != len(self.cells):
            raise RuleError(f"a cell is twice in {span(self.cells)}")

    def marks(self, grid: Grid) -> Iterator[Mark]:
        if self.line:
            yield through(self.cells, *self.line)
        if self.outline is not None:
            yield Outline(self.cells, self.filled(self.outline))

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        """Do these digits, in the order of the cells, obey the rule?"""
        raise NotImplementedError

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        digits = [values[cell] for cell in self.cells]
        if not self.holds(digits, grid):
            yield f"{self.name}: {span(self.cells)} hold {' '.join(SYMBOLS[digit] for digit in digits)}"


class AllDistinct(OnCells):
    """A rule under which no digit repeats in the cells."""

    def units(self, grid: Grid) -> Iterator[Path]:
        yield self.cells


@dataclass(frozen=True)
class Clued(OnCells):
    """A rule with a number."""

    clue: int


class ByMachine(OnCells):
    """A rule whose digits, in reading order, a machine accepts."""

    def machine(self, grid: Grid) -> Machine:
        raise NotImplementedError

    def reading(self) -> Path:
        """The order in which the machine reads the cells."""
        return self.cells

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        yield candidates.accepted(self.reading(), self.machine(candidates.grid))


class ByPairs(OnCells):
    """A rule on each two successive cells."""

    def fits(self, a: int, b: int) -> bool:
        raise NotImplementedError

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for a, b in pairwise(self.cells):
            yield from candidates.related(a, b, self.fits)


def adjacent(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def repeated(values: Values, cells: Sequence[Cell]) -> tuple[Cell, Cell] | None:
    """The first two of the cells that hold the same digit."""
    seen: dict[int, Cell] = {}
    for cell in cells:
        if values[cell] in seen:
            return seen[values[cell]], cell
        seen[values[cell]] = cell
    return None


def repeats(values: Values, cells: Sequence[Cell], where: str) -> Iterator[str]:
    """The sentence about two equal digits, if there are two."""
    if pair := repeated(values, cells):
        yield f"two {SYMBOLS[values[pair[0]]]}s in {where}: {span(pair)}"
