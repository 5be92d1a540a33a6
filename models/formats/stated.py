"""A sudoku as links state it, and its instance as YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import SYMBOLS, cell_name

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_SIZE = 25


@dataclass
class Stated:
    """A square grid: `box` is rows x columns; `regions` are the numbers of regions, in place of boxes.

    `rules` are names of rules; to each the texts of its list, or a mapping of such, or nothing.
    """

    size: int
    givens: dict[Cell, int] = field(default_factory=dict)
    box: tuple[int, int] | None = None
    regions: Mapping[Cell, int] | None = None
    rules: dict[str, list[str] | dict[str, object] | None] = field(default_factory=dict)

    def add(self, rule: str, text: str) -> None:
        """One more text of a rule with a list."""
        own = self.rules.setdefault(rule, [])
        assert isinstance(own, list)
        own.append(text)

    def as_yaml(self) -> str:
        """Raises InstanceError for what no instance can have."""
        check_size(self.size)
        lines = ["puzzle: sudoku", "grid: |"]
        for r in range(self.size):
            row = (self._symbol(self.givens.get((r, c))) for c in range(self.size))
            lines.append("  " + "".join(row))
        lines += self._boxes()
        if self.rules:
            lines.append("rules:")
            lines += [f"  - {_rule(name, value)}" for name, value in self.rules.items()]
        return "\n".join(lines) + "\n"

    def _symbol(self, digit: int | None) -> str:
        if digit is None:
            return "."
        if not 1 <= digit <= self.size:
            raise InstanceError((), f"a given {digit}; the digits are 1 to {self.size}")
        return SYMBOLS[digit]

    def _boxes(self) -> list[str]:
        if self.regions is None:
            return [f"box: {self.box[0]}x{self.box[1]}"] if self.box else []
        numbers = {number: i for i, number in enumerate(dict.fromkeys(self.regions.values()))}
        if len(numbers) > len(LETTERS):
            raise InstanceError((), f"{len(numbers)} regions; at most {len(LETTERS)} are read")
        cells = [[(r, c) for c in range(self.size)] for r in range(self.size)]
        rows = ("".join(LETTERS[numbers[self.regions[cell]]] for cell in row) for row in cells)
        return ["regions: |", *(f"  {row}" for row in rows)]


def check_size(size: int) -> None:
    """Raise InstanceError for a side that no grid has."""
    if not 1 <= size <= MAX_SIZE:
        raise InstanceError((), f"a grid of {size}x{size}; sides of 1 to {MAX_SIZE} are read")


def _rule(name: str, value: Sequence[str] | Mapping[str, object] | None) -> str:
    if value is None:
        return name
    if isinstance(value, Mapping):
        return f"{name}: {{{', '.join(f'{key}: {_value(own)}' for key, own in value.items())}}}"
    return f"{name}: {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value)


def names(cells: Sequence[Cell]) -> str:
    return " ".join(map(cell_name, cells))


def square(number: int) -> int:
    """The side of a square of so many cells. Raises InstanceError."""
    side = isqrt(number)
    if side * side != number:
        raise InstanceError((), f"{number} cells are no square")
    return side
