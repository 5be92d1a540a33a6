"""The functions of `bits` that are one instruction, as Numba compiles them."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from zenkai_solver.solvers.engines.kernels.bits import lowest, popcount


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
