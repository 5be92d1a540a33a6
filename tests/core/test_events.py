"""What a run tells: one event type per thing, to whoever listens, and nothing to anybody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands.single import opened
from zenkai_solver.solvers.core.command import COMPLETE, CUT_SHORT, UNEXPECTED
from zenkai_solver.solvers.core.deadlines import NEVER
from zenkai_solver.solvers.core.events import (
    CERTIFYING,
    PLANNING,
    SEARCHING,
    Event,
    Listener,
    Message,
    ModelBuilt,
    Outcome,
    Phase,
    SolutionsFound,
)
from zenkai_solver.solvers.core.options import RunOptions


class Recorder(Listener):
    def __init__(self) -> None:
        self.heard: list[Event | Phase] = []

    def hear(self, event: Event) -> None:
        if not isinstance(event, Message):  # as a kernel may have to be compiled
            self.heard.append(event)

    @contextmanager
    def during(self, phase: Phase) -> Iterator[None]:
        self.heard.append(phase)
        yield
        self.heard.append(phase)


def told(options: RunOptions) -> tuple[int, list[Event | Phase]]:
    """The exit code of a run of 36 solutions, 9 up to symmetry, and what it tells."""
    instance = load(INSTANCES / "dominoes4x4.yaml")
    run = opened(instance, options, NEVER, (), time.monotonic())
    run.listener = recorder = Recorder()
    return run.execute(), recorder.heard


def test_a_run_prints_nothing_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Whoever listens says what is said: without it nothing is, also of a run that is not quiet."""
    code, heard = told(RunOptions(("x",), output=str(tmp_path / "x.jsonl"), backend="sat", certify=True))
    assert code == COMPLETE
    assert capfd.readouterr() == ("", "")
    kinds = [event if isinstance(event, Phase) else type(event) for event in heard]
    assert kinds[:4] == [ModelBuilt, PLANNING, PLANNING, SEARCHING]
    assert kinds[4:-4] == [SolutionsFound] * len(kinds[4:-4])
    assert kinds[-4:] == [SEARCHING, CERTIFYING, CERTIFYING, Outcome]
    found = [event.chunk for event in heard if isinstance(event, SolutionsFound)]
    assert sum(map(len, found)) == 9
    outcome = heard[-1]
    assert isinstance(outcome, Outcome)
    assert (outcome.tally.count, outcome.tally.all, outcome.complete, outcome.wrong) == (9, 36, True, None)
    assert outcome.ending.levels == ("verified", "certified")


def test_the_outcome_has_the_exit_code() -> None:
    code, (*_, limited) = told(RunOptions(("x",), count=True, limit=3, backend="sat"))
    assert isinstance(limited, Outcome)
    assert (code, limited.code, limited.ending.reason) == (CUT_SHORT, CUT_SHORT, "limit of 3 solutions")
    _, (*_, unique) = told(RunOptions(("x",), unique=True, backend="sat"))
    assert isinstance(unique, Outcome)
    assert (unique.code, unique.decides, len(unique.boards)) == (COMPLETE, True, 2)


def test_a_number_that_is_not_expected_is_in_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "u.yaml"
    path.write_text("puzzle: packing\nboard: 1x2\npieces: dominoes\nexpect: {count: 2}\n")
    run = opened(load(path), RunOptions(("x",), count=True, backend="sat"), NEVER, (), time.monotonic())
    run.listener = recorder = Recorder()
    assert run.execute() == UNEXPECTED
    outcome = recorder.heard[-1]
    assert isinstance(outcome, Outcome)
    assert outcome.wrong == "not what the instance expects: count 1, expected 2"
