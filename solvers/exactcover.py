"""The exact-cover engine: items and options, compiled search, no puzzle knowledge.

    plan(cover, ...)     item order, cubes to begin with, and why: by random probes
    ExactCoverBackend    batches of solutions from one or several threads, in the same order for any number

Each cube (a set of chosen options) is searched on its own; together they are the whole search, and no two
have a solution in common. Threads take cubes in order, and what they find is handed on in that order.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from models.csp import Model, Solution
from models.symmetry import Breaking, anchored, anchors, filtered, orbits
from solvers.backend import NEVER, Deadline, Options, Unsupported
from solvers.cover import Cover, cover_view

if TYPE_CHECKING:
    from solvers.kernels import scan

CUBES = 64  # at least so many, that threads are busy to the end
SMALL = 200_000  # expected nodes below which a search is not split
FULL, HOLD = 4_096, 0.05  # solutions, or seconds, that are gathered before they are handed on
AHEAD = 16  # batches a cube may be ahead of the consumer
TOO_WIDE = "an exact cover, but its items are linked too far apart for a scan search"
END = np.iinfo(np.int32).max
Batch = tuple[np.ndarray, float | None]


@dataclass(frozen=True)
class ExactCoverBackend:
    """`workers` threads search; 0 stands for one a core."""

    workers: int = 0
    name: str = "exactcover"

    @classmethod
    def create(cls, options: Options) -> ExactCoverBackend:
        return cls(options.workers or os.cpu_count() or 1)

    def versions(self) -> dict[str, str]:
        return {"numba": version("numba")}

    def check(self, model: Model) -> None:
        """Raise Unsupported if the model is no exact cover, or none that can be scanned."""
        cover = cover_view(model)
        from solvers.kernels import scan

        problem = as_problem(cover)
        if scan.fits(problem, range(cover.n_primary)):
            return
        if not any(scan.fits(problem, order) for order in scan.derive_orders(problem)):
            raise Unsupported(TOO_WIDE)

    def break_symmetry(self, model: Model) -> Breaking:
        """The anchor and its representatives with the least expected work, or none."""
        cover = cover_view(model)
        if not cover.options or not cover.n_primary:
            return filtered(model)
        from solvers.kernels import scan

        option = {var: o for o, var in enumerate(cover.variables)}
        candidates = list(anchors(model))
        cubes: list[list[list[tuple[int, ...]]]] = [[[()]]]
        for anchor in candidates:
            cubes.append([])
            for orbit in orbits(model, anchor):
                if left := [(option[var],) for var in orbit if var in option]:
                    cubes[-1].append([*left])
        problem = as_problem(cover)
        choice = scan.choose(problem, scan.derive_orders(problem), cubes)
        first = {cover.variables[cube[0]] for cube in choice.cubes if cube}
        for anchor in candidates:
            if first and first <= set(anchor.lits):
                chosen = (next((v for v in orbit if v in first), orbit[0]) for orbit in orbits(model, anchor))
                return anchored(model, anchor, chosen)
        return filtered(model)

    def solutions(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Solution]:
        for rows, _ in self.batches(model, deadline):
            for row in rows:
                yield tuple(row[row > 0].tolist())

    def batches(self, model: Model, deadline: Deadline = NEVER) -> Iterator[Batch]:
        """Rows of sorted true variables, 0 after the last; and the estimated share of the search done."""
        deadline.check()
        cover = cover_view(model)
        if not cover.possible:
            return
        if not cover.n_primary:
            if not any(cover.lo):
                yield np.array([cover.chosen], np.int32), 1.0
            return
        if not cover.options:
            return
        lookup = np.array([*cover.variables, 0], np.int32)
        chosen = np.array(cover.chosen, np.int32)
        search = Search(cover, model.branch, self.workers)
        for rows, progress in search.batches(deadline):
            variables = np.empty((len(rows), rows.shape[1] + len(chosen)), np.int32)
            variables[:, : len(chosen)] = chosen
            variables[:, len(chosen) :] = lookup[rows]
            variables[variables == 0] = END
            variables.sort(axis=1)
            variables[variables == END] = 0
            yield variables, progress


def as_problem(cover: Cover) -> scan.Problem:
    from solvers.kernels import scan

    return scan.Problem(
        cover.n_primary,
        cover.n_secondary,
        cover.options,
        cover.group,
        cover.lo,
        cover.hi,
        cover.clauses,
    )


class Search:
    """One search of a cover: its tables and its cubes."""

    def __init__(self, cover: Cover, branch: Sequence[int], workers: int) -> None:
        from solvers.kernels import scan

        option = {var: o for o, var in enumerate(cover.variables)}
        begin: list[list[tuple[int, ...]]] = [[(option[var],)] for var in branch if var in option]
        problem = as_problem(cover)
        choice = scan.choose(problem, scan.derive_orders(problem), [begin or [[()]]])
        if choice.nodes == float("inf"):
            raise Unsupported(TOO_WIDE)
        self.scan, self.workers, self.expected = scan, workers, max(1.0, choice.nodes)
        self.tables = scan.compile_tables(problem, choice.order)
        self.cubes: Sequence[Sequence[int]] = choice.cubes
        if choice.nodes > SMALL:
            self.cubes = scan.split(self.tables, choice.cubes, CUBES)
        self.nodes = 0

    def batches(self, deadline: Deadline) -> Iterator[Batch]:
        """Solutions as rows of options, -1 after the last, in the order of the cubes."""
        many = self.workers > 1 and len(self.cubes) > 1 and self.expected > SMALL
        held: list[np.ndarray] = []
        number, since = 0, time.monotonic()
        for rows, nodes in self._threads(deadline) if many else self._one(deadline):
            self.nodes += nodes
            if len(rows):
                held.append(rows.copy())
                number += len(rows)
            if number >= FULL or time.monotonic() - since > HOLD:
                yield self._joined(held), min(1.0, self.nodes / self.expected)
                held, number, since = [], 0, time.monotonic()
        yield self._joined(held), 1.0

    def _joined(self, held: list[np.ndarray]) -> np.ndarray:
        return np.concatenate(held) if held else np.empty((0, self.tables.n_scan), np.int32)

    def _cube(self, cube: Sequence[int]) -> Iterator[tuple[np.ndarray, int]]:
        """One cube's batches with the nodes each took; empty ones tell that time has passed."""
        search, nodes = self.scan.Search(self.tables, [cube]), 0
        while not search.done:
            rows = search.batch()
            yield rows, search.nodes - nodes
            nodes = search.nodes

    def _one(self, deadline: Deadline) -> Iterator[tuple[np.ndarray, int]]:
        for cube in self.cubes:
            for rows, nodes in self._cube(cube):
                deadline.check()
                yield rows, nodes

    def _threads(self, deadline: Deadline) -> Iterator[tuple[np.ndarray, int]]:
        stop = threading.Event()
        waiting = deque(self.cubes)
        running: deque[_Worker] = deque()
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) < 2 * self.workers:
                        worker = _Worker(self, waiting.popleft(), stop)
                        pool.submit(worker.run)
                        running.append(worker)
                    yield from running.popleft().results(deadline)
            finally:
                stop.set()


class _Worker:
    """One cube in a thread; its batches pass through a bounded queue, None after the last."""

    def __init__(self, search: Search, cube: Sequence[int], stop: threading.Event) -> None:
        self.search, self.cube, self.stop = search, cube, stop
        self.queue: queue.Queue[tuple[np.ndarray, int] | BaseException | None] = queue.Queue(AHEAD)

    def run(self) -> None:
        try:
            for rows, nodes in self.search._cube(self.cube):
                if not self.put((rows.copy(), nodes)):  # the kernel reuses its buffer
                    return
            self.put(None)
        except BaseException as error:  # handed to the consumer, which raises it
            self.put(error)

    def put(self, item: tuple[np.ndarray, int] | BaseException | None) -> bool:
        while not self.stop.is_set():
            try:
                self.queue.put(item, timeout=0.05)
                return True
            except queue.Full:
                continue
        return False

    def results(self, deadline: Deadline) -> Iterator[tuple[np.ndarray, int]]:
        while True:
            deadline.check()
            try:
                item = self.queue.get(timeout=max(0.0, min(0.05, deadline.remaining)))
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            yield item
