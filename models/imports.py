"""Imports that are done completely or not at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from types import ModuleType


def uninterrupted(work: Callable[[], object], name: str) -> None:
    """Do it in a thread of its own, where no Ctrl-C and no time limit is raised; nor are its errors."""

    def done() -> None:
        with suppress(Exception):
            work()

    thread = Thread(target=done, name=name, daemon=True)
    thread.start()
    thread.join()


@cache
def completely(name: str) -> ModuleType:
    """The module of this name, imported without interruption.

    NumPy and Numba, once they are cut short while they are imported, cannot be imported again in the same
    process. Raises what the import raises.
    """
    uninterrupted(lambda: import_module(name), f"import of {name}")
    return import_module(name)
