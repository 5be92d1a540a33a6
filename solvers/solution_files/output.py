"""Where a command may write, and what happens to a file that exists there: one rule for all writers.

- An input is never overwritten. Files are compared by identity, so another spelling of the path, a symlink or
  a hard link is the same file. This holds for every file that writing may replace: also NAME.bak, and the
  parts and the index of a set.
- The folder must exist; only the default folder, solutions/, is created.
- A file that exists and is not empty is kept, except for an unfinished solutions file, which is replaced. A
  complete solutions file, or a file of answers (*.solutions.txt), becomes NAME.bak and replaces an older one
  of its kind there. Any other file becomes the first free one of NAME.bak, NAME.bak2, ..., so that it is
  never replaced afterwards.
- Files that are written at once (`whole`) are written beside their place and renamed, so that a reader sees
  the old file or the new one, never a half. Solutions files (`create`) are written in place, line by line;
  after a full disk they end with a whole line.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from zenkai_solver.solvers.core.command import CannotWrite, Refused, writing
from zenkai_solver.solvers.solution_files.scratch import PREFIX, scratch

DEFAULT = Path("solutions")  # the folder of outputs without -o
ENDINGS = {"none": ".jsonl", "gzip": ".jsonl.gz", "zstd": ".jsonl.zst"}  # file names, by compression
ANSWERS = ".solutions.txt"  # the ending of files of answers to many puzzles
BACKUP = ".bak"
CERTIFICATE = ".cert"
OF_RUN = "run.cert"  # the certificate of a kept run, in the run's folder
HEAD = b'{"format": "zenkai-solutions/'
DATABASE = b"SQLite format 3\0"
PACKED = (".gz", ".zst", ".bz2", ".xz", ".zip")
TAIL = 4_096  # bytes at the end of a solutions file that contain its footer


class OutputError(Refused, ValueError):
    """The output would replace an input, or a file that is never replaced; the text names the files."""


def part_path(path: Path, number: int) -> Path:
    return path.parent / f"{path.stem}.{number:04d}{path.suffix}"


def index_path(path: Path) -> Path:
    return path.parent / f"{path.stem}.index.json"


def certificate_beside(solutions: Path) -> Path:
    """The path X.cert for a solutions file X.jsonl, X.jsonl.gz or an index X.index.json."""
    stem = re.sub(r"(\.jsonl(\.\w+)?|\.index\.json|\.\w*)$", "", solutions.name)
    return solutions.with_name(stem + CERTIFICATE)


def part_pattern(path: Path) -> re.Pattern[str]:
    """Matches the file names of the parts of the set `path`; group 1 is the number of the part."""
    return re.compile(re.escape(path.stem) + r"\.([0-9]{4,18})" + re.escape(path.suffix))


def make_sure(path: Path, inputs: Iterable[Path] = (), a_set: bool = False) -> None:
    """Check that `path`, or with `a_set` the set of that name, may be written; create the default folder.

    Raises OutputError if writing would replace one of `inputs` (a folder stands for everything in it), if the
    file is a database, such as a ledger, or if the name is that of a compressed file; CannotWrite (an
    OSError) if there is no such folder.
    """
    for source in inputs:
        if any(_same(file, source) for file in _replaceable(path, source, a_set)):
            raise OutputError(f"{path}: the output would replace an input, {source}; take another name")
    if path.is_file() and os.access(path, os.R_OK) and _begins_with(path, DATABASE):
        raise OutputError(f"{path}: a database, such as the ledger of a kept run, is not replaced")
    if path.suffix.lower() in PACKED:
        raise OutputError(f"{path}: nothing is written packed; take a name without {path.suffix}")
    if path.parent == DEFAULT:
        path.parent.mkdir(exist_ok=True)
    if not path.parent.exists():
        raise CannotWrite(errno.ENOENT, f"there is no folder {path.parent}", str(path))


def _replaceable(path: Path, source: Path, a_set: bool) -> Iterator[Path]:
    """The files that writing `path` may replace; of the parts and backups, which have no bound, only the one
    with the name of `source`.
    """
    files = [path]
    if a_set:
        part = part_pattern(path).fullmatch(source.name.partition(BACKUP)[0])
        index = index_path(path)
        files += [index, index.with_name(index.name + ".tmp")]
        files += [part_path(path, int(part[1]))] if part else []
    for file in files:
        yield file
        if source.name.startswith(file.name + BACKUP):
            yield file.with_name(source.name)


def _same(path: Path, source: Path) -> bool:
    """Are they the same file or, if `source` is a folder, does `path` lie in it?"""
    if source.is_dir():
        return Path(os.path.realpath(source)) in Path(os.path.realpath(path)).parents
    try:
        return os.path.samefile(path, source)
    except OSError:  # one of them does not exist
        return os.path.realpath(path) == os.path.realpath(source)


def create(path: Path, inputs: Iterable[Path] = ()) -> int:
    """Open a file for writing, after keeping an existing one as the module's rule says; the descriptor.

    Raises OutputError, OSError.
    """
    make_sure(path, inputs)
    with writing(path):
        keep(path)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)


@contextmanager
def whole(path: Path, inputs: Iterable[Path] = ()) -> Iterator[BinaryIO]:
    """A file that replaces `path` atomically when the block ends; after an exception `path` is unchanged.

    A symlink is followed: the file that it names is replaced. What is no regular file, such as a pipe, is
    written directly. Raises OutputError, OSError.
    """
    make_sure(path, inputs)
    if path.exists() and not path.is_file():
        with writing(path), path.open("wb") as device:
            yield device
        return
    real = Path(os.path.realpath(path))
    with _beside(path), scratch(real.parent) as folder:
        new = folder / "new"
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        keep(path)
        os.replace(new, real)


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """As `core.command.writing`, but errors of the scratch file are reported as errors of `path`."""
    try:
        yield
    except (BrokenPipeError, CannotWrite):
        raise
    except OSError as error:
        failed = os.fsdecode(error.filename or "")
        name = failed if failed and PREFIX not in failed else str(path)
        raise CannotWrite(error.errno, error.strerror or str(error), name) from None


def write_text(path: Path, text: str, inputs: Iterable[Path] = ()) -> None:
    """Write a file atomically; one with the same contents is not touched. Raises OutputError, OSError."""
    write_bytes(path, text.encode(), inputs)


def write_bytes(path: Path, data: bytes, inputs: Iterable[Path] = ()) -> None:
    """As `write_text`."""
    make_sure(path, inputs)
    with writing(path):
        if path.is_file() and path.read_bytes() == data:
            return
    with whole(path, inputs) as file:
        file.write(data)


def keep(path: Path) -> None:
    """Rename an existing file to its backup name, unless it is empty or unfinished; a symlink is followed.

    Raises OSError.
    """
    real = Path(os.path.realpath(path))
    if real.is_file() and real.stat().st_size and not is_unfinished(real):
        os.replace(real, _backup(real))


def _backup(path: Path) -> Path:
    """The first of NAME.bak, NAME.bak2, ... that is free, or where one output of zenkai replaces another."""
    reproducible = is_zenkai_output(path)
    names = (path.with_name(f"{path.name}{BACKUP}{number if number > 1 else ''}") for number in count(1))
    return next(
        name for name in names if not os.path.lexists(name) or (reproducible and is_zenkai_output(name))
    )


def is_zenkai_output(path: Path) -> bool:
    """Is it a solutions file or a file of answers, which zenkai can write again?"""
    return ANSWERS in path.name or _begins_with(path, HEAD)


def is_unfinished(path: Path) -> bool:
    """Is it a solutions file whose footer, if any, does not say `complete`?"""
    return _begins_with(path, HEAD) and not _ends_complete(path)


def _begins_with(path: Path, head: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(head)) == head


def _ends_complete(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().rpartition(b"\n{")[2].startswith(b'"complete": true')


def write_all(file: int, data: bytes) -> None:
    """Write `data`, which consists of whole lines. Raises OSError, for example on a full disk; then a part of
    a line that was written is removed again.
    """
    view, done = memoryview(data), 0
    try:
        while done < len(view):
            done += os.write(file, view[done:])
    except OSError:
        _cut_back(file, done - (data.rfind(b"\n", 0, done) + 1))
        raise


def _cut_back(file: int, size: int) -> None:
    """Remove the last `size` bytes before the descriptor's position, if it is a regular file which ends
    there: otherwise another process has written to it meanwhile.
    """
    with suppress(OSError):  # the error that is reported is that of writing
        end = os.lseek(file, 0, os.SEEK_CUR)
        if size and stat.S_ISREG(os.fstat(file).st_mode) and os.fstat(file).st_size == end:
            os.ftruncate(file, end - size)
            os.lseek(file, end - size, os.SEEK_SET)
