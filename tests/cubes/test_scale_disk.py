"""Disks that are full or read-only, by the kernel: one line, nothing damaged, and --resume goes on."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.helpers import PATIENCE
from tests.scale_helpers import Outcome, called, command, kept, merged, path_of, plain
from zenkai_solver.solvers.core.rechecking import verify
from zenkai_solver.solvers.cubes.jobs import Failed, RunTask, Warm
from zenkai_solver.solvers.cubes.ledger import NAME, Ledger
from zenkai_solver.solvers.cubes.session import Session

ALL = ("--symmetry", "all")


def solving(folder: Path, *more: object) -> list[str]:
    return command(path_of("dominoes6x6"), "--run-dir", folder, "--workers", 2, "--resume", *ALL, *more)


def merging(folder: Path, output: Path) -> list[str]:
    return [sys.executable, "-m", "solvers.commands.merge", str(folder), "-o", str(output)]


def check_ledger(folder: Path) -> None:
    """As far as there is one, it is whole."""
    if (folder / NAME).exists():
        ledger = Ledger(folder)
        assert len(list(ledger.rows())) == ledger.run["cubes"]
        ledger.close()
        with contextlib.closing(sqlite3.connect(folder / NAME)) as base:
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


# ---- a small file system of our own


@dataclass(frozen=True)
class Small:
    """A file system in memory, mounted where only commands called through `call` see it."""

    folder: Path
    holder: subprocess.Popen[str]
    user: bool  # in a namespace of a user who is root there only

    def prefix(self) -> list[str]:
        more = ["-U", "--preserve-credentials"] if self.user else []
        return ["nsenter", "-t", str(self.holder.pid), "-m", *more]

    def call(self, args: list[str]) -> Outcome:
        return called([*self.prefix(), *args])

    def remount(self, options: str) -> None:
        outcome = self.call(["mount", "-o", f"remount,{options}", str(self.folder)])
        assert outcome.code == 0, outcome

    def check_ledger(self, folder: Path) -> None:
        code = "import sys; from pathlib import Path; from tests.cubes.test_scale_disk import check_ledger as c; c(Path(sys.argv[1]))"
        outcome = self.call([sys.executable, "-c", code, str(folder)])
        assert outcome.code == 0, outcome


def held(folder: Path, user: bool) -> subprocess.Popen[str]:
    flags = "-rm" if user else "-m"
    mount = f"mount -t tmpfs -o size=64k none {folder} && echo mounted && exec sleep {3 * PATIENCE}"
    return subprocess.Popen(
        ["unshare", flags, "sh", "-c", mount], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


@contextlib.contextmanager
def mounted(folder: Path) -> Iterator[Small | None]:
    """None where the system allows no mounts."""
    folder.mkdir()
    user = os.getuid() != 0
    holder = held(folder, user)
    try:
        assert holder.stdout
        yield Small(folder, holder, user) if holder.stdout.readline() else None
    finally:
        holder.kill()
        holder.communicate()


def limited(size: int) -> Callable[[], None]:
    """No file may become larger: the kernel refuses to write, as it does on a full disk."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.parametrize(
    "size",
    [
        "16k",
        pytest.param("400k", marks=pytest.mark.broad),
        *(pytest.param(k, marks=pytest.mark.slow) for k in ("64k", "160k")),
    ],
)
def test_a_full_disk(size: str, tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as small:
        if small is None:
            check_limited(tmp_path / "run", int(size[:-1]) << 8)
            return
        folder, output = small.folder / "run", tmp_path / "out.jsonl"
        small.remount(f"size={size}")
        small.call(solving(folder)).refused(str(folder), "cannot write")
        small.check_ledger(folder)
        small.remount("size=20m")
        assert small.call(solving(folder)).code == 0
        assert small.call(merging(folder, output)).code == 0
        plain("dominoes6x6", *ALL).holds(output)


SIZES = [
    pytest.param(1 << 10, marks=pytest.mark.broad),
    *(pytest.param(k << 10, marks=pytest.mark.slow) for k in (4, 12, 30)),
    45 << 10,
]


@pytest.mark.parametrize("size", SIZES)
def test_files_that_may_not_grow(size: int, tmp_path: Path) -> None:
    check_limited(tmp_path / "run", size)


def test_an_error_of_the_disk_names_a_file_only_if_it_knows_one(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(RunTask("x", "puzzle: packing", "all", ("auto",)))
    for place, text in ((None, "No space left"), ("a.jsonl", "a.jsonl: No space left")):
        error = OSError(errno.ENOSPC, "No space left", place)
        monkeypatch.setattr(Session, "warm", Mock(side_effect=error))
        assert session.do(Warm()) == Failed(None, "disk", text)


@pytest.mark.slow
@pytest.mark.parametrize("compress", ["gzip", "zstd"])
def test_compressed_files_that_may_not_grow(compress: str, tmp_path: Path) -> None:
    for size in (1 << 10, 2 << 10, 5 << 10):
        args = solving(tmp_path / str(size), "--compress", compress)
        called(args, preexec_fn=limited(size)).refused(str(tmp_path / str(size)), "cannot write")
        assert called(args).code == 0


def check_limited(folder: Path, size: int) -> None:
    called(solving(folder), preexec_fn=limited(size)).refused(str(folder), "cannot write")
    check_ledger(folder)
    assert called(solving(folder)).code == 0
    plain("dominoes6x6", *ALL).holds(merged(folder))


# ---- merging


@pytest.mark.parametrize("size", [1 << 10, pytest.param(100 << 10, marks=pytest.mark.broad)])
def test_merged_to_a_full_disk(size: int, tmp_path: Path) -> None:
    folder, output = tmp_path / "run", tmp_path / "out" / "all.jsonl"
    assert kept("dominoes6x6", folder, *ALL).code == 0
    output.parent.mkdir()
    output.write_text("what was there before")
    called(merging(folder, output), preexec_fn=limited(size)).refused("cannot write")
    assert output.read_text() == "what was there before"
    assert list(output.parent.iterdir()) == [output]


def test_merged_to_a_small_disk(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes6x6", folder, *ALL).code == 0
    with mounted(tmp_path / "small") as small:
        if small is None:
            return test_merged_to_a_full_disk(2 << 10, tmp_path / "limited")
        output = small.folder / "all.jsonl"
        assert small.call(["sh", "-c", f"echo before > {output}"]).code == 0
        small.call(merging(folder, output)).refused(str(small.folder), "cannot write", "No space left")
        assert small.call(["cat", str(output)]).out == "before\n"
        assert small.call(["ls", "-A", str(small.folder)]).out == "all.jsonl\n"


# ---- where nothing may be written


def test_read_only(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as small:
        if small is None:
            called(solving(Path("/proc/run"))).refused("/proc/run", "cannot write")
            return
        folder, output = small.folder / "run", small.folder / "out.jsonl"
        small.remount("size=20m")
        assert small.call(solving(folder)).code == 0
        small.remount("ro")
        small.call(solving(folder)).refused(str(folder), "cannot write")
        small.call(solving(small.folder / "new")).refused(str(small.folder / "new"), "cannot write")
        small.call(merging(folder, output)).refused("cannot write")
        assert small.call(merging(folder, tmp_path / "out.jsonl")).code == 0
        assert verify(tmp_path / "out.jsonl").reason is None


@pytest.mark.parametrize("folder", ["/proc/run", "/dev/null/run", "/" + "x" * 300])
def test_no_place_for_a_run(folder: str) -> None:
    called(solving(Path(folder))).refused(folder, "cannot write")


def test_no_place_for_the_output(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kept("dominoes4x4", folder).code == 0
    for output in (Path("/proc/out.jsonl"), tmp_path, Path("/dev/null/out.jsonl")):
        called(merging(folder, output)).refused(str(output.parent), "cannot write")
