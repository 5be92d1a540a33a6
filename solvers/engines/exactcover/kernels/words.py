"""Machine words for the kernels: constants of 64 bits, and `instructions` that Python has no name for.

All index and bit arithmetic in the kernels is unsigned: numba then leaves out the test for negative indices.
"""

from __future__ import annotations

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined

PLANES = 4  # of counters of options: they tell 0..15, and more
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
U0, U1, U2, U3, U4, U6, U7, U63 = (np.uint64(i) for i in (0, 1, 2, 3, 4, 6, 7, 63))
Words = tuple[np.uint64, ...]  # the state of a search: W words


@inlined
def xorshift(chance: np.uint64) -> np.uint64:
    """The next pseudorandom word. Marsaglia, Xorshift RNGs, 2003."""
    chance ^= chance << np.uint64(13)
    chance ^= chance >> U7
    return chance ^ chance << np.uint64(17)
