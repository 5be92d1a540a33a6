"""Work, such as imports, that is done completely or not at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import Thread
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")
_threads: list[Thread] = []  # the last of them may be at work still


def uninterrupted(work: Callable[[], T], name: str) -> T:
    """What the work returns, or raises, done in a thread of its own, where no Ctrl-C and no time limit is
    raised: one that comes ends the wait for the work, and the work goes on.
    """
    returned: list[T] = []
    raised: list[BaseException] = []

    def done() -> None:
        try:
            returned.append(work())
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=done, name=name, daemon=True)
    _threads[:] = [*filter(Thread.is_alive, _threads), thread]
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return returned[0]


def unfinished() -> bool:
    """Is there work that goes on after its wait was ended?"""
    return any(map(Thread.is_alive, _threads))


@cache
def completely(name: str) -> ModuleType:
    """The module of this name, imported without interruption.

    NumPy and Numba, once they are cut short while they are imported, cannot be imported again in the same
    process. Raises what the import raises.
    """
    return uninterrupted(lambda: import_module(name), f"import of {name}")
