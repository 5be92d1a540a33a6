"""Which file ending is which format: one table for every family.

A module of a format has `read(text)` and `write(value)`; those of one family share the type of the value.
Formulas are read by modules of their family.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple


class Format(NamedTuple):
    family: str
    module: str  # in this folder; of a formula in the folder of its family


FORMATS = {  # by ending, in lower case
    "sdk": Format("sudoku", "sudoku"),
    "ss": Format("sudoku", "sudoku"),
    "sudoku": Format("sudoku", "sudoku"),
    "non": Format("nonogram", "non"),
    "nin": Format("nonogram", "nin"),
    "mk": Format("nonogram", "mk"),
    "cwd": Format("nonogram", "cwd"),
    "g": Format("nonogram", "olsak"),
    "xml": Format("nonogram", "webpbn"),
    "pbn": Format("nonogram", "webpbn"),
    "url": Format("nonogram", "puzzlink"),
    "dzn": Format("nonogram", "dzn"),
    "cnf": Format("formula", "cnf"),
    "opb": Format("formula", "opb"),
    "dlx": Format("formula", "dlx"),
    "xcc": Format("formula", "dlx"),
    "xmpuzzle": Format("packing", "xmpuzzle"),
    "soma": Format("packing", "soma"),
    "polyform": Format("packing", "polyform"),
}


MANY = {"sdm": "sudoku", "txt": "sudoku"}  # files of one puzzle per line, by ending, and their family
PACKED = "gz"
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")  # of files of any format


def family_of_many(path: PurePath) -> str | None:
    """The family of the puzzles in a file of many, also packed; None if it is no such file."""
    name = path.with_suffix("") if ending(path) == PACKED else path
    return MANY.get(ending(name))


def is_archive(path: PurePath) -> bool:
    return path.name.lower().endswith(ARCHIVES)


def ending(path: PurePath) -> str:
    """`non` for X.NON: the case of an ending says nothing."""
    return path.suffix[1:].lower()


def endings(family: str) -> tuple[str, ...]:
    """The endings of the formats of a family."""
    return tuple(name for name, format in FORMATS.items() if format.family == family)
