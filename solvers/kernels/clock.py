"""What loops of native calls ask between two of them: is it time to stop, and does what is known do?

look       raises what whoever set the clock raises, such as Interrupted
hurried    should that which is known by now be enough?
set_by     whose clock it is, while something runs in this thread
until      the time from which on it is hurried
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Look = Callable[[], None]


def _never() -> None:
    """Nobody waits."""


_look: ContextVar[Look] = ContextVar("look", default=_never)
_hurry: ContextVar[float] = ContextVar("hurry", default=float("inf"))


def look() -> None:
    """Raises what the clock's owner does when it is time to stop."""
    _look.get()()


def hurried() -> bool:
    return time.monotonic() > _hurry.get()


@contextmanager
def set_by(owner: Look) -> Iterator[None]:
    before = _look.set(owner)
    try:
        yield
    finally:
        _look.reset(before)


@contextmanager
def until(moment: float) -> Iterator[None]:
    """A moment of time.monotonic(); an earlier one that is set stays."""
    before = _hurry.set(min(_hurry.get(), moment))
    try:
        yield
    finally:
        _hurry.reset(before)
