"""Processes killed at any moment: nothing is lost, nothing is there twice, nobody is left behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import PATIENCE
from tests.scale_helpers import (
    bounded,
    called,
    command,
    edit,
    ended,
    kept,
    look,
    merge,
    merged,
    path_of,
    plain,
    session_of,
    shards_in,
    started,
    states,
    waited,
)
from zenkai_solver.solvers.cubes import workers
from zenkai_solver.solvers.cubes.jobs import RunTask


@dataclass(frozen=True)
class Case:
    """An instance, how it is run, and how an ordinary run of it is called."""

    name: str
    options: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()


CASES = (
    Case("pento6x10"),
    Case("dominoes6x6", ("--symmetry", "all"), ("--symmetry", "all")),
    Case("dominoes6x6", ("--symmetry", "all", "--backend", "sat"), ("--symmetry", "all")),
    Case("dominoes6x6", ("--backend", "cpsat", "--cube-seconds", "0.3")),
    Case(
        "dominoes6x6",
        ("--symmetry", "all", "--backend", "sat", "--cube-seconds", "0.02"),
        ("--symmetry", "all"),
    ),
    Case("sudoku/many", ("--backend", "sat,cpsat", "--cube-seconds", "0.01")),
    Case("dissection/gpcc2005-square", ("--compress", "gzip")),
)


def killed(process: subprocess.Popen[str], folder: Path, source: random.Random) -> None:
    """Killed after some time, or when some more cubes are closed; all of it, or only the coordinator."""
    already, more = shards_in(folder), source.randint(1, 20)
    if source.random() < 0.6:
        waited(lambda: shards_in(folder) >= already + more or process.poll() is not None, PATIENCE)
        time.sleep(source.random() * 0.1)
    else:
        time.sleep(source.uniform(0.1, 2.5))
    with contextlib.suppress(ProcessLookupError):
        if source.random() < 0.5:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait(PATIENCE)
    assert ended(process), "a worker outlives its coordinator"


def kill_and_resume(case: Case, seed: int, folder: Path) -> None:
    source = random.Random(seed)
    args = (
        path_of(case.name),
        "--run-dir",
        folder,
        "--workers",
        source.randint(1, 2),
        "--resume",
        *case.options,
    )
    for _ in range(source.randint(1, 3)):
        with bounded(started(*args)) as process:
            killed(process, folder, source)
    outcome = called(command(*args))
    assert outcome.code == 0, outcome
    plain(case.name, *case.plain).holds(merged(folder))
    named = {name for (name,) in look(folder, "SELECT shard FROM cube WHERE shard != ''")}
    assert {path.name for path in (folder / "shards").iterdir()} == named


@pytest.mark.parametrize(  # of the first four cases
    "seed", [2, *(pytest.param(seed, marks=pytest.mark.broad) for seed in (0, 1, 3))]
)
def test_killed_and_resumed(seed: int, tmp_path: Path) -> None:
    kill_and_resume(CASES[seed], seed, tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_killed_and_resumed_often(seed: int, tmp_path: Path) -> None:
    kill_and_resume(CASES[seed % len(CASES)], seed, tmp_path / "run")


# ---- single workers


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Those of its processes that are neither itself nor its children, which only help."""
    return [
        pid for pid in session_of(process) if pid != process.pid and parent_of(pid) not in (None, process.pid)
    ]


def parent_of(pid: int) -> int | None:
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rpartition(")")[2].split()[1])
    return None


def long_run(folder: Path) -> tuple[object, ...]:
    """The words of a run of two workers that takes some seconds."""
    options = ("--workers", 2, "--symmetry", "all", "--backend", "sat")
    return (path_of("dominoes6x6"), "--run-dir", folder, *options)


def test_a_worker_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    args = long_run(folder)
    with bounded(started(*args)) as process:
        assert waited(lambda: shards_in(folder) > 2, PATIENCE)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert "its worker died: SIGKILL; another try" in said
    plain("dominoes6x6", "--symmetry", "all").holds(merged(folder))


@contextlib.contextmanager
def stopped_workers() -> Iterator[None]:
    """Each worker is stopped as it starts: its memory is looked at before it can answer."""
    start = workers.LocalPool._start

    def stopped(pool: workers.LocalPool) -> Any:
        worker = start(pool)
        os.kill(worker.process.pid or 0, signal.SIGSTOP)
        return worker

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers.LocalPool, "_start", stopped)
        yield


def test_a_worker_that_always_dies(tmp_path: Path) -> None:
    """For want of memory: the cubes fail; resumed with more, the run completes."""
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder, "--backend", "exactcover").code == 0
    edit(
        folder, "UPDATE cube SET state = 'open', written = 0, digest = '' WHERE state = 'closed'", reseal=True
    )
    number = states(folder)["open"]
    with stopped_workers():
        outcome = kept("dominoes4x4", folder, "--resume", "--max-memory", "1K")
    assert outcome.code == 3, outcome
    assert outcome.out.count("another try") == 2 * number
    assert outcome.out.count("given up after 3 tries") == number
    assert f"{number} cubes failed" in outcome.out
    assert "its worker held" in outcome.out
    assert states(folder)["failed"] == number
    assert kept("dominoes4x4", folder, "--resume").code == 0
    plain("dominoes4x4").holds(merged(folder))


def test_a_worker_that_crashes(tmp_path: Path) -> None:
    """On every cube, because its engine is not there; the run ends, and goes on when it is."""
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder, "--backend", "exactcover").code == 0
    edit(
        folder, "UPDATE cube SET state = 'open', written = 0, digest = '' WHERE state = 'closed'", reseal=True
    )
    edit(folder, "UPDATE run SET value = '[\"no-engine\"]' WHERE key = 'backends'", reseal=True)
    number = states(folder)["open"]
    outcome = kept("dominoes4x4", folder, "--resume")
    assert outcome.code == 3, outcome
    assert f"{number} cubes failed: " in outcome.out
    assert "KeyError: 'no-engine'" in outcome.out
    early = merge(folder, "-o", tmp_path / "out.jsonl")
    assert early.code == 3
    assert f"{number} of {number} cubes are not closed" in early.err
    assert kept("dominoes4x4", folder, "--resume", "--backend", "exactcover").code == 0
    plain("dominoes4x4").holds(merged(folder))


def test_planning_needs_memory_too(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with stopped_workers():
        outcome = kept("dominoes6x6", folder, "--max-memory", "1K")
    assert outcome.code == 3, outcome
    assert "planning failed: its worker held" in outcome.out
    assert kept("dominoes6x6", folder, "--resume").code == 0


def test_the_fork_server_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    args = long_run(folder)
    with bounded(started(*args)) as process:
        assert waited(lambda: shards_in(folder) > 2, PATIENCE)
        workers = workers_of(process)
        servers = {parent for worker in workers if (parent := parent_of(worker)) not in (None, 0, 1)}
        for pid in (*servers, *workers):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert "another try" in said
    assert "Traceback" not in said
    plain("dominoes6x6", "--symmetry", "all").holds(merged(folder))


class BuriedServer:
    """A fork server that has just been killed: it refuses as often as told, then another is there."""

    def __init__(self, refusals: int) -> None:
        self.real, self.refusals = workers.context(), refusals
        self.Pipe = self.real.Pipe

    def Process(self, **options: Any) -> BaseProcess:  # noqa: N802 - the name in multiprocessing
        if self.refusals:
            self.refusals -= 1
            raise ConnectionRefusedError(111, "Connection refused")
        return self.real.Process(**options)


def test_a_fork_server_that_is_not_buried_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    server = BuriedServer(4)
    monkeypatch.setattr(workers, "context", lambda: server)
    monkeypatch.setattr(workers.time, "sleep", lambda seconds: None)
    task = RunTask("pento3x20", Path(path_of("pento3x20")).read_text(), "orbits", ("exactcover",))
    hired = workers.LocalPool(task, 1)
    try:
        assert server.refusals == 0
        assert hired.free() == 1
    finally:
        hired.close()


def test_stopped_by_signals(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        folder = tmp_path / number.name
        args = long_run(folder)
        with bounded(started(*args)) as process:
            assert waited(lambda folder=folder: shards_in(folder) > 2, PATIENCE)
            os.killpg(process.pid, number)
            said, _ = process.communicate(timeout=PATIENCE)
            assert ended(process)
        assert process.returncode == 130, said
        assert "incomplete (stopped)" in said
        assert "Traceback" not in said
        assert not list((folder / "shards").glob("*.tmp"))
