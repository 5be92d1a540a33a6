"""How far a run of cubes is, and how long it will take, estimated by the weights of the closed cubes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from zenkai_solver.solvers.core.display import PLAIN_EVERY, Remaining, StatusLine
from zenkai_solver.solvers.cubes.ledger import CubeRow

REDRAW = 0.5  # seconds between two lines on a terminal


@dataclass
class Progress:
    """A line on stderr now and then: redrawn in place on a terminal, otherwise a new one every 10 s."""

    name: str
    quiet: bool = False
    every: float = PLAIN_EVERY
    left: int = 0
    number: int = 0
    solutions: int = 0
    total: float = 0.0
    done: float = 0.0
    done_before: float = 0.0
    estimate: Remaining = field(default_factory=Remaining)
    began: float = field(default_factory=time.monotonic)
    status: StatusLine = field(init=False)

    def __post_init__(self) -> None:
        self.status = StatusLine(self.quiet, REDRAW, self.every)

    def begin(self, rows: Sequence[CubeRow]) -> None:
        """Begin with a stage; `rows`: all of its cubes."""
        leaves = [row for row in rows if row.state in ("open", "failed", "closed")]
        closed = [row for row in leaves if row.state == "closed"]
        self.number, self.left = len(leaves), len(leaves) - len(closed)
        self.total, self.done = _weight(leaves), _weight(closed)
        self.done_before = self.done
        self.solutions = sum(row.written for row in closed)
        self.estimate = Remaining()
        self.began = self.status.last = time.monotonic()

    def closed(self, row: CubeRow) -> None:
        self.left -= 1
        self.solutions += row.written
        self.done += row.weight

    def refined(self, row: CubeRow, new: Sequence[CubeRow]) -> None:
        self.number += len(new) - 1
        self.left += len(new) - 1
        self.total += _weight(new) - row.weight

    def show(self, workers: int) -> None:
        if self.status.due():
            self.status.show(self.line(time.monotonic() - self.began, workers))

    def line(self, seconds: float, workers: int) -> str:
        share = self.done / self.total if self.total else 0.0
        fresh = (self.done - self.done_before) / max(self.total - self.done_before, 1e-9)
        left = self.estimate.says(fresh, seconds).rpartition(", ")[2]
        cubes = f"{self.number - self.left:,} of {self.number:,} cubes"
        line = f"{self.name}: {share:.0%}, {cubes}, {self.solutions:,} found, {workers} workers"
        return f"{line}, {left}" if left else line

    def end(self) -> None:
        """Leave the terminal with an empty line."""
        self.status.end()


def _weight(rows: Iterable[CubeRow]) -> float:
    return sum(row.weight for row in rows)
