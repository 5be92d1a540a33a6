"""The Puzzle protocol, the families, and loading an instance.

load(path) -> Instance        raises InstanceError with file and line
Fields(data)                  typed access to a mapping; unknown keys and wrong types are InstanceErrors
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from zenkai_solver.models.csp import Model, Solution
from zenkai_solver.models.document import Document, InstanceError, Path_, parse_yaml, read_text
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board, SymmetryGroup

__all__ = ["Board", "Fields", "Instance", "InstanceError", "Puzzle", "load", "loads"]

FAMILIES = {
    "packing": "zenkai_solver.models.packing.puzzle:Packing",
    "sudoku": "zenkai_solver.models.sudoku.puzzle:Sudoku",
    "nonogram": "zenkai_solver.models.nonogram.puzzle:Nonogram",
    "dissection": "zenkai_solver.models.dissection.puzzle:Dissection",
}
FORMATS = {  # of other files that state one puzzle: text -> the YAML text of an instance
    ".sdk": "zenkai_solver.models.formats.sudoku:as_yaml",
    ".ss": "zenkai_solver.models.formats.sudoku:as_yaml",
    ".sudoku": "zenkai_solver.models.formats.sudoku:as_yaml",
}
COMMON_KEYS = ("puzzle", "title", "source", "expect", "symmetry")
SYMMETRY_MODES = ("orbits", "all")


class Puzzle(Protocol):
    """One instance of a puzzle family, valid and frozen."""

    family: ClassVar[str]

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Puzzle:
        """Read the family's own keys; raises InstanceError. What is accepted never fails later."""

    def model(self) -> Model: ...

    def decode(self, solution: Solution) -> Board: ...

    def violations(self, board: Board) -> Iterator[str]:
        """How the board breaks the rules, in words; nothing if it is a solution. Never looks at model()."""

    def symmetries(self) -> SymmetryGroup:
        """The symmetries of the whole instance, in the order of `model().symmetries`."""

    def render(self, board: Board, style: Style) -> str: ...

    def svg(self, board: Board) -> str: ...


BoardBatch = np.ndarray  # uint8 or uint32[board, cell]: the label of each cell of the region as a code point


class Batches(Protocol):
    """What a puzzle may offer beside `decode` and `violations`: the same for many solutions at once.

    A puzzle that does has a method `batches(model) -> Batches | None`. Solutions are rows of sorted true
    variables, 0 after the last.
    """

    def boards(self, rows: np.ndarray) -> BoardBatch: ...

    def check(self, boards: BoardBatch) -> np.ndarray:
        """bool[board]: does it keep the rules? From the boards alone, as `violations`."""

    def canonical(self, rows: np.ndarray, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        """The least image of each board, and the number of its distinct images."""

    def read(self, texts: Sequence[bytes]) -> BoardBatch | None:
        """The inverse of `texts`; None if one of them is not a board of this size."""

    def rows(self, boards: BoardBatch) -> np.ndarray:
        """The inverse of `boards`, for boards that keep the rules."""

    def texts(self, boards: BoardBatch) -> list[bytes]:
        """The rows of each board joined by line feeds, in UTF-8."""

    def board(self, boards: BoardBatch, i: int) -> Board: ...


@dataclass(frozen=True)
class Instance:
    """A puzzle with the file it came from: its name, text, hash, and what is known of it."""

    name: str
    text: str
    puzzle: Puzzle
    symmetry: str
    expect: Mapping[str, int]
    source: str | None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def load(path: str | os.PathLike[str], extra: str = "") -> Instance:
    """Read an instance file, `extra` lines of YAML added. Raises InstanceError with file and line."""
    from zenkai_solver.models.formats import nonograms  # which imports this module

    path = Path(path)
    try:
        text = read_text(path)
        if made := nonograms.puzzle_of(path, text):
            stated, puzzle = made
            if extra:
                return loads(stated + extra, path.stem)
            return Instance(path.stem, stated, puzzle, puzzle.symmetry, {}, None)
        if path.suffix.lower() not in FORMATS:
            return loads(nonograms.with_clues(path, text) + extra, path.stem)
        text = restate(FORMATS[path.suffix.lower()], text)
        try:
            return loads(text + extra, path.stem)
        except InstanceError as error:
            error.line = None  # a line of the YAML text, not of the file
            raise
    except InstanceError as error:
        error.file = error.file or str(path)
        raise


def restate(format: str, text: str) -> str:
    """The YAML text of what a file in another format says. Raises InstanceError."""
    module, _, name = format.partition(":")
    return cast(str, getattr(importlib.import_module(module), name)(text))


def loads(text: str, name: str) -> Instance:
    """The instance that the YAML text states. Raises InstanceError with the line."""
    document = parse_yaml(text)
    try:
        return _instance(document, name)
    except InstanceError as error:
        error.line = error.line or document.line(error.where, error.row)
        raise


def _instance(document: Document, name: str) -> Instance:
    fields = Fields(document.data)
    family = fields.choice("puzzle", tuple(FAMILIES))
    own = {key: value for key, value in document.data.items() if key not in COMMON_KEYS}
    puzzle = family_class(family).parse(own)
    fields.text("title", "")
    return Instance(
        name,
        document.text,
        puzzle,
        fields.choice("symmetry", SYMMETRY_MODES, getattr(puzzle, "symmetry", "orbits")),
        _expect(fields),
        fields.text("source", "") or None,
    )


def _expect(fields: Fields) -> dict[str, int]:
    expect = fields.mapping("expect", {})
    for key, value in expect.items():
        known_key(key, ("count", "all"), ("expect",))
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InstanceError(("expect", key), f"{value!r} is not a number of solutions")
    return expect


def family_class(family: str) -> type[Puzzle]:
    module, _, name = FAMILIES[family].partition(":")
    return cast("type[Puzzle]", getattr(importlib.import_module(module), name))


def nearest(word: str, known: Collection[str]) -> str:
    """'; did you mean "board"?' where a known name is near, else the list of names."""
    near = difflib.get_close_matches(word, known, n=1)
    return f'; did you mean "{near[0]}"?' if near else f"; known: {', '.join(known)}"


def known_key(key: str, known: Collection[str], where: Path_ = ()) -> None:
    if key not in known:
        raise InstanceError((*where, key), "unknown key" + nearest(key, known))


@dataclass(frozen=True)
class Fields:
    """Typed access to the keys of a mapping."""

    data: Mapping[str, Any]
    where: Path_ = ()

    def only(self, known: Collection[str]) -> None:
        """Raise InstanceError for the first key that is not known."""
        for key in self.data:
            known_key(key, known, self.where)

    def get(self, key: str, types: type | tuple[type, ...], wanted: str, default: Any = None) -> Any:
        if key not in self.data:
            if default is None:
                raise InstanceError(self.where, f"the key `{key}` is missing")
            return default
        value = self.data[key]
        if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
            raise InstanceError((*self.where, key), f"{value!r:.60} is not {wanted}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        return cast(str, self.get(key, str, "text", default))

    def flag(self, key: str, default: bool) -> bool:
        return cast(bool, self.get(key, bool, "true or false", default))

    def mapping(self, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        return cast("dict[str, Any]", self.get(key, dict, "a mapping of keys to values", default))

    def choice(self, key: str, known: Collection[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in known:
            raise InstanceError((*self.where, key), f'"{value:.40}" is not known' + nearest(value, known))
        return value
