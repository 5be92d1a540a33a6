"""Statue Park and Pentominous, puzzles of puzz.link that are packings: addresses and files pzprv3.

Statue Park: `statuepark/COLUMNS/ROWS/CIRCLES/BANK`. Pieces are laid on the board, turned and flipped as they
fit, each of the bank once; no two share a side, and the free cells are connected. A black circle is on a
piece, a white one is not. CIRCLES, empty or of all cells, has a character of 0 to 9 and a to q for three: the
digits of its value to the base 3, 1 a white circle, 2 a black one. BANK is /p, /t or /d (the pentominoes, the
tetrominoes once or twice), or a number and so many pieces: columns, rows (to the base 36), and a bit for each
cell, five to a character, 0 for those left out. A file has the bank, the circles, then an answer.

Pentominous: `pentominous/COLUMNS/ROWS/CELLS[BORDERS]`. The board is cut into pentominoes; two of one shape,
however turned and flipped, share no side. A letter says of which shape its cell is, a given border that the
cells beside it are of two pieces. CELLS has a digit per cell: 0 to b for FILNPTUVWXYZ, c for a cell that is
not of the board; `.` is a clue that says nothing, and g to z skip 1 to 20 cells. BORDERS, if there, has five
bits per character 0 to v: those to the right of the cells by rows, then, from a new character on, those below
them. A file has rows, columns, the numbers (`*` for no cell), an answer, and a mark per border: X or -X if it
is given. Answers are not read.

A packing is written if reading the written puzzle gives the same packing back.
Source: github.com/robx/pzprjs, src/variety/statuepark.js and fillomino.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.formats.puzzlink_numbers import (
    DIGITS,
    EMPTY_PLACES,
    as_bits,
    check_cells,
    encoded,
    file_size,
    of_bits,
    piece_word,
    read_piece,
)
from zenkai_solver.models.formats.stated import LETTERS
from zenkai_solver.models.grid import Cell, cell_name
from zenkai_solver.models.lattices.region import LatticeRegion
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.packing.reading import read
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.where.normal import normal
from zenkai_solver.models.where.puzzle import Conditioned, under

PRESETS = {"p": ("pentominoes", "FILNPTUVWXYZ", 1), "t": ("tetrominoes", "ILOST", 1)}
PRESETS["d"] = ("tetrominoes", "ILOST", 2)
WHITE, BLACK = 1, 2
MOST_PIECES = 52
PieceDrawing = tuple[str, ...]  # rows of # and .


@dataclass(frozen=True)
class StatuePark:
    """A Statue Park: circles by rows (0, WHITE or BLACK), the key of a preset bank or drawings of pieces."""

    rows: int
    columns: int
    circles: tuple[int, ...]
    bank: str | tuple[PieceDrawing, ...]

    def as_yaml(self) -> str:
        """The packing."""
        lines = ["puzzle: packing", f"board: {self.rows}x{self.columns}", *self._pieces()]
        lines += ["fill: partial", "touch: corners", "holes: connected", "symmetry: all"]
        cells = [(divmod(at, self.columns), circle) for at, circle in enumerate(self.circles) if circle]
        if cells:
            conditions = ("not " * (circle == BLACK) + f".@R{r + 1}C{c + 1}" for (r, c), circle in cells)
            lines.append(f"where: {' and '.join(conditions)}")
        return "\n".join(lines) + "\n"

    def _pieces(self) -> list[str]:
        if isinstance(self.bank, str):
            name, letters, count = PRESETS[self.bank]
            return [f"pieces: {name}", f"counts: {count}", f"alike: [{letters}]"]
        counts: dict[PieceDrawing, int] = {}
        for drawing in map(least, self.bank):
            counts[drawing] = counts.get(drawing, 0) + 1
        lines = ["pieces:"]
        for letter, drawing in zip(LETTERS, counts, strict=False):
            lines += ["  - |", *("    " + row.replace("#", letter) for row in drawing)]
        numbers = ", ".join(f"{letter}: {n}" for letter, n in zip(LETTERS, counts.values(), strict=False))
        lines += ["flips: true", "rotations: true", f"counts: {{{numbers}}}"]
        return [*lines, f"alike: [{LETTERS[: len(counts)]}]"]

    def address(self) -> str:
        """As `park_address` reads it."""
        padded = [*self.circles, *[0] * (-len(self.circles) % 3)]
        triples = (padded[i : i + 3] for i in range(0, len(padded), 3))
        circles = "".join(DIGITS[9 * one + 3 * two + three] for one, two, three in triples)
        if isinstance(self.bank, str):
            bank = f"/{self.bank}"
        else:
            bank = "/".join([str(len(self.bank)), *(piece_word(drawing) for drawing in self.bank)])
        return f"statuepark/{self.columns}/{self.rows}/{circles}/{bank}"


def least(drawing: PieceDrawing) -> PieceDrawing:
    """The least image of a piece: a key shared by all its rotations and reflections."""
    images = [drawing]
    for _ in range(3):
        images.append(tuple("".join(column)[::-1] for column in zip(*images[-1], strict=True)))
    return min([*images, *(image[::-1] for image in images)])


def park_address(text: str) -> StatuePark:
    """What follows `p?`. Raises InstanceError."""
    match = re.fullmatch(r"statuepark/(\d{1,2})/(\d{1,2})/([0-9a-q]*)/(.*?)/?", text)
    if match is None:
        raise fault("puzz.link: not a Statue Park: .../p?statuepark/COLUMNS/ROWS/CIRCLES/BANK")
    columns, rows = int(match[1]), int(match[2])
    check_cells("Statue Park", rows, columns)
    if match[3] and len(match[3]) != (needed := -(-rows * columns // 3)):
        message = f"puzz.link: {len(match[3])} characters of circles; {rows}x{columns} needs {needed}"
        raise fault(message)
    values = (DIGITS.index(char) for char in match[3])
    circles = [value // power % 3 for value in values for power in (9, 3, 1)]
    words = match[4].split("/")
    bank = words[1:] if words[0] == "" else words
    return _made_park(rows, columns, circles, bank)


def park_file(words: Sequence[str]) -> StatuePark:
    """What follows the genre: rows, columns, the bank, a circle (or a dot) per cell. Raises InstanceError."""
    rows, columns = file_size(words[:2] if len(words) > 2 else ())
    check_cells("Statue Park", rows, columns)
    used = 1 + (int(words[2]) if re.fullmatch(r"\d{1,2}", words[2]) else 0)
    cells = words[2 + used :][: rows * columns]
    if len(cells) < rows * columns or not {*cells} <= {".", "1", "2"}:
        raise fault(f"pzprv3: {rows}x{columns} cells of ., 1 and 2 are needed behind the pieces")
    circles = [int(word) if word in "12" else 0 for word in cells]
    return _made_park(rows, columns, circles, words[2 : 2 + used])


def _made_park(rows: int, columns: int, circles: Sequence[int], bank: Sequence[str]) -> StatuePark:
    """The puzzle; `circles` is empty, or has a value per cell and padding zeros. Raises InstanceError."""
    cells = rows * columns
    if any(circles[cells:]):
        raise fault(f"Statue Park: circles behind the {cells} cells")
    padded = (*circles[:cells], *(0 for _ in range(cells - len(circles))))
    return StatuePark(rows, columns, padded, _read_bank(bank))


def _read_bank(words: Sequence[str]) -> str | tuple[PieceDrawing, ...]:
    if len(words) == 1 and words[0] in PRESETS:
        return words[0]
    count, pieces = words[0] if words else "", words[1:]
    if not re.fullmatch(r"[1-9]\d?", count) or int(count) != len(pieces) or len(pieces) > MOST_PIECES:
        raise fault(
            f"Statue Park: the pieces {'/'.join(words)!r:.40} are not read: p, t, d, or N and N pieces"
        )
    return tuple(read_piece(word, "Statue Park") for word in pieces)


PENTOMINOES = "FILNPTUVWXYZ"
NO_CELL = "c"  # as a number: 12
FREE, HOLE = ".", "*"  # of `cells`
PENTOMINOUS = re.compile(r"pentominous/(\d{1,2})/(\d{1,2})/([0-9a-z.]*)/?")


@dataclass(frozen=True)
class Pentominous:
    """A Pentominous: `cells` by rows (a letter, FREE or HOLE); `borders`: neighbours in different pieces."""

    rows: int
    columns: int
    cells: str
    borders: tuple[tuple[Cell, Cell], ...] = ()

    def as_yaml(self) -> str:
        """The packing."""
        drawing = self.cells.translate({ord(HOLE): ".", **{ord(x): "#" for x in FREE + PENTOMINOES}})
        drawn = (f"  {drawing[r * self.columns :][: self.columns]}\n" for r in range(self.rows))
        board = f"{self.rows}x{self.columns}\n" if HOLE not in self.cells else "|\n" + "".join(drawn)
        keys = "pieces: pentominoes\ncounts: any\ntouch: corners\nsymmetry: all\n"
        cells = ((divmod(at, self.columns), x) for at, x in enumerate(self.cells))
        facts = [f"{x}@{cell_name(cell)}" for cell, x in cells if x in PENTOMINOES]
        facts += (f"not {cell_name(one)}={cell_name(two)}" for one, two in self.borders)
        where = f"where: {' and '.join(facts)}\n" if facts else ""
        return f"puzzle: packing\nboard: {board}{keys}{where}"

    def address(self) -> str:
        values = {FREE: None, HOLE: NO_CELL, **{letter: f"{i:x}" for i, letter in enumerate(PENTOMINOES)}}
        numbers = encoded(values[cell] for cell in self.cells)
        bits = "".join(str(int(pair in self.borders)) for pair in pairs(self.rows, self.columns))
        beside = self.rows * (self.columns - 1)
        borders = of_bits(bits[:beside]) + of_bits(bits[beside:]) if self.borders else ""
        return f"pentominous/{self.columns}/{self.rows}/{numbers}{borders}"


def pairs(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    """All pairs of neighbours, in the numbering of borders."""
    yield from (((r, c), (r, c + 1)) for r, c in product(range(rows), range(columns - 1)))
    yield from (((r, c), (r + 1, c)) for r, c in product(range(rows - 1), range(columns)))


def pentominous_address(text: str) -> Pentominous:
    """What follows `p?`. Raises InstanceError."""
    match = PENTOMINOUS.fullmatch(text)
    if match is None:
        raise fault("puzz.link: not a Pentominous: .../p?pentominous/COLUMNS/ROWS/CELLS")
    columns, rows = int(match[1]), int(match[2])
    check_cells("Pentominous", rows, columns)
    cells, at = "", 0
    while at < len(match[3]) and len(cells) < rows * columns:
        cells, at = cells + _cells_of(match[3][at]), at + 1
    if len(cells) != rows * columns:
        raise fault(f"puzz.link: {len(cells)} cells; {rows}x{columns} has {rows * columns}")
    return _made_pentominous(
        rows, columns, cells, _given_borders(match[3][at:], rows * (columns - 1), (rows - 1) * columns)
    )


def _given_borders(text: str, beside: int, below: int) -> list[bool]:
    """Whether each border is given; without a text none is. Raises InstanceError."""
    if wrong := re.search("[w-z.]", text):
        raise fault(f"puzz.link: {wrong[0]!r} is no five borders")
    first, second = -(-beside // 5), -(-below // 5)
    if text and len(text) != first + second:
        message = f"puzz.link: {len(text)} characters of borders; {first} and {second} are needed, or none"
        raise fault(message)
    bits = [as_bits(text[:first]), as_bits(text[first:])]
    if "1" in bits[0][beside:] + bits[1][below:]:
        raise fault(f"Pentominous: borders behind the {beside} and {below} of the cells")
    return [bit == "1" for bit in bits[0][:beside] + bits[1][:below]]


def _cells_of(char: str) -> str:
    """The cells that a character stands for."""
    if char in EMPTY_PLACES:
        return FREE * (EMPTY_PLACES.index(char) + 1)
    if char in (".", NO_CELL):
        return FREE if char == "." else HOLE
    if DIGITS.index(char) >= len(PENTOMINOES):
        raise fault(f"Pentominous: {char!r} is no pentomino: 0 to b are {PENTOMINOES}")
    return PENTOMINOES[DIGITS.index(char)]


def pentominous_file(words: Sequence[str]) -> Pentominous:
    """What follows the genre. Raises InstanceError."""
    rows, columns = file_size(words)
    check_cells("Pentominous", rows, columns)
    number = rows * columns
    letters, marks = words[2 : 2 + number], words[2 + 2 * number :]
    if len(letters) < number:
        raise fault(f"pzprv3: {len(letters)} cells; {rows}x{columns} has {number}")
    wanted = 2 + 2 * number + len(list(pairs(rows, columns)))
    if len(words) not in (2 + number, 2 + 2 * number, wanted):
        raise fault(f"pzprv3: {len(words)} words; {rows}x{columns} has {wanted}, answer and borders")
    return _made_pentominous(
        rows, columns, "".join(map(_letter, letters)), [mark in ("X", "-X") for mark in marks]
    )


def _letter(word: str) -> str:
    if word in (".", "-", HOLE):
        return HOLE if word == HOLE else FREE
    if not re.fullmatch(r"\d{1,2}", word) or int(word) >= len(PENTOMINOES):
        raise fault(f"pzprv3: {word!r:.40} is no pentomino: 0 to 11 are {PENTOMINOES}")
    return PENTOMINOES[int(word)]


def _made_pentominous(rows: int, columns: int, cells: str, marks: Sequence[bool]) -> Pentominous:
    given = (pair for pair, mark in zip(pairs(rows, columns), marks, strict=False) if mark)
    inner = (pair for pair in given if HOLE not in {cells[r * columns + c] for r, c in pair})
    return Pentominous(rows, columns, cells, tuple(inner))


CELL = r"(?:R(\d+)C(\d+)|([A-Z])(\d+))"
FACT = re.compile(rf"(not )?([A-Za-z.])@{CELL}", re.I)
PAIR = re.compile(rf"not {CELL}={CELL}", re.I)


def write(puzzle: Packing | Conditioned, _: str = "") -> str:
    """The address. Raises InstanceError."""
    for candidate in _candidates(puzzle):
        with suppress(InstanceError):  # such as for too many pieces: another candidate is meant
            if _stated(_reading(candidate)) == _stated(puzzle):
                return f"https://puzz.link/p?{candidate.address()}\n"
    raise fault("puzz.link has packings that are Statue Parks or Pentominous; this one is neither")


def _reading(candidate: StatuePark | Pentominous) -> Packing | Conditioned:
    data = parse_yaml(candidate.as_yaml()).data
    where = data.pop("where", None)
    puzzle = read(Fields({key: value for key, value in data.items() if key not in ("puzzle", "symmetry")}))
    return puzzle if where is None else under(puzzle, where)  # type: ignore[return-value]


def _stated(puzzle: Packing | Conditioned) -> object:
    if isinstance(puzzle, Conditioned):
        return puzzle.inner, normal(puzzle.expression)
    return puzzle, None


def _candidates(puzzle: Packing | Conditioned) -> Iterator[StatuePark | Pentominous]:
    """Candidates: puzzles of this board with these clues."""
    inner = puzzle.inner if isinstance(puzzle, Conditioned) else puzzle
    region = inner.region
    if isinstance(region, LatticeRegion):
        return
    clues = CellClues.of(puzzle.text if isinstance(puzzle, Conditioned) else "")
    every = [(r, c) for r in range(region.rows) for c in range(region.columns)]
    circles = tuple(clues.circles.get(cell, 0) for cell in every)
    banks: list[str | tuple[PieceDrawing, ...]] = [*PRESETS, _bank_of(inner)]
    yield from (StatuePark(region.rows, region.columns, circles, bank) for bank in banks)
    if set(clues.letters.values()) <= set(PENTOMINOES):
        cells = (HOLE if cell not in region.index else clues.letters.get(cell, FREE) for cell in every)
        yield Pentominous(region.rows, region.columns, "".join(cells), tuple(sorted(clues.borders)))


@dataclass
class CellClues:
    """The clues of cells in a condition, of those parts that have one of these forms."""

    circles: dict[Cell, int] = field(default_factory=dict)
    letters: dict[Cell, str] = field(default_factory=dict)
    borders: list[tuple[Cell, Cell]] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> CellClues:
        clues = cls()
        for part in map(str.strip, text.split(" and ")):
            if (fact := FACT.fullmatch(part)) is not None and fact[2] == ".":
                clues.circles[_cell(*fact.groups()[2:])] = BLACK if fact[1] else WHITE
            elif fact is not None:
                clues.letters[_cell(*fact.groups()[2:])] = fact[2]
            elif (pair := PAIR.fullmatch(part)) is not None:
                clues.borders.append((_cell(*pair.groups()[:4]), _cell(*pair.groups()[4:])))
        return clues


def _cell(row: str | None, column: str | None, letter: str | None, number: str | None) -> Cell:
    if letter is not None:
        return int(number or 0) - 1, ord(letter.upper()) - ord("A")
    return int(row or 0) - 1, int(column or 0) - 1


def _bank_of(puzzle: Packing) -> tuple[PieceDrawing, ...]:
    """The pieces as drawings, repeated by their numbers."""
    drawings: list[PieceDrawing] = []
    for piece in puzzle.pieces:
        rows, columns = (max(cell[i] for cell in piece.shape) + 1 for i in (0, 1))
        drawing = tuple("".join(".#"[(r, c) in piece.shape] for c in range(columns)) for r in range(rows))
        drawings += [drawing] * (puzzle.counts[piece.label].hi or 1)
    return tuple(drawings)
