"""Commands of zenkai in processes of their own, so that a limit that ends one does not end the script; calls
in forked ones, which have imported what the script has; and limits by the CPU time of the script itself.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import ceil
from multiprocessing import connection, get_context
from multiprocessing.context import ForkProcess
from pathlib import Path

from zenkai_solver.solvers.core.deadlines import Deadline


def zenkai(*words: str | Path, cpu: float | None = None, silent: bool = False) -> int:
    """The exit code; less than 0 is the signal that ended it. Its standard output is dropped, and, if it is
    to be silent, its messages.

    `cpu`: the seconds of CPU after which it is killed, rounded up to whole ones.
    """
    keep_bytecode()
    command = [sys.executable, "-m", "zenkai_solver.solvers.cli", *map(str, words)]
    limit = None if cpu is None else _limiting(max(1, ceil(cpu)))
    messages = subprocess.DEVNULL if silent else None
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=messages, preexec_fn=limit).returncode


def keep_bytecode() -> None:
    """From now on this process and those it starts keep the bytecode of modules, as an installation does.

    Without it each process compiles all that it imports, which is up to half of a short command.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _limiting(seconds: int) -> Callable[[], None]:
    """What a process does before its command so that it has these seconds of CPU."""
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def forked(call: Callable[[], object], cpu: float) -> int:
    """The exit code of a process forked from this one that makes the call, its value if that is a number; as
    `zenkai`. This one must have no other threads.
    """

    def limited() -> None:
        _limiting(max(1, ceil(cpu)))()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is printed; sys.stdout may be in memory
        sys.exit(call())  # type: ignore[arg-type]

    process = get_context("fork").Process(target=limited)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def side_by_side(calls: Iterable[tuple[str, Callable[[], None]]], jobs: int) -> Iterator[tuple[str, int]]:
    """The exit code of each named call, as they end: each in a forked process, so many at a time."""
    waiting, running = iter(calls), dict[int, tuple[str, ForkProcess]]()
    while True:
        while len(running) < jobs and (taken := next(waiting, None)) is not None:
            process = get_context("fork").Process(target=taken[1])
            process.start()
            running[process.sentinel] = taken[0], process
        if not running:
            return
        for sentinel in connection.wait([*running]):
            name, process = running.pop(sentinel)  # type: ignore[call-overload]
            process.join()
            yield name, process.exitcode


def ended_seconds() -> float:
    """CPU seconds of all processes of this one that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def within(seconds: float) -> Iterator[Deadline]:
    """A deadline by the CPU time of this process; to ask for that time at each look takes too long."""
    deadline = Deadline()
    before = signal.signal(signal.SIGPROF, lambda *_: deadline.stop.set())
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield deadline
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
