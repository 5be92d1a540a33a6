"""Whatever happens in a command: one line, the exit code that means it, no traceback."""

from __future__ import annotations

import errno
import io
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from tests.helpers import PATIENCE
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.commands import (
    generate,
    genres,
    instances,
    line,
    merge,
    run,
    show,
    single,
    verify,
    warmup,
)
from zenkai_solver.solvers.core import command
from zenkai_solver.solvers.core.deadlines import Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.core.display import Bar
from zenkai_solver.solvers.cubes import kept
from zenkai_solver.solvers.python_api.api import read, solve
from zenkai_solver.solvers.solution_files.results import ResultsError

TWO = "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: 3\n"
POSIX = pytest.mark.skipif(os.name != "posix", reason="streams as POSIX has them")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(TWO)
    (tmp_path / "one.sdm").write_text(".1......." * 9 + "\n")
    assert run.main(["two.yaml", "-o", "found.jsonl", "--quiet"]) == 0
    return tmp_path


def deep(n: int = 0) -> None:
    deep(n + 1)


CAUGHT = {
    "a bug": (
        TypeError("no\x1b[2J\nzenkai: fine"),
        4,
        r"TypeError: no\x1b[2J\nzenkai: fine (test_last_net.py:",
    ),
    "no memory": (MemoryError(), 4, "MemoryError"),
    "recursion": (RecursionError("too deep"), 4, "RecursionError: too deep"),
    "a wrong solution": (WrongSolution("two A"), 4, "please report it: two A"),
    "Ctrl-C": (KeyboardInterrupt(), 130, "stopped"),
    "time": (Interrupted("time limit"), 3, "cut short: time limit"),
    "a backend": (Unsupported("too large"), 2, "too large"),
    "damage": (ResultsError("x:2: bad"), 2, "x:2: bad"),
    "a package": (
        ModuleNotFoundError("No module named 'pysat.solvers'", name="pysat.solvers"),
        2,
        "needs the package python-sat, which is missing: pip install python-sat",
    ),
    "a module of ours": (
        ModuleNotFoundError("No module named 'x'", name="zenkai_solver.x"),
        4,
        "No module named 'x'",
    ),
    "a read": (OSError(errno.EIO, "I/O error", "x"), 2, "x: cannot read: I/O error"),
    "a system's error": (OSError(errno.EMFILE, "Too many open files"), 2, "Too many open files"),
}


@pytest.mark.parametrize(("error", "code", "text"), CAUGHT.values(), ids=CAUGHT.keys())
def test_whatever_is_raised(
    error: BaseException, code: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @command.command
    def main(argv: Sequence[str] | None = None) -> int:
        raise error

    assert main([]) == code
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("zenkai: ")
    assert text in said
    assert ("a bug in zenkai, please report it" in said) == (code == 4)


def test_the_traceback_is_shown_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZENKAI_DEBUG", "1")
    assert command.failed(TypeError("no")) == 4
    assert "TypeError: no" in capsys.readouterr().err
    monkeypatch.delenv("ZENKAI_DEBUG")


COMMANDS = [
    (run, "source_of", "two.yaml"),
    (verify, "verify", "found.jsonl"),
    (merge, "merge", "kept -o x"),
    (show, "file_with", "found.jsonl 1"),
    (line, "solve", "1 ?"),
    (generate, "_maker", "nonogram"),
    (genres, "listing", ""),
    (instances, "listing", ""),
    (warmup, "missing", ""),
]


@pytest.mark.parametrize(("module", "name", "words"), COMMANDS)
@pytest.mark.parametrize("by_cli", [False, True])
def test_every_command_has_the_net(
    module: object,
    name: str,
    words: str,
    by_cli: bool,
    at: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(module, name, broken)
    own = str(module.__name__).rpartition(".")[2].replace("warmup", "warm-up")  # type: ignore[attr-defined]
    code = cli.main([own, *words.split()]) if by_cli else module.main(words.split())  # type: ignore[attr-defined]
    said = capsys.readouterr().err
    assert code == 4
    assert said.count("\n") == 1
    assert "please report it" in said
    assert "KeyError: 'a bug' (test_last_net.py:" in said


def started(words: str, at: Path, shell: str) -> tuple[int, str, str]:
    """Exit code and streams of `zenkai WORDS` with redirections as a shell has them."""
    if not shell or shell in ("> /dev/full", "| true"):
        code, said = redirected(words, at, shell)
        return code, "", said
    program = f"{sys.executable} -m zenkai_solver.solvers.cli"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{program} {words} {shell}"],
        cwd=at,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout, done.stderr


def redirected(words: str, at: Path, shell: str) -> tuple[int, str]:
    """Exit code and standard error; `| true` is a reader that has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "zenkai_solver.solvers.cli", *shlex.split(words)],
            cwd=at,
            stdout={"> /dev/full": full, "| true": writer, "": subprocess.DEVNULL}[shell],
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
        )
    finally:
        os.close(writer)
        os.close(full)
    return done.returncode, done.stderr


FULL = "standard output: cannot write: No space left on device"
STREAMS = [
    ("verify found.jsonl", "> /dev/full", 2, FULL),
    ("show found.jsonl 1", "> /dev/full", 2, FULL),
    ("run two.yaml -o -", "> /dev/full", 2, FULL),
    ("run two.yaml -o /dev/full", "", 2, "/dev/full: cannot write: No space left on device"),
    ("generate nonogram", "> /dev/full", 2, FULL),
    ("run one.sdm -o -", "> /dev/full", 2, FULL),
    ("run one.sdm -o /dev/full", "", 2, "/dev/full: cannot write: No space left on device"),
    ("run two.yaml --answers -", "> /dev/full", 2, FULL),
    ("verify found.jsonl", "| true", 0, ""),
    ("show found.jsonl 1", "| true", 0, ""),
    ("line 1 '???'", "| true", 0, ""),
    ("generate nonogram --size 60x60", "| true", 0, ""),
    ("--help", "> /dev/full", 2, FULL),
    ("--help", "| true", 0, ""),
    ("run --help", "| true", 0, ""),
    ("run two.yaml -o -", ">&-", 2, "standard output: cannot write: Bad file descriptor"),
    ("run two.yaml --format text", ">&-", 2, "standard output: cannot write: Bad file descriptor"),
    ("run two.yaml --live", ">&-", 2, "--live needs a terminal"),
    ("show found.jsonl 1", ">&-", 0, ""),
    ("run two.yaml -o closed.jsonl", "2>&-", 0, ""),
    ("run -", "<&-", 2, "standard input is closed: there is nothing to read"),
    ("run two.yaml -o closed.jsonl", "<&- >&- 2>&-", 0, ""),
]
# Each starts a Python of its own, and the lines beside them close the same streams.
BROAD = (("run two.yaml --format text", ">&-"), ("run two.yaml -o closed.jsonl", "2>&-"))


@POSIX
@pytest.mark.parametrize(
    ("words", "shell", "code", "text"),
    [
        pytest.param(*case, id=f"{case[0]} {case[1]}", marks=[pytest.mark.broad] * (case[:2] in BROAD))
        for case in STREAMS
    ],
)
def test_streams_that_are_full_or_closed(words: str, shell: str, code: int, text: str, at: Path) -> None:
    ended, _, said = started(words, at, shell)
    own = [line for line in said.splitlines() if not line.startswith("two: ")]
    assert (ended, own) == (code, [f"zenkai: {text}"] if text else [])
    if "closed.jsonl" in words:
        assert verify.main(["closed.jsonl"]) == 0


READERS = ("run -", "draw -", "export - --to dimacs", "convert - --to non")


@pytest.mark.parametrize("words", READERS)
def test_standard_input_that_is_closed(
    words: str, at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(words.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith("standard input is closed: there is nothing to read\n")


@pytest.mark.parametrize("name", ["a{b}", "[red]c", "d\x1b[31m\ne"])
def test_a_name_on_a_terminal(name: str, at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar of a terminal takes any name, and shows no control characters of it."""
    found = solve("dominoes4x4", backend="sat")
    with Bar(name, found.instance.puzzle) as bar:
        bar.progress.refresh()
        drawn = bar.progress.get_renderable()
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(drawn)
    assert command.shown(name) in console.export_text()


@POSIX
def test_few_open_files(at: Path) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"ulimit -n 30; {sys.executable} -m zenkai_solver.solvers.cli run two.yaml --run-dir k --workers 4",
        ],
        cwd=at,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("zenkai: 4 workers need ")
    assert done.stderr.endswith("open files, but the limit (ulimit -n) is 30\n")
    assert run.main(["two.yaml", "--run-dir", "k", "--resume", "--workers", "1"]) == 0


@POSIX
@pytest.mark.parametrize(
    "more", [pytest.param("", marks=pytest.mark.broad), "--run-dir kept --workers 1 -o ausfüllen.jsonl"]
)
def test_names_where_only_ascii_is_known(more: str, at: Path) -> None:
    (at / "two.yaml").rename(at / "zwölf.yaml")
    plain = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0"
    done = subprocess.run(
        ["bash", "-c", f"{plain} {sys.executable} -m zenkai_solver.solvers.cli run zwölf.yaml {more}"],
        cwd=at,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"zw\xf6lf: 2 up to symmetry" in done.stdout
    [out] = [at / "ausfüllen.jsonl"] if more else (at / "solutions").iterdir()
    assert read(out).instance.name == "zwölf"


# ---- before the search


def endless(*_: object, **__: object) -> None:
    while True:
        pass


def kills(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)
    endless()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
@pytest.mark.parametrize(("module", "phase"), [(run, "source_of"), (single, "prepare")])
def test_the_time_limit_is_heard(
    module: ModuleType,
    phase: str,
    at: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "GRACE", 0.1)
    monkeypatch.setattr(module, phase, endless)
    assert run.main(["two.yaml", "--time-limit", "0.01", "-o", "x"]) == 3
    assert capsys.readouterr().err == "zenkai: two.yaml: cut short: time limit\n"
    assert not (at / "x").exists()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@POSIX
@pytest.mark.parametrize(("module", "phase"), [(run, "source_of"), (single, "prepare")])
def test_ctrl_c_is_heard(
    module: ModuleType,
    phase: str,
    at: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(module, phase, kills)
    assert run.main(["two.yaml", "two.yaml"]) == 130
    assert capsys.readouterr().err == "zenkai: two.yaml: cut short: stopped\n"
    assert signal.getsignal(signal.SIGINT) is before


@POSIX
def test_ctrl_c_before_the_workers_of_a_kept_run_are_there(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*arguments: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return hire(*arguments)

    hire = kept.hire
    with monkeypatch.context() as patched:
        patched.setattr(kept, "hire", stopped)
        assert run.main(["two.yaml", "--run-dir", "kept", "--workers", "1"]) == 130
    assert "incomplete (stopped)" in capsys.readouterr().out
    assert run.main(["two.yaml", "--run-dir", "kept", "--workers", "1", "--resume"]) == 0
