"""The structure of a plain 9x9 sudoku, for engines that are made for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zenkai_solver.models.csp import Cube


@dataclass(frozen=True)
class SudokuGrid:
    """A 9x9 sudoku without further rules: rows, columns and the nine 3x3 boxes hold 1..9.

    `givens` are the 81 cells by rows, 0 blank; `variables[cell][digit - 1]` is the model's variable for that
    digit in that cell, or 0 where the givens exclude it. The variables in `excluded` are false.
    """

    givens: tuple[int, ...]
    variables: tuple[tuple[int, ...], ...]
    excluded: frozenset[int] = frozenset()

    def within(self, cube: Cube) -> SudokuGrid:
        """The sudoku under the literals of a cube. A true variable excludes the other digits of its cell, so
        a contradictory cube leaves a cell without digits.
        """
        false = {-lit for lit in cube if lit < 0}
        true = {lit for lit in cube if lit > 0}
        for cell in self.variables:
            for var in true.intersection(cell):
                false.update(set(cell) - {0, var})
        return replace(self, excluded=self.excluded | false)
