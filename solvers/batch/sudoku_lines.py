"""Reading files of many sudokus: the puzzles of a file, some thousand lines at a time, with line numbers.

Lines end with LF, CR or CRLF; a byte order mark, blank lines and comments from # on are skipped.
After 81 cells a title or the solution is skipped, and further puzzles of 81 cells are read.
Rows of a grid on lines of their own are put together (`models.formats.printed`).
Any other line is one puzzle, to be read by `models.formats.sudoku`.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import numpy as np

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats import printed
from zenkai_solver.models.formats.lines81 import CELLS, parse_equal_lines
from zenkai_solver.models.formats.printed import Grouping

CHUNK = 82 * 4_096  # bytes read, and solved, between two looks at the clock
MAX_LINE = 1 << 20  # bytes
MAX_BLANK = 1 << 24  # bytes of blank lines, comments and heads in a row
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PUZZLE = re.compile(rb"(?<![^\s,;])[0-9.]{81}(?![^\s,;])")
GRID, BETWEEN = re.compile(rb"[0-9.]{81}"), re.compile(rb"[\s,;]+")
CONTENT = re.compile(rb"(?:\A|[\r\n])[ \t]*[^#\s]")  # the beginning of a line that is no comment
LINE_ENDS = (b"\n", b"\r\n", b"\r")


@dataclass(frozen=True)
class SomeLines:
    """Some whole lines of the file, from line `first` on; `begun`: rows of a grid from the lines before."""

    first: int
    data: bytes
    begun: Grouping = field(default_factory=Grouping)
    last: bool = False  # nothing follows: the rows begun are a puzzle, too

    @cached_property
    def puzzles(self) -> list[tuple[int, bytes]]:
        """Each with the number of its first line, in order; several may be on one line."""
        numbered = enumerate(self.data.splitlines(), start=self.first)
        kept = ((n, text) for n, line in numbered if (text := line.strip()) and not text.startswith(b"#"))
        puzzles = [puzzle for line in kept for puzzle in self._on(*line)]
        return puzzles + [_in_one_line(*puzzle) for puzzle in self.begun.end()] if self.last else puzzles

    def _on(self, number: int, text: bytes) -> Iterator[tuple[int, bytes]]:
        """The puzzles that end with this line."""
        if PUZZLE.match(text):
            answer = self.begun.answering and self.begun.block.empty
            yield from (_in_one_line(*rows) for rows in self.begun.end())
            yield from () if answer else ((number, puzzle) for puzzle in puzzles_of(text))
        else:
            line = text.decode("utf-8", "surrogateescape")
            yield from (_in_one_line(*puzzle) for puzzle in self.begun.group(number, line))

    @property
    def holds_something(self) -> bool:
        """Has it puzzles, or rows of one? To be asked before the next chunk changes `begun`."""
        if self.equal_lines is not None:
            return True
        return CONTENT.search(self.data) is not None and bool(self.puzzles or not self.begun.idle)

    @cached_property
    def plain(self) -> list[int]:
        """The places among `puzzles` of those that are 81 cells of digits, dots for blanks."""
        return [i for i, (_, text) in enumerate(self.puzzles) if PUZZLE.fullmatch(text)]

    @cached_property
    def equal_lines(self) -> np.ndarray | None:
        """uint8[n, 81] in the usual case that all lines have 81 cells and nothing else; None otherwise."""
        if self.last or not self.begun.idle:
            return None
        parsed = (parse_equal_lines(self.data, end) for end in LINE_ENDS)
        return next((digits for digits in parsed if digits is not None), None)

    @cached_property
    def digits(self) -> np.ndarray:
        """uint8[n, 81]: the plain puzzles."""
        if self.equal_lines is not None:
            return self.equal_lines
        digits = parse_equal_lines(b"".join(self.puzzles[i][1] + b"\n" for i in self.plain), b"\n")
        return np.zeros((0, CELLS), np.uint8) if digits is None else digits

    @property
    def all_plain(self) -> bool:
        return self.equal_lines is not None or len(self.plain) == len(self.puzzles)


def _in_one_line(number: int, text: str) -> tuple[int, bytes]:
    """A puzzle on one line; if it has 9 rows of digits, without the characters between the cells."""
    rows = printed.filled(text.split("\n"))
    cells = (
        re.sub(r"[\s,|]+", "", "".join(rows)).replace("_", ".").replace("*", ".").encode("utf-8", "replace")
    )
    plain = len(rows) > 1 and PUZZLE.fullmatch(cells) is not None
    return number, cells if plain else text.encode("utf-8", "surrogateescape")


def puzzles_of(line: bytes) -> list[bytes]:
    """The puzzles on a line, without solutions that follow their puzzles.

    A longer word that contains 81 cells may be several puzzles: it is kept, and turns out to be unreadable.
    """
    if not PUZZLE.match(line):
        return [line]
    puzzles: list[bytes] = []
    for text in filter(GRID.search, BETWEEN.split(line.partition(b"#")[0])):
        if not puzzles or not PUZZLE.fullmatch(text) or not is_solution(text, puzzles[-1]):
            puzzles.append(text)
    return puzzles


def is_solution(grid: bytes, puzzle: bytes) -> bool:
    """Has the grid no blank, and all givens of the puzzle?"""
    return not set(grid) & set(b".0") and all(a == b or b in b".0" for a, b in zip(grid, puzzle))


def chunks(file: BinaryIO) -> Iterator[SomeLines]:
    """The lines of a file in chunks.

    Raises InstanceError if a line is longer than MAX_LINE, or if more than MAX_BLANK bytes have no puzzle: so
    reading a compressed file of line feeds alone ends soon, whatever its length.
    """
    begun, blank = Grouping(), 0
    first, rest = 1, file.read(len(BYTE_ORDER_MARK)).removeprefix(BYTE_ORDER_MARK)
    data = file.read(CHUNK)
    while data or rest:
        whole = rest + data
        end = end_of_last_line(whole) if data else len(whole)
        if not end and len(whole) > MAX_LINE:
            raise fault(f"a line of more than {MAX_LINE:,} bytes, the most that is read", first)
        if end:
            chunk = SomeLines(first, whole[:end], begun)
            blank = 0 if chunk.holds_something else blank + end
            if blank > MAX_BLANK:
                raise fault(f"more than {MAX_BLANK:,} bytes without a puzzle, the most that is read", first)
            yield chunk
            first += line_ends(whole[:end])
        rest, data = whole[end:], file.read(CHUNK) if data else b""
    if not begun.idle:
        yield SomeLines(first, b"", begun, last=True)


def end_of_last_line(data: bytes) -> int:
    """The place after the last line end; a CR at the very end may be the first half of one."""
    return max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1


def line_ends(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def read_chunks(path: Path, stream: BinaryIO | None = None) -> Iterator[SomeLines]:
    """The chunks of a file, which is unpacked if it ends with .gz, or of a stream in its place.

    Raises InstanceError: the file and why.
    """
    try:
        if stream is not None:
            yield from chunks(stream)
            return
        with open_lines(path) as file:
            yield from chunks(file)
    except (OSError, EOFError, zlib.error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or "it is damaged"
        raise in_file(path, InstanceError((), f"cannot read: {reason}")) from None
    except InstanceError as error:
        raise in_file(path, error) from None


def in_file(path: Path, error: InstanceError) -> InstanceError:
    error.file = str(path)
    return error


def open_lines(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return io.BufferedReader(gzip.open(path, "rb"))
    return path.open("rb")
