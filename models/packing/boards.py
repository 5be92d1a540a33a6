"""Boards of a packing: one, several that are filled at once, or congruent ones whose shape is not known.

board:   a size, a drawing, or `F times 3`: the piece F, three times as large
groups:  a list of boards, or {congruent: 3, box: 4x5}: three boards of one shape, which is not known but has
         this box around it
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.drawing import drawing, size_in
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.grid import Region, rectangle
from zenkai_solver.models.lattices.enlarged import SCALABLE, enlarged
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import Lattice
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.several import (
    lattice_side_by_side,
    number_of_common_moves,
    number_of_moves,
    side_by_side,
)
from zenkai_solver.models.lattices.wrapping import WRAPS
from zenkai_solver.models.packing.elsewhere import MAX_CELLS, MAX_SIDE, NOT_WRAPPED, SIZES, read_region
from zenkai_solver.models.pieces import Piece

MOST_BOARDS = 4
MOST_CONGRUENT = 6
MOST_MOVES = 5_000  # of several boards: two equal boxes of cubes have 4,608
ENLARGED = re.compile(r"\s*(\S)\s+times\s+(\d{1,2})\s*")
MOST_TIMES = 9


@dataclass(frozen=True)
class BoardReader:
    """Reads the board of an instance on a lattice; `elsewhere`: not simply a flat board of squares."""

    fields: Fields
    lattice: Lattice

    @property
    def elsewhere(self) -> bool:
        fields = self.fields
        wrapped = fields.choice("wrap", WRAPS, "none") != "none"
        return self.lattice is not SQUARES or wrapped or "cells" in fields.data

    @property
    def congruent(self) -> bool:
        """Are there boards of a shape that is not known?"""
        return isinstance(self.fields.data.get("groups"), dict)

    @property
    def enlarged(self) -> re.Match[str] | None:
        """The letter of the piece that the board is, larger, and how many times; needs the pieces."""
        board = self.fields.data.get("board")
        return ENLARGED.fullmatch(board) if isinstance(board, str) else None

    def read(self, pieces: Sequence[Piece]) -> Region:
        """The board, or the boards as one region. Raises InstanceError."""
        if self.congruent:
            return self._congruent()
        if "groups" in self.fields.data:
            return self._groups()
        if match := self.enlarged:
            return self._enlarged(match[1], int(match[2]), pieces)
        return self._one(self.fields)

    def _one(self, fields: Fields) -> Region:
        return read_region(fields, self.lattice) if self.elsewhere else _region(fields)

    def _enlarged(self, letter: str, times: int, pieces: Sequence[Piece]) -> Region:
        """The piece of that letter, so many times as large."""
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
        if self.elsewhere:
            return region(self.lattice, vectors)
        cells = tuple(sorted((r, c) for r, c in vectors))
        return Region(1 + max(r for r, _ in cells), 1 + max(c for _, c in cells), cells)

    # ---- several boards

    def _groups(self) -> Region:
        """The boards of `groups` as one region."""
        entry = self.fields.get("groups", list, "a list of boards such as [5x6, 5x6]")
        self._alone()
        if not 2 <= len(entry) <= MOST_BOARDS:
            raise InstanceError("groups", f"{len(entry)} boards; there are from 2 to {MOST_BOARDS}")
        whole = self._side_by_side([self._board(text, ("groups", i)) for i, text in enumerate(entry)])
        _check_size(whole.rows, 1, len(whole.cells))
        _check_moves(number_of_moves(whole, whole.boards, self.fields.flag("mirror", True)))
        return whole

    def _congruent(self) -> Region:
        """So many boxes, in each of which lies a board of the one shape."""
        self._alone()
        own = Fields(self.fields.mapping("groups"), ("groups",))
        own.only(("congruent", "box"))
        number = own.get("congruent", int, f"a number of boards, from 2 to {MOST_CONGRUENT}")
        if not 2 <= number <= MOST_CONGRUENT:
            said = f"{number} boards; there are from 2 to {MOST_CONGRUENT}"
            raise InstanceError(("groups", "congruent"), said)
        text = own.text("box")
        if not SIZES.fullmatch(text):
            raise InstanceError(("groups", "box"), f'"{text:.40}" is not a size such as 4x5')
        whole = self._side_by_side([self._board(text, ("groups", "box"))] * number, common=True)
        _check_size(whole.rows, 1, len(whole.cells))
        _check_moves(number_of_common_moves(whole, whole.boards, self.fields.flag("mirror", True)))
        return whole

    def _alone(self) -> None:
        for key in ("board", "cells", "wrap"):
            if key in self.fields.data:
                said = "`groups` states the boards; each is flat and stated as `board` is"
                raise InstanceError(key, said)

    def _board(self, text: object, where: Where) -> Region:
        try:
            return self._one(Fields({"board": text, "lattice": self.lattice.name}))
        except InstanceError as error:
            raise InstanceError(where, error.message, error.row) from None

    @staticmethod
    def _side_by_side(boards: Sequence[Region], common: bool = False) -> Region:
        flat = [board for board in boards if isinstance(board, LatticeRegion)]
        return lattice_side_by_side(flat, common) if flat else side_by_side(boards, common)


def _check_moves(number: int) -> None:
    if number > MOST_MOVES:
        said = f"the boards have {number:,} symmetries; at most {MOST_MOVES:,} are handled"
        raise InstanceError("groups", said)


def _region(fields: Fields) -> Region:
    text = fields.text("board")
    if size := size_in(text):
        _check_size(*size, size[0] * size[1])
        return rectangle(*size)
    drawn = drawing(text, ("board",), "6x10")
    _check_rectangular("board", drawn.rows, len(drawn.rows[0]) if drawn.rows else 0, drawn.first)
    region = drawn.region
    _check_size(region.rows, region.columns, len(region.cells))
    return region


def _check_rectangular(key: str, lines: Sequence[str], width: int, first: int) -> None:
    """Rows of one width; where spaces mean outside, the trimmed ends of rows are outside too."""
    spaces = any(" " in line for line in lines)
    for r, line in enumerate(lines):
        if len(line) != width and not spaces:
            raise InstanceError(
                key,
                f"not rectangular: row {r + 1} has {len(line)} characters, row 1 has {width} "
                "(draw the outside as `.`)",
                r + first,
            )


def _check_size(rows: int, columns: int, cells: int) -> None:
    if not cells:
        raise InstanceError("board", "no cells")
    if max(rows, columns) > MAX_SIDE or cells > MAX_CELLS:
        raise InstanceError(
            "board",
            f"{rows}x{columns} with {cells:,} cells; at most {MAX_SIDE}x{MAX_SIDE} and {MAX_CELLS:,} cells "
            "are allowed",
        )
