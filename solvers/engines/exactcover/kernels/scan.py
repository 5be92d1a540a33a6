"""Scan search: every solution of an exact cover, its items covered in one fixed order.

The first uncovered item of a static order is covered next, always: no counters, no linked lists, no choice
of item, so a node costs some tens of nanoseconds, and for packings, where the first empty cell in reading
order is nearly always the tightest anyway, that beats the small trees of dancing links (Scott 1958;
Fletcher, "A program to solve the pentomino problem by the recursive use of macros", CACM 8, 1965; de Bruijn
1971; Knuth, TAOCP 4B, 7.2.2.1). The trade-off: where items far apart constrain each other (sudoku) the
order is blind, and a search that takes the item with the fewest options is the one to take. Random probes
tell which.

    problem    items, options, counted groups, clauses; the bits of a state
    tables     all that the kernel reads, with lists (options by occupancy) and need (what holes demand)
    state, walk    the kernel
    orders, choice    scan orders from the links between items; what to search, by probes

*Window.* All scan items before the first uncovered one are covered, and none after the longest option's
reach is, so a state holds only the occupancy of a window that moves with the scan, in its low bits, and the
persistent items (primary items not scanned, secondary items, full groups) in its high bits: one 64-bit word
for pentominoes on 8x8. Wider problems take W words from the same source. Options chosen before the scan (a
cube) may lie anywhere: their items enter the window as it comes to them.

*Pruning.* An option list is tested against the state eight options at a time, and a child is dropped at once
if the items before the horizon cannot be covered without a taken item. Lower bounds (primary items outside
the order, clauses, counted groups) are tested by deadlines: the scan position after which no option can serve
them any more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.choice import (
    ScanChoice,
    choose,
    estimate,
    probed,
    small_tables,
)
from zenkai_solver.solvers.engines.exactcover.kernels.lists import option_lists
from zenkai_solver.solvers.engines.exactcover.kernels.orders import derive_orders, given_order
from zenkai_solver.solvers.engines.exactcover.kernels.problem import (
    UNLIMITED,
    Estimate,
    Problem,
    TooWide,
    fits,
    words,
)
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, Search
from zenkai_solver.solvers.engines.exactcover.kernels.state import SP, cube_rows, new_state
from zenkai_solver.solvers.engines.exactcover.kernels.tables import (
    USUAL,
    Tables,
    compile_tables,
    reach,
    sample,
)
from zenkai_solver.solvers.engines.exactcover.kernels.walk import run
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0
from zenkai_solver.solvers.engines.kernels.clock import look
from zenkai_solver.solvers.engines.kernels.jit import Work

__all__ = [
    "UNLIMITED",
    "USUAL",
    "Estimate",
    "Problem",
    "ScanChoice",
    "ScanSearch",
    "Tables",
    "TooWide",
    "choose",
    "compile_tables",
    "derive_orders",
    "estimate",
    "fits",
    "given_order",
    "probed",
    "reach",
    "small_tables",
    "split",
    "words",
    "works",
]

BUDGET = 1 << 20  # nodes of a batch: some 50 ms


class ScanSearch(Search):
    """One search over the given cubes: batches of solutions, to be resumed at will.

    A row is the cube's options first, then the scan's in their order. A cube whose options clash has no
    solutions. Threads may share tables, not searches; the kernel does not hold the interpreter's lock.
    """

    def __init__(self, tables: Tables, cubes: Sequence[Sequence[int]] = ((),), rows: int = 1024) -> None:
        self.tables = tables
        self.cubes = cube_rows(cubes)
        self.state = new_state(tables)
        longest = tables.n_scan // max(1, int(tables.covers.min(initial=tables.n_scan)))
        self.out = np.empty((rows, max(longest, self.cubes.shape[1])), self.state.path.dtype)

    @property
    def done(self) -> bool:
        return bool(self.state.regs[SP] == 0 and self.state.regs[CUBE] == len(self.cubes))

    @property
    def path(self) -> list[int]:
        """The options chosen at the node that comes next."""
        if not (sp := int(self.state.regs[SP])):
            return []
        tag = int(self.state.tag[sp - 1])
        depth = tag >> 48
        return [*self.state.path[: max(0, depth - 1)].tolist(), *([tag & 0x7FFF_FFFF] if depth else [])]

    def batch(self, budget: int = BUDGET, stop: int = UNLIMITED, keep: bool = True) -> np.ndarray:
        """Nodes at depth `stop` count as solutions."""
        n = run(self.tables, self.state, self.cubes, self.out, budget, stop, keep, U0)
        return self.out[:n]


def works(words: int, bounded: bool, options: int = 1) -> list[Work]:
    """What a search of such a problem compiles; bounded: it has clauses or counted groups."""
    tables = sample(words, bounded, options)
    state, longs = new_state(tables), np.zeros(1, np.int64)
    numbers = tables.block_option
    lists = (tables.mask, numbers, longs, 1, longs, numbers, tables.block_mask, numbers, longs)
    out = np.empty((1, 0), state.path.dtype)
    loop = (tables, state, cube_rows([()]), out, 1, UNLIMITED, True, U0)
    return [Work(option_lists, lists), Work(run, loop)]


def split(
    tables: Tables, cubes: Sequence[Sequence[int]] = ((),), at_least: int = 64
) -> list[tuple[int, ...]]:
    """Disjoint cubes with the same solutions in all: prefixes of equal depth, dead ones left out."""
    longest = max((len(c) for c in cubes), default=0)
    rows: list[tuple[int, ...]] = []
    for depth in range(longest, longest + tables.n_scan + 1):
        search = ScanSearch(tables, cubes)
        rows = []
        while not search.done:
            look()
            rows += [tuple(int(o) for o in row if o >= 0) for row in search.batch(stop=depth)]
        if len(rows) >= at_least or all(len(row) < depth for row in rows):
            break
    return rows
