"""The state of an MRV search between two calls of its kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_cells import FAIL, PAD, PICK, REGS
from zenkai_solver.solvers.engines.exactcover.kernels.mrv_tables import DEAD, FIXED, Tables
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Decisions


class State(NamedTuple):
    """A search between two calls of the kernel."""

    regs: np.ndarray  # int64
    chance: np.ndarray  # uint64[1]: state of the random generator
    share: np.ndarray  # float64[level + 1]: 1 over the branching factors' product; 0: here
    level: np.ndarray  # int64[level, 4]: option, trail, path and literals when it was chosen
    path: np.ndarray  # uint32: options chosen
    lits: np.ndarray  # int32: decisions
    size: np.ndarray  # int64[set]: options left
    need: np.ndarray  # int64[set]: of which so many must still be chosen
    room: np.ndarray  # int64[set]: and no more than so many can be
    cells: np.ndarray  # uint32[node]: nodes by set, those of options left first
    where: np.ndarray  # uint32[node]: its cell
    trail: np.ndarray  # uint32: options removed
    forced: np.ndarray  # uint32: sets that have just as many options as they need
    probe: np.ndarray  # float64[cube, 2]: nodes and solutions that a probe counts as


def new_state(t: Tables, probes: int = 0, literals: int = 0) -> State:
    """Nothing searched yet; `literals` is the length of the longest cube."""
    options, nodes = len(t.name), len(t.owner)
    cells = np.argsort(t.item, kind="stable").astype(np.uint32)
    where = np.empty_like(cells)
    where[cells] = np.arange(len(cells), dtype=np.uint32)
    regs = np.zeros(REGS, np.int64)
    regs[PICK] = FAIL
    return State(
        regs=regs,
        chance=np.ones(1, np.uint64),
        share=np.ones(t.height + 2),
        level=np.zeros((t.height + 2, 4), np.int64),
        path=np.zeros(t.height + 1, np.uint32),
        lits=np.zeros(options + literals + 1, np.int32),
        size=np.diff(t.begin).astype(np.int64),
        need=t.need.copy(),
        room=t.room.copy(),
        cells=cells,
        where=where,
        trail=np.zeros(options, np.uint32),
        forced=np.zeros(nodes + len(t.need), np.uint32),
        probe=np.zeros((probes, 2)),
    )


def _translate(t: Tables, cube: Decisions) -> list[int] | None:
    """The cube's literals on the options left, or None if it has no solution."""
    lits: list[int] = []
    for lit in dict.fromkeys(cube):
        o = int(t.place[lit if lit >= 0 else ~lit])
        if ~lit in cube or o == (DEAD if lit >= 0 else FIXED):
            return None
        if o >= 0:
            lits.append(o if lit >= 0 else ~o)
    return lits


def cube_rows(t: Tables, cubes: Iterable[Decisions]) -> np.ndarray:
    """The cubes that may have solutions, as rows of literals, PAD after the last."""
    usable = [lits for cube in cubes if t.alive and (lits := _translate(t, cube)) is not None]
    rows = np.full((len(usable), max(map(len, usable), default=0)), PAD, np.int32)
    for row, lits in zip(rows, usable, strict=True):
        row[: len(lits)] = lits
    return rows
