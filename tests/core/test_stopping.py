"""Limits, Ctrl-C and SIGTERM are kept in every phase of every command, also while native code runs."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.helpers import INSTANCES, PATIENCE
from zenkai_solver.models.loading import load, loads
from zenkai_solver.solvers.batch.stdin import PuzzleFile
from zenkai_solver.solvers.commands import run, verify
from zenkai_solver.solvers.core import reporting
from zenkai_solver.solvers.core.command import interruptible, stop_on_signals
from zenkai_solver.solvers.core.deadlines import Bounded, Deadline, Interrupted, current, share, under
from zenkai_solver.solvers.core.pipeline import Prepared, prepare
from zenkai_solver.solvers.engines import cpsat
from zenkai_solver.solvers.engines.exactcover import exactcover, plan
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend
from zenkai_solver.solvers.engines.exactcover.kernels import mrv, sift
from zenkai_solver.solvers.kernels.clock import hurried

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

PROMISED, LOADED = 1.0, 2.0  # seconds of CPU after the stop; by how much a loaded machine may exceed it
PENTOMINOES = "puzzle: packing\nboard: {}\npieces: one-sided pentominoes\n"
DOMINOES = "puzzle: packing\nboard: {}\npieces: dominoes\ncounts: any\n"
SOLID = "puzzle: packing\nlattice: cubes\nboard: 3x5x8\npieces: solid pentominoes\ncounts: 2\n"
FILES = {
    "wide.yaml": PENTOMINOES.format("5x18"),
    "square.yaml": PENTOMINOES.format("9x10"),
    "ten.yaml": DOMINOES.format("10x10"),
    "large.yaml": DOMINOES.format("30x30"),
    "solid.yaml": SOLID,
}


@pytest.fixture
def at(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


class Process:
    """A command, or code, with what it has spent."""

    def __init__(self, at: Path, *words: str, **settings: str) -> None:
        self.own = subprocess.Popen(
            [sys.executable, *words],
            cwd=at,
            env={**os.environ, **settings},
            stdout=subprocess.PIPE,
            stderr=(at / "errors").open("w"),
            text=True,
        )

    @property
    def cpu(self) -> float:
        """Seconds, with the processes that it has started and that run."""
        main = psutil.Process(self.own.pid)
        times = [process.cpu_times() for process in (main, *main.children(recursive=True))]
        return sum(time.user + time.system for time in times)

    def spends(self, seconds: float) -> None:
        """Wait until it has spent so much; it must not end before."""
        since = time.monotonic()
        while self.cpu < seconds:
            assert psutil.Process(self.own.pid).status() != psutil.STATUS_ZOMBIE
            assert time.monotonic() - since < PATIENCE
            time.sleep(0.01)

    def ends(self) -> tuple[int, float]:
        """The exit code, and all the CPU that it has spent."""
        assert self.own.stdout is not None
        self.said = self.own.stdout.read()
        _, status, usage = os.wait4(self.own.pid, 0)
        self.own.returncode = os.waitstatus_to_exitcode(status)
        self.own.stdout.close()
        return self.own.returncode, usage.ru_utime + usage.ru_stime

    def stopped(self, *numbers: signal.Signals) -> int:
        """The exit code after these signals, of which it must have heard in time."""
        before = self.cpu
        for i, number in enumerate(numbers):
            time.sleep(0.5 * i)  # two at once are one
            self.own.send_signal(number)
        code, spent = self.ends()
        assert spent - before < PROMISED * LOADED
        return code


def zenkai(at: Path, *words: str, **settings: str) -> Process:
    return Process(at, "-m", "zenkai_solver.solvers.cli", *words, **settings)


# ---- native code that does not come back, in any command


NATIVE = """
import hashlib, sys
from pathlib import Path
from zenkai_solver.solvers.core import stopping
from zenkai_solver.solvers.core.deadlines import Interrupted
from zenkai_solver.solvers.core.command import command, stop_on_signals

def native():
    hashlib.pbkdf2_hmac("sha256", b"", b"", 1 << 26)  # a minute in one call

def finish(reason):
    Path("end").write_text(reason)
    return {"stopped": 130, "time limit": 3}[reason]

@command
def main(argv=None):
    with stop_on_signals() as until, stopping.temporary(Path("part.tmp")), stopping.left(finish):
        deadline = until(%s)
        Path("part.tmp").write_text("half")
        print("busy", flush=True)
        %s
    return 0

sys.exit(main([]))
"""
HEARD = """
        import time
        try:
            while True:
                deadline.check()
                time.sleep(0.01)
        except Interrupted:
            native()"""


def busy(at: Path, limit: float | None = None, work: str = "native()") -> Process:
    process = Process(at, "-c", NATIVE % (limit, work))
    assert process.own.stdout is not None
    assert process.own.stdout.readline() == "busy\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_native_call(number: signal.Signals, tmp_path: Path) -> None:
    """What is left to be done is done, and nothing else stays."""
    assert busy(tmp_path).stopped(number) == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == ["end", "errors"]
    assert (tmp_path / "end").read_text() == "stopped"


def test_a_limit_ends_a_native_call(tmp_path: Path) -> None:
    process = busy(tmp_path, 0.2)
    before = process.cpu
    code, spent = process.ends()
    assert (code, (tmp_path / "end").read_text()) == (3, "time limit")
    assert spent - before < 0.2 + PROMISED * LOADED


def test_a_second_signal_ends_who_has_heard_of_the_first(tmp_path: Path) -> None:
    assert busy(tmp_path, work=HEARD).stopped(signal.SIGINT, signal.SIGINT) == 130
    assert (tmp_path / "end").read_text() == "stopped"


def test_a_second_signal_ends_who_waits_for_a_reader(at: Path) -> None:
    """The first is heard when somebody reads."""
    read, write = os.pipe()
    words = [sys.executable, "-m", "zenkai_solver.solvers.cli", "run", "wide.yaml", "-o", "-"]
    with (at / "errors").open("w") as errors:
        process = subprocess.Popen(words, cwd=at, stdout=write, stderr=errors)
    os.close(write)
    assert select.select([read], [], [], PATIENCE)[0]
    spent = psutil.Process(process.pid).cpu_times
    last = None
    while (now := spent()) != last:  # it writes until the pipe is full
        last = now
        time.sleep(0.3)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
    assert process.wait(PATIENCE) == 130
    os.close(read)


def test_the_signals_of_a_fork_are_its_own(tmp_path: Path) -> None:
    """The pipe on which a process hears of its signals is not shared."""
    work = """
        import os, signal, time
        if not (child := os.fork()):
            signal.raise_signal(signal.SIGTERM)
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.2)
        print(deadline.stop.is_set())"""
    process = busy(tmp_path, work=work)
    assert process.ends()[0] == 0
    assert process.said == "False\n"


# ---- planning, and counting


def test_planning_hears_signals(at: Path) -> None:
    process = zenkai(at, "run", "wide.yaml", "-o", "found.jsonl")
    process.spends(0.9)
    assert process.stopped(signal.SIGTERM) == 130
    assert verify.main([str(at / "found.jsonl")]) == 3


def test_planning_hears_limits(at: Path) -> None:
    code, spent = zenkai(at, "run", "wide.yaml", "-o", "found.jsonl", "--time-limit", "1").ends()
    assert code == 3
    assert spent < 8  # probes took 15


@pytest.mark.parametrize("kernel", [sift, mrv])
def test_probes_look_at_the_clock(kernel: object) -> None:
    cover = cover_view(load(INSTANCES / "pento6x10.yaml").puzzle.model())
    tables = kernel.compile_tables(plan.problem_of(cover))  # type: ignore[attr-defined]
    with under(Bounded(most=2)), pytest.raises(Interrupted):
        kernel.estimate(tables, probes=4 * sift.PROBED)  # type: ignore[attr-defined]


def counted_probes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    made: list[int] = []
    real = sift.estimate

    def estimate(tables, cubes=((),), probes=1000, seed=1):  # type: ignore[no-untyped-def]
        made.append(probes)
        return real(tables, cubes, probes, seed)

    monkeypatch.setattr(sift, "estimate", estimate)
    return made


def test_a_search_of_a_day_is_not_probed_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = cover_view(loads(DOMINOES.format("10x10"), "ten").puzzle.model())
    made = counted_probes(monkeypatch)
    plan.visiting(cover, 1)
    assert made == [plan.FEW_PROBES, plan.MOST_PROBES]
    made.clear()
    plan.plan(cover)
    assert made == [plan.FEW_PROBES, plan.PROBES]


def test_little_time_is_planned_with_few_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = cover_view(loads(DOMINOES.format("10x10"), "ten").puzzle.model())
    made = counted_probes(monkeypatch)
    with under(Deadline.after(1000)), share(0.0):
        assert hurried()
        assert plan.plan(cover).cubes
    few = sum(made)
    made.clear()
    assert not hurried()
    plan.plan(cover)
    assert 4 * few < sum(made)


def test_counting_plans_no_visit_that_never_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two known numbers: Kasteleyn's, and that of A068921 for tilings up to symmetry."""
    monkeypatch.setattr(exactcover, "plan", None)
    monkeypatch.setattr(plan, "plan", None)
    made = counted_probes(monkeypatch)
    counted = ExactCoverBackend().open(loads(DOMINOES.format("10x10"), "ten").puzzle.model()).count()
    assert counted is not None
    assert counted.all == 258_584_046_368
    assert sum(made) <= 2 * plan.PROBES


def test_long_planning_is_said(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def slow(self: Prepared) -> None:
        time.sleep(0.1)

    monkeypatch.setattr(Prepared, "settle", slow)
    monkeypatch.setattr(reporting, "LONG", 0.02)
    assert run.main([str(INSTANCES / "dominoes4x4.yaml"), "-o", str(at / "found.jsonl")]) == 0
    told = capsys.readouterr()
    assert "dominoes4x4: planning: 0 s" in told.err
    assert ": planning" not in told.out


def test_the_seconds_are_those_since_the_start(at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = PuzzleFile.instance

    def slow(file, options):  # type: ignore[no-untyped-def]
        time.sleep(0.3)
        return real(file, options)

    monkeypatch.setattr(PuzzleFile, "instance", slow)
    found = at / "found.jsonl"
    assert run.main([str(INSTANCES / "dominoes4x4.yaml"), "-o", str(found), "--quiet"]) == 0
    assert json.loads(found.read_text().splitlines()[-1])["seconds"] >= 0.3


def test_whoever_asks_for_solutions_is_heard_while_they_are_planned(at: Path) -> None:
    prepared = prepare(load(at / "wide.yaml"), "exactcover", "orbits")
    with pytest.raises(Interrupted):
        next(prepared.chunks(Bounded(most=3)))
    assert not [name for name in ("breaking", "_searched") if name in vars(prepared)]


def test_a_command_says_what_its_deadline_is() -> None:
    assert current().remaining == float("inf")
    with under(Deadline.after(60)):
        assert current().remaining < 61
    assert current().remaining == float("inf")


def test_cp_sat_is_told_until_it_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told before its search has begun, it forgets it."""
    search = cpsat._Enumeration(load(INSTANCES / "dominoes4x4.yaml").puzzle.model(), Deadline())
    told: Iterator[int] = iter(range(3))

    class Deaf:
        def is_alive(self) -> bool:
            return next(told, None) is not None

        def join(self, timeout: float | None = None) -> None:
            assert timeout is not None

    monkeypatch.setattr(search, "thread", Deaf())
    calls: list[None] = []
    monkeypatch.setattr(search.solver, "stop_search", lambda: calls.append(None))
    search.stop()
    assert len(calls) == 3


# ---- every long phase


def instance(name: str) -> str:
    return str(INSTANCES / f"{name}.yaml")


PHASES = {  # the words of a command, and the seconds of CPU after which it is in the phase
    "reading": (("run", "wide.yaml", "-o", "out.jsonl"), 0.25),
    "the model": (("run", "large.yaml", "-o", "out.jsonl"), 0.5),
    "planning": (("run", "wide.yaml", "-o", "out.jsonl"), 0.9),
    "planning a count": (("run", "solid.yaml", "--count"), 1.5),
    "searching": (("run", "wide.yaml", "-o", "out.jsonl"), 4.0),
    "searching with sat": (("run", "large.yaml", "-o", "out.jsonl", "--backend", "sat"), 2.0),
    "searching with cpsat": (("run", "large.yaml", "-o", "out.jsonl", "--backend", "cpsat"), 3.0),
    "canonical forms": (("run", instance("dominoes8x8"), "-o", "out.jsonl"), 2.0),
    "writing many files": (
        ("run", instance("dominoes8x8"), "-o", "out.jsonl", "--max-solutions-per-file", "1000"),
        2.0,
    ),
    "certifying": (("run", instance("solid3x4x5"), "--certify", "-o", "out.jsonl"), 3.0),
    "certifying a kept run": (("run", "wide.yaml", "--certify", "--run-dir", "kept"), 4.0),
    "a batch": (("run", "wide.yaml", "square.yaml", "--answers", "a.jsonl", "--limit", "9999999"), 2.0),
    "a batch of processes": (
        *(("run", "wide.yaml", "square.yaml", "--answers", "a.jsonl", "--limit", "9999999", "--jobs", "2"),),
        3.0,
    ),
    "compiling a set": (("compile", "large.yaml", "-o", "out.zset"), 3.0),
    "planning a set": (("compile", "wide.yaml", "-o", "out.zset"), 1.0),
    "fewest givens": (("make-unique", "wide.yaml"), 1.5),
    "explaining": (("explain", "wide.yaml"), 3.0),
    "generating a nonogram": (("generate", "nonogram", "--size", "60x60", "--unique", "--seed", "1"), 2.0),
    "generating a sudoku": (("generate", "sudoku", "--size", "25x25", "--seed", "1"), 2.0),
}
BY = {"Ctrl-C": signal.SIGINT, "SIGTERM": signal.SIGTERM}


@pytest.mark.slow
@pytest.mark.parametrize("number", BY.values(), ids=BY.keys())
@pytest.mark.parametrize(("words", "seconds"), PHASES.values(), ids=PHASES.keys())
def test_every_phase_hears_signals(
    words: tuple[str, ...], seconds: float, number: signal.Signals, at: Path
) -> None:
    process = zenkai(at, *words)
    process.spends(seconds)
    assert process.stopped(number) == 130
    assert not [*at.glob("*.tmp")]
    if (found := at / "out.jsonl").exists():
        assert verify.main([str(found)]) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("words", "seconds"), PHASES.values(), ids=PHASES.keys())
def test_every_phase_hears_limits(words: tuple[str, ...], seconds: float, at: Path) -> None:
    process = zenkai(at, *words, "--time-limit", str(seconds))
    time.sleep(seconds)  # which begins a little before the limit's
    before = process.cpu
    code, spent = process.ends()
    assert code in (2, 3)  # 2: of a batch whose puzzle cannot be taken
    assert spent - before < PROMISED * LOADED * (len(FILES) if "--answers" in words else 1)
    assert not [*at.glob("*.tmp")]


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.8, 1.5, 2.5, 3.5])
@pytest.mark.parametrize("number", [*BY.values(), None], ids=[*BY, "limit"])
def test_compiling_kernels_hears(seconds: float, number: signal.Signals | None, at: Path) -> None:
    limit = () if number else ("--time-limit", str(seconds))
    process = zenkai(at, "run", "wide.yaml", "-o", "out.jsonl", *limit, NUMBA_CACHE_DIR=str(at / "empty"))
    if number:
        process.spends(seconds)
        assert process.stopped(number) == 130
    else:
        time.sleep(seconds)
        before = process.cpu
        code, spent = process.ends()
        assert code == 3
        assert spent - before < PROMISED * LOADED
    said = (at / "errors").read_text()
    assert "Traceback" not in said
    assert said.count("\n") <= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("compile", "big.jsonl", "-o", "out.zset"),
        ("query", "big.jsonl", "--count"),
        ("gallery", "big.jsonl", "-o", "page"),
        ("verify", "big.jsonl"),
    ],
    ids=lambda words: words[0],
)
def test_what_reads_solutions_hears(words: tuple[str, ...], at: Path) -> None:
    many = [instance("dominoes8x8"), "-o", str(at / "big.jsonl"), "--limit", "60000", "--quiet"]
    assert run.main(many) == 3
    for number, code in ((signal.SIGINT, (130,)), (signal.SIGTERM, (130, -signal.SIGTERM))):
        process = zenkai(at, *words)
        process.spends(0.9)
        assert process.stopped(number) in code


def test_a_limit_that_a_callback_loses_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what is raised in the callback of a weak reference, or in one of LLVM; the alarm goes again."""
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    class Referred:
        pass

    def waits(_: object) -> None:
        while deadline.remaining > -1:  # the timer rings half a second after it has passed, and again
            time.sleep(0.01)

    def collect_and_wait() -> None:
        one: Referred | None = Referred()
        ref = weakref.ref(one, waits)
        one = None
        while ref() is None:
            time.sleep(0.01)

    with stop_on_signals() as until:
        deadline = until(0.01)
        with pytest.raises(Interrupted, match="time limit"), interruptible(deadline):
            collect_and_wait()
    assert not lost


def test_a_limit_waits_for_the_end_of_a_finalizer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised within one is printed and lost."""
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)

    class Finalized:
        def __del__(self) -> None:
            self.waits()

        def waits(self) -> None:
            while deadline.remaining > -1.5:  # the timer rings half a second after it has passed, and again
                time.sleep(0.01)

    def finalize_and_wait() -> None:
        one: Finalized | None = Finalized()
        one = None
        while one is None:
            time.sleep(0.01)

    with stop_on_signals() as until:
        deadline = until(0.01)
        with pytest.raises(Interrupted, match="time limit"), interruptible(deadline):
            finalize_and_wait()
    assert not lost


LEAVING = """
import atexit, signal, sys, time
from zenkai_solver.models.imports import uninterrupted
from zenkai_solver.solvers.core.command import leave

def limit(*_):
    raise TimeoutError

atexit.register(print, "taken down")
signal.signal(signal.SIGALRM, limit)
signal.setitimer(signal.ITIMER_REAL, float(sys.argv[2]))
try:
    uninterrupted(lambda: (time.sleep(float(sys.argv[1])), print("compiled", flush=True)), "work")
except TimeoutError:
    print("cut short", flush=True)
{leave}
"""


@pytest.mark.parametrize(
    ("seconds", "limit", "leave", "printed"),
    [
        (0.0, 1000.0, "leave(3)", "compiled taken down"),
        (1000.0, 0.2, "leave(3)", "cut short"),
        (2.0, 0.2, "sys.exit(3)", "cut short taken down compiled"),
    ],
    ids=["nothing goes on", "a command", "a program that imports zenkai"],
)
def test_the_interpreter_is_not_taken_down_below_a_compilation(
    seconds: float, limit: float, leave: str, printed: str
) -> None:
    words = [sys.executable, "-c", LEAVING.format(leave=leave), str(seconds), str(limit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout.split(), done.stderr) == (3, printed.split(), "")
