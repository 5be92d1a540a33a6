"""Pentominous of puzz.link: addresses `pentominous/COLUMNS/ROWS/CELLS[BORDERS]`, and files pzprv3.

The board is cut into pentominoes; two of one shape, however turned and flipped, share no side. A letter says
of which shape its cell is, a given border that the cells beside it are of two pieces. So it is a packing.

CELLS has a digit per cell: 0 to b for FILNPTUVWXYZ, c for a cell that is not of the board; `.` is a clue that
says nothing, and g to z skip 1 to 20 cells. BORDERS, if there, has five bits per character 0 to v: those to
the right of the cells by rows, then, from a new character on, those below them. A file has rows, columns, the
numbers (`*` for no cell), an answer, which is not read, and a mark per border: X or -X if it is given.

Source: github.com/robx/pzprjs, src/variety/fillomino.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from zenkai_solver.models.formats.faults import fault
from zenkai_solver.models.formats.puzzlink_numbers import (
    DIGITS,
    EMPTY_PLACES,
    as_bits,
    check_cells,
    encoded,
    file_size,
    of_bits,
)
from zenkai_solver.models.grid import Cell, cell_name

LETTERS = "FILNPTUVWXYZ"
NO_CELL = "c"  # as a number: 12
FREE, HOLE = ".", "*"  # of `cells`
ADDRESS = re.compile(r"pentominous/(\d{1,2})/(\d{1,2})/([0-9a-z.]*)/?")


@dataclass(frozen=True)
class Pentominous:
    """`cells` by rows: a letter, FREE or HOLE; `borders`: pairs of neighbours that are of two pieces."""

    rows: int
    columns: int
    cells: str
    borders: tuple[tuple[Cell, Cell], ...] = ()

    def as_yaml(self) -> str:
        """The packing."""
        drawing = self.cells.translate({ord(HOLE): ".", **{ord(x): "#" for x in FREE + LETTERS}})
        drawn = (f"  {drawing[r * self.columns :][: self.columns]}\n" for r in range(self.rows))
        board = f"{self.rows}x{self.columns}\n" if HOLE not in self.cells else "|\n" + "".join(drawn)
        keys = "pieces: pentominoes\ncounts: any\ntouch: corners\nsymmetry: all\n"
        cells = ((divmod(at, self.columns), x) for at, x in enumerate(self.cells))
        facts = [f"{x}@{cell_name(cell)}" for cell, x in cells if x in LETTERS]
        facts += (f"not {cell_name(one)}={cell_name(two)}" for one, two in self.borders)
        where = f"where: {' and '.join(facts)}\n" if facts else ""
        return f"puzzle: packing\nboard: {board}{keys}{where}"

    def address(self) -> str:
        values = {FREE: None, HOLE: NO_CELL, **{letter: f"{i:x}" for i, letter in enumerate(LETTERS)}}
        numbers = encoded(values[cell] for cell in self.cells)
        bits = "".join(str(int(pair in self.borders)) for pair in pairs(self.rows, self.columns))
        beside = self.rows * (self.columns - 1)
        borders = of_bits(bits[:beside]) + of_bits(bits[beside:]) if self.borders else ""
        return f"pentominous/{self.columns}/{self.rows}/{numbers}{borders}"


def pairs(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    """All neighbours, as the borders between them are numbered."""
    yield from (((r, c), (r, c + 1)) for r, c in product(range(rows), range(columns - 1)))
    yield from (((r, c), (r + 1, c)) for r, c in product(range(rows - 1), range(columns)))


def address(text: str) -> Pentominous:
    """What follows `p?`. Raises InstanceError."""
    match = ADDRESS.fullmatch(text)
    if match is None:
        raise fault("puzz.link: not a Pentominous: .../p?pentominous/COLUMNS/ROWS/CELLS")
    columns, rows = int(match[1]), int(match[2])
    check_cells("Pentominous", rows, columns)
    cells, at = "", 0
    while at < len(match[3]) and len(cells) < rows * columns:
        cells, at = cells + _read(match[3][at]), at + 1
    if len(cells) != rows * columns:
        raise fault(f"puzz.link: {len(cells)} cells; {rows}x{columns} has {rows * columns}")
    return _made(rows, columns, cells, _marks(match[3][at:], rows * (columns - 1), (rows - 1) * columns))


def _marks(text: str, beside: int, below: int) -> list[bool]:
    """Which borders are given: none, or those of all cells."""
    if wrong := re.search("[w-z.]", text):
        raise fault(f"puzz.link: {wrong[0]!r} is no five borders")
    first, second = -(-beside // 5), -(-below // 5)
    if text and len(text) != first + second:
        said = f"puzz.link: {len(text)} characters of borders; {first} and {second} are needed, or none"
        raise fault(said)
    bits = [as_bits(text[:first]), as_bits(text[first:])]
    if "1" in bits[0][beside:] + bits[1][below:]:
        raise fault(f"Pentominous: borders behind the {beside} and {below} of the cells")
    return [bit == "1" for bit in bits[0][:beside] + bits[1][:below]]


def _read(char: str) -> str:
    """The cells that the character says."""
    if char in EMPTY_PLACES:
        return FREE * (EMPTY_PLACES.index(char) + 1)
    if char in (".", NO_CELL):
        return FREE if char == "." else HOLE
    if DIGITS.index(char) >= len(LETTERS):
        raise fault(f"Pentominous: {char!r} is no pentomino: 0 to b are {LETTERS}")
    return LETTERS[DIGITS.index(char)]


def file(words: Sequence[str]) -> Pentominous:
    """What follows the genre. Raises InstanceError."""
    rows, columns = file_size(words)
    check_cells("Pentominous", rows, columns)
    number = rows * columns
    own, marks = words[2 : 2 + number], words[2 + 2 * number :]
    if len(own) < number:
        raise fault(f"pzprv3: {len(own)} cells; {rows}x{columns} has {number}")
    wanted = 2 + 2 * number + len(list(pairs(rows, columns)))
    if len(words) not in (2 + number, 2 + 2 * number, wanted):
        raise fault(f"pzprv3: {len(words)} words; {rows}x{columns} has {wanted}, answer and borders")
    return _made(rows, columns, "".join(map(_clue, own)), [mark in ("X", "-X") for mark in marks])


def _clue(word: str) -> str:
    if word in (".", "-", HOLE):
        return HOLE if word == HOLE else FREE
    if not re.fullmatch(r"\d{1,2}", word) or int(word) >= len(LETTERS):
        raise fault(f"pzprv3: {word!r:.40} is no pentomino: 0 to 11 are {LETTERS}")
    return LETTERS[int(word)]


def _made(rows: int, columns: int, cells: str, marks: Sequence[bool]) -> Pentominous:
    given = (pair for pair, mark in zip(pairs(rows, columns), marks, strict=False) if mark)
    inner = (pair for pair in given if HOLE not in {cells[r * columns + c] for r, c in pair})
    return Pentominous(rows, columns, cells, tuple(inner))
