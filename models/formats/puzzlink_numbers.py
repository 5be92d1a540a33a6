"""How puzz.link writes numbers, empty places and bits in an address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from zenkai_solver.models.document import fault

EMPTY_PLACES = "ghijklmnopqrstuvwxyz"  # 1 to 20 of them
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_CELLS = 1024


def number(value: int) -> str:
    return f"{value:x}" if value < 16 else f"-{value:02x}" if value < 256 else f"+{value:03x}"


def encoded(places: Iterable[str | None]) -> str:
    """The places in order; of those that are empty, None, how many follow one another."""
    text, empty, most = "", 0, len(EMPTY_PLACES)
    for place in (*places, ""):
        if place is None:
            empty += 1
            continue
        text += (
            EMPTY_PLACES[-1] * (empty // most) + EMPTY_PLACES[empty % most - 1] * (empty % most > 0) + place
        )
        empty = 0
    return text


def as_bits(text: str) -> str:
    """The bits that characters from 0 to v stand for, five each."""
    return "".join(f"{DIGITS.index(char):05b}" for char in text)


def of_bits(bits: str) -> str:
    """The inverse, with zeros behind the last bits."""
    return "".join(DIGITS[int(bits[i : i + 5].ljust(5, "0"), 2)] for i in range(0, len(bits), 5))


PIECE = re.compile(r"([1-9a-z])([1-9a-z])([0-9a-v]+)")


def piece_word(drawing: Sequence[str]) -> str:
    """A piece, rows of # and ., as the site writes it: its columns, its rows, its cells."""
    bits = "".join(drawing).replace(".", "0").replace("#", "1")
    return DIGITS[len(drawing[0])] + DIGITS[len(drawing)] + of_bits(bits).rstrip("0")


def read_piece(word: str, puzzle: str) -> tuple[str, ...]:
    """The inverse. Raises InstanceError, which names the kind of puzzle."""
    match = PIECE.fullmatch(word)
    if match is None:
        raise fault(f"{puzzle}: {word!r:.40} is not a piece")
    columns, rows = DIGITS.index(match[1]), DIGITS.index(match[2])
    bits = as_bits(match[3])
    if "1" not in bits or "1" in bits[rows * columns :]:
        raise fault(f"{puzzle}: {word!r:.40} is not a piece of {rows}x{columns} cells")
    marks = bits.ljust(rows * columns, "0").replace("0", ".").replace("1", "#")
    return tuple(marks[r * columns :][:columns] for r in range(rows))


def check_cells(name: str, rows: int, columns: int) -> None:
    """Raise InstanceError for a board that is too large, or has no cells."""
    if not 1 <= rows * columns <= MOST_CELLS:
        raise fault(f"{name}: {rows}x{columns}; 1 to {MOST_CELLS} cells are read")


def file_size(words: Sequence[str]) -> tuple[int, int]:
    """Rows and columns, the first words behind the genre in a file. Raises InstanceError."""
    if len(words) < 2 or not all(re.fullmatch(r"\d{1,2}", word) for word in words[:2]):
        raise fault("pzprv3: no size behind the genre")
    return int(words[0]), int(words[1])
