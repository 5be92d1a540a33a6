"""Nonograms in the formats of others, by the name of the format.

read(path), parse(text, name), write(sheet, name)
as_instance(text, name)    the YAML text of an instance
with_file(path, text)      the YAML text with a line `file: NAME` replaced by the clues of that file
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, cast

from zenkai_solver.models.document import InstanceError, parse_yaml, read_text
from zenkai_solver.models.formats.clues import fault
from zenkai_solver.models.formats.table import FORMATS, ending, endings
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import Sheet, checked


def read(path: Path) -> Sheet:
    """The sheet of a file, by its ending. Raises InstanceError with the file."""
    try:
        return parse(read_text(path), ending(path))
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def parse(text: str, name: str) -> Sheet:
    """The sheet that the text states in the format. Raises InstanceError."""
    return checked(cast(Sheet, _module(name).read(text)))


def write(sheet: Sheet, name: str) -> str:
    """The text of the sheet in the format. Raises InstanceError if it cannot be said there."""
    return cast(str, _module(name).write(sheet))


def _module(name: str) -> Any:
    known = endings("nonogram")
    if name not in known:
        raise InstanceError((), f'the format ".{name}" is not known; known: {", ".join(known)}')
    return importlib.import_module(f"{__package__}.{FORMATS[name].module}")


def as_instance(text: str, name: str) -> str:
    """The YAML text of the instance that a file in the format states. Raises InstanceError."""
    sheet = parse(text, name)
    return f"puzzle: nonogram\n{_title(sheet)}{as_yaml(sheet)}"


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
        raise fault(line + 1, f"file: {name!r:.60} is not the name of a file")
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise fault(line + 1, f"file: {name}: only a file in or below the instance's folder is read")
    rows = document.text.split("\n")
    return "\n".join([*rows[:line], as_yaml(read(path.parent / name)).rstrip("\n"), *rows[line + 1 :]])


def _title(sheet: Sheet) -> str:
    plain = " ".join(sheet.title.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'title: "{plain}"\n' if plain.isprintable() and plain else ""
