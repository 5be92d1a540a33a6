"""Rules on the whole grid, which name no cells: diagonals, chess moves, neighbours, 2x2 squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.candidates import Candidates
from zenkai_solver.models.sudoku.grid import (
    DIAGONAL,
    KNIGHT,
    ORTHOGONAL,
    SYMBOLS,
    Grid,
    Path,
    Values,
    cell_name,
    span,
)
from zenkai_solver.models.sudoku.marks import Mark, Shade, Stroke
from zenkai_solver.models.sudoku.rules.base import Rule, RuleError, repeats


def need_square(grid: Grid) -> None:
    if grid.rows != grid.columns:
        raise RuleError(f"the grid is {grid.rows}x{grid.columns}, not square")


@dataclass(frozen=True)
class DiagonalUnits(Rule):
    """No digit repeats on the falling diagonal, on the rising one, or on both."""

    name: ClassVar[str] = "diagonals"
    says: ClassVar[str] = "no digit repeats on the diagonal"
    printed: ClassVar[str] = "No digit repeats on a marked diagonal."
    apart: ClassVar[bool] = True
    falling: bool = True
    rising: bool = True

    def check(self, grid: Grid) -> None:
        need_square(grid)

    def units(self, grid: Grid) -> Iterator[Path]:
        if self.falling:
            yield tuple((i, i) for i in range(grid.rows))
        if self.rising:
            yield tuple((i, grid.columns - 1 - i) for i in range(grid.rows))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        if self.falling:
            yield from repeats(values, [(r, c) for r, c in grid.cells if r == c], "the falling diagonal")
        if self.rising:
            cells = [(r, c) for r, c in grid.cells if r + c + 1 == grid.rows]
            yield from repeats(values, cells, "the rising diagonal")

    def marks(self, grid: Grid) -> Iterator[Mark]:
        n = float(grid.rows)
        if self.falling:
            yield Stroke(((0.0, 0.0), (n, n)), "#8899cc", 0.04)
        if self.rising:
            yield Stroke(((n, 0.0), (0.0, n)), "#8899cc", 0.04)


@dataclass(frozen=True)
class Windoku(Rule):
    """No digit repeats in the windows: rectangles of box size, one cell apart and from the border."""

    name: ClassVar[str] = "windoku"
    says: ClassVar[str] = "no digit repeats in the window"
    printed: ClassVar[str] = "No digit repeats in a green window."
    apart: ClassVar[bool] = True

    def check(self, grid: Grid) -> None:
        need_square(grid)
        height, width = grid.box or (0, 0)
        if height != width:
            raise RuleError(f"the boxes are {height}x{width}, not square: their windows would lie unevenly")
        if not list(self.units(grid)):
            raise RuleError("the grid has no equal boxes with room for windows")

    def units(self, grid: Grid) -> Iterator[Path]:
        height, width = grid.box or (0, 0)
        for top in range(1, grid.rows - height, height + 1):
            for left in range(1, grid.columns - width, width + 1):
                yield tuple((top + i, left + j) for i in range(height) for j in range(width))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        height, width = grid.box or (1, 1)
        windows: dict[Cell, list[Cell]] = {}
        for r, c in grid.cells:
            if r % (height + 1) and c % (width + 1):
                windows.setdefault((r // (height + 1), c // (width + 1)), []).append((r, c))
        for cells in windows.values():
            if len(cells) == height * width:
                yield from repeats(values, cells, "a window")

    def marks(self, grid: Grid) -> Iterator[Mark]:
        for window in self.units(grid):
            yield Shade(window, "#d5e4d0")


@dataclass(frozen=True)
class DisjointGroups(Rule):
    """No digit has the same place in two boxes."""

    name: ClassVar[str] = "disjoint-groups"
    says: ClassVar[str] = "no digit is twice at one place of the boxes"
    printed: ClassVar[str] = "No digit is at the same place of two boxes."
    apart: ClassVar[bool] = True

    def check(self, grid: Grid) -> None:
        if grid.box is None:
            raise RuleError("the grid has no equal boxes")

    def units(self, grid: Grid) -> Iterator[Path]:
        yield from zip(*grid.regions)

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        height, width = grid.box or (1, 1)
        for i in range(height):
            for j in range(width):
                cells = [(r, c) for r, c in grid.cells if r % height == i and c % width == j]
                yield from repeats(values, cells, f"place {i * width + j + 1} of the boxes")


class Apart(Rule):
    """Cells that differ by one of some steps hold different digits."""

    steps: ClassVar[tuple[Cell, ...]]
    apart: ClassVar[bool] = True

    def units(self, grid: Grid) -> Iterator[Path]:
        return grid.moves(self.steps)

    def reach(self, down: int, right: int) -> bool:
        """Whether the rule applies at these (absolute) distances; stated independently of `steps`."""
        raise NotImplementedError

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for a, b in combinations(grid.cells, 2):
            if values[a] == values[b] and self.reach(abs(a[0] - b[0]), abs(a[1] - b[1])):
                yield f"{self.name}: {cell_name(a)} and {cell_name(b)} hold {SYMBOLS[values[a]]}"


@dataclass(frozen=True)
class AntiKnight(Apart):
    name: ClassVar[str] = "anti-knight"
    says: ClassVar[str] = "cells a knight's move apart differ"
    printed: ClassVar[str] = "Cells a knight's move apart hold different digits."
    steps: ClassVar[tuple[Cell, ...]] = KNIGHT

    def reach(self, down: int, right: int) -> bool:
        return {down, right} == {1, 2}


@dataclass(frozen=True)
class AntiKing(Apart):
    name: ClassVar[str] = "anti-king"
    says: ClassVar[str] = "cells a king's move apart differ"
    printed: ClassVar[str] = "Cells a king's move apart hold different digits."
    steps: ClassVar[tuple[Cell, ...]] = ORTHOGONAL + DIAGONAL

    def reach(self, down: int, right: int) -> bool:
        return max(down, right) == 1


@dataclass(frozen=True)
class AntiTaxicab(Rule):
    """No two cells that hold x are exactly x steps apart."""

    name: ClassVar[str] = "anti-taxicab"
    says: ClassVar[str] = "equal digits are not that many steps apart"
    printed: ClassVar[str] = "Two cells that hold the same digit x are not exactly x steps apart."
    apart: ClassVar[bool] = True

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for a, b in combinations(candidates.grid.cells, 2):
            distance = abs(a[0] - b[0]) + abs(a[1] - b[1])
            if len(lits := candidates.lits((a, b), distance)) == 2:
                yield AtMostOne(lits)

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for (r, c), digit in values.items():
            for down in range(digit + 1):
                for other in ((r + down, c + digit - down), (r + down, c - digit + down)):
                    if other != (r, c) and values.get(other) == digit:
                        yield f"{self.name}: {span([(r, c), other])} hold {digit} at distance {digit}"


@dataclass(frozen=True)
class NonConsecutive(Rule):
    name: ClassVar[str] = "non-consecutive"
    says: ClassVar[str] = "neighbours are not consecutive"
    printed: ClassVar[str] = "Neighbouring cells do not hold consecutive digits."
    apart: ClassVar[bool] = True

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for a, b in candidates.grid.moves(ORTHOGONAL):
            yield from candidates.related(a, b, lambda x, y: abs(x - y) != 1)

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for (r, c), digit in values.items():
            for near in ((r, c + 1), (r + 1, c)):
                if near in values and {digit, values[near]} in ({digit, digit + 1}, {digit, digit - 1}):
                    yield f"{self.name}: {span([(r, c), near])} hold consecutive digits"


class Quartets(Rule):
    """Every 2x2 square holds a digit of each of three classes."""

    apart: ClassVar[bool] = True

    def group(self, digit: int) -> int:
        raise NotImplementedError

    def groups(self) -> tuple[str, ...]:
        """The classes stated independently of `group`, as lists of digits."""
        raise NotImplementedError

    def check(self, grid: Grid) -> None:
        if grid.values != tuple(range(1, 10)):
            raise RuleError("the digits are not 1 to 9")

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for square in candidates.grid.squares():
            for group in range(3):
                wanted = (value for value in candidates.grid.values if self.group(value) == group)
                yield Clause(tuple(lit for value in wanted for lit in candidates.lits(square, value)))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for square in grid.squares():
            digits = {str(values[cell]) for cell in square}
            for group in self.groups():
                if digits.isdisjoint(group):
                    yield f"{self.name}: the square at {cell_name(square[0])} has none of {' '.join(group)}"


@dataclass(frozen=True)
class Entropy(Quartets):
    name: ClassVar[str] = "entropy"
    says: ClassVar[str] = "the square has a low, a middle and a high digit"
    printed: ClassVar[str] = (
        "Every 2x2 square holds a low (1 to 3), a middle (4 to 6) and a high (7 to 9) digit."
    )

    def group(self, digit: int) -> int:
        return (digit - 1) // 3

    def groups(self) -> tuple[str, ...]:
        return "123", "456", "789"


@dataclass(frozen=True)
class Modular(Quartets):
    name: ClassVar[str] = "modular"
    says: ClassVar[str] = "the square has digits of all remainders modulo 3"
    printed: ClassVar[str] = "Every 2x2 square holds one of 1 4 7, one of 2 5 8 and one of 3 6 9."

    def group(self, digit: int) -> int:
        return digit % 3

    def groups(self) -> tuple[str, ...]:
        return "147", "258", "369"


@dataclass(frozen=True)
class DutchFlatmates(Rule):
    name: ClassVar[str] = "dutch-flatmates"
    says: ClassVar[str] = "a 5 has a 1 above it or a 9 below it"
    printed: ClassVar[str] = "Every 5 has a 1 directly above it or a 9 directly below it."
    apart: ClassVar[bool] = True

    def check(self, grid: Grid) -> None:
        if not {1, 5, 9} <= set(grid.values):
            raise RuleError("the digits lack 1, 5 or 9")

    def constraints(self, candidates: Candidates) -> Iterator[Constraint]:
        for r, c in candidates.grid.cells:
            for lit in candidates.lits([(r, c)], 5):
                mates = candidates.lits([(r - 1, c)], 1) + candidates.lits([(r + 1, c)], 9)
                yield Clause((-lit, *mates))

    def broken(self, values: Values, grid: Grid) -> Iterator[str]:
        for c in range(grid.columns):
            column = [0, *(values[cell] for cell in grid.column(c)), 0]
            for r in range(1, grid.rows + 1):
                if column[r] == 5 and column[r - 1] != 1 and column[r + 1] != 9:
                    yield f"{self.name}: the 5 in {cell_name((r - 1, c))} lives alone"
