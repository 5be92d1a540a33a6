"""The clock of the running thread, at which loops look between two calls of compiled code.

look       raises what the function set by `set_by` raises when it is time to stop, such as Interrupted
hurried    has the time set by `until` come, after which a loop should make do with what it knows?
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Look = Callable[[], None]


_look: ContextVar[Look] = ContextVar("look", default=lambda: None)
_hurry: ContextVar[float] = ContextVar("hurry", default=float("inf"))


def look() -> None:
    """Raises what `set_by` was given raises when it is time to stop."""
    _look.get()()


def hurried() -> bool:
    return time.monotonic() > _hurry.get()


@contextmanager
def set_by(stop: Look) -> Iterator[None]:
    """Within it `look` calls `stop`."""
    before = _look.set(stop)
    try:
        yield
    finally:
        _look.reset(before)


@contextmanager
def until(moment: float) -> Iterator[None]:
    """Within it `hurried` is true from this moment of time.monotonic() on, or an earlier one that is set."""
    before = _hurry.set(min(_hurry.get(), moment))
    try:
        yield
    finally:
        _hurry.reset(before)
