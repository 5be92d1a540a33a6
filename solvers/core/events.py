"""The events of a run, and the listeners that they are reported to.

The command line (`reporting`), the page (`webapp.child`) and batches listen to the same events, and each
shows them in its way.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.backend import AtWork
from zenkai_solver.solvers.core.command import COMPLETE, CTRL_C, CUT_SHORT, UNEXPECTED
from zenkai_solver.solvers.core.deadlines import STOPPED
from zenkai_solver.solvers.core.options import WHOLE_RUN, Shard
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, Tally, unexpected
from zenkai_solver.solvers.solution_files.results import Ending

if TYPE_CHECKING:
    from zenkai_solver.solvers.core.estimating import CountEstimate

UNPROVED = " before it was proved"  # ends the reason of a run whose search is complete, but not its proof


@dataclass(frozen=True)
class ModelBuilt:
    """The model is built, and the engine that will search it is chosen."""

    prepared: Prepared


@dataclass(frozen=True)
class Message:
    """A line about the run, such as what is compiled, a sign of life, or the end of a stage."""

    text: str


@dataclass(frozen=True)
class ChoiceExplained:
    """A line of --explain-choice: a choice for the search, and why."""

    text: str


@dataclass(frozen=True)
class StatisticCounted:
    """A line of --stats: a number that the engine counted."""

    text: str


@dataclass(frozen=True)
class SolutionsFound:
    """New solutions, which the totals already include."""

    chunk: Chunk
    tally: Tally


@dataclass(frozen=True)
class SolutionsCounted:
    """`number` solutions were counted so far; `newest` has the last of them, or none."""

    newest: Chunk
    number: int


@dataclass(frozen=True)
class Outcome:
    """The end of a run, or of one part of a kept run.

    `place`: the file or folder with the solutions; `effort`: the engine's word for how much the search
    needed; `boards`: with --unique, two solutions if there are several.
    """

    instance: Instance
    order: int  # of the symmetry group
    tally: Tally
    ending: Ending
    place: str | None
    part: Shard = WHOLE_RUN
    effort: str = ""
    boards: tuple[Board, ...] = ()
    decides: bool = False  # with --unique: is it decided whether there is exactly one solution?

    @property
    def complete(self) -> bool:
        """Are these all solutions of the instance?"""
        return self.ending.reason is None and self.part.whole

    @property
    def wrong(self) -> str | None:
        """How the totals of a complete run differ from those that the instance expects, in words, or None."""
        return unexpected(self.instance, self.tally) if self.complete and not self.decides else None

    @property
    def code(self) -> int:
        """The exit code."""
        if self.ending.reason is not None and not self.decides:
            return CTRL_C if self.ending.reason in (STOPPED, STOPPED + UNPROVED) else CUT_SHORT
        return UNEXPECTED if self.wrong else COMPLETE

    @property
    def record(self) -> dict[str, Any]:
        """All of it for a program; null is what is not known, such as a digest where nothing was visited."""
        tally, ending = self.tally, self.ending
        visited = tally.written == (tally.count if tally.symmetry == "orbits" else tally.all)
        expects = self.complete and not self.decides and bool(self.instance.expect)
        return {
            "instance": self.instance.name,
            **({"answer": answer(tally)} if self.decides else {}),
            "count": tally.count,
            "all": tally.all,
            "complete": self.complete,
            "reason": None if self.decides else ending.reason,
            "levels": list(ending.levels),
            "digest": tally.digest if visited and not self.decides else None,
            "symmetry": {"mode": tally.symmetry, "order": self.order},
            "part": None if self.part.whole else str(self.part),
            "expected": self.wrong is None if expects else None,
            "seconds": round(ending.seconds, 3),
            "file": self.place,
            "exit": self.code,
        }


@dataclass(frozen=True)
class CountEstimated:
    """The end of a run that only estimates the number of solutions."""

    instance: Instance
    estimate: CountEstimate
    seconds: float

    @property
    def code(self) -> int:
        """The exit code."""
        reason = self.estimate.reason
        return COMPLETE if reason is None else CTRL_C if reason == STOPPED else CUT_SHORT

    @property
    def record(self) -> dict[str, Any]:
        """All of it for a program; bounds that are not known are null."""
        estimate = self.estimate
        bounds = [bound if isfinite(bound) else None for bound in (estimate.low, estimate.high)]
        return {
            "instance": self.instance.name,
            "estimate": estimate.all,
            "low": bounds[0],
            "high": bounds[1],
            "up_to_symmetry": estimate.orbits,
            "exact": estimate.exact,
            "samples": estimate.samples,
            "reason": estimate.reason,
            "seconds": round(self.seconds, 3),
            "exit": self.code,
        }


def answer(tally: Tally) -> str:
    """The answer to --unique: none, unique or several, in the symmetry mode of the run."""
    return ("none", "unique", "several")[min(tally.written, 2)]


Event = (
    ModelBuilt
    | Message
    | ChoiceExplained
    | StatisticCounted
    | SolutionsFound
    | SolutionsCounted
    | AtWork
    | CountEstimated
    | Outcome
)


@dataclass(frozen=True)
class Phase:
    """A part of a run that may take long, in words."""

    words: str


PLANNING, COUNTING, SEARCHING = Phase("planning"), Phase("counting"), Phase("searching")
ESTIMATING = Phase("estimating")
CERTIFYING, STATISTICS = Phase("writing the certificate"), Phase("counting the statistics")


class Listener:
    """Gets the events of a run. This one ignores them. `foresees`: does it want the outlook of a long run?"""

    @property
    def foresees(self) -> bool:
        return False

    def hear(self, event: Event) -> None: ...

    def message(self, text: str) -> None:
        self.hear(Message(text))

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        """A context that is entered when the phase begins, and left when it ends."""
        return nullcontext()


SILENT = Listener()


@dataclass
class KeepingBoards(Listener):
    """Keeps the first `most` solutions, and passes all events on to another listener."""

    most: int
    listener: Listener = SILENT
    boards: list[Board] = field(default_factory=list)

    @property
    def foresees(self) -> bool:
        return self.listener.foresees

    def hear(self, event: Event) -> None:
        if isinstance(event, SolutionsFound):
            missing = min(self.most - len(self.boards), len(event.chunk))
            self.boards += map(event.chunk.board, range(missing))
        self.listener.hear(event)

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        return self.listener.during(phase)

    @property
    def board(self) -> Board:
        """The first solution; () if there is none."""
        return self.boards[0] if self.boards else ()
