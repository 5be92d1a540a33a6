"""Named polyomino sets, and pieces from ASCII art.

A piece is a shape with a one-character label. The kind of a set determines which images of a shape are the
same piece: free (turned and flipped), one-sided (turned), fixed (neither).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import east_asian_width

from zenkai_solver.models.grid import (
    TRANSFORMS,
    Shape,
    allowed_transforms,
    components,
    neighbours,
    normalise,
    orientations,
)

KINDS = {"free": (True, True), "one-sided": (True, False), "fixed": (False, False)}  # rotations, flips
SIZES = {
    name: size
    for size, name in enumerate(
        ("monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes"), start=1
    )
}

# The usual letters. If two letters are one free shape (L and J, S and Z), the first one names it.
LETTERS: dict[int, dict[str, str]] = {
    1: {"M": "#"},
    2: {"D": "##"},
    3: {"I": "###", "V": "#./##"},
    4: {
        "I": "####",
        "L": "#./#./##",
        "J": ".#/.#/##",
        "O": "##/##",
        "S": ".##/##.",
        "Z": "##./.##",
        "T": "###/.#.",
    },
    5: {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "#./#./#./##",
        "N": ".#/.#/##/#.",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": ".#/##/.#/.#",
        "Z": "##./.#./.##",
    },
}
ALPHABET = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    + "".join(map(chr, (*range(0x0100, 0x0250), *range(0x0391, 0x03A2), *range(0x03B1, 0x03CA))))
    + "".join(map(chr, (*range(0x0410, 0x0450), *range(0x13A0, 0x13F0), *range(0x1401, 0x166D))))
)  # characters of one column each, enough for one label per cell on the largest board


@dataclass(frozen=True)
class Piece:
    """A shape in one of its orientations, and its label: the letter on boards and in `counts`."""

    label: str
    shape: Shape


class PieceError(ValueError):
    """Pieces that cannot be read; the message is for the user."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


def shape_of(drawing: str) -> Shape:
    """The shape of a one-line drawing such as '##/.#'."""
    rows = drawing.split("/")
    return normalise((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


@cache
def polyominoes(size: int, kind: str) -> tuple[Shape, ...]:
    """All n-ominoes of the kind, each once as its least orientation, sorted."""
    transforms = tuple(allowed_transforms(*KINDS[kind]).values())
    if size == 1:
        return (((0, 0),),)
    grown = {
        normalise((*shape, cell))
        for shape in polyominoes(size - 1, "fixed")
        for old in shape
        for cell in neighbours((old[0], old[1]))
        if cell not in shape
    }
    return tuple(sorted({orientations(shape, transforms)[0] for shape in grown}))


def parse_set_name(name: str) -> tuple[str, int] | None:
    """'one-sided pentominoes' -> ('one-sided', 5); None if it is not the name of a set."""
    kind, _, sizes = name.strip().lower().rpartition(" ")
    kind = kind.strip() or "free"
    return (kind, SIZES[sizes]) if kind in KINDS and sizes in SIZES else None


# The symmetries of a shape besides the identity, as transforms of the square.
SYMMETRIES = {
    "none": set[str](),
    "mirror": {"flip"},
    "diagonal mirror": {"flip, turn 90"},
    "half turn": {"turn 180"},
    "two mirrors": {"turn 180", "flip", "flip, turn 180"},
    "two diagonals": {"turn 180", "flip, turn 90", "flip, turn 270"},
    "quarter turns": {"turn 90", "turn 180", "turn 270"},
    "all": set(TRANSFORMS) - {"identity"},
}
SAME_KIND = {"flip, turn 180": "flip", "flip, turn 270": "flip, turn 90"}  # mirrors that a turn exchanges


def symmetry(shape: Shape) -> str:
    """The symmetry of the shape in a word or two: one of the eight symmetry types of polyominoes."""
    kept = {name for name, move in TRANSFORMS.items() if normalise(map(move, shape)) == shape} - {"identity"}
    if len(kept) == 1:
        kept = {SAME_KIND.get(name, name) for name in kept}
    return next(word for word, names in SYMMETRIES.items() if names == kept)


def set_name(kind: str, size: int) -> str:
    """The inverse of `parse_set_name`; for free pieces the name of the size alone."""
    name = next(name for name, number in SIZES.items() if number == size)
    return name if kind == "free" else f"{kind} {name}"


def set_names() -> list[str]:
    return list(SIZES) + [f"{kind} {size}" for kind in KINDS for size in SIZES]


def named_set(kind: str, size: int) -> list[Piece]:
    """The pieces of a set; the usual letter where there is one.

    In a one-sided set the twin of a pentomino has its letter in lower case; of the tetrominoes J is the twin
    of L, and Z of S. Shapes without a usual letter take those of the alphabet in order.
    """
    transforms = tuple(allowed_transforms(*KINDS[kind]).values())
    usual: dict[Shape, str] = {}
    for letter, drawing in LETTERS.get(size, {}).items():
        usual.setdefault(orientations(shape_of(drawing), transforms)[0], letter)
    every = tuple(allowed_transforms(True, True).values())
    family = {orientations(shape, every)[0]: letter for shape, letter in reversed(usual.items())}
    pieces: list[Piece] = []
    for shape in polyominoes(size, kind):
        wanted = usual.get(shape) or family.get(orientations(shape, every)[0], "").lower()
        pieces.append(Piece(wanted, shape))
    order = sorted(pieces, key=lambda piece: (piece.label.upper(), piece.label.islower(), piece.shape))
    return distinct_labels(order)


def distinct_labels(pieces: Sequence[Piece]) -> list[Piece]:
    """The same pieces; a label that is missing or taken becomes its lower case, else the next free letter."""
    wanted = {piece.label for piece in pieces}
    taken: set[str] = set()
    result = []
    for piece in pieces:
        spare = (letter for letter in ALPHABET if letter not in wanted | taken)
        usable = (label for label in (piece.label, piece.label.lower()) if label and label not in taken)
        label = next(usable, None) or next(spare)
        taken.add(label)
        result.append(Piece(label, piece.shape))
    return result


def is_letter(char: str) -> bool:
    """Can it be the label of a drawn piece? Full-width forms, which look like other letters, cannot."""
    return char.isalnum() and east_asian_width(char) != "F"


def pieces_from_art(rows: Sequence[str]) -> list[Piece]:
    """The pieces of a drawing, one for each letter, sorted by letter; '.' and ' ' are no cells.

    Raises PieceError if a letter's cells are not connected by edges (one letter, two pieces) or a
    character is not a letter or digit.
    """
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            if char in ". ":
                continue
            if not is_letter(char):
                raise PieceError(f"{char!r} in column {c + 1}: a piece is drawn with letters or digits", r)
            cells.setdefault(char, []).append((r, c))
    for label, places in sorted(cells.items()):
        parts = components(places)
        if len(parts) > 1:
            raise PieceError(
                f"piece {label} is given twice: its letter is in {len(parts)} separate places "
                "(identical pieces are one piece with a number in `counts`)",
                parts[1][0][0],
            )
    return [Piece(label, normalise(places)) for label, places in sorted(cells.items())]


def twice(orientations: Mapping[str, Iterable[Hashable]]) -> tuple[str, str] | None:
    """The labels of the first two pieces that share an orientation, if there are any."""
    owner: dict[Hashable, str] = {}
    for label, shapes in orientations.items():
        for shape in shapes:
            if owner.setdefault(shape, label) != label:
                return owner[shape], label
    return None
