"""Instructions for words, as Numba compiles them; kernels use them by `words`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 8  # options tested by one vector instruction


@intrinsic
def ctz(typingctx: Any, x: Any) -> Any:
    """Number of trailing zeros (64 for 0)."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@intrinsic
def at(typingctx: Any, array: Any) -> Any:
    """A bare pointer to the array's elements, row after row.

    An array passed to a function costs two atomic reference counts and seven words, a pointer one word; with
    arrays the MRV search spent two thirds of its time there. The caller keeps the arrays alive.
    """
    if array.layout != "C":
        raise TypeError("an array with gaps between its elements")

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def put(typingctx: Any, words: Any, i: Any, word: Any) -> Any:
    """The tuple `words` with word i replaced; folds to registers when i is known after unrolling."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = args[0]
        for k in range(len(sig.args[0])):
            here = builder.icmp_unsigned("==", args[1], ir.Constant(args[1].type, k))
            value = builder.select(here, args[2], builder.extract_value(args[0], k))
            result = builder.insert_value(result, value, k)
        return result

    return words(words, types.intp, types.uint64), codegen
