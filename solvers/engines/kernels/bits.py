"""Sets of small numbers as rows of 64-bit words, for compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from zenkai_solver.solvers.engines.kernels.jit import inner

ONE = np.uint64(1)
ZERO = np.uint64(0)


def popcount(word: Any) -> Any:
    """Number of set bits of an unsigned word, as int64. Within kernels one instruction."""
    return np.int64(int(word).bit_count())


def lowest(word: Any) -> Any:
    """The index of the lowest set bit of an unsigned word that is not 0, as int64; as fast."""
    return np.int64((int(word) & -int(word)).bit_length() - 1)


@intrinsic
def _popcount(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, builder.ctpop(args[0]), word, types.int64)

    return types.int64(word), codegen


@intrinsic
def _lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zeros = builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))  # 1: a word of 0 may give anything
        return context.cast(builder, zeros, word, types.int64)

    return types.int64(word), codegen


@overload(popcount, strict=False)  # strict: it would compare annotations too
def _popcount_compiled(word: Any) -> Any:
    return lambda word: _popcount(word)


@overload(lowest, strict=False)
def _lowest_compiled(word: Any) -> Any:
    return lambda word: _lowest(word)


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
