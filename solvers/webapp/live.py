"""What every cell may be, at each change of a puzzle: a process for each tab that asks, see `helper.living`.

A tab asks one thing at a time. Whoever leaves ends its process; of more than MOST tabs the one that has asked
nothing for longest loses its process, and gets another one when it asks again.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from zenkai_solver.solvers.webapp.errors import Busy, Wrong
from zenkai_solver.solvers.webapp.helper import Answer
from zenkai_solver.solvers.webapp.helpers import HeldHelper, HeldHelpers, HelperEnded

MOST = 4  # tabs at a time
TAB = re.compile(r"[0-9a-f]{16}")
LATE = 3.0  # times its time that a question may take, start of the process included, before it is ended
BEGIN = 20.0  # seconds for the start


@dataclass
class LiveTabs(HeldHelpers[HeldHelper]):
    """The processes, by tab; a spare one is begun when a page is opened."""

    async def ask(self, tab: object, text: object, name: object, board: object = None) -> Answer:
        """The answer of the tab's process; `board`: what was entered, of a genre. Raises Wrong, Busy."""
        if not isinstance(tab, str) or not TAB.fullmatch(tab):
            raise Wrong("tab: not 16 digits and letters a to f")
        if not isinstance(text, str) or not isinstance(name, str):
            raise Wrong("text: not of type str")
        held = self.known.get(tab) or self._opened(tab)
        if held.waiting:
            raise Busy("one question of a tab at a time")
        self.known.move_to_end(tab)
        held.waiting, whole = 1, False
        try:
            await asyncio.wait_for(asyncio.shield(held.starting), BEGIN)
            answer = await asyncio.wait_for(
                held.helper.ask({"text": text, "name": name[:100], "board": board}),
                LATE * self.settings.reading,
            )
            whole = True
            return answer
        except (HelperEnded, asyncio.TimeoutError, OSError):
            raise Wrong(
                f"this takes more than {self.settings.reading:g} s to read, or too much memory"
            ) from None
        finally:
            held.waiting = 0
            if not whole:
                self.end(tab, held)

    def _opened(self, tab: str) -> HeldHelper:
        if not self.has_room(MOST):
            raise Busy(f"{MOST} tabs ask at a time, the most")
        return self.taken(tab)

    def begun(self) -> HeldHelper:
        return HeldHelper(*self.started("living", str(self.settings.reading)))
