"""Runs on Dask: real schedulers and workers, killed at bad moments. Whatever happens, the solutions are the same."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dask
import pytest
from distributed import Client, LocalCluster

from tests.helpers import PATIENCE, ROOT
from tests.scale_helpers import merged, path_of, plain
from zenkai_solver.solvers.commands import run
from zenkai_solver.solvers.core.command import BAD_INPUT, CTRL_C, CUT_SHORT
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.cubes import cluster
from zenkai_solver.solvers.cubes.cluster import AHEAD, DaskPool
from zenkai_solver.solvers.cubes.jobs import (
    Answer,
    Closed,
    Failed,
    Planned,
    PlanStage,
    Refined,
    RunTask,
    SearchCube,
)
from zenkai_solver.solvers.cubes.workers import DIED

LONG = "pento8x8-corners"  # some seconds of work for two workers
SMALL = "pento3x20"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process in a group of its own, all of which is killed in the end."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", *words]
    with subprocess.Popen(
        command, text=True, stdout=pipe, stderr=pipe, cwd=ROOT, env=ENVIRONMENT, start_new_session=True
    ) as started:
        try:
            yield started
        finally:
            kill(started)


def kill(started: subprocess.Popen[str]) -> None:
    """By SIGKILL, with its children."""
    if started.poll() is None:
        os.killpg(started.pid, signal.SIGKILL)
    started.wait(PATIENCE)


class Machines:
    """A scheduler and workers, started as a user would start them."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.stack, self.file = stack, folder / "scheduler.json"
        file = ("--scheduler-file", str(self.file))
        words = ("dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *file)
        self.scheduler = self.start(*words)
        until(lambda: bool(self.address), "the scheduler")

    @property
    def address(self) -> str:
        """Empty until the file is whole: Dask creates it before it writes into it."""
        try:
            return str(json.loads(self.file.read_text())["address"])
        except (FileNotFoundError, ValueError):
            return ""

    def start(self, *words: str) -> subprocess.Popen[str]:
        return self.stack.enter_context(process(*words))

    def worker(self, *more: str) -> subprocess.Popen[str]:
        threads = () if "--nthreads" in more else ("--nthreads", "1")
        file = ("--scheduler-file", str(self.file))
        return self.start("dask", "worker", "--no-nanny", "--no-dashboard", *threads, *file, *more)

    def ready(self, workers: int) -> None:
        """Wait until so many are there: a run without any says that it waits."""
        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)

    def run(self, name: str, folder: Path, *more: str) -> subprocess.Popen[str]:
        return self.start(*run_words(name, folder, "--cluster", self.address, *more))


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with ExitStack() as stack:
        yield Machines(stack, tmp_path)


def run_words(name: str, folder: Path, *more: str) -> tuple[str, ...]:
    return ("solvers.run", path_of(name), "--run-dir", str(folder), *more)


def ended(started: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr without the lines of progress, which a slow machine gets."""
    out, err = started.communicate(timeout=PATIENCE)
    return started.returncode, out, re.sub(r"^[\w-]+: +[\d.]+%, .*\n", "", err, flags=re.M)


def here(name: str, folder: Path, *more: str) -> tuple[int, str, str]:
    with process(*run_words(name, folder, *more)) as started:
        return ended(started)


def closed(folder: Path) -> int:
    """How many cubes with solutions are closed."""
    return len(list(folder.glob("shards/*.jsonl")))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("dominoes6x6", marks=pytest.mark.broad),
        pytest.param(SMALL, marks=pytest.mark.slow),
    ],
)
def test_a_local_cluster_finds_what_local_workers_find(name: str, tmp_path: Path) -> None:
    code, out, err = here(name, tmp_path / "run", "--cluster", "local", "--workers", "2")
    assert (code, err) == (0, ""), out
    plain(name).holds(merged(tmp_path / "run"))


def test_ctrl_c_ends_a_local_cluster_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with process(*run_words(LONG, folder, "--cluster", "local", "--workers", "1")) as started:
        until(lambda: closed(folder) > 1, "closed cubes")
        os.killpg(started.pid, signal.SIGINT)  # as a terminal does
        code, out, err = ended(started)
    assert code == CTRL_C
    assert "incomplete (stopped)" in out
    assert "Traceback" not in err
    code, out, err = here(LONG, folder, "--resume", "--cluster", "local", "--workers", "1")
    assert (code, err) == (0, ""), out
    plain(LONG).holds(merged(folder))


def without_workers(machines: Machines, folder: Path) -> subprocess.Popen[str]:
    """A run that has closed cubes and whose workers were all killed since."""
    workers = [machines.worker("--nthreads", "2"), machines.worker()]
    machines.ready(2)
    started = machines.run(LONG, folder)
    until(lambda: closed(folder) > 1, "closed cubes")
    for worker in workers:
        kill(worker)
    assert started.stderr
    assert started.stderr.readline() == f"zenkai: {machines.address}: waiting for workers\n"
    return started


def test_workers_are_killed_and_others_come_and_the_scheduler_is_killed(
    machines: Machines, tmp_path: Path
) -> None:
    """One run meets all that the broad tests after this one try each by itself."""
    folder = tmp_path / "run"
    started = without_workers(machines, folder)
    before = closed(folder)
    machines.worker()
    until(lambda: closed(folder) > before, "more closed cubes")
    kill(machines.scheduler)
    code, out, err = ended(started)
    assert (code, err) == (CUT_SHORT, "")
    assert f"incomplete (lost the scheduler {machines.address}; --resume continues)" in out
    assert here(LONG, folder, "--resume", "--workers", "2")[0] == 0
    plain(LONG).holds(merged(folder))


@pytest.mark.broad
def test_a_worker_is_killed_and_another_comes(machines: Machines, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first, _ = machines.worker(), machines.worker()
    machines.ready(2)  # else the one that is killed may be the only one
    started = machines.run(LONG, folder, "--cube-seconds", "1")
    until(lambda: closed(folder) > 1, "closed cubes")
    kill(first)
    machines.worker()
    code, out, err = ended(started)
    assert (code, err) == (0, ""), out
    plain(LONG).holds(merged(folder))


@pytest.mark.broad
def test_all_workers_are_killed_and_the_run_is_resumed_here(machines: Machines, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    started = without_workers(machines, folder)
    started.send_signal(signal.SIGINT)
    code, out, err = ended(started)
    assert (code, err) == (CTRL_C, "")
    assert "incomplete (stopped)" in out
    assert here(LONG, folder, "--resume", "--workers", "2")[0] == 0
    plain(LONG).holds(merged(folder))


@pytest.mark.broad
def test_the_scheduler_is_killed_and_the_run_is_resumed(machines: Machines, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    machines.worker()
    machines.ready(1)
    started = machines.run(LONG, folder)
    until(lambda: closed(folder) > 1, "closed cubes")
    kill(machines.scheduler)
    code, out, err = ended(started)
    assert code == CUT_SHORT
    assert f"incomplete (lost the scheduler {machines.address}; --resume continues)" in out
    assert err == ""
    assert here(LONG, folder, "--resume", "--workers", "2")[0] == 0
    plain(LONG).holds(merged(folder))


def test_dask_itself_says_nothing(machines: Machines) -> None:
    """Not even what its loggers would say of a scheduler that is gone; ours says it in one line."""
    logging.getLogger("distributed.batched").setLevel(logging.INFO)
    pool = DaskPool(machines.address, TASK, None)
    try:
        for name in ("distributed", "distributed.batched", "distributed.comm.tcp", "distributed.client"):
            assert not logging.getLogger(name).isEnabledFor(logging.ERROR), name
    finally:
        pool.close()


@pytest.mark.broad
def test_workers_come_after_the_run_was_begun(machines: Machines, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    started = machines.run(SMALL, folder)
    assert started.stderr
    assert started.stderr.readline() == f"zenkai: {machines.address}: waiting for workers\n"
    machines.worker("--nthreads", "2")
    assert ended(started)[0] == 0
    plain(SMALL).holds(merged(folder))


def test_a_worker_without_zenkai_is_one_line(machines: Machines, tmp_path: Path) -> None:
    hide = tmp_path / "hide.py"
    hide.write_text("import sys\nsys.modules['zenkai_solver.solvers'] = None\n")
    machines.worker("--preload", str(hide))
    machines.ready(1)
    code, _, err = ended(machines.run(SMALL, tmp_path / "run"))
    assert code == BAD_INPUT
    assert "a worker of the cluster cannot import what zenkai needs: ModuleNotFoundError" in err
    assert err.count("\n") == 1


def test_without_dask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run.main([*run_words(SMALL, tmp_path / "run", "--cluster", "local")[1:]]) == BAD_INPUT
    assert capsys.readouterr().err == "zenkai: --cluster needs Dask: pip install 'zenkai-solver[cluster]'\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://127.0.0.1:1", ""])
def test_no_scheduler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, address: str
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    words = run_words(SMALL, tmp_path / "run", "--cluster", address)[1:]
    assert run.main([*words]) == BAD_INPUT
    err = capsys.readouterr().err
    assert err.startswith(f"zenkai: --cluster {address}: no scheduler can be reached: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--cluster", "h:1", "--workers", "2"), "--workers goes with --cluster local only"),
        (("--cluster", "local", "--max-memory", "1G"), "--max-memory does not go with --cluster"),
    ],
)
def test_options_that_a_cluster_does_not_take(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: Sequence[str], said: str
) -> None:
    assert run.main([*run_words(SMALL, tmp_path / "run")[1:], *more]) == BAD_INPUT
    assert said in capsys.readouterr().err


# ---- the pool itself


TASK = RunTask("pento3x20", Path(path_of(SMALL)).read_text(), "orbits", ("exactcover",))


@pytest.fixture(scope="module")
def grounds() -> Iterator[LocalCluster]:
    """A cluster where one death with a job is enough for Dask to give it up."""
    quiet = {"distributed.scheduler.allowed-failures": 0, "logging.distributed": "critical"}
    with (
        dask.config.set(quiet),
        cluster.local_cluster(1) as made,
    ):
        yield made


@pytest.fixture
def pool(grounds: LocalCluster) -> Iterator[DaskPool]:
    made = DaskPool(grounds.scheduler_address, TASK, None)
    until(lambda: made.free() == AHEAD, "a worker")
    yield made
    made.close()


def only(pool: DaskPool) -> Answer:
    """The one answer, after which no other comes."""
    came: list[Answer] = []
    until(lambda: bool(came.extend(pool.answers(0.1)) or came), "an answer")
    assert not pool.answers(0.2)
    (answer,) = came
    return answer


def planned(pool: DaskPool) -> Planned:
    pool.submit(PlanStage(0))
    answer = only(pool)
    assert isinstance(answer, Planned)
    return answer


def whole(plan: Planned, most: int = 1 << 20) -> SearchCube:
    return SearchCube(7, plan.space, (), 1.0, "exactcover", 100.0, None, most)


def test_answers_bring_solutions_and_leave_nothing_behind(pool: DaskPool) -> None:
    pool.submit(whole(planned(pool)))
    assert pool.free() == AHEAD - 1
    answer = only(pool)
    assert isinstance(answer, Closed)
    assert (answer.number, answer.written, answer.shard) == (7, 2, None)
    assert len(answer.data) == answer.size > 0
    assert pool.free() == AHEAD
    until(lambda: pool.client.run_on_scheduler(tasks) == 0, "the release of results")


def tasks(dask_scheduler: object) -> int:
    return len(dask_scheduler.tasks)  # type: ignore[attr-defined]


def test_an_answer_is_no_larger_than_allowed(pool: DaskPool) -> None:
    pool.submit(whole(planned(pool), most=100))
    answer = only(pool)
    assert isinstance(answer, Refined)
    assert answer.number == 7


def dies(task: RunTask, job: SearchCube) -> None:
    os.abort()


def stumbles(task: RunTask, job: SearchCube) -> str:
    lines: dict[str, str] = {}
    return lines["board"]


def sleeps(task: RunTask, job: SearchCube) -> None:
    time.sleep(PATIENCE)


@pytest.mark.parametrize(
    ("does", "text"),
    [
        (dies, "1 workers died with it"),
        (stumbles, "its worker says: KeyError: 'board'"),
    ],
)
def test_a_job_that_fails_can_be_given_again(
    monkeypatch: pytest.MonkeyPatch, pool: DaskPool, does: Callable[[RunTask, SearchCube], None], text: str
) -> None:
    job = whole(planned(pool))
    with monkeypatch.context() as patched:
        patched.setattr(cluster, "do", does)
        pool.submit(job)
        assert only(pool) == Failed(7, DIED, text)
    pool.submit(job)
    assert isinstance(only(pool), Closed)


def test_free_follows_the_workers(pool: DaskPool, grounds: LocalCluster) -> None:
    grounds.scale(2)
    until(lambda: pool.free() == 2 * AHEAD, "a second worker")
    assert pool.workers() == 2
    grounds.scale(1)
    until(lambda: pool.free() == AHEAD, "its end")


def test_a_closed_crew_takes_nothing(pool: DaskPool) -> None:
    pool.close()
    with pytest.raises(Interrupted, match="lost the scheduler"):
        pool.submit(PlanStage(0))
    with pytest.raises(Interrupted, match="lost the scheduler"):
        pool.answers(0)


def test_another_client_restarts_the_cluster(grounds: LocalCluster) -> None:
    """The last one: on a busy machine Dask may not bring the worker back."""
    made = DaskPool(grounds.scheduler_address, TASK, None)
    planned(made)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cluster, "do", sleeps)
        made.submit(PlanStage(0))
    with Client(grounds.scheduler_address, set_as_default=False) as other:
        other.restart(wait_for_workers=False)
    assert only(made) == Failed(None, DIED, "Dask has cancelled it")
    made.close()
