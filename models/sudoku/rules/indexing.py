"""Rules in which a digit is the position of a cell, or counts or describes the content of some cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from zenkai_solver.models.constraints import Clause, Constraint
from zenkai_solver.models.sudoku.candidates import Candidates, Machine
from zenkai_solver.models.sudoku.grid import Grid, Values, cell_name
from zenkai_solver.models.sudoku.marks import Disc, Mark, Shade, middle, through
from zenkai_solver.models.sudoku.rules.base import ByMachine, OnCells, RuleError


class ColumnIndexing(OnCells):
    """A digit v in column c says: in this row, column v holds c."""

    name = "column-indexing"
    says: ClassVar[str] = "a digit v in column c says that column v of its row holds c"
    printed: ClassVar[str] = "A digit v in a blue cell in column c says: in this row, column v holds c."
    rows: ClassVar[bool] = False  # the other way round
    shade: ClassVar[str] = "#d8d8f0"

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for r, c in self.cells:
            index = r if self.rows else c
            for value in candidates.possible((r, c)):
                target = (value - 1, c) if self.rows else (r, value - 1)
                yield Clause((-candidates.lit((r, c), value), *candidates.lits([target], index + 1)))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for r, c in self.cells:
            line = grid.column(c) if self.rows else grid.row(r)
            places = [i for i, cell in enumerate(line) if values[cell] == (r if self.rows else c) + 1]
            if places != [values[r, c] - 1]:
                yield f"{self.name}: the {values[r, c]} in {cell_name((r, c))} points at another digit"

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield Shade(self.cells, self.shade)


class RowIndexing(ColumnIndexing):
    """A digit v in row r says: in this column, row v holds r."""

    name = "row-indexing"
    says = "a digit v in row r says that row v of its column holds r"
    printed = "A digit v in a red cell in row r says: in this column, row v holds r."
    rows = True
    shade = "#f0d8d8"


class Pointing(ByMachine):
    name = "pointing"
    says: ClassVar[str] = "the second digit says how far on the line the first one occurs again"
    printed: ClassVar[str] = (
        "The second digit on an arrow says how many cells further along the arrow the first "
        "digit occurs again."
    )

    def check(self, grid: Grid) -> None:
        if len(self.cells) < 3:
            raise RuleError("a pointing line has at least 3 cells")

    def machine(self, grid: Grid) -> Machine:
        """State: the digits read so far; after two, the digit sought and its distance; then "found"."""

        def step(state: Any, digit: int) -> Any:
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
    name = "count-distinct"
    says: ClassVar[str] = "the first digit is the number of different digits after it"
    printed: ClassVar[str] = (
        "The digit in the circle at an end of a line says how many different digits are on the "
        "rest of the line."
    )

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        """State: the digits seen, as a bit mask; the counting cell is read last."""

        def step(state: Any, digit: int) -> Any:
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
