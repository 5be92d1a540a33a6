"""Drawings of cells: rows of characters, in space layers of rows.

Layers are separated by an empty line, or each line has one row of every layer with `/` between: `VLL/V.L`.
The place of a character determines its cell (`Lattice.at`), after a shift of the whole drawing by a few rows
and columns: the first one under which every character is at a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from zenkai_solver.models.grid import OUTSIDE
from zenkai_solver.models.lattices.lattice import Lattice, Place, Vector
from zenkai_solver.models.pieces import is_letter

NOTHING = "." + OUTSIDE
SHIFTS = sorted(product(range(3), range(4)), key=max)  # rows and columns


class DrawingError(ValueError):
    """A drawing that cannot be read; the message is for the user, `row` the line of the drawing."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


@dataclass(frozen=True)
class Mark:
    """A character of a drawing other than space and `.`, with its place; line and column count from 0."""

    char: str
    place: Place
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.char!r} in row {self.line + 1}, column {self.column + 1}"


def marks(text: str, lattice: Lattice) -> list[Mark]:
    """The marks of a drawing, in reading order. Raises DrawingError."""
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    every = (
        Mark(char, (layer, row, column), number, start + column)
        for number, start, part, layer, row in _parts(lines, first, lattice.dimension)
        for column, char in enumerate(part)
    )
    return [mark for mark in every if mark.char not in NOTHING + lattice.points]


def _parts(lines: Sequence[str], first: int, dimension: int) -> Iterator[tuple[int, int, str, int, int]]:
    """Line, first column, the characters, layer and row."""
    beside = dimension == 3 and any("/" in line for line in lines)  # the rows of all layers on one line
    layer, row = 0, 0
    for number, line in enumerate(lines[first:], first):
        if beside:
            start = 1 if line.startswith("/") else 0
            for layer, part in enumerate(line[start:].split("/")):
                yield number, start, part, layer, number - first
                start += len(part) + 1
        elif dimension == 3 and not line.strip():
            layer, row = layer + (row > 0), 0
        else:
            yield number, 0, line, layer, row
            row += 1


def cells_of(marks: Sequence[Mark], lattice: Lattice) -> dict[Mark, Vector]:
    """The cell of each mark. Raises DrawingError if no shift puts every mark at a cell."""
    reached = -1
    for shift in SHIFTS:
        cells = {}
        for i, mark in enumerate(marks):
            layer, row, column = mark.place
            cell = lattice.cell_at((layer, row + shift[0], column + shift[1]))
            allowed = dict(lattice.marks).get(mark.char)
            if cell is None or (allowed and not allowed(cell)):
                if i > reached:
                    reached, wrong = i, mark
                break
            cells[mark] = cell
        if len(cells) == len(marks):
            return cells
    raise DrawingError(f"{wrong} is not a cell of {lattice.name}{HINTS.get(lattice.name, '')}", wrong.line)


HINTS = {
    "hexagons": ": each row is shifted by one column against the rows above and below, cells lie two apart",
    "triangles": ": `^` where row + column is even, or wherever it is odd",
    "sticks": ": the edges of squares lie between their corners, as in +-+ and | |",
    "trigs": ": the edges of triangles lie between their corners, as in + - + and, half a step on, \\ /",
    "twigs": ": the edges of a hexagon are / \\ above, | | two columns from its middle, and \\ / below",
    "tans": ": a square is three rows and columns, its quarters in the middle of its sides",
    "spheres": ": row + column + layer of all cells are even, or all odd",
}


def drawn_board(text: str, lattice: Lattice) -> list[Vector]:
    """The cells of a board. Raises DrawingError."""
    drawn = marks(text, lattice)
    known = "#" + "".join(sign for sign, _ in lattice.marks)
    for mark in drawn:
        if mark.char not in known:
            signs = " ".join(f"`{sign}`" for sign in known)
            raise DrawingError(f"{mark}: {signs} is a cell, `.` or space is outside", mark.line)
    return list(cells_of(drawn, lattice).values())


def drawn_pieces(text: str, lattice: Lattice) -> dict[str, list[Vector]]:
    """The cells of each letter, letters in order. Raises DrawingError."""
    drawn = marks(text, lattice)
    for mark in drawn:
        if not is_letter(mark.char):
            raise DrawingError(f"{mark}: a piece is drawn with letters or digits", mark.line)
    pieces: dict[str, list[Vector]] = {}
    for mark, cell in cells_of(drawn, lattice).items():
        pieces.setdefault(mark.char, []).append(cell)
    return dict(sorted(pieces.items()))
