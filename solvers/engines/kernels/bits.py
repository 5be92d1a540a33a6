"""Sets of small numbers as rows of 64-bit words, for compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.kernels.jit import inner

ONE = np.uint64(1)
ZERO = np.uint64(0)


@inner(inline="always")
def popcount(x: Any) -> Any:
    """Number of set bits of a uint64, as int64."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@inner(inline="always")
def has(row: Any, i: Any) -> Any:
    return (row[i >> 6] >> np.uint64(i & 63)) & ONE != ZERO


@inner(inline="always")
def put(row: Any, i: Any) -> None:
    row[i >> 6] |= ONE << np.uint64(i & 63)


@inner(inline="always")
def drop(row: Any, i: Any) -> None:
    row[i >> 6] &= ~(ONE << np.uint64(i & 63))


@inner
def copy(source: Any, target: Any) -> None:
    """target = source, for rows of equal length. A slice assignment also compiles the words of its error."""
    for i in range(len(source)):
        target[i] = source[i]


@inner(inline="always")
def lowest(word: Any) -> Any:
    """The index of the lowest set bit of a uint64 that has one."""
    return popcount((word & (~word + ONE)) - ONE)
