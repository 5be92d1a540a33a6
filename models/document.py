"""Instance files as they are read, within limits of size, and what is wrong with them.

read_text(path) -> str        the file's text
Document(data, text, ...)     what it states, with the line of every value: see `models.parsing`
InstanceError                 the file is wrong, in one line
"""

from __future__ import annotations

import errno
import os
import re
import stat
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

MAX_BYTES = 1 << 20
GZIP = b"\x1f\x8b"
MAX_VALUES = 100_000
XZ = b"\xfd7zXZ"
KEPT = re.compile(r'\{"format": "zenkai-solutions(-set)?/')
PLURAL = re.compile(
    r"(?<![\w.,:/-])1 (board|byte|cell|character|clue|column|component|constraint|cube|digit|file|given"
    r"|line|node|number|option|orientation|part|piece|place|puzzle|region|row|rule|solution|step|swap|text|time"
    r"|variable|word)s\b"
)

Where = tuple[str | int, ...]  # the way to a value: keys and list positions


class InstanceError(ValueError):
    """The user's file is wrong. `where`: the path into the data; `row`: the line of a drawing there.

    The text is one line: `pento.yaml:4: board: 61 cells, but the pieces cover 60`.

    >>> import zenkai_solver as zenkai
    >>> try:
    ...     zenkai.load("puzzle: packing\\nboard: 2x2\\npieces: dominos")
    ... except zenkai.InstanceError as error:
    ...     print(error.file, error.line, error.where[0])
    <text> 3 pieces
    """

    def __init__(self, where: str | Where, message: str, row: int | None = None) -> None:
        self.where: Where = (where,) if isinstance(where, str) else tuple(where)
        self.message = singular(re.sub(r"\s+", " ", message))
        self.row = row
        self.file: str | None = None
        self.line: int | None = None
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with all its parts, not by the message alone, which its constructor does not take."""
        return InstanceError, (self.where, self.message, self.row), {"file": self.file, "line": self.line}

    def __str__(self) -> str:
        place = "" if self.file is None else self.file + (f":{self.line}" if self.line else "") + ": "
        path = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in self.where)
        return place + (f"{path.lstrip('.')}: " if path else "") + self.message


def singular(text: str) -> str:
    """The text of a message, with nouns in the singular after the number 1: `1 cell`, not `1 cells`."""
    return PLURAL.sub(r"1 \1", text)


def fault(message: str, line: int | None = None) -> InstanceError:
    """The error for a text, with the number of its line (from 1) if it is known."""
    error = InstanceError((), message)
    error.line = line
    return error


@dataclass
class Document:
    """The data of a file, its text, and the line (from 1) at which the value of each path begins.

    `written`: how a value is written that is neither text nor a whole number in plain digits. `folded`: the
    texts whose lines were joined. `cut`: the comment after a text, if it may be meant as part of the text.
    """

    data: dict[str, Any]
    text: str
    lines: dict[Where, int] = field(default_factory=dict)
    written: dict[Where, str] = field(default_factory=dict)
    folded: set[Where] = field(default_factory=set)
    cut: dict[Where, str] = field(default_factory=dict)

    def line(self, where: Where, row: int | None = None) -> int:
        """The line of the longest known prefix of the path, plus the row of the drawing there."""
        while where and where not in self.lines:
            where, row = where[:-1], None
        return self.lines.get(where, 1) + (row or 0)


def read_text(path: str | os.PathLike[str]) -> str:
    """The file's text. Raises InstanceError if it is missing, unreadable, too large or not UTF-8."""
    try:
        with regular(Path(path)).open("rb") as file:
            return read_stream(file)
    except InstanceError:  # a ValueError too
        raise
    except IsADirectoryError:
        raise InstanceError((), f"a folder: name the files in it, such as {os.fspath(path)}/*.yaml") from None
    except OSError as error:
        raise InstanceError((), f"cannot read: {error.strerror or error}") from None
    except ValueError:  # NUL, or half of a surrogate pair
        raise InstanceError((), "cannot read: a file name that no system can have") from None


def read_stream(file: BinaryIO) -> str:
    """The text of an open file, also gzipped. Raises InstanceError if too large or not UTF-8; OSError."""
    raw = file.read(MAX_BYTES + 1)
    if len(raw) <= MAX_BYTES and raw.startswith(GZIP):
        raw = _unpacked(raw)
    if len(raw) > MAX_BYTES:
        refuse_solutions(raw.decode("utf-8", "replace"))
        raise InstanceError((), f"the file is larger than {MAX_BYTES:,} bytes, the most that is read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if raw.startswith(XZ):
            raise InstanceError(
                (), "packed by xz, not an instance; `zenkai check` reads certificates"
            ) from None
        raise InstanceError((), f"not UTF-8 text: byte {raw[error.start]:#04x} at {error.start}") from None


def _unpacked(raw: bytes) -> bytes:
    """The unpacked data, cut after MAX_BYTES + 1 bytes. Raises InstanceError."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        text = unpacker.decompress(raw, MAX_BYTES + 1)
    except zlib.error as error:
        raise InstanceError((), f"damaged gzip: {error}") from None
    if not unpacker.eof and len(text) <= MAX_BYTES:
        raise InstanceError((), "damaged gzip: it ends too early")
    return text


def is_file(path: Path) -> bool:
    """Is it a file? False for a name that is too long for the system, such as a pasted link."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Is it a folder? False for a name that is too long for the system."""
    try:
        return path.is_dir()
    except OSError:
        return False


def regular(path: Path) -> Path:
    """The path, if reading it cannot block forever, as a pipe without a writer would; else raises OSError.

    Files that a shell has opened, under /dev, such as `<(...)` and /dev/stdin, are allowed.
    """
    kind = path.stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or path.is_relative_to("/dev")):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return path


def refuse_solutions(text: str) -> None:
    """Raises InstanceError if the text begins as a solutions file or its index does."""
    if kept := KEPT.match(text):
        what = "an index of solutions" if kept[1] else "a file of solutions"
        raise fault(
            f"{what}, not an instance: `zenkai show FILE 1` draws one, `zenkai verify FILE` checks all"
        )
