"""The pool of processes of batches and of `zenkai warm-up`: a death, and an end before the jobs are done."""

from __future__ import annotations

import multiprocessing
import os
import time

import pytest

from zenkai_solver.solvers.core.command import Refused
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.core.processes import processes


def leave_early() -> None:
    with processes(1, "it died") as pool:
        pool.submit(os.getpid).result()
        pool.submit(time.sleep, 3_600)
        raise Interrupted("stopped")


def test_a_death_is_one_line() -> None:
    """Not a wait without end, as with `multiprocessing.Pool`."""
    with pytest.raises(Refused, match="it died"), processes(1, "it died") as pool:
        pool.submit(os._exit, 1).result()
    assert not multiprocessing.active_children()


def test_an_exception_waits_for_no_job() -> None:
    began = time.monotonic()
    with pytest.raises(Interrupted):
        leave_early()
    assert not multiprocessing.active_children()
    assert time.monotonic() - began < 1_800
