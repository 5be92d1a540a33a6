"""Sets of small numbers as rows of 64-bit words, for compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.instructions import lowest, popcount, prefetch
from zenkai_solver.solvers.kernels.jit import inlined, inner

__all__ = ["ONE", "ZERO", "copy", "drop", "has", "lowest", "popcount", "prefetch", "put"]

ONE = np.uint64(1)
ZERO = np.uint64(0)


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
