"""The solutions of a job in the page of `viewing/`: what it asks, answered from the job's file."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from zenkai_solver.solvers.asking.compiled import QueryError
from zenkai_solver.solvers.saved import Saved
from zenkai_solver.solvers.viewing.questions import Table, answer, read_table

MOST = 2  # tables that are held at a time
MOST_BYTES = 256 << 20  # of a file: its table has about as many


@dataclass
class Galleries:
    """The last files that were looked at, by job."""

    known: OrderedDict[str, Table] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)  # one is read at a time

    def answer(self, id: str, path: Path, what: str, asked: dict[str, Any]) -> Any:
        """Raises QueryError, ResultsError, Unsupported, OSError."""
        with self.lock:
            table = self.known.get(id) or self._opened(id, path)
            self.known.move_to_end(id)
        return answer(table, what, asked)

    def _opened(self, id: str, path: Path) -> Table:
        if path.stat().st_size > MOST_BYTES:
            raise QueryError(f"more than {MOST_BYTES >> 20} MiB of solutions: use `zenkai compile`")
        self.known[id] = read_table(Saved(path))
        while len(self.known) > MOST:
            self.known.popitem(last=False)
        return self.known[id]

    def forget(self, id: str) -> None:
        with self.lock:
            self.known.pop(id, None)
