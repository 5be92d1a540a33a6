"""Sudoku grids as text and as arrays: 81-character lines in and out, and the rules of the grid as a check.

parse_equal_lines (bytes -> uint8[n, 81]), write_lines (the inverse), check_grids (bool[n]). They use NumPy,
so that a solver of a million puzzles per second does not wait for its files: a file of equal lines is one
reshape and one table look-up. `check_grids` is independent of the solver. Lines of other forms are read by
`models.formats.sudoku`.
"""

from __future__ import annotations

import numpy as np

CELLS = 81
ALL_DIGITS = 0b11_1111_1110
BLANKS = b".0"
NEWLINE = ord("\n")
WRONG = 255
CHUNK = 4096  # grids checked together: 81 * 4096 words of 16 bits stay in the second-level cache


DIGIT_OF_BYTE = np.full(256, WRONG, np.uint8)
DIGIT_OF_BYTE[np.frombuffer(BLANKS, np.uint8)] = 0
DIGIT_OF_BYTE[ord("1") : ord("9") + 1] = np.arange(1, 10)


def parse_equal_lines(data: bytes, end: bytes) -> np.ndarray | None:
    """The grids of a file whose lines each are 81 cells and `end` (the last `end` is optional); else None."""
    width = CELLS + len(end)
    if len(data) % width == CELLS:
        data += end
    if not data or len(data) % width:
        return None
    table = np.frombuffer(data, np.uint8).reshape(-1, width)
    if (table[:, CELLS:] != np.frombuffer(end, np.uint8)).any():
        return None
    puzzles = DIGIT_OF_BYTE[table[:, :CELLS]]
    return None if puzzles.max() == WRONG else puzzles


def write_lines(grids: np.ndarray, blank: str = ".") -> bytes:
    """One line per grid, blank cells as `blank`."""
    characters = np.frombuffer(blank.encode("ascii") + b"123456789", np.uint8)
    text = np.full((len(grids), CELLS + 1), NEWLINE, np.uint8)
    text[:, :CELLS] = characters[grids]
    return text.tobytes()


def check_grids(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """bool[n]: whether grids[i] is full, has each digit once in each unit and the givens of puzzles[i]."""
    good = np.empty(len(grids), np.bool_)
    for start in range(0, len(grids), CHUNK):
        part = slice(start, start + CHUNK)
        good[part] = keeps_rules(grids[part]) & keeps_givens(puzzles[part], grids[part])
    return good


def keeps_givens(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """bool[n]: whether the grid agrees with the puzzle in every cell that is not blank there."""
    broken = (puzzles != 0) & (puzzles != grids)
    return np.asarray(~np.bitwise_or.reduce(np.ascontiguousarray(broken.T), axis=0))


def keeps_rules(grids: np.ndarray) -> np.ndarray:
    """Nine cells have each digit once if and only if the union of their sets {digit} is all of 1..9."""
    sets = np.left_shift(np.uint16(1), np.ascontiguousarray(grids.T), dtype=np.uint16).reshape(9, 9, -1)
    triples = (sets[0::3] | sets[1::3] | sets[2::3]).reshape(3, 3, 3, -1)  # band, stack, column
    boxes = triples[:, :, 0] | triples[:, :, 1] | triples[:, :, 2]
    rows = np.bitwise_or.reduce(sets, axis=1)
    columns = np.bitwise_or.reduce(sets, axis=0)
    complete = np.bitwise_and.reduce(rows & columns & boxes.reshape(9, -1), axis=0)
    return np.asarray((complete & ALL_DIGITS) == ALL_DIGITS)
