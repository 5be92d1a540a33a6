"""The meaning of variables in comments: `F R1C1 R1C2`, `R1C1 5`."""

from __future__ import annotations

from collections.abc import Hashable

LONGEST = 200  # characters


def words(name: Hashable) -> str:
    """The name of a variable on one line of printable ASCII; a cell (row, column) is R1C1."""
    text = " ".join(_words(name).split()).encode("ascii", "backslashreplace").decode()
    return text[:LONGEST]


def _words(name: object) -> str:
    match name:
        case (int(row), int(column)):
            return f"R{row + 1}C{column + 1}"
        case tuple() | list():
            return " ".join(map(_words, name))
        case frozenset() | set():
            return " ".join(sorted(map(_words, name)))
        case _:
            return str(name)
