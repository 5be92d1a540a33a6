"""What every cell may be, at each change of a puzzle: a process for each tab that asks, see `helper.living`.

A tab asks one thing at a time. Whoever leaves ends its process; of more than MOST tabs the one that has asked
nothing for longest loses its process, and gets another one when it asks again.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from zenkai_solver.solvers.webapp.errors import Busy, Wrong
from zenkai_solver.solvers.webapp.helper import Answer
from zenkai_solver.solvers.webapp.helpers import Helper, HelperEnded, keep
from zenkai_solver.solvers.webapp.settings import Settings

MOST = 4  # tabs at a time
TAB = re.compile(r"[0-9a-f]{16}")
LATE = 3.0  # times its time that a question may take, start of the process included, before it is ended
BEGIN = 20.0  # seconds for the start


@dataclass
class LiveTabs:
    """The processes, by tab; the one that was asked last comes last."""

    settings: Settings
    known: OrderedDict[str, Helper] = field(default_factory=OrderedDict)
    starting: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    spare: tuple[Helper, asyncio.Task[None]] | None = None  # for the tab that asks next
    closed: bool = False

    async def ask(self, tab: object, text: object, name: object, board: object = None) -> Answer:
        """The answer of the tab's process; `board`: what was entered, of a genre. Raises Wrong, Busy."""
        if not isinstance(tab, str) or not TAB.fullmatch(tab):
            raise Wrong("tab: not 16 digits and letters a to f")
        if not isinstance(text, str) or not isinstance(name, str):
            raise Wrong("text: not of type str")
        if tab in self.busy:
            raise Busy("one question of a tab at a time")
        self.busy.add(tab)
        whole = False
        try:
            helper = self.known.get(tab) or self._begun(tab)
            self.known.move_to_end(tab)
            await asyncio.wait_for(asyncio.shield(self.starting[tab]), BEGIN)
            answer = await asyncio.wait_for(
                helper.ask({"text": text, "name": name[:100], "board": board}), LATE * self.settings.reading
            )
            whole = True
            return answer
        except (HelperEnded, asyncio.TimeoutError, OSError):
            raise Wrong(
                f"this takes more than {self.settings.reading:g} s to read, or too much memory"
            ) from None
        finally:
            self.busy.discard(tab)
            if not whole:
                self.end(tab)

    def _begun(self, tab: str) -> Helper:
        if len(self.known) >= MOST:
            old = next((key for key in self.known if key not in self.busy), None)
            if old is None:
                raise Busy(f"{MOST} tabs ask at a time, the most")
            self.end(old)
        self.fill()
        if self.spare is None:
            raise Busy("the process cannot be started")
        self.known[tab], self.starting[tab] = self.spare
        self.spare = None
        return self.known[tab]

    def fill(self) -> None:
        """Begin a process before it is asked for: a page has been opened."""
        if self.spare is None and not self.closed:
            helper = Helper(self.settings, ("living", str(self.settings.reading)))
            self.spare = helper, keep(self.tasks, helper.start())

    def end(self, tab: str) -> None:
        """End the process of the tab, in the background."""
        self.starting.pop(tab, None)
        if helper := self.known.pop(tab, None):
            keep(self.tasks, helper.close())

    async def close(self) -> None:
        self.closed = True
        for tab in [*self.known]:
            self.end(tab)
        if self.spare is not None:
            keep(self.tasks, self.spare[0].close())
        await asyncio.gather(*self.tasks, return_exceptions=True)
