"""The state of a scan search between two calls of its kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES
from zenkai_solver.solvers.engines.exactcover.kernels.search import OWN
from zenkai_solver.solvers.engines.exactcover.kernels.tables import Tables

SP, DEPTH, PREFIX, REGS = range(OWN, OWN + 4)  # registers; REGS: their number


class State(NamedTuple):
    """A search between two calls of a kernel."""

    regs: np.ndarray  # int64
    stack: np.ndarray  # uint64[height, W]
    tag: np.ndarray  # int64[height]: depth << 48 | scan position << 32 | option
    sat: np.ndarray  # uint64[height, C]
    room: np.ndarray  # int64[height, 2]: scan items that lower bounds still need, uncovered scan items
    here_sat: np.ndarray  # uint64[C]
    here_room: np.ndarray  # int64[2]
    pre: np.ndarray  # uint64[n_scan + 1, W]: the window as the cube's options fill it
    path: np.ndarray  # int16 or int32[depth]
    chosen: np.ndarray  # int64[group]
    scratch: np.ndarray  # uint64[items to the horizon, lanes + 1]
    probe: np.ndarray  # float64[cube, 2]: nodes and solutions that a probe counts as


def new_state(t: Tables, probes: int = 0) -> State:
    """Nothing searched yet. At most one list of children waits at each scan position."""
    w, cw = len(t.words), t.clause_mask.shape[1]
    widest = int((t.head & 0xFFFF).max(initial=0)) * LANES
    height = (t.n_scan + 2) * (widest + 1)
    return State(
        regs=np.zeros(REGS, np.int64),
        stack=np.zeros((height, w), np.uint64),
        tag=np.zeros(height, np.int64),
        sat=np.zeros((height, cw), np.uint64),
        room=np.zeros((height if t.bounded else 1, 2), np.int64),
        here_sat=np.zeros(cw, np.uint64),
        here_room=np.zeros(2, np.int64),
        pre=np.zeros((t.n_scan + 1, w), np.uint64),
        path=np.zeros(t.n_scan + 1, np.int16 if len(t.first) < 1 << 15 else np.int32),
        chosen=np.zeros(len(t.hi), np.int64),
        scratch=np.zeros((66, t.lanes + 2), np.uint64),
        probe=np.zeros((probes, 2)),
    )


def cube_rows(cubes: Sequence[Sequence[int]]) -> np.ndarray:
    """The cubes as rows of options, -1 after the last."""
    rows = np.full((len(cubes), max((len(c) for c in cubes), default=0)), -1, np.int32)
    for row, cube in zip(rows, cubes):
        row[: len(cube)] = cube
    return rows
