"""What the processes of the page load before they know what is asked."""

from __future__ import annotations

import subprocess
import sys


def test_children_and_helpers_start_without_what_only_some_need() -> None:
    code = "import sys; from zenkai_solver.solvers.webapp import child, helper; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "llvmlite", "numba", "ortools", "pysat"} & set(loaded.split())
