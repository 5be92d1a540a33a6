"""The solutions file (JSON Lines): header, one line per solution, footer.

    {"format": "zenkai-solutions/1", "instance": ..., "sha256": ..., "puzzle": ..., "text": ..., ...}
    {"n": 1, "board": ["FFII...", ...], "orbit": 4}
    {"complete": true, "count": 2339, "all": 9356, "seconds": ..., "digest": HEX, "reason": null, ...}

The header carries the instance's text, so that a file can be checked without anything else. Each solution
reaches the operating system as a whole line as soon as it is found; a file without a footer is unfinished.

A part of a set of files (see `rotate`) is such a file too. Its header has a place in the set besides,

    {..., "part": {"number": 2, "first": 1001}}

the running numbers n begin at `first`, and the footer totals the lines of this part. `complete` means what it
always does: all solutions of the instance are in this file. So no part of several is complete by itself; the
reason is "continues in part 3", in the last part "last of 7 parts" or what cut the run short.
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
from zenkai_solver.models.loading import SYMMETRY_MODES, loads
from zenkai_solver.models.puzzle import Instance, Puzzle, Recording
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.command import Refused
from zenkai_solver.solvers.pipeline import Chunk, Prepared, Tally

FORMAT = "zenkai-solutions/1"
ENDINGS = {"none": ".jsonl", "gzip": ".jsonl.gz", "zstd": ".jsonl.zst"}  # of solutions, as compressed
TEMPORARY = ".tmp"  # ends the name of a file that is not whole yet
MAX_LINE = 1 << 22  # bytes of one line that is read
SURROGATE = re.compile("[\ud800-\udfff]")


class ResultsError(Refused):
    """A solutions file that is damaged or does not verify; the text names file and line."""


@dataclass(frozen=True)
class Ending:
    """How a run ended: reason None means complete; then `levels` say how far that may be trusted."""

    reason: str | None
    seconds: float
    levels: tuple[str, ...] = ()

    @property
    def stated(self) -> dict[str, Any]:
        """What a footer says of the end."""
        return (
            {"reason": self.reason, "levels": list(self.levels)} if self.levels else {"reason": self.reason}
        )


class Sink(Protocol):
    """Where records go."""

    def write(self, number: int, chunk: Chunk) -> None:
        """Take solutions `number`, `number` + 1, ..."""

    def close(self, tally: Tally, ending: Ending) -> None: ...


def header(prepared: Prepared) -> dict[str, Any]:
    engine = prepared.backend
    return header_of(
        prepared.instance, engine.name, engine.versions(), prepared.symmetry, prepared.group.order
    )


def header_of(
    instance: Instance, backend: str, versions: Mapping[str, str], symmetry: str, order: int
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "instance": instance.name,
        "sha256": instance.sha256,
        "puzzle": instance.puzzle.family,
        "backend": backend,
        "versions": dict(versions),
        "symmetry": {"mode": symmetry, "order": order} | _which(instance),
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "text": instance.text,
    }


def _which(instance: Instance) -> dict[str, bool]:
    """Which group it is: published counts differ by whether mirror images are one solution."""
    found = instance.puzzle.symmetries().reflections
    return {} if found is None else {"reflections": found}


class NullSink:
    """Keeps nothing: for counts."""

    def write(self, number: int, chunk: Chunk) -> None:
        pass

    def close(self, tally: Tally, ending: Ending) -> None:
        pass


class JsonLinesSink:
    """The solutions file, unbuffered: a chunk is one system call, so that a killed process loses none."""

    def __init__(self, file: int, head: dict[str, Any], puzzle: Puzzle | None = None) -> None:
        self.file = file
        self.extra: Callable[[Board], dict[str, Any]] | None = (
            puzzle.record if isinstance(puzzle, Recording) else None
        )
        self._line(head)

    def _line(self, value: dict[str, Any]) -> None:
        write_all(self.file, (json.dumps(value, ensure_ascii=False) + "\n").encode())

    def write(self, number: int, chunk: Chunk) -> None:
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
    """Drawings, each under its number."""

    def __init__(self, file: int, prepared: Prepared, style: Style) -> None:
        self.file, self.puzzle, self.style = file, prepared.instance.puzzle, style

    def write(self, number: int, chunk: Chunk) -> None:
        for i in range(len(chunk)):
            drawing = self.puzzle.render(chunk.board(i), self.style)
            write_all(self.file, f"{number + i}\n{drawing}\n\n".encode())

    def close(self, tally: Tally, ending: Ending) -> None:
        pass


def bodies(chunk: Chunk, record: Callable[[Board], dict[str, Any]] | None) -> Iterator[bytes]:
    """The lines of the solutions without their numbers; `record` tells what is stated beside a board."""
    lines = map(body, chunk.texts, chunk.orbits)
    return map(_extended, lines, map(record, map(chunk.board, range(len(chunk))))) if record else lines


def body(text: bytes, orbit: int) -> bytes:
    """The line of a solution without its number: as json.dumps would write it, several times as fast."""
    rows = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b'", "')
    return b'{"board": ["%b"], "orbit": %d}\n' % (rows, orbit)


def numbered(number: int, line: bytes) -> bytes:
    """The line with its number in front."""
    return b'{"n": %d, %b' % (number, line[1:])


def _extended(line: bytes, beside: dict[str, Any]) -> bytes:
    """The line with what the puzzle's `record` says beside the board."""
    return line[:-2] + b", " + json.dumps(beside, ensure_ascii=False)[1:].encode() + b"\n"


def write_all(file: int, data: bytes) -> None:
    """os.write until everything is written."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole, and lasts, or not at all. Raises OSError."""
    temporary = path.with_name(path.name + TEMPORARY)
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename last; Windows has no such call and needs none."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


NO_FOOTER = "no footer: the run did not end"
CONTRADICT = "complete and reason contradict each other"
_ROWS = rb'[ !#-\[\]-~]*(?:", "[ !#-\[\]-~]*)*'  # of plain ASCII, without quotes and backslashes
PLAIN = re.compile(rb'\{"n": [0-9]+, "board": \["(%b)"\], "orbit": [0-9]+(?:, "least": true)?\}\n\Z' % _ROWS)


@dataclass(frozen=True)
class Solutions:
    """An opened solutions file: its header, and its instance as the header states it."""

    path: Path
    header: dict[str, Any]
    instance: Instance

    @property
    def first(self) -> int:
        """The number of the first solution: 1, except in a later part of a set."""
        return int(self.header["part"]["first"]) if "part" in self.header else 1

    @property
    def mode(self) -> str:
        """The symmetry mode, of SYMMETRY_MODES. Raises ResultsError if the header has none."""
        stated = self.header.get("symmetry")
        if not isinstance(stated, dict) or stated.get("mode") not in SYMMETRY_MODES:
            raise ResultsError(f"{self.path}:1: the header has no symmetry mode")
        return str(stated["mode"])

    def ends_complete(self) -> bool:
        """Does the last line say that there are no others?"""
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - MAX_LINE))
            last = file.read().removesuffix(b"\n").rpartition(b"\n")[2]
        try:
            value = json.loads(last)
        except (ValueError, RecursionError):
            return False
        return isinstance(value, dict) and value.get("complete") is True

    def lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Line number (from 2) and content of every line after the header. Raises ResultsError."""
        with self.path.open("rb") as file:
            file.readline(MAX_LINE)
            number = 1
            while line := file.readline(MAX_LINE):
                number += 1
                yield number, _object(self.path, number, line)

    def texts(self) -> Iterator[bytes | dict[str, Any]]:
        """Of each solution the rows of its board joined by line feeds; of the footer its content.

        Lines as we write them are taken apart without JSON, which takes a tenth of the time. Raises
        ResultsError.
        """
        with self.path.open("rb") as file:
            file.readline(MAX_LINE)
            number = 1
            while line := file.readline(MAX_LINE):
                number += 1
                if plain := PLAIN.match(line):
                    yield plain[1].replace(b'", "', b"\n")
                    continue
                value = _object(self.path, number, line)
                footer = "complete" in value
                yield value if footer else "\n".join(read_board(self.path, number, value)).encode()

    def board(self, number: int) -> tuple[str, ...]:
        """The board of solution n. Raises ResultsError if the file does not have it."""
        for line, value in self.lines():
            if value.get("n") == number:
                return read_board(self.path, line, value)
        raise ResultsError(f"{self.path}: no solution {number}")


def read_board(path: Path, line: int, value: dict[str, Any]) -> tuple[str, ...]:
    """The board of a line. Raises ResultsError if it is no list of texts, or they are no text in UTF-8."""
    board = value.get("board")
    if not isinstance(board, list) or not all(isinstance(row, str) for row in board) or not board:
        raise ResultsError(f"{path}:{line}: `board` is not a list of rows")
    if any(SURROGATE.search(row) for row in board):
        raise ResultsError(f"{path}:{line}: `board` has half of a surrogate pair, which is no character")
    return tuple(board)


def read_header(path: Path) -> dict[str, Any]:
    """The header as it is. Raises ResultsError if this is no solutions file; OSError."""
    with path.open("rb") as file:
        head = _object(path, 1, file.readline(MAX_LINE))
    if head.get("format") != FORMAT:
        raise ResultsError(f"{path}:1: not a solutions file: the header's format is not {FORMAT}")
    if "part" in head and not _is_place(head["part"]):
        raise ResultsError(f"{path}:1: the header's `part` is not a number and a first solution, from 1 on")
    return head


def _is_place(part: object) -> bool:
    return isinstance(part, dict) and all(
        type(part.get(key)) is int and part[key] >= 1 for key in ("number", "first")
    )


def open_solutions(path: Path) -> Solutions:
    """Read the header. Raises ResultsError; OSError if the file cannot be read."""
    head = read_header(path)
    text, name = head.get("text"), head.get("instance")
    if not isinstance(text, str) or not isinstance(name, str):
        raise ResultsError(f"{path}:1: the header has no instance")
    if len(text) > MAX_BYTES or SURROGATE.search(text + name):
        raise ResultsError(
            f"{path}:1: the header's instance has more than {MAX_BYTES:,} characters, or is no text in UTF-8"
        )
    try:
        instance = loads(text, name)
    except InstanceError as error:
        raise ResultsError(f"{path}:1: the header's instance: {error}") from None
    if instance.sha256 != head.get("sha256"):
        raise ResultsError(f"{path}:1: the instance in the header does not have the stated sha256")
    return Solutions(path, head, instance)


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not line.endswith(b"\n"):
        raise ResultsError(f"{path}:{number}: not a whole line of JSON (cut off or damaged)")
    return value
