"""Rules on sets of cells: cages with sums, extra regions, quadruples, single cells that hold some digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Cardinality, Constraint
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, Path, in_one_part, span
from zenkai_solver.models.sudoku.marks import Clones, Disc, InCell, Mark, Outline, Quad, Shade, middle
from zenkai_solver.models.sudoku.rules.base import AllDistinct, ByMachine, Clued, OnCells, RuleError

WIDE = 10  # digits: with more, an automaton whose state is the set of digits used is too large


class Different(AllDistinct):
    name = "different"
    listed: ClassVar[bool] = True
    says: ClassVar[str] = "the digits differ"
    printed: ClassVar[str] = "The digits in the violet cells differ."

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return len(set(digits)) == len(digits)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Shade(self.cells, "#e4dcec")


class SumCage(Clued, ByMachine):
    """The digits add up to the clue; they may repeat."""

    name = "sum"
    technique = "cage sum"
    says: ClassVar[str] = "the digits add up to {clue}"
    printed: ClassVar[str] = (
        "The digits in a dashed cage with a number and + add up to the number; they may repeat."
    )
    outline: ClassVar[str | None] = "{clue}+"

    def machine(self, grid: Grid) -> Machine:
        """State: what is left to reach the clue."""
        least = min(0, grid.values[0])

        def step(state: Any, digit: int) -> Any:
            return state - digit if state - digit >= least else None

        return Machine(self.clue, step, lambda left: left == 0)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return sum(digits) == self.clue


class Killer(AllDistinct, SumCage):
    name = "killer"
    technique = "killer cage sum"
    says: ClassVar[str] = "the digits differ and add up to {clue}"
    printed: ClassVar[str] = "The digits in a dashed cage with a number differ and add up to it."
    outline: ClassVar[str | None] = "{clue}"

    def check(self, grid: Grid) -> None:
        super().check(grid)
        n = len(self.cells)
        if n > len(grid.values):
            raise RuleError(f"{n} cells cannot differ: there are {len(grid.values)} digits")
        least, most = sum(grid.values[:n]), sum(grid.values[-n:])
        if not least <= self.clue <= most:
            raise RuleError(f"{n} different digits add up to {least}..{most}, not to {self.clue}")

    def machine(self, grid: Grid) -> Machine:
        """State: the set of digits used, as a bit mask, and what is left; digits that cannot reach the clue
        are rejected at once.
        """
        if len(grid.values) > WIDE:
            return super().machine(grid)

        def step(state: Any, digit: int) -> Any:
            used, left = state
            return None if used >> digit & 1 or left < digit else (used | 1 << digit, left - digit)

        return Machine((0, self.clue), step, lambda state: state[1] == 0)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return any(sum(chosen) == self.clue for chosen in [set(digits)] if len(chosen) == len(digits))


class NoSubsetSum(Clued, AllDistinct):
    """No set of the digits adds up to the clue, and they differ (a rellik cage)."""

    name = "no-sum"
    says: ClassVar[str] = "the digits differ, and none of them add up to {clue}"
    printed: ClassVar[str] = (
        "The digits in a dashed cage with ≠ and a number differ, and no one or several of them add up to it."
    )
    outline: ClassVar[str | None] = "≠{clue}"

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """State: the reachable subset sums below the clue, as a bit mask."""
        clue = self.clue

        def step(state: Any, digit: int) -> Any:
            sums = (state | state << digit) & ((2 << clue) - 1)
            return None if sums >> clue & 1 else sums

        yield candidates.accepted(self.cells, Machine(1, step))

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        sizes = range(1, len(digits) + 1)
        sums = {sum(chosen) for size in sizes for chosen in combinations(digits, size)}
        return self.clue not in sums and len(set(digits)) == len(digits)


class Balanced(AllDistinct):
    """As many even digits as odd ones, as many low ones as high ones, and all differ (an equality cage)."""

    name = "balanced"
    says: ClassVar[str] = "the digits differ, half of them are even, half are low and half high"
    printed: ClassVar[str] = (
        "The digits in a dashed cage with ½ differ; half of them are even, half low and half high. "
        "The middle digit of the grid, if it has one, is neither low nor high."
    )
    outline: ClassVar[str | None] = "½"

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        values, half = candidates.grid.values, len(self.cells) // 2
        low, high = values[: len(values) // 2], values[-(len(values) // 2) :]
        for group in ([v for v in values if v % 2], [v for v in values if not v % 2], low, high):
            yield Cardinality(tuple(x for v in group for x in candidates.lits(self.cells, v)), half, half)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        centre = (grid.values[0] + grid.values[-1]) / 2
        odd = sum(digit % 2 for digit in digits)
        low, high = sum(digit < centre for digit in digits), sum(digit > centre for digit in digits)
        return 2 * odd == len(digits) and 2 * low == 2 * high == len(digits) == len(set(digits))


@dataclass(frozen=True)
class Holding(OnCells):
    """The cells hold the digits, each at least as often as it is listed."""

    name: ClassVar[str] = "holding"
    says: ClassVar[str] = "they hold {digits}"
    printed: ClassVar[str] = (
        "The digits in the corner of a cage occur in it, each at least as often as it is listed."
    )
    exactly: ClassVar[bool] = False
    digits: tuple[int, ...]

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        n = len(self.cells)
        for digit, times in sorted(Counter(self.digits).items()):
            lits = candidates.lits(self.cells, digit)
            yield Cardinality(lits, times, times if self.exactly else n)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        missing = list(self.digits)
        for digit in digits:
            if digit in missing:
                missing.remove(digit)
            elif self.exactly and digit in self.digits:
                return False
        return not missing

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(SYMBOLS[digit] for digit in self.digits)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Outline(self.cells, ("=" if self.exactly else "") + " ".join(self.symbols))


class HoldingExactly(Holding):
    """The cells hold the digits, each just as often as it is listed."""

    name = "holding-exactly"
    says = "they hold {digits}, each just as often"
    printed = "The digits after = in a dashed cage occur in it, each just as often as it is listed."
    exactly = True


class QuadClue(Holding):
    """The four cells around a corner hold the digits, each at least as often as it is listed."""

    name = "quad"
    printed = (
        "The digits in a circle occur in the four cells around it, each at least as often as it is listed."
    )

    def marks(self, grid: Grid) -> Iterator[Mark]:
        r, c = self.cells[0]
        yield Quad((r + 1.0, c + 1.0), self.symbols)


@dataclass(frozen=True)
class Clone(OnCells):
    """The cells, in groups of `size`, hold the same digits in every group, place by place."""

    name: ClassVar[str] = "clone"
    says: ClassVar[str] = "the same digits in the same order"
    size: int

    @property
    def groups(self) -> tuple[Path, ...]:
        return tuple(self.cells[i : i + self.size] for i in range(0, len(self.cells), self.size))

    @property
    def alike(self) -> bool:
        """Are the groups one connected shape, shifted, so that it shows which cells are equal?"""
        shifts = {tuple((r - group[0][0], c - group[0][1]) for r, c in group) for group in self.groups}
        return len(shifts) == 1 and in_one_part(self.groups[0])

    def place(self, cells: Path) -> str:
        return " = ".join(map(span, self.groups)) if cells == self.cells else span(cells)

    def on_paper(self) -> str:
        if self.alike:
            return "Groups of cells with the same letter hold the same digits in the same places."
        return "Cells with the same letter and number hold the same digit."

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for a, b in zip(self.cells, self.cells[self.size :]):  # the same place in the next group
            yield from candidates.related(a, b, lambda x, y: x == y)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == list(digits[: self.size]) * (len(digits) // self.size)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Clones(self.groups, not self.alike)


@dataclass(frozen=True)
class Only(OnCells):
    """Each cell holds one of the digits."""

    name: ClassVar[str] = "only"
    says: ClassVar[str] = "each holds one of {digits}"
    printed: ClassVar[str] = "A cell with small digits holds one of them."
    digits: tuple[int, ...]

    def allowed(self, grid: Grid) -> Iterator[tuple[Cell, Collection[int]]]:
        for cell in self.cells:
            yield cell, self.digits

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return set(digits) <= set(self.digits)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for cell in self.cells:
            yield InCell(cell, "".join(SYMBOLS[digit] for digit in self.digits))


class Parity(OnCells):
    """Each digit has this remainder modulo 2."""

    remainder: ClassVar[int]

    def allowed(self, grid: Grid) -> Iterator[tuple[Cell, Collection[int]]]:
        for cell in self.cells:
            yield cell, [value for value in grid.values if value & 1 == self.remainder]

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(digit % 2 == self.remainder for digit in digits)


class Odd(Parity):
    name, remainder = "odd", 1
    says: ClassVar[str] = "each digit is odd"
    printed: ClassVar[str] = "A cell with a grey circle holds an odd digit."

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for cell in self.cells:
            yield Disc(middle(cell), 0.38, "#d8d8d8", "none")


class Even(Parity):
    name, remainder = "even", 0
    says: ClassVar[str] = "each digit is even"
    printed: ClassVar[str] = "A grey cell holds an even digit."

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Shade(self.cells, "#d8d8d8")


class CountingCircles(OnCells):
    """A digit in a circle says how many of the circles hold it."""

    name = "counting-circles"
    says: ClassVar[str] = "each digit says how many of them hold it"
    printed: ClassVar[str] = "A digit in a circle says how many of the circles hold it."

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """For each digit, the number of circles that hold it is 0 or the digit."""
        for value in candidates.grid.values:
            lits = candidates.lits(self.cells, value)
            yield candidates.number(lits, {0, value})

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return all(digits.count(digit) == digit for digit in digits)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for cell in self.cells:
            yield Disc(middle(cell), 0.4)
