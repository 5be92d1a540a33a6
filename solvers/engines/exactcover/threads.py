"""Threads over cubes: results come in the order of the cubes, whatever the number of threads.

Each cube's results pass through a bounded hand-over, so that a thread that is ahead of the consumer waits.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.handover import Handover, ended, joined

T = TypeVar("T")
C = TypeVar("C")
AHEAD = 16  # results a cube may be ahead of the consumer


def in_order(
    work: Callable[[C], Iterator[T]], cubes: Sequence[C], workers: int, deadline: Deadline
) -> Iterator[T]:
    """The results of work(cube) for every cube, in order, from `workers` threads.

    `work` must release the interpreter's lock to gain anything. Raises what it raises, and Interrupted.
    """
    stop = threading.Event()
    waiting = deque(cubes)
    running: deque[_Stream[T]] = deque()
    jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
    threads = [threading.Thread(target=_work_off, args=(jobs,), daemon=True) for _ in range(workers)]

    def end() -> None:
        stop.set()
        for _ in threads:
            jobs.put(None)
        joined(threads)

    with ended(end):
        for thread in threads:
            thread.start()
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                stream: _Stream[T] = _Stream(stop)
                jobs.put(partial(stream.fill, work, waiting.popleft()))
                running.append(stream)
            yield from running.popleft().results(deadline)


def _work_off(jobs: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    """In a thread: one job after the other, until None. concurrent.futures would import logging."""
    for job in iter(jobs.get, None):
        job()


class _Stream(Generic[T]):
    """The results of one cube on their way from a thread to the consumer; None after the last."""

    def __init__(self, stop: threading.Event) -> None:
        self.made: Handover[tuple[T] | BaseException | None] = Handover(AHEAD, stop)

    def fill(self, work: Callable[[C], Iterator[T]], cube: C) -> None:
        try:
            for result in work(cube):
                if not self.made.put((result,)):
                    return
            self.made.put(None)
        except BaseException as error:  # handed to the consumer, which raises it
            self.made.put(error)

    def results(self, deadline: Deadline) -> Iterator[T]:
        while (item := self.made.take(deadline)) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item[0]
