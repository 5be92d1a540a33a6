"""The puzzles that a word of the command line names: a file of one puzzle or of many, a shipped name, a link,
or - for standard input, whose contents show whether it has one puzzle or many.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from zenkai_solver.models.document import MAX_BYTES, InstanceError, is_file, read_stream, regular
from zenkai_solver.models.formats.links import is_puzzle, recognised
from zenkai_solver.models.formats.table import many_in
from zenkai_solver.models.loading import STATES_A_FAMILY, format_of, load, load_text
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.shipped import find

STDIN = "-"
STDIN_PATH = Path("/dev/stdin")
NAME = Path("stdin")  # the name of standard input in messages, and of files that are written
LINK = Path("link")  # the same for a link in place of a file
SUDOKU = Path("sudoku")  # and for 81 characters
MANY = "sudoku"  # the family that has files of many puzzles


class PuzzleSource(Protocol):
    """Where one puzzle comes from, or many."""

    @property
    def name(self) -> Path:
        """The name in messages, and of files that are written."""

    def of_many(self) -> bool:
        """Are these two puzzles or more? Raises InstanceError."""

    def stream(self) -> BinaryIO | None:
        """The bytes; None: those of the file `name`."""

    def instance(self, options: RunOptions) -> Instance:
        """The puzzle, or the one of many that `options.number` chooses. Raises InstanceError, OSError."""


def path_of(word: str) -> Path:
    """The file that the word names; for a puzzle in its place LINK or SUDOKU. Raises InstanceError."""
    if word == STDIN:
        return STDIN_PATH
    pasted = Input.pasted(word)
    return pasted.name if pasted else regular(find(word))


def source_of(word: str, path: Path) -> PuzzleSource:
    """The source that the word names; `path`: the path of the word. Raises Refused, OSError."""
    if word == STDIN:
        return Input.read()
    return Input.pasted(word) or PuzzleFile(path)


def instances(source: PuzzleSource, options: RunOptions) -> Iterator[Instance]:
    """All puzzles of the source in order, or the one that is chosen. Raises InstanceError, OSError."""
    if options.number is None and source.of_many():
        from zenkai_solver.solvers.batch import many  # which loads numpy

        return many.puzzles(source.name, options, source.stream())
    return iter([source.instance(options)])


@dataclass(frozen=True)
class PuzzleFile:
    """A file; the ending of its name, or its first line, says whether it is one of many puzzles."""

    name: Path

    def of_many(self) -> bool:
        return many_in(self.name) is not None

    def stream(self) -> None:
        return None

    def instance(self, options: RunOptions) -> Instance:
        if options.number is None or not self.of_many():
            return load(self.name, options.added)
        from zenkai_solver.solvers.batch import many  # which loads numpy

        return many.puzzle(self.name, options.number, options)


@dataclass
class Resumed(io.RawIOBase):
    """A stream of what has been read already, followed by the rest."""

    head: io.BytesIO
    rest: BinaryIO = field(repr=False)

    def read(self, size: int = -1) -> bytes:
        return self.head.read(size) or self.rest.read(size)


@dataclass(frozen=True)
class Input:
    """Standard input, or a link: as many bytes as a file of one puzzle may have, and the stream of the
    rest.
    """

    head: bytes
    rest: BinaryIO
    name: Path = NAME

    @classmethod
    def read(cls) -> Input:
        """Raises Refused, OSError."""
        if sys.stdin is None:
            raise Refused("standard input is closed: there is nothing to read")
        source = sys.stdin.buffer
        return cls(source.read(MAX_BYTES + 1), source)

    @classmethod
    def pasted(cls, word: str) -> Input | None:
        """A link, a game ID or a sudoku in place of a file; None for any other word."""
        if not is_puzzle(word) or is_file(Path(word)):
            return None
        name = LINK if recognised(word) else SUDOKU
        return cls(word.encode("utf-8", "replace"), io.BytesIO(), name)

    def stream(self) -> BinaryIO:
        return cast(BinaryIO, Resumed(io.BytesIO(self.head), self.rest))

    def of_many(self) -> bool:
        """Are these two sudokus or more? Raises InstanceError."""
        from zenkai_solver.solvers.batch.sudoku_lines import chunks

        text = self.head[:MAX_BYTES].decode("utf-8-sig", "replace")
        if STATES_A_FAMILY.search(text) or recognised(text) or format_of(text)[0] != MANY:
            return False
        try:
            read_one(self.head)
        except InstanceError:
            puzzles = (puzzle for chunk in chunks(io.BytesIO(self.head)) for puzzle in chunk.puzzles)
            return len(list(islice(puzzles, 2))) > 1
        return False

    def instance(self, options: RunOptions) -> Instance:
        """The puzzle, or the one of many that is asked for. Raises InstanceError."""
        if options.number is not None:
            from zenkai_solver.solvers.batch import many  # which loads numpy

            return many.puzzle(self.name, options.number, options, self.stream())
        return read_one(self.head, options.added, self.name)


def read_one(raw: bytes, extra: str = "", name: Path = NAME) -> Instance:
    """The puzzle in these bytes. Raises InstanceError, also for more bytes than a file of one puzzle
    may have.
    """
    try:
        text = read_stream(io.BytesIO(raw))
    except InstanceError as error:
        error.file = str(name)
        raise
    return load_text(text, str(name), extra)
