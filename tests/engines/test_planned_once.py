"""What costs time is done once: the engine is made, the model seen as a cover, and the search planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.solvers.commands import run
from zenkai_solver.solvers.cubes.jobs import Closed, Planned, PlanStage, RunTask, SearchCube
from zenkai_solver.solvers.cubes.session import Session
from zenkai_solver.solvers.engines.exactcover import exactcover
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend

RUNS = {
    "an anchor": ("pento3x20", []),
    "all by images of an anchored search": ("pento3x20", ["--symmetry", "all"]),
    "explained": ("pento3x20", ["--explain-choice"]),
    "counted by visiting": ("pento3x20", ["--count"]),
    "no symmetry": ("tetris-twice", []),
    "symmetry without an anchor": ("dominoes4x4", []),
    "unique": ("soma", ["--unique"]),
}


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an engine is made, a model seen as a cover, and a search planned."""
    calls: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return call

    for name in ("plan", "cover_view"):
        monkeypatch.setattr(exactcover, name, counting(name, getattr(exactcover, name)))
    create = counting("create", ExactCoverBackend.create)
    monkeypatch.setattr(ExactCoverBackend, "create", create)
    return calls


@pytest.mark.parametrize("name", RUNS)
def test_a_run_makes_and_plans_its_engine_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch)
    instance, words = RUNS[name]
    output = [] if {"--count", "--unique"} & {*words} else ["-o", str(tmp_path / "x.jsonl")]
    assert run.main([str(INSTANCES / f"{instance}.yaml"), "--quiet", *words, *output]) == 0
    assert calls == {"create": 1, "cover_view": 1, "plan": 1}


def test_a_count_by_states_plans_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch)
    assert run.main([str(INSTANCES / "dominoes8x8.yaml"), "--quiet", "--count"]) == 0
    assert calls == {"create": 1, "cover_view": 1}


def test_a_kept_run_plans_once_and_every_worker_takes_its_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch)
    text = (INSTANCES / "pento3x20.yaml").read_text()
    task = RunTask("pento3x20", text, "orbits", ("auto",), keep=False)
    planned = Session(task).do(PlanStage(0))
    assert isinstance(planned, Planned)
    assert calls == {"create": 1, "cover_view": 1, "plan": 1}
    worker, found = Session(task), 0
    for number, subcube in enumerate(planned.subcubes):
        if subcube.state == "open":
            job = SearchCube(
                number, planned.space, subcube.cube, subcube.weight, "exactcover", 600.0, None, 1 << 30
            )
            answer = worker.do(job)
            assert isinstance(answer, Closed), answer
            found += answer.count
    assert found == 2
    assert calls == {"create": 2, "cover_view": 2, "plan": 1}
