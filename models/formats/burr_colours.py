"""Colours of a BurrTools file as the letters of a packing's `colours`, and the other way round.

A file says which colours of pieces may lie on which colours of the board; 0, no colour, goes with every one.
Letters say the same where colours fall into classes: a colour of pieces goes with all of one class of the
board's and with no other, or with every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits

from zenkai_solver.models.lattices.lattice import Vector
from zenkai_solver.models.packing.problem import ANY, Colours

LETTERS = ascii_letters + digits


@dataclass(frozen=True)
class Letters:
    """The letter of each colour of the board and of each one of the pieces."""

    board: Mapping[int, str]
    pieces: Mapping[int, str]


def letters_of(
    pairs: set[tuple[int, int]], board: Mapping[Vector, int], pieces: Sequence[Mapping[Vector, int]]
) -> Letters | str | None:
    """The letters; None where colours exclude nothing; in words why letters cannot say it."""
    there = {*board.values()} - {0}
    own = {colour for piece in pieces for colour in piece.values()} - {0}
    goes = {x: frozenset(y for y in there if (x, y) in pairs) for x in own}
    if all(goes[x] == there for x in own):
        return None
    bound = {x: on for x, on in goes.items() if on != there}
    classes = sorted({on for on in bound.values() if on}, key=sorted)
    if clash := next(((a, b) for a in classes for b in classes if a < b or (a != b and a & b)), None):
        both = min(clash[0] & clash[1])
        return f"colours of pieces overlap on colour {both} of the board without being equal: not read"
    alone = [frozenset([y]) for y in sorted(there.difference(*classes))]
    nowhere = [x for x, on in bound.items() if not on]
    if len(classes) + len(alone) + len(nowhere) > len(LETTERS):
        return f"more than {len(LETTERS)} colours are not read"
    names = iter(LETTERS)
    of_class = {on: next(names) for on in (*classes, *alone)}
    of_board = {y: letter for on, letter in of_class.items() for y in on}
    of_pieces = {x: ANY if on == there else of_class.get(on) or next(names) for x, on in goes.items()}
    return Letters({0: ANY, **of_board}, {0: ANY, **of_pieces})


def numbers_of(colours: Colours) -> dict[str, int]:
    """The number of each letter of a packing, from 1; ANY is 0."""
    own: Iterable[str] = (x for piece in colours.pieces.values() for x in piece.values())
    return {ANY: 0} | {x: i for i, x in enumerate(sorted({*colours.board.values(), *own} - {ANY}), 1)}
