"""Standard input as the file of one puzzle or of many, told apart by its contents; a pasted link likewise."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from zenkai_solver.models.document import MAX_BYTES, InstanceError, is_file, read_stream
from zenkai_solver.models.formats.links import recognised
from zenkai_solver.models.loading import STATES_A_FAMILY, format_of, load_text
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.options import RunOptions

STDIN = Path("-")
NAME = Path("stdin")  # in messages, and of files that are written
LINK = Path("link")  # the same of a link in place of a file
MANY = "sudoku"  # the family whose puzzles come many at a time


@dataclass
class Resumed(io.RawIOBase):
    """A stream of what was read already, and then the rest."""

    head: io.BytesIO
    rest: BinaryIO = field(repr=False)

    def read(self, size: int = -1) -> bytes:
        return self.head.read(size) or self.rest.read(size)


@dataclass(frozen=True)
class Input:
    """The beginning of standard input, as much as a file of one puzzle may have, and the stream behind it."""

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
        """A link, or a game ID, in place of a file; None for any other word."""
        if recognised(word) is None or is_file(Path(word)):
            return None
        return cls(word.encode("utf-8", "replace"), io.BytesIO(), LINK)

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
            every = (puzzle for chunk in chunks(io.BytesIO(self.head)) for puzzle in chunk.puzzles)
            return len(list(islice(every, 2))) > 1
        return False

    def instance(self, options: RunOptions) -> Instance:
        """The puzzle, or the one of many that is asked for. Raises InstanceError."""
        if options.number is not None:
            from zenkai_solver.solvers.batch import many  # which loads numpy

            return many.one(self.name, options.number, options, self.stream())
        return read_one(self.head, options.added, self.name)

    def instances(self, options: RunOptions) -> Iterator[Instance]:
        """All puzzles, in order. Raises InstanceError."""
        if options.number is None and self.of_many():
            from zenkai_solver.solvers.batch import many

            return many.each(self.name, options, self.stream())
        return iter([self.instance(options)])


def read_one(raw: bytes, extra: str = "", name: Path = NAME) -> Instance:
    """Raises InstanceError, also if there is more than a file of one puzzle may have."""
    try:
        text = read_stream(io.BytesIO(raw))
    except InstanceError as error:
        error.file = str(name)
        raise
    return load_text(text, str(name), extra)
