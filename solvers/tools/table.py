"""Files of many puzzles: which endings are theirs, and who solves them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zenkai_solver.models.puzzle import Instance
    from zenkai_solver.solvers.backend import Deadline
    from zenkai_solver.solvers.options import RunOptions

SUDOKUS = (".sdm", ".txt")  # one puzzle per line
PACKED = ".gz"


def is_file_of_many(path: Path) -> bool:
    return path.name.lower().removesuffix(PACKED).endswith(SUDOKUS)


def run_many(path: Path, options: RunOptions, deadline: Deadline) -> str | None:
    """Answer every puzzle of the file; the reason why it was cut short, or None.

    Raises InstanceError, OSError.
    """
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.run(path, options, deadline)


def one_of_many(path: Path, number: int, options: RunOptions) -> Instance:
    """Puzzle `number` of the file, from 1. Raises InstanceError, OSError."""
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.one(path, number, options)


def each_of_many(path: Path, options: RunOptions) -> Iterator[Instance]:
    """Every puzzle of the file. Raises InstanceError, OSError."""
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.each(path, options)
