"""Hash tables with linear probing, for compiled loops. Sizes are powers of two; a table is never full.

An index is an array of slots beside the keys, which are rows of words: a slot holds 1 + the number of a row,
or 0. A table of pairs has three arrays: both numbers, of which the first is -1 where a place is free, and a
result. Where a place is found by the low bits of a product, high bits are folded in: D. E. Knuth, The Art of
Computer Programming, vol. 3, section 6.4; G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom
number generators, OOPSLA 2014, for the mixing of three numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined


@inlined
def hash_row(rows: Any, r: Any, width: Any) -> Any:
    """Of the first `width` words of a row."""
    h = np.uint64(0)
    for k in range(width):
        h = (h ^ rows[r, k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    return h


@inlined
def hash_three(a: Any, b: Any, c: Any) -> Any:
    h = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15)
    h = ((h ^ (h >> np.uint64(29))) + np.uint64(b)) * np.uint64(0xBF58476D1CE4E5B9)
    h = ((h ^ (h >> np.uint64(32))) + np.uint64(c)) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@inlined
def find_row(keys: Any, slots: Any, rows: Any, r: Any) -> Any:
    """The slot of the key that equals row r of `rows`, or the free one where its number belongs."""
    width = rows.shape[1]
    last = np.uint64(len(slots) - 1)
    at = hash_row(rows, r, width) & last
    while slots[at] != 0:
        differs = np.uint64(0)
        for k in range(width):
            differs |= keys[slots[at] - 1, k] ^ rows[r, k]
        if differs == np.uint64(0):
            break
        at = (at + np.uint64(1)) & last
    return at


@inlined
def find_pair(one: Any, two: Any, a: Any, b: Any, h: Any) -> Any:
    """The place of the pair (a, b), of this hash, or the free one where it belongs."""
    last = np.uint64(len(one) - 1)
    at = h & last
    while one[at] >= 0 and not (one[at] == a and two[at] == b):
        at = (at + np.uint64(1)) & last
    return at
