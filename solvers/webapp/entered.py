"""What a person has entered on a board, which is no part of the puzzle.

Of a genre as `sheets` says; of a sudoku [row, column, symbol], of a nonogram [row, column, ink], from 0. What
cannot be there is passed over.
"""

from __future__ import annotations

from dataclasses import replace

from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.sheet import OPEN
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.sudoku.grid import SYMBOLS
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.where.puzzle import Conditioned
from zenkai_solver.solvers.webapp.sheets import entered_on, genre_puzzle, rows_in, unconditioned


def with_entered(puzzle: Puzzle, board: object) -> Puzzle:
    """The puzzle with what was entered as given. Raises Wrong, InstanceError."""
    if not board:
        return puzzle
    if isinstance(puzzle, Conditioned):
        return replace(puzzle, inner=with_entered(puzzle.inner, board))
    if isinstance(puzzle, GenrePuzzle):
        return replace(puzzle, known={**entered_on(puzzle, board), **puzzle.known})
    if isinstance(puzzle, Sudoku):
        return replace(puzzle, givens={**digits_on(puzzle, board), **puzzle.givens})
    if isinstance(puzzle, Nonogram):
        labels = inks_on(puzzle, board)
        rows = [
            "".join(labels.get((r, c), OPEN) if label == OPEN else label for c, label in enumerate(row))
            for r, row in enumerate(puzzle.sheet.given or puzzle.open_board)
        ]
        return Nonogram(replace(puzzle.sheet, given=tuple(rows)))
    return puzzle


def digits_on(puzzle: Sudoku, board: object) -> dict[Cell, int]:
    """The digits by their cells. Raises Wrong for what is no list of them."""
    digits = {SYMBOLS[value]: value for value in puzzle.grid.values}
    rows = rows_in(board, (int, int, str), "board")
    return {(r, c): digits[symbol] for r, c, symbol in rows if (r, c) in puzzle.grid and symbol in digits}


def inks_on(puzzle: Nonogram, board: object) -> dict[Cell, str]:
    """The inks by their cells, EMPTY for white. Raises Wrong for what is no list of them."""
    labels = {*puzzle.symbols}
    rows = rows_in(board, (int, int, str), "board")
    return {
        (r, c): label
        for r, c, label in rows
        if 0 <= r < puzzle.height and 0 <= c < puzzle.width and label in labels
    }


def shown_on(instance: Puzzle, board: object) -> dict[Cell, str]:
    """The same as texts, by row and column of the board's text; nothing of other families. Raises Wrong,
    InstanceError.
    """
    puzzle = unconditioned(instance)
    if isinstance(puzzle, Sudoku):
        return {cell: SYMBOLS[digit] for cell, digit in digits_on(puzzle, board or []).items()}
    if isinstance(puzzle, Nonogram):
        return inks_on(puzzle, board or [])
    sheet = genre_puzzle(instance)
    if sheet is None or not board:
        return {}
    values = entered_on(sheet, board)
    return {sheet.spots[at]: sheet.layers[at[0]].text(at[1], value) for at, value in values.items()}
