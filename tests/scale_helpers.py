"""Runs kept in a folder: started here or as a process of its own, looked into, killed, damaged."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers import INSTANCES, PATIENCE, ROOT
from zenkai_solver.solvers.commands import merge as merging
from zenkai_solver.solvers.commands import run as running
from zenkai_solver.solvers.cubes import workers
from zenkai_solver.solvers.cubes.ledger import COLUMNS, NAME, seal

# What workers of these tests need besides, imported once for all of them: the fork server outlives a run.
workers.PRELOAD += [
    *("zenkai_solver.models.packing.reading", "zenkai_solver.models.sudoku.reading"),
    *("zenkai_solver.solvers.engines.exactcover.exactcover", "zenkai_solver.solvers.engines.sat.sat"),
    *("zenkai_solver.solvers.engines.exactcover.kernels.sift", "pysat.solvers"),
]


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    def refused(self, *words: str) -> None:
        """Exit code 2 and one line that says each of the words."""
        assert self.code == 2, self
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        assert "None" not in self.err
        for word in words:
            assert word in self.err, (word, self.err)


def path_of(name: str) -> str:
    return str(INSTANCES / f"{name}.yaml")


# ---- in this process


def _called(main: Callable[[Sequence[str]], int], args: Sequence[object]) -> Outcome:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as usage:  # of argparse
            code = int(usage.code or 0)
    return Outcome(code, out.getvalue(), err.getvalue())


def run(*args: object) -> Outcome:
    return _called(running.main, args)


def merge(*args: object) -> Outcome:
    return _called(merging.main, args)


def kept(name: str, folder: Path, *args: object) -> Outcome:
    """`zenkai run` of an instance of ours, kept in the folder, with two workers unless the arguments say."""
    workers = () if "--workers" in args else ("--workers", 2)
    return run(path_of(name), "--run-dir", folder, *workers, *args)


def merged(*folders: Path) -> Path:
    """The solutions file of runs that are complete, beside the first of them."""
    output = folders[0].with_suffix(".jsonl")
    outcome = merge(*folders, "-o", output)
    assert outcome.code == 0, outcome
    return output


# ---- solutions files


def body(path: Path) -> bytes:
    """All lines but header and footer."""
    return b"".join(path.read_bytes().splitlines(keepends=True)[1:-1])


def footer(path: Path) -> dict[str, Any]:
    """Without the time."""
    footer = json.loads(path.read_bytes().splitlines()[-1])
    del footer["seconds"]
    return dict(footer)


@dataclass(frozen=True)
class Known:
    """What an ordinary run finds: the footer, and the body as `zenkai merge` sorts it."""

    footer: dict[str, Any]
    body: bytes

    def holds(self, path: Path) -> None:
        assert footer(path) == self.footer
        assert body(path) == self.body


@cache
def plain(name: str, *args: str) -> Known:
    """An ordinary run, without a folder."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plain.jsonl"
        assert run(path_of(name), "-o", path, "--quiet", *args).code == 0
        lines = sorted(line.partition(b", ")[2] for line in body(path).splitlines(keepends=True))
        numbered = (b'{"n": %d, %b' % (number, line) for number, line in enumerate(lines, 1))
        return Known(footer(path), b"".join(numbered))


# ---- in a process of its own


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "solvers.run", *map(str, args)]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def called(args: Sequence[str], **more: Any) -> Outcome:
    done = subprocess.run(
        args, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, env=environment(), **more
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def started(*args: object) -> subprocess.Popen[str]:
    """Leader of its own session, so that all of its processes can be found."""
    return subprocess.Popen(
        command(*args),
        cwd=ROOT,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def session_of(process: subprocess.Popen[str]) -> list[int]:
    """The process and all that descend from it, as far as they are alive."""
    numbers = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
            if int(session) == process.pid and state not in "ZX":
                numbers.append(int(path.parent.name))
    return sorted(numbers)


def ended(process: subprocess.Popen[str], seconds: float = PATIENCE) -> bool:
    """Do all its processes end by themselves?"""
    return waited(lambda: not session_of(process), seconds)


def waited(holds: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


@contextlib.contextmanager
def bounded(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """Nothing of the process is left, however the test ends."""
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


def shards_in(folder: Path) -> int:
    return sum(1 for _ in (folder / "shards").glob("*.jsonl*"))


# ---- ledgers


def edit(folder: Path, statement: str, *values: object, reseal: bool = False) -> None:
    """Change the ledger behind the program's back; with `reseal`, so that no seal and number tells."""
    with contextlib.closing(sqlite3.connect(folder / NAME, isolation_level=None)) as base:
        base.execute(statement, values)
        if reseal:
            _seal_again(base)


def _seal_again(base: sqlite3.Connection) -> None:
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    for row in base.execute(f"SELECT {names} FROM cube").fetchall():
        base.execute("UPDATE cube SET seal = ? WHERE number = ?", (seal(row), row[0]))
    number = base.execute("SELECT count(*) FROM cube").fetchone()[0]
    base.execute("UPDATE run SET value = ? WHERE key = 'cubes'", (str(number),))
    for key, value in base.execute("SELECT key, value FROM run").fetchall():
        base.execute("UPDATE run SET seal = ? WHERE key = ?", (seal((key, value)), key))


def look(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(folder / NAME)) as base:
        return base.execute(query).fetchall()


def states(folder: Path) -> dict[str, int]:
    return dict(look(folder, "SELECT state, count(*) FROM cube GROUP BY state"))
