"""The interface of a rule: constraints for engines, a check for the verifier, marks for drawings.

The check works on digits and is written independently of the constraints, so that a fault in one of them
shows. Most rules are about some cells in order: they derive from `OnCells` and define `holds(digits)`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from zenkai_solver.models.constraints import Constraint, Origin
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, Path, Values, span
from zenkai_solver.models.sudoku.marks import Mark, Outline, through

LineStyle = tuple[str, float]  # colour and width, in cells


class RuleError(ValueError):
    """The rule cannot be applied as it is written; the text gives the reason."""


class Rule:
    """The base of all rules; by default a method adds no constraint, check or mark.

    `says` is the rule in words, in which `{clue}` stands for a field; '' for rules that are not explained. It
    is also the documentation of rules without a docstring. `printed` is the rule as it is printed below a
    picture, which it may refer to: a sentence. `technique` is what arguments by the rule are called, and
    `title` what one of its clues is, by default the name of the rule. If `listed`, the picture does not show
    enough, and each rule is printed with its cells. If `apart`, each set of cells counts as a separate rule
    in explanations, as each pair of cells a knight's move apart does.
    """

    name: ClassVar[str]
    technique: ClassVar[str] = ""
    title: ClassVar[str] = ""
    says: ClassVar[str] = ""
    printed: ClassVar[str] = ""
    listed: ClassVar[bool] = False
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
        """The constraints beside units and allowed digits."""
        return iter(())

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        """How the digits break the rule, in words."""
        raise NotImplementedError

    def words(self) -> str:
        """`says` with the values of the fields that it names."""
        return self.filled(self.says)

    def on_paper(self) -> str:
        """`printed` with the values of the fields that it names."""
        return self.filled(self.printed)

    def filled(self, text: str) -> str:
        """The text with the values of the fields that it names: a number, or the digits of a list."""

        def value(field: re.Match[str]) -> str:
            named = getattr(self, field[1])
            return " ".join(map(str, named)) if isinstance(named, tuple) else str(named)

        return re.sub(r"{(\w+)}", value, text)

    def area(self) -> Path:
        """The cells that the rule names; none for a rule on the whole grid."""
        return ()

    def place(self, cells: Path) -> str:
        """What these cells of the rule are called."""
        return span(cells)

    def origin(self, cells: Path) -> Origin | None:
        """The origin of the constraints about these cells: the rule in words; None without words."""
        if not self.says:
            return None
        about = cells if self.apart else self.area()
        place = f" {self.place(about)}" if about else ""
        technique = self.technique or self.name.replace("-", " ")
        return Origin(f"{self.title or self.name}{place}: {self.words()}", about, "clue", technique)

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
        """Whether these digits, in the order of the cells, satisfy the rule."""
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
    """A rule whose digits, in the order of `reading`, are accepted by an automaton."""

    def machine(self, grid: Grid) -> Machine:
        raise NotImplementedError

    def reading(self) -> Path:
        """The order in which the automaton reads the cells."""
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


def seen_line(cells: Path) -> str:
    """What a line of cells is called, in the order in which a clue outside the grid sees them."""
    (r, c), (y, x) = cells[0], cells[-1]
    if r == y:
        return f"row {r + 1} from the {'left' if c < x else 'right'}"
    return f"column {c + 1} from {'the top' if r < y else 'below'}" if c == x else span(cells)


def adjacent(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def repeated(values: Values, cells: Sequence[Cell]) -> tuple[Cell, Cell] | None:
    """The first two of the cells that hold the same digit."""
    if len(set(map(values.__getitem__, cells))) == len(cells):
        return None
    seen: dict[int, Cell] = {}
    for cell in cells:
        if values[cell] in seen:
            return seen[values[cell]], cell
        seen[values[cell]] = cell
    return None


def repeats(values: Values, cells: Sequence[Cell], where: str) -> Iterator[str]:
    """The violation in words if two of the cells hold the same digit."""
    if pair := repeated(values, cells):
        yield f"two {SYMBOLS[values[pair[0]]]}s in {where}: {span(pair)}"
