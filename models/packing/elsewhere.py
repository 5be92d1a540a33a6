"""Boards and pieces of a packing on any lattice but the flat board of squares.

board:   4x7, 3x4x5 for cubes and spheres, or a drawing (see `models.lattices.drawing`)
cells:   in place of it: the cells as a list of vectors
wrap:    cylinder: the left and the right end of a board given by its size are one; torus: all ends;
         moebius, klein: the same, but left and right are joined upside down
pieces:  a named set, `NAME LETTERS`, a drawing, a mapping of letters to lists of vectors, or a list of these
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.lattices.drawing import DrawingError, drawn_board, drawn_pieces
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import LatticeRegion, region
from zenkai_solver.models.lattices.sets import parse_set_name, set_names, usual_kind
from zenkai_solver.models.lattices.wrapping import (
    FLAT,
    WRAPS,
    WrapError,
    Wrapping,
    wrapped_cells,
    wrapping,
)
from zenkai_solver.models.packing.listed import listed, piece_of, vectors
from zenkai_solver.models.packing.named import WITHOUT, Chosen, chosen, is_drawing, letters_of, no_pieces_in
from zenkai_solver.models.pieces import Piece

MAX_SIDE = 64
SIZES = re.compile(r"\s*\d{1,4}(\s*[xX×]\s*\d{1,4})+\s*")  # of a box, such as 4x6 or 2x3x4
NOT_WRAPPED = "only a board that is given by its size, such as 4x6, can be wrapped"
MAX_CELLS = 1024
MAX_WRAPPED = 256  # cells: the group of a torus has several elements per cell


# ---- boards


def read_region(fields: Fields, lattice: Lattice) -> LatticeRegion:
    """The board that `board` or `cells` states. Raises InstanceError."""
    wrap = fields.choice("wrap", WRAPS, "none")
    if "cells" in fields.data:
        if "board" in fields.data:
            raise InstanceError("cells", "the board is given by `board` and by `cells`")
        own = vectors(fields.get("cells", list, "a list of cells such as [0, 1]"), lattice, ("cells",))
        around = FLAT
    else:
        own, around = _board(fields, lattice, wrap)
    if wrap != "none" and not around:
        raise InstanceError("wrap", NOT_WRAPPED)
    _check_number(len(set(map(around.home, own))), wrap)
    return region(lattice, own, around)


def _board(fields: Fields, lattice: Lattice, wrap: str) -> tuple[list[Vector], Wrapping]:
    """The cells, and how the board is wrapped if it is given by its size."""
    text = fields.text("board")
    if SIZES.fullmatch(text):
        sizes = [int(number) for number in re.findall(r"\d+", text)]
        _check_sizes(text.strip(), sizes, lattice)
        try:
            around = wrapping(lattice, sizes, wrap)
        except WrapError as error:
            raise InstanceError("wrap", str(error)) from None
        return wrapped_cells(lattice, sizes, around), around
    if not text.strip() or ("\n" not in text.strip() and not set(text) <= set("#.+/\\^v-| \n")):
        raise InstanceError(
            "board", f'"{text:.40}" is neither a size such as {_example(lattice)} nor a drawing'
        )
    try:
        return drawn_board(text, lattice), FLAT
    except DrawingError as error:
        raise InstanceError("board", str(error), error.row) from None


def _example(lattice: Lattice) -> str:
    return "4x7" if lattice.dimension == 2 else "3x4x5"


def _check_sizes(text: str, sizes: Sequence[int], lattice: Lattice) -> None:
    if len(sizes) != lattice.dimension:
        raise InstanceError(
            "board",
            f"{text} has {len(sizes)} numbers; a board of {lattice.name} has {lattice.dimension}, "
            f"such as {_example(lattice)}",
        )
    if max(sizes) > MAX_SIDE:
        raise InstanceError("board", f"{text}: a side has at most {MAX_SIDE} cells")


def _check_number(cells: int, wrap: str) -> None:
    most = MAX_CELLS if wrap == "none" else MAX_WRAPPED
    if not cells:
        raise InstanceError("board", "no cells")
    if cells > most:
        raise InstanceError("board", f"{cells:,} cells; at most {most:,} are allowed here")


# ---- pieces


@dataclass(frozen=True)
class _Item:
    """One entry of `pieces`: the kind of its set (or what is usual), and its pieces."""

    kind: str
    pieces: tuple[Piece, ...]


def read_pieces(fields: Fields, lattice: Lattice) -> Chosen:
    """What the key `pieces` says. Raises InstanceError."""
    wanted = "the name of a set, a drawing, a mapping of letters to cells, or a list of these"
    entry = fields.get("pieces", (str, list, dict), wanted)
    if isinstance(entry, list):
        items = [_item(own, ("pieces", i), lattice) for i, own in enumerate(entry)]
    else:
        items = [_item(entry, ("pieces",), lattice)]
    if not items:
        raise InstanceError("pieces", "no pieces")
    return chosen((item.pieces, item.kind) for item in items)


def _item(entry: Any, where: Where, lattice: Lattice) -> _Item:
    if isinstance(entry, dict):
        return _Item(usual_kind(lattice), tuple(listed(entry, where, lattice)))
    if not isinstance(entry, str) or not entry.strip():
        raise no_pieces_in(entry, where)
    if named := parse_set_name(entry, lattice):
        return _Item(*named)
    if some := _some_of_a_set(entry, where, lattice):
        return some
    if (
        re.fullmatch(r"[a-z]+([ -][a-z]+)*", entry.strip().lower())
        and len(entry.strip()) > 3
        and not is_drawing(entry)
    ):
        names = set_names(lattice)
        raise InstanceError(
            where, f'"{entry.strip():.40}" is not a set of {lattice.name}' + nearest(entry, names)
        )
    return _Item(usual_kind(lattice), tuple(_drawn(entry, where, lattice)))


def _some_of_a_set(text: str, where: Where, lattice: Lattice) -> _Item | None:
    """`pentacubes F I`; None for anything else."""
    words = text.split()
    at = next((n for n in range(len(words) - 1, 0, -1) if parse_set_name(" ".join(words[:n]), lattice)), 0)
    named = parse_set_name(" ".join(words[:at]), lattice) if at else None
    if named is None:
        return None
    pieces = {piece.label: piece for piece in named[1]}
    letters = letters_of("".join(words[at:]), where)
    for letter in letters:
        if letter not in pieces:
            name = " ".join(words[:at])
            raise InstanceError(where, f"{letter!r} is no letter of the {name}" + nearest(letter, pieces))
    return _Item(named[0], tuple(pieces[letter] for letter in letters))


def _drawn(text: str, where: Where, lattice: Lattice) -> Iterator[Piece]:
    try:
        drawn = drawn_pieces(text, lattice)
    except DrawingError as error:
        raise InstanceError(where, str(error), error.row) from None
    if not drawn:
        raise InstanceError(where, WITHOUT)
    for label, own in drawn.items():
        yield piece_of(label, own, lattice, where)
