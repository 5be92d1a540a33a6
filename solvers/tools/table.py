"""Who answers a file of many puzzles, by the family of its puzzles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zenkai_solver.models.puzzle import Instance
    from zenkai_solver.solvers.backend import Deadline
    from zenkai_solver.solvers.options import RunOptions


Stream = BinaryIO | None  # what is read in place of the file


def _sudokus(path: Path, options: RunOptions, deadline: Deadline, stream: Stream = None) -> str | None:
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.run(path, options, deadline, stream)


def _one_sudoku(path: Path, number: int, options: RunOptions, stream: Stream = None) -> Instance:
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.one(path, number, options, stream)


def _each_sudoku(path: Path, options: RunOptions, stream: Stream = None) -> Iterator[Instance]:
    from zenkai_solver.solvers.tools import sudoku_files

    return sudoku_files.each(path, options, stream)


def _lines_of_sudokus(path: Path, stream: Stream = None) -> Iterator[tuple[int, bytes]]:
    from zenkai_solver.solvers.tools.sudoku_lines import read_chunks

    return (line for chunk in read_chunks(path, stream) for line in chunk.puzzles)


def _sudoku_of_line(text: str, name: str, extra: str) -> Instance:
    from zenkai_solver.solvers.tools.sudoku_files import read_line

    return read_line(text, name, extra)


# Each answers every puzzle and returns why it was cut short, or None. They raise InstanceError, OSError.
ANSWER: dict[str, Callable[..., str | None]] = {"sudoku": _sudokus}
# Puzzle N of a file, from 1, and every puzzle in order. They raise InstanceError.
ONE: dict[str, Callable[..., Instance]] = {"sudoku": _one_sudoku}
EACH: dict[str, Callable[..., Iterator[Instance]]] = {"sudoku": _each_sudoku}
# The puzzles of a file unread, with the lines where they begin; and the puzzle of one, with further lines of
# YAML. They raise InstanceError.
LINES: dict[str, Callable[..., Iterator[tuple[int, bytes]]]] = {"sudoku": _lines_of_sudokus}
OF_LINE: dict[str, Callable[[str, str, str], Instance]] = {"sudoku": _sudoku_of_line}
