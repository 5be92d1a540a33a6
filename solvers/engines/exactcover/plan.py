"""Which search for which cover, with which item order and first cubes; chosen by random probes, not assumed.

    plan(cover, anchors) -> Plan      what to search, the nodes expected, and what else was considered
    batches(plan, workers, deadline)  the solutions as rows of options

A node of the scan costs some tens of nanoseconds; one of the searches that take the item with the fewest
options, sifting for few items and MRV for all covers, costs five to twenty times as much. The first is best
where options cover items that lie together in a row, as on plane boards, the others in space and where items
do not lie together at all. Choosing costs time too: a search that is short by sifting is not thought about,
nor is a scan that few probes of its whole tree show to be far behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, cast

import numpy as np

from zenkai_solver.solvers.backend import Choice, Deadline, share
from zenkai_solver.solvers.engines.exactcover.cover import Cover
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Decisions
from zenkai_solver.solvers.engines.exactcover.kernels.search import Search
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.engines.kernels.clock import hurried
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.engines.kernels.ready import ready

SCAN_NODE, MRV_NODE = 40e-9, 200e-9  # seconds, measured on packings; what is chosen depends on their ratio
MRV_WORD, MRV_LEAST = 87e-12, 80e-9  # seconds per word of the bits of all sets, and at least
SOLUTION = 8e-6  # seconds to check and write one, measured on dominoes
COUNTED = 5e-6  # seconds to visit one, check it and weigh it by its symmetries, measured on dominoes
LONG = 1.0  # expected seconds of search from which a second estimate is worth its time
UNFIT = 5  # a scan whose state needs this many words is not considered: its kernel compiles too slowly
QUICK = 0.1  # expected seconds of scan below which nothing else is probed
FEW_PROBES = 100  # which tell a search that is short by sifting: some milliseconds
PROBES = 400
MOST_PROBES = 4_000  # of one cube: some 0.1 s
MOST_SHARP = 16_000  # of a whole search: a second
PROBE, SHARE = 60e-6, 0.03  # seconds of one, measured; share of the scan's time spent on the other search
PLANNING = 0.1  # share of a time limit that each plan may take
CUBES = 64  # at least so many, that threads are busy to the end
SHORT = 0.03  # expected seconds of sifting below which no other search is considered
FAR = 5  # a scan that seems to take so many times as long as sifting does is not considered
SPLIT = 0.01  # expected seconds below which a search is not split
FULL, HOLD = 4_096, 0.05  # solutions, or seconds, that are gathered before they are handed on
FREE: Sequence[Sequence[tuple[int, ...]]] = (((),),)  # the anchor of a search that begins with nothing chosen

Anchor = Sequence[Sequence[tuple[int, ...]]]  # orbits of cubes; any one of each orbit may represent it


@dataclass(frozen=True)
class Plan:
    """A search of a cover: `kind` scan, sift or mrv, the anchor's cubes, and seconds expected."""

    cover: Cover
    kind: str
    order: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    nodes: float
    considered: tuple[str, ...]
    node: float = SCAN_NODE  # seconds
    known: int = 14  # reach of the scan's need tables

    @property
    def seconds(self) -> float:
        return self.nodes * self.node


def plan(cover: Cover, anchors: Sequence[Anchor] = (FREE,)) -> Plan:
    """The search with the least expected time. The cover has options, and each of its items has some.

    It takes a share of a time limit at most. Raises Interrupted.
    """
    with share(PLANNING):
        return _planned(cover, anchors)


def _planned(cover: Cover, anchors: Sequence[Anchor]) -> Plan:
    from zenkai_solver.solvers.engines.exactcover.kernels import sift

    sifted = sift.fits(problem_of(cover, sift.Problem))
    if sifted:
        begin = _smallest(anchors)
        if (short := _sift_plan(cover, [begin])).seconds <= SHORT:
            return short
    orders = _orders(cover)
    if sifted and (said := _far_scan(cover, orders)):
        best = _sift_plan(cover, [begin], probes=PROBES)
        return replace(best, considered=(said, *best.considered))
    scan = _scan_plan(cover, orders, anchors)
    if not sifted and scan.seconds <= QUICK:
        return scan
    offered = list(anchors) if scan.nodes == inf else [[[cube] for cube in scan.cubes]]
    if sifted:
        other = _sift_plan(cover, [*offered, begin], scan.seconds, PROBES)
    else:
        other = _mrv_plan(cover, offered, scan.seconds)
    best = min(scan, other, key=lambda p: p.seconds)
    return replace(best, considered=scan.considered + other.considered)


def chosen(cover: Cover, choice: Choice) -> Plan | None:
    """The plan that `choice` names by kind and order; its nodes are not counted, so it is not split.

    None if the order is not derived from this cover: it might not pass all options.
    """
    kind, *order = choice
    if kind == "scan" and order not in [known for known, _ in _orders(cover)]:
        return None
    return Plan(cover, str(kind), tuple(map(int, order)), ((),), 0.0, ())


def _smallest(anchors: Sequence[Anchor]) -> Anchor:
    """The anchor that leaves the smallest share of its cubes, the larger one of two; none if all stay.

    The tree has the item with the fewest options at its root, which need not be the anchor's.
    """
    least = min(anchors, key=lambda anchor: (len(anchor) / sum(map(len, anchor)), -len(anchor)))
    return least if any(len(orbit) > 1 for orbit in least) else FREE


def _far_scan(cover: Cover, derived: Orders) -> str:
    """What a scan of the whole cover is expected to take, if that is FAR more than sifting it; else "".

    Few probes promise too much, a scan more than the other: a long search is worth some more of them.
    """
    from zenkai_solver.solvers.engines.exactcover.kernels import scan

    problem = problem_of(cover, scan.Problem)
    orders = [order for order, words in derived if words < UNFIT]
    probes, least = FEW_PROBES, inf
    while True:
        bar = FAR * (seconds := _sift_plan(cover, [FREE], probes=probes).seconds)
        for order in orders:
            least = min(least, scan.estimate(scan.small_tables(problem, order), probes=probes).nodes)
            if least * SCAN_NODE <= bar:
                break
        else:
            return f"scan: {least:,.0f} nodes expected without an anchor"
        probes, least = 4 * probes, inf
        if PROBE * probes > SHARE * seconds or probes > MOST_SHARP or hurried():
            return ""


def visiting(cover: Cover, images: int, planned: Callable[[], Plan] | None = None) -> float:
    """Seconds expected to visit every solution, undecoded, where symmetry divides the search by `images`.

    By few probes, which take some hundredths of a second, or by a plan of the search, symmetry broken.
    """
    from zenkai_solver.solvers.engines.exactcover.kernels import scan, sift

    problem = problem_of(cover, scan.Problem)
    order = scan.given_order(problem)
    words = scan.words(problem, order) or UNFIT
    if words >= UNFIT:
        return planned().seconds if planned else _roughly(cover).seconds / images
    ready(scan.works, words, *_shape(cover))
    guess = scan.estimate(scan.small_tables(problem, order), probes=PROBES)
    solutions = guess.solutions * COUNTED
    searched = guess.nodes * SCAN_NODE
    if planned and searched > LONG * images:  # the better search may be worth its probes
        searched = planned().seconds * images
    elif searched > QUICK * images and sift.fits(problem):
        searched = min(searched, _sift_plan(cover, [FREE], probes=PROBES).seconds)
    return (searched + solutions) / images


def _roughly(cover: Cover) -> Plan:
    """A search of the cover with its expected time, by few probes."""
    from zenkai_solver.solvers.engines.exactcover.kernels import sift

    sifted = sift.fits(problem_of(cover, sift.Problem))
    return _sift_plan(cover, [FREE]) if sifted else _mrv_plan(cover, [FREE], 0.0, FEW_PROBES)


def problem_of(cover: Cover, kind: Any) -> Any:
    return kind(
        cover.n_primary,
        cover.n_secondary,
        cover.options,
        cover.group,
        cover.lo,
        cover.hi,
        cover.clauses,
    )


Orders = Sequence[tuple[list[int], int]]


def _orders(cover: Cover) -> Orders:
    """The orders for a scan, the given one first, and the words of a state; UNFIT or more: no scan."""
    from zenkai_solver.solvers.engines.exactcover.kernels import scan

    problem = problem_of(cover, scan.Problem)
    orders = [(order, scan.words(problem, order) or UNFIT) for order in scan.derive_orders(problem)]
    for width in sorted({words for _, words in orders if words < UNFIT}):
        ready(scan.works, width, *_shape(cover))
    return orders


def _scan_plan(cover: Cover, derived: Orders, anchors: Sequence[Anchor]) -> Plan:
    from zenkai_solver.solvers.engines.exactcover.kernels import scan

    problem = problem_of(cover, scan.Problem)
    orders = [order for order, words in derived if words < UNFIT]
    if not orders:
        return Plan(cover, "scan", (), (), inf, ("scan: the items of an option lie too far apart",))
    choice = scan.choose(problem, orders, anchors)
    name = "as given" if list(choice.order) == derived[0][0] else "derived from the items' links"
    nodes, known = choice.nodes, scan.reach(choice.nodes)
    if known > scan.USUAL:  # its tables reach further than those that were probed
        tables = scan.compile_tables(problem, choice.order, known=known)
        nodes = scan.estimate(tables, choice.cubes, MOST_PROBES).nodes
    said = f"scan: order {name}, {nodes:,.0f} nodes expected"
    return Plan(cover, "scan", choice.order, choice.cubes, nodes, (said,), known=known)


def _shape(cover: Cover) -> tuple[bool, int]:
    """What the loops of a scan differ by, apart from the words of a state: see `scan.works`."""
    return len(cover.clauses) > 0 or len(cover.hi) > 0, len(cover.options)


def works() -> list[Work]:
    """The loops of all searches: scans with clauses or counted groups and without, states of some words."""
    from zenkai_solver.solvers.engines.exactcover.kernels import mrv, scan, sift

    shapes = ((words, bounded) for words in range(1, UNFIT) for bounded in (False, True))
    return [*sift.works(), *mrv.works(), *(work for shape in shapes for work in scan.works(*shape))]


Estimator = Callable[[Sequence[Decisions], int], tuple[float, float]]  # cubes, probes: nodes, seconds of one


def _sift_plan(cover: Cover, anchors: Sequence[Anchor], bar: float = 0.0, probes: int = FEW_PROBES) -> Plan:
    """The cover fits a sifting search."""
    from zenkai_solver.solvers.engines.exactcover.kernels import sift

    ready(sift.works)
    tables = sift.compile_tables(problem_of(cover, sift.Problem))

    def estimated(cubes: Sequence[Decisions], probes: int) -> tuple[float, float]:
        guess = sift.estimate(tables, cubes, probes)
        return guess.nodes, guess.node

    return _probed_plan(cover, "sift", anchors, estimated, bar, probes)


def _mrv_plan(cover: Cover, anchors: Sequence[Anchor], bar: float, probes: int = PROBES) -> Plan:
    from zenkai_solver.solvers.engines.exactcover.kernels import mrv

    ready(mrv.works)
    tables = mrv.compile_tables(problem_of(cover, mrv.Problem))

    def estimated(cubes: Sequence[Decisions], probes: int) -> tuple[float, float]:
        return mrv.estimate(tables, cubes, probes).nodes, mrv_node(tables)

    return _probed_plan(cover, "mrv", anchors, estimated, bar, probes)


def _probed_plan(
    cover: Cover, kind: str, anchors: Sequence[Anchor], estimated: Estimator, bar: float, probes: int
) -> Plan:
    """The best anchor, of each orbit the first cube, probed on until it passes `bar` seconds or has cost a
    share of them: few probes promise too much.
    """
    every = [tuple(tuple(orbit[0]) for orbit in anchor) for anchor in anchors]
    guesses = [estimated(cubes, probes) for cubes in every]
    best = min(range(len(every)), key=lambda i: guesses[i][0] * guesses[i][1])
    nodes, node = guesses[best]
    while PROBE * probes < SHARE * bar < inf and nodes * node < bar and probes < MOST_SHARP and not hurried():
        probes *= 2
        nodes, node = estimated(every[best], probes)
    said = f"{kind}: {nodes:,.0f} nodes expected, each {node / SCAN_NODE:.0f} times as long"
    return Plan(cover, kind, (), every[best], nodes, (said,), node)


def mrv_node(tables: Any) -> float:
    """Seconds: with one bit per option, every move counts all words of all sets anew."""
    return max(MRV_LEAST, MRV_WORD * tables.rows.size) if tables.dense else MRV_NODE


WATCHED = 1 << 14  # nodes of a batch if someone watches: boards of the search's middle, not of its ends
Tell = Callable[[list[int], int], None]


class Engine:
    """The tables of a plan, and how a cube of options is searched and weighed."""

    def __init__(self, chosen: Plan, tell: Tell | None = None) -> None:
        from zenkai_solver.solvers.engines.exactcover.kernels import mrv, scan, sift

        self.plan, self.tell = chosen, tell
        self.tables: Any
        self.kernel: Any
        self.start: Callable[[Any, Sequence[Decisions]], Search]  # of cubes, with the tables
        if chosen.kind == "scan":
            self.kernel, self.start = scan, scan.ScanSearch
            problem = problem_of(chosen.cover, scan.Problem)
            ready(scan.works, scan.words(problem, chosen.order), *_shape(chosen.cover))
            self.tables = scan.compile_tables(problem, chosen.order, known=chosen.known)
        elif chosen.kind == "sift":
            self.kernel, self.start = sift, sift.SiftSearch
            ready(sift.works)
            self.tables = sift.compile_tables(problem_of(chosen.cover, sift.Problem))
        else:
            self.kernel, self.start = mrv, mrv.MrvSearch
            ready(mrv.works)
            self.tables = mrv.compile_tables(problem_of(chosen.cover, mrv.Problem))

    def cubes(self) -> Sequence[Decisions]:
        """Those of the plan, split if the search takes long enough for it to pay."""
        if self.plan.seconds <= SPLIT:
            return self.plan.cubes
        return cast("Sequence[Decisions]", self.kernel.split(self.tables, self.plan.cubes, CUBES))

    def search(self, cubes: Sequence[Decisions]) -> Iterator[tuple[np.ndarray, int]]:
        """Their solutions, batch by batch, and the nodes each batch took; empty ones keep time."""
        search, nodes = self.start(self.tables, cubes), 0
        batch = search.batch if self.tell is None else partial(search.batch, WATCHED)
        while not search.done:
            rows = batch().copy()  # the kernel fills its buffer again
            if self.tell is not None:
                self.tell(search.path, search.nodes - nodes)
            yield rows, search.nodes - nodes
            nodes = search.nodes

    def seconds(self, cubes: Sequence[Decisions]) -> list[float]:
        """What probes expect of each cube: time to search it, and to check and write its solutions.

        The tail of an estimate is heavy, so a cube that seems large is probed as often as its size is worth.
        """
        return [
            self._each([cube], min(MOST_PROBES, int(PROBES * first / 4)))[0] if first > 4 else first
            for cube, first in zip(cubes, self._each(cubes, PROBES), strict=True)
        ]

    def _each(self, cubes: Sequence[Decisions], probes: int) -> list[float]:
        guess = self.kernel.estimate(self.tables, cubes, probes * len(cubes))
        match self.plan.kind:
            case "scan":
                node = SCAN_NODE
            case "sift":
                node = guess.node
            case _:
                node = mrv_node(self.tables)
        return [n * node + s * SOLUTION for n, s in zip(guess.by_cube, guess.solutions_by_cube, strict=True)]


def batches(
    chosen: Plan, workers: int, deadline: Deadline, tell: Tell | None = None
) -> Iterator[tuple[np.ndarray, float]]:
    """Solutions as rows of options, -1 after the last, and the estimated share of the search done.

    `tell` hears now and then, from any thread, the options chosen for now and the nodes since then.
    """
    engine = Engine(chosen, tell)
    cubes = engine.cubes()
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
    """As if each cube had a state of its own, which that of the MRV search must have: it undoes in part."""
    one_by_one = engine.plan.kind == "mrv"
    for own in ([cube] for cube in cubes) if one_by_one else [cubes]:
        for rows, nodes in engine.search(own):
            deadline.check()
            yield rows, nodes


def _gathered(
    results: Iterator[tuple[np.ndarray, int]], share: Callable[[int], float]
) -> Iterator[tuple[np.ndarray, float]]:
    """Small batches joined, as long as that does not hold solutions back for more than HOLD seconds."""
    held: list[np.ndarray] = []
    nodes, since = 0, time.monotonic()
    for rows, more in results:
        nodes += more
        if len(rows):
            held.append(rows)
        if sum(map(len, held)) >= FULL or time.monotonic() - since > HOLD:
            yield _joined(held), share(nodes)
            held, since = [], time.monotonic()
    yield _joined(held), 1.0


def _joined(held: Sequence[np.ndarray]) -> np.ndarray:
    """One array of all rows, padded to the widest with -1."""
    width = max((rows.shape[1] for rows in held), default=0)
    joined = np.full((sum(map(len, held)), width), -1, np.int32)
    at = 0
    for rows in held:
        joined[at : at + len(rows), : rows.shape[1]] = rows
        at += len(rows)
    return joined
