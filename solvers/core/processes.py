"""A pool of processes on this machine for jobs that are independent: puzzles of a batch, compilations.

Runs that are kept have a pool of their own (`cubes/workers.py`), since there a death costs only its job, and
each worker has a share of the memory. Here a death ends the command.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from zenkai_solver.solvers.core.command import Refused


class _Recording(SpawnContext):
    """Starts processes, and remembers which: a program that uses this package may have others."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *words: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*words, **options)
        self.started.append(process)
        return process


@contextmanager
def processes(number: int, died: str) -> Iterator[ProcessPoolExecutor]:
    """So many processes. An exception in the block, such as Interrupted, ends them and their jobs at once.

    Raises Refused, with the message `died`, if the block waits for a job whose process has died.
    """
    context = _Recording()
    with ProcessPoolExecutor(number, context, _ignore_ctrl_c) as pool:
        try:
            yield pool
        except BaseException as error:
            for process in filter(SpawnProcess.is_alive, context.started):
                process.terminate()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise Refused(died) from None
            raise


def _ignore_ctrl_c() -> None:
    """The terminal sends it to all processes; the main one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
