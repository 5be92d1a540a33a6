"""The server's side of `helper.py`: processes that answer, each one question at a time, and can be ended.

So the server's own process, which hears everybody, never waits for a text or a file.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zenkai_solver.solvers.webapp.errors import Busy, Wrong
from zenkai_solver.solvers.webapp.helper import READY, Answer, frame
from zenkai_solver.solvers.webapp.settings import Settings

PATIENT = 15  # times the limit of one text that a text may wait for its turn
T = TypeVar("T")


class HelperEnded(Exception):
    """The process has ended before it has answered."""


@dataclass(eq=False)
class Helper:
    """One such process. `report` takes how far the work is."""

    settings: Settings
    asked: tuple[str, ...]
    report: Callable[[float], None] = lambda share: None
    process: asyncio.subprocess.Process | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    over: bool = False

    async def start(self) -> None:
        """Until it is ready. Raises OSError, HelperEnded."""
        self.process = await asyncio.create_subprocess_exec(
            *self.settings.helper,
            *self.asked,
            cwd=self.settings.folder,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        if self.over:  # ended while it was started
            self.end()
        await self._frame()

    async def ask(self, question: Any) -> Answer:
        """Its answer, in JSON. Whoever leaves before it comes has to end the process. Raises HelperEnded."""
        async with self.turn:
            if self.process is None or self.process.stdin is None:
                raise HelperEnded
            with suppress(ConnectionError):  # it is gone, which the next line notices
                self.process.stdin.write(frame(0, json.dumps(question).encode()))
                await self.process.stdin.drain()
            status = READY
            while status == READY:
                status, body = await self._frame()
                if status == READY:
                    self.report(json.loads(body))
            return status, body

    async def _frame(self) -> Answer:
        assert self.process is not None
        assert self.process.stdout is not None
        try:
            status, size = (await self.process.stdout.readuntil(b"\n")).split()
            return int(status), await self.process.stdout.readexactly(int(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise HelperEnded from None

    def end(self) -> None:
        """At once; nobody waits for it."""
        self.over = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """Until it is gone."""
        self.end()
        if self.process is None or self.process.stdin is None:
            return
        self.process.stdin.close()
        await self.process.wait()
        with suppress(ConnectionError):
            await self.process.stdin.wait_closed()


@dataclass
class Readers:
    """Processes that read texts. Each text has `settings.reading` seconds; then its process is ended, and
    another one takes its place.

    Of those that wait the last one is read first: that is the one that a person waits for, however many
    others there are.
    """

    settings: Settings
    helpers: set[Helper] = field(default_factory=set)  # at work, free, or not ready yet
    free: list[Helper] = field(default_factory=list)
    waiting: list[asyncio.Future[Helper]] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)  # of those that start or end
    closed: bool = False

    def fill(self) -> None:
        """Start as many as there should be."""
        while len(self.helpers) < self.settings.readers and not self.closed:
            helper = Helper(self.settings, ("reading", str(self.settings.reading)))
            self.helpers.add(helper)
            keep(self.tasks, self._started(helper))

    async def _started(self, helper: Helper) -> None:
        try:
            await helper.start()
        except (OSError, HelperEnded):
            self.helpers.discard(helper)
            self._refuse(self.waiting, "the process cannot be started")
        else:
            self._handed(helper)

    def _refuse(self, waiting: list[asyncio.Future[Helper]], why: str) -> None:
        for one in [*waiting]:
            self.waiting.remove(one)
            if not one.done():
                one.set_exception(Busy(why))

    def _handed(self, helper: Helper) -> None:
        """To whoever came last."""
        while self.waiting:
            if not (last := self.waiting.pop()).done():  # as one is who has left
                last.set_result(helper)
                return
        self.free.append(helper)

    async def read(self, asked: Any) -> Answer:
        """Raises Wrong for a text that takes too long, Busy."""
        helper = await self._helper()
        whole = False
        try:
            answer = await asyncio.wait_for(helper.ask(asked), self.settings.reading)
            whole = True
            return answer
        except (asyncio.TimeoutError, HelperEnded):
            raise Wrong(
                f"this takes more than {self.settings.reading:g} s to read, or too much memory"
            ) from None
        finally:  # also where nobody waits any more
            if whole:
                self._handed(helper)
            else:
                self.helpers.discard(helper)
                keep(self.tasks, helper.close())
                self.fill()

    async def _helper(self) -> Helper:
        if self.free:
            return self.free.pop()
        self.fill()
        mine = asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        self._refuse(self.waiting[: -self.settings.max_reads], "too many texts are read at a time")
        try:
            return await asyncio.wait_for(mine, PATIENT * self.settings.reading)
        except BaseException as error:
            if mine in self.waiting:
                self.waiting.remove(mine)
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                self._handed(mine.result())  # it came at the moment at which nobody waited any more
            if isinstance(error, asyncio.TimeoutError):
                raise Busy("too many texts are read at a time") from None
            raise

    async def close(self) -> None:
        self.closed = True
        self._refuse(self.waiting, "the process cannot be started")
        await asyncio.gather(*(helper.close() for helper in self.helpers))
        await asyncio.gather(*self.tasks, return_exceptions=True)


def keep(tasks: set[asyncio.Task[T]], work: Any) -> asyncio.Task[T]:
    """Begin it, and hold it until it ends; whether somebody still waits for it then or not."""
    task: asyncio.Task[T] = asyncio.get_running_loop().create_task(work)
    tasks.add(task)

    def done(task: asyncio.Task[T]) -> None:
        tasks.discard(task)
        if not task.cancelled():
            task.exception()  # which has been looked at now

    task.add_done_callback(done)
    return task


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


async def unless_left(left: Awaitable[Any], work: Awaitable[T]) -> T:
    """What the work returns; it is cancelled when the other ends first. Raises ClientGone."""
    tasks = asyncio.ensure_future(work), asyncio.ensure_future(left)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[0].done():
            raise ClientGone
        return tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
