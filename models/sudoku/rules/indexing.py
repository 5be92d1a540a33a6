"""Rules in which a digit points at a cell, or counts or describes what some cells hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from zenkai_solver.models.constraints import Cardinality, Clause, Constraint
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, Values, cell_name
from zenkai_solver.models.sudoku.marks import Disc, Mark, Outline, Shade, middle, through
from zenkai_solver.models.sudoku.rules.base import ByMachine, OnCells, RuleError


@dataclass(frozen=True)
class Indexing(OnCells):
    """A digit v in column c says: in this row, column v holds c. `rows`: the other way round."""

    name: ClassVar[str] = "indexing"
    says: ClassVar[str] = "a digit names the place of the line's own number"
    rows: bool = False

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for r, c in self.cells:
            own = r if self.rows else c
            for value in candidates.possible((r, c)):
                target = (value - 1, c) if self.rows else (r, value - 1)
                yield Clause((-candidates.lit((r, c), value), *candidates.own([target], own + 1)))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for r, c in self.cells:
            line = grid.column(c) if self.rows else grid.row(r)
            found = [i for i, cell in enumerate(line) if values[cell] == (r if self.rows else c) + 1]
            if found != [values[r, c] - 1]:
                yield f"{self.name}: the {values[r, c]} in {cell_name((r, c))} points at another digit"

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Shade(self.cells, "#f0d8d8" if self.rows else "#d8d8f0")


class Pointing(ByMachine):
    """The second digit says how many cells further on this line the first digit occurs again."""

    name = "pointing"
    says: ClassVar[str] = "the second digit says how far on the line the first one occurs again"

    def check(self, grid: Grid) -> None:
        if len(self.cells) < 3:
            raise RuleError("a pointing line has at least 3 cells")

    def machine(self, grid: Grid) -> Machine:
        """State: the digits read so far, then the digit and how far it is, then "found"."""

        def step(state: Hashable, digit: int) -> Hashable | None:
            match state:
                case ():
                    return (digit,)
                case (int(wanted),):
                    return (wanted, digit) if digit > 0 else None
                case (int(wanted), 1):
                    return "found" if digit == wanted else None
                case (int(wanted), int(left)):
                    return (wanted, left - 1)
            return state

        return Machine((), step, lambda state: state == "found")

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return digits[0] in digits[1 + digits[1] : 2 + digits[1]] and digits[1] > 0

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#999999", 0.06, arrow=True)
        yield Disc(middle(self.cells[0]), 0.15, "#999999", "none")


class CountDistinct(OnCells):
    """The first digit says how many different digits the other cells hold."""

    name = "count-distinct"
    says: ClassVar[str] = "the first digit is the number of different digits after it"

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """State: the digits seen, as a bit mask; the counting cell is read last."""

        def step(state: Hashable, digit: int) -> Hashable | None:
            assert isinstance(state, tuple)
            left, seen = state
            if left:
                return (left - 1, seen | 1 << digit)
            return "right" if bin(seen).count("1") == digit else None

        machine = Machine((len(self.cells) - 1, 0), step, lambda state: state == "right")
        yield candidates.accepted((*self.cells[1:], self.cells[0]), machine)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        return len(set(digits[1:])) == digits[0]

    def check(self, grid: Grid) -> None:
        if len(grid.values) > 10:
            raise RuleError(f"at most 10 digits can be counted, there are {len(grid.values)}")

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield through(self.cells, "#cccccc", 0.06)
        yield Disc(middle(self.cells[0]), 0.4)


@dataclass(frozen=True)
class LookAndSay(OnCells):
    """The cells hold each described digit exactly as often as said: (2, 7) is two sevens."""

    name: ClassVar[str] = "look-and-say"
    says: ClassVar[str] = "they hold each described digit as often as said"
    said: tuple[tuple[int, int], ...]

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for times, digit in self.said:
            yield Cardinality(candidates.own(self.cells, digit), times, times)

    def holds(self, digits: Sequence[int], grid: Grid) -> bool:
        count = Counter(digits)
        return all(count[digit] == times for times, digit in self.said)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Outline(self.cells, "".join(f"{times}{SYMBOLS[digit]}" for times, digit in self.said))
