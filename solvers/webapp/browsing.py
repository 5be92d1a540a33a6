"""Sets of solutions in the page of `gallery/`: the files of jobs, and those named on the command line.

Each set is read once, by a process of its own, which ends when the set is forgotten.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.files import is_set
from zenkai_solver.solvers.webapp.errors import Busy, NotThere
from zenkai_solver.solvers.webapp.helper import ANSWERED, Answer
from zenkai_solver.solvers.webapp.helpers import Helper, HelperEnded, keep
from zenkai_solver.solvers.webapp.settings import Settings

MOST = 4  # sets that are held at a time: of a file the places of its lines and its bits on the disk


@dataclass(eq=False)
class Looked:
    """A set that the page shows. `share`: how much of it has been read, None when it is ready."""

    helper: Helper
    reading: asyncio.Task[Answer] | None = None
    share: float | None = 0.0
    waiting: int = 0  # for answers

    def hear(self, share: float) -> None:
        self.share = share


@dataclass
class Galleries:
    """The sets that were shown last, by id."""

    settings: Settings
    known: OrderedDict[str, Looked] = field(default_factory=OrderedDict)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    spare: tuple[Helper, asyncio.Task[None]] | None = (
        None  # begun before it is needed, where files were named
    )
    closed: bool = False

    def read(self, id: str) -> float | None:
        """The share of a set that has been read; None for one that is not being read."""
        return self.known[id].share if id in self.known else None

    async def answer(self, id: str, path: Path, what: str, asked: dict[str, Any]) -> Answer:
        """The answer to a query. Raises Busy, NotThere, OSError.

        A set is not read to its end if its requests are cancelled before.
        """
        looked = self.known.get(id) or self._opened(id, path)
        self.known.move_to_end(id)
        looked.waiting += 1
        try:
            return await self._answer(looked, {"what": what, "asked": asked})
        except HelperEnded:
            self._forget(id, looked)
            raise NotThere from None
        finally:
            looked.waiting -= 1
            if looked.share is not None and not looked.waiting:
                self._forget(id, looked)

    async def _answer(self, looked: Looked, question: dict[str, Any]) -> Answer:
        assert looked.reading is not None
        status, body = await asyncio.shield(looked.reading)
        if status != ANSWERED:
            return status, body
        # Whoever leaves, the answer is waited for: it is in the way of the next one.
        return await asyncio.shield(keep(self.tasks, looked.helper.ask(question)))

    def _opened(self, id: str, path: Path) -> Looked:
        """Begin to read it. Raises Busy where requests wait for every set that is held."""
        if len(self.known) >= MOST:
            old = next((key for key, looked in self.known.items() if not looked.waiting), None)
            if old is None:
                raise Busy(f"{MOST} sets are being read, the most at a time")
            self.forget(old)
        helper, started = self.spare or self._begun()
        self.spare = None
        looked = Looked(helper)
        looked.helper.report = looked.hear
        looked.reading = keep(self.tasks, self._read(looked, path, started))
        self.known[id] = looked
        return looked

    def _begun(self) -> tuple[Helper, asyncio.Task[None]]:
        helper = Helper(self.settings, ("looking", str(self.settings.memory)))
        return helper, keep(self.tasks, helper.start())

    def fill(self) -> None:
        """Begin a process for the next set, where files were named."""
        if self.settings.files and self.spare is None and not self.closed:
            self.spare = self._begun()

    async def _read(self, looked: Looked, path: Path, started: asyncio.Task[None]) -> Answer:
        await started
        answer = await looked.helper.ask({"path": str(path), "folder": str(self.settings.folder)})
        if answer[0] == ANSWERED:
            looked.share = None
        self.fill()
        return answer

    def forget(self, id: str) -> None:
        if id in self.known:
            self._forget(id, self.known[id])

    def _forget(self, id: str, looked: Looked) -> None:
        """End its process in the background."""
        keep(self.tasks, looked.helper.close())
        if self.known.get(id) is looked:
            del self.known[id]

    async def close(self) -> None:
        self.closed = True
        for id in [*self.known]:
            self.forget(id)
        if self.spare is not None:
            keep(self.tasks, self.spare[0].close())
        await asyncio.gather(*self.tasks, return_exceptions=True)


def checked(path: Path) -> Path:
    """The absolute path of a file of solutions. Raises ResultsError if it is none; OSError."""
    if not is_set(path):
        Saved(path)
    return path.absolute()


def listed(files: Mapping[str, Path]) -> list[dict[str, Any]]:
    """The id, the name without folder, and the size in bytes of each file."""
    return [
        {"id": id, "name": path.name, "bytes": path.stat().st_size}
        for id, path in files.items()
        if path.is_file()
    ]
