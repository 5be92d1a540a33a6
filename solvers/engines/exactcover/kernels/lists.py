"""Option lists: the options of a scan position, one list for each occupancy of the next `key_bits` items."""

from __future__ import annotations

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.words import ALL, LANES, U0, U1
from zenkai_solver.solvers.engines.kernels.bits import copy
from zenkai_solver.solvers.engines.kernels.jit import kernel


@kernel
def option_lists(
    mask: np.ndarray, by_first: np.ndarray, start: np.ndarray, key_bits: int, head: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Option lists for every scan position and occupancy of the key_bits items from there."""
    w = mask.shape[1]
    size, used = 1 << 12, 0
    blocks, options = np.empty(size * w * LANES, np.uint64), np.empty(size * LANES, np.int32)
    most = 0
    for f in range(len(start) - 1):
        most = max(most, start[f + 1] - start[f])
    found = np.empty(most, np.int32)
    for f in range(len(start) - 1):
        for p in range(1 << (key_bits - 1)):
            n = 0
            if p == 0:
                for i in range(start[f], start[f + 1]):
                    found[n] = by_first[i]
                    n += 1
            else:  # filter the list of p without its lowest bit
                low = np.uint64(p & -p) << U1
                h = head[(f << (key_bits - 1)) + (p & (p - 1))]
                for i in range((h >> 16) * LANES, ((h >> 16) + (h & 0xFFFF)) * LANES):
                    o = options[i]
                    if o >= 0 and mask[o, 0] & low == U0:
                        found[n] = o
                        n += 1
            need = (n + LANES - 1) // LANES
            if used + need > size:
                size = 2 * size + need
                more, more_options = np.empty(size * w * LANES, np.uint64), np.empty(size * LANES, np.int32)
                copy(blocks[: used * w * LANES], more)
                copy(options[: used * LANES], more_options)
                blocks, options = more, more_options
            head[(f << (key_bits - 1)) + p] = (used << 16) | need
            for i in range(need * LANES):
                row, lane = used + i // LANES, i % LANES
                options[row * LANES + lane] = found[i] if i < n else -1
                for j in range(w):
                    blocks[(row * w + j) * LANES + lane] = mask[found[i], j] if i < n else ALL
            used += need
    return blocks[: used * w * LANES].copy(), options[: used * LANES].copy()
