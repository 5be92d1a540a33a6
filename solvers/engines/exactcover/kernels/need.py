"""Need tables: which persistent items every way to cover the next items must take.

For the pattern of the items up to a horizon, an entry holds a family of at most `lanes` sets of persistent
items such that every way to cover these items, alone, contains one of them. If each set has a taken item,
the node is dead: a hole that no remaining option fills, a hole that only used pieces fill, two holes that
need the same piece, a region of the wrong volume are all one lookup, though the engine
knows neither cells nor pieces.

It is a relaxed decision diagram (Andersen, Hadzic, Hooker and Tiedemann, CP 2007: sets merged to a fixed
width) kept as a pattern database (Culberson and Schaeffer 1998) and filled on demand, so that only patterns
that occur are paid for. Merging two sets to their meet can only weaken the test, so no solution is lost.
Threads may share the tables: an entry is one aligned word, and whoever computes it computes the same.

These functions are not cached, but part of walk.py's loop, which is: see words.py.
"""

from __future__ import annotations

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES, ctz, fit8
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0, U1
from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inner

KNOWN = np.uint64(1 << 63)  # mark of an entry that has been computed


@inner
def _add_minimal(sets: np.ndarray, begin: int, n: int, x: np.uint64) -> int:
    """Add set x to the n minimal sets of a family, which are sets[begin:begin + n]; supersets go."""
    for i in range(begin, begin + n):
        if sets[i] & ~x == U0:
            return n
    m = begin
    for i in range(begin, begin + n):
        if x & ~sets[i] != U0:
            sets[m] = sets[i]
            m += 1
    sets[m] = x
    return m + 1 - begin


@inner
def _add(sets: np.ndarray, begin: int, n: int, x: np.uint64, most: int) -> int:
    """The same, keeping at most `most` sets: the two sets closest to each other become their meet."""
    n = _add_minimal(sets, begin, n, x)
    if n <= most:
        return n
    best, a, b = np.int64(1 << 30), begin, begin + 1
    for i in range(begin, begin + n):
        for j in range(begin, i):
            common = popcount(sets[i] & sets[j])
            loss = max(popcount(sets[i]), popcount(sets[j])) - common
            if common == 0:
                loss += 64
            if loss < best:
                best, a, b = loss, j, i
    meet = sets[a] & sets[b]
    sets[b] = sets[begin + n - 1]
    sets[a] = sets[begin + n - 2]
    n = _add_minimal(sets, begin, n - 2, meet)
    return n


@inner
def fill(
    need: np.ndarray,
    head: np.ndarray,
    block_mask: np.ndarray,
    block_option: np.ndarray,
    shape: tuple[int, int, int, int, np.uint64, int],
    scratch: np.ndarray,
    base: int,
    f: int,
    j: int,
    p: np.uint64,
) -> np.uint64:
    """Compute the need entry of pattern p of the j items from f to the horizon with its entries at base.

    Arrays are bare pointers (words.at); `scratch` has rows of shape[5] words, one per number of items.
    """
    w, key_shift, lane_bits, lanes, once, size = shape
    lane = (U1 << np.uint64(lane_bits)) - U1
    horizon = U1 << np.uint64(j)
    low = horizon - U1
    top = np.uint64(64 - lane_bits)
    always = U1 << np.uint64(lane_bits - 1)
    family = j * size
    n = 0
    h = head[f << key_shift]
    for b in range(h >> 16, (h >> 16) + (h & 0xFFFF)):
        fit = fit8(block_mask, b * w * LANES, p)
        while fit != U0 and not (n == 1 and scratch[family] == U0):
            i = np.int64(ctz(fit))
            fit &= fit - U1
            if block_option[b * LANES + i] < 0:
                break
            x = ((block_mask[b * w * LANES + i] | p) & low) | horizon
            step = ctz(~x)
            x >>= step
            c = KNOWN
            if x != U0:
                c = need[base + np.int64(x >> U1)]
                if c == U0:
                    c = fill(
                        need,
                        head,
                        block_mask,
                        block_option,
                        shape,
                        scratch,
                        base,
                        f + np.int64(step),
                        j - np.int64(step),
                        x ^ (horizon >> step),
                    )
            own = block_mask[(b * w + w - 1) * LANES + i] >> top
            clash = (own & once) | always
            for r in range(lanes):
                s = (c >> np.uint64(r * lane_bits)) & lane
                if s & clash == U0:
                    n = _add(scratch, family, n, s | own, lanes)
    entry = KNOWN
    for r in range(lanes):
        s = scratch[family + r] if r < n else always
        entry |= s << np.uint64(r * lane_bits)
    need[base + np.int64((horizon | p) >> U1)] = entry
    return entry
