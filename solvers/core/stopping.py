"""A watch over the main thread: signals and time limits are kept while native code runs in it.

Python runs its handlers of signals in the main thread, between two of its own instructions. While a kernel
searches or LLVM compiles there is none, so Ctrl-C would wait for the end of that call. The system's handler
writes the number of a signal to a pipe at once (`signal.set_wakeup_fd`), and a thread reads it; native code
does not hold the interpreter's lock. Who looks at a deadline in time hears of it there, and ends in good
order. Where nobody does within PATIENCE, or at a second signal, the thread ends the process: first what is
registered by `left` brings what was found to an end, so that files are whole.

    watched    a command, with a thread that watches
    whole      steps that belong together: the process is not ended between them
    left       what brings a file to its end where the main thread cannot
    temporary  a file that nobody wants then
    finishing  from here on only signals end the process, as the time limit concerns nothing that is left
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any

from zenkai_solver.solvers.core.deadlines import STOPPED, TIME_LIMIT, Deadline

PATIENCE = 0.6  # seconds of CPU after which nobody has heard
AT_LEAST = 0.3  # seconds by the clock before that: many threads spend much CPU in little time
FINISHING = 5.0  # seconds of CPU that the main thread has for its end once it has heard
SAME = 0.25  # seconds within which two signals are one: `timeout` sends two
EVERY = 0.05  # seconds between two looks
HELD = 10.0  # seconds that the end of the process waits for what is left to be done
STUCK = 1.0  # seconds after which a step that belongs together waits for a reader who reads no more
FAILED = 1  # exit code where that did not end
SIGNALS = (signal.SIGINT, signal.SIGTERM)
OVER, LOOK = b"\0", b"\xff"  # no signals have these numbers

Say = Callable[[str], int]  # a reason as a line of complaint, to an exit code
Finish = Callable[[str], int]

_together = threading.RLock()
_left: list[Finish] = []
_unwanted: list[Path] = []
_watch: _Watch | None = None


@contextmanager
def whole() -> Iterator[None]:
    """What is done within belongs together, such as to write solutions and to count them."""
    with _together:
        yield


@contextmanager
def left(finish: Finish) -> Iterator[None]:
    """While this runs `finish` is what ends the work where the main thread cannot: it takes the reason,
    brings files to their end, says what was found and returns the exit code.
    """
    with _together:
        _left.append(finish)
    try:
        yield
    finally:
        with _together:  # waits for ever where `finish` is at work
            _left.remove(finish)


@contextmanager
def temporary(path: Path) -> Iterator[None]:
    """A file that is not left behind where the process is ended while this runs."""
    _unwanted.append(path)
    try:
        yield
    finally:
        _unwanted.remove(path)


def active() -> bool:
    """Does a thread watch?"""
    return _watch is not None


def heed(deadline: Deadline) -> None:
    """The command stops by this deadline."""
    if _watch is not None:
        _watch.deadline = deadline
        _watch.tell(LOOK)


def finishing() -> None:
    if _watch is not None:
        _watch.deadline = None


@contextmanager
def watched(say: Say) -> Iterator[None]:
    """Watch over the main thread. `say`: how a command ends where nothing else is `left`.

    Does nothing in other threads, within itself, and where pipes are not waited for as POSIX does (Windows).
    """
    global _watch
    main = threading.current_thread() is threading.main_thread()
    if _watch is not None or not main or os.name != "posix":
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    _watch = own = _Watch(reader, writer, say)
    own.start()
    try:
        yield
    finally:
        if _watch is own:  # else this is a fork
            signal.set_wakeup_fd(before)
            own.tell(OVER)
            own.join()
            _watch = None
        os.close(reader)
        os.close(writer)


def _forked() -> None:
    """The pipe belongs to the parent alone."""
    global _watch
    if _watch is not None:
        signal.set_wakeup_fd(-1)
        _watch = None
        _left.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class _Watch(threading.Thread):
    """Reads the numbers of signals, and looks at the clock."""

    def __init__(self, reader: int, writer: int, say: Say) -> None:
        super().__init__(name="watch", daemon=True)
        self.reader, self.writer, self.say = reader, writer, say
        self.main = threading.main_thread().ident or 0
        self.deadline: Deadline | None = None
        self.signalled = False

    def run(self) -> None:
        late, before, place = _Late(), None, None
        while OVER not in (told := self._told()):
            if any(number in SIGNALS for number in told):
                self._signal(late)
            reason = STOPPED if self.signalled else self._overrun()
            now = self._place() if reason == TIME_LIMIT else None
            if reason != before or now != place:  # nothing is over, or Python goes on
                late.begin()
            elif reason is not None and late.too(self._patience(reason)):
                self._end(reason)
            before, place = reason, now

    def tell(self, byte: bytes) -> None:
        with suppress(BlockingIOError):  # it is full: there is enough to read
            os.write(self.writer, byte)

    def _told(self) -> bytes:
        """The numbers of the signals since the last time, as soon as there is one."""
        ready, _, _ = select.select([self.reader], [], [], self._pause())
        return os.read(self.reader, 64) if ready else b""

    def _pause(self) -> float | None:
        """Seconds until the next look: none is due where there is no limit."""
        if self.signalled:
            return EVERY
        left = inf if self.deadline is None else self.deadline.remaining
        return None if left == inf else max(EVERY, left)

    def _signal(self, late: _Late) -> None:
        if self.signalled and late.wall > SAME:
            self._end(STOPPED)
        self.signalled = True
        if self.deadline is not None:
            self.deadline.stop.set()  # which other threads look at, too

    def _overrun(self) -> str | None:
        """Why it is over without a signal, if it is."""
        deadline = self.deadline
        return TIME_LIMIT if deadline is not None and deadline.remaining <= 0 else None

    def _place(self) -> tuple[int, int] | None:
        """Where the main thread is: within one native call it stays there."""
        frame = sys._current_frames().get(self.main)
        return (id(frame), frame.f_lasti) if frame is not None else None

    def _patience(self, reason: str) -> float:
        """Seconds of CPU. Who has heard of a limit ends by itself: there may be much to write."""
        if self.deadline is None or reason not in self.deadline.heard:
            return PATIENCE
        return FINISHING if reason == STOPPED else inf

    def _end(self, reason: str) -> None:
        """Bring to an end what is left, and the process with it.

        By another thread, as streams may be held by who waits for a reader.
        """
        codes: list[int] = []
        last = threading.Thread(target=lambda: codes.append(_finished(reason, self.say)), daemon=True)
        last.start()
        last.join(HELD)
        for path in _unwanted:
            with suppress(OSError):
                path.unlink()
        for child in _children():
            with suppress(OSError):
                child.kill()
        os._exit(codes[0] if codes else FAILED)


def _finished(reason: str, say: Say) -> int:
    """The exit code of what is left to be done."""
    if not _together.acquire(timeout=STUCK) or not _left:
        return say(reason)
    try:
        return _left[-1](reason)
    except Exception:  # such as a full disk
        return say(reason)


class _Late:
    """How long, by the clock and in CPU, since it began."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.since, self.cpu = time.monotonic(), time.process_time()

    @property
    def wall(self) -> float:
        return time.monotonic() - self.since

    def too(self, patience: float) -> bool:
        return self.wall > AT_LEAST and time.process_time() - self.cpu > patience


def _children() -> list[Any]:
    """Processes that this one started and would leave behind."""
    own = sys.modules.get("multiprocessing")
    return own.active_children() if own is not None else []
