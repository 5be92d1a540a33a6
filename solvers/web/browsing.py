"""The solutions of a job in the page of `viewing/`: what it asks, answered from the job's file."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from zenkai_solver.solvers.asking.compiled import QueryError
from zenkai_solver.solvers.saved import Saved
from zenkai_solver.solvers.viewing.questions import (
    MOST_ITEMS,
    Query,
    Table,
    info_json,
    page_json,
    read_query,
    read_table,
    share_json,
)

MOST = 2  # tables that are held at a time
MOST_BYTES = 256 << 20  # of a file: its table has about as many
MOST_LINES = 100_000  # solutions of a selection that is saved
WHAT = ("info", "page", "share", "lines")


@dataclass(frozen=True)
class Opened:
    """A solutions file, its header and its table."""

    header: dict[str, Any]
    table: Table

    def answer(self, what: str, asked: dict[str, Any]) -> Any:
        """Raises QueryError, ResultsError."""
        scene = self.table.scene
        if what == "info":
            return info_json(self.table)
        query = read_query(asked.get("query"), scene)
        if what == "share":
            return share_json(self.table.share(query))
        if what == "lines":
            return {"text": "".join(self._lines(query))}
        first, number = asked.get("from"), asked.get("n")
        if type(first) is not int or type(number) is not int or first < 0 or number < 0:
            raise QueryError("`from` and `n` are numbers from 0 on")
        return page_json(scene, self.table.page(first, number, query))

    def _lines(self, query: Query) -> Iterator[str]:
        """A solutions file without a footer: a selection is never complete."""
        if (found := self.table.matching(query)) > MOST_LINES:
            raise QueryError(f"{found:,} solutions: up to {MOST_LINES:,} are saved; take a filter")
        yield json.dumps(self.header, ensure_ascii=False) + "\n"
        for first in range(0, found, MOST_ITEMS):
            for item in self.table.page(first, MOST_ITEMS, query).items:
                line = {"n": item.number, "board": item.board, "orbit": item.orbit}
                yield json.dumps(line, ensure_ascii=False) + "\n"


@dataclass
class Galleries:
    """The last files that were looked at, by job."""

    known: OrderedDict[str, Opened] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)  # one is read at a time

    def answer(self, id: str, path: Path, what: str, asked: dict[str, Any]) -> Any:
        """Raises QueryError, ResultsError, Unsupported, OSError."""
        with self.lock:
            opened = self.known.get(id) or self._opened(id, path)
            self.known.move_to_end(id)
        return opened.answer(what, asked)

    def _opened(self, id: str, path: Path) -> Opened:
        if path.stat().st_size > MOST_BYTES:
            raise QueryError(f"more than {MOST_BYTES >> 20} MiB of solutions: use `zenkai compile`")
        saved = Saved(path)
        self.known[id] = Opened(saved.header, read_table(saved))
        while len(self.known) > MOST:
            self.known.popitem(last=False)
        return self.known[id]

    def forget(self, id: str) -> None:
        with self.lock:
            self.known.pop(id, None)
