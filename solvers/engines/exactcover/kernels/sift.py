"""Sifting search: every solution of an exact cover of few items, the item with the fewest options first.

The tree is that of the MRV search. A node has the list of the options that are left, as masks of their items;
a child's list is what is left of it when those that share an item with the option chosen are sifted out,
eight at a time. A first pass only joins the items of what is left: most children lack one, and are dead.
For the others a second pass copies the options and counts those of each item in bit planes (as many adders
as there are items, in a few vector operations), which says what item is next. The lists get shorter all the
time, nothing is undone, no counter is kept. No order has to be known either, and the tables are the options.
It takes items to be covered once or at most once, at most `MOST_ITEMS`, no counted groups and no clauses.

Knuth, TAOCP 4B, 7.2.2.1 (fewest options first); bit planes that count many things at once: R. S. Boyer and
J S. Moore's vertical counters, see Warren, Hacker's Delight, 2nd ed., 5-1.

    compile_tables                 the options as masks
    SiftSearch                     batches of solutions, resumable
    split, estimate                disjoint exhaustive cubes; nodes, solutions and time to expect
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES
from zenkai_solver.solvers.engines.exactcover.kernels.problem import (
    PROBED,
    UNLIMITED,
    Decisions,
    Estimate,
    Problem,
    slices,
)
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, Search
from zenkai_solver.solvers.engines.exactcover.kernels.sift_walk import LEVEL, REGS, State, run
from zenkai_solver.solvers.engines.exactcover.kernels.state import cube_rows
from zenkai_solver.solvers.engines.exactcover.kernels.words import ALL, U0
from zenkai_solver.solvers.engines.kernels.clock import look
from zenkai_solver.solvers.engines.kernels.jit import Work

__all__ = ["Problem", "SiftSearch", "Tables", "compile_tables", "estimate", "fits", "split", "works"]

WORDS = (U0, U0)  # of a mask
MOST_ITEMS = 64 * len(WORDS)
MOST_LISTED = 1 << 21  # options in the lists of all levels: 40 MB
BUDGET = 1 << 17  # nodes of a batch
SLICE = 0.1  # seconds of one call of the kernel for probes, at most
NODE, BLOCK = 60e-9, 4e-9  # seconds of a node, and of each eight options that it sifts


class Tables(NamedTuple):
    """The options as masks. Never written to by a search."""

    masks: np.ndarray  # uint64[words, option], filled to whole blocks
    options: int
    left: np.ndarray  # uint64[words]: the primary items
    first: int  # the primary item with the fewest options
    levels: int  # no solution has more options


@dataclass(frozen=True)
class Guess(Estimate):
    """With the mean seconds of a node."""

    node: float = NODE


def fits(problem: Problem) -> bool:
    """Can the problem be searched this way?"""
    items = problem.n_primary + problem.n_secondary
    plain = not (problem.clauses or len(problem.lo) or any(group >= 0 for group in problem.group))
    return plain and problem.n_primary > 0 and items <= MOST_ITEMS and _capacity(problem) <= MOST_LISTED


def _capacity(problem: Problem) -> int:
    return (len(problem.options) + 2 * LANES) * (_levels(problem) + 1)


def _levels(problem: Problem) -> int:
    primary = range(problem.n_primary)
    own = (sum(i in primary for i in option) for option in problem.options)
    least = min(own if problem.n_secondary else map(len, problem.options), default=0)
    return problem.n_primary // max(1, least)


def compile_tables(problem: Problem) -> Tables:
    """Every option has some primary item, and every item some option."""
    count = len(problem.options)
    masks = np.full((len(WORDS), -(-count // LANES) * LANES), ALL, np.uint64)
    masks[:, :count] = 0
    sizes = [len(option) for option in problem.options]
    item = np.fromiter(chain.from_iterable(problem.options), np.int64)
    bit = np.uint64(1) << (item & 63).astype(np.uint64)
    np.bitwise_or.at(masks, (item >> 6, np.repeat(np.arange(count), sizes)), bit)
    size = np.bincount(item, minlength=problem.n_primary)[: problem.n_primary]
    every = (1 << problem.n_primary) - 1
    left = np.array([every >> 64 * j & int(ALL) for j in range(len(WORDS))], np.uint64)
    return Tables(masks, count, left, int(size.argmin()), _levels(problem))


def _state(t: Tables, probes: int = 0) -> State:
    levels = t.levels + 1
    capacity = levels * (t.masks.shape[1] + LANES)
    masks = np.empty((len(WORDS), capacity), np.uint64)
    masks[:, : t.masks.shape[1]] = t.masks
    names = np.empty(capacity, np.int32)
    names[: t.masks.shape[1]] = np.arange(t.masks.shape[1])
    length, left = np.zeros(levels, np.int64), np.zeros((levels, len(WORDS)), np.uint64)
    length[0], left[0] = t.options, t.left
    regs = np.zeros(REGS, np.int64)
    regs[LEVEL] = -1
    return State(
        regs=regs,
        masks=masks,
        names=names,
        fits=np.zeros(t.masks.shape[1] // LANES + 1, np.uint8),
        begin=np.zeros(levels, np.int64),
        length=length,
        todo=np.zeros(capacity, np.int32),
        next=np.zeros(levels, np.int64),
        end=np.zeros(levels, np.int64),
        left=left,
        path=np.zeros(levels, np.int32),
        size=np.zeros(MOST_ITEMS, np.int64),
        weight=np.zeros(levels),
        probe=np.zeros((probes, 3)),
    )


class SiftSearch(Search):
    """One search over the given cubes: batches of solutions, to be resumed at will.

    A row is the cube's options first, then those of the search. A cube whose options clash has no solutions.
    """

    def __init__(self, tables: Tables, cubes: Sequence[Decisions] = ((),), rows: int = 1024) -> None:
        self.tables = tables
        self.cubes = cube_rows(cubes)
        self.state = _state(tables)
        self.out = np.empty((rows, max(tables.levels, self.cubes.shape[1])), np.int32)

    @property
    def done(self) -> bool:
        return bool(self.state.regs[LEVEL] < 0 and self.state.regs[CUBE] == len(self.cubes))

    @property
    def path(self) -> list[int]:
        """The options chosen where the search is."""
        depth = int(self.state.regs[LEVEL])
        return [int(o) for o in self.state.path[: max(0, depth)]]

    def batch(self, budget: int = BUDGET, stop: int = UNLIMITED, keep: bool = True) -> np.ndarray:
        """Choices at depth `stop` count as solutions."""
        n = run(WORDS, self.state, self.tables.first, self.cubes, self.out, budget, stop, keep, U0)
        return self.out[:n]


def works() -> list[Work]:
    """What every search compiles."""
    tables = compile_tables(Problem(1, 0, [(0,)]))
    out = np.empty((1, 1), np.int32)
    loop = (WORDS, _state(tables), 0, cube_rows([()]), out, 1, UNLIMITED, True, U0)
    return [Work(run, loop)]


def split(
    tables: Tables, cubes: Sequence[Sequence[int]] = ((),), at_least: int = 64
) -> list[tuple[int, ...]]:
    """Disjoint cubes with the same solutions in all: prefixes of equal depth, dead ones left out."""
    longest = max((len(cube) for cube in cubes), default=0)
    rows: list[tuple[int, ...]] = [tuple(cube) for cube in cubes]
    for depth in range(longest + 1, tables.levels + 1):
        search = SiftSearch(tables, cubes)
        rows = []
        while not search.done:
            look()
            rows += [tuple(int(o) for o in row if o >= 0) for row in search.batch(stop=depth)]
        if len(rows) >= at_least or all(len(row) < depth for row in rows):
            break
    return rows


def _at_once(tables: Tables) -> int:
    """Probes of one call of the kernel: no more than a slice takes where every level sifts all options."""
    most = BLOCK * (tables.masks.shape[1] // LANES) * tables.levels
    return max(1, min(PROBED, int(SLICE / most)))


def estimate(tables: Tables, cubes: Sequence[Decisions] = ((),), probes: int = 1000, seed: int = 1) -> Guess:
    """From `probes` probes in all, the same number in every cube (Knuth 1975)."""
    each = max(1, probes // max(1, len(cubes)))
    rows = np.repeat(cube_rows(cubes), each, axis=0)
    state = _state(tables, len(rows))
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    for end, own in slices(len(rows), chance, _at_once(tables)):
        cubes_so_far, out = rows[:end], np.empty((1, 1), np.int32)
        run(WORDS, state, tables.first, cubes_so_far, out, 1 << 60, UNLIMITED, False, own)
    nodes, solutions, blocks = state.probe.reshape(len(cubes), each, 3).mean(axis=1).T
    node = NODE + BLOCK * float(blocks.sum()) / max(1.0, float(nodes.sum()))
    return Guess(
        float(nodes.sum()), float(solutions.sum()), tuple(nodes.tolist()), tuple(solutions.tolist()), node
    )
