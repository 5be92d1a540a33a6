"""MRV search: every solution of an exact cover, the constraint with the fewest options first.

Items, counted groups and at-least-one clauses are all one thing here: a set of options of which at least
`need` and at most `room` are still to be chosen. Choosing an option lowers both in all its sets; a set
without room loses its other options; a set with exactly `need` options left forces them, one with fewer is a
dead end. Only then the search branches: the set with the fewest spare options (any kind of set) gives an
option, which is first chosen, later forbidden. The two branches are disjoint whatever the set, so no solution
is found twice.

Each set has its options in a sparse set of cells: removing an option costs time in proportion to its items,
undoing less, and memory is linear. It is the search for covers of many items, of which a move touches few.

Knuth, TAOCP 4B, 7.2.2.1: exact covers, fewest options first, multiplicities; TAOCP 4C, 7.2.2.3 (draft):
"dancing cells", after C. Solnon, with the sparse sets of Briggs and Torczon (1993). Probes: Knuth,
"Estimating the efficiency of backtrack programs", 1975.

    compile_tables             checks a CoverProblem, takes the forced moves at the root, keeps what is left
    MrvSearch                  batches of solutions, resumable
    split, estimate            disjoint exhaustive cubes; expected nodes, solutions and time

A cube is a sequence of literals: option o is chosen, ~o is forbidden. Tables may be shared by threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_cells import FAIL, LEVEL, PATH, PICK, settle
from zenkai_solver.solvers.engines.exactcover.kernels.mrv_tables import (
    EMPTY,
    MrvState,
    MrvTables,
    cells_of,
    compile_tables,
    cube_rows,
    new_state,
    sample,
    sets_of,
)
from zenkai_solver.solvers.engines.exactcover.kernels.mrv_walk import CUBES, KEEP, PROBE, run
from zenkai_solver.solvers.engines.exactcover.kernels.problem import (
    UNLIMITED,
    Decisions,
    Estimate,
    slices,
)
from zenkai_solver.solvers.engines.exactcover.kernels.search import (
    CUBE,
    FOUND,
    NODES,
    CubeSearch,
    room,
)
from zenkai_solver.solvers.kernels.clock import look
from zenkai_solver.solvers.kernels.jit import Work

__all__ = [
    "UNLIMITED",
    "Estimate",
    "MrvSearch",
    "MrvTables",
    "compile_tables",
    "estimate",
    "split",
    "works",
]

MOST_SPLIT = 512  # nodes of a split for each cube wanted, after which it goes no deeper
BUDGET = 1 << 16  # nodes of a batch
NODE = 200e-9  # seconds of a node, measured on sudokus
AT_ONCE = 16  # probes of one call: one goes down hundreds of levels of large covers
LEAST_SHARES = 1e18  # beyond that `width` is what holds a split back


class MrvSearch(CubeSearch):
    """One search over the given cubes: batches of solutions, to be resumed at will."""

    def __init__(
        self, tables: MrvTables, cubes: Iterable[Decisions] = ((),), rows: int | None = None
    ) -> None:
        self.tables = tables
        self.cubes = cube_rows(tables, cubes)
        self.state = new_state(tables, literals=self.cubes.shape[1])
        self.out = room(tables.width, rows)
        self.length = np.zeros(len(self.out), np.int32)

    @property
    def done(self) -> bool:
        return _ended(self.state, self.cubes)

    @property
    def path(self) -> list[int]:
        """The options chosen where the search is."""
        chosen = self.state.path[: int(self.state.regs[PATH])]
        return [*self.tables.fixed.tolist(), *self.tables.name[chosen].tolist()]

    def batch(self, budget: int = BUDGET) -> np.ndarray:
        """The rows name options of the problem, in the search's order; `length`: how many each row has."""
        n = run(self.tables, self.state, self.cubes, self.out, self.length, budget, KEEP, 0.0)
        return self.out[:n]


def _ended(state: MrvState, cubes: np.ndarray) -> bool:
    regs = state.regs
    return bool(regs[PICK] == FAIL and regs[LEVEL] == 0 and regs[CUBE] == len(cubes))


def works() -> list[Work]:
    """What every search compiles."""
    tables = sample()
    out, length = np.empty((1, 0), np.int32), np.zeros(1, np.int32)
    loop = (tables, new_state(tables), cube_rows(tables, [()]), out, length, 1, KEEP, 0.0)
    return [Work(settle, (cells_of(sets_of(EMPTY)),)), Work(run, loop)]


def split(
    tables: MrvTables, cubes: Sequence[Decisions] = ((),), at_least: int = 64, width: int = 256
) -> list[Decisions]:
    """Disjoint cubes with the same solutions in all; `at_least` so many, unless that takes a long search.

    A cube ends where the product of the branching factors above it has come to a bound, so that they are of
    about the same size; at `width` decisions at the latest. Dead ones are left out.
    """
    rows = cube_rows(tables, cubes)
    bound = max(1.0, float(at_least))
    while True:
        parts, solved, nodes = _split(tables, rows, len(rows) / bound, width + rows.shape[1])
        enough = len(parts) >= at_least or len(parts) == solved
        if enough or nodes > MOST_SPLIT * at_least or bound > LEAST_SHARES:
            return parts
        bound *= 2.0


def _split(tables: MrvTables, rows: np.ndarray, stop: float, width: int) -> tuple[list[Decisions], int, int]:
    """Cubes of at most the share `stop`; how many of them are whole solutions; and the nodes searched."""
    state = new_state(tables, literals=rows.shape[1])
    out, length = np.empty((64, width), np.int32), np.zeros(64, np.int32)
    parts: list[Decisions] = []
    while True:
        look()
        n = run(tables, state, rows, out, length, BUDGET, CUBES, stop)
        for row, size in zip(out[:n], length[:n], strict=True):
            lits = [(int(tables.name[lit]) if lit >= 0 else ~int(tables.name[~lit])) for lit in row[:size]]
            parts.append(tuple(lits))
        if _ended(state, rows):
            return parts, int(state.regs[FOUND]), int(state.regs[NODES])


def estimate(
    tables: MrvTables, cubes: Sequence[Decisions] = ((),), probes: int = 1000, seed: int = 1
) -> Estimate:
    """Knuth's random probes: about `probes` in all, the same number in every cube."""
    each = max(1, probes // max(1, len(cubes)))
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    out, length = np.empty((1, 0), np.int32), np.zeros(1, np.int32)
    nodes: list[float] = []
    solutions: list[float] = []
    for cube in cubes:
        rows = np.repeat(cube_rows(tables, [cube]), each, axis=0)
        state = new_state(tables, len(rows), rows.shape[1])
        state.chance[0] = chance
        for end, _ in slices(each, chance, AT_ONCE):
            run(tables, state, rows[:end], out, length, 1 << 60, PROBE, 0.0)
        chance = state.chance[0]
        sums = state.probe.sum(axis=0) / each
        nodes.append(float(sums[0]))
        solutions.append(float(sums[1]))
    return Estimate(tuple(nodes), tuple(solutions), tuple(NODE * n for n in nodes))
