"""Pentominous of puzz.link: addresses `pentominous/COLUMNS/ROWS/CELLS[BORDERS]`, and files pzprv3.

The board is cut into pentominoes; two of one shape, however turned and flipped, share no side. A letter says
of which shape its cell is, a given border that the cells beside it are of two pieces. So it is a packing.

CELLS has a digit per cell: 0 to b for FILNPTUVWXYZ, c for a cell that is not of the board; `.` is a clue that
says nothing, and g to z skip 1 to 20 cells. BORDERS has five bits per character 0 to v: those to the right of
the cells by rows, then those below them. A file has rows, columns, the numbers (`*` for no cell), an answer,
which is not read, and a mark per border: X or -X if it is given.

Source: github.com/robx/pzprjs, src/variety/fillomino.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.puzzlink import EMPTY_PLACES, skips
from zenkai_solver.models.formats.statuepark import DIGITS
from zenkai_solver.models.grid import Cell

LETTERS = "FILNPTUVWXYZ"
NO_CELL = "c"  # as a number: 12
MOST_CELLS = 1024
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
        said = [f"{x}@{self._name(at)}" for at, x in enumerate(self.cells) if x in LETTERS]
        said += (f"not {_cell(one)}={_cell(two)}" for one, two in self.borders)
        where = f"where: {' and '.join(said)}\n" if said else ""
        return f"puzzle: packing\nboard: {board}{keys}{where}"

    def _name(self, at: int) -> str:
        return _cell(divmod(at, self.columns))

    def address(self) -> str:
        numbers, skipped = "", 0
        for cell in self.cells:
            if cell == FREE:
                skipped += 1
            else:
                value = NO_CELL if cell == HOLE else f"{LETTERS.index(cell):x}"
                numbers, skipped = numbers + skips(skipped) + value, 0
        return f"pentominous/{self.columns}/{self.rows}/{numbers + skips(skipped)}{self._borders()}"

    def _borders(self) -> str:
        if not self.borders:
            return ""
        bits = "".join(str(int(pair in self.borders)) for pair in pairs(self.rows, self.columns))
        return "".join(DIGITS[int(bits[i : i + 5].ljust(5, "0"), 2)] for i in range(0, len(bits), 5))


def _cell(cell: Cell) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def pairs(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    """All neighbours, as the borders between them are numbered."""
    yield from (((r, c), (r, c + 1)) for r, c in product(range(rows), range(columns - 1)))
    yield from (((r, c), (r + 1, c)) for r, c in product(range(rows - 1), range(columns)))


def address(text: str) -> Pentominous:
    """What follows `p?`. Raises InstanceError."""
    match = ADDRESS.fullmatch(text)
    if match is None:
        raise InstanceError((), "puzz.link: not a Pentominous: .../p?pentominous/COLUMNS/ROWS/CELLS")
    columns, rows = int(match[1]), int(match[2])
    _check(rows, columns)
    cells, at = "", 0
    while at < len(match[3]) and len(cells) < rows * columns:
        cells, at = cells + _read(match[3][at]), at + 1
    cells = cells.ljust(rows * columns, FREE)
    if len(cells) > rows * columns:
        raise InstanceError((), f"puzz.link: more than the {rows * columns} cells of {rows}x{columns}")
    if wrong := re.search("[w-z.]", match[3][at:]):
        raise InstanceError((), f"puzz.link: {wrong[0]!r} is no five borders")
    bits = "".join(f"{DIGITS.index(char):05b}" for char in match[3][at:])
    return _made(rows, columns, cells, [bit == "1" for bit in bits])


def _read(char: str) -> str:
    """The cells that the character says."""
    if char in EMPTY_PLACES:
        return FREE * (EMPTY_PLACES.index(char) + 1)
    if char in (".", NO_CELL):
        return FREE if char == "." else HOLE
    if DIGITS.index(char) >= len(LETTERS):
        raise InstanceError((), f"Pentominous: {char!r} is no pentomino: 0 to b are {LETTERS}")
    return LETTERS[DIGITS.index(char)]


def file(words: Sequence[str]) -> Pentominous:
    """What follows the genre. Raises InstanceError."""
    if len(words) < 2 or not all(re.fullmatch(r"\d{1,2}", word) for word in words[:2]):
        raise InstanceError((), "pzprv3: no size behind the genre")
    rows, columns = int(words[0]), int(words[1])
    _check(rows, columns)
    number = rows * columns
    own, marks = words[2 : 2 + number], words[2 + 2 * number :]
    if len(own) < number:
        raise InstanceError((), f"pzprv3: {len(own)} cells; {rows}x{columns} has {number}")
    return _made(rows, columns, "".join(map(_clue, own)), [mark in ("X", "-X") for mark in marks])


def _clue(word: str) -> str:
    if word in (".", "-", HOLE):
        return HOLE if word == HOLE else FREE
    if not re.fullmatch(r"\d{1,2}", word) or int(word) >= len(LETTERS):
        raise InstanceError((), f"pzprv3: {word!r:.40} is no pentomino: 0 to 11 are {LETTERS}")
    return LETTERS[int(word)]


def _check(rows: int, columns: int) -> None:
    if not 1 <= rows * columns <= MOST_CELLS:
        raise InstanceError((), f"Pentominous: {rows}x{columns}; 1 to {MOST_CELLS} cells are read")


def _made(rows: int, columns: int, cells: str, marks: Sequence[bool]) -> Pentominous:
    borders = list(pairs(rows, columns))
    if any(marks[len(borders) :]):
        raise InstanceError((), f"Pentominous: borders behind the {len(borders)} of {rows}x{columns}")
    given = (pair for pair, mark in zip(borders, marks, strict=False) if mark)
    inner = (pair for pair in given if HOLE not in {cells[r * columns + c] for r, c in pair})
    return Pentominous(rows, columns, cells, tuple(inner))
