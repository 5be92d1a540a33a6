"""A search: its solutions are written to a sink, added to the totals, and reported to a listener."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace

from zenkai_solver.models.puzzle import Sketched
from zenkai_solver.solvers.core.deadlines import Deadline, Unsupported
from zenkai_solver.solvers.core.events import (
    COUNTING,
    PLANNING,
    SEARCHING,
    SILENT,
    Listener,
    SolutionsCounted,
    SolutionsFound,
)
from zenkai_solver.solvers.core.levels import VERIFIED, looked_at, unseen
from zenkai_solver.solvers.core.pipeline import Prepared, Tally
from zenkai_solver.solvers.core.stopping import whole
from zenkai_solver.solvers.solution_files.results import NullSink, Sink

MANY, LATE, NEAR = 100_000, 10.0, 60.0  # solutions and seconds of a long search; seconds to its end


@dataclass
class Search:
    """A search of a prepared instance. `limit`: the largest number of solutions; `watch`: the listener also
    gets the engine's current assignments (`AtWork`); `checked`: the level of how solutions were checked.

    Raises Unsupported if `watch` is set and the engine, or the puzzle, cannot show its work.
    """

    prepared: Prepared
    deadline: Deadline
    limit: int | None = None
    listener: Listener = SILENT
    watch: bool = False
    checked: str = VERIFIED
    foreseen: bool = False
    began: float = field(default_factory=time.monotonic)

    def run(self, tally: Tally, sink: Sink = NullSink()) -> bool:
        """Write every solution, and add it to the totals; was the limit reached? Raises Interrupted."""
        prepared = self._watched()
        with self.listener.during(PLANNING):
            prepared.settle()
        with self.listener.during(SEARCHING):
            for chunk in prepared.chunks(
                self.deadline, lambda text: self.listener.message(f"{prepared.instance.name}: {text}")
            ):
                chunk = chunk if self.limit is None else chunk.head(self.limit - tally.written)
                with whole():
                    sink.write(tally.written + 1, chunk)
                    tally.add(chunk)
                self.listener.hear(SolutionsFound(chunk, tally))
                if tally.written == self.limit:
                    return True
                self.deadline.check()
                self._foresee(tally, chunk.progress)
        return False

    def _foresee(self, tally: Tally, share: float | None) -> None:
        """Once in a long search without an end in sight: say what is to be expected."""
        if tally.written < MANY or self.foreseen or self.limit or not self.listener.foresees:
            return
        seconds = time.monotonic() - self.began
        if seconds < LATE or (share and seconds / share - seconds < NEAR):
            return
        self.foreseen = True
        from zenkai_solver.solvers.core.estimating import Outlook  # which few runs need

        if words := Outlook(self.prepared, tally, seconds, NEAR).words(self.deadline):
            self.listener.message(f"{self.prepared.instance.name}: {words}")

    def _watched(self) -> Prepared:
        """The prepared instance, with an engine that reports to the listener if `watch` is set."""
        if not self.watch:
            return self.prepared
        if isinstance(self.prepared.instance.puzzle, Sketched):
            with suppress(Unsupported):
                return replace(self.prepared, opened=self.prepared.opened.watched(self.listener.hear))
        raise Unsupported("--watch needs an engine that shows its work, such as exactcover, and pieces")

    def count(self, tally: Tally) -> bool:
        """Count without writing, if need be by visiting every solution; False if the engine cannot count."""
        if self.count_unseen(tally):
            return True
        prepared = self._watched()
        with self.listener.during(PLANNING):
            counts = prepared.counts(self.deadline)
        if counts is None:
            return False
        with self.listener.during(SEARCHING):
            for visited in counts:
                with whole():
                    tally.count, tally.all = visited.counted.count, visited.counted.all
                    self.checked = looked_at(visited.checked, visited.visited)
                self.listener.hear(SolutionsCounted(visited.last, tally.all))
                self.deadline.check()
        return True

    def count_unseen(self, tally: Tally) -> bool:
        """Count without visiting the solutions; False if the engine cannot."""
        with self.listener.during(COUNTING):
            counted = self.prepared.opened.count(self.deadline)
        if counted is None:
            return False
        tally.count, tally.all, self.checked = counted.count, counted.all, unseen(counted.by)
        return True
