"""The variables of a sudoku's model, and the forms of constraints that its rules use.

A variable is true if a cell holds a digit (a candidate). Digits that a cell cannot hold have no variable; if
a constraint needs a literal for one, it gets `never`, an auxiliary variable that is always false.

    different(cells)             each digit at most once                   an AtMostOne per digit
    related(a, b, allowed)       a table of pairs of digits                clauses that keep arc consistency
    accepted(cells, machine)     the digits, read in order, are accepted   Regular: full propagation
    weighted(weights, cells, n)  a weighted sum of digits                  Linear
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zenkai_solver.models.constraints import (
    AtMostOne,
    Automaton,
    Clause,
    Constraint,
    Linear,
    Lit,
    Origin,
    Regular,
    literals,
)
from zenkai_solver.models.csp import ModelBuilder
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Grid, Path


@dataclass(frozen=True)
class Machine:
    """A deterministic automaton over digits: `step(state, digit)` is the next state, None rejects."""

    start: Hashable
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool] = lambda state: True

    def automaton(self, length: int, values: Sequence[int]) -> Automaton:
        """As tables: the states within `length` steps, in breadth-first order; letter i is values[i]."""
        number: dict[Hashable, int] = {self.start: 0}
        arcs: list[tuple[int, int, int]] = []
        level = [self.start]
        for _ in range(length):
            reached = []
            for state in level:
                for letter, value in enumerate(values):
                    target = self.step(state, value)
                    if target is None:
                        continue
                    if target not in number:
                        number[target] = len(number)
                        reached.append(target)
                    arcs.append((number[state], letter, number[target]))
            level = reached
        accepting = tuple(n for state, n in number.items() if self.accepts(state))
        return Automaton(0, accepting, tuple(arcs))


@dataclass
class Candidates:
    """The candidates of a grid and their variables, while a model is built."""

    grid: Grid
    builder: ModelBuilder
    variables: dict[tuple[Cell, int], int] = field(default_factory=dict)

    @cached_property
    def never(self) -> Lit:
        """A literal that is false in every solution."""
        var = self.builder.variable("never")
        self.builder.add(Clause((-var,)), origin=Origin("no cell holds what it cannot hold", kind="axiom"))
        return var

    def cells_of(self, constraint: Constraint) -> Path:
        """The cells that the constraint is about, in the order of the grid."""
        cells = {self._cell.get(abs(lit)) for lit in literals(constraint)}
        return tuple(cell for cell in self.grid.cells if cell in cells)

    @cached_property
    def _cell(self) -> dict[int, Cell]:
        return {var: cell for (cell, _), var in self.variables.items()}

    def lit(self, cell: Cell, value: int) -> Lit:
        return self.variables.get((cell, value)) or self.never

    def possible(self, cell: Cell) -> list[int]:
        """The digits for which the cell has variables."""
        return [value for value in self.grid.values if (cell, value) in self.variables]

    def lits(self, cells: Iterable[Cell], value: int) -> tuple[Lit, ...]:
        """The variables of the digit in these cells, where they exist."""
        variables = (self.variables.get((cell, value)) for cell in cells)
        return tuple(var for var in variables if var)

    def word(self, cells: Iterable[Cell]) -> tuple[tuple[Lit, ...], ...]:
        return tuple(tuple(self.lit(cell, value) for value in self.grid.values) for cell in cells)

    def different(self, cells: Sequence[Cell]) -> Iterator[Constraint]:
        for value in self.grid.values:
            if len(lits := self.lits(cells, value)) > 1:
                yield AtMostOne(lits)

    def related(self, a: Cell, b: Cell, allowed: Callable[[int, int], bool]) -> Iterator[Constraint]:
        """Each digit of one cell implies a compatible digit in the other, in both directions."""
        left, right = self.possible(a), self.possible(b)
        for x in left:
            partners = [self.variables[b, y] for y in right if allowed(x, y)]
            if len(partners) < len(right):
                yield Clause((-self.variables[a, x], *partners))
        for y in right:
            partners = [self.variables[a, x] for x in left if allowed(x, y)]
            if len(partners) < len(left):
                yield Clause((-self.variables[b, y], *partners))

    def accepted(self, cells: Sequence[Cell], machine: Machine) -> Constraint:
        return Regular(self.word(cells), machine.automaton(len(cells), self.grid.values))

    def weighted(self, weights: Sequence[int], cells: Path, total: int) -> Constraint:
        terms = [
            (weight * value, self.variables[cell, value])
            for weight, cell in zip(weights, cells, strict=True)
            for value in self.possible(cell)
        ]
        return Linear(tuple(w for w, _ in terms), tuple(v for _, v in terms), total, total)

    def number(self, lits: Sequence[Lit], allowed: Container[int]) -> Constraint:
        """The number of true literals is one of the allowed ones."""
        n = len(lits)
        arcs = [(k, letter, k + letter) for k in range(n + 1) for letter in (0, 1) if k + letter <= n]
        accepting = tuple(k for k in range(n + 1) if k in allowed)
        return Regular(tuple((-lit, lit) for lit in lits), Automaton(0, accepting, tuple(arcs)))
