"""Sifting search: every solution of an exact cover, the item with the fewest options first.

A node has the list of the options that are left, as masks of their items; a child's list is what is left of
it when those that share an item with the option chosen are sifted out, eight at a time. A first pass only
joins the items of what is left: most children lack one, and are dead. For the others a second pass copies
the options and counts those of each item in bit planes (as many adders as there are items, in a few vector
operations), which says what item is next. The lists get shorter all the time, nothing is undone, no counter
is kept. No order has to be known either, and the tables are the options.

Clauses and counted groups are further bits of the masks. A clause is a bit that need not be exclusive: it is
met by its first option, and a child without an option for it is dead. The search never branches on it, which
would find solutions twice, but takes the only option that is left for it. A group that has as many options as
it may excludes its others by one more bit; one that needs options is a bit to be met, and a child with fewer
items left than all lower bounds still need is dead.

Knuth, TAOCP 4B, 7.2.2.1 (fewest options first); bit planes that count many things at once: R. S. Boyer and
J S. Moore's vertical counters, see Warren, Hacker's Delight, 2nd ed., 5-1.

    fits, compile_tables           can a problem be searched so; its options as masks
    SiftSearch                     batches of solutions, resumable
    split, estimate                disjoint exhaustive cubes; expected nodes, solutions and time
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.problem import (
    PROBED,
    UNLIMITED,
    CoverProblem,
    Decisions,
    Estimate,
    slices,
)
from zenkai_solver.solvers.engines.exactcover.kernels.search import (
    CUBE,
    ROWS,
    CubeSearch,
    cube_rows,
    room,
)
from zenkai_solver.solvers.engines.exactcover.kernels.sift_walk import (
    LEVEL,
    MOST_LAST,
    REGS,
    SiftState,
    SiftTables,
    run,
)
from zenkai_solver.solvers.engines.exactcover.kernels.words import ALL, LANES, U0
from zenkai_solver.solvers.kernels.clock import look
from zenkai_solver.solvers.kernels.jit import Work

WIDTHS = (1, 2, 4)  # words of a mask: a kernel is compiled for each that is needed
MOST_LISTED = 1 << 21  # options in the lists of all levels, each of 8 bytes a word and 8 more
BUDGET = 1 << 17  # nodes of a batch
SLICE = 0.1  # seconds of one call of the kernel for probes, at most
NODE, BLOCK = 40e-9, 2e-9  # seconds of a node, and of each eight options of two words that it sifts


def words(problem: CoverProblem) -> int | None:
    """The words of a mask; None if there are too many items, groups and clauses."""
    items = problem.n_primary + problem.n_secondary
    bits = items + 2 * len(problem.hi) + len(problem.clauses)
    return next((w for w in WIDTHS if bits <= 64 * w), None)


def fits(problem: CoverProblem) -> bool:
    """Can the problem be searched this way?"""
    if not problem.n_primary or not problem.options or words(problem) is None:
        return False
    least = int(_flat(problem)[2].min())
    levels = problem.n_primary // max(1, least)
    return least > 0 and (len(problem.options) + 2 * LANES) * (levels + 1) <= MOST_LISTED


def _flat(problem: CoverProblem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every pair of an option and an item in it, as two arrays; and the number of primary items in each."""
    count = len(problem.options)
    option = np.repeat(np.arange(count), np.fromiter(map(len, problem.options), np.int64, count))
    item = np.fromiter(chain.from_iterable(problem.options), np.int64, len(option))
    return option, item, np.bincount(option[item < problem.n_primary], minlength=count)


def compile_tables(problem: CoverProblem) -> SiftTables:
    """The tables of a problem that `fits`."""
    w = words(problem) or 0
    count, primary = len(problem.options), problem.n_primary
    items, groups = primary + problem.n_secondary, len(problem.hi)
    full, need = items + np.arange(groups), items + groups + np.arange(groups)
    group = np.full(count, -1, np.int64)
    group[: len(problem.group)] = problem.group
    lo, hi = np.array(problem.lo, np.int64), np.array(problem.hi, np.int64)
    grouped = np.flatnonzero(group >= 0)
    of_items, item, covers = _flat(problem)
    of_clauses = np.fromiter(chain.from_iterable(problem.clauses), np.int64)
    clause = np.repeat(np.arange(len(problem.clauses)), [len(clause) for clause in problem.clauses])
    bit = np.concatenate((item, full[group[grouped]], need[group[grouped]], items + 2 * groups + clause))
    mask = np.zeros((count, w), np.uint64)
    owner = np.concatenate((of_items, grouped, grouped, of_clauses))
    np.bitwise_or.at(mask, (owner, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))
    usable = np.ones(count, bool)
    usable[grouped] = hi[group[grouped]] > 0
    names = np.flatnonzero(usable)
    masks = np.full((w, -(-len(names) // LANES) * LANES), ALL, np.uint64)
    masks[:, : len(names)] = mask[names].T
    size = np.bincount(item[usable[of_items]], minlength=primary)[:primary]
    clauses = items + 2 * groups + np.arange(len(problem.clauses))
    met = chain(range(primary), need[lo > 0], clauses)
    return SiftTables(
        words=(U0,) * w,
        masks=masks,
        names=names.astype(np.int32),
        options=len(names),
        left=_bits(w, met),
        hard=_bits(w, range(items + groups)),
        exact=_bits(w, range(primary)),
        first=int(size.argmin()),
        group=group.astype(np.int32),
        lo=lo,
        hi=hi,
        full=np.array([_bits(w, [bit]) for bit in full.tolist()], np.uint64).reshape(groups, w),
        need=np.array([_bits(w, [bit]) for bit in need.tolist()], np.uint64).reshape(groups, w),
        volume=np.array([covers[group == g].min(initial=UNLIMITED) for g in range(groups)], np.int64),
        levels=primary // int(covers.min()),
    )


def _bits(words: int, positions: Iterable[int]) -> np.ndarray:
    """uint64[words] with the bits at these positions set."""
    number = sum(1 << int(p) for p in positions)
    return np.array([number >> 64 * j & int(ALL) for j in range(words)], np.uint64)


def _state(t: SiftTables, probes: int = 0) -> SiftState:
    """Nothing searched yet."""
    levels, (w, width) = t.levels + 1, t.masks.shape
    capacity = levels * (width + LANES)
    masks, names = np.empty((w, capacity), np.uint64), np.empty(capacity, np.int32)
    masks[:, :width], names[: t.options] = t.masks, t.names
    length, left = np.zeros(levels, np.int64), np.zeros((levels, w), np.uint64)
    length[0], left[0] = t.options, t.left
    regs = np.zeros(REGS, np.int64)
    regs[LEVEL] = -1
    return SiftState(
        regs=regs,
        masks=masks,
        names=names,
        fits=np.zeros(width // LANES + 1, np.uint8),
        begin=np.zeros(levels, np.int64),
        length=length,
        todo=np.zeros(capacity, np.int32),
        next=np.zeros(levels, np.int64),
        end=np.zeros(levels, np.int64),
        left=left,
        taken=np.zeros((levels + 1, len(t.hi)), np.int64),
        path=np.zeros(levels, np.int32),
        size=np.zeros(64 * w, np.int64),
        weight=np.zeros(levels),
        last_fits=np.zeros((LANES + 1, 2), np.uint64),
        last_left=np.zeros((LANES + 1, w), np.uint64),
        probe=np.zeros((probes, 3)),
    )


class SiftSearch(CubeSearch):
    """One search over the given cubes: batches of solutions, to be resumed at will.

    A row is the cube's options first, then those of the search. A cube whose options clash has no solutions.
    Threads may share tables, not searches; the kernel does not hold the interpreter's lock.
    """

    def __init__(
        self, tables: SiftTables, cubes: Sequence[Decisions] = ((),), rows: int | None = None
    ) -> None:
        self.tables = tables
        self.cubes = cube_rows(cubes)
        self.state = _state(tables)
        self.out = room(max(tables.levels, self.cubes.shape[1]), max(rows or ROWS, MOST_LAST))

    @property
    def done(self) -> bool:
        return bool(self.state.regs[LEVEL] < 0 and self.state.regs[CUBE] == len(self.cubes))

    @property
    def path(self) -> list[int]:
        """The options chosen where the search is."""
        depth = int(self.state.regs[LEVEL])
        return [int(o) for o in self.state.path[: max(0, depth)]]

    def batch(self, budget: int = BUDGET, stop: int = UNLIMITED) -> np.ndarray:
        """Choices at depth `stop` count as solutions."""
        n = run(self.tables, self.state, self.cubes, self.out, budget, stop, U0)
        return self.out[:n]


def works(words: int) -> list[Work]:
    """What a search with masks of so many words compiles."""
    tables = compile_tables(CoverProblem(64 * words, 0, [range(64 * words)]))
    out = np.empty((1, 1), np.int32)
    loop = (tables, _state(tables), cube_rows([()]), out, 1, UNLIMITED, U0)
    return [Work(run, loop)]


def split(tables: SiftTables, cubes: Sequence[Decisions] = ((),), at_least: int = 64) -> list[Decisions]:
    """Disjoint cubes with the same solutions in all: prefixes of equal depth, dead ones left out."""
    longest = max((len(cube) for cube in cubes), default=0)
    rows: list[Decisions] = [tuple(cube) for cube in cubes]
    for depth in range(longest + 1, tables.levels + 1):
        search = SiftSearch(tables, cubes)
        rows = []
        while not search.done:
            look()
            rows += [tuple(int(o) for o in row if o >= 0) for row in search.batch(stop=depth)]
        if len(rows) >= at_least or all(len(row) < depth for row in rows):
            break
    return rows


def _at_once(tables: SiftTables) -> int:
    """Probes of one call of the kernel: no more than a slice takes where every level sifts all options."""
    most = BLOCK * tables.masks.size / LANES * tables.levels
    return max(1, int(min(PROBED, SLICE / max(BLOCK, most))))


def estimate(
    tables: SiftTables, cubes: Sequence[Decisions] = ((),), probes: int = 1000, seed: int = 1
) -> Estimate:
    """Knuth's random probes (1975): about `probes` in all, the same number in every cube."""
    each = max(1, probes // max(1, len(cubes)))
    rows = np.repeat(cube_rows(cubes), each, axis=0)
    state = _state(tables, len(rows))
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    for end, slice_seed in slices(len(rows), chance, _at_once(tables)):
        run(tables, state, rows[:end], np.empty((1, 1), np.int32), 1 << 60, UNLIMITED, slice_seed)
    nodes, solutions, blocks = state.probe.reshape(len(cubes), each, 3).mean(axis=1).T
    seconds = NODE * nodes + BLOCK * len(tables.words) / 2 * blocks
    return Estimate(tuple(nodes.tolist()), tuple(solutions.tolist()), tuple(seconds.tolist()))
