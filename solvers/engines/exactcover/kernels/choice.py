"""Choosing the order and the cubes of a scan search by random probes.

Knuth, "Estimating the efficiency of backtrack programs" (1975): a probe walks down the tree, of each node's
children one at random, and the products of the branching factors estimate the size of the tree without bias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.problem import (
    PROBED,
    UNLIMITED,
    Decisions,
    Estimate,
    Problem,
    TooWide,
    slices,
)
from zenkai_solver.solvers.engines.exactcover.kernels.state import cube_rows, new_state
from zenkai_solver.solvers.engines.exactcover.kernels.tables import Tables, compile_tables
from zenkai_solver.solvers.engines.exactcover.kernels.walk import run
from zenkai_solver.solvers.engines.kernels.clock import hurried

Orbit = Sequence[Decisions]  # cubes that are images of each other: one of them is enough
Anchor = Sequence[Orbit]  # any one cube of each orbit may represent it; all solutions are found
FREE: Anchor = (((),),)  # nothing chosen

LAST_PROBES = 1600  # at least so many for the number that is handed on
MOST_PROBES = 30_000  # less than a second
SCANNED = 256  # items of a scan of which PROBED probes take some 0.1 s
WORTH = 15_000  # nodes expected per probe: some 1 % of a long search is spent on probes


@dataclass(frozen=True)
class ScanChoice:
    """An order, cubes, and the nodes that probes expect; inf where no order can be scanned."""

    order: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    nodes: float


class _Candidate(NamedTuple):
    order: Sequence[int]
    tables: Tables
    anchor: Anchor
    near: tuple[tuple[int, ...], ...]  # of each orbit the cube nearest to the start of the order


def estimate(
    tables: Tables, cubes: Sequence[Decisions] = ((),), probes: int = 1000, seed: int = 1
) -> Estimate:
    """From `probes` probes in all, the same number in every cube."""
    each = max(1, probes // max(1, len(cubes)))
    rows = np.repeat(cube_rows(cubes), each, axis=0)
    state = new_state(tables, len(rows))
    out = np.empty((1, tables.n_scan), state.path.dtype)
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    at_once = max(1, PROBED * min(SCANNED, tables.n_scan) // max(1, tables.n_scan))
    for end, own in slices(len(rows), chance, at_once):
        run(tables, state, rows[:end], out, 1 << 60, UNLIMITED, False, own)
    mean = state.probe.reshape(len(cubes), each, 2).mean(axis=1)
    nodes, solutions = mean.T
    return Estimate(
        float(nodes.sum()), float(solutions.sum()), tuple(nodes.tolist()), tuple(solutions.tolist())
    )


def choose(
    problem: Problem,
    orders: Sequence[Sequence[int]],
    anchors: Sequence[Anchor] = (FREE,),
    probes: int = 100,
) -> ScanChoice:
    """The order and the anchor with the least estimated work.

    All pairs are probed a little with the cubes nearest to the start of the order, the better quarter four
    times as much, and so on: the tail of an estimate is heavy, and a single round, or anchors tried on one
    order only, would often pick the most underestimated. Where the search seems long, a round is repeated
    with more probes before any goes. At last the cheapest cube of each orbit is taken, by more probes. Orders
    that are too wide are left out.
    """
    candidates: list[_Candidate] = []
    for order in orders:
        try:
            tables = small_tables(problem, order)
        except TooWide:
            continue
        candidates += [_candidate(order, tables, anchor) for anchor in anchors]
    if not candidates:
        near = tuple(tuple(orbit[0]) for orbit in anchors[0])
        return ScanChoice(tuple(orders[0]), near, float("inf"))
    while len(candidates) > 1:
        sizes = [estimate(r.tables, r.near, probes, seed=probes).nodes for r in candidates]
        known = min(sizes) <= WORTH * probes * len(candidates) or probes * len(candidates) >= MOST_PROBES
        if known or hurried():
            ranked = sorted(range(len(candidates)), key=sizes.__getitem__)
            candidates = [candidates[i] for i in ranked[: 1 if hurried() else (len(candidates) + 3) // 4]]
        probes *= 4
    return _cheapest_cubes(candidates[0], max(probes, LAST_PROBES))


def small_tables(problem: Problem, order: Sequence[int]) -> Tables:
    """Tables that take a millisecond to build; their node counts rank as those of larger ones."""
    return compile_tables(problem, order, key_bits=5, known=12, step=4, lanes=2)


def _candidate(order: Sequence[int], tables: Tables, anchor: Anchor) -> _Candidate:
    near = (min(orbit, key=lambda c: [int(tables.first[o]) for o in c]) for orbit in anchor)
    return _Candidate(order, tables, anchor, tuple(tuple(cube) for cube in near))


def _cheapest_cubes(candidate: _Candidate, probes: int) -> ScanChoice:
    """The cheapest cube of each orbit; it may lie anywhere."""
    every = [tuple(cube) for orbit in candidate.anchor for cube in orbit]
    guess = probed(lambda n: estimate(candidate.tables, every, n), probes, WORTH)
    if len(every) == len(candidate.anchor):
        return ScanChoice(tuple(candidate.order), candidate.near, guess.nodes)
    nodes = iter(guess.by_cube)
    best = [min((next(nodes), tuple(cube)) for cube in orbit) for orbit in candidate.anchor]
    cubes = tuple(cube for _, cube in best)
    if guess.nodes <= WORTH * probes:
        return ScanChoice(tuple(candidate.order), cubes, sum(n for n, _ in best))
    # Those chosen were underestimated more likely than not.
    again = probed(lambda n: estimate(candidate.tables, cubes, n, seed=n), probes, WORTH)
    return ScanChoice(tuple(candidate.order), cubes, again.nodes)


def probed(estimator: Callable[[int], Estimate], probes: int, worth: float) -> Estimate:
    """By at least so many probes, and by more as long as the search seems `worth` nodes per probe."""
    while (guess := estimator(probes)).nodes > worth * probes and probes < MOST_PROBES and not hurried():
        probes *= 4
    return guess
