"""Where a command may write, and what becomes of the file that is there: one rule for all writers.

- Never over an input: the same file by another spelling, a symlink or a hard link is the same file. That
  goes for every file that is touched on the way: NAME.bak, and the parts and the index of a set.
- The folder must be there; only the default one, solutions/, is made.
- What is there and not empty is kept. An unfinished solutions file is replaced. A complete one, and a file
  of answers (*.solutions.txt), becomes NAME.bak, which is so the last complete one. Any other file becomes
  NAME.bak too, but is never replaced afterwards: the next copy is NAME.bak2, and so on.
- A name has a whole file or what it had before: `whole` writes beside and renames. Lines that are found one
  by one (`create`) go to their name at once; where the system takes no more, they end with a whole line.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from zenkai_solver.solvers.core.command import CannotWrite, Refused, writing
from zenkai_solver.solvers.solution_files.scratch import PREFIX, scratch

DEFAULT = Path("solutions")  # the folder of outputs that nobody named
ANSWERS = ".solutions.txt"  # ends the names of answers to a file of many puzzles
BACKUP = ".bak"
CERTIFICATE = ".cert"
OF_RUN = "run.cert"  # the certificate of a kept run, in its folder
HEAD = b'{"format": "zenkai-solutions/'
DATABASE = b"SQLite format 3\0"
PACKED = (".gz", ".zst", ".bz2", ".xz", ".zip")
TAIL = 4_096  # bytes in which a footer lies


class OutputError(Refused, ValueError):
    """The output would destroy an input; the text names both."""


def part_path(path: Path, number: int) -> Path:
    return path.parent / f"{path.stem}.{number:04d}{path.suffix}"


def index_path(path: Path) -> Path:
    return path.parent / f"{path.stem}.index.json"


def certificate_beside(solutions: Path) -> Path:
    """X.cert, the place of the certificate of X.jsonl, X.jsonl.gz or X.index.json."""
    stem = re.sub(r"(\.jsonl(\.\w+)?|\.index\.json|\.\w*)$", "", solutions.name)
    return solutions.with_name(stem + CERTIFICATE)


def part_pattern(path: Path) -> re.Pattern[str]:
    """The names of the parts of the set, with their number."""
    return re.compile(re.escape(path.stem) + r"\.([0-9]{4,18})" + re.escape(path.suffix))


def make_sure(path: Path, inputs: Iterable[Path] = (), a_set: bool = False) -> None:
    """Raise OutputError if the file, or with `a_set` one of the set, is an input, the file a ledger, or its
    name that of a packed file; OSError without a folder.

    An input that is a folder means everything in it.
    """
    for source in inputs:
        if any(_same(touched, source) for touched in _touched(path, source, a_set)):
            raise OutputError(f"{path}: the output would replace an input, {source}; take another name")
    if path.is_file() and os.access(path, os.R_OK) and _begins_with(path, DATABASE):
        raise OutputError(f"{path}: a database, such as the ledger of a kept run, is not replaced")
    if path.suffix.lower() in PACKED:
        raise OutputError(f"{path}: nothing is written packed; take a name without {path.suffix}")
    if path.parent == DEFAULT:
        path.parent.mkdir(exist_ok=True)
    if not path.parent.exists():
        raise CannotWrite(errno.ENOENT, f"there is no folder {path.parent}", str(path))


def _touched(path: Path, source: Path, a_set: bool) -> Iterator[Path]:
    """The files that writing may replace, as far as the source could be one of them."""
    files = [path]
    if a_set:
        named = part_pattern(path).fullmatch(source.name.partition(BACKUP)[0])
        index = index_path(path)
        files += [index, index.with_name(index.name + ".tmp")]
        files += [part_path(path, int(named[1]))] if named else []
    for file in files:
        yield file
        if source.name.startswith(file.name + BACKUP):
            yield file.with_name(source.name)


def _same(path: Path, source: Path) -> bool:
    """Is it the source or, if that is a folder, in it?"""
    if source.is_dir():
        return Path(os.path.realpath(source)) in Path(os.path.realpath(path)).parents
    try:
        return os.path.samefile(path, source)
    except OSError:  # one of them is not there
        return os.path.realpath(path) == os.path.realpath(source)


def create(path: Path, inputs: Iterable[Path] = ()) -> int:
    """Open a file for writing; what is there is kept as the rule says. Raises OutputError, OSError."""
    make_sure(path, inputs)
    with writing(path):
        keep(path)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)


@contextmanager
def whole(path: Path, inputs: Iterable[Path] = ()) -> Iterator[BinaryIO]:
    """A new file that takes the place of what is there when it is whole; left by an error, it is gone.

    Behind a symlink it takes the place of the file that is named. What is no plain file, such as a pipe, is
    written as it comes. Raises OutputError, OSError.
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
    """As `writing`, but errors of what is hidden beside the file are those of the file."""
    try:
        yield
    except (BrokenPipeError, CannotWrite):
        raise
    except OSError as error:
        of = os.fsdecode(error.filename or "")
        name = of if of and PREFIX not in of else str(path)
        raise CannotWrite(error.errno, error.strerror or str(error), name) from None


def write_text(path: Path, text: str, inputs: Iterable[Path] = ()) -> None:
    """Write a whole file; one with the same contents is left as it is. Raises OutputError, OSError."""
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
    """Rename what is there, if it is to be kept; behind a symlink the file that it names. Raises OSError."""
    real = Path(os.path.realpath(path))
    if real.is_file() and real.stat().st_size and not is_unfinished(real):
        os.replace(real, _backup(real))


def _backup(path: Path) -> Path:
    """The name for the copy: the first that is free or, for a file of ours, holds one of ours."""
    ours = is_ours(path)
    names = (path.with_name(f"{path.name}{BACKUP}{number if number > 1 else ''}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name) or (ours and is_ours(name)))


def is_ours(path: Path) -> bool:
    """Is it a file that zenkai wrote, and can write again?"""
    return ANSWERS in path.name or _begins_with(path, HEAD)


def is_unfinished(path: Path) -> bool:
    """Is it a solutions file of a run that found less than everything?"""
    return _begins_with(path, HEAD) and not _ends_complete(path)


def _begins_with(path: Path, head: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(head)) == head


def _ends_complete(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().rpartition(b"\n{")[2].startswith(b'"complete": true')
