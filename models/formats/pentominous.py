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
        every, beside = list(pairs(self.rows, self.columns)), self.rows * (self.columns - 1)
        bits = ["".join(str(int(pair in self.borders)) for pair in half) for half in _cut(every, beside)]
        return "".join(
            DIGITS[int(own[i : i + 5].ljust(5, "0"), 2)] for own in bits for i in range(0, len(own), 5)
        )


def _cut(every: Sequence[tuple[Cell, Cell]], at: int) -> tuple[Sequence[tuple[Cell, Cell]], ...]:
    return every[:at], every[at:]


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
    if len(cells) != rows * columns:
        raise InstanceError((), f"puzz.link: {len(cells)} cells; {rows}x{columns} has {rows * columns}")
    return _made(rows, columns, cells, _marks(match[3][at:], rows * (columns - 1), (rows - 1) * columns))


def _marks(text: str, beside: int, below: int) -> list[bool]:
    """Which borders are given: none, or those of all cells."""
    if wrong := re.search("[w-z.]", text):
        raise InstanceError((), f"puzz.link: {wrong[0]!r} is no five borders")
    first, second = -(-beside // 5), -(-below // 5)
    if text and len(text) != first + second:
        said = f"puzz.link: {len(text)} characters of borders; {first} and {second} are needed, or none"
        raise InstanceError((), said)
    bits = ["".join(f"{DIGITS.index(char):05b}" for char in own) for own in (text[:first], text[first:])]
    if "1" in bits[0][beside:] + bits[1][below:]:
        raise InstanceError((), f"Pentominous: borders behind the {beside} and {below} of the cells")
    return [bit == "1" for bit in bits[0][:beside] + bits[1][:below]]


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
    wanted = 2 + 2 * number + len(list(pairs(rows, columns)))
    if len(words) not in (2 + number, 2 + 2 * number, wanted):
        raise InstanceError(
            (), f"pzprv3: {len(words)} words; {rows}x{columns} has {wanted}, answer and borders"
        )
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
    given = (pair for pair, mark in zip(pairs(rows, columns), marks, strict=False) if mark)
    inner = (pair for pair in given if HOLE not in {cells[r * columns + c] for r, c in pair})
    return Pentominous(rows, columns, cells, tuple(inner))
