"""The solutions file (JSON Lines): header, one line per solution, footer.

    {"format": "zenkai-solutions/1", "instance": ..., "sha256": ..., "puzzle": ..., "text": ..., ...}
    {"n": 1, "board": ["FFII...", ...], "orbit": 4}
    {"complete": true, "count": 2339, "all": 9356, "seconds": ..., "digest": HEX, "reason": null, ...}

The header carries the instance's text, so that a file can be checked without anything else. Each solution
reaches the operating system as a whole line as soon as it is found; a file without a footer is unfinished.

A part of a set of files (see `rotate.py`) is such a file too. Its header also states its position in the set,

    {..., "part": {"number": 2, "first": 1001}}

the numbers n begin at `first`, and the totals of the footer are those of this part. `complete` always means
that all solutions of the instance are in this file. So no part of several is complete; its reason is
"continues in part 3", in the last part "last of 7 parts" or what cut the run short.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from zenkai_solver.models.document import MAX_BYTES, InstanceError
from zenkai_solver.models.loading import STATES_A_FAMILY, loads
from zenkai_solver.models.puzzle import Instance, Puzzle, Recording
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, Tally
from zenkai_solver.solvers.solution_files.output import write_all
from zenkai_solver.solvers.solution_files.stated import (
    FOOTER,
    HEADER,
    SURROGATE,
    ending_fault,
    lacks,
    parsed,
    parsed_line,
)

FORMAT = "zenkai-solutions/1"
TEMPORARY = ".tmp"  # the ending of the name of a file that is not whole yet
MAX_LINE = 1 << 22  # bytes of a line that is read
MOST_FOOTER = 1 << 16  # bytes


class ResultsError(Refused):
    """A solutions file that is damaged or does not verify; the text names file and line.

    >>> import zenkai_solver as zenkai
    >>> path = zenkai.solve("dominoes4x4", backend="sat").save("dominoes.jsonl")
    >>> _ = path.write_text(path.read_text().replace('"n": 1,', '"n": 7,'))
    >>> try:
    ...     zenkai.verify(path)
    ... except zenkai.ResultsError as error:
    ...     print(str(error)[:17])
    dominoes.jsonl:2:
    """


@dataclass(frozen=True)
class Ending:
    """How a run ended: `reason` is None if the search was complete; then `levels` are the levels of trust
    that the count has reached (`core/levels.py`). `seconds`: wall-clock time.
    """

    reason: str | None
    seconds: float
    levels: tuple[str, ...] = ()

    @property
    def stated(self) -> dict[str, Any]:
        """The entries of a footer for reason and levels."""
        return (
            {"reason": self.reason, "levels": list(self.levels)} if self.levels else {"reason": self.reason}
        )


class Sink(Protocol):
    """Writes the solutions of a run."""

    def write(self, number: int, chunk: Chunk) -> None:
        """Write the solutions of the chunk, the first of which has this number. Raises OSError."""

    def close(self, tally: Tally, ending: Ending) -> None:
        """Write the footer; the file itself stays open. Raises OSError."""


def header(prepared: Prepared) -> dict[str, Any]:
    engine = prepared.backend
    return header_of(
        prepared.instance, engine.name, engine.versions(), prepared.symmetry, prepared.group.order
    )


def header_of(
    instance: Instance, backend: str, versions: Mapping[str, str], symmetry: str, order: int
) -> dict[str, Any]:
    reflections = instance.puzzle.symmetries().reflections
    return {
        "format": FORMAT,
        "instance": instance.name,
        "sha256": instance.sha256,
        "puzzle": instance.puzzle.family,
        "backend": backend,
        "versions": dict(versions),
        "symmetry": {
            "mode": symmetry,
            "order": order,
            # published counts differ by whether mirror images are one solution
            **({} if reflections is None else {"reflections": reflections}),
        },
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "text": instance.text,
    }


class NullSink:
    """A `Sink` that writes nothing, for counts."""

    def write(self, number: int, chunk: Chunk) -> None:
        pass

    def close(self, tally: Tally, ending: Ending) -> None:
        pass


class JsonLinesSink:
    """Writes a solutions file to a descriptor. Each chunk is one unbuffered system call, so that a killed
    process loses no solution that was handed over.
    """

    def __init__(self, file: int, head: dict[str, Any], puzzle: Puzzle | None = None) -> None:
        self.file = file
        self.extra: Callable[[Board], dict[str, Any]] | None = (
            puzzle.record if isinstance(puzzle, Recording) else None
        )
        self._line(head)

    def _line(self, value: dict[str, Any]) -> None:
        write_all(self.file, (json.dumps(value, ensure_ascii=False) + "\n").encode())

    def write(self, number: int, chunk: Chunk) -> None:
        if self.extra is None and (array := chunk.array) is not None:
            write_all(self.file, array.lines(chunk.orbits, number))
        else:
            write_all(self.file, b"".join(map(numbered, count(number), bodies(chunk, self.extra))))

    def close(self, tally: Tally, ending: Ending) -> None:
        self._line(
            {
                "complete": ending.reason is None,
                "count": tally.count,
                "all": tally.all,
                "seconds": round(ending.seconds, 3),
                "digest": tally.digest,
                **ending.stated,
            }
        )


class TextSink:
    """Writes the drawing of each solution as text, below its number."""

    def __init__(self, file: int, prepared: Prepared, style: Style) -> None:
        self.file, self.puzzle, self.style = file, prepared.instance.puzzle, style

    def write(self, number: int, chunk: Chunk) -> None:
        for i in range(len(chunk)):
            drawing = self.puzzle.render(chunk.board(i), self.style)
            write_all(self.file, f"{number + i}\n{drawing}\n\n".encode())

    def close(self, tally: Tally, ending: Ending) -> None:
        pass


def bodies(chunk: Chunk, record: Callable[[Board], dict[str, Any]] | None) -> Iterator[bytes]:
    """The lines of the solutions without their numbers; `record(board)` are further entries of the line."""
    lines = map(body, chunk.texts, chunk.orbits)
    return map(_extended, lines, map(record, map(chunk.board, range(len(chunk))))) if record else lines


def body(text: bytes, orbit: int) -> bytes:
    """The line of a solution without its number, as json.dumps would write it, but several times as fast.
    `text`: the rows of the board, joined by line feeds; `orbit`: the size of its orbit.
    """
    rows = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b'", "')
    return b'{"board": ["%b"], "orbit": %d}\n' % (rows, orbit)


def numbered(number: int, line: bytes) -> bytes:
    """The line of `body` with its number."""
    return b'{"n": %d, %b' % (number, line[1:])


def _extended(line: bytes, beside: dict[str, Any]) -> bytes:
    """The line of `body` with the entries `beside` added."""
    return line[:-2] + b", " + json.dumps(beside, ensure_ascii=False)[1:].encode() + b"\n"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically and durably: it is renamed into its place after fsync. Raises OSError."""
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename in the folder durable by fsync; Windows has no such call and needs none."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


NOT_WHOLE = "not a whole line of JSON (cut off or damaged)"
AN_INSTANCE = "an instance, not a file of solutions: `zenkai run` finds them, `zenkai draw` draws the puzzle"
AT_ONCE = 4_096  # lines that are checked together
HELD = 1 << 24  # bytes of boards that are kept for that, exceeded by one line at most
NO_FOOTER = "no footer: the run did not end"
_ROWS = rb'[ !#-\[\]-~]*(?:", "[ !#-\[\]-~]*)*'  # rows of printable ASCII, without quotes and backslashes
PLAIN = re.compile(rb'\{"n": [0-9]+, "board": \["(%b)"\], "orbit": [0-9]+(?:, "least": true)?\}\n\Z' % _ROWS)


@dataclass(frozen=True)
class SolutionsFile:
    """A solutions file whose header was read and checked; `instance` is read from the header's text."""

    path: Path
    header: dict[str, Any]
    instance: Instance

    @property
    def first(self) -> int:
        """The number of the first solution: 1, except in a later part of a set."""
        return int(self.header["part"]["first"]) if "part" in self.header else 1

    @property
    def mode(self) -> str:
        """The symmetry mode, `all` or `orbits`. Raises ResultsError if the header states another group than
        that of the instance.
        """
        stated, group = self.header["symmetry"], self.instance.puzzle.symmetries()
        if stated["order"] != group.order:
            raise ResultsError(
                f"{self.path}:1: a group of order {stated['order']!r:.40}, but it has {group.order}"
            )
        if stated.get("reflections", group.reflections) != group.reflections:
            raise ResultsError(f"{self.path}:1: the header's group is another: look at its reflections")
        return str(stated["mode"])

    def ends_complete(self) -> bool:
        """Is the last line a footer that says `complete`?"""
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - MAX_LINE))
            last = file.read().removesuffix(b"\n").rpartition(b"\n")[2]
        try:
            value = json.loads(last)
        except (ValueError, RecursionError):
            return False
        return isinstance(value, dict) and value.get("complete") is True

    def lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Line number (from 2) and content of every line after the header; the footer is the line with
        `complete`.

        A last line that is cut off is left out: the run that wrote it did not end. Raises ResultsError for a
        damaged line or footer, and for lines after the footer.
        """
        left = self._lines()
        for number, line in left:
            if _is_cut(line):
                return
            value = _object(self.path, number, line)
            if "complete" in value:
                self._check_footer(number, line, left)
            yield number, value

    def texts(self) -> Iterator[bytes | dict[str, Any]]:
        """For each solution the rows of its board, joined by line feeds; for the footer its content.

        Lines in the form that zenkai writes are split without parsing JSON, in a tenth of the time. Raises
        ResultsError as `lines` does.
        """
        left = self._lines()
        for number, line in left:
            if plain := PLAIN.match(line):
                yield plain[1].replace(b'", "', b"\n")
                continue
            if _is_cut(line):
                return
            value = _object(self.path, number, line)
            if "complete" in value:
                self._check_footer(number, line, left)
                yield value
            else:
                yield "\n".join(read_board(self.path, number, value)).encode()

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Number and bytes of each line after the header."""
        with self.path.open("rb") as file:
            file.readline(MAX_LINE)
            number = 1
            while line := file.readline(MAX_LINE):
                number += 1
                yield number, line

    def _check_footer(self, number: int, line: bytes, left: Iterator[tuple[int, bytes]]) -> None:
        """Raises ResultsError if the footer is not valid, or `left`, the lines after it, is not empty."""
        value = parsed(line) if len(line) <= MOST_FOOTER else None
        if value is None:
            raise ResultsError(f"{self.path}:{number}: footer: too long, or a name is there twice")
        if fault := ending_fault(value, FOOTER):
            raise ResultsError(f"{self.path}:{number}: footer: {fault}")
        if more := next(left, None):
            raise ResultsError(f"{self.path}:{more[0]}: a line after the footer")

    def board(self, number: int) -> tuple[str, ...]:
        """The board of the solution with that number. Raises ResultsError if the file does not have it."""
        for line, value in self.lines():
            if value.get("n") == number:
                return read_board(self.path, line, value)
        raise ResultsError(f"{self.path}: no solution {number}")


def _is_cut(line: bytes) -> bool:
    """Is it a line without its line feed, at the end of the file? A longer one was cut by `readline`."""
    return len(line) < MAX_LINE and not line.endswith(b"\n")


def read_board(path: Path, line: int, value: dict[str, Any]) -> tuple[str, ...]:
    """The board of line number `line`, with that value. Raises ResultsError if it is no list of texts, or a
    text has a character that UTF-8 cannot encode.
    """
    board = value.get("board")
    if not isinstance(board, list) or not all(isinstance(row, str) for row in board) or not board:
        raise ResultsError(f"{path}:{line}: `board` is not a list of rows")
    if any(SURROGATE.search(row) for row in board):
        raise ResultsError(f"{path}:{line}: `board` has half of a surrogate pair, which is no character")
    return tuple(board)


def _begin(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_LINE)


def read_header(path: Path) -> dict[str, Any]:
    """The header, of which only `format` and `part` are checked. Raises ResultsError if this is no solutions
    file; OSError.
    """
    with path.open("rb") as file:
        line = file.readline(MAX_LINE)
    if (head := parsed(line)) is None or not isinstance(head, dict) or not line.endswith(b"\n"):
        if STATES_A_FAMILY.search(_begin(path).decode("utf-8", "replace")):
            raise ResultsError(f"{path}: {AN_INSTANCE}")
        raise ResultsError(f"{path}:1: {NOT_WHOLE}")
    if head.get("format") != FORMAT:
        raise ResultsError(f"{path}:1: not a solutions file: the header's format is not {FORMAT}")
    if "part" in head and not HEADER["part"].holds(head["part"]):
        raise ResultsError(f"{path}:1: the header's `part` is not {HEADER['part'].words}")
    return head


def open_solutions(path: Path) -> SolutionsFile:
    """Read and check the header, and read its instance. Raises ResultsError; OSError."""
    head = read_header(path)
    text, name = head.get("text"), head.get("instance")
    if not isinstance(text, str) or not isinstance(name, str):
        raise ResultsError(f"{path}:1: the header has no instance")
    if len(text) > MAX_BYTES or SURROGATE.search(text + name):
        raise ResultsError(
            f"{path}:1: the header's instance has more than {MAX_BYTES:,} characters, or is no text in UTF-8"
        )
    if fault := lacks(head, HEADER):
        raise ResultsError(f"{path}:1: the header: {fault}")
    try:
        instance = loads(text, name)
    except InstanceError as error:
        raise ResultsError(f"{path}:1: the header's instance: {error}") from None
    if instance.sha256 != head.get("sha256"):
        raise ResultsError(f"{path}:1: the instance in the header does not have the stated sha256")
    if instance.puzzle.family != head["puzzle"]:
        raise ResultsError(
            f"{path}:1: the header: a {head['puzzle']:.40}, but it is a {instance.puzzle.family}"
        )
    return SolutionsFile(path, head, instance)


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    value = parsed_line(line)
    if not isinstance(value, dict) or not line.endswith(b"\n"):
        raise ResultsError(f"{path}:{number}: {NOT_WHOLE}")
    return value
