"""Reading an instance file: YAML from a stranger, within stated limits, every value with its line.

    read_text(path) -> str                the file, within a limit of size
    parse_yaml(text) -> Document(data, text, lines)

The YAML events are consumed one by one: no object is built that was not allowed, aliases are refused (no
bombs), a key given twice is an error, and size, depth and number of values are bounded. They come from
libyaml where PyYAML has it, which is several times as fast; text that it refuses, or takes otherwise, is put
to PyYAML's own parser, so that what is accepted, and every message, is the same everywhere.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import yaml

MAX_BYTES = 1 << 20
GZIP = b"\x1f\x8b"
MAX_VALUES = 100_000
MAX_DEPTH = 16
# What libyaml takes in places where PyYAML's parser does not.
UNLIKE = re.compile("[\t?\x85\u2028\u2029\ufeff]|[|>][-+0-9]*#")
LOADERS = (*([yaml.CSafeLoader] if yaml.__with_libyaml__ else []), yaml.SafeLoader)
MAX_DIGITS = 1_000  # of a number; Python itself writes no more than 4,300
TOO_LARGE = 10**MAX_DIGITS

Where = tuple[str | int, ...]  # the way to a value: keys and list positions


class InstanceError(ValueError):
    """The user's file is wrong. `where` is the path into the data, `row` the line of a drawing there.

    The text is one line: `pento.yaml:4: board: 61 cells, but the pieces cover 60`.
    """

    def __init__(self, where: str | Where, message: str, row: int | None = None) -> None:
        self.where: Where = (where,) if isinstance(where, str) else tuple(where)
        self.message = re.sub(r"\s+", " ", message)
        self.row = row
        self.file: str | None = None
        self.line: int | None = None
        super().__init__(message)

    def __str__(self) -> str:
        place = "" if self.file is None else self.file + (f":{self.line}" if self.line else "") + ": "
        path = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in self.where)
        return place + (f"{path.lstrip('.')}: " if path else "") + self.message


@dataclass
class Document:
    """The data of a file, its text, and the line (from 1) where each path's value begins."""

    data: dict[str, Any]
    text: str
    lines: dict[Where, int] = field(default_factory=dict)

    def line(self, where: Where, row: int | None = None) -> int:
        """The line of the longest known part of the path, plus the row of the drawing there."""
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
        raise InstanceError((), f"the file is larger than {MAX_BYTES:,} bytes, the most that is read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InstanceError((), f"not UTF-8 text: byte {raw[error.start]:#04x} at {error.start}") from None


def _unpacked(raw: bytes) -> bytes:
    """What was packed by gzip, or the first MAX_BYTES + 1 bytes of it. Raises InstanceError."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        text = unpacker.decompress(raw, MAX_BYTES + 1)
    except zlib.error as error:
        raise InstanceError((), f"damaged gzip: {error}") from None
    if not unpacker.eof and len(text) <= MAX_BYTES:
        raise InstanceError((), "damaged gzip: it ends too early")
    return text


def is_file(path: Path) -> bool:
    """Is there such a file? None has a name that is too long to be looked for, as pasted links are."""
    try:
        return path.is_file()
    except OSError:
        return False


def regular(path: Path) -> Path:
    """The path, if reading there will not wait for ever: a pipe without a writer does. Raises OSError.

    What a shell opened for us, under /dev, is read: `<(...)` and /dev/stdin.
    """
    kind = path.stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or path.is_relative_to("/dev")):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return path


def parse_yaml(text: str, loaders: Sequence[Any] = LOADERS) -> Document:
    """The mapping that the YAML text states. Raises InstanceError with `line` set.

    What one of PyYAML's loaders does not take as YAML is put to the next; the last one says what is wrong.
    """
    *others, last = loaders
    for loader in () if UNLIKE.search(text) else others:
        with suppress(yaml.YAMLError):
            return _read(text, loader)
    try:
        return _read(text, last)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _at(mark.line + 1 if mark else 1, f"not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise _at(1, f"not YAML: {str(error).splitlines()[0]}") from None


def _read(text: str, loader: Any) -> Document:
    try:
        return _Reader(text, loader).document()
    except (ValueError, OverflowError) as error:  # e.g. the date 2020-99-99 or an int of 10,000 digits
        if isinstance(error, InstanceError):
            raise
        raise _at(1, f"a value that cannot be read: {error}") from None


def _at(line: int, message: str) -> InstanceError:
    error = InstanceError((), message)
    error.line = line
    return error


class _Reader:
    """Builds dicts, lists and scalars from the parser's events."""

    def __init__(self, text: str, loader: Any) -> None:
        self.text = text
        self.loader = loader(text)
        self.events: Iterator[Any] = iter(self.loader.get_event, None)
        self.lines: dict[Where, int] = {}
        self.values = 0

    def document(self) -> Document:
        try:
            event = next(self.events)
            while isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
                event = next(self.events)
            if not isinstance(event, yaml.MappingStartEvent):
                raise _at(1, "an instance is a YAML mapping: lines of `key: value`")
            data = self.value(event, ())
            next(self.events)
            if not isinstance(next(self.events), yaml.StreamEndEvent):
                raise _at(1, "this file has several YAML documents; one is expected")
        finally:
            self.loader.dispose()
        return Document(data, self.text, self.lines)

    def value(self, event: Any, where: Where) -> Any:
        self.values += 1
        line = event.start_mark.line + 1
        if self.values > MAX_VALUES or len(where) > MAX_DEPTH:
            raise _at(line, f"more than {MAX_VALUES:,} values, or nested deeper than {MAX_DEPTH}")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _at(line, "anchors and aliases (& and *) are not allowed")
        block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
        self.lines[where] = line + block  # a block's first row is below its key
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, line)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(where)
        return self.mapping(where)

    def scalar(self, event: yaml.ScalarEvent, line: int) -> Any:
        if not event.value and event.implicit[0] and not isinstance(self.loader, yaml.SafeLoader):
            raise yaml.YAMLError("a value that is left out, which libyaml says is on the next line")
        resolver: Any = self.loader  # its methods are not typed
        tag = event.tag or resolver.resolve(yaml.ScalarNode, event.value, event.implicit)
        try:
            value = resolver.construct_object(yaml.ScalarNode(tag, event.value))
        except (IndexError, KeyError, AttributeError, TypeError):  # `!!int ""`, `!!bool x`, `!!timestamp x`
            kind = tag.rpartition(":")[2]
            raise _at(line, f"{event.value!r:.40} is not of type {kind}") from None
        if isinstance(value, int) and abs(value) >= TOO_LARGE:
            raise _at(line, f"a number of more than {MAX_DIGITS:,} digits")
        return value

    def sequence(self, where: Where) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.value(event, (*where, len(items))))
        return items

    def mapping(self, where: Where) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            line = event.start_mark.line + 1
            if not isinstance(event, yaml.ScalarEvent):
                raise _at(line, "a key must be plain text")
            if event.value in items:
                raise _at(line, f"{event.value}: given twice")
            items[event.value] = self.value(next(self.events), (*where, event.value))
            self.lines.setdefault((*where, event.value), line)
        return items
