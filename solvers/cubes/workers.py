"""Worker processes on this machine. If one dies its job fails, and another is started.

They are processes and not threads, since OR-Tools and python-sat hold the interpreter's lock, and a crash or
the system's out-of-memory killer ends one process only. They are forked from a fork server, if the system has
one, which has imported everything once.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Protocol

from psutil import NoSuchProcess, Process

from zenkai_solver.solvers.core.command import FIRST_USE, Refused, say
from zenkai_solver.solvers.core.deadlines import memory_in_use
from zenkai_solver.solvers.cubes.jobs import Answer, Failed, Job, RunTask, number_of
from zenkai_solver.solvers.kernels.warmup import announced

PRELOAD = ["zenkai_solver.solvers.cubes.preload"]
DIED = "died"
PAUSES = (0.0, 0.05, 0.2, 0.8, 3.2)  # seconds before each further try to start a worker
Context = ForkServerContext | SpawnContext


class NoWorkers(Refused):
    """No worker could be started or reached; the message says why."""


class WorkerPool(Protocol):
    """Workers that do jobs, on this machine or others."""

    def free(self) -> int:
        """How many more jobs can be submitted now."""

    def submit(self, job: Job) -> None: ...

    def answers(self, seconds: float) -> Sequence[Answer]:
        """Wait for answers, at most so long. Each job submitted gets one."""

    def workers(self) -> int: ...

    def close(self) -> None:
        """End the workers, and what they are doing."""


def context() -> Context:
    """A fork server where the system has one; it imports the engines once for all workers."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(PRELOAD)
    return server


def serve(jobs: Connection, parent: Connection, task: RunTask, quiet: bool = True) -> None:
    """The main loop of a worker: jobs in, answers out, until the other end is closed."""
    if not quiet:
        announced.set(_first_use)
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to all: the coordinator ends the workers
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    from zenkai_solver.solvers.cubes.session import session

    with contextlib.suppress(EOFError, OSError):
        while True:
            jobs.send(session(task).do(jobs.recv()))


def _first_use() -> contextlib.AbstractContextManager[None]:
    """Print on stderr that kernels are compiled, as the coordinator does."""
    say(FIRST_USE, sys.stderr)
    return contextlib.nullcontext()


def _die_with(parent: Connection) -> None:
    """End this process when the coordinator ends, even by SIGKILL: nothing is ever sent on this pipe, so
    reading it only ends when the other end is closed.
    """
    with contextlib.suppress(EOFError, OSError):
        parent.recv()
    os._exit(1)


@dataclass
class _Worker:
    process: BaseProcess
    jobs: Connection
    alive: Connection
    job: Job | None = None

    def close(self) -> None:
        self.jobs.close()
        self.alive.close()


FILES, MORE = 4, 12  # open files that a worker takes, and that starting one takes besides


def enough_files(workers: int) -> None:
    """Raise NoWorkers if this process may not open the files that so many workers take."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = Process().num_fds() + FILES * workers + MORE
    if limit != resource.RLIM_INFINITY and limit < needed:
        raise NoWorkers(f"{workers} workers need {needed} open files, but the limit (ulimit -n) is {limit}")


class LocalPool:
    """A pool of worker processes; see `WorkerPool`. Raises NoWorkers if there may not be so many.

    `memory`: the most bytes of one worker, or None. Unless `quiet` a worker reports on stderr that it
    compiles.
    """

    def __init__(self, task: RunTask, workers: int, memory: int | None = None, quiet: bool = True) -> None:
        enough_files(workers)
        self.task, self.memory, self.quiet = task, memory, quiet
        self.context = context()
        self.members = [self._start_patiently() for _ in range(workers)]

    def _start_patiently(self) -> _Worker:
        """Start a worker; a fork server that was killed refuses until the system has reaped it."""
        for pause in PAUSES:
            with contextlib.suppress(EOFError, ConnectionError):
                return self._start()
            time.sleep(pause)
        return self._start()

    def _start(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        watch, alive = self.context.Pipe(duplex=False)
        process = self.context.Process(target=serve, args=(theirs, watch, self.task, self.quiet), daemon=True)
        process.start()
        theirs.close()
        watch.close()
        return _Worker(process, ours, alive)

    def workers(self) -> int:
        return len(self.members)

    def free(self) -> int:
        return sum(worker.job is None for worker in self.members)

    def submit(self, job: Job) -> None:
        worker = next(worker for worker in self.members if worker.job is None)
        worker.job = job
        with contextlib.suppress(OSError):  # a worker that is dead already: `answers` says so
            worker.jobs.send(job)

    def answers(self, seconds: float) -> Sequence[Answer]:
        busy = [worker for worker in self.members if worker.job is not None]
        wait([end for worker in busy for end in (worker.jobs, worker.process.sentinel)], seconds)
        return [answer for worker in busy if (answer := self._answer(worker)) is not None]

    def _answer(self, worker: _Worker) -> Answer | None:
        """The worker's answer if there is one; if it is dead or uses too much memory, the failure of
        its job.
        """
        with contextlib.suppress(EOFError, OSError):
            if worker.jobs.poll():
                answer: Answer = worker.jobs.recv()
                worker.job = None
                return answer
        reason = self._too_large(worker)
        if reason is None and worker.process.is_alive():
            return None
        return self._replace(worker, reason)

    def _too_large(self, worker: _Worker) -> str | None:
        if self.memory is None:
            return None
        try:
            in_use = memory_in_use(worker.process.pid)
        except NoSuchProcess:
            return None
        if in_use <= self.memory:
            return None
        return f"its worker held {in_use >> 20:,} MiB of memory; a share is {self.memory >> 20:,} MiB"

    def _replace(self, worker: _Worker, reason: str | None) -> Answer:
        """Start another worker in the place of one; the failure of its job."""
        worker.process.kill()
        worker.process.join()
        worker.close()
        self.members[self.members.index(worker)] = self._start_patiently()
        return Failed(number_of(worker.job), DIED, reason or _cause(worker.process.exitcode))

    def close(self) -> None:
        for worker in self.members:
            worker.process.kill()
        for worker in self.members:
            worker.process.join()
            worker.close()
        self.members = []


def _cause(code: int | None) -> str:
    """'its worker died: SIGKILL' from a process's exit code."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"its worker died: {signal.Signals(-code).name}"
    return f"its worker died: exit code {code}"
