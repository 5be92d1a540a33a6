"""Nonograms in file formats, by the name of the format.

read(path), parse(text, name), write(sheet, name)
as_instance(text, name)    the YAML text of the instance, and its puzzle
with_file(path, text)      the YAML text with the line `file: NAME` replaced by the clues of that file
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, cast

from zenkai_solver.models.document import MAX_VALUES, InstanceError, fault, read_text
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.formats.tatham import write_pattern
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import as_yaml, in_yaml
from zenkai_solver.models.nonogram.sheet import Sheet, checked
from zenkai_solver.models.parsing import parse_yaml

FRAME = 8  # values of an instance beside its inks, lines and blocks: puzzle, title, goal, three collections


def read(path: Path) -> Sheet:
    """The sheet of a file, by its ending. Raises InstanceError with the file."""
    try:
        return parse(read_text(path), ending(path))
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def parse(text: str, name: str) -> Sheet:
    """The sheet of a text in the format. Raises InstanceError."""
    module = _module(name)
    reader = getattr(module, f"read_{name}", None) or module.read
    return checked(cast(Sheet, reader(text)))


def write(nonogram: Nonogram | Sheet, name: str) -> str:
    """The text in the format, or a link of puzz.link or Simon Tatham's. Raises InstanceError."""
    sheet = nonogram.sheet if isinstance(nonogram, Nonogram) else nonogram
    if sheet.given is not None:
        wanted = "Pattern" if name == "tatham" else f'the format ".{name}"'
        raise InstanceError("given", f"{wanted} has no given cells")
    if name == "tatham":
        return write_pattern(sheet)
    return cast(str, _module("url" if name == "puzzlink" else name).write(sheet, name))


def _module(name: str) -> Any:
    known = endings("nonogram")
    if name not in known:
        raise fault(f'the format ".{name}" is not known; known: {", ".join(known)}')
    return importlib.import_module(f"{__package__}.{FORMATS[name].module}")


def as_instance(text: str, name: str) -> tuple[str, Nonogram]:
    """The YAML text of the instance of a file in the format, and its puzzle. Raises InstanceError.

    The puzzle is what reading the YAML text would return; that would take longer than solving most puzzles.
    """
    return of_checked(parse(text, name))


def of_sheet(sheet: Sheet) -> tuple[str, Nonogram]:
    """The YAML text of the instance of a sheet, and its puzzle. Raises InstanceError."""
    return of_checked(checked(sheet))


def of_checked(sheet: Sheet) -> tuple[str, Nonogram]:
    """As `of_sheet`, for a sheet that `checked` accepts."""
    plain = " ".join(sheet.title.split()).replace("\\", "\\\\").replace('"', '\\"')
    title = f'title: "{plain}"\n' if plain.isprintable() and plain else ""
    stated = f"puzzle: nonogram\n{title}{as_yaml(sheet)}"
    blocks = sum(map(len, sheet.rows + sheet.columns))
    if blocks + len(sheet.rows) + len(sheet.columns) + len(sheet.inks) + FRAME > MAX_VALUES:
        raise fault(f"{blocks:,} blocks; an instance has at most {MAX_VALUES:,} values in all")
    return stated, Nonogram(in_yaml(sheet))


def with_file(path: Path, text: str) -> str:
    """The instance as YAML that needs no other file. Raises InstanceError."""
    if "file:" not in text:
        return text
    document = parse_yaml(text)
    name = document.data.get("file")
    if document.data.get("puzzle") != "nonogram" or not isinstance(name, str):
        return text
    line = document.line(("file",)) - 1
    if "\0" in name:
        raise fault(f"file: {name!r:.60} is not the name of a file", line + 1)
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise fault(f"file: {name}: only a file in or below the instance's folder is read", line + 1)
    rows = document.text.split("\n")
    return "\n".join([*rows[:line], as_yaml(read(path.parent / name)).rstrip("\n"), *rows[line + 1 :]])
