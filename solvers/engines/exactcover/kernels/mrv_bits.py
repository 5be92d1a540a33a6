"""MRV search, the options left as bits: the sizes of all sets are counted anew after each move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import ctz
from zenkai_solver.solvers.engines.exactcover.kernels.mrv_moves import FAIL, SOLVED, push
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0, U1, U2, U3, U4, U6, U63
from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inlined

NOTHING = 1 << 62  # more than any key of a set


class Bits(NamedTuple):
    """Bare pointers to arrays (see Tables and State), and their sizes."""

    first: np.ndarray
    item: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    bits: np.ndarray
    used: np.ndarray
    size: np.ndarray
    need: np.ndarray
    room: np.ndarray
    path: np.ndarray
    regs: np.ndarray
    words: np.uint64
    sets: np.uint64
    counted: np.uint64


@inlined
def bits_has(x: Bits, o: np.uint64) -> bool:
    """Is the option left?"""
    return bool(x.bits[o >> U6] >> (o & U63) & U1 != U0)


@inlined
def bits_remove(x: Bits, o: np.uint64) -> None:
    x.bits[o >> U6] &= ~(U1 << (o & U63))


@inlined
def bits_choose(x: Bits, o: np.uint64) -> None:
    """Choose an option, remove those that share an item with it."""
    push(x, o)
    bits_remove(x, o)
    for k in range(np.uint64(x.first[o]), np.uint64(x.first[o + U1])):
        c = np.uint64(x.item[k])
        if x.room[c] == 0:
            row = c * x.words
            for w in range(x.words):
                x.bits[w] &= ~x.rows[row + w]


@inlined
def bits_first(x: Bits, c: np.uint64) -> np.int64:
    """The first option left in a set, as a signed number, or -1."""
    row = c * x.words
    for w in range(x.words):
        here = x.bits[w] & x.rows[row + w]
        if here != U0:
            return np.int64(w) * 64 + np.int64(ctz(here))
    return np.int64(-1)


@inlined
def _count(x: Bits) -> None:
    """size[c] = options left in set c. Only words that are not 0 count; four at a time, for the vectors."""
    bits, used, columns, size, sets = x.bits, x.used, x.columns, x.size, x.sets
    n = U0
    for w in range(x.words):
        used[n] = w
        n += np.uint64(bits[w] != U0)
    for c in range(x.counted):
        size[c] = 0
    i = U0
    while i + U4 <= n:
        v, w, y, z = used[i] * sets, used[i + U1] * sets, used[i + U2] * sets, used[i + U3] * sets
        a, b, d, e = bits[used[i]], bits[used[i + U1]], bits[used[i + U2]], bits[used[i + U3]]
        for c in range(x.counted):
            two = popcount(a & columns[v + c]) + popcount(b & columns[w + c])
            four = two + popcount(d & columns[y + c]) + popcount(e & columns[z + c])
            size[c] += four
        i += U4
    while i < n:
        v, a = used[i] * sets, bits[used[i]]
        for c in range(x.counted):
            size[c] += popcount(a & columns[v + c])
        i += U1


@inlined
def bits_propagate(x: Bits) -> int:
    """Choose what is forced until nothing is; the set to branch on, SOLVED or FAIL."""
    size, need = x.size, x.need
    while True:
        _count(x)
        least = NOTHING
        for c in range(x.counted):  # spare options and number of the set in one word: a vector minimum
            key = (size[c] - need[c]) << 32 | np.int64(c)
            least = min(least, key if need[c] > 0 else NOTHING)
        if least < 0:
            return FAIL
        if least == NOTHING:
            return SOLVED
        if least >> 32 > 0:
            return int(least & 0xFFFF_FFFF)
        for c in range(np.uint64(least), x.counted):
            while need[c] > 0 and size[c] == need[c]:
                o = bits_first(x, c)
                if o < 0:
                    return FAIL
                size[c] -= 1
                bits_choose(x, np.uint64(o))
