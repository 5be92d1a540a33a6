"""Loading an instance: the table of families, and the way from a file to a valid puzzle.

FAMILIES                                       a row for each family
load(path), loads(text, name) -> Instance      raise InstanceError with file and line
"""

from __future__ import annotations

import copyreg
import importlib
import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, cast

from zenkai_solver.models.document import InstanceError, read_text
from zenkai_solver.models.fields import Fields, known_key
from zenkai_solver.models.formats import links
from zenkai_solver.models.formats.table import FORMATS, ending
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.puzzle import Instance, Puzzle, Text
from zenkai_solver.models.texts import check

COMMON_KEYS = ("puzzle", "title", "source", "expect", "symmetry", "where")
EXPECTS = re.compile(r"^expect[ \t]*:.*\n?(?:[ \t#].*\n?|\n)*", re.MULTILINE)
TITLE = re.compile(r"^title:.*", re.MULTILINE)
STATES_A_FAMILY = re.compile(r"^puzzle[ \t]*:", re.MULTILINE)
BY_CONTENT = ("xml", "url", "dzn", "non", "g", "mk", "nin", "cwd")  # a sheet as .mk could be one as .nin
XCSP3 = re.compile(r"<instance\b[^>]*\bformat\s*=\s*[\"']XCSP3[\"']")
LINKED = ("url", "link", "xml", "pzprv3")  # files that may have a link that `models.formats.links` reads
MARKED = {  # formats with a line that distinguishes them from all others
    "cnf": re.compile(r"^p cnf ", re.MULTILINE),
    "opb": re.compile(r"^\* *#variable=", re.MULTILINE),
    "xcsp3": XCSP3,
}
SYMMETRY_MODES = ("orbits", "all")


def imported(name: str) -> Callable[..., Any]:
    """The function `module:function` of this package; the module is imported at the first call."""

    def call(*arguments: Any) -> Any:
        module, _, function = name.partition(":")
        return getattr(importlib.import_module(f"{__package__}.{module}"), function)(*arguments)

    return call


def _as_yaml(text: str, name: str) -> tuple[str, None]:
    """The YAML text of an instance, by the module of the format."""
    stated: str = imported(f"formats.{FORMATS[name].module}:as_yaml")(text)
    return stated, None


@dataclass(frozen=True)
class Family:
    """A row of the table of families.

    `read`: takes the keys of the family; what it accepts never fails later. `translate`: takes the text and
    the ending of a file in another format, and returns the YAML text of an instance, or what makes it, with
    its puzzle if that is faster than reading the YAML. `symmetry`: the default mode of an instance.
    `switches`: boolean keys that the command line can set, with their help.
    """

    read: Callable[[Fields], Puzzle]
    translate: Callable[[str, str], tuple[Text, Puzzle | None]] | None = None
    symmetry: str = "orbits"
    switches: Mapping[str, str] = field(default_factory=dict)


FAMILIES = {
    "packing": Family(imported("packing.reading:read"), _as_yaml),
    "sudoku": Family(
        imported("sudoku.reading:read"),
        imported("formats.sudoku:as_instance"),
        switches={"lenient": "accept clashing givens and report no solution"},
    ),
    "nonogram": Family(
        imported("nonogram.reading:read"),
        imported("formats.nonograms:as_instance"),
        symmetry="all",  # a mirror image is another picture
    ),
    "dissection": Family(imported("dissection.reading:read")),
    "formula": Family(imported("formula.reading:read"), imported("formula.reading:as_instance")),
    "genre": Family(imported("genres.reading:read")),
}


def condition(text: str) -> str:
    """The line of an instance that states a condition, see `models.where`."""
    return f"where: {json.dumps(text)}\n"


def added(text: str, extra: str) -> str:
    """The text of an instance with further lines; with a condition its `expect` is removed."""
    if not extra:
        return text
    if "where:" in extra:
        text = EXPECTS.sub("", text)
    return text + "\n" * (not text.endswith("\n")) + extra


def load(path: str | os.PathLike[str], extra: str = "") -> Instance:
    """Read an instance file, `extra` lines of YAML added. Raises InstanceError with file and line."""
    path = Path(path)
    try:
        text = read_text(path)
        if "file:" in text and ending(path) not in FORMATS:
            text = imported("formats.nonograms:with_file")(path, text)
        return load_member(text, path, extra)
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def load_member(text: str, path: PurePath, extra: str = "") -> Instance:
    """The instance in a file of that name that is not on the disk, such as a member of an archive, and cannot
    refer to other files.

    Raises InstanceError. Bytes of the name that are not UTF-8 become escapes such as \\xff.
    """
    name, format = os.fsencode(path.stem).decode("utf-8", "backslashreplace"), ending(path)
    if format in LINKED and links.recognised(text):
        return translated(*links.as_puzzle(text), name, extra)
    if format == "xml" and XCSP3.search(text):
        format = "xcsp3"
    if format in FORMATS:
        return _foreign(text, FORMATS[format].family, format, name, extra)
    return loads(added(text, extra), name)


def load_text(text: str, name: str, extra: str = "") -> Instance:
    """Read an instance from text of unknown format: YAML, or else the format is recognised by the contents.

    Raises InstanceError.
    """
    text = text.removeprefix("\ufeff")  # as `read_text` does
    try:
        if STATES_A_FAMILY.search(text):
            return loads(added(text, extra), name)
        if links.recognised(text):
            return translated(*links.as_puzzle(text), name, extra)
        return _foreign(text, *format_of(text), name, extra)
    except InstanceError as error:
        error.file = name
        raise


def format_of(text: str) -> tuple[str, str]:
    """The family of a text that is no YAML, and the ending of its format: a sudoku by its 81 characters, or
    whatever no other reader accepts.

    Formats with keywords are tried first; formats of numbers alone can be told apart by the lengths they
    state.
    """
    from zenkai_solver.models.formats.nonograms import parse

    if links.SUDOKU.fullmatch(text.strip()):
        return "sudoku", ""
    for format, mark in MARKED.items():
        if mark.search(text):
            return FORMATS[format].family, format
    for format in BY_CONTENT:
        with suppress(InstanceError):
            parse(text, format)
            return "nonogram", format
    return "sudoku", ""


def _foreign(text: str, family: str, format: str, name: str, extra: str) -> Instance:
    """The instance that a text in another format states."""
    translate = FAMILIES[family].translate
    assert translate is not None  # a test holds the tables together
    return translated(*translate(text, format), name, extra)


def translated(stated: Text, puzzle: Puzzle | None, name: str, extra: str) -> Instance:
    """The instance of a text that was translated to YAML, and perhaps to a puzzle."""
    if puzzle is not None and not extra:
        title = _title(stated) if isinstance(stated, str) else ""
        return Instance(name, stated, puzzle, FAMILIES[puzzle.family].symmetry, {}, None, title)
    try:
        return loads(added(stated if isinstance(stated, str) else stated(), extra), name)
    except InstanceError as error:
        error.line = None  # a line of the YAML text, not of the file
        raise


def _title(stated: str) -> str:
    """The title in a YAML text that this package wrote, on a line of its own; '' without one."""
    from zenkai_solver.models.parsing import parse_yaml

    line = TITLE.search(stated)
    return str(parse_yaml(line[0]).data["title"]) if line else ""


def loads(text: str, name: str, families: Mapping[str, Family] = FAMILIES) -> Instance:
    """The instance that the YAML text states. Raises InstanceError with the line."""
    from zenkai_solver.models.parsing import parse_yaml  # which loads PyYAML

    document = parse_yaml(text)
    try:
        check(document)
        fields = Fields(document.data)
        name_of_family = fields.choice("puzzle", (*families, *GENRES))
        keys = {key: value for key, value in document.data.items() if key not in COMMON_KEYS}
        if name_of_family not in families:
            if "genre" in keys:
                raise InstanceError(
                    "genre", f"the genre is named already, by puzzle: {name_of_family}; leave it out"
                )
            keys, name_of_family = {**keys, "genre": name_of_family}, "genre"
        family = families[name_of_family]
        puzzle = family.read(Fields(keys))
        if "where" in document.data:
            puzzle = _under(puzzle, fields.text("where"))
        title, source = fields.text("title", ""), fields.text("source", "") or None
        symmetry = fields.choice("symmetry", SYMMETRY_MODES, family.symmetry)
        return Instance(name, text, puzzle, symmetry, _expect(fields), source, title)
    except InstanceError as error:
        error.line = error.line or document.line(error.where, error.row)
        raise


@lru_cache(maxsize=64)
def reloaded(text: str, name: str) -> Instance:
    """The instance of a text that was accepted before; the last ones are kept, as thousands of solutions that
    are unpickled share one.
    """
    return loads(text, name)


def _reduced(instance: Instance) -> tuple[Callable[[str, str], Instance], tuple[str, str]]:
    """Pickled as its text and name: puzzles hold functions, which cannot be pickled."""
    return reloaded, (instance.text, instance.name)


copyreg.pickle(Instance, _reduced)


def _under(puzzle: Puzzle, text: str) -> Puzzle:
    """The puzzle under the condition of its key `where`."""
    from zenkai_solver.models.where.puzzle import under

    try:
        return under(puzzle, text)
    except InstanceError as error:
        raise InstanceError(error.where or ("where",), error.message) from None


def _expect(fields: Fields) -> dict[str, int]:
    """The numbers of solutions of the key `expect`."""
    expect = fields.get(
        "expect", dict, "a mapping: write `expect: {all: 5}` or `expect: {count: 3, all: 5}`", {}
    )
    for key, value in expect.items():
        known_key(key, ("count", "all"), ("expect",))
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InstanceError(("expect", key), f"{value!r} is not a number of solutions")
    return cast("dict[str, int]", expect)
