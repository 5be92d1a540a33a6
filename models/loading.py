"""Loading an instance: the families, and the way from a file to a valid puzzle.

    load(path), loads(text, name) -> Instance      raise InstanceError with file and line

A family is imported when the first of its instances is read.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from zenkai_solver.models.document import Document, InstanceError, parse_yaml, read_text
from zenkai_solver.models.fields import Fields, known_key
from zenkai_solver.models.formats.table import FORMATS, ending
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.texts import check

COMMON_KEYS = ("puzzle", "title", "source", "expect", "symmetry", "where")
EXPECTS = re.compile(r"^expect[ \t]*:.*\n?(?:[ \t#].*\n?|\n)*", re.MULTILINE)
STATES_A_FAMILY = re.compile(r"^puzzle[ \t]*:", re.MULTILINE)
BY_CONTENT = ("xml", "url", "dzn", "non", "g", "mk", "nin", "cwd")  # a sheet as .mk could be one as .nin
LINKED = ("url", "link", "xml", "pzprv3")  # files that may hold what `models.formats.links` knows
MARKED = {  # formats that a line of their own tells from all others
    "cnf": re.compile(r"^p cnf ", re.MULTILINE),
    "opb": re.compile(r"^\* *#variable=", re.MULTILINE),
}
SYMMETRY_MODES = ("orbits", "all")


@dataclass(frozen=True)
class Family:
    """How a family is read, and what it adds to an instance and to the command line.

    `read` takes the family's own keys; what it accepts never fails later. `translate` takes the text and the
    ending of a file in another format; it makes the YAML text of an instance, and its puzzle where that is
    quicker than reading the YAML. `symmetry` is the mode of an instance that names none. `switches` are keys,
    true or false, that the command line can set, with their help.
    """

    read: Callable[[Fields], Puzzle]
    translate: Callable[[str, str], tuple[str, Puzzle | None]] | None = None
    symmetry: str = "orbits"
    switches: Mapping[str, str] = field(default_factory=dict)


def _packing(fields: Fields) -> Puzzle:
    from zenkai_solver.models.packing.reading import read

    return read(fields)


def _packing_text(text: str, name: str) -> tuple[str, None]:
    from zenkai_solver.models.formats import polyform, soma, xmpuzzle

    return {"polyform": polyform, "soma": soma, "xmpuzzle": xmpuzzle}[name].as_yaml(text), None


def _sudoku(fields: Fields) -> Puzzle:
    from zenkai_solver.models.sudoku.reading import read

    return read(fields)


def _sudoku_text(text: str, _: str) -> tuple[str, None]:
    from zenkai_solver.models.formats.sudoku import as_yaml

    return as_yaml(text), None


def _nonogram(fields: Fields) -> Puzzle:
    from zenkai_solver.models.nonogram.puzzle import Nonogram
    from zenkai_solver.models.nonogram.reading import read

    return Nonogram(read(fields))


def _nonogram_text(text: str, name: str) -> tuple[str, Puzzle]:
    from zenkai_solver.models.formats.nonograms import as_instance

    return as_instance(text, name)


def _dissection(fields: Fields) -> Puzzle:
    from zenkai_solver.models.dissection.reading import read

    return read(fields)


def _formula(fields: Fields) -> Puzzle:
    from zenkai_solver.models.formula.reading import read

    return read(fields)


def _genre(fields: Fields) -> Puzzle:
    from zenkai_solver.models.genres.reading import read

    return read(fields)


def _formula_text(text: str, name: str) -> tuple[str, Puzzle]:
    from zenkai_solver.models.formula.reading import as_instance

    return as_instance(text, FORMATS[name].module)


FAMILIES = {
    "packing": Family(_packing, _packing_text),
    "sudoku": Family(
        _sudoku, _sudoku_text, switches={"lenient": "accept clashing givens and report no solution"}
    ),
    "nonogram": Family(_nonogram, _nonogram_text, symmetry="all"),  # a mirror image is another picture
    "dissection": Family(_dissection),
    "formula": Family(_formula, _formula_text),
    "genre": Family(_genre),
}


def condition(text: str) -> str:
    """The line that puts an instance under a condition, see `models.where`."""
    return f"where: {json.dumps(text)}\n"


def added(text: str, extra: str) -> str:
    """The text of an instance with further lines; under a condition it expects no numbers any more."""
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
        yaml = FORMATS.get(ending(path)) is None
        return load_member(_complete(path, text) if yaml else text, path, extra)
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def load_member(text: str, name: PurePath, extra: str = "") -> Instance:
    """The instance in a file of that name, which is not on the disk: it cannot name other files.

    Raises InstanceError.
    """
    format = FORMATS.get(ending(name))
    if ending(name) in LINKED and _recognised(text):
        return _linked(text, _name(name), extra)
    if format is not None:
        return _foreign(text, name, FAMILIES[format.family], extra)
    return loads(added(text, extra), _name(name))


def load_text(text: str, name: str, extra: str = "") -> Instance:
    """Read an instance from text whose format nothing names: YAML, or else what its contents say.

    Raises InstanceError.
    """
    text = text.removeprefix("\ufeff")  # which files lose as they are read
    try:
        if STATES_A_FAMILY.search(text):
            return loads(added(text, extra), name)
        if _recognised(text):
            return _linked(text, name, extra)
        family, format = format_of(text)
        stated, puzzle = _translated(FAMILIES[family], text, format)
        if puzzle is not None and not extra:
            return Instance(name, stated, puzzle, FAMILIES[family].symmetry, {}, None)
        return loads(added(stated, extra), name)
    except InstanceError as error:
        error.file = name
        raise


def _recognised(text: str) -> bool:
    from zenkai_solver.models.formats.links import recognised

    return recognised(text) is not None


def _linked(text: str, name: str, extra: str) -> Instance:
    """The instance of a link, or of a text that says by itself what it is."""
    from zenkai_solver.models.formats.links import as_instance

    stated, puzzle = as_instance(text)
    try:
        if puzzle is not None and not extra:
            return Instance(name, stated, puzzle, FAMILIES[puzzle.family].symmetry, {}, None)
        return loads(added(stated, extra), name)
    except InstanceError as error:
        error.line = None  # a line of the YAML text, not of the link
        raise


def format_of(text: str) -> tuple[str, str]:
    """The family of a text that is no YAML, and the ending of its format: a sudoku unless another reads it.

    Formats with words of their own come first; every format of numbers alone states its own lengths.
    """
    from zenkai_solver.models.formats.nonograms import parse

    for format, mark in MARKED.items():
        if mark.search(text):
            return FORMATS[format].family, format
    for format in BY_CONTENT:
        with suppress(InstanceError):
            parse(text, format)
            return "nonogram", format
    return "sudoku", ""


def _translated(family: Family, text: str, format: str) -> tuple[str, Puzzle | None]:
    assert family.translate is not None  # a test holds the tables together
    return family.translate(text, format)


def _foreign(text: str, path: PurePath, family: Family, extra: str) -> Instance:
    """The instance of a file in another format."""
    stated, puzzle = _translated(family, text, ending(path))
    if puzzle is not None and not extra:
        return Instance(path.stem, stated, puzzle, family.symmetry, {}, None)
    try:
        return loads(added(stated, extra), _name(path))
    except InstanceError as error:
        error.line = None  # a line of the YAML text, not of the file
        raise


def _name(path: PurePath) -> str:
    """The file's name without its ending; bytes that are not UTF-8 become escapes such as \\xff."""
    return os.fsencode(path.stem).decode("utf-8", "backslashreplace")


def _complete(path: Path, text: str) -> str:
    """The text with the clues of the file that a nonogram names."""
    if "file:" not in text:
        return text
    from zenkai_solver.models.formats.nonograms import with_file

    return with_file(path, text)


def loads(text: str, name: str) -> Instance:
    """The instance that the YAML text states. Raises InstanceError with the line."""
    document = parse_yaml(text)
    try:
        return _instance(document, name)
    except InstanceError as error:
        error.line = error.line or document.line(error.where, error.row)
        raise


def _instance(document: Document, name: str) -> Instance:
    check(document)
    fields = Fields(document.data)
    family = fields.choice("puzzle", (*FAMILIES, *GENRES))
    own = {key: value for key, value in document.data.items() if key not in COMMON_KEYS}
    if family not in FAMILIES:
        own, family = {**own, "genre": family}, "genre"
    puzzle = _where(FAMILIES[family].read(Fields(own)), fields)
    fields.text("title", "")
    return Instance(
        name,
        document.text,
        puzzle,
        fields.choice("symmetry", SYMMETRY_MODES, FAMILIES[family].symmetry),
        _expect(fields),
        fields.text("source", "") or None,
    )


def _where(puzzle: Puzzle, fields: Fields) -> Puzzle:
    """The puzzle under its condition, if it has one."""
    if "where" not in fields.data:
        return puzzle
    from zenkai_solver.models.where.puzzle import under

    try:
        return under(puzzle, fields.text("where"))
    except InstanceError as error:
        raise InstanceError(error.where or ("where",), error.message) from None


def _expect(fields: Fields) -> dict[str, int]:
    expect = fields.mapping("expect", {})
    for key, value in expect.items():
        known_key(key, ("count", "all"), ("expect",))
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InstanceError(("expect", key), f"{value!r} is not a number of solutions")
    return expect
