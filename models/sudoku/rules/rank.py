"""Full rank: rows and columns, read from all four sides, are numbers; a clue is a rank among them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar, Literal

from zenkai_solver.models.constraints import Cardinality, Clause, Constraint, Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import Grid, Path, Values, cell_name
from zenkai_solver.models.sudoku.marks import Mark, OutsideClue
from zenkai_solver.models.sudoku.rules.base import Rule, RuleError
from zenkai_solver.models.sudoku.rules.everywhere import need_square

Ties = Literal["none", "unclued", "any"]
TIES = ("none", "unclued", "any")


@dataclass(frozen=True)
class FullRank(Rule):
    """`clues` are lines with their ranks, the least number having rank 1; `ties`: which numbers may be equal.

    Each of the four sides has each digit once in its first cells. So the numbers that begin with the v-th
    least digit have the ranks 4v - 3 to 4v: a clue determines the first digit of its line, and only numbers
    with the same first digit must be compared.
    """

    name: ClassVar[str] = "full-rank"
    says: ClassVar[str] = "each clue is the place of its line in the order of all lines"
    printed: ClassVar[str] = (
        "Rows and columns are read from all four sides as numbers. A number after # outside is "
        "the rank of its line among them, the least having rank 1."
    )
    clues: tuple[tuple[Path, int], ...]
    ties: Ties = "unclued"

    def check(self, grid: Grid) -> None:
        need_square(grid)
        if len(grid.values) != grid.rows:
            raise RuleError("ranks need as many digits as rows")
        for _, place in self.clues:
            if not 1 <= place <= 4 * grid.rows:
                raise RuleError(f"rank {place}, but there are only {4 * grid.rows} lines")

    def allowed(self, grid: Grid) -> Iterator[tuple[Cell, tuple[int, ...]]]:
        for line, place in self.clues:
            yield line[0], (grid.values[(place - 1) // 4],)

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        order = _Comparison(candidates)
        lines = list(all_lines(candidates.grid))
        for line, place in self.clues:
            first = candidates.grid.values[(place - 1) // 4]
            less = []
            for other in lines:
                if other != line and (begins := candidates.lits(other[:1], first)):
                    below, equal = yield from order.compare(other, line)
                    less.append((yield from order.both(begins[0], below)))
                    if self.ties != "any":
                        yield Clause((-begins[0], -equal))
            yield Cardinality(tuple(less), (place - 1) % 4, (place - 1) % 4)
        if self.ties == "none":
            for a, b in combinations(lines, 2):
                _, equal = yield from order.compare(a, b)
                yield Clause((-equal,))

    def on_paper(self) -> str:
        ties = {
            "none": " No two are equal.",
            "unclued": " None with a rank is equal to another one.",
            "any": "",
        }
        return self.printed + ties[self.ties]

    def area(self) -> Path:
        return tuple(line[0] for line, _ in self.clues)

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        number = {line: [values[cell] for cell in line] for line in all_lines(grid)}
        for line, place in self.clues:
            if 1 + sum(other < number[line] for other in number.values()) != place:
                yield f"{self.name}: the line that starts at {cell_name(line[0])} does not rank {place}"
        watched = number if self.ties == "none" else () if self.ties == "any" else [a for a, _ in self.clues]
        for line in watched:
            if list(number.values()).count(number[line]) > 1:
                yield f"{self.name}: the line from {cell_name(line[0])} ties with another"

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for line, place in self.clues:
            yield OutsideClue(line, f"#{place}", "R")


def all_lines(grid: Grid) -> Iterator[Path]:
    for i in range(grid.rows):
        for line in (grid.row(i), grid.column(i)):
            yield line
            yield line[::-1]


Making = Generator[Constraint, None, Lit]  # yields constraints, returns the variable they define
MakingTwo = Generator[Constraint, None, tuple[Lit, Lit]]


@dataclass
class _Comparison:
    """Compares numbers digit by digit; the cells determine every auxiliary variable."""

    candidates: Candidates
    known: dict[tuple[Cell, Cell], tuple[Lit, Lit]] = field(default_factory=dict)

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

    def digits(self, a: Cell, b: Cell) -> MakingTwo:
        """Variables equivalent to: the digit of a is less than that of b; they are equal."""
        if (a, b) not in self.known:
            less, equal = self.fresh(), self.fresh()
            for x in self.candidates.possible(a):
                holds = self.candidates.lit(a, x)
                for y in self.candidates.possible(b):
                    there = (-holds, -self.candidates.lit(b, y))
                    yield Clause((*there, less if x < y else -less))
                    yield Clause((*there, equal if x == y else -equal))
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
