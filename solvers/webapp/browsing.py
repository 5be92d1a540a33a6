"""Sets of solutions in the page of `gallery/`: the files of jobs, and those named on the command line.

Each set is read once, by a process of its own, which ends when the set is forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zenkai_solver.solvers.python_api.saved import Saved
from zenkai_solver.solvers.sets.files import is_set
from zenkai_solver.solvers.webapp.errors import Busy, NotThere
from zenkai_solver.solvers.webapp.helper import ANSWERED, Answer
from zenkai_solver.solvers.webapp.helpers import HeldHelper, HeldHelpers, HelperEnded, keep

SMALL = 32 << 20  # bytes of a file that is read before anybody asks for it
MOST = 4  # sets that are held at a time: of a file the places of its lines and its bits on the disk


@dataclass(eq=False)
class Looked(HeldHelper):
    """A set that the page shows. `share`: how much of it has been read, None when it is ready."""

    reading: asyncio.Task[Answer] | None = None
    share: float | None = 0.0

    def hear(self, share: float) -> None:
        self.share = share


@dataclass
class Galleries(HeldHelpers[Looked]):
    """The sets that were shown last, by id; a spare process is begun where files were named."""

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
            self.end(id, looked)
            raise NotThere from None
        finally:
            looked.waiting -= 1
            if looked.share is not None and not looked.waiting:
                self.end(id, looked)

    def foresee(self) -> None:
        """Begin to read the first file that was named, if it is small; else a process for it alone."""
        for id, path in self.settings.files.items():
            with suppress(OSError):
                if path.stat().st_size <= SMALL:
                    self.begin(id, path)
            self.fill()
            break

    def begin(self, id: str, path: Path) -> None:
        """Begin to read a set that will be asked for, where there is room."""
        if id not in self.known and not self.closed and self.has_room(MOST):
            self._opened(id, path)

    async def _answer(self, looked: Looked, question: dict[str, Any]) -> Answer:
        assert looked.reading is not None
        status, body = await asyncio.shield(looked.reading)
        if status != ANSWERED:
            return status, body
        # Whoever leaves, the answer is waited for: it is in the way of the next one.
        return await asyncio.shield(keep(self.tasks, looked.helper.ask(question)))

    def _opened(self, id: str, path: Path) -> Looked:
        """Begin to read it. Raises Busy where requests wait for every set that is held."""
        if not self.has_room(MOST):
            raise Busy(f"{MOST} sets are being read, the most at a time")
        looked = self.taken(id)
        looked.helper.report = looked.hear
        looked.reading = keep(self.tasks, self._read(looked, path))
        return looked

    def begun(self) -> Looked:
        return Looked(*self.started("looking", str(self.settings.memory)))

    async def _read(self, looked: Looked, path: Path) -> Answer:
        await looked.starting
        answer = await looked.helper.ask({"path": str(path), "folder": str(self.settings.folder)})
        if answer[0] == ANSWERED:
            looked.share = None
        if self.settings.files:
            self.fill()
        return answer


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
