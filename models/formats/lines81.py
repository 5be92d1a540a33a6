"""Sudoku grids as text and as arrays: 81-character lines in and out, and the rules of the grid as a check.

What: parse_equal_lines (bytes -> uint8[n, 81]), write_lines (back), check_grids (bool[n]).
NumPy only; nothing here knows the solver, so check_grids is a second, independent statement of the rules.
Why: a solver of a million puzzles a second must not wait for its files. A file of equal lines is one reshape
and one table look-up; the rules are bitwise ORs of rows of the transposed grids.
Trade-off: the parser takes only lines that are all 81 cells; `models.formats.sudoku` reads everything else.
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
    """The fast path: each line is 81 cells and `end`, the last `end` optional. None for any other file."""
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
    """bytes: one line per grid, blank cells as `blank`."""
    characters = np.frombuffer(blank.encode("ascii") + b"123456789", np.uint8)
    text = np.full((len(grids), CELLS + 1), NEWLINE, np.uint8)
    text[:, :CELLS] = characters[grids]
    return text.tobytes()


def check_grids(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """bool[n]: is grids[i] a full grid, each digit once in each unit, that keeps the givens of puzzles[i]?"""
    good = np.empty(len(grids), np.bool_)
    for start in range(0, len(grids), CHUNK):
        part = slice(start, start + CHUNK)
        good[part] = keeps_rules(grids[part]) & keeps_givens(puzzles[part], grids[part])
    return good


def keeps_givens(puzzles: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """A given survives unless its cell is not blank and not the same."""
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
