"""Which search suits a cover, from which first cubes it begins, and how long it is expected to take.

    plan(cover, anchors) -> Plan      what to search, and what probes expect of it
    batches(plan, workers, deadline)  the solutions as rows of variables

Both searches branch on the item with the fewest options. Sifting is faster, by three to five times on
packings, if items, groups and clauses fit into the bits of a few words. Covers with more items, in which an
option excludes few others, are searched by MRV, and so are those whose lists would need too much memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from zenkai_solver.solvers.core.deadlines import Deadline, share
from zenkai_solver.solvers.engines.exactcover.cover import Cover
from zenkai_solver.solvers.engines.exactcover.kernels.problem import CoverProblem, Decisions, Estimate
from zenkai_solver.solvers.engines.exactcover.kernels.search import CubeSearch
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.kernels.clock import hurried
from zenkai_solver.solvers.kernels.warmup import warm_up

if TYPE_CHECKING:
    from zenkai_solver.solvers.kernels.jit import Work  # which loads LLVM

SOLUTION = 1.2e-6  # seconds to check and write one of many, measured on dominoes
COUNTED = 0.8e-6  # seconds to check one of many and weigh it by its symmetries, measured on dominoes
FEW_PROBES, PROBES, MOST_PROBES = 100, 400, 4_000  # by sifting: under 1 ms, some, and some tens of ms
SHORT = 0.03  # expected seconds of a search above which more probes are worth it
PLANNING = 0.1  # share of a time limit that each plan may take
CUBES = 64  # at least so many, so that threads are busy to the end
SPLIT = 0.01  # expected seconds below which a search is not split
ENOUGH, HOLD = 2_048, 0.05  # solutions, or seconds, that are gathered before they are handed on
WATCHED = 1 << 14  # nodes of a batch that is watched, so that boards are shown in the middle of a search

Anchor = Sequence[Sequence[tuple[int, ...]]]  # orbits of cubes, of each of which one is searched
FREE: Anchor = (((),),)  # the whole search: one cube without a choice
Tell = Callable[[list[int], int], None]


@dataclass(frozen=True)
class Plan:
    """A search of a cover from these cubes: `kind` is sift or mrv; `nodes`, `seconds`: expected by probes."""

    cover: Cover
    kind: str
    cubes: tuple[tuple[int, ...], ...] = ((),)
    nodes: float = 0.0
    seconds: float = 0.0

    @property
    def reasons(self) -> list[str]:
        """Why this search, and what is expected of it."""
        few = self.kind == "sift"
        why = "few items, groups and clauses" if few else "many items, groups and clauses, or many options"
        begin = f"{len(self.cubes):,} first choices" if any(self.cubes) else "no first choice"
        expected = f"{self.nodes:,.0f} nodes expected, {self.seconds:.2g} s of one core"
        return [f"{self.kind}: {why}", f"{begin}; {expected}"]


def plan(cover: Cover, anchors: Sequence[Anchor] = (FREE,)) -> Plan:
    """The search from the best of the anchors. Each primary item of the cover must have options.

    Takes at most a share of the time limit. Raises Interrupted.
    """
    cubes = tuple(tuple(orbit[0]) for orbit in smallest(anchors))
    with share(PLANNING):
        kind, guess = expected(cover, cubes)
    return Plan(cover, kind, cubes, guess.nodes, guess.seconds)


def unprobed(cover: Cover) -> Plan:
    """A plan without an estimate, by which the search is not split: for workers that search single cubes."""
    return Plan(cover, kind_of(cover))


def smallest(anchors: Sequence[Anchor]) -> Anchor:
    """The anchor with the least product of two numbers: its orbits, and their share of the cubes.

    The first anchor if none has an orbit of several cubes. The measure was found by timing every anchor of
    seven boards; a few probes did not tell them apart better.
    """
    able = [anchor for anchor in anchors if any(len(orbit) > 1 for orbit in anchor)]

    def measure(anchor: Anchor) -> tuple[float, int]:
        return len(anchor) ** 2 / sum(map(len, anchor)), len(anchor)

    return min(able, key=measure, default=anchors[0])


def kind_of(cover: Cover) -> str:
    """The search that suits the cover: sift or mrv."""
    from zenkai_solver.solvers.engines.exactcover.kernels import sift

    return "sift" if sift.fits(problem_of(cover)) else "mrv"


def expected(cover: Cover, cubes: Sequence[Decisions] = ((),), most: int = PROBES) -> tuple[str, Estimate]:
    """The search that suits the cover, and its estimate: by few probes if it is short, else by `most`."""
    engine = Engine(Plan(cover, kind_of(cover)))
    guess = engine.estimate(cubes, FEW_PROBES)
    if guess.seconds > SHORT and not hurried():
        guess = engine.estimate(cubes, most)
    return engine.plan.kind, guess


def visiting(cover: Cover, images: int, closely: bool = True) -> float:
    """Expected seconds to visit every solution, undecoded, if symmetry divides the search by `images`."""
    _, guess = expected(cover, most=MOST_PROBES if closely else PROBES)
    return (guess.seconds + guess.solutions * COUNTED) / images


def problem_of(cover: Cover) -> CoverProblem:
    return CoverProblem(
        cover.n_primary,
        cover.n_secondary,
        cover.options,
        cover.group,
        cover.lo,
        cover.hi,
        cover.clauses,
    )


def works() -> list[Work]:
    """The loops of both searches, for masks of any width."""
    from zenkai_solver.solvers.engines.exactcover.kernels import mrv, rows, sift

    return [*(work for words in sift.WIDTHS for work in sift.works(words)), *mrv.works(), *rows.works()]


class Engine:
    """A plan with its compiled tables, which searches and estimates cubes."""

    def __init__(self, chosen: Plan, tell: Tell | None = None) -> None:
        from zenkai_solver.solvers.engines.exactcover.kernels import mrv, rows, sift

        self.plan, self.tell = chosen, tell
        self.kernel: Any = sift if chosen.kind == "sift" else mrv
        self.start: Callable[[Any, Sequence[Decisions]], CubeSearch]  # of cubes, with the tables
        self.start = sift.SiftSearch if chosen.kind == "sift" else mrv.MrvSearch
        problem = problem_of(chosen.cover)
        if chosen.kind == "sift":
            warm_up(sift.works, sift.words(problem))
        else:
            warm_up(mrv.works)
        warm_up(rows.works)
        self.tables = self.kernel.compile_tables(problem)

    def cubes(self) -> Sequence[Decisions]:
        """The cubes of the plan, split if the search is long enough."""
        if self.plan.seconds <= SPLIT:
            return self.plan.cubes
        split: Sequence[Decisions] = self.kernel.split(self.tables, self.plan.cubes, CUBES)
        return split

    def children(self, cubes: Sequence[Decisions]) -> Sequence[Decisions]:
        """The cubes, each of as many decisions, split once more."""
        split: Sequence[Decisions] = self.kernel.split(self.tables, cubes, len(cubes) + 1)
        return split

    def search(self, cubes: Sequence[Decisions]) -> Iterator[tuple[np.ndarray, int]]:
        """The solutions of the cubes, batch by batch, with the nodes of each batch; batches may be empty.

        A row has variables, ascending, then 0.
        """
        from zenkai_solver.solvers.engines.exactcover.kernels.rows import in_variables

        cover = self.plan.cover
        names, chosen = np.array([0, *cover.variables], np.int32), np.array(cover.chosen, np.int32)
        search, nodes = self.start(self.tables, cubes), 0
        batch = search.batch if self.tell is None else partial(search.batch, WATCHED)
        while not search.done:
            rows = in_variables(batch(), names, chosen)
            if self.tell is not None:
                self.tell(search.path, search.nodes - nodes)
            yield rows, search.nodes - nodes
            nodes = search.nodes

    def estimate(self, cubes: Sequence[Decisions], probes: int) -> Estimate:
        guess: Estimate = self.kernel.estimate(self.tables, cubes, probes)
        return guess

    def seconds(self, cubes: Sequence[Decisions]) -> list[float]:
        """Expected seconds to search each cube, and to check and write its solutions.

        Estimates by probes have a heavy tail, so cubes that seem large get more probes, in proportion.
        """
        return [
            self._each([cube], min(MOST_PROBES, int(PROBES * first / 4)))[0] if first > 4 else first
            for cube, first in zip(cubes, self._each(cubes, PROBES), strict=True)
        ]

    def _each(self, cubes: Sequence[Decisions], probes: int) -> list[float]:
        guess = self.estimate(cubes, probes * len(cubes))
        both = zip(guess.seconds_by_cube, guess.solutions_by_cube, strict=True)
        return [seconds + solutions * SOLUTION for seconds, solutions in both]


def batches(
    chosen: Plan, workers: int, deadline: Deadline, tell: Tell | None = None
) -> Iterator[tuple[np.ndarray, float]]:
    """Solutions as rows of variables, 0 after the last, and the estimated share of the search done.

    `tell` is called now and then, from any thread, with the options chosen and the nodes since the last call.
    """
    engine = Engine(chosen, tell)
    cubes = chosen.cubes if workers == 1 and chosen.kind == "sift" else engine.cubes()
    many = workers > 1 and len(cubes) > 1 and chosen.seconds > SPLIT
    results = _threads(engine, cubes, workers, deadline) if many else _one(engine, cubes, deadline)
    yield from _gathered(results, lambda nodes: min(1.0, nodes / max(1.0, chosen.nodes)))


def cube_batches(engine: Engine, cube: Decisions, deadline: Deadline) -> Iterator[tuple[np.ndarray, float]]:
    """The same of one cube only; the share is not known."""
    yield from _gathered(_one(engine, [cube], deadline), lambda nodes: 0.0)


def _threads(
    engine: Engine, cubes: Sequence[Decisions], workers: int, deadline: Deadline
) -> Iterator[tuple[np.ndarray, int]]:
    return in_order(lambda cube: engine.search([cube]), cubes, workers, deadline)


def _one(engine: Engine, cubes: Sequence[Decisions], deadline: Deadline) -> Iterator[tuple[np.ndarray, int]]:
    """The search of the cubes in this thread; by MRV each with a state of its own.

    A state of the MRV search is not the same after a cube as before: the order of its cells has changed.
    """
    one_by_one = engine.plan.kind == "mrv"
    for group in ([cube] for cube in cubes) if one_by_one else [cubes]:
        for rows, nodes in engine.search(group):
            deadline.check()
            yield rows, nodes


def _gathered(
    results: Iterator[tuple[np.ndarray, int]], share: Callable[[int], float]
) -> Iterator[tuple[np.ndarray, float]]:
    """Small batches joined to larger ones; no solution is held back for more than HOLD seconds."""
    held: list[np.ndarray] = []
    nodes, since = 0, time.monotonic()
    for rows, more in results:
        nodes += more
        if len(rows):
            held.append(rows)
        if sum(map(len, held)) >= ENOUGH or time.monotonic() - since > HOLD:
            yield _joined(held), share(nodes)
            held, since = [], time.monotonic()
    yield _joined(held), 1.0


def _joined(held: Sequence[np.ndarray]) -> np.ndarray:
    """One array of all rows, padded to the widest with 0."""
    if len(held) == 1:
        return held[0]
    width = max((rows.shape[1] for rows in held), default=0)
    joined = np.zeros((sum(map(len, held)), width), np.int32)
    at = 0
    for rows in held:
        joined[at : at + len(rows), : rows.shape[1]] = rows
        at += len(rows)
    return joined
