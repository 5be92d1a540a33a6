"""The pieces of a packing: sets, pieces of a set, letters of the usual sets, and drawings.

pentominoes              a set
pentomino F              pieces of a set by their letters; also `pentominoes F I L`
F, FIL, [F, I, L]        the same, where letters and area leave one set (see `_sets_of`)
AA.B                     a drawing
{A: [[0, 0], [0, 1]]}    the cells of each letter, as rows and columns

Below `|`, where text ends with its line, one letter is a drawing of one cell, and so are letters of which one
is there twice: `O`, `DD`. Different letters in one row are never one: they would be one piece several times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, nearest
from zenkai_solver.models.lattices.known import SQUARES
from zenkai_solver.models.packing.listed import listed
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
ONE_SIDED: tuple[PieceSet, ...] = (("one-sided", 4),)  # whose J and Z are usual too
LETTER = "".join(sorted({letter for usual in LETTERS.values() for letter in usual}))
WITHOUT = "a drawing without a piece"
WORD = re.compile(rf"[{LETTER}](?:[ ,]*[{LETTER}])*")
Fits = Callable[[Sequence[Piece]], bool]  # can these pieces cover the board?


@dataclass(frozen=True)
class Chosen:
    """Pieces with distinct labels, and of each the kind of its set: free, one-sided or fixed."""

    pieces: tuple[Piece, ...]
    kinds: tuple[str, ...]

    @property
    def rotations(self) -> dict[str, bool]:
        """May the piece with this label be turned, as its set says?"""
        return {piece.label: kind != "fixed" for piece, kind in zip(self.pieces, self.kinds)}

    @property
    def flips(self) -> dict[str, bool]:
        """May it be flipped?"""
        return {piece.label: kind == "free" for piece, kind in zip(self.pieces, self.kinds)}


def chosen(entries: Iterable[tuple[Sequence[Piece], str]]) -> Chosen:
    """The pieces of the entries, each with the kind of its set."""
    kinds = [(piece, kind) for pieces, kind in entries for piece in pieces]
    return Chosen(tuple(distinct_labels([piece for piece, _ in kinds])), tuple(kind for _, kind in kinds))


@dataclass(frozen=True)
class _Item:
    """One entry of `pieces`: pieces of a set, or of none (`of` None); or letters of a set not known yet."""

    where: Where
    pieces: tuple[Piece, ...] = ()
    of: PieceSet | None = None
    letters: str = ""


def read_pieces(fields: Fields, fits: Fits) -> Chosen:
    """What the key `pieces` says. Raises InstanceError."""
    wanted = "the name of a set, letters, a drawing, a mapping of letters to cells, or a list of these"
    entry = fields.get("pieces", (str, list, dict), wanted)
    if isinstance(entry, list):
        items = [_item(own, ("pieces", i)) for i, own in enumerate(entry)]
    else:
        items = [_item(entry, ("pieces",))]
    if not items:
        raise InstanceError("pieces", "no pieces")
    items = list(_resolved(items, fits))
    return chosen((item.pieces, item.of[0] if item.of else "free") for item in items)


def _item(text: object, where: Where) -> _Item:
    if isinstance(text, dict):
        return _Item(where, tuple(listed(text, where, SQUARES)))
    if not isinstance(text, str) or not text.strip():
        raise no_pieces_in(text, where)
    if named := parse_set_name(text):
        return _Item(where, tuple(named_set(*named)), named)
    if WORD.fullmatch(text.strip()) and not is_drawing(text):
        return _Item(where, letters=letters_of(text, where))
    if some := _some_of_a_set(text, where):
        return some
    try:
        return _Item(where, _drawn(text, where))
    except PieceError as error:
        raise InstanceError(where, str(error), error.row) from None


def is_drawing(text: str) -> bool:
    """Is it a drawing, though its one row could name pieces or a set?"""
    letters = re.sub(r"[\s,]+", "", text)
    return "\n" in text and ("\n" in text.strip() or len(letters) == 1 or len(set(letters)) < len(letters))


def no_pieces_in(entry: object, where: Where) -> InstanceError:
    return InstanceError(where, f"{entry!r:.40} is neither the name of a set nor a drawing")


def letters_of(text: str, where: Where) -> str:
    """Letters of pieces, with spaces or commas between them or not. Raises InstanceError for one twice."""
    letters = re.sub(r"[\s,]+", "", text)
    if twice := next((letter for i, letter in enumerate(letters) if letter in letters[:i]), None):
        said = f"piece {twice} is given twice; say how many in `counts` (or draw it below `|`)"
        raise InstanceError(where, said)
    return letters


def _some_of_a_set(text: str, where: Where) -> _Item | None:
    """`pentomino F`, `one-sided tetrominoes J L`; None for anything else."""
    match = re.fullmatch(r"\s*((?:[a-z-]+ +)?[a-z]+omino)(?:es)? +(\S.*)", text, re.IGNORECASE)
    named = parse_set_name(match[1] + "es") if match else None
    if match is None or named is None:
        return None
    pieces = {piece.label: piece for piece in named_set(*named)}
    letters = letters_of(match[2], where)
    for letter in letters:
        if letter not in pieces:
            raise InstanceError(
                where, f"{letter!r} is no letter of the {set_name(*named)}" + nearest(letter, pieces)
            )
    return _Item(where, tuple(pieces[letter] for letter in letters), named)


def _drawn(text: str, where: Where) -> tuple[Piece, ...]:
    unknown = re.fullmatch(r"[a-z]+([ -][a-z]+)+|[a-z]*ominoe?s?|[a-z]{9,}", text.strip().lower())
    pieces: list[Piece] = []
    try:
        pieces = pieces_from_art(text.split("\n")) if is_drawing(text) or not unknown else []
    except PieceError:
        if not (unknown and re.search("[A-Za-z]{5}", text)):  # else it is a name, of no set
            raise
    if unknown and not pieces:
        said = f'"{text.strip():.40}" is not a set of pieces' + nearest(text, set_names())
        raise InstanceError(where, said)
    if not pieces:
        raise InstanceError(where, WITHOUT)
    return tuple(pieces)


# ---- letters without a set


def _resolved(items: Sequence[_Item], fits: Fits) -> Iterator[_Item]:
    """The items, with every letter as a piece of its set."""
    lettered = [item for item in items if item.letters]
    if not lettered:
        yield from items
        return
    letters = "".join(item.letters for item in lettered)
    letters_of(letters, lettered[-1].where)
    others = [piece for item in items for piece in item.pieces]
    sets = _sets_of(letters, lettered[0].where, lambda own: fits([*own, *others]))
    for item in items:
        yield from (_Item(item.where, (_labelled(sets[x])[x],), sets[x]) for x in item.letters)
        if not item.letters:
            yield item


def _sets_of(letters: str, where: Where, fits: Fits) -> dict[str, PieceSet]:
    """The set of each letter: the one set that has all; of several the one whose area fits; where no set has
    all, each letter's only one. Raises InstanceError, which names the sets that come into question.
    """
    common = _with_all(letters)
    fitting = [one for one in common if fits([_labelled(one)[x] for x in letters])] or common
    if len(fitting) == 1:
        return dict.fromkeys(letters, fitting[0])
    own = {letter: [fitting] if common else [_with_all(letter)] for letter in letters}
    for letter, [sets] in own.items():
        if len(sets) > 1:
            raise InstanceError(where, _ambiguous(letter, sets))
    return {letter: sets[0] for letter, [sets] in own.items()}


def _with_all(letters: str) -> list[PieceSet]:
    """The free sets that have all the letters; else the one-sided ones."""
    return [one for one in FREE if set(letters) <= set(_labelled(one))] or [
        one for one in ONE_SIDED if set(letters) <= set(_labelled(one))
    ]


@cache
def _labelled(of: PieceSet) -> dict[str, Piece]:
    return {piece.label: piece for piece in named_set(*of)}


def _ambiguous(letter: str, sets: Sequence[PieceSet]) -> str:
    names = [set_name(*one).removesuffix("es") for one in sets]
    known = f"{', '.join(f'a {name}' for name in names[:-1])} and a {names[-1]}"
    return f"{letter} is {known}: write " + " or ".join(f"`{name} {letter}`" for name in names)
