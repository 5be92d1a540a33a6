"""Machine words for the searches of covers: constants, pseudorandom words, pointers, tuples of words.

All index and bit arithmetic in the kernels is unsigned: numba then leaves out the test for negative indices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from zenkai_solver.solvers.kernels.jit import inlined, intrinsic, types

PLANES = 4  # of counters of options: they tell 0..15, and more
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
U0, U1, U2, U3, U4, U7 = (np.uint64(i) for i in (0, 1, 2, 3, 4, 7))
Words = tuple[np.uint64, ...]  # the state of a search: W words


@inlined
def xorshift(chance: np.uint64) -> np.uint64:
    """The next pseudorandom word. Marsaglia, Xorshift RNGs, 2003."""
    chance ^= chance << np.uint64(13)
    chance ^= chance >> U7
    return chance ^ chance << np.uint64(17)


LANES = 8  # options tested by one vector instruction


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
