"""Rules with clues outside the grid, on a line of cells in the order in which the clue sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Constraint, Regular
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import Grid, Path
from zenkai_solver.models.sudoku.marks import Mark, OutsideClue
from zenkai_solver.models.sudoku.rules.base import AllDistinct, ByMachine, Clued, RuleError, seen_line
from zenkai_solver.models.sudoku.rules.cages import SumCage


class Outside(Clued):
    """A clue in front of its line; `tag` is its letter where clues of several rules stand outside."""

    tag: ClassVar[str] = ""

    def place(self, cells: Path) -> str:
        return seen_line(cells)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield OutsideClue(self.cells, str(self.clue), self.tag)


class Sandwich(Outside, ByMachine):
    """The digits between the least and the greatest digit of the grid add up to the clue."""

    name, tag = "sandwich", "S"
    technique = "sandwich sum"
    says: ClassVar[str] = "the digits between the least and the greatest add up to {clue}"
    printed: ClassVar[str] = (
        "A number outside is the sum of the digits between the least and the greatest digit of "
        "the grid in its line."
    )

    def machine(self, grid: Grid) -> Machine:
        """State: None outside, the sum so far inside, "done" behind."""
        bread = (grid.values[0], grid.values[-1])

        def step(state: Any, digit: int) -> Any:
            if isinstance(state, int):
                if digit in bread:
                    return "done" if state == self.clue else None
                return state + digit if state + digit <= self.clue else None
            if digit in bread:
                return 0 if state == "before" else None
            return state

        return Machine("before", step, lambda state: state == "done")

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        slices = [i for i, digit in enumerate(digits) if digit in (min(grid.values), max(grid.values))]
        return len(slices) == 2 and sum(digits[slices[0] + 1 : slices[1]]) == self.clue


class Skyscraper(Outside, ByMachine):
    """The clue says how many digits are greater than all before them; a 0 is no building."""

    name, tag = "skyscraper", "K"
    technique = "skyscraper clue"  # a skyscraper is a technique of plain sudokus
    says: ClassVar[str] = "{visible} greater than all before"
    printed: ClassVar[str] = (
        "A number outside says how many digits of its line are greater than all before them, "
        "as seen from there."
    )

    @property
    def visible(self) -> str:
        return "1 digit is" if self.clue == 1 else f"{self.clue} digits are"

    def check(self, grid: Grid) -> None:
        super().check(grid)
        if not 1 <= self.clue <= len(self.cells):
            raise RuleError(f"{self.clue} of {len(self.cells)} buildings cannot be seen")

    def machine(self, grid: Grid) -> Machine:
        """State: the highest digit, and how many are still to be seen."""

        def step(state: Any, digit: int) -> Any:
            top, left = state
            if digit <= top:
                return state
            return (digit, left - 1) if left else None

        return Machine((0, self.clue), step, lambda state: state[1] == 0)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        seen = [digit for i, digit in enumerate(digits) if digit > max(digits[:i], default=0)]
        return len(seen) == self.clue


class FirstHidden(Outside, ByMachine):
    name, tag = "first-hidden", "H"
    says: ClassVar[str] = "{clue} is the first digit behind a greater one"
    printed: ClassVar[str] = (
        "A number outside is the first digit of its line, as seen from there, that has a "
        "greater one before it."
    )

    def machine(self, grid: Grid) -> Machine:
        def step(state: Any, digit: int) -> Any:
            if state == "hidden":
                return state
            if digit >= state:
                return digit
            return "hidden" if digit == self.clue else None

        return Machine(0, step, lambda state: state == "hidden")

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        hidden = [digit for i, digit in enumerate(digits) if any(before > digit for before in digits[:i])]
        return hidden[:1] == [self.clue]


class XSum(Outside, ByMachine):
    name, tag, technique = "x-sum", "X", "X-sum"
    says: ClassVar[str] = "the first X digits, X being the first, add up to {clue}"
    printed: ClassVar[str] = (
        "A number outside is the sum of the first X digits of its line, as seen from there, "
        "where X is the first of them."
    )

    def machine(self, grid: Grid) -> Machine:
        """State: None at first, then how many digits are still to be added and what they must add up to."""

        def step(state: Any, digit: int) -> Any:
            if state is None:
                state = (digit, self.clue) if 1 <= digit <= len(self.cells) else (1, -1)
            number, left = state
            if not number:
                return state
            return (number - 1, left - digit) if left >= digit else None

        return Machine(None, step, lambda state: state == (0, 0))

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return 1 <= digits[0] <= len(digits) and sum(digits[: digits[0]]) == self.clue


class NumberedRoom(Outside, ByMachine):
    """The clue is the digit in the cell whose number, counted from the clue, is the first digit."""

    name, tag = "numbered-room", "N"
    says: ClassVar[str] = "the first digit says at which place {clue} is"
    printed: ClassVar[str] = (
        "A number outside is the digit at place X of its line, as seen from there, where X is "
        "the first digit."
    )

    def machine(self, grid: Grid) -> Machine:
        """State: None at first, then how many cells before the room; -1 behind it."""

        def step(state: Any, digit: int) -> Any:
            if state is None:
                state = digit - 1 if digit >= 1 else len(self.cells)
            if state == 0 and digit != self.clue:
                return None
            return max(state - 1, -1)

        return Machine(None, step, lambda state: state == -1)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return 1 <= digits[0] <= len(digits) and digits[digits[0] - 1] == self.clue


class LittleKiller(Outside, SumCage):
    """The digits on a diagonal line add up to the clue; they may repeat."""

    name = "little-killer"
    technique = "little killer sum"
    printed: ClassVar[str] = (
        "A number with an arrow is the sum of the digits on the diagonal that the arrow points "
        "along; they may repeat."
    )


class Lunchbox(Clued, AllDistinct):
    """The digits differ; those between the least and the greatest of them add up to the clue."""

    name = "lunchbox"
    says: ClassVar[str] = "the digits differ; those between the least and the greatest add up to {clue}"
    printed: ClassVar[str] = (
        "The digits in a dashed cage with a number in brackets differ; those between the least "
        "and the greatest of them add up to the number."
    )
    outline: ClassVar[str | None] = "[{clue}]"

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """Auxiliary: a variable for each possible pair of extremes, read before the cells.

        Exactly one is true, that of the actual pair: none is free, so solutions do not multiply.
        """
        values, n = candidates.grid.values, len(self.cells)
        pairs = [(a, b) for a, b in combinations(values, 2) if b - a >= n - 1]
        letters = tuple(candidates.builder.auxiliary((self, pair)) for pair in pairs)

        def step(state: Any, letter: int) -> Any:
            """State: the pair, then slices met and what is still to be between them."""
            if state is None:
                return (*pairs[letter], 0, self.clue) if letter < len(pairs) else None
            low, high, met, left = state
            digit = values[letter] if letter < len(values) else high + 1
            if digit in (low, high):
                return (low, high, met + 1, left) if met < 2 and (left == 0 or not met) else None
            if not low < digit < high:
                return None
            if met == 1:
                return (low, high, met, left - digit) if left >= digit else None
            return state

        machine = Machine(None, step, lambda state: state is not None and state[2:] == (2, 0))
        automaton = machine.automaton(n + 1, range(max(len(pairs), len(values))))
        yield Regular((letters, *candidates.word(self.cells)), automaton)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        a, b = sorted((digits.index(min(digits)), digits.index(max(digits))))
        return len(set(digits)) == len(digits) and sum(digits[a + 1 : b]) == self.clue
