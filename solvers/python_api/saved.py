"""The solutions in a solutions file, or in a set of them by its index, for Python programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from zenkai_solver.models.puzzle import Batched, Batches
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.pipeline import Chunk, Tally
from zenkai_solver.solvers.python_api.solutions import Chunks, Ended, Solutions, Summary
from zenkai_solver.solvers.solution_files.index import Index, is_index, open_index
from zenkai_solver.solvers.solution_files.results import (
    AT_ONCE,
    HELD,
    MOST_FOOTER,
    NO_FOOTER,
    ResultsError,
    open_solutions,
    read_board,
)
from zenkai_solver.solvers.solution_files.results import SolutionsFile as File
from zenkai_solver.solvers.solution_files.stated import FOOTER, ending_fault, parsed

ONE_BY_ONE = 1_000  # solutions, before it is worth while to build the model
TAIL = MOST_FOOTER + 1  # bytes at the end of a file: a line feed and a footer


@dataclass(frozen=True)
class _Line:
    where: str  # file and line
    board: Board
    orbit: int


class Saved(Solutions):
    """The solutions of a file. Each board is checked against the rules when it is read.

    The totals are those that the footer, or the index, states; `verify` checks them. A file without a footer
    is incomplete, and its totals are found by reading it. Iterating raises ResultsError at a damaged line.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises ResultsError if this is no solutions file or index; OSError."""
        self._path = Path(path)
        self._lines: int | None = None  # solutions in the files, counted when their number is needed
        self._index: Index | None = open_index(self._path) if is_index(self._path) else None
        self._head = self._index.open(1) if self._index else open_solutions(self._path)
        super().__init__(self._head.instance)
        self._mode = self._head.mode
        self._group = self.instance.puzzle.symmetries()
        index = self._index
        self._known = (
            Summary(index.count, index.all, index.digest, index.reason) if index else _of_footer(self._path)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Saved, (self._path,)

    def _number(self, summary: Summary) -> int:
        if self._lines is None:
            self._lines = sum(1 for _ in self.lines())
        return self._lines

    @property
    def complete(self) -> bool:
        return self._known is not None and self._known.complete

    @property
    def reason(self) -> str | None:
        return NO_FOOTER if self._known is None else self._known.reason

    @property
    def _first(self) -> int:
        return self._head.first

    def _files(self) -> Iterator[File]:
        if self._index is None:
            yield self._head
        else:
            yield from map(self._index.open, range(1, len(self._index.parts) + 1))

    @property
    def first(self) -> int:
        """The number of the first solution."""
        return self._first

    def paths(self) -> list[Path]:
        """The files, in order. Raises ResultsError."""
        return [file.path for file in self._files()]

    def lines(self) -> Iterator[tuple[Path, int, dict[str, Any]]]:
        """File, line number and unchecked content of each solution's line. Raises ResultsError."""
        for file in self._files():
            for line, value in file.lines():
                if "complete" not in value:
                    yield file.path, line, value

    def _chunks(self, ended: Ended, patience: float = float("inf")) -> Chunks:
        tally = Tally(self._mode)
        for chunk in self._checked(self._first):
            tally.add(chunk)
            yield chunk
        ended(self._known or Summary.of(tally, NO_FOOTER))

    def _checked(self, number: int) -> Chunks:
        """The solutions, the first with that number: one by one, after ONE_BY_ONE of them many at once, where
        the puzzle can check so. Raises ResultsError at a damaged line, after those before it.
        """
        last = number + ONE_BY_ONE
        waiting: list[_Line] = []
        size = 0
        try:
            for at, value in enumerate(self.lines(), number):
                line = self._line(*value, at)
                if at < last:
                    yield self._alone(line)
                    continue
                waiting.append(line)
                size += sum(map(len, line.board))
                if len(waiting) == AT_ONCE or size > HELD:
                    full, waiting, size = waiting, [], 0
                    yield from self._together(full)
        except ResultsError:
            yield from self._together(waiting)
            raise
        yield from self._together(waiting)

    def _line(self, path: Path, line: int, value: dict[str, Any], number: int) -> _Line:
        """The line, not checked against the rules. Raises ResultsError if it has another number."""
        board, orbit = read_board(path, line, value), value.get("orbit")
        if type(n := value.get("n")) is not int or n != number or type(orbit) is not int or orbit < 1:
            raise ResultsError(f"{path}:{line}: not solution {number} and its orbit")
        return _Line(f"{path}:{line}", board, orbit)

    def _together(self, lines: Sequence[_Line]) -> Chunks:
        """The solutions of the lines, checked at once; if that says that one is wrong, each alone."""
        texts = ["\n".join(line.board).encode() for line in lines]
        boards = self._tools.read(texts) if self._tools is not None and lines else None
        if self._tools is None or boards is None or not self._tools.check(boards).all():
            yield from map(self._alone, lines)
            return
        representative = [True] * len(lines)
        if self._mode != "orbits":
            least, _ = self._tools.canonical(self._tools.rows(boards), boards)
            representative = (least == boards).all(axis=1).tolist()
        yield Chunk(texts, [line.orbit for line in lines], representative)

    def _alone(self, line: _Line) -> Chunk:
        """The solution of the line. Raises ResultsError if it breaks the rules."""
        if broken := next(iter(self.instance.puzzle.violations(line.board)), None):
            raise ResultsError(f"{line.where}: {broken}")
        representative = self._mode == "orbits" or self._group.canonical(line.board)[0] == line.board
        return Chunk(["\n".join(line.board).encode()], [line.orbit], [representative])

    @cached_property
    def _tools(self) -> Batches | None:
        puzzle = self.instance.puzzle
        return puzzle.batches(puzzle.model(), self._group) if isinstance(puzzle, Batched) else None

    @property
    def header(self) -> dict[str, Any]:
        """The header of a single file with all solutions."""
        return self._header()

    def _header(self) -> dict[str, Any]:
        """As `header`, also of a set."""
        keys = self._head.header
        return {key: keys[key] for key in keys if self._index is None or key != "part"}

    def _sources(self) -> Iterator[Path]:
        yield self._path
        if self._index is not None:
            yield from (self._path.parent / part.file for part in self._index.parts)


def _of_footer(path: Path) -> Summary | None:
    """The totals that the footer of the file states; None if it has none."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        before, end, _ = file.read().rpartition(b"\n")
    value = parsed(before.rpartition(b"\n")[2]) if end else None
    if not isinstance(value, dict) or "complete" not in value:
        return None
    if fault := ending_fault(value, FOOTER):
        raise ResultsError(f"{path}: footer: {fault}")
    return Summary(*(value[key] for key in ("count", "all", "digest", "reason")))
