"""Why a search ends: deadlines, and the exceptions by which it is cut short or refused.

A command sets its deadline with `under`; whatever runs within asks by `look` (kernels.clock) or `looking`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from typing import NoReturn, TypeVar

from zenkai_solver.solvers.kernels import clock
from zenkai_solver.solvers.kernels.clock import look

T = TypeVar("T")
STOPPED, TIME_LIMIT, MEMORY_LIMIT = "stopped", "time limit", "memory limit"  # reasons of Interrupted
WORK_LIMIT = "work limit"  # one more, of arguments


class Unsupported(Exception):
    """The backend does not take this model (or this option)."""


class Interrupted(Exception):
    """The search was cut short; what was found before is valid, but not all."""


class WrongSolution(Exception):
    """A solution of a backend breaks the rules: a bug in zenkai, which only the command itself may catch."""


@dataclass(frozen=True)
class Deadline:
    """When a search must stop: at a moment of time.monotonic(), when `stop` is set by Ctrl-C or a consumer,
    or when this process holds more than `memory` bytes. `heard`: the reasons that `check` has raised.
    """

    at: float = float("inf")
    stop: threading.Event = field(default_factory=threading.Event)
    memory: int | None = None
    heard: set[str] = field(default_factory=set, compare=False)

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    @property
    def remaining(self) -> float:
        """Seconds left; negative when it has passed."""
        return self.at - time.monotonic()

    def check(self) -> None:
        """Raise Interrupted if it is time to stop."""
        if self.stop.is_set():
            self._over(STOPPED)
        if self.remaining <= 0:
            self._over(TIME_LIMIT)
        if self.memory is not None and memory_in_use() > self.memory:
            self._over(MEMORY_LIMIT)

    def _over(self, reason: str) -> NoReturn:
        self.heard.add(reason)
        raise Interrupted(reason)


@dataclass(frozen=True)
class Bounded(Deadline):
    """A deadline that also ends after `most` checks: as much work on every machine."""

    most: int = 0
    _looks: Iterator[int] = field(default_factory=count, compare=False)

    @classmethod
    def within(cls, deadline: Deadline, most: int) -> Bounded:
        return cls(deadline.at, deadline.stop, deadline.memory, deadline.heard, most)

    def check(self) -> None:
        super().check()
        if next(self._looks) >= self.most:
            raise Interrupted(WORK_LIMIT)


NEVER = Deadline()

# The running command's deadline, so that planning and tables need not be handed it.
_current: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


@contextmanager
def under(deadline: Deadline) -> Iterator[None]:
    """Within, `look` checks this deadline; NEVER leaves the present one."""
    seen = current() if deadline is NEVER else deadline
    before = _current.set(seen)
    try:
        with clock.set_by(seen.check):
            yield
    finally:
        _current.reset(before)


def current() -> Deadline:
    """The deadline that `look` checks."""
    return _current.get()


def looking(items: Iterable[T], every: int = 1 << 8) -> Iterator[T]:
    """The items; the clock is looked at before every so many of them. Raises Interrupted."""
    for number, item in enumerate(items):
        if number % every == 0:
            look()
        yield item


def share(part: float) -> AbstractContextManager[None]:
    """What is within may take this part (0 to 1) of the time that is left; after that `hurried()` is true."""
    return clock.until(time.monotonic() + part * current().remaining)


def memory_in_use(pid: int | None = None) -> int:
    """The bytes of memory that a process holds, this one by default. Raises psutil.NoSuchProcess."""
    import psutil  # slow to import

    return int(psutil.Process(pid).memory_info().rss)
