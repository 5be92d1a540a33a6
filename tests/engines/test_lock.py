"""The lock on a file: one holder at a time, and none after the holder's end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zenkai_solver.solvers.kernels.jit import exclusively
from zenkai_solver.solvers.kernels.lock import locked

HOLDER = """
import sys
from pathlib import Path
from zenkai_solver.solvers.kernels.lock import locked
held = locked(Path(sys.argv[1]))
print(held is not None, flush=True)
sys.stdin.read()
"""


def test_a_second_process_gets_the_lock_when_the_first_has_died(tmp_path: Path) -> None:
    path = tmp_path / "lock.sqlite"
    words = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert locked(path) is None
        assert locked(path, 0.01) is None
        holder.kill()
    held = locked(path)
    assert held is not None
    held.close()


def test_compiling_holds_the_lock_and_lets_go_of_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "kernel.lock"
    with exclusively(path):
        assert locked(path) is None
    held = locked(path)
    assert held is not None
    held.close()


def test_a_path_that_cannot_be_written_is_an_os_error_and_stops_no_compiling(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "lock.sqlite"
    with pytest.raises(OSError, match="unable to open"):
        locked(path)
    with exclusively(path):
        pass
