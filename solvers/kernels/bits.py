"""For compiled loops: bits of 64-bit words, one instruction each; sets of small numbers as rows of words."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from zenkai_solver.solvers.kernels.jit import inlined, inner, intrinsic, overload, types

ONE = np.uint64(1)
ZERO = np.uint64(0)
READ, NEAR, DATA = 0, 3, 1  # of `llvm.prefetch`: to be read, kept in all caches, no code


def popcount(word: Any) -> Any:
    """Number of set bits of an unsigned word, as int64. Within kernels one instruction."""
    return np.int64(int(word).bit_count())


def lowest(word: Any) -> Any:
    """The index of the lowest set bit of an unsigned word that is not 0, as int64. One instruction, too."""
    return np.int64((int(word) & -int(word)).bit_length() - 1)


def prefetch(rows: Any, at: Any) -> None:
    """Have the row brought into the cache. Within kernels one instruction, which waits for nothing."""


def flat(array: Any) -> Any:
    """The elements, row after row. In kernels a bare pointer: to count references to an array, for each part
    of it that is passed on, can take half of the time. Whoever calls the kernel keeps the array.
    """
    return array.reshape(-1)


@intrinsic
def _flat(typingctx: Any, array: Any) -> Any:
    if array.layout != "C":
        raise TypeError("an array with gaps between its elements")

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


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


@intrinsic
def _prefetch(typingctx: Any, rows: Any, at: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array = context.make_array(sig.args[0])(context, builder, args[0])
        stride = builder.extract_value(array.strides, 0)
        begin = builder.ptrtoint(array.data, stride.type)
        row = builder.mul(context.cast(builder, args[1], at, types.intp), stride)
        byte = ir.IntType(8).as_pointer()
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        hints = [ir.Constant(word, hint) for hint in (READ, NEAR, DATA)]
        builder.call(fetch, [builder.inttoptr(builder.add(begin, row), byte), *hints])
        return context.get_dummy_value()

    return types.void(rows, at), codegen


@overload(prefetch, strict=False)
def _prefetch_compiled(rows: Any, at: Any) -> Any:
    return lambda rows, at: _prefetch(rows, at)


@overload(flat, strict=False)
def _flat_compiled(array: Any) -> Any:
    return lambda array: _flat(array)


@overload(popcount, strict=False)  # strict: it would compare annotations too
def _popcount_compiled(word: Any) -> Any:
    return lambda word: _popcount(word)


@overload(lowest, strict=False)
def _lowest_compiled(word: Any) -> Any:
    return lambda word: _lowest(word)


def full(n: int) -> Any:
    """The row of all numbers below n."""
    row = np.full(-(-n // 64), ~ZERO)
    if n % 64:
        row[-1] >>= np.uint64(64 - n % 64)
    return row


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
