"""The table of file formats: those read, by ending, and those written, by family and name.

The module of a nonogram format has `read(text)` (or `read_NAME`, if it has several formats) and
`write(sheet, name)`; formulas are read by modules of their family. Links are in `models.formats.links`.
"""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath
from typing import NamedTuple

from zenkai_solver.models.document import is_file


class FileFormat(NamedTuple):
    """The family of the puzzles, and the module, of a formula in the folder of its family."""

    family: str
    module: str


FORMATS = {  # by ending, in lower case
    "sdk": FileFormat("sudoku", "sudoku"),
    "ss": FileFormat("sudoku", "sudoku"),
    "sudoku": FileFormat("sudoku", "sudoku"),
    "non": FileFormat("nonogram", "non"),
    "nin": FileFormat("nonogram", "clues"),
    "mk": FileFormat("nonogram", "clues"),
    "cwd": FileFormat("nonogram", "clues"),
    "g": FileFormat("nonogram", "olsak"),
    "xml": FileFormat("nonogram", "webpbn"),
    "pbn": FileFormat("nonogram", "webpbn"),
    "url": FileFormat("nonogram", "puzzlink"),
    "dzn": FileFormat("nonogram", "dzn"),
    "cnf": FileFormat("formula", "cnf"),
    "opb": FileFormat("formula", "opb"),
    "dlx": FileFormat("formula", "dlx"),
    "xcc": FileFormat("formula", "dlx"),
    "xcsp3": FileFormat("formula", "xcsp3"),
    "xmpuzzle": FileFormat("packing", "xmpuzzle"),
    "soma": FileFormat("packing", "soma"),
    "polyform": FileFormat("packing", "polyform"),
}

LINKS = ("fpuzzles", "sudokupad", "penpa", "puzzlink", "tatham")
WRITERS: Mapping[
    str, Mapping[str, str]
] = {  # family, name: the module in this folder with write(puzzle, name)
    "sudoku": {
        **{"fpuzzles": "fpuzzles", "sudokupad": "fpuzzles", "penpa": "penpa"},
        **{"puzzlink": "puzzlink", "tatham": "tatham"},
        **dict.fromkeys(("line", "sdk", "ss", "comma", "marks"), "sudoku"),
    },
    "nonogram": {
        **dict.fromkeys(("puzzlink", "tatham"), "nonograms"),
        **{name: "nonograms" for name, format in FORMATS.items() if format.family == "nonogram"},
    },
    "packing": {"puzzlink": "puzzlink_packings", "xmpuzzle": "xmpuzzle_writing"},
    "genre": {"puzzlink": "puzzlink_genres", "penpa": "penpa_genres"},
}
CONDITIONS = {("packing", "puzzlink")}  # formats that can express conditions (as clues of cells)
SUDOKU = "sudoku"
MANY = {"sdm": SUDOKU, "txt": SUDOKU}  # files of one puzzle per line, by ending, and their family
PACKED = "gz"
CELLS = re.compile(rb"[0-9.]{81}(?![^\s,;])")
HEAD = 1 << 16  # bytes in which the first line of a file without an ending is looked for
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")  # archives of files of any format


def family_of_many(path: PurePath) -> str | None:
    """The family of a file of many puzzles, also compressed, by its name; None if it is no such file."""
    return MANY.get(_unpacked_ending(path))


def _unpacked_ending(path: PurePath) -> str:
    return ending(path.with_suffix("") if ending(path) == PACKED else path)


def many_in(path: Path) -> str | None:
    """As `many_of`. Only a regular file is opened, as what is read of a pipe is gone."""
    if _unpacked_ending(path) not in BY_CONTENTS or not is_file(path):
        return family_of_many(path)
    opened = gzip.open if ending(path) == PACKED else open
    with suppress(OSError, EOFError, zlib.error), opened(path, "rb") as file:
        return many_of(path, file.read(HEAD))
    return None


def many_of(path: PurePath, head: bytes) -> str | None:
    """As `family_of_many`; by the first lines that are no comments if the name does not say it: without an
    ending 81 cells are a sudoku, and `.link` has many if the first two are links.
    """
    tells = BY_CONTENTS.get(_unpacked_ending(path))
    if tells is None:
        return family_of_many(path)
    lines = (line.strip() for line in head.removeprefix(codecs.BOM_UTF8).splitlines())
    return SUDOKU if tells([*islice((line for line in lines if line and line[:1] != b"#"), 2)]) else None


def _begins_with_cells(lines: Sequence[bytes]) -> bool:
    return bool(lines) and CELLS.match(lines[0]) is not None


def _has_links(lines: Sequence[bytes]) -> bool:
    return len(lines) > 1 and all(b"://" in line for line in lines)


BY_CONTENTS = {"": _begins_with_cells, "link": _has_links}  # endings of files of one puzzle, or of many


def is_archive(path: PurePath) -> bool:
    return path.name.lower().endswith(ARCHIVES)


def ending(path: PurePath) -> str:
    """The ending in lower case, without the dot: `non` for X.NON."""
    return path.suffix[1:].lower()


def endings(family: str) -> tuple[str, ...]:
    """The endings of the formats of a family."""
    return tuple(name for name, format in FORMATS.items() if format.family == family)
