"""Who answers a file of many puzzles, by the family of its puzzles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.solvers.backend import Deadline
    from zenkai_solver.solvers.options import RunOptions


def _sudokus(path: Path, options: RunOptions, deadline: Deadline) -> str | None:
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.run(path, options, deadline)


# Each answers every puzzle and returns why it was cut short, or None. They raise InstanceError, OSError.
ANSWER: dict[str, Callable[[Path, RunOptions, Deadline], str | None]] = {"sudoku": _sudokus}
