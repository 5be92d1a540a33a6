"""What a run tells while it goes on: one type per thing. Whoever listens shows it in its own way.

The command line (`reporting`), the page (`web.child`) and batches listen to the same events.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.backend import AtWork
from zenkai_solver.solvers.core.command import COMPLETE, CTRL_C, CUT_SHORT, UNEXPECTED
from zenkai_solver.solvers.core.deadlines import STOPPED
from zenkai_solver.solvers.core.options import WHOLE_RUN, Shard
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, Tally, unexpected
from zenkai_solver.solvers.solution_files.results import Ending

UNPROVED = " before it was proved"  # ends the reason of a run of which only the search is complete


@dataclass(frozen=True)
class ModelBuilt:
    """The model is there, and the engine that will search it."""

    prepared: Prepared


@dataclass(frozen=True)
class Message:
    """A line about the run: what is compiled, a sign of life, a stage that has ended."""

    text: str


@dataclass(frozen=True)
class ChoiceExplained:
    """A line of --explain-choice: what was chosen for the search, and why."""

    text: str


@dataclass(frozen=True)
class StatisticCounted:
    """A line of --stats: something that the engine counted."""

    text: str


@dataclass(frozen=True)
class SolutionsFound:
    """New solutions; they are in the totals already."""

    chunk: Chunk
    tally: Tally


@dataclass(frozen=True)
class SolutionsCounted:
    """So many solutions were counted so far; the chunk has the newest of them, or none."""

    newest: Chunk
    number: int


@dataclass(frozen=True)
class Outcome:
    """The end of a run, or of one part of a kept run.

    `place` is the file or folder with the solutions, `effort` what the engine says of its search, `boards`
    are solutions that show that there are several.
    """

    instance: Instance
    order: int  # of the symmetry group
    tally: Tally
    ending: Ending
    place: str | None
    part: Shard = WHOLE_RUN
    effort: str = ""
    boards: tuple[Board, ...] = ()
    decides: bool = False  # is the answer whether there is one solution, and is that decided?

    @property
    def complete(self) -> bool:
        """Are these all solutions of the instance?"""
        return self.ending.reason is None and self.part.whole

    @property
    def wrong(self) -> str | None:
        """How the numbers of a complete run differ from those that the instance expects."""
        return unexpected(self.instance, self.tally) if self.complete and not self.decides else None

    @property
    def code(self) -> int:
        """The exit code."""
        if self.ending.reason is not None and not self.decides:
            return CTRL_C if self.ending.reason in (STOPPED, STOPPED + UNPROVED) else CUT_SHORT
        return UNEXPECTED if self.wrong else COMPLETE


Event = (
    ModelBuilt
    | Message
    | ChoiceExplained
    | StatisticCounted
    | SolutionsFound
    | SolutionsCounted
    | AtWork
    | Outcome
)


@dataclass(frozen=True)
class Phase:
    """Work that may take long, in words."""

    words: str


PLANNING, COUNTING, SEARCHING = Phase("planning"), Phase("counting"), Phase("searching")
CERTIFYING, STATISTICS = Phase("writing the certificate"), Phase("counting the statistics")


class Listener:
    """Hears what a run tells. This one does nothing with it."""

    def hear(self, event: Event) -> None: ...

    def message(self, text: str) -> None:
        self.hear(Message(text))

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        """Entered when the phase begins, and left when it ends."""
        return nullcontext()


SILENT = Listener()


@dataclass
class KeepingBoards(Listener):
    """Keeps the first solutions, and passes everything on."""

    most: int
    listener: Listener = SILENT
    boards: list[Board] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        if isinstance(event, SolutionsFound):
            missing = min(self.most - len(self.boards), len(event.chunk))
            self.boards += map(event.chunk.board, range(missing))
        self.listener.hear(event)

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        return self.listener.during(phase)

    @property
    def board(self) -> Board:
        """The first one; no rows where there is none."""
        return self.boards[0] if self.boards else ()
