"""Threads over cubes: results come in the order of the cubes, whatever the number of threads.

Each cube's results pass through a bounded queue, so that a thread that is ahead of the consumer waits.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from zenkai_solver.solvers.backend import Deadline

T = TypeVar("T")
C = TypeVar("C")
AHEAD = 16  # results a cube may be ahead of the consumer
LOOK = 0.05  # seconds between two looks at the clock


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
    threads = [threading.Thread(target=_work_off, args=(jobs,)) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                stream: _Stream[T] = _Stream(stop)
                jobs.put(partial(stream.fill, work, waiting.popleft()))
                running.append(stream)
            yield from running.popleft().results(deadline)
    finally:
        stop.set()
        for _ in threads:
            jobs.put(None)
        for thread in threads:
            thread.join()


def _work_off(jobs: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    """In a thread: one job after the other, until None. concurrent.futures would import logging."""
    for job in iter(jobs.get, None):
        job()


class _Stream(Generic[T]):
    """The results of one cube on their way from a thread to the consumer; None after the last."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop
        self.queue: queue.Queue[tuple[T] | BaseException | None] = queue.Queue(AHEAD)

    def fill(self, work: Callable[[C], Iterator[T]], cube: C) -> None:
        try:
            for result in work(cube):
                if not self._put((result,)):
                    return
            self._put(None)
        except BaseException as error:  # handed to the consumer, which raises it
            self._put(error)

    def _put(self, item: tuple[T] | BaseException | None) -> bool:
        while not self.stop.is_set():
            try:
                self.queue.put(item, timeout=LOOK)
                return True
            except queue.Full:
                continue
        return False

    def results(self, deadline: Deadline) -> Iterator[T]:
        while True:
            deadline.check()
            try:
                item = self.queue.get(timeout=max(0.0, min(LOOK, deadline.remaining)))
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            yield item[0]
