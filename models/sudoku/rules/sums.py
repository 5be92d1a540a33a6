"""Rules on sums along a line of cells: arrows, zippers, pieces and regions of equal sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar

from zenkai_solver.models.sudoku.candidates import Machine
from zenkai_solver.models.sudoku.grid import Grid, Path
from zenkai_solver.models.sudoku.marks import Disc, Mark, middle, through
from zenkai_solver.models.sudoku.rules.base import ByMachine, Clued, LineStyle, RuleError


@dataclass(frozen=True)
class Arrow(ByMachine):
    """The digits along the arrow add up to the number in its circle, its first `circle` cells."""

    name: ClassVar[str] = "arrow"
    technique: ClassVar[str] = "arrow sum"
    says: ClassVar[str] = "the digits along the arrow add up to the number in its circle"
    printed: ClassVar[str] = "The digits along an arrow add up to the number in its circle."
    circle: int = 1

    def machine(self, grid: Grid) -> Machine:
        """State: first the number read so far, then what is left of it, which must end at 0."""
        head, rest = self.circle, len(self.cells) - self.circle

        def step(state: Any, digit: int) -> Any:
            place, number = state
            if place < head:
                number = number * 10 + digit
                return (place + 1, number) if number <= rest * grid.values[-1] else None
            return (head, number - digit) if number >= digit else None

        return Machine((0, 0), step, lambda state: state == (head, 0))

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        number = 0
        for digit in digits[: self.circle]:
            number = 10 * number + digit
        return number == sum(digits[self.circle :])

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells[self.circle - 1 :], "#999999", 0.06, arrow=True)
        if self.circle == 1:
            yield Disc(middle(self.cells[0]), 0.4, "#ffffff", "#777777")
        else:  # one outline round all its cells
            yield through(self.cells[: self.circle], "#777777", 0.8)
            yield through(self.cells[: self.circle], "#ffffff", 0.75)


class DoubleArrow(ByMachine):
    name = "double-arrow"
    technique = "double arrow sum"
    says: ClassVar[str] = "the digits between the ends add up to those at the ends"
    printed: ClassVar[str] = (
        "The digits on a grey line add up to the sum of those in the circles at its ends."
    )

    def reading(self) -> Path:
        """The ends first."""
        return (self.cells[0], self.cells[-1], *self.cells[1:-1])

    def machine(self, grid: Grid) -> Machine:
        """State: how many ends were read, and what is left of their sum, which must end at 0."""

        def step(state: Any, digit: int) -> Any:
            ends, left = state
            if ends < 2:
                return (ends + 1, left + digit)
            return (ends, left - digit) if left >= digit else None

        return Machine((0, 0), step, lambda state: state == (2, 0))

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return sum(digits) == 2 * (digits[0] + digits[-1])

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#999999", 0.06)
        for end in (self.cells[0], self.cells[-1]):
            yield Disc(middle(end), 0.4, "#ffffff", "#777777")


class Zipper(ByMachine):
    """All pairs of digits at equal distances from the middle have one sum: the middle digit, if any."""

    name = "zipper"
    technique = "zipper sums"
    says: ClassVar[str] = "digits at equal distances from the middle have one sum"
    printed: ClassVar[str] = (
        "Digits at equal distances from the middle of a lavender line have one sum: the digit "
        "in the middle, if there is one."
    )
    line: ClassVar[LineStyle | None] = ("#c8b8e8", 0.14)

    def reading(self) -> Path:
        """From the outer pair inwards."""
        n = len(self.cells)
        pairs = [cell for i in range(n // 2) for cell in (self.cells[i], self.cells[n - 1 - i])]
        return (*pairs, self.cells[n // 2]) if n % 2 else tuple(pairs)

    def machine(self, grid: Grid) -> Machine:
        """State: the sum (None before the first pair is read), and the first digit of a half-read pair."""
        odd = len(self.cells) % 2

        def step(state: Any, digit: int) -> Any:
            total, first = state
            if first is None:
                return (total, digit)
            if total is None or total == first + digit:
                return (first + digit, None)
            return None

        def accepts(state: Any) -> bool:
            return state[0] == state[1] if odd else state[1] is None

        return Machine((None, None), step, accepts)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        n = len(digits)
        sums = {digits[i] + digits[n - 1 - i] for i in range(n // 2)}
        return len(sums) <= 1 and (n % 2 == 0 or n == 1 or sums == {digits[n // 2]})


class SumLine(Clued, ByMachine):
    name = "sum-line"
    technique = "sum line segments"
    says: ClassVar[str] = "the line is cut into pieces that add up to {clue}"
    printed: ClassVar[str] = "A golden line can be cut into pieces whose digits add up to {clue} each."
    line: ClassVar[LineStyle | None] = ("#dcc060", 0.14)

    def machine(self, grid: Grid) -> Machine:
        def step(state: Any, digit: int) -> Any:
            if digit == 0:
                return state  # 0 may end a piece or begin one: both lead to the same state
            total = (0 if state == self.clue else state) + digit
            return total if total <= self.clue else None

        return Machine(self.clue, step, lambda state: state == self.clue)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        sums = {sum(digits[:i]) for i in range(len(digits) + 1)}
        return set(range(0, sum(digits) + 1, self.clue)) <= sums and sum(digits) % self.clue == 0


class RegionSums(ByMachine):
    name = "region-sums"
    technique = "region sums"
    says: ClassVar[str] = "the stretches within regions have one sum"
    printed: ClassVar[str] = "Each stretch of a blue line within one region has the same sum."
    line: ClassVar[LineStyle | None] = ("#88b8e0", 0.14)

    def check(self, grid: Grid) -> None:
        super().check(grid)
        if any(cell not in grid.region_of for cell in self.cells):
            raise RuleError("a cell of the line lies in no region")

    def stretches(self, grid: Grid) -> list[int]:
        return [len(list(stretch)) for _, stretch in groupby(self.cells, key=grid.region_of.__getitem__)]

    def machine(self, grid: Grid) -> Machine:
        """State: cells read, the sum of a stretch (None in the first one), the sum of this stretch so far."""
        ends: set[int] = set()
        for length in self.stretches(grid):
            ends.add(length + max(ends, default=0))

        def step(state: Any, digit: int) -> Any:
            place, total, sofar = state[0] + 1, state[1], state[2] + digit
            if total is not None and sofar > total:
                return None
            if place not in ends:
                return (place, total, sofar)
            return (place, sofar, 0) if total in (None, sofar) else None

        return Machine((0, None, 0), step)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        rest, sums = list(digits), set()
        for length in self.stretches(grid):
            sums.add(sum(rest[:length]))
            del rest[:length]
        return len(sums) == 1
