"""Commands of zenkai in processes of their own, so that a limit that ends one does not end the script."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path


def zenkai(*words: str | Path) -> int:
    """The exit code; less than 0 is the signal that ended it. Its standard output is dropped."""
    command = [sys.executable, "-m", "zenkai_solver.solvers.cli", *map(str, words)]
    return subprocess.run(command, stdout=subprocess.DEVNULL).returncode


def ended_seconds() -> float:
    """CPU seconds of all processes of this one that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
