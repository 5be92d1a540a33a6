"""Reads the pieces of a packing: sets, pieces of sets by letters, drawings, lists of cells.

pentominoes              a set, as on any lattice: tetrahexes, soma, solid pentominoes
pentomino F              pieces of a set by their letters; also `pentominoes F I L`, `pentacubes F I`
F, FIL, [F, I, L]        on squares the same, if letters and area determine the set (see `_sets_of`)
AA.B                     a drawing
{A: [[0, 0], [0, 1]]}    the cells of each letter, as vectors of the lattice
{A: "##", B: "##"}       a drawing of each letter, with # or the letter as cells

Text in a YAML block (`|`, it ends with a line feed) is a drawing if it is one letter (`O`, one cell) or
repeats a letter (`DD`). Different letters in one row are pieces by their letters, not a drawing of single
cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.lattices import sets
from zenkai_solver.models.lattices.drawing import DrawingError, drawn_pieces
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.lattices.lattice import Lattice, Vector
from zenkai_solver.models.lattices.region import connected_parts
from zenkai_solver.models.pieces import (
    LETTERS,
    Piece,
    PieceError,
    distinct_labels,
    named_set,
    parse_set_name,
    pieces_from_art,
    set_name,
    set_names,
)

PieceSet = tuple[str, int]  # kind and size
FREE: tuple[PieceSet, ...] = tuple(("free", size) for size in LETTERS)
ONE_SIDED: tuple[PieceSet, ...] = (("one-sided", 4),)  # the letters J and Z of these are in common use
LETTER = "".join(sorted({letter for usual in LETTERS.values() for letter in usual}))
NO_PIECE = "a drawing without a piece"
WORD = re.compile(rf"[{LETTER}](?:[ ,]*[{LETTER}])*")
Fits = Callable[[Sequence[Piece]], bool]  # whether these pieces can cover the board


@dataclass(frozen=True)
class PieceSelection:
    """Pieces with distinct labels, and the kind of the set of each: free, one-sided or fixed."""

    pieces: tuple[Piece, ...]
    kinds: tuple[str, ...]

    @property
    def rotations(self) -> dict[str, bool]:
        """Whether each piece, by its label, may be turned: its set says so."""
        return {piece.label: kind != "fixed" for piece, kind in zip(self.pieces, self.kinds)}

    @property
    def flips(self) -> dict[str, bool]:
        """Whether each piece, by its label, may be flipped."""
        return {piece.label: kind == "free" for piece, kind in zip(self.pieces, self.kinds)}


@dataclass(frozen=True)
class PieceEntry:
    """One entry of `pieces`: pieces and the kind of their set, or letters whose set is not known yet."""

    where: Where
    pieces: tuple[Piece, ...] = ()
    kind: str = "free"
    letters: str = ""


def read_pieces(fields: Fields, lattice: Lattice, fits: Fits) -> PieceSelection:
    """The key `pieces`; `fits` decides between sets with the same letters. Raises InstanceError."""
    letters = "letters, " if lattice is SQUARES else ""
    wanted = f"the name of a set, {letters}a drawing, a mapping of letters to drawings, or a list of these"
    value = fields.get("pieces", (str, list, dict), wanted)
    if isinstance(value, list):
        entries = [_entry(item, ("pieces", i), lattice) for i, item in enumerate(value)]
    else:
        entries = [_entry(value, ("pieces",), lattice)]
    if not entries:
        raise InstanceError("pieces", "no pieces")
    entries = list(_with_sets(entries, fits))
    pieces = [piece for entry in entries for piece in entry.pieces]
    kinds = tuple(entry.kind for entry in entries for _ in entry.pieces)
    return PieceSelection(tuple(distinct_labels(pieces)), kinds)


def _entry(value: object, where: Where, lattice: Lattice) -> PieceEntry:
    usual = sets.usual_kind(lattice)
    if isinstance(value, dict):
        return PieceEntry(where, tuple(_listed(value, where, lattice)), usual)
    if not isinstance(value, str) or not value.strip():
        raise InstanceError(where, f"{value!r:.40} is neither the name of a set nor a drawing")
    if lattice is SQUARES:
        return _polyominoes(value, where)
    if named := sets.parse_set_name(value, lattice):
        return PieceEntry(where, named[1], named[0])
    if some := _some_of_lattice_set(value, where, lattice):
        return some
    name = value.strip()
    if re.fullmatch(r"[a-z]+([ -][a-z]+)*", name.lower()) and len(name) > 3 and not _is_drawing(value):
        known = nearest(value, sets.set_names(lattice))
        raise InstanceError(where, f'"{name:.40}" is not a set of {lattice.name}' + known)
    try:
        drawn = drawn_pieces(value, lattice)
    except DrawingError as error:
        raise InstanceError(where, str(error), error.row) from None
    if not drawn:
        raise InstanceError(where, NO_PIECE)
    return PieceEntry(where, tuple(_piece(x, cells, lattice, where) for x, cells in drawn.items()), usual)


def _letters_in(text: str, where: Where) -> str:
    """Letters of pieces, with or without spaces or commas. Raises InstanceError for a repeated one."""
    letters = re.sub(r"[\s,]+", "", text)
    if twice := next((letter for i, letter in enumerate(letters) if letter in letters[:i]), None):
        message = f"piece {twice} is given twice; say how many in `counts` (or draw it below `|`)"
        raise InstanceError(where, message)
    return letters


def _by_letters(pieces: Iterable[Piece], text: str, set_: str, where: Where) -> tuple[Piece, ...]:
    """The pieces of a set that the letters in the text name. Raises InstanceError."""
    known = {piece.label: piece for piece in pieces}
    letters = _letters_in(text, where)
    for letter in letters:
        if letter not in known:
            raise InstanceError(where, f"{letter!r} is not a letter of the {set_}" + nearest(letter, known))
    return tuple(known[letter] for letter in letters)


def _is_drawing(text: str) -> bool:
    """Whether text of one row, which could name pieces or a set, is a drawing."""
    letters = re.sub(r"[\s,]+", "", text)
    return "\n" in text and ("\n" in text.strip() or len(letters) == 1 or len(set(letters)) < len(letters))


def _some_of_lattice_set(text: str, where: Where, lattice: Lattice) -> PieceEntry | None:
    """`pentacubes F I`: pieces of a named set, of which the longest matching name counts; else None."""
    words = text.split()
    for n in range(len(words) - 1, 0, -1):
        name = " ".join(words[:n])
        if named := sets.parse_set_name(name, lattice):
            return PieceEntry(where, _by_letters(named[1], "".join(words[n:]), name, where), named[0])
    return None


# ---- pieces as lists of cells


def cell_vectors(value: Any, lattice: Lattice, where: Where) -> list[Vector]:
    """Cells from lists of integers. Raises InstanceError for one that is no cell, or is repeated."""
    cells: dict[Vector, None] = {}
    for i, item in enumerate(value):
        place = (*where, i)
        if not isinstance(item, list) or any(type(x) is not int or abs(x) > 999 for x in item):
            raise InstanceError(place, f"{item!r:.40} is not a list of whole numbers up to 999")
        cell = tuple(item)
        if len(cell) != lattice.dimension or not lattice.is_cell(cell):
            raise InstanceError(place, f"{item} is not a cell of {lattice.name}")
        if cell in cells:
            raise InstanceError(place, f"{item} is given twice")
        cells[cell] = None
    return list(cells)


def _listed(value: Mapping[Any, Any], where: Where, lattice: Lattice) -> Iterator[Piece]:
    """The pieces of a mapping of letters to cells. Raises InstanceError."""
    for label, cells in value.items():
        if not isinstance(label, str) or len(label) != 1 or not label.isalnum():
            raise InstanceError(where, f"{label!r:.20} is not a letter or digit")
        if isinstance(cells, str):
            yield _piece(label, _drawn_as(label, cells, lattice, (*where, label)), lattice, (*where, label))
            continue
        if not isinstance(cells, list) or not cells:
            raise InstanceError(
                (*where, label), 'neither a drawing such as "##" nor a list of cells such as [[0, 1], [0, 2]]'
            )
        yield _piece(label, cell_vectors(cells, lattice, (*where, label)), lattice, (*where, label))


def _drawn_as(label: str, text: str, lattice: Lattice, where: Where) -> list[Vector]:
    """The cells of a drawing of one piece, by # or its letter. Raises InstanceError."""
    try:
        drawn = drawn_pieces(text.replace("#", label), lattice)
    except DrawingError as error:
        raise InstanceError(where, str(error), error.row) from None
    if other := next((mark for mark in drawn if mark != label), None):
        raise InstanceError(where, f"{other!r} is not a cell of piece {label}: draw it with # or {label}")
    if not drawn:
        raise InstanceError(where, NO_PIECE)
    return drawn[label]


def _piece(label: str, cells: Sequence[Vector], lattice: Lattice, where: Where) -> Piece:
    """Raises InstanceError for cells that are not connected."""
    if len(connected_parts(lattice, cells)) > 1:
        raise InstanceError(
            where,
            f"the {len(cells)} cells of piece {label} are not connected (identical pieces are one piece "
            "with a number in `counts`)",
        )
    return Piece(label, lattice.normalise(cells))


# ---- polyominoes


def _polyominoes(text: str, where: Where) -> PieceEntry:
    """Text on squares: a set, letters, letters of a set, or a drawing. Raises InstanceError."""
    if named := parse_set_name(text):
        return PieceEntry(where, tuple(named_set(*named)), named[0])
    if WORD.fullmatch(text.strip()) and not _is_drawing(text):
        return PieceEntry(where, letters=_letters_in(text, where))
    match = re.fullmatch(r"\s*((?:[a-z-]+ +)?[a-z]+omino)(?:es)? +(\S.*)", text, re.IGNORECASE)
    if match and (named := parse_set_name(match[1] + "es")):
        return PieceEntry(where, _by_letters(named_set(*named), match[2], set_name(*named), where), named[0])
    unknown = re.fullmatch(r"[a-z]+([ -][a-z]+)+|[a-z]*ominoe?s?|[a-z]{9,}", text.strip().lower())
    pieces: list[Piece] = []
    try:
        pieces = pieces_from_art(text.split("\n")) if _is_drawing(text) or not unknown else []
    except PieceError as error:
        if not (unknown and re.search("[A-Za-z]{5}", text)):  # else it is the name of an unknown set
            raise InstanceError(where, str(error), error.row) from None
    if not pieces:
        no_set = f'"{text.strip():.40}" is not a set of pieces' + nearest(text, set_names())
        raise InstanceError(where, no_set if unknown else NO_PIECE)
    return PieceEntry(where, tuple(pieces))


def _with_sets(entries: Sequence[PieceEntry], fits: Fits) -> Iterator[PieceEntry]:
    """The entries, with pieces in place of letters."""
    lettered = [entry for entry in entries if entry.letters]
    if not lettered:
        yield from entries
        return
    letters = "".join(entry.letters for entry in lettered)
    _letters_in(letters, lettered[-1].where)
    others = [piece for entry in entries for piece in entry.pieces]
    set_of = _sets_of(letters, lettered[0].where, lambda chosen: fits([*chosen, *others]))
    for entry in entries:
        yield from (PieceEntry(entry.where, (_labelled(set_of[x])[x],), set_of[x][0]) for x in entry.letters)
        if not entry.letters:
            yield entry


def _sets_of(letters: str, where: Where, fits: Fits) -> dict[str, PieceSet]:
    """The set of each letter: the one set that has all; of several the one whose area fits; where no set has
    all, each letter's only one. Raises InstanceError, which names the sets that come into question.
    """
    common = _with_all(letters)
    fitting = [one for one in common if fits([_labelled(one)[x] for x in letters])] or common
    if len(fitting) == 1:
        return dict.fromkeys(letters, fitting[0])
    set_of = {}
    for letter in letters:
        able = fitting if common else _with_all(letter)
        if len(able) > 1:
            names = [set_name(*one).removesuffix("es") for one in able]
            known = f"{', '.join(f'a {name}' for name in names[:-1])} and a {names[-1]}"
            written = " or ".join(f"`{name} {letter}`" for name in names)
            raise InstanceError(where, f"{letter} is {known}: write {written}")
        set_of[letter] = able[0]
    return set_of


def _with_all(letters: str) -> list[PieceSet]:
    """The free sets that have all the letters; else the one-sided ones."""
    return [one for one in FREE if set(letters) <= set(_labelled(one))] or [
        one for one in ONE_SIDED if set(letters) <= set(_labelled(one))
    ]


@cache
def _labelled(of: PieceSet) -> dict[str, Piece]:
    return {piece.label: piece for piece in named_set(*of)}
