"""Deadlines, and the exceptions by which a search is cut short or refused.

A command sets its deadline with `under`; code that runs within it checks it by `look` (kernels.clock) or
`looking`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from typing import NoReturn, TypeVar

from zenkai_solver.solvers.kernels import clock
from zenkai_solver.solvers.kernels.clock import look

T = TypeVar("T")
STOPPED, TIME_LIMIT, MEMORY_LIMIT = "stopped", "time limit", "memory limit"  # reasons of Interrupted
WORK_LIMIT = "work limit"  # the same, of a `Bounded` deadline
AT_A_LOOK = 1 << 8  # items between two looks at the deadline
QUARTER, LEAST_PART = 1 / 4, 1 / 12  # of what is left of a `Paced` deadline, and of one part of it
LEAST_SIZE = 300  # variables: to ask a solver about fewer takes as long


class Unsupported(Exception):
    """An engine, format or command cannot take this model, puzzle or option; the text says why.

    >>> import zenkai_solver as zenkai
    >>> try:
    ...     zenkai.solve("thermo", backend="dissect")
    ... except zenkai.Unsupported:
    ...     print("another engine, please")
    another engine, please
    """


class Interrupted(Exception):
    """The search was cut short; the solutions so far are valid, perhaps not all. The text is the reason.

    >>> import zenkai_solver as zenkai
    >>> try:
    ...     zenkai.unique("dominoes4x4", backend="sat", time_limit=1e-9)
    ... except zenkai.Interrupted as reason:
    ...     print(reason)
    time limit
    """


class WrongSolution(Exception):
    """A result contradicts a check, such as a solution that breaks the rules: a bug in zenkai. Only a command
    may catch it, or a program that reports it and ends.

    >>> import zenkai_solver as zenkai
    >>> try:
    ...     print(zenkai.count("dominoes4x4", backend="sat").all)
    ... except zenkai.WrongSolution as error:
    ...     raise SystemExit(f"a bug in zenkai, please report it: {error}")
    36
    """


@dataclass(frozen=True)
class Deadline:
    """When a search must stop: at the time `at` of time.monotonic(), when the event `stop` is set, or when
    this process uses more than `memory` bytes. `heard`: the reasons that `check` has raised so far.
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

    def about(self, size: int) -> Callable[[], None]:
        """The check of a question that reads so many variables."""
        return self.check

    def spend(self, work: int) -> None:
        """Say that so much work was done beside that of the checks."""

    @property
    def late(self) -> bool:
        """Is half of a part of the work done, if there are parts?"""
        return False

    def _over(self, reason: str) -> NoReturn:
        self.heard.add(reason)
        raise Interrupted(reason)


@dataclass(frozen=True)
class Bounded(Deadline):
    """A deadline that also passes after `most` checks, which is the same amount of work on every machine."""

    most: int = 0
    _looks: Iterator[int] = field(default_factory=count, compare=False)

    @classmethod
    def within(cls, deadline: Deadline, most: int) -> Bounded:
        return cls(deadline.at, deadline.stop, deadline.memory, deadline.heard, most)

    def check(self) -> None:
        super().check()
        if next(self._looks) >= self.most:
            raise Interrupted(WORK_LIMIT)


class Overrun(Interrupted):
    """A part of the work of a `Paced` deadline took too much."""


@dataclass(frozen=True)
class Paced(Deadline):
    """A deadline that also passes after questions that read `most` variables in all within one `part` of the
    work; a check is a question that reads `size` of them. A literal propagated counts as a variable read.

    All parts together may read `total`. Each gets a QUARTER of what is left of it, at most, but never less
    than a LEAST_PART of `most`: the more was spent, the sooner a part ends.
    """

    most: int = 0
    size: int = 1
    total: float = float("inf")
    _part: list[int] = field(default_factory=list, compare=False)  # the size of the present part
    _left: list[int] = field(default_factory=list, compare=False)
    _spent: list[int] = field(default_factory=lambda: [0], compare=False)

    @classmethod
    def of_parts(cls, deadline: Deadline, most: int, size: int = 1, total: float = float("inf")) -> Paced:
        return cls(deadline.at, deadline.stop, deadline.memory, deadline.heard, most, size, total)

    def check(self) -> None:
        """Raise Interrupted if it is time to stop; Overrun if only this part has to."""
        self._check(self.size)

    def about(self, size: int) -> Callable[[], None]:
        return partial(self._check, min(size, self.size))

    def _check(self, size: int) -> None:
        super().check()
        if self._left:
            self._left[0] -= size
            if self._left[0] < 0:
                raise Overrun(WORK_LIMIT)

    def spend(self, work: int) -> None:
        if self._left:
            self._left[0] -= work

    @property
    def late(self) -> bool:
        return bool(self._left) and 2 * self._left[0] < self._part[0]

    @property
    def spent(self) -> int:
        """What all parts have read so far."""
        return self._spent[0]

    @contextmanager
    def part(self) -> Iterator[None]:
        most = int(max(min(self.most, (self.total - self._spent[0]) * QUARTER), self.most * LEAST_PART))
        self._left[:] = self._part[:] = [most]
        try:
            yield
        finally:
            self._spent[0] += most - self._left.pop()


NEVER = Deadline()

# The running command's deadline, so that it need not be passed to planning and tables.
_current: ContextVar[Deadline] = ContextVar("deadline", default=NEVER)


@contextmanager
def under(deadline: Deadline) -> Iterator[None]:
    """Make `look` check this deadline within the block; NEVER keeps the present one."""
    checked = current() if deadline is NEVER else deadline
    before = _current.set(checked)
    try:
        with clock.set_by(checked.check):
            yield
    finally:
        _current.reset(before)


def current() -> Deadline:
    """The deadline that `look` checks."""
    return _current.get()


def looking(items: Iterable[T]) -> Iterator[T]:
    """The items, with a `look` before every AT_A_LOOK of them. Raises Interrupted."""
    left = iter(items)
    while part := tuple(islice(left, AT_A_LOOK)):
        look()
        yield from part


def share(part: float) -> AbstractContextManager[None]:
    """Let the block take this part (0 to 1) of the time left; after that `clock.hurried()` is true."""
    return clock.until(time.monotonic() + part * current().remaining)


def memory_in_use(pid: int | None = None) -> int:
    """The resident memory of a process in bytes, by default of this one. Raises psutil.NoSuchProcess."""
    import psutil  # slow to import

    return int(psutil.Process(pid).memory_info().rss)
