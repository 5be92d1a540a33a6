"""Ctrl-C while a thread's results are waited for: at whatever moment it comes, the thread ends."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from tests.helpers import INSTANCES, PATIENCE
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.core.deadlines import NEVER
from zenkai_solver.solvers.engines import cpsat, handover

WITHIN = ("queue.py", "threading.py", "handover.py", "cpsat.py")


def by_cpsat() -> Iterator[Any]:
    return cpsat.CpSatBackend().solutions(load(INSTANCES / "dominoes4x4.yaml").puzzle.model())


def by_threads() -> Iterator[Any]:
    return handover.in_order(lambda cube: iter(range(9)), [1, 2, 3], 2, NEVER)


class Interrupted:
    """Asks for the third result, and raises KeyboardInterrupt at the moment of that number on the way."""

    def __init__(self, results: Iterator[Any], moment: int) -> None:
        self.results, self.left, self.came = results, moment, False

    def __call__(self) -> None:
        next(self.results)
        next(self.results)
        sys.settrace(self.trace)
        try:
            next(self.results)
        except KeyboardInterrupt:
            self.came = True
        finally:
            sys.settrace(None)
        self.results.close()  # type: ignore[attr-defined]

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.endswith(WITHIN):
            return None
        yields = frame.f_code.co_flags & inspect.CO_GENERATOR and event == "return"
        self.left -= not yields  # what is raised there leaves the frame without its `finally`
        if not self.left and not yields:
            raise KeyboardInterrupt
        return self.trace


@pytest.mark.parametrize("results", [by_cpsat, by_threads])
def test_ctrl_c_at_any_moment_ends_the_threads(
    results: Callable[[], Iterator[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (cpsat, handover):
        monkeypatch.setattr(module, "AHEAD", 1)  # so the thread mostly waits for room
    before, moment = threading.active_count(), 0
    while True:
        moment += 1
        asked = Interrupted(results(), moment)
        thread = threading.Thread(target=asked, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"interrupted at moment {moment} it waits for ever"
        assert threading.active_count() == before
        if not asked.came:
            break
    assert moment > 5
