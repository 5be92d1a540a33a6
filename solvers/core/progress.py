"""Signs of life during work of unknown length: a spinner on a terminal, else a line every few seconds."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

EVERY = 10.0  # seconds between two lines where there is no terminal
_waiting: list[object] = []  # the phases in progress, the innermost last: only that one is reported


@contextmanager
def alive(what: str, say: Callable[[str], None], quiet: bool) -> Iterator[None]:
    """Show a spinner and elapsed time if stderr is a terminal, else call say(line) every EVERY seconds."""
    if quiet:
        yield
    elif sys.stderr.isatty():
        with _spinner(what):
            yield
    else:
        with waiting(what, say):
            yield


@contextmanager
def _spinner(what: str) -> Iterator[None]:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn(what), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield


@contextmanager
def waiting(
    what: str | Callable[[], str], say: Callable[[str], object], every: float | None = None
) -> Iterator[Callable[[], None]]:
    """Call say(line) every so many seconds with the elapsed time; yields a function that restarts the clock.

    `what` may change meanwhile; nothing is said where it is empty, and while a phase within this one is in
    progress.
    """
    ended, began, every = threading.Event(), deque([monotonic()], 1), every or EVERY
    _waiting.append(ended)

    def tell() -> None:
        while not ended.wait(every - (monotonic() - began[-1]) % every):
            seconds = monotonic() - began[-1]
            words = what if isinstance(what, str) else what()
            if words and seconds >= every and _waiting[-1] is ended:
                say(f"{words}: {seconds:.0f} s")

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield lambda: began.append(monotonic())
    finally:
        ended.set()
        thread.join()
        _waiting.remove(ended)
