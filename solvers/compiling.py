"""Compiling what a run needs before it begins, with a sign of life; what is compiled is kept on disk."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from time import monotonic

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.backend import (
    Backend,
    CompilingBackend,
    CountingBackend,
    Work,
    current,
    uncompiled,
)
from zenkai_solver.solvers.command import interruptible, say

EVERY = 10.0  # seconds between two lines where there is no terminal


def compile_for(backend: Backend, model: Model | None, say: Callable[[str], None], quiet: bool) -> None:
    """Compile what the engine lacks for the model (None: for most models), if it compiles anything."""
    if isinstance(backend, CompilingBackend):
        engine = backend
        compile_all(lambda: engine.works(model), say, quiet)


def compile_for_counting(backend: Backend, model: Model, say: Callable[[str], None], quiet: bool) -> None:
    """Compile what the engine lacks to count without visiting, if it can."""
    if isinstance(backend, CountingBackend):
        engine = backend
        compile_all(lambda: engine.counting_works(model), say, quiet)


Ready = Callable[[Backend, Model], None]  # what is done before a search begins


def silently(_: Backend, __: Model) -> None:
    """The search compiles what it lacks when it comes to it."""


def aloud(backend: Backend, model: Model) -> None:
    """Compile what the search lacks, and say so on stderr: for commands that search on their way."""
    compile_for(backend, model, partial(say, stream=sys.stderr), quiet=False)


def compile_all(works: Callable[[], Sequence[Work]], say: Callable[[str], None], quiet: bool) -> None:
    """Compile until `works` names nothing that is missing: it may know more when the first of it is there.

    Raises Interrupted, also in the middle of a kernel.
    """
    main = threading.current_thread() is threading.main_thread()
    with interruptible(current()) if main else nullcontext():
        _compile_all(works, say, quiet)


def _compile_all(works: Callable[[], Sequence[Work]], say: Callable[[str], None], quiet: bool) -> None:
    while (seconds := uncompiled(now := works())) is not None:
        say(f"first use: compiling the search, about {seconds:.0f} s, kept for later runs")
        with alive("compiling", say, quiet):
            for work in now:
                if not work.done:
                    work.compile()


@contextmanager
def alive(what: str, say: Callable[[str], None], quiet: bool) -> Iterator[None]:
    """A spinner and the time on a terminal (stderr), elsewhere a line now and then, by `say`."""
    if quiet:
        yield
    elif sys.stderr.isatty():
        with _spinner(what):
            yield
    else:
        with _lines(what, say):
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
def _lines(what: str, say: Callable[[str], None]) -> Iterator[None]:
    with waiting(what, say):
        yield


@contextmanager
def waiting(
    what: str, say: Callable[[str], None], every: float | None = None
) -> Iterator[Callable[[], None]]:
    """A line every so many seconds, by `say`, that says for how long; what is yielded counts anew."""
    ended, began, every = threading.Event(), deque([monotonic()], 1), every or EVERY

    def tell() -> None:
        while not ended.wait(every - (monotonic() - began[-1]) % every):
            if (seconds := monotonic() - began[-1]) >= every:
                say(f"{what}: {seconds:.0f} s")

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield lambda: began.append(monotonic())
    finally:
        ended.set()
        thread.join()
