"""A sudoku as read from a link, and its instance as YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.document import fault
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid, cell_name

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_SIZE = 25


@dataclass
class StatedSudoku:
    """A square sudoku: `box` is rows x columns; `regions`, in place of boxes, has the region number of each
    cell.

    `rules`: by name, the texts of the rule's list, a mapping of such lists, or nothing.
    """

    size: int
    givens: dict[Cell, int] = field(default_factory=dict)
    box: tuple[int, int] | None = None
    regions: Mapping[Cell, int] | None = None
    rules: dict[str, list[str] | dict[str, object] | None] = field(default_factory=dict)

    def add(self, rule: str, text: str) -> None:
        """Adds a text to the list of a rule."""
        texts = self.rules.setdefault(rule, [])
        assert isinstance(texts, list)
        texts.append(text)

    def as_yaml(self) -> str:
        """The YAML text. Raises InstanceError for what an instance cannot state."""
        check_size(self.size)
        lines = ["puzzle: sudoku", "grid: |"]
        if wrong := [digit for digit in self.givens.values() if not 1 <= digit <= self.size]:
            raise fault(f"a given {wrong[0]}; the digits are 1 to {self.size}")
        for r in range(self.size):
            digits = (self.givens.get((r, c)) for c in range(self.size))
            lines.append("  " + "".join("." if digit is None else SYMBOLS[digit] for digit in digits))
        lines += self._boxes()
        if self.rules:
            lines.append("rules:")
            lines += [f"  - {_rule(name, value)}" for name, value in self.rules.items()]
        return "\n".join(lines) + "\n"

    def _boxes(self) -> list[str]:
        if self.regions is None:
            return [f"box: {self.box[0]}x{self.box[1]}"] if self.box else []
        numbers = {number: i for i, number in enumerate(dict.fromkeys(self.regions.values()))}
        if len(numbers) > len(LETTERS):
            raise fault(f"{len(numbers)} regions; at most {len(LETTERS)} are read")
        cells = [[(r, c) for c in range(self.size)] for r in range(self.size)]
        rows = ("".join(LETTERS[numbers[self.regions[cell]]] for cell in row) for row in cells)
        return ["regions: |", *(f"  {row}" for row in rows)]


def check_size(size: int) -> None:
    """Raises InstanceError for an impossible side of a grid."""
    if not 1 <= size <= MAX_SIZE:
        raise fault(f"a grid of {size}x{size}; sides of 1 to {MAX_SIZE} are read")


def _rule(name: str, value: Sequence[str] | Mapping[str, object] | None) -> str:
    if value is None:
        return name
    if isinstance(value, Mapping):
        return f"{name}: {{{', '.join(f'{key}: {_value(item)}' for key, item in value.items())}}}"
    return f"{name}: {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value)


def names(cells: Sequence[Cell]) -> str:
    return " ".join(map(cell_name, cells))


def is_standard(grid: Grid) -> bool:
    """Whether it is a square grid with the digits from 1, none of which repeats in a row or column."""
    return grid.rows == grid.columns and grid.latin and grid.values == tuple(range(1, grid.rows + 1))


def from_opensudoku(text: str) -> StatedSudoku:
    """A file of one game: 81 digits, 0 for a blank. Raises InstanceError."""
    if "<!" in text:
        raise fault("OpenSudoku: declarations (<!...>) are not read")
    games = re.findall(r"<game\b[^>]*\bdata\s*=\s*[\"']([^\"']*)[\"']", text)
    if len(games) != 1:
        raise fault(f"OpenSudoku: {len(games)} games in the file; one is read")
    return _of_digits(games[0])


def from_hodoku(text: str) -> StatedSudoku:
    """:technique:candidates:GRID:...; a digit after `+` was placed by the solver, and counts as a given."""
    return _of_digits(text.split(":")[3].replace("+", ""))


def _of_digits(text: str) -> StatedSudoku:
    if not re.fullmatch(r"[0-9.]{81}", text):
        raise fault(f"{text!r:.40} is not 81 digits")
    cells = enumerate(text.replace(".", "0"))
    return StatedSudoku(9, {divmod(i, 9): int(char) for i, char in cells if char != "0"}, (3, 3))
