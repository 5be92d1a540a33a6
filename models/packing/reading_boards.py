"""Reads the boards of a packing: one, several to be filled together, or congruent ones of an unknown shape.

board:   a size (4x7; 3x4x5 for cubes and spheres), a drawing (see `models.lattices.drawing`), or
         `F times 3`: the piece F, three times as large
cells:   in place of it: the cells as a list of vectors
wrap:    cylinder: the left and the right end of a board given by its size are one; torus: all ends;
         moebius, klein: the same, but left and right are joined upside down
groups:  a list of boards, or {congruent: 3, box: 4x5}: three boards of one unknown shape whose bounding box
is
         this one
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.drawing import drawing, size_in
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.grid import Region, rectangle
from zenkai_solver.models.lattices.drawing import DrawingError, drawn_board
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import SCALABLE, Lattice, Vector, enlarged
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.several import (
    lattice_side_by_side,
    number_of_common_moves,
    number_of_moves,
    side_by_side,
)
from zenkai_solver.models.lattices.wrapping import (
    FLAT,
    WRAPS,
    WrapError,
    Wrapping,
    wrapped_cells,
    wrapping,
)
from zenkai_solver.models.packing.reading_pieces import cell_vectors
from zenkai_solver.models.pieces import Piece

MAX_SIDE = 64
MAX_CELLS = 1024
MAX_WRAPPED = 256  # cells: the group of a torus has several elements per cell
MOST_BOARDS = 4
MOST_CONGRUENT = 6
MOST_MOVES = 5_000  # of several boards: two equal boxes of cubes have 4,608
MOST_TIMES = 9
SIZES = re.compile(r"\s*\d{1,4}(\s*[xX×]\s*\d{1,4})+\s*")  # of a box, such as 4x6 or 2x3x4
ENLARGED = re.compile(r"\s*(\S)\s+times\s+(\d{1,2})\s*")
NOT_WRAPPED = "only a board that is given by its size, such as 4x6, can be wrapped"


@dataclass(frozen=True)
class BoardReader:
    """Reads the board, or boards, of an instance on a lattice."""

    fields: Fields
    lattice: Lattice

    @property
    def congruent(self) -> bool:
        """Whether the boards are congruent, of an unknown shape."""
        return isinstance(self.fields.data.get("groups"), dict)

    @property
    def enlarged(self) -> re.Match[str] | None:
        """The match of `F times 3`: the letter of the piece that is enlarged to the board, and the factor."""
        board = self.fields.data.get("board")
        return ENLARGED.fullmatch(board) if isinstance(board, str) else None

    def read(self, pieces: Sequence[Piece]) -> Region:
        """The board, or all boards as one region; `pieces` are for `F times 3`. Raises InstanceError."""
        if "groups" in self.fields.data:
            return self._groups()
        if match := self.enlarged:
            return self._enlarged(match[1], int(match[2]), pieces)
        return self._one(self.fields)

    @property
    def _flat_squares(self) -> bool:
        """Whether it is a flat board of squares stated by its size or a drawing."""
        wrapped = self.fields.choice("wrap", WRAPS, "none") != "none"
        return self.lattice is SQUARES and not wrapped and "cells" not in self.fields.data

    def _one(self, fields: Fields) -> Region:
        return _square_board(fields) if self._flat_squares else _lattice_board(fields, self.lattice)

    def _enlarged(self, letter: str, times: int, pieces: Sequence[Piece]) -> Region:
        """The shape of the piece of that letter, `times` times as large."""
        shapes = {piece.label: piece.shape for piece in pieces}
        if letter not in shapes:
            raise InstanceError("board", f'unknown piece "{letter}"' + nearest(letter, list(shapes)))
        if self.lattice.name not in SCALABLE:
            raise InstanceError("board", f"{self.lattice.name} do not make larger {self.lattice.name}")
        if not 2 <= times <= MOST_TIMES:
            raise InstanceError("board", f"{times} times as large; from 2 to {MOST_TIMES} are allowed")
        if self.fields.choice("wrap", WRAPS, "none") != "none":
            raise InstanceError("wrap", NOT_WRAPPED)
        vectors = enlarged(self.lattice, shapes[letter], times)
        if len(vectors) > MAX_CELLS:
            raise InstanceError("board", f"{len(vectors):,} cells; at most {MAX_CELLS:,} are allowed here")
        if not self._flat_squares:
            return region(self.lattice, vectors)
        cells = tuple(sorted((r, c) for r, c in vectors))
        return Region(1 + max(r for r, _ in cells), 1 + max(c for _, c in cells), cells)

    def _groups(self) -> Region:
        """The boards of `groups` as one region: those of the list, or as many equal boxes as it states."""
        wanted = "a list of boards such as [5x6, 5x6]"
        listed = None if self.congruent else self.fields.get("groups", list, wanted)
        for key in ("board", "cells", "wrap"):
            if key in self.fields.data:
                message = "`groups` states the boards; each is flat and stated as `board` is"
                raise InstanceError(key, message)
        if listed is None:
            boards = self._boxes()
        elif 2 <= len(listed) <= MOST_BOARDS:
            boards = [self._board(text, ("groups", i)) for i, text in enumerate(listed)]
        else:
            raise InstanceError("groups", f"{len(listed)} boards; there are from 2 to {MOST_BOARDS}")
        flat = [board for board in boards if isinstance(board, LatticeRegion)]
        whole = lattice_side_by_side(flat, self.congruent) if flat else side_by_side(boards, self.congruent)
        _check_size(whole.rows, 1, len(whole.cells))
        counted = number_of_common_moves if self.congruent else number_of_moves
        number = counted(whole, whole.boards, self.fields.flag("mirror", True))
        if number > MOST_MOVES:
            message = f"the boards have {number:,} symmetries; at most {MOST_MOVES:,} are handled"
            raise InstanceError("groups", message)
        return whole

    def _boxes(self) -> list[Region]:
        """The boxes, each around one of the congruent boards."""
        groups = Fields(self.fields.mapping("groups"), ("groups",))
        groups.only(("congruent", "box"))
        number = groups.get("congruent", int, f"a number of boards, from 2 to {MOST_CONGRUENT}")
        if not 2 <= number <= MOST_CONGRUENT:
            message = f"{number} boards; there are from 2 to {MOST_CONGRUENT}"
            raise InstanceError(("groups", "congruent"), message)
        text = groups.text("box")
        if not SIZES.fullmatch(text):
            raise InstanceError(("groups", "box"), f'"{text:.40}" is not a size such as 4x5')
        return [self._board(text, ("groups", "box"))] * number

    def _board(self, text: object, where: Where) -> Region:
        try:
            return self._one(Fields({"board": text, "lattice": self.lattice.name}))
        except InstanceError as error:
            raise InstanceError(where, error.message, error.row) from None


# ---- a flat board of squares


def _square_board(fields: Fields) -> Region:
    text = fields.text("board")
    if size := size_in(text):
        _check_size(*size, size[0] * size[1])
        return rectangle(*size)
    drawn = drawing(text, ("board",), "6x10")
    width = len(drawn.rows[0]) if drawn.rows else 0
    # If spaces mean outside, so do the missing ends of shorter rows.
    for r, row in enumerate(drawn.rows):
        if len(row) != width and not any(" " in other for other in drawn.rows):
            raise InstanceError(
                "board",
                f"not rectangular: row {r + 1} has {len(row)} characters, row 1 has {width} "
                "(draw the outside as `.`)",
                r + drawn.first,
            )
    board = drawn.region
    _check_size(board.rows, board.columns, len(board.cells))
    return board


def _check_size(rows: int, columns: int, cells: int) -> None:
    if not cells:
        raise InstanceError("board", "no cells")
    if max(rows, columns) > MAX_SIDE or cells > MAX_CELLS:
        raise InstanceError(
            "board",
            f"{rows}x{columns} with {cells:,} cells; at most {MAX_SIDE}x{MAX_SIDE} and {MAX_CELLS:,} cells "
            "are allowed",
        )


# ---- a board of any lattice


def _lattice_board(fields: Fields, lattice: Lattice) -> LatticeRegion:
    wrap = fields.choice("wrap", WRAPS, "none")
    if "cells" in fields.data:
        if "board" in fields.data:
            raise InstanceError("cells", "the board is given by `board` and by `cells`")
        listed = fields.get("cells", list, "a list of cells such as [0, 1]")
        cells, around = cell_vectors(listed, lattice, ("cells",)), FLAT
    else:
        cells, around = _sized_or_drawn(fields.text("board"), lattice, wrap)
    if wrap != "none" and not around:
        raise InstanceError("wrap", NOT_WRAPPED)
    number, most = len(set(map(around.home, cells))), MAX_CELLS if wrap == "none" else MAX_WRAPPED
    if not number:
        raise InstanceError("board", "no cells")
    if number > most:
        raise InstanceError("board", f"{number:,} cells; at most {most:,} are allowed here")
    return region(lattice, cells, around)


def _sized_or_drawn(text: str, lattice: Lattice, wrap: str) -> tuple[list[Vector], Wrapping]:
    """The cells, and the wrapping, which only a board given by its size can have."""
    example = "4x7" if lattice.dimension == 2 else "3x4x5"
    if not SIZES.fullmatch(text):
        if not text.strip() or ("\n" not in text.strip() and not set(text) <= set("#.+/\\^v-| \n")):
            message = f'"{text:.40}" is neither a size such as {example} nor a drawing'
            raise InstanceError("board", message)
        try:
            return drawn_board(text, lattice), FLAT
        except DrawingError as error:
            raise InstanceError("board", str(error), error.row) from None
    sizes = [int(number) for number in re.findall(r"\d+", text)]
    if len(sizes) != lattice.dimension:
        message = f"a board of {lattice.name} has {lattice.dimension}, such as {example}"
        raise InstanceError("board", f"{text.strip()} has {len(sizes)} numbers; {message}")
    if max(sizes) > MAX_SIDE:
        raise InstanceError("board", f"{text.strip()}: a side has at most {MAX_SIDE} cells")
    try:
        around = wrapping(lattice, sizes, wrap)
    except WrapError as error:
        raise InstanceError("wrap", str(error)) from None
    return wrapped_cells(lattice, sizes, around), around
