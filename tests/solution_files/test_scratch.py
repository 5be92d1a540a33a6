"""What killed commands leave is removed by the next one, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import PATIENCE
from tests.scale_helpers import kept, merge
from zenkai_solver.solvers.solution_files.scratch import scratch, sweep

KILLED = """
import os, signal, sys
from pathlib import Path
from zenkai_solver.solvers.solution_files.scratch import scratch
with scratch(Path(sys.argv[1])) as folder:
    (folder / "part").write_text("x" * 1000)
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print(folder, flush=True)
    sys.stdin.read()
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")


def leave(place: Path) -> Path:
    """A scratch folder of a process that was killed."""
    before = set(place.iterdir())
    ended = subprocess.run([sys.executable, "-c", KILLED, str(place), "die"], timeout=PATIENCE)
    assert ended.returncode == -signal.SIGKILL
    [left] = set(place.iterdir()) - before
    assert (left / "part").exists()
    return left


@POSIX
def test_what_is_removed_and_what_not(tmp_path: Path) -> None:
    left = leave(tmp_path)
    others = [
        tmp_path / name for name in (".zenkai-x", ".zenkai-00000000-1-abc", left.name + ".old", "notes")
    ]
    for other in others:
        other.mkdir()
    command = [sys.executable, "-c", KILLED, str(tmp_path), "wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as living:
        assert living.stdout is not None
        others.append(Path(living.stdout.readline().strip()))
        assert others[-1].is_dir()
        assert not left.exists(), "the process that lives has cleared its place"
        with scratch(tmp_path) as own:
            sweep(tmp_path)
            assert set(tmp_path.iterdir()) == {*others, own}
        living.communicate("")
    assert not others.pop().exists()
    assert set(tmp_path.iterdir()) == set(others)


@POSIX
def test_the_next_run_and_the_next_merge_clear_up(tmp_path: Path) -> None:
    folder, out = tmp_path / "run", tmp_path / "out.jsonl"
    folder.mkdir()
    first = leave(folder)
    assert kept("dominoes4x4", folder, "--workers", 1).code == 0
    assert not first.exists()
    second = leave(folder)
    assert kept("dominoes4x4", folder, "--workers", 1, "--resume").code == 0
    assert not second.exists()
    beside = leave(tmp_path)
    assert merge(folder, "-o", out).code == 0
    assert not beside.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "run"]
