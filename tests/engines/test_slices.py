"""Slices of a SAT search hear Ctrl-C, also where python-sat takes it for itself."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from itertools import combinations

import pytest
from pysat.solvers import Solver

from zenkai_solver.solvers.core.deadlines import STOPPED, Interrupted
from zenkai_solver.solvers.engines.sat.slices import satisfiable


@pytest.fixture
def pressed() -> Iterator[list[int]]:
    """The signals that our handler is given."""
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    yield received
    signal.signal(signal.SIGINT, before)


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than holes: what no solver refutes soon."""
    var = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    alone = [[-a[hole], -b[hole]] for a, b in combinations(var, 2) for hole in range(holes)]
    return [*var, *alone]


@pytest.mark.parametrize("name", ["cadical195", "glucose4"])
def test_ctrl_c_reaches_our_handler_at_the_end_of_a_slice(name: str, pressed: list[int]) -> None:
    def look() -> None:
        if pressed:
            raise Interrupted(STOPPED)

    with Solver(name=name, bootstrap_with=pigeons(14)) as solver:
        subprocess.Popen(["sh", "-c", f"sleep 0.1; kill -INT {os.getpid()}"])
        with pytest.raises(Interrupted, match=STOPPED):
            satisfiable(solver, look)
    assert pressed == [signal.SIGINT]


@pytest.mark.parametrize("name", ["cadical195", "glucose4"])
def test_a_handler_that_raises_ends_no_solver_in_the_middle(name: str) -> None:
    """It is Python's own."""
    with Solver(name=name, bootstrap_with=pigeons(14)) as solver:
        subprocess.Popen(["sh", "-c", f"sleep 0.1; kill -INT {os.getpid()}"])
        with pytest.raises(KeyboardInterrupt):
            satisfiable(solver, lambda: None)


@pytest.mark.parametrize("name", ["cadical195", "glucose4"])
def test_an_error_of_the_solver_is_told(name: str) -> None:
    with Solver(name=name) as solver, pytest.raises(TypeError, match="integer"):
        satisfiable(solver, lambda: None, ["a"])  # type: ignore[list-item]
