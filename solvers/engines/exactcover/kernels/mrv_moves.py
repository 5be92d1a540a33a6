"""What both representations of an MRV search share: its registers, and the options chosen so far.

The helpers of the search take bare pointers (see words.at) in named tuples, declared as the arrays that they
point to.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.search import OWN
from zenkai_solver.solvers.engines.exactcover.kernels.words import U1
from zenkai_solver.solvers.engines.kernels.jit import inlined

PAD = -(1 << 31)  # after the last literal of a cube
FAIL, SOLVED = -2, -1  # what propagation found, if no set to branch on
TRAIL, PATH, LEVEL, FORCED, LITS, PICK, REGS = range(OWN, OWN + 7)  # registers; REGS: their number


class Moves(Protocol):
    """What Cells and Bits have in common."""

    @property
    def first(self) -> np.ndarray: ...
    @property
    def item(self) -> np.ndarray: ...
    @property
    def need(self) -> np.ndarray: ...
    @property
    def room(self) -> np.ndarray: ...
    @property
    def path(self) -> np.ndarray: ...
    @property
    def regs(self) -> np.ndarray: ...


@inlined
def push(m: Moves, o: np.uint64) -> None:
    """Choose option o: each of its sets needs one less, and has room for one less."""
    m.path[np.uint64(m.regs[PATH])] = o
    m.regs[PATH] += 1
    for k in range(np.uint64(m.first[o]), np.uint64(m.first[o + U1])):
        c = np.uint64(m.item[k])
        m.need[c] -= 1
        m.room[c] -= 1


@inlined
def pop_to(m: Moves, depth: int) -> None:
    """Take back all but the first `depth` options chosen."""
    for d in range(depth, m.regs[PATH]):
        o = np.uint64(m.path[np.uint64(d)])
        for k in range(np.uint64(m.first[o]), np.uint64(m.first[o + U1])):
            c = np.uint64(m.item[k])
            m.need[c] += 1
            m.room[c] += 1
    m.regs[PATH] = depth
