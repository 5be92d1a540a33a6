"""The puzzles of a batch, one after another, from files, folders, archives, and files of many puzzles.

Archives (.zip, .tar, .tar.gz, .tgz) are read in memory, member by member: nothing is unpacked to the disk, so
the names of members can do no harm. The number of members, their sizes and the sum of these are bounded.
"""

from __future__ import annotations

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from zenkai_solver.models.document import MAX_BYTES, InstanceError, read_stream, regular
from zenkai_solver.models.formats.table import is_archive, many_in, many_of
from zenkai_solver.models.loading import load, load_member
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.shipped import find

MOST_MEMBERS = 100_000
MOST_IN_ALL = 1 << 30  # bytes of all members of an archive, unpacked
DAMAGED = (
    *(OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError),
    *(RuntimeError, NotImplementedError),
)


@dataclass(frozen=True)
class BatchItem:
    """A puzzle that is not read yet: a file (`data` None), a member of an archive, or (`of_line`) a line of
    a file of many puzzles. `fault`: why there is nothing to read.
    """

    place: str
    data: bytes | None = None
    of_line: bool = False
    fault: str | None = None

    @property
    def raw(self) -> bytes:
        """The bytes of the puzzle, or of its fault; empty if the file cannot be read."""
        if self.data is not None or self.fault is not None:
            return self.data or str(self.fault).encode()
        with suppress(OSError, InstanceError), regular(find(self.place)).open("rb") as file:
            return file.read(MAX_BYTES + 1)
        return b""

    def instance(self, extra: str) -> Instance:
        """The puzzle, with further lines of YAML. Raises InstanceError, OSError."""
        if self.fault is not None:
            raise InstanceError((), self.fault)
        if self.data is None:
            return load(regular(find(self.place)), extra)
        if self.of_line:
            from zenkai_solver.solvers.batch import many  # which loads numpy

            return many.read_line(self.data.decode("utf-8", "replace"), self.place, extra)
        name = PurePosixPath(self.place.rpartition(":")[2])
        return load_member(read_stream(io.BytesIO(self.data)), name, extra)


def items(names: Sequence[str]) -> Iterator[BatchItem]:
    """The puzzles of files, folders and archives; what cannot be opened is an item with a fault."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            yield from items(sorted(str(file) for file in path.iterdir() if file.is_file()))
        elif is_archive(path):
            yield from _guarded(name, _members(path))
        elif many_in(path) is not None:
            yield from _guarded(name, _lines(path))
        else:
            yield BatchItem(name)


def _guarded(name: str, members: Iterator[BatchItem]) -> Iterator[BatchItem]:
    """The members; if reading them fails, the last is an item with a fault."""
    try:
        yield from members
    except InstanceError as error:
        yield BatchItem(name, fault=error.message)
    except DAMAGED as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or "it is damaged"
        yield BatchItem(name, fault=f"cannot read: {reason}")


def _lines(path: Path, place: str | None = None, stream: BinaryIO | None = None) -> Iterator[BatchItem]:
    """The puzzles of a file of many; each is named by the line where it begins."""
    from zenkai_solver.solvers.batch import many  # which loads numpy

    for number, text in many.lines(path, stream):
        yield BatchItem(f"{place or path}:{number}", text, of_line=True)


def _members(path: Path) -> Iterator[BatchItem]:
    opened = _zipped(path) if path.name.lower().endswith(".zip") else _taped(path)
    total = 0
    for number, (name, data) in enumerate(opened, 1):
        if number > MOST_MEMBERS:
            raise InstanceError((), f"more than {MOST_MEMBERS:,} members, the most that are read")
        place = f"{path}:{name}"
        if data is None:
            yield BatchItem(place, fault="no regular file")
            continue
        total += len(data)
        if total > MOST_IN_ALL:
            raise InstanceError((), f"more than {MOST_IN_ALL:,} bytes in all, the most that is read")
        if len(data) > MAX_BYTES:
            yield BatchItem(place, fault=f"larger than {MAX_BYTES:,} bytes, the most that is read")
        elif many_of(Path(name), data) is not None:
            yield from _guarded(place, _lines(Path(name), place, io.BytesIO(data)))
        else:
            yield BatchItem(place, data)


Members = Iterable[tuple[str, bytes | None]]  # names and contents, of which at most MAX_BYTES + 1 are read


def _zipped(path: Path) -> Members:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                with archive.open(member) as file:
                    yield member.filename, file.read(MAX_BYTES + 1)


def _taped(path: Path) -> Members:
    with tarfile.open(path, "r|gz" if path.name.lower().endswith("gz") else "r|") as archive:
        for member in archive:
            if not member.isdir():
                file = archive.extractfile(member) if member.isreg() else None
                yield member.name, None if file is None else file.read(MAX_BYTES + 1)
