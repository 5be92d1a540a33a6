"""The table of nonogram formats, and how a file in one of them becomes an instance.

read(path), parse(text, format), write(sheet, format)
instance_text(path, text)     the YAML of an instance file: a foreign file is translated, and a line
                              `file: NAME` is replaced by the clues of that file
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import cast

from zenkai_solver.models.document import InstanceError, parse_yaml, read_text
from zenkai_solver.models.nonogram.reading import as_yaml
from zenkai_solver.models.nonogram.sheet import Sheet, checked

FORMATS = {
    "non": "zenkai_solver.models.formats.non",
    "nin": "zenkai_solver.models.formats.nin",
    "mk": "zenkai_solver.models.formats.mk",
    "cwd": "zenkai_solver.models.formats.cwd",
    "g": "zenkai_solver.models.formats.olsak",
    "xml": "zenkai_solver.models.formats.webpbn",
    "pbn": "zenkai_solver.models.formats.webpbn",
    "url": "zenkai_solver.models.formats.puzzlink",
    "dzn": "zenkai_solver.models.formats.dzn",
}


def read(path: Path) -> Sheet:
    """The sheet of a file, by its ending. Raises InstanceError with the file."""
    try:
        return parse(read_text(path), path.suffix[1:])
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def parse(text: str, name: str) -> Sheet:
    """The sheet that the text states in the format. Raises InstanceError."""
    if name not in FORMATS:
        raise InstanceError((), f'the format ".{name}" is not known; known: {", ".join(FORMATS)}')
    return checked(cast(Sheet, importlib.import_module(FORMATS[name]).read(text)))


def write(sheet: Sheet, name: str) -> str:
    """The text of the sheet in the format. Raises InstanceError if it cannot be said there."""
    if name not in FORMATS:
        raise InstanceError((), f'the format ".{name}" is not known; known: {", ".join(FORMATS)}')
    return cast(str, importlib.import_module(FORMATS[name]).write(sheet))


def instance_text(path: Path, text: str) -> str:
    """The instance as YAML that needs no other file. Raises InstanceError."""
    if path.suffix[1:] in FORMATS:
        return f"puzzle: nonogram\n{_title(sheet := parse(text, path.suffix[1:]))}{as_yaml(sheet)}"
    if "file:" not in text:
        return text
    document = parse_yaml(text)
    name = document.data.get("file")
    if document.data.get("puzzle") != "nonogram" or not isinstance(name, str):
        return text
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise InstanceError(
            "file", f"{name}: only a file in the folder of the instance, or below it, is read"
        )
    line = document.line(("file",)) - 1
    rows = document.text.split("\n")
    return "\n".join([*rows[:line], as_yaml(read(path.parent / name)).rstrip("\n"), *rows[line + 1 :]])


def _title(sheet: Sheet) -> str:
    plain = " ".join(sheet.title.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'title: "{plain}"\n' if plain.isprintable() and plain else ""
