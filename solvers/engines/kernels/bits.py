"""Sets of small numbers as rows of 64-bit words, for compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, later

later("zenkai_solver.solvers.engines.kernels.instructions")  # popcount and lowest as one instruction each

ONE = np.uint64(1)
ZERO = np.uint64(0)


def popcount(word: Any) -> Any:
    """Number of set bits of an unsigned word, as int64. Within kernels one instruction."""
    return np.int64(int(word).bit_count())


def lowest(word: Any) -> Any:
    """The index of the lowest set bit of an unsigned word that is not 0, as int64; as fast."""
    return np.int64((int(word) & -int(word)).bit_length() - 1)


def prefetch(rows: Any, at: Any) -> None:
    """Say that the row will be read soon. Within kernels one instruction, which waits for nothing."""


@inlined
def has(row: Any, i: Any) -> Any:
    return (row[i >> 6] >> np.uint64(i & 63)) & ONE != ZERO


@inlined
def put(row: Any, i: Any) -> None:
    row[i >> 6] |= ONE << np.uint64(i & 63)


@inlined
def drop(row: Any, i: Any) -> None:
    row[i >> 6] &= ~(ONE << np.uint64(i & 63))


@inner
def copy(source: Any, target: Any) -> None:
    """target = source, for rows of equal length. A slice assignment also compiles the words of its error."""
    for i in range(len(source)):
        target[i] = source[i]
