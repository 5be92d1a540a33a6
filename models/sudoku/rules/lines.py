"""Rules along a line of cells: thermometers, whispers, palindromes, renbans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Constraint
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import Grid, Path
from zenkai_solver.models.sudoku.marks import Disc, Mark, middle, through
from zenkai_solver.models.sudoku.rules.base import ByMachine, ByPairs, Clued, LineStyle, OnCells, RuleError


class Thermo(ByPairs):
    """Digits rise from the bulb, the first cell, to the tip."""

    name = "thermo"
    technique = "thermo range"
    says: ClassVar[str] = "digits rise"
    printed: ClassVar[str] = "Digits rise along a grey thermometer from its bulb."

    def check(self, grid: Grid) -> None:
        super().check(grid)
        if len(self.cells) > len(grid.values):
            raise RuleError(f"{len(self.cells)} cells cannot rise: there are {len(grid.values)} digits")

    def fits(self, a: int, b: int) -> bool:
        return a < b

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == sorted(set(digits))

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#c8c8c8", 0.22)
        yield Disc(middle(self.cells[0]), 0.36, "#c8c8c8", "none")


class SlowThermo(ByPairs):
    """Digits do not fall from the bulb, the first cell, to the tip."""

    name = "slow-thermo"
    technique = "slow thermo range"
    says: ClassVar[str] = "digits do not fall"
    printed: ClassVar[str] = "Digits rise or stay equal along a blue thermometer from its bulb."

    def fits(self, a: int, b: int) -> bool:
        return a <= b

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == sorted(digits)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#b0c8e8", 0.22)
        yield Disc(middle(self.cells[0]), 0.36, "#b0c8e8", "none")


class Whisper(Clued, ByPairs):
    """Successive digits differ by at least the clue (5: a German whisper)."""

    name = "whisper"
    says: ClassVar[str] = "successive digits differ by at least {clue}"
    printed: ClassVar[str] = "Neighbouring digits on a green line differ by at least {clue}."
    line: ClassVar[LineStyle | None] = ("#a5dca5", 0.14)

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.clue

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return not any(b in range(a - self.clue + 1, a + self.clue) for a, b in pairwise(digits))


class Palindrome(OnCells):
    name = "palindrome"
    says: ClassVar[str] = "the line reads the same from both ends"
    printed: ClassVar[str] = "A grey line reads the same from both ends."
    line: ClassVar[LineStyle | None] = ("#b4b4b4", 0.14)

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for i in range(len(self.cells) // 2):
            yield from candidates.related(self.cells[i], self.cells[-1 - i], lambda a, b: a == b)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return list(digits) == list(reversed(digits))


class Renban(ByMachine):
    name = "renban"
    says: ClassVar[str] = "the digits are consecutive, in any order"
    printed: ClassVar[str] = "A purple line holds consecutive digits, none twice, in any order."
    line: ClassVar[LineStyle | None] = ("#e0a8e0", 0.14)

    def machine(self, grid: Grid) -> Machine:
        """The set of digits so far, as a bit mask that must stay within a window of the line's length."""
        length = len(self.cells)

        def step(state: Any, digit: int) -> Any:
            mask = state | 1 << digit
            return None if mask == state or mask >> ((mask & -mask).bit_length() - 1) >> length else mask

        return Machine(0, step)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return sorted(digits) == list(range(min(digits), min(digits) + len(digits)))


class Between(ByMachine):
    """The digits on the line lie strictly between those at its ends."""

    name = "between"
    printed: ClassVar[str] = (
        "The digits on a violet line lie strictly between those in the circles at its ends."
    )
    diamond: ClassVar[bool] = False  # whether the ends are drawn as diamonds, or as circles
    says: ClassVar[str] = "the digits lie between those at the ends"

    def reading(self) -> Path:
        return (self.cells[0], self.cells[-1], *self.cells[1:-1])

    def machine(self, grid: Grid) -> Machine:
        def step(state: Any, digit: int) -> Any:
            match state:
                case ():
                    return (digit,)
                case (int(first),):
                    return (min(first, digit), max(first, digit))
                case (int(low), int(high)) if low < digit < high:
                    return state
            return None

        return Machine((), step)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        inside = range(min(digits[0], digits[-1]) + 1, max(digits[0], digits[-1]))
        return all(digit in inside for digit in digits[1:-1])

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#b8b8d8", 0.1)
        for end in (self.cells[0], self.cells[-1]):
            yield Disc(middle(end), 0.4, "#ffffff", "#8888aa", diamond=self.diamond)


class Lockout(Clued, Between):
    name, diamond = "lockout", True
    says: ClassVar[str] = "the ends differ by at least {clue}, and the digits lie outside their range"
    printed: ClassVar[str] = (
        "The digits in the diamonds at the ends of a violet line differ by at least {clue}; "
        "those on the line lie outside their range."
    )

    def machine(self, grid: Grid) -> Machine:
        def step(state: Any, digit: int) -> Any:
            match state:
                case ():
                    return (digit,)
                case (int(first),):
                    return tuple(sorted((first, digit))) if abs(first - digit) >= self.clue else None
                case (int(low), int(high)) if not low <= digit <= high:
                    return state
            return None

        return Machine((), step)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return high >= low + self.clue and all(d < low or d > high for d in digits[1:-1])


class Cycle(ByMachine):
    """Any `size` successive cells of the line hold digits of `size` different classes."""

    def size(self) -> int:
        raise NotImplementedError

    def group(self, digit: int) -> int:
        raise NotImplementedError

    def machine(self, grid: Grid) -> Machine:
        """The classes of the last size - 1 digits."""
        keep = self.size() - 1

        def step(state: Any, digit: int) -> Any:
            group = self.group(digit)
            return None if group in state else (*state, group)[-keep:]

        return Machine((), step)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        n = self.size()
        windows = [digits[i : i + n] for i in range(max(1, len(digits) - n + 1))]
        return all(len({self.group(digit) for digit in window}) == len(window) for window in windows)


class Entropic(Cycle):
    name = "entropic"
    printed: ClassVar[str] = (
        "Any three successive cells of an orange line hold a low (1 to 3), a middle (4 to 6) "
        "and a high (7 to 9) digit."
    )
    line = ("#f0c09c", 0.14)
    says: ClassVar[str] = "any three successive cells have a low, a middle and a high digit"

    def check(self, grid: Grid) -> None:
        super().check(grid)
        if grid.values != tuple(range(1, 10)):
            raise RuleError("the digits are not 1 to 9")

    def size(self) -> int:
        return 3

    def group(self, digit: int) -> int:
        return (digit - 1) // 3


class ModularLine(Clued, Cycle):
    name = "modular-line"
    printed: ClassVar[str] = (
        "Any {clue} successive cells of a turquoise line hold digits that leave different remainders when "
        "divided by {clue}."
    )
    line = ("#98d8d8", 0.14)
    says: ClassVar[str] = "any {clue} successive cells have different remainders modulo {clue}"

    def check(self, grid: Grid) -> None:
        super().check(grid)
        if self.clue < 2:
            raise RuleError(f"a modulus of {self.clue}: at least 2 is needed")

    def size(self) -> int:
        return self.clue

    def group(self, digit: int) -> int:
        return digit % self.clue
