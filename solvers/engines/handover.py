"""Results on their way from a thread to the one who asked for them, with Ctrl-C at any moment."""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

from zenkai_solver.solvers.backend import Deadline

T = TypeVar("T")
LOOK = 0.05  # seconds between two looks at the clock, or whether the thread is to end


class Handover(Generic[T]):
    """Results in order, up to `ahead` of them not taken yet; `stop` ends the waiting for room.

    Of simple queues, whose locks no interrupt leaves taken: within `queue.Queue` a Ctrl-C between the taking
    of its lock and the block that frees it would leave the thread waiting for ever, and who joins it too.
    """

    def __init__(self, ahead: int, stop: threading.Event) -> None:
        self.stop = stop
        self.items: queue.SimpleQueue[T] = queue.SimpleQueue()
        self.room: queue.SimpleQueue[None] = queue.SimpleQueue()  # as many as may still be put
        for _ in range(ahead):
            self.room.put(None)

    def put(self, item: T) -> bool:
        """Wait for room; False where it was stopped before there was any."""
        while not self.stop.is_set():
            with suppress(queue.Empty):
                self.room.get(timeout=LOOK)
                self.items.put(item)
                return True
        return False

    def take(self, deadline: Deadline) -> T:
        """The next, as soon as it is there. Raises Interrupted."""
        while True:
            deadline.check()
            with suppress(queue.Empty):
                item = self.items.get(timeout=max(0.0, min(LOOK, deadline.remaining)))
                self.room.put(None)
                return item


@contextmanager
def ended(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` in the end: at the latest at the end of the program, where a search is left early and its
    iterator is never closed. The threads have to be daemons: before that the program waits for others.
    """
    atexit.register(end)
    try:
        yield
    finally:
        atexit.unregister(end)
        end()


def joined(threads: list[threading.Thread]) -> None:
    """Wait for those that have begun: an interrupted start may leave others."""
    for thread in threads:
        with suppress(RuntimeError):
            thread.join()
