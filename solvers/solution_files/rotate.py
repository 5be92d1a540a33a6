"""Writing a set of solutions files: numbered parts with a bounded number of solutions each, and an index.

    all.jsonl with 1,000 a file: all.0001.jsonl, all.0002.jsonl, all.0003.jsonl and all.index.json

`results.py` defines the parts, `index.py` the index. The index is written last and atomically: parts without
an index belong to a run that did not end. An older set of the same name is cleared first: a complete one
moves to the folder all.parts.bak, where it stays valid and replaces an older one; an unfinished one is
removed.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.core.pipeline import Chunk, Tally
from zenkai_solver.solvers.solution_files.index import (
    FORMAT,
    MAX_PARTS,
    FilePart,
    is_index,
    open_index,
    part_reason,
)
from zenkai_solver.solvers.solution_files.output import (
    create,
    index_path,
    keep,
    make_sure,
    part_path,
    part_pattern,
)
from zenkai_solver.solvers.solution_files.results import (
    Ending,
    JsonLinesSink,
    ResultsError,
    read_header,
    write_whole,
)


class RotatingSink:
    """A `Sink` that writes a set of files named by `path`, with `per_file` solutions in each.

    `head` is the header of every part, to which its `part` is added. One file is open at a time; `done` lists
    the finished ones. `close` writes the last footer and the index; without it the parts are valid and the
    set is unfinished. Raises OSError.
    """

    def __init__(self, path: Path, head: dict[str, Any], per_file: int, puzzle: Puzzle | None = None) -> None:
        self.path, self.head, self.per_file, self.puzzle = path, head, per_file, puzzle
        self.done: list[FilePart] = []
        clear_name(path)
        self._begin()

    def __enter__(self) -> RotatingSink:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.file)

    @property
    def number(self) -> int:
        """The number of the part that is being written."""
        return len(self.done) + 1

    @property
    def first(self) -> int:
        """The number of the first solution of the part that is being written."""
        return len(self.done) * self.per_file + 1

    def write(self, number: int, chunk: Chunk) -> None:
        """Raises Interrupted, and writes nothing, if the set would need more than MAX_PARTS files."""
        if self.first - 1 + self.tally.written + len(chunk) > MAX_PARTS * self.per_file:
            raise Interrupted(f"limit of {MAX_PARTS:,} files")
        start = 0
        while start < len(chunk):
            if self.tally.written == self.per_file:
                self._turn()
            stop = min(len(chunk), start + self.per_file - self.tally.written)
            some = chunk.cut(start, stop)
            self.part.write(number + start, some)
            self.tally.add(some)
            start = stop

    def close(self, tally: Tally, ending: Ending) -> None:
        """End the last part and write the index; `tally` has the totals of the whole set."""
        self._end(part_reason(self.number, self.number, ending.reason))
        summary = {
            "format": FORMAT,
            "instance": self.head["instance"],
            "sha256": self.head["sha256"],
            "complete": ending.reason is None,
            "count": tally.count,
            "all": tally.all,
            "digest": tally.digest,
            **ending.stated,
        }
        parts = ",\n".join(json.dumps(asdict(part)) for part in self.done)
        text = f'{json.dumps(summary)[:-1]}, "parts": [\n{parts}\n]}}\n'
        write_whole(index_path(self.path), text.encode())

    def _turn(self) -> None:
        """Start the next part. Called only with a solution to write, so that no part is empty."""
        self._end(part_reason(self.number, self.number + 1, None))
        file = self.file
        self._begin()
        os.close(file)

    def _begin(self) -> None:
        self.began = time.monotonic()
        self.tally = Tally(self.head["symmetry"]["mode"])
        self.file = create(part_path(self.path, self.number))
        place = {"number": self.number, "first": self.first}
        self.part = JsonLinesSink(self.file, {**self.head, "part": place}, self.puzzle)

    def _end(self, reason: str | None) -> None:
        self.part.close(self.tally, Ending(reason, time.monotonic() - self.began))
        name, tally = part_path(self.path, self.number).name, self.tally
        self.done.append(FilePart(name, self.first, tally.written, tally.count, tally.all, tally.digest))


def clear_name(path: Path) -> None:
    """Clear the name of an older set: move a complete one to NAME.parts.bak, remove an unfinished one."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    make_sure(path)
    if not _is_complete(index_path(path)):
        _remove(path)
        keep(index_path(path))  # _remove leaves a file of that name that is no zenkai index
        return
    kept = path.parent / f"{path.stem}.parts.bak" / path.name
    kept.parent.mkdir(exist_ok=True)
    _remove(kept)
    for file in _members(path):
        os.replace(file, kept.parent / file.name)


def move(old: Path, new: Path) -> None:
    """Move a set over another of the same name, the index last, so that it never lists a missing part."""
    clear_name(new)
    for file in reversed(_members(old)):
        keep(new.parent / file.name)
        os.replace(file, new.parent / file.name)


def _remove(path: Path) -> None:
    for file in _members(path):
        file.unlink()


def _is_complete(index: Path) -> bool:
    try:
        return index.is_file() and open_index(index).complete
    except ResultsError:
        return False


def _members(path: Path) -> list[Path]:
    """The files of the set of that name, the index first: a set that is removed by half has no index."""
    index = index_path(path)
    return [index] * (index.is_file() and is_index(index)) + list(_parts(path))


def _parts(path: Path) -> Iterator[Path]:
    """The files whose name and header both say that they are this part of the set; no others are touched."""
    pattern = part_pattern(path)
    for file in sorted(path.parent.iterdir()):
        if (match := pattern.fullmatch(file.name)) and file.is_file() and _part_number(file) == int(match[1]):
            yield file


def _part_number(file: Path) -> int | None:
    """The number of the part that the file's header states; None if it states none."""
    try:
        part = read_header(file).get("part")
    except ResultsError:
        return None
    return part["number"] if part else None
