"""A pool of threads and a queue for their results, which Ctrl-C may interrupt at any moment.

in_order(work, cubes, ...)    a pool of threads: the results of work(cube), in the order of the cubes
Handover                      a bounded queue of results, in which a producer that is far ahead waits
ended(end)                    ends threads when their results are no longer wanted
"""

from __future__ import annotations

import atexit
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Generic, TypeVar

from zenkai_solver.solvers.core.deadlines import Deadline

T = TypeVar("T")
C = TypeVar("C")
AHEAD = 16  # results a cube may be ahead of the consumer
LOOK = 0.05  # seconds between two looks at the clock, or whether the thread is to end


class Handover(Generic[T]):
    """A queue of at most `ahead` results; `stop` ends the waiting for room.

    It is made of simple queues, whose locks no interrupt leaves taken: in `queue.Queue` a Ctrl-C between the
    acquisition of its lock and the block that releases it would leave the producer waiting for ever, and
    whoever joins its thread, too.
    """

    def __init__(self, ahead: int, stop: threading.Event) -> None:
        self.stop = stop
        self.items: queue.SimpleQueue[T] = queue.SimpleQueue()
        self.room: queue.SimpleQueue[None] = queue.SimpleQueue()  # as many as may still be put
        for _ in range(ahead):
            self.room.put(None)

    def put(self, item: T) -> bool:
        """Wait for room and add the item; False if stopped before there was room."""
        while not self.stop.is_set():
            with suppress(queue.Empty):
                self.room.get(timeout=LOOK)
                self.items.put(item)
                return True
        return False

    def take(self, deadline: Deadline) -> T:
        """The next item, as soon as there is one. Raises Interrupted."""
        while True:
            deadline.check()
            with suppress(queue.Empty):
                item = self.items.get(timeout=max(0.0, min(LOOK, deadline.remaining)))
                self.room.put(None)
                return item


@contextmanager
def ended(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` on leaving, or when the program ends: a search may be left early, its iterator never closed.

    The threads have to be daemons: a program waits for other threads before it calls `end`.
    """
    atexit.register(end)
    try:
        yield
    finally:
        atexit.unregister(end)
        end()


def in_order(
    work: Callable[[C], Iterator[T]],
    cubes: Sequence[C],
    workers: int,
    deadline: Deadline,
    abandon: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """The results of work(cube) for every cube, in the order of the cubes, from `workers` threads.

    Threads only help if `work` releases the interpreter's lock. After `abandon` is called all work should end
    soon. Raises what `work` raises, and Interrupted.
    """
    stop = threading.Event()
    waiting = deque(cubes)
    running: deque[_Stream[T]] = deque()
    jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
    threads = [threading.Thread(target=_work_off, args=(jobs,), daemon=True) for _ in range(workers)]

    def end() -> None:
        abandon()
        stop.set()
        for _ in threads:
            jobs.put(None)
        for thread in threads:
            with suppress(RuntimeError):  # an interrupted start leaves some that have not begun
                thread.join()

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
    """The loop of a thread: one job after the other, until None. concurrent.futures would import logging."""
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
