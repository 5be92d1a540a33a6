"""Many machines: the workers of a Dask cluster, which may join and leave during a run.

A `RunTask` and a `Job` are sent to a worker, which sends back an `Answer` with the solutions: the machines
share only this program. Dask gives a lost worker's jobs to others and, when more than `allowed-failures`
workers have died with one job, raises KilledWorker; the coordinator then tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from distributed import Client, Future, KilledWorker, LocalCluster
from distributed.comm import get_address_host_port

from zenkai_solver.solvers.core.command import complain
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.cubes.jobs import Answer, Failed, Job, RunTask, number_of
from zenkai_solver.solvers.cubes.workers import DIED, NoWorkers

LOCAL = "local"
PATIENCE = 10.0  # seconds until a scheduler must answer
AHEAD = 2  # jobs that a worker holds: one to do and the next one
LOOK = 1.0  # seconds between two looks at which workers there are
LONELY = 5.0  # seconds without a worker, after which a message says that the run waits

one_at_a_time = threading.Lock()  # sessions are not for several threads


def do(task: RunTask, job: Job) -> Answer:
    """Do a job in a Dask worker, one at a time per process."""
    from zenkai_solver.solvers.cubes.session import session

    with one_at_a_time:
        return session(task).do(job)


@dataclass(frozen=True)
class RunsWhenUnpickled:
    """A job that runs when it is unpickled; Dask sees only bytes.

    As an argument of `do` it would be unpickled by a worker's network loop, in which a worker without zenkai
    would die without a message.
    """

    task: RunTask
    job: Job

    def __reduce__(self) -> tuple[Callable[[RunTask, Job], Answer], tuple[RunTask, Job]]:
        return do, (self.task, self.job)


def dask_setup(worker: object) -> None:
    """Called by Dask in each worker of a local cluster: ignore Ctrl-C, which the coordinator handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class DaskPool:
    """The workers of a Dask cluster; see `workers.WorkerPool`.

    `address`: a scheduler's, or "local" for `workers` processes (None: one per core) on this machine. Raises
    NoWorkers if no scheduler answers. If the scheduler is lost later, `submit` and `answers` raise
    Interrupted.
    """

    def __init__(self, address: str, task: RunTask, workers: int | None) -> None:
        for name in ("distributed", *logging.Logger.manager.loggerDict):
            if name.partition(".")[0] == "distributed":  # a lost scheduler is reported in one line, by zenkai
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address, self.task = address, task
        self.cluster = local_cluster(workers or os.cpu_count() or 1) if address == LOCAL else None
        try:
            self.client = _client(self.cluster or address)
        except BaseException:
            if self.cluster is not None:
                self.cluster.close()
            raise
        self.serial = itertools.count()
        self.out = 0  # jobs without an answer yet
        self.lost = False
        self.came: SimpleQueue[Answer] = SimpleQueue()
        self.present = len(self.client.nthreads())
        self.seen = time.monotonic()  # when there was a worker last; infinity once the message is printed
        self.client.loop.add_callback(self._watch)

    def workers(self) -> int:
        return self.present

    def free(self) -> int:
        return max(0, AHEAD * self.present - self.out)

    def submit(self, job: Job) -> None:
        self._check()
        key = f"zenkai-{self.client.id}-{next(self.serial)}"  # never that of an earlier try
        future = self.client.submit(
            pickle.loads, pickle.dumps(RunsWhenUnpickled(self.task, job)), key=key, pure=False
        )
        self.out += 1
        self.client.loop.add_callback(self._fetch, job, future)

    def answers(self, seconds: float) -> Sequence[Answer]:
        self._report_waiting()
        came = []
        with contextlib.suppress(Empty):
            came.append(self.came.get(timeout=seconds))
            while True:
                came.append(self.came.get_nowait())
        if not came:
            self._check()
        self.out -= len(came)
        return came

    def close(self) -> None:
        """Leave the cluster. The scheduler drops the waiting jobs; those that run end within their time."""
        for end in (self.client, self.cluster):
            with contextlib.suppress(OSError, TimeoutError, asyncio.TimeoutError):
                if end is not None:
                    end.close(PATIENCE)

    def _check(self) -> None:
        if self.lost or self.client.status != "running":
            raise Interrupted(f"lost the scheduler {self.address}; --resume continues")

    def _report_waiting(self) -> None:
        """Complain once, each time that there has been no worker for LONELY seconds."""
        now = time.monotonic()
        if self.present:
            self.seen = now
        elif now - self.seen > LONELY:
            self.seen = float("inf")
            complain(f"{self.address}: waiting for workers")

    # ---- in the client's event loop

    async def _fetch(self, job: Job, future: Future[Answer]) -> None:
        """Wait for the answer, and release its copy on the cluster."""
        try:
            self.came.put(await future)
        except (CancelledError, asyncio.CancelledError):
            if self.client.status == "running":  # someone restarted the cluster
                self.came.put(Failed(number_of(job), DIED, "Dask has cancelled it"))
            else:
                self.lost = True
        except Exception as error:
            self.came.put(Failed(number_of(job), *_reason(error)))
        finally:
            future.release()

    async def _watch(self) -> None:
        while self.client.status == "running":
            with contextlib.suppress(OSError):
                self.present = len(await self.client.nthreads())
            await asyncio.sleep(LOOK)


def local_cluster(workers: int) -> LocalCluster:
    """Processes on this machine. Raises NoWorkers."""
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            scheduler_kwargs={"dashboard": False, "dashboard_address": "localhost:0"},  # 0: a free port
            silence_logs="CRITICAL",
            preload=[__name__],
        )
    except Exception as error:
        raise NoWorkers(f"--cluster {LOCAL}: {_line(error)}") from None


def _client(where: str | LocalCluster) -> Client:
    address = where if isinstance(where, str) else LOCAL
    try:
        if address != LOCAL:
            get_address_host_port(address)  # Client would hang with an ill-formed one
        return Client(where, timeout=PATIENCE, set_as_default=False, name="zenkai")
    except Exception as error:  # Dask raises many kinds of errors for what is no address
        raise NoWorkers(f"--cluster {address}: no scheduler can be reached: {_line(error)}") from None


def _reason(error: Exception) -> tuple[str, str]:
    """The kind and text of Failed for an error by which Dask ends a job."""
    if isinstance(error, ImportError):
        return "unsupported", f"a worker of the cluster cannot import what zenkai needs: {_line(error)}"
    if isinstance(error, KilledWorker):
        return DIED, f"{error.allowed_failures + 1} workers died with it"
    return DIED, f"its worker says: {_line(error)}"


def _line(error: Exception) -> str:
    """The error's name and the first line of its text."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
