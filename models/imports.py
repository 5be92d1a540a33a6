"""Imports that are done completely or not at all."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from types import ModuleType


@cache
def completely(name: str) -> ModuleType:
    """The module of this name, imported in a thread of its own, where no Ctrl-C and no time limit is raised.

    NumPy and Numba, once they are cut short while they are imported, cannot be imported again in the same
    process. Raises what the import raises.
    """

    def load() -> None:
        with suppress(Exception):  # raised again below
            import_module(name)

    thread = Thread(target=load, name=f"import of {name}", daemon=True)
    thread.start()
    thread.join()
    return import_module(name)
