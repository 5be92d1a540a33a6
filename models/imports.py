"""Work, such as imports, that is done completely or not at all."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import Event, Thread
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")
# Threads, and what each sets at its end: a `join` that a signal interrupts may take its thread for dead.
_threads: list[tuple[Thread, Event]] = []


def uninterrupted(work: Callable[[], T], name: str) -> T:
    """What the work returns, or raises, done in a thread of its own, where no Ctrl-C and no time limit is
    raised: one that comes ends the wait for the work, and the work goes on.
    """
    returned: list[T] = []
    raised: list[BaseException] = []
    ended = Event()

    def done() -> None:
        try:
            returned.append(work())
        except BaseException as error:
            raised.append(error)
        ended.set()

    thread = Thread(target=done, name=name, daemon=True)
    _threads[:] = [*_at_work(), (thread, ended)]
    thread.start()
    ended.wait()
    if raised:
        raise raised[0]
    return returned[0]


def _at_work() -> list[tuple[Thread, Event]]:
    return [(thread, ended) for thread, ended in _threads if thread.ident is not None and not ended.is_set()]


def unfinished() -> bool:
    """Is there work that goes on after its wait was ended?"""
    return bool(_at_work())


@atexit.register
def _finish() -> None:
    """Wait for the work: a compilation can crash when the interpreter is taken down below it."""
    for _, ended in _at_work():
        ended.wait()


@cache
def completely(name: str) -> ModuleType:
    """The module of this name, imported without interruption.

    NumPy and Numba, once they are cut short while they are imported, cannot be imported again in the same
    process. Raises what the import raises.
    """
    return uninterrupted(lambda: import_module(name), f"import of {name}")
