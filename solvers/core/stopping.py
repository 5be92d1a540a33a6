"""A watchdog thread: it enforces signals and time limits while native code runs in the main thread.

Python runs signal handlers in the main thread, between two of its bytecode instructions. While a kernel
searches or LLVM compiles there are none, so Ctrl-C would wait for the end of that call. The C-level handler
writes the signal's number to a pipe at once (`signal.set_wakeup_fd`), and a thread reads it; native code does
not hold the interpreter's lock. Code that checks its deadline in time is interrupted there and ends properly.
If none does within the PATIENCE for the reason, or at a second signal, the thread ends the process, after
the callback registered by `left` has completed the files.

    watched    runs a command with the thread
    whole      steps between which the process is not ended
    left       registers the callback that completes files when the main thread cannot
    temporary  registers a file that is removed then
    finishing  from here on only signals end the process, not the time limit
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

# Seconds of CPU within which the main thread should check its deadline, after a signal less: somebody waits.
PATIENCE = {STOPPED: 0.1, TIME_LIMIT: 0.6}
AT_LEAST = 0.5  # of these, seconds of the clock in any case: many threads use much CPU in little time
FINISHING = 5.0  # seconds of CPU that the main thread has to end after it has checked
SAME = 0.25  # seconds within which two signals count as one: `timeout` sends two
EVERY = 0.05  # seconds between two looks after a signal
HELD = 10.0  # seconds that the callback may take
STUCK = 1.0  # seconds after which a `whole` step is assumed to wait for a reader that no longer reads
FAILED = 1  # the exit code if the callback did not end
SIGNALS = (signal.SIGINT, signal.SIGTERM)
OVER, LOOK = b"\0", b"\xff"  # messages to the thread: no signals have these numbers

Say = Callable[[str], int]  # prints a reason as an error message; the exit code
Finish = Callable[[str], int]  # completes the work, given the reason; the exit code

_together = threading.RLock()
_left: list[Finish] = []
_unwanted: list[Path] = []
_watch: _Watch | None = None


@contextmanager
def whole() -> Iterator[None]:
    """The process is not ended within the block, such as between writing solutions and counting them."""
    with _together:
        yield


@contextmanager
def left(finish: Finish) -> Iterator[None]:
    """Within the block, `finish` ends the work if the main thread cannot: it gets the reason, completes
    files, reports the result so far and returns the exit code.
    """
    with _together:
        _left.append(finish)
    try:
        yield
    finally:
        with _together:  # never acquired while `finish` is running, which ends the process
            _left.remove(finish)


@contextmanager
def temporary(path: Path) -> Iterator[None]:
    """The file is removed if the thread ends the process within the block."""
    _unwanted.append(path)
    try:
        yield
    finally:
        _unwanted.remove(path)


def active() -> bool:
    """Is the thread running?"""
    return _watch is not None


def heed(deadline: Deadline) -> None:
    """Enforce this deadline."""
    if _watch is not None:
        _watch.deadline = deadline
        _watch.tell(LOOK)


def finishing() -> None:
    """Stop enforcing the deadline; signals still are."""
    if _watch is not None:
        _watch.deadline = None


@contextmanager
def watched(say: Say) -> Iterator[None]:
    """Run the block, in the main thread, with the watchdog thread. `say`: ends a command without a `left`.

    Does nothing in other threads, within another `watched`, and on Windows, where `select` takes no pipes.
    """
    global _watch
    main = threading.current_thread() is threading.main_thread()
    if _watch is not None or not main or os.name != "posix":
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    _watch = watch = _Watch(reader, writer, say)
    watch.start()
    try:
        yield
    finally:
        if _watch is watch:  # else this is a forked process
            signal.set_wakeup_fd(before)
            watch.tell(OVER)
            watch.join()
            _watch = None
        os.close(reader)
        os.close(writer)


def _forked() -> None:
    """In a forked process: forget the thread and its pipe, which belong to the parent."""
    global _watch
    if _watch is not None:
        signal.set_wakeup_fd(-1)
        _watch = None
        _left.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class _Watch(threading.Thread):
    """The watchdog thread: reads the numbers of signals from the pipe, and checks the time limit."""

    def __init__(self, reader: int, writer: int, say: Say) -> None:
        super().__init__(name="watch", daemon=True)
        self.reader, self.writer, self.say = reader, writer, say
        self.main = threading.main_thread().ident or 0
        self.deadline: Deadline | None = None
        self.signalled = False

    def run(self) -> None:
        late, before, place = _Late(), None, None
        while OVER not in (received := self._received()):
            if any(number in SIGNALS for number in received):
                self._signal(late)
            reason = STOPPED if self.signalled else self._overrun()
            now = self._place() if reason == TIME_LIMIT else None
            if reason != before or now != place:  # nothing is over, or the main thread executes bytecode
                late.begin()
            elif reason is not None and late.too(self._patience(reason)):
                self._end(reason)
            before, place = reason, now

    def tell(self, byte: bytes) -> None:
        with suppress(BlockingIOError):  # the pipe is full: the thread will wake up anyway
            os.write(self.writer, byte)

    def _received(self) -> bytes:
        """The bytes written since the last call; waits for one as long as `_pause` says."""
        ready, _, _ = select.select([self.reader], [], [], self._pause())
        return os.read(self.reader, 64) if ready else b""

    def _pause(self) -> float | None:
        """Seconds until the next look; None if there is no limit."""
        if self.signalled:
            return EVERY
        left = inf if self.deadline is None else self.deadline.remaining
        return None if left == inf else max(EVERY, left)

    def _signal(self, late: _Late) -> None:
        if self.signalled and late.wall > SAME:
            self._end(STOPPED)
        self.signalled = True
        if self.deadline is not None:
            self.deadline.stop.set()  # for other threads, too

    def _overrun(self) -> str | None:
        """TIME_LIMIT if the deadline has passed, else None."""
        deadline = self.deadline
        return TIME_LIMIT if deadline is not None and deadline.remaining <= 0 else None

    def _place(self) -> tuple[int, int] | None:
        """The position of the main thread in its bytecode, which does not change within a native call."""
        frame = sys._current_frames().get(self.main)
        return (id(frame), frame.f_lasti) if frame is not None else None

    def _patience(self, reason: str) -> float:
        """Seconds of CPU that the main thread has. Once it has noticed a time limit it has as long as it
        needs: there may be much to write.
        """
        if self.deadline is None or reason not in self.deadline.heard:
            return PATIENCE[reason]
        return FINISHING if reason == STOPPED else inf

    def _end(self, reason: str) -> None:
        """Complete the files, and end the process.

        This is done in another thread, as the main thread may hold the locks of streams.
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
    """Call the innermost `left` callback, if there is one; the exit code."""
    if not _together.acquire(timeout=STUCK) or not _left:
        return say(reason)
    try:
        return _left[-1](reason)
    except Exception:  # such as a full disk
        return say(reason)


class _Late:
    """A stopwatch for wall-clock and CPU time."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.since, self.cpu = time.monotonic(), time.process_time()

    @property
    def wall(self) -> float:
        return time.monotonic() - self.since

    def too(self, patience: float) -> bool:
        return self.wall > AT_LEAST * patience and time.process_time() - self.cpu > patience


def _children() -> list[Any]:
    """The child processes that multiprocessing has started."""
    multiprocessing = sys.modules.get("multiprocessing")
    return multiprocessing.active_children() if multiprocessing is not None else []
