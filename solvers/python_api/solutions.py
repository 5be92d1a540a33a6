"""Solutions for Python programs: searched for, or read from a solutions file.

Solution     one board, which can draw itself
Solutions    a collection that is iterated lazily and keeps none of its solutions
Searched       the solutions that an engine finds (`saved.Saved`: those in a solutions file)
Summary      the totals of a collection, and whether it is complete
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from zenkai_solver.models.puzzle import Instance, Moving, Puzzle
from zenkai_solver.models.render.moving import animation
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import ctrl_c_held_back, writing
from zenkai_solver.solvers.core.deadlines import STOPPED, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.core.levels import VERIFIED
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, Tally
from zenkai_solver.solvers.python_api.cards import Card, as_html, as_svg
from zenkai_solver.solvers.solution_files.output import create
from zenkai_solver.solvers.solution_files.results import Ending, JsonLinesSink, header

if TYPE_CHECKING:
    import pandas

SHOWN = 4  # solutions in the picture of a collection
GLANCE = 2.0  # seconds of search for that picture after the first solution
PATIENCE = 60.0  # seconds of search for the first solution

Chunks = Generator[Chunk, None, None]


@dataclass(frozen=True)
class Solution:
    """One solution: `str(solution)` is a drawing in text, and in a notebook it shows its picture.

    `number` counts from 1 in the order found. `board` are the rows, one character per cell. `orbit` is the
    number of distinct images of the board under the symmetries of the instance, itself included.
    """

    number: int
    board: Board
    orbit: int
    puzzle: Puzzle = field(repr=False, compare=False)

    def svg(self) -> str:
        """The picture, as the text of an SVG file."""
        return self.puzzle.svg(self.board)

    def animation(self) -> str:
        """The pieces on their way from one figure to the other, as the text of an animated SVG file.

        Raises Unsupported for a puzzle whose pieces do not move.
        """
        if not isinstance(self.puzzle, Moving):
            raise Unsupported(f"the pieces of a {self.puzzle.family} do not move")
        return animation(self.puzzle.moves_of(self.board))

    def __str__(self) -> str:
        return self.puzzle.render(self.board, "ascii")

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Summary:
    """The totals of a search or of a file that has ended.

    `count` is the number of solutions up to symmetry, `all` the number of all of them, `digest` a sum of
    hashes of the boards, which is the same for every engine. `reason` says why this is not complete, or is
    None.
    """

    count: int
    all: int
    digest: str
    reason: str | None

    @property
    def complete(self) -> bool:
        """Are these all solutions?"""
        return self.reason is None

    @classmethod
    def of(cls, tally: Tally, reason: str | None) -> Summary:
        return cls(tally.count, tally.all, tally.digest, reason)

    def __str__(self) -> str:
        if self.complete:
            return f"{self.count:,} up to symmetry, {self.all:,} in all; complete"
        return f"{self.count:,} up to symmetry, {self.all:,} in all so far; incomplete ({self.reason})"


Ended = Callable[[Summary], None]


class Solutions(ABC):
    """The solutions of an instance, found or read while they are iterated.

        for solution in solutions: ...

    The search, or reading, begins when the first solution is requested. Solutions are not kept, so memory
    does not grow with their number, and iterating again searches again, for the same solutions. Leaving a
    loop early ends the search with its threads. `count`, `all` and `digest` run a search to its end if none
    has ended yet; `complete` and `reason` never do.
    """

    instance: Instance

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._known: Summary | None = None
        self._glanced: _Glance | None = None

    def _learn(self, summary: Summary) -> None:
        """Remember how a search ended, unless it was cut short and another one was complete."""
        if self._known is None or not self._known.complete:
            self._known = summary

    # ---- iterating

    def __iter__(self) -> Iterator[Solution]:
        number = self._first
        with closing(self._chunks(self._learn)) as chunks:
            for chunk in chunks:
                yield from self._drawn(number, chunk)
                number += len(chunk)

    def _drawn(self, number: int, chunk: Chunk) -> Iterator[Solution]:
        """The solutions of a chunk, the first of which has that number."""
        for i in range(len(chunk)):
            yield Solution(number + i, chunk.board(i), chunk.orbits[i], self.instance.puzzle)

    def __bool__(self) -> bool:
        """Is there any solution? Searches for the first one unless that is known."""
        if self._known is not None:
            return self._known.all > 0
        with closing(self._chunks(self._learn)) as chunks:
            return any(len(chunk) for chunk in chunks)

    @property
    def _first(self) -> int:
        """The number of the first solution."""
        return 1

    @abstractmethod
    def _chunks(self, ended: Ended, patience: float = float("inf")) -> Chunks:
        """A new search for all solutions. ended(summary) is called at its end, unless it takes more than
        `patience` seconds.
        """

    @abstractmethod
    def _header(self) -> dict[str, Any]:
        """The header of a solutions file with these solutions."""

    @abstractmethod
    def _sources(self) -> Iterator[Path]:
        """The files that must not be overwritten while these solutions are searched or read."""

    # ---- totals

    @property
    def complete(self) -> bool | None:
        """Are these all solutions of the instance? None as long as no search has ended."""
        return None if self._known is None else self._known.complete

    @property
    def reason(self) -> str | None:
        """Why they are not complete, such as "time limit"; None if they are, or while not known."""
        return None if self._known is None else self._known.reason

    @property
    def summary(self) -> Summary:
        """All totals; runs a search to its end if none has ended yet."""
        if self._known is None:
            with closing(self._chunks(self._learn)) as chunks:
                for _ in chunks:
                    pass
        assert self._known is not None, "an ended search is known"
        return self._known

    @property
    def count(self) -> int:
        """The number of solutions up to symmetry; see `summary`."""
        return self.summary.count

    @property
    def all(self) -> int:
        """The number of all solutions; see `summary`."""
        return self.summary.all

    @property
    def digest(self) -> str:
        """The digest of the solutions, 32 hexadecimal digits; see `summary`."""
        return self.summary.digest

    # ---- other forms

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the solutions file, as `zenkai run -o` does, and return its path.

        Searches again. An existing file is kept as NAME.bak, unless it is a solutions file of a run that did
        not end. Ctrl-C leaves a valid file that says that it is incomplete. Raises ValueError if the file is
        the source of these solutions; OSError, also if there is no such folder.
        """
        target = Path(path)
        head = self._header()
        file = create(target, self._sources())
        try:
            with writing(target):
                self._write(JsonLinesSink(file, head, self.instance.puzzle), Tally(head["symmetry"]["mode"]))
        finally:
            os.close(file)
        return target

    def _write(self, sink: JsonLinesSink, tally: Tally) -> None:
        began = time.monotonic()
        ends: list[Summary] = []
        try:
            with closing(self._chunks(ends.append)) as chunks:
                for chunk in chunks:
                    with ctrl_c_held_back():  # so that the footer counts exactly what is written
                        sink.write(self._first + tally.written, chunk)
                        tally.add(chunk)
        except KeyboardInterrupt:
            sink.close(tally, Ending(STOPPED, time.monotonic() - began))
            raise
        levels = (VERIFIED,) if ends[0].complete else ()
        sink.close(tally, Ending(ends[0].reason, time.monotonic() - began, levels))
        self._learn(ends[0])

    def to_frame(self) -> pandas.DataFrame:
        """A pandas DataFrame, one row per solution: n, orbit, and board, its rows joined by line feeds.

        Raises ImportError if pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("to_frame needs pandas, which is not installed: pip install pandas") from None
        rows = [(solution.number, solution.orbit, "\n".join(solution.board)) for solution in self]
        kinds = {"n": "int64", "orbit": "int64", "board": "object"}
        return pandas.DataFrame(rows, columns=list(kinds)).astype(kinds)

    # ---- pictures

    def __repr__(self) -> str:
        state = "not searched to the end yet" if self._known is None else str(self._known)
        return f"<Solutions of {self.instance.name}: {state}>"

    def _repr_html_(self) -> str:
        glance = self._glance()
        return as_html(glance.caption, glance.cards)

    def _repr_svg_(self) -> str:
        glance = self._glance()
        return as_svg(glance.caption, glance.cards)

    def _glance(self) -> _Glance:
        """The first few solutions, and the totals if they are known or can be counted quickly."""
        if self._glanced is None or (self._known is not None and not self._glanced.final):
            with closing(self._chunks(self._learn, PATIENCE)) as chunks:
                first, seen = self._look(chunks)
            total = f"{self._known}" if self._known else f"{seen:,} seen so far; ask .count for all"
            cards = tuple(Card(f"{solution.number:,}", solution.svg()) for solution in first)
            self._glanced = _Glance(f"{self.instance.name}: {total}", cards, self._known is not None)
        return self._glanced

    def _look(self, chunks: Iterator[Chunk]) -> tuple[list[Solution], int]:
        """The first few solutions, and how many came within GLANCE seconds."""
        began, seen = time.monotonic(), 0
        first: list[Solution] = []
        for chunk in chunks:
            first += islice(self._drawn(self._first + seen, chunk), SHOWN - len(first))
            seen += len(chunk)
            enough = self._known is not None or time.monotonic() - began > GLANCE
            if len(first) == SHOWN and enough:
                break
        return first, seen


@dataclass(frozen=True)
class _Glance:
    """What a notebook shows of a collection; `final`: does the caption have the totals?"""

    caption: str
    cards: tuple[Card, ...]
    final: bool


class Searched(Solutions):
    """The solutions that an engine finds; each is checked against the rules before it is returned.

    `limit` and `seconds`: the largest number of solutions and the time of each search, which starts when the
    first solution is requested; `source`: the file of the instance. Iterating raises WrongSolution if a
    solution breaks a rule.
    """

    def __init__(
        self, prepared: Prepared, limit: int | None, seconds: float | None, source: Path | None
    ) -> None:
        super().__init__(prepared.instance)
        self._prepared, self._limit, self._source = prepared, limit, source
        self._seconds = float("inf") if seconds is None else seconds

    def _chunks(self, ended: Ended, patience: float = float("inf")) -> Chunks:
        tally, reason = Tally(self._prepared.symmetry), None
        try:
            deadline = Deadline.after(min(patience, self._seconds))
            with closing(cast(Chunks, self._prepared.chunks(deadline))) as chunks:
                for chunk in chunks:
                    kept = chunk if self._limit is None else chunk.head(self._limit - tally.written)
                    tally.add(kept)
                    yield kept
                    if tally.written == self._limit:
                        reason = f"limit of {self._limit} solutions"
                        break
                    deadline.check()  # for engines that do not check it
        except Interrupted as error:
            if patience < self._seconds:
                return
            reason = str(error)
        ended(Summary.of(tally, reason))

    def _header(self) -> dict[str, Any]:
        return header(self._prepared)

    def _sources(self) -> Iterator[Path]:
        if self._source is not None:
            yield self._source
