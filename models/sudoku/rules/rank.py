"""Full rank: rows and columns, read from all four sides, are numbers; a clue is a rank among them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar, Literal

from zenkai_solver.models.constraints import Cardinality, Clause, Constraint, Lit, Origin
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import Grid, Path, Values, cell_name
from zenkai_solver.models.sudoku.marks import Mark, OutsideClue
from zenkai_solver.models.sudoku.rules.base import Clued, Rule, RuleError, seen_line
from zenkai_solver.models.sudoku.rules.everywhere import need_square

Ties = Literal["none", "unclued", "any"]
TIES = ("none", "unclued", "any")


@dataclass(frozen=True)
class FullRank(Clued):
    """The place of a line among all lines, the least number having rank 1; `ties`: which may be equal.

    Each of the four sides has each digit once in its first cells. So the numbers that begin with the v-th
    least digit have the ranks 4v - 3 to 4v: the clue determines the first digit of its line, and only numbers
    with the same first digit must be compared.
    """

    name: ClassVar[str] = "full-rank"
    says: ClassVar[str] = "the line is number {clue} of all lines in order"
    printed: ClassVar[str] = (
        "Rows and columns are read from all four sides as numbers. A number after # outside is "
        "the rank of its line among them, the least having rank 1."
    )
    ties: Ties = "unclued"

    def check(self, grid: Grid) -> None:
        need_ranks(grid)
        if not 1 <= self.clue <= 4 * grid.rows:
            raise RuleError(f"rank {self.clue}, but there are only {4 * grid.rows} lines")

    def allowed(self, grid: Grid) -> Iterator[tuple[Cell, tuple[int, ...]]]:
        yield self.cells[0], (self._first(grid),)

    def place(self, cells: Path) -> str:
        return seen_line(cells)

    def origin(self, cells: Path) -> Origin | None:
        """In words of its own for the first cell, by which the steps to the first digits are told."""
        whole = super().origin(cells)
        if whole is None or cells != self.cells[:1]:
            return whole
        rank = f"the line is number {self.clue}, and four lines begin with each digit"
        return replace(whole, words=f"{self.name} {cell_name(cells[0])}: {rank}", cells=cells)

    def _first(self, grid: Grid) -> int:
        return grid.values[(self.clue - 1) // 4]

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        order, first = Comparison(candidates), self._first(candidates.grid)
        less = []
        for other in all_lines(candidates.grid):
            if other != self.cells and (begins := candidates.lits(other[:1], first)):
                below, equal = yield from order.compare(other[1:], self.cells[1:])
                less.append((yield from order.both(begins[0], below)))
                if self.ties != "any":
                    yield Clause((-begins[0], -equal))
        yield Cardinality(tuple(less), (self.clue - 1) % 4, (self.clue - 1) % 4)

    def on_paper(self) -> str:
        return self.printed + (" None with a rank is equal to another one." if self.ties == "unclued" else "")

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        number = numbers(values, grid)
        if 1 + sum(other < number[self.cells] for other in number.values()) != self.clue:
            yield f"{self.name}: the line that starts at {cell_name(self.cells[0])} does not rank {self.clue}"
        if self.ties != "any":
            yield from tied(self.cells, number)

    def marks(self, grid: Grid) -> Iterator[Mark]:
        yield OutsideClue(self.cells, f"#{self.clue}", "R")


class NoTies(Rule):
    """All lines differ, also those without a rank."""

    name: ClassVar[str] = "full-rank"
    says: ClassVar[str] = "no two lines are equal"
    printed: ClassVar[str] = "No two of these numbers are equal."

    def check(self, grid: Grid) -> None:
        need_ranks(grid)

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        order = Comparison(candidates)
        for a, b in combinations(all_lines(candidates.grid), 2):
            _, equal = yield from order.compare(a, b)
            yield Clause((-equal,))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        number = numbers(values, grid)
        for line in number:
            yield from tied(line, number)


def need_ranks(grid: Grid) -> None:
    need_square(grid)
    if len(grid.values) != grid.rows:
        raise RuleError("ranks need as many digits as rows")


def all_lines(grid: Grid) -> Iterator[Path]:
    for i in range(grid.rows):
        for line in (grid.row(i), grid.column(i)):
            yield line
            yield line[::-1]


def numbers(values: Values, grid: Grid) -> dict[Path, list[int]]:
    """The number that each line is read as."""
    return {line: [values[cell] for cell in line] for line in all_lines(grid)}


def tied(line: Path, number: Mapping[Path, list[int]]) -> Iterator[str]:
    """The violation in words if another line is the same number."""
    if list(number.values()).count(number[line]) > 1:
        yield f"full-rank: the line from {cell_name(line[0])} ties with another"


Making = Generator[Constraint, None, Lit]  # yields constraints, returns the variable they define
MakingTwo = Generator[Constraint, None, tuple[Lit, Lit]]


@dataclass
class Comparison:
    """Compares numbers digit by digit; the cells determine every auxiliary variable."""

    candidates: Candidates
    known: dict[tuple[Cell, Cell], tuple[Lit, Lit]] = field(default_factory=dict)
    known_above: dict[tuple[Cell, int], Lit] = field(default_factory=dict)

    def fresh(self) -> Lit:
        return self.candidates.builder.auxiliary("rank")

    def both(self, a: Lit, b: Lit) -> Making:
        """A variable equivalent to `a and b`."""
        var = self.fresh()
        yield from (Clause((-var, a)), Clause((-var, b)), Clause((var, -a, -b)))
        return var

    def either(self, a: Lit, b: Lit) -> Making:
        """A variable equivalent to `a or b`."""
        var = self.fresh()
        yield from (Clause((var, -a)), Clause((var, -b)), Clause((-var, a, b)))
        return var

    def above(self, cell: Cell, digit: int) -> Making:
        """A variable equivalent to: the digit of the cell is greater than this one."""
        if (cell, digit) not in self.known_above:
            var = self.known_above[cell, digit] = self.fresh()
            for x in self.candidates.possible(cell):
                yield Clause((-self.candidates.lit(cell, x), var if x > digit else -var))
        return self.known_above[cell, digit]

    def digits(self, a: Cell, b: Cell) -> MakingTwo:
        """Variables equivalent to: the digit of a is less than that of b; they are equal."""
        if (a, b) not in self.known:
            less, equal = self.fresh(), self.fresh()
            there = self.candidates.possible(b)
            for x in self.candidates.possible(a):
                holds = self.candidates.lit(a, x)
                above = yield from self.above(b, x)
                yield from (Clause((-holds, -above, less)), Clause((-holds, above, -less)))
                if x in there:
                    same = self.candidates.lit(b, x)
                    yield from (Clause((-holds, -same, equal)), Clause((-holds, same, -equal)))
                else:
                    yield Clause((-holds, -equal))
            self.known[a, b] = less, equal
        return self.known[a, b]

    def compare(self, a: Path, b: Path) -> MakingTwo:
        """Variables equivalent to: the number of line a is less than that of line b; they are equal."""
        below, same = yield from self.digits(a[-1], b[-1])
        for pair in reversed(list(zip(a[:-1], b[:-1], strict=True))):
            less, equal = yield from self.digits(*pair)
            less_after = yield from self.both(equal, below)
            below = yield from self.either(less, less_after)
            same = yield from self.both(equal, same)
        return below, same
