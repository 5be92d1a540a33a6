"""Hash tables with linear probing, for compiled loops. Sizes are powers of two; a table is never full.

An index is an array of slots beside the keys, which are rows of words: a slot holds 1 + the number of a row,
or 0. A table of rows has its keys in place: each row begins with one, and in a free row all words of the key
are 0. A look-up then reads one place of a large memory and not two: with a million states an index took 1.3
to 1.6 times as long. A table of pairs has three arrays: both numbers, of which the first is -1 where a place
is free, and a result.

The low bits of a hash say where to look, so high bits are folded into them: D. E. Knuth, The Art of Computer
Programming, vol. 3, section 6.4; G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number
generators, OOPSLA 2014.
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
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xBF58476D1CE4E5B9)  # the high bytes of the last word have not come to the low bits yet
    return h ^ (h >> np.uint64(32))


@inlined
def hash_three(a: Any, b: Any, c: Any) -> Any:
    h = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15)
    h = ((h ^ (h >> np.uint64(29))) + np.uint64(b)) * np.uint64(0xBF58476D1CE4E5B9)
    h = ((h ^ (h >> np.uint64(32))) + np.uint64(c)) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@inlined
def find_row(keys: Any, slots: Any, key: Any) -> Any:
    """The slot of the key, a row of words, or the free one where its number belongs.

    It hashes the row itself, as `hash_row` does: calling that on a row of a table, counting solutions by
    frontiers took 1.4 to 2 times as long, by the atomic reference counts of the arrays.
    """
    h = np.uint64(0)
    for k in range(len(key)):
        h = (h ^ key[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(32)
    last = np.uint64(len(slots) - 1)
    at = h & last
    while True:
        number = slots[at]
        if number == 0:
            return at
        same = True
        for k in range(len(key)):
            same &= keys[number - 1, k] == key[k]
        if same:
            return at
        at = (at + np.uint64(1)) & last


@inlined
def in_use(table: Any, row: Any, width: Any) -> Any:
    """Has the row of a table of rows a key, of `width` words?"""
    bits = np.uint64(0)
    for k in range(width):
        bits |= table[row, k]
    return bits != np.uint64(0)


@inlined
def find_in_place(table: Any, rows: Any, r: Any, width: Any, h: Any) -> Any:
    """The row of the table with the key of row r of `rows`, which has this hash, or the free row for it."""
    last = np.uint64(len(table) - 1)
    at = h & last
    while True:
        bits, differs = np.uint64(0), np.uint64(0)
        for k in range(width):
            bits |= table[at, k]
            differs |= table[at, k] ^ rows[r, k]
        if bits == np.uint64(0) or differs == np.uint64(0):
            return at
        at = (at + np.uint64(1)) & last


@inlined
def find_pair(first: Any, second: Any, a: Any, b: Any, h: Any) -> Any:
    """The place of the pair (a, b), of this hash, or the free one where it belongs."""
    last = np.uint64(len(first) - 1)
    at = h & last
    while first[at] >= 0 and not (first[at] == a and second[at] == b):
        at = (at + np.uint64(1)) & last
    return at
