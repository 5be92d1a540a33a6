"""Sets of solutions in the page of `viewing/`: the files of jobs, and those named on the command line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from zenkai_solver.solvers.asking.files import is_set, read_set
from zenkai_solver.solvers.saved import Saved
from zenkai_solver.solvers.viewing.indexed import index_of
from zenkai_solver.solvers.viewing.questions import CompiledSource, Source, answer

MOST = 4  # sets that are held at a time: of a file the places of its lines and its bits on the disk


@dataclass
class Galleries:
    """The last sets that were looked at, by id. `read`: the share of a file's lines that has been read."""

    folder: Path
    known: OrderedDict[str, Source] = field(default_factory=OrderedDict)
    read: dict[str, float] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)  # one is read at a time

    def answer(self, id: str, path: Path, what: str, asked: dict[str, Any]) -> Any:
        """Raises QueryError, ResultsError, Unsupported, OSError."""
        with self.lock:
            source = self.known.get(id) or self._opened(id, path)
            self.known.move_to_end(id)
        return answer(source, what, asked)

    def _opened(self, id: str, path: Path) -> Source:
        self.read[id] = 0.0
        try:
            self.known[id] = self._source(id, path)
        finally:
            del self.read[id]
        while len(self.known) > MOST:
            self.known.popitem(last=False)
        return self.known[id]

    def _source(self, id: str, path: Path) -> Source:
        if is_set(path):
            return CompiledSource(read_set(path))
        self.folder.mkdir(parents=True, exist_ok=True)
        return index_of(Saved(path), self.folder, lambda share: self.read.update({id: share}))

    def forget(self, id: str) -> None:
        with self.lock:
            self.known.pop(id, None)


def checked(path: Path) -> Path:
    """The whole path of a file that can be looked at. Raises ResultsError, OSError."""
    if not is_set(path):
        Saved(path)
    return path.absolute()


def listed(files: Mapping[str, Path]) -> list[dict[str, Any]]:
    """Of each its id, its name without folder, and its size in bytes."""
    return [
        {"id": id, "name": path.name, "bytes": path.stat().st_size}
        for id, path in files.items()
        if path.is_file()
    ]
