"""Option lists: the options of a scan position, one list for each occupancy of the next `key_bits` items."""

from __future__ import annotations

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES
from zenkai_solver.solvers.engines.exactcover.kernels.words import ALL, U0, U1
from zenkai_solver.solvers.engines.kernels.jit import kernel


@kernel
def option_lists(
    mask: np.ndarray,
    by_first: np.ndarray,
    start: np.ndarray,
    key_bits: int,
    head: np.ndarray,
    found: np.ndarray,
    blocks: np.ndarray,
    options: np.ndarray,
    at: np.ndarray,
) -> bool:
    """Lists from number at[0] on, into blocks from at[1] on; False, with `at` moved, when these are full.

    `found` has room for the options of a scan position.
    """
    w, shift = mask.shape[1], key_bits - 1
    size, used = len(options) // LANES, at[1]
    for k in range(at[0], (len(start) - 1) << shift):
        f, p = k >> shift, k & ((1 << shift) - 1)
        n = 0
        if p == 0:
            for i in range(start[f], start[f + 1]):
                found[n] = by_first[i]
                n += 1
        else:  # filter the list of p without its lowest bit
            low = np.uint64(p & -p) << U1
            h = head[(f << shift) + (p & (p - 1))]
            for i in range((h >> 16) * LANES, ((h >> 16) + (h & 0xFFFF)) * LANES):
                o = options[i]
                if o >= 0 and mask[o, 0] & low == U0:
                    found[n] = o
                    n += 1
        need = (n + LANES - 1) // LANES
        if used + need > size:
            at[0], at[1] = k, used
            return False
        head[k] = (used << 16) | need
        for i in range(need * LANES):
            row, lane = used + i // LANES, i % LANES
            options[row * LANES + lane] = found[i] if i < n else -1
            for j in range(w):
                blocks[(row * w + j) * LANES + lane] = mask[found[i], j] if i < n else ALL
        used += need
    at[1] = used
    return True
