"""Commands of zenkai in processes of their own, so that a limit that ends one does not end the script; and
limits by the CPU time of the script itself.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path

from zenkai_solver.solvers.core.deadlines import Deadline


def zenkai(*words: str | Path, cpu: float | None = None) -> int:
    """The exit code; less than 0 is the signal that ended it. Its standard output is dropped.

    `cpu`: the seconds of CPU after which it is killed, rounded up to whole ones.
    """
    command = [sys.executable, "-m", "zenkai_solver.solvers.cli", *map(str, words)]
    limit = None if cpu is None else _limiting(max(1, ceil(cpu)))
    return subprocess.run(command, stdout=subprocess.DEVNULL, preexec_fn=limit).returncode


def _limiting(seconds: int) -> Callable[[], None]:
    """What a process does before its command so that it has these seconds of CPU."""
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


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
