"""The table of nonogram formats, and how a file in one of them becomes an instance.

read(path), read_text(text, format), write(sheet, format)
puzzle_of(path, text)         the puzzle of a foreign file, with the YAML that states it
with_clues(path, text)        the YAML of an instance file, a line `file: NAME` replaced by that file's clues

The format is the file's ending, in small or capital letters.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, cast

from zenkai_solver.models.document import MAX_VALUES, InstanceError, parse_yaml, read_text
from zenkai_solver.models.nonogram.puzzle import Nonogram
from zenkai_solver.models.nonogram.reading import as_yaml, in_yaml
from zenkai_solver.models.nonogram.sheet import Sheet, checked

FRAME = 8  # values of an instance beside its inks, lines and blocks: puzzle, title, goal, three collections

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


def format_of(path: Path) -> str | None:
    """The nonogram format that the ending names, or None."""
    name = path.suffix[1:].lower()
    return name if name in FORMATS else None


def read(path: Path) -> Sheet:
    """The sheet of a file, by its ending. Raises InstanceError with the file."""
    try:
        return parse(read_text(path), path.suffix[1:].lower())
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
    if name not in FORMATS:
        raise InstanceError((), f'the format ".{name}" is not known; known: {", ".join(FORMATS)}')
    return importlib.import_module(FORMATS[name])


def puzzle_of(path: Path, text: str) -> tuple[str, Nonogram] | None:
    """The YAML of a file in one of the formats, and the puzzle that reading it would give; None for others.

    Raises InstanceError.
    """
    name = format_of(path)
    if name is None:
        return None
    sheet = parse(text, name)
    stated = f"puzzle: nonogram\n{_title(sheet)}{as_yaml(sheet)}"
    _check_size(sheet)
    return stated, Nonogram(in_yaml(sheet))


def _check_size(sheet: Sheet) -> None:
    """Raise InstanceError for a sheet that the reader of YAML would refuse as too many values."""
    blocks = sum(map(len, sheet.rows + sheet.columns))
    if blocks + len(sheet.rows) + len(sheet.columns) + len(sheet.inks) + FRAME > MAX_VALUES:
        raise InstanceError((), f"{blocks:,} blocks; an instance has at most {MAX_VALUES:,} values in all")


def with_clues(path: Path, text: str) -> str:
    """The instance as YAML that needs no other file. Raises InstanceError."""
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
