"""What engines may know of a sudoku beside its constraints."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SudokuGrid:
    """Rows, columns and the nine 3x3 boxes hold 1..9, and nothing else is asked.

    `givens` are the 81 cells by rows, 0 blank; `variables[cell][digit - 1]` is the model's variable for that
    digit in that cell, or 0 where the givens exclude it.
    """

    givens: tuple[int, ...]
    variables: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DigitsInCells:
    """A sudoku of another size or with rules: small items that all cross, where no static order helps."""


@dataclass(frozen=True)
class SumsInCells:
    """A sudoku most of whose cells lie in killer cages: sums decide, and linear reasoning helps."""
