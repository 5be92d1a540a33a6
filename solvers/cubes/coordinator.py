"""Hands cubes to a pool of workers, heaviest first, and writes their answers into the ledger.

A cube whose worker dies is tried again and, after that, reported as failed; the run goes on without it and is
then incomplete. All state of a run is in its ledger: the coordinator can die at any moment.
"""

from __future__ import annotations

import heapq
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted, Unsupported, WrongSolution
from zenkai_solver.solvers.cubes.jobs import (
    Answer,
    Closed,
    Failed,
    Planned,
    PlanStage,
    Refined,
    SearchCube,
    Space,
    Warm,
)
from zenkai_solver.solvers.cubes.ledger import CubeRow, Ledger, LedgerError
from zenkai_solver.solvers.cubes.progress import Progress
from zenkai_solver.solvers.cubes.workers import DIED, WorkerPool
from zenkai_solver.solvers.solution_files.output import ENDINGS
from zenkai_solver.solvers.solution_files.results import TEMPORARY, write_whole

LOOK = 0.1  # seconds between two looks at the clock
TRIES = 3  # of a cube whose workers die
DOOMED = 12  # workers that die one after the other, per worker, until the run stops


@dataclass(frozen=True)
class RunLimits:
    """`seconds` after which a cube is split; its parts after twice as long, and so on, so that splitting
    ends.

    `most`: bytes of an answer with solutions. `shared`: do workers see the run's folder? Else solutions come
    in answers.
    """

    seconds: float = 30.0
    most: int = 64 << 20
    shared: bool = True


@dataclass
class Coordinator:
    """Searches the open cubes of a ledger. `tell` is called with messages for the user."""

    ledger: Ledger
    pool: WorkerPool
    limits: RunLimits
    progress: Progress
    tell: Callable[[str], None]
    part: slice = field(default_factory=lambda: slice(None))  # of the first cubes those of this run's share
    tries: Counter[int] = field(default_factory=Counter)
    depth: Counter[int] = field(default_factory=Counter)  # of a cube below one that was split in this run
    deaths: int = 0  # of workers since the last answer
    waiting: list[tuple[float, int]] = field(default_factory=list)
    rows: dict[int, CubeRow] = field(default_factory=dict)  # that wait or are being searched
    space: Space | None = None  # whose cubes they are
    token: str = field(default_factory=lambda: secrets.token_hex(4))

    def run(self, deadline: Deadline) -> None:
        """Close every open cube, but for those that fail, which the ledger then says.

        Raises Interrupted, Unsupported, OSError, WrongSolution, LedgerError.
        """
        self._remove_orphans()
        stage: int | None = 0
        while stage is not None:
            if stage not in self.ledger.spaces():
                self._plan(stage, deadline)
            self._search(stage, deadline)
            more = stage + 1 < self.ledger.run["stages"] and self.ledger.refuted(stage)
            stage = stage + 1 if more else None

    def _remove_orphans(self) -> None:
        """Remove shards that no row names: they are of workers that died with their coordinator."""
        kept = {row.shard for row in self.ledger.rows()}
        for path in self.ledger.shards.iterdir():
            if path.name not in kept and (path.name.endswith((TEMPORARY, *ENDINGS.values()))):
                path.unlink(missing_ok=True)

    # ---- planning

    def _plan(self, stage: int, deadline: Deadline) -> None:
        for _ in range(TRIES):
            self.pool.submit(PlanStage(stage))
            for _ in range(self.pool.free()):
                self.pool.submit(Warm())
            answer = self._plan_answer(deadline)
            if isinstance(answer, Planned):
                self.ledger.split(answer.space, answer.subcubes, self.part)
                with self.ledger.transaction():
                    self.ledger.note("backends", list(answer.backends))
                    self.ledger.note("versions", dict(answer.versions))
                    self.ledger.note("order", answer.order)
                return
            if isinstance(answer, Failed) and answer.kind != DIED:
                raise_failure(answer, self.ledger.folder)
        raise Interrupted(f"planning failed: {answer.text if isinstance(answer, Failed) else answer}")

    def _plan_answer(self, deadline: Deadline) -> Answer:
        """The answer to PlanStage; answers to Warm are ignored, also failures."""
        while True:
            deadline.check()
            for answer in self.pool.answers(LOOK):
                if isinstance(answer, Planned) or (isinstance(answer, Failed) and answer.number is None):
                    return answer

    # ---- searching

    def _search(self, stage: int, deadline: Deadline) -> None:
        rows = [row for row in self.ledger.rows() if row.stage == stage]
        self.rows = {row.number: row for row in rows if row.state == "open"}
        self.space = self.ledger.spaces()[stage]
        self.waiting = [(-row.weight, row.number) for row in self.rows.values()]
        heapq.heapify(self.waiting)
        self.progress.begin(rows)
        began = time.monotonic()
        while self.rows:
            deadline.check()
            while self.waiting and self.pool.free():
                self.pool.submit(self._job(self.rows[heapq.heappop(self.waiting)[1]]))
            answers = self.pool.answers(min(LOOK, max(0.0, deadline.remaining)))
            if answers:
                self._take(answers)
            self.progress.show(self.pool.workers())
        with self.ledger.transaction():
            before = self.ledger.run.get("searching", 0.0)
            self.ledger.note("searching", before + time.monotonic() - began)

    def _job(self, row: CubeRow) -> SearchCube:
        assert self.space is not None
        run = self.ledger.run
        backends: Sequence[str] = run["backends"]
        shard = None
        if run["keep"] and self.limits.shared:
            shard = str(self.ledger.shards.absolute() / self._name(row))
        backend = backends[row.number % len(backends)]
        seconds = self.limits.seconds * 2.0 ** self.depth[row.number]
        if self.tries[row.number] == TRIES - 1:
            seconds = 0.0  # split at once
        cube = (row.number, self.space, row.cube, row.weight)
        return SearchCube(*cube, backend, seconds, shard, self.limits.most)

    def _name(self, row: CubeRow) -> str:
        """A file name that no other try of the cube has, not even one of a worker that is wrongly
        thought dead.
        """
        return f"{row.number:06}-{self.token}-{self.tries[row.number]}{ENDINGS[self.ledger.run['compress']]}"

    def _take(self, answers: Sequence[Answer]) -> None:
        """Record the answers in one transaction; solutions that came in them go to files first."""
        for answer in answers:
            if isinstance(answer, Closed) and answer.data:
                write_whole(self.ledger.shards / self._name(self.rows[answer.number]), answer.data)
        with self.ledger.transaction():
            for answer in answers:
                self._take_one(answer)
        for answer in answers:
            if isinstance(answer, Failed) and answer.kind != DIED:
                raise_failure(answer, self.ledger.folder)
            if isinstance(answer, Failed) and self.deaths > DOOMED * max(1, self.pool.workers()):
                raise Interrupted(f"{self.deaths} workers died one after the other: {answer.text}")

    def _take_one(self, answer: Answer) -> None:
        if isinstance(answer, Closed):
            row = self.rows.pop(answer.number)
            name = self._name(row) if answer.data else answer.shard
            self.deaths = 0
            self.progress.closed(self.ledger.close_cube(row, answer, name or ""))
        elif isinstance(answer, Refined):
            row = self.rows.pop(answer.number)
            new = self.ledger.refine(row, answer.subcubes)
            self.progress.refined(row, new)
            self.deaths = 0
            for child in new:
                self.tries[child.number] = self.tries[row.number]
                self.depth[child.number] = self.depth[row.number] + 1
                self._enqueue(child)
        elif isinstance(answer, Failed) and answer.kind == DIED and answer.number is not None:
            self._retry(self.rows[answer.number], answer.text)

    def _enqueue(self, row: CubeRow) -> None:
        self.rows[row.number] = row
        heapq.heappush(self.waiting, (-row.weight, row.number))

    def _retry(self, row: CubeRow, text: str) -> None:
        """Try the cube once more, then split it, since smaller cubes need less memory; then give it up."""
        self.tries[row.number] += 1
        self.deaths += 1
        if self.tries[row.number] < TRIES:
            self.tell(f"cube {row.number}: {text}; another try")
            self._enqueue(row)
        else:
            self.tell(f"cube {row.number}: {text}; given up after {TRIES} tries")
            self.ledger.give_up(row, text)
            del self.rows[row.number]


def raise_failure(failed: Failed, folder: Path) -> NoReturn:
    """Raise the error of a failure that stops the whole run."""
    match failed.kind:
        case "disk":
            raise OSError(None, failed.text, str(folder))
        case "changed":
            raise LedgerError(f"{folder}: {failed.text}: it cannot go on with this run")
        case "bug":
            raise WrongSolution(failed.text)
        case _:
            raise Unsupported(failed.text)


def remove_temporary(folder: Path) -> None:
    """Remove half-written files, when no worker is left."""
    for path in folder.glob(f"*{TEMPORARY}"):
        path.unlink(missing_ok=True)
