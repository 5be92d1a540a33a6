"""The server's side of `helper.py`: processes that answer one question at a time, and can be ended.

So the server itself, which serves all requests, never waits for a text or a file.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from zenkai_solver.solvers.webapp.errors import Busy, Wrong
from zenkai_solver.solvers.webapp.helper import READY, Answer, frame
from zenkai_solver.solvers.webapp.settings import Settings

PIPED = 1 << 16  # bytes that are read at a time
PATIENT = 15  # times the limit of one text that a text may wait for its turn
T = TypeVar("T")


class HelperEnded(Exception):
    """The process has ended without an answer."""


@dataclass(eq=False)
class Helper:
    """A helper process. `report` is called with the share of the work that is done."""

    settings: Settings
    asked: tuple[str, ...]
    report: Callable[[float], None] = lambda share: None
    process: asyncio.subprocess.Process | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    over: bool = False

    async def start(self) -> None:
        """Start the process, and wait until it is ready. Raises OSError, HelperEnded."""
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
        async with self.turn:
            await self._frame()

    async def ask(self, question: Any) -> Answer:
        """The answer of the process, in JSON. Raises HelperEnded.

        A caller that is cancelled before has to end the process.
        """
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
        """Kill the process, without waiting for its end."""
        self.over = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """Kill the process, and wait for its end.

        What it wrote is read to the end: asyncio takes it for alive while its pipe has more than is read.
        """
        self.end()
        if self.process is None or self.process.stdin is None or self.process.stdout is None:
            return
        self.process.stdin.close()
        async with self.turn:  # who asks leaves when the pipe ends
            while await self.process.stdout.read(PIPED):
                pass
        await self.process.wait()
        with suppress(ConnectionError):
            await self.process.stdin.wait_closed()


@dataclass
class Readers:
    """Processes that read texts. Each text has `settings.reading` seconds; then its process is ended, and
    another one takes its place.

    Of the texts that wait the last one is read first: it is the one that the user has just entered.
    """

    settings: Settings
    helpers: set[Helper] = field(default_factory=set)  # at work, free, or not ready yet
    free: list[Helper] = field(default_factory=list)
    waiting: list[asyncio.Future[Helper]] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)  # of those that start or end
    closed: bool = False

    def fill(self) -> None:
        """Start processes until there are `settings.readers`."""
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
        """Give the process to the request that came last; it is free if none waits."""
        while self.waiting:
            if not (last := self.waiting.pop()).done():  # as one is who has left
                last.set_result(helper)
                return
        self.free.append(helper)

    async def read(self, asked: Any) -> Answer:
        """The answer of a process. Raises Wrong for a text that takes too long, Busy."""
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


@dataclass(eq=False)
class HeldHelper:
    """A helper process that stays for further questions. `starting` ends when it is ready; `waiting`: the
    number of requests that wait for an answer of it.
    """

    helper: Helper
    starting: asyncio.Task[None]
    waiting: int = 0


Held = TypeVar("Held", bound=HeldHelper)


@dataclass
class HeldHelpers(ABC, Generic[Held]):
    """Processes by the key of what each is for, the one that was asked last at the end; and a spare one,
    begun before it is needed.
    """

    settings: Settings
    known: OrderedDict[str, Held] = field(default_factory=OrderedDict)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    spare: Held | None = None
    closed: bool = False

    @abstractmethod
    def begun(self) -> Held:
        """A new process."""

    def started(self, *asked: str) -> tuple[Helper, asyncio.Task[None]]:
        """A helper with these words, and the task of its start."""
        helper = Helper(self.settings, asked)
        return helper, keep(self.tasks, helper.start())

    def fill(self) -> None:
        """Begin the spare process."""
        if self.spare is None and not self.closed:
            self.spare = self.begun()

    def has_room(self, most: int) -> bool:
        """Can one more process be held? Of so many the one that was asked longest ago is ended, unless
        requests wait for each of them.
        """
        idle = (key for key, held in self.known.items() if not held.waiting)
        if len(self.known) >= most and (key := next(idle, None)):
            self.end(key)
        return len(self.known) < most

    def taken(self, key: str) -> Held:
        """The spare process, from now on the one of the key. Raises Busy once all is closed."""
        self.fill()
        if self.spare is None:
            raise Busy("the process cannot be started")
        self.known[key], self.spare = self.spare, None
        return self.known[key]

    def end(self, key: str, held: Held | None = None) -> None:
        """End the process of the key, or that one, which may no longer be its process, in the background."""
        if (ended := held or self.known.get(key)) is not None:
            keep(self.tasks, ended.helper.close())
            if self.known.get(key) is ended:
                del self.known[key]

    async def close(self) -> None:
        """End all processes."""
        self.closed = True
        for key in [*self.known]:
            self.end(key)
        if self.spare is not None:
            keep(self.tasks, self.spare.helper.close())
        await asyncio.gather(*self.tasks, return_exceptions=True)


def keep(tasks: set[asyncio.Task[T]], work: Any) -> asyncio.Task[T]:
    """Start a task, and hold a reference until it ends, since asyncio itself holds none."""
    task: asyncio.Task[T] = asyncio.get_running_loop().create_task(work)
    tasks.add(task)

    def done(task: asyncio.Task[T]) -> None:
        tasks.discard(task)
        if not task.cancelled():
            task.exception()  # which has been looked at now

    task.add_done_callback(done)
    return task


class ClientGone(Exception):
    """The client has closed the connection."""


async def unless_left(left: Awaitable[Any], work: Awaitable[T]) -> T:
    """What `work` returns; it is cancelled if `left` ends first. Raises ClientGone."""
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
