"""The listener of the command line: what a run prints and shows on the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TextIO

from zenkai_solver.models.puzzle import Instance, SideBySide, Sketched
from zenkai_solver.solvers.core.backend import AtWork
from zenkai_solver.solvers.core.command import complain, put, say
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.display import Bar, Display, Live, Plain, Watch, put_marked, style_for
from zenkai_solver.solvers.core.events import (
    COUNTING,
    PLANNING,
    SEARCHING,
    ChoiceExplained,
    CountEstimated,
    Event,
    Listener,
    Message,
    ModelBuilt,
    Outcome,
    Phase,
    SolutionsCounted,
    SolutionsFound,
    StatisticCounted,
    answer,
)
from zenkai_solver.solvers.core.levels import SEARCH, ended, in_words
from zenkai_solver.solvers.core.options import RunOptions
from zenkai_solver.solvers.core.pipeline import Prepared, Tally, totals
from zenkai_solver.solvers.core.progress import alive, waiting

LONG = 2.0  # seconds between two signs of life before the search


@dataclass
class Terminal(Listener):
    """Writes lines to `stream`, and shows the search on standard error, or with --live on standard output."""

    instance: Instance
    options: RunOptions
    stream: TextIO
    deadline: Deadline = NEVER
    display: Display | None = None

    @property
    def foresees(self) -> bool:
        return not self.options.quiet

    def hear(self, event: Event) -> None:
        match event:
            case ModelBuilt():
                self._say(opening(event.prepared))
            case Message():
                self._say(event.text)
            case ChoiceExplained() | StatisticCounted():
                self._say(event.text, always=True)
            case SolutionsFound() if self.display is not None:
                self.display.solutions_found(event.chunk, event.tally)
            case SolutionsCounted() if self.display is not None:
                self.display.counted(event.newest, event.number)
            case AtWork() if isinstance(self.display, Watch):
                self.display.at_work(event)
            case CountEstimated():
                self._estimated(event)
            case Outcome():
                self._end(event)

    def _say(self, text: str, always: bool = False) -> None:
        if always or not self.options.quiet:
            say(text, self.stream)

    def during(self, phase: Phase) -> AbstractContextManager[object]:
        name = self.instance.name
        if phase == SEARCHING:
            return self._shown()
        if phase not in (PLANNING, COUNTING):
            tell = lambda text: self._say(f"{name}: {text}")  # noqa: E731
            return alive(phase.words, tell, self.options.quiet)
        if self.options.quiet:
            return nullcontext()
        return waiting(f"{name}: {phase.words}", partial(say, stream=sys.stderr), LONG)

    @contextmanager
    def _shown(self) -> Iterator[None]:
        """Show the display while the search runs."""
        with self._display() as self.display:
            yield

    def _display(self) -> Display:
        name, puzzle = self.instance.name, self.instance.puzzle
        if self.options.live:
            return Live(name, puzzle, self.options.speed, self.deadline)
        if self.options.watch and isinstance(puzzle, Sketched):
            return Watch(name, puzzle, puzzle.render)
        if self.options.quiet:
            return Display()
        return Bar(name, puzzle) if sys.stderr.isatty() else Plain(name)

    def _estimated(self, event: CountEstimated) -> None:
        """The line of --estimate."""
        name, estimate = self.instance.name, event.estimate
        if self.options.json:
            put(json.dumps(event.record), self.stream)
            return
        reason = f", cut short ({estimate.reason})" if estimate.reason else ""
        self._say(f"{name}: {estimate}; {estimate.method}{reason}; {event.seconds:.2f} s", always=True)

    def _end(self, outcome: Outcome) -> None:
        """The last lines of a run: the answer, and whether it is the one that the instance expects."""
        name, ending, quiet = self.instance.name, outcome.ending, self.options.quiet
        if self.options.json:
            put(json.dumps(outcome.record), self.stream)
            return
        if outcome.decides:
            effort = f"; {outcome.effort}" if outcome.effort else ""
            self._say(f"{name}: {uniqueness(outcome.tally)}{effort}", always=True)
            if len(outcome.boards) > 1 and not quiet:
                self._compare(outcome)
            return
        total = totals(outcome.tally, outcome.order, outcome.complete)
        part = SEARCH if outcome.part.whole else f"part {outcome.part} of the search"
        if ending.reason is None:
            state = ended(ending.levels, outcome.tally.all, part)
        else:
            short = "" if outcome.part.whole else f"{part} "
            state = "; ".join([f"{short}incomplete ({ending.reason})", *map(in_words, ending.levels)])
        state = "; ".join(filter(None, (state, outcome.effort)))
        where = f"; {outcome.place}" if outcome.place else ""
        self._say(f"{name}: {total}; {state}; {ending.seconds:.2f} s{where}", always=self.options.count)
        if outcome.wrong:
            complain(f"{name}: {outcome.wrong}")
        elif outcome.complete and self.instance.expect:
            self._say(f"{name}: as the instance expects")

    def _compare(self, outcome: Outcome) -> None:
        """Draw the solutions side by side, with what differs marked."""
        puzzle, style = self.instance.puzzle, style_for(self.stream)
        if isinstance(puzzle, SideBySide):
            put_marked(puzzle.side_by_side(outcome.boards, style), puzzle.marks, self.stream)
        else:
            put("\n\n".join(puzzle.render(board, style) for board in outcome.boards), self.stream)


def opening(prepared: Prepared) -> str:
    """The first line of a run: the sizes of its model and its group, and the engine."""
    model = prepared.model
    if model.uncounted:  # the constraints need not have been built
        size = str(model.structure)
    else:
        size = f"{model.size:,} variables, {len(model.constraints):,} constraints"
    return (
        f"{prepared.instance.name}: {size}, "
        f"symmetry group of order {prepared.group.order}; backend {prepared.backend.name}"
    )


def uniqueness(tally: Tally) -> str:
    """The answer of --unique in words: of orbits or of all solutions, as the symmetry mode of the run."""
    of_orbits = tally.written == 1 and tally.all > 1
    return f"unique up to symmetry ({tally.all} in all)" if of_orbits else answer(tally)
