"""Lanes: sixteen unsigned 32-bit words as one Numba value, compiled to vector instructions.

What: a Numba type `lanes` with the operators & | ^ ~ - << >> and a few functions (load, store, blocks, ...).
Why: LLVM's loop vectoriser may or may not find the vector form of a loop over nine digits, and a change of
compiler can lose it again. A vector type states it: each operator below is one LLVM instruction on
<16 x i32>, which LLVM lowers to what the machine has (AVX-512: one register; AVX2: two; SSE, NEON: four).
Trade-off: values of this type live only inside compiled functions; there is no pure Python fallback.
Source: the LLVM language reference, "Vector Type", "Bitwise Binary Operations" and "shufflevector".
"""

import operator
from typing import Any, ClassVar

from llvmlite import ir

from zenkai_solver.solvers.kernels.jit import declaration, intrinsic, types

WIDTH = 16
BLOCKS = 4  # 128-bit blocks of four lanes: moving whole blocks is cheap on every vector unit
WORD = ir.IntType(32)
VECTOR = ir.VectorType(WORD, WIDTH)
ANY = ir.Constant(VECTOR, ir.Undefined)


lanes: Any = None  # Numba's type of these values, once it is declared


def constant(words: Any) -> Any:
    return ir.Constant(VECTOR, list(words))


def spread(builder: Any, integer: Any) -> Any:
    """The vector with (the low 32 bits of) an integer in every lane."""
    word = builder.trunc(integer, WORD) if integer.type.width > WORD.width else integer
    single = builder.insert_element(ANY, word, ir.Constant(WORD, 0))
    return builder.shuffle_vector(single, ANY, constant([0] * WIDTH))


# Operators, lane by lane. The right-hand side may be an integer: the same word, or distance, for every lane.


OPERATORS = {
    operator.and_: ir.IRBuilder.and_,
    operator.or_: ir.IRBuilder.or_,
    operator.xor: ir.IRBuilder.xor,
    operator.sub: ir.IRBuilder.sub,
    operator.lshift: ir.IRBuilder.shl,
    operator.rshift: ir.IRBuilder.lshr,
}


@declaration
def declare() -> None:
    """The type and its operators."""
    from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
    from numba.extending import lower_builtin, models, register_model

    global lanes

    class LanesType(types.Type):
        def __init__(self) -> None:
            super().__init__(name="lanes")

    @register_model(LanesType)
    class LanesModel(models.PrimitiveModel):
        def __init__(self, manager: Any, frontend_type: Any) -> None:
            super().__init__(manager, frontend_type, VECTOR)

    lanes = LanesType()

    def define(op: Any, build: Any) -> None:
        @infer_global(op)
        class Typing(ConcreteTemplate):
            cases: ClassVar = [signature(lanes, lanes, lanes), signature(lanes, lanes, types.int64)]

        @lower_builtin(op, LanesType, LanesType)
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return build(builder, *args)

        @lower_builtin(op, LanesType, types.Integer)
        def lower_integer(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return build(builder, args[0], spread(builder, args[1]))

    for op, build in OPERATORS.items():
        define(op, build)

    @infer_global(operator.invert)
    class InvertTyping(ConcreteTemplate):
        cases: ClassVar = [signature(lanes, lanes)]

    @lower_builtin(operator.invert, LanesType)
    def lower_invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.not_(args[0])


# Constants and comparisons.


@intrinsic
def empty(typing_context: Any) -> Any:
    """0 in every lane."""
    return lanes(), lambda context, builder, sig, args: constant([0] * WIDTH)


@intrinsic(prefer_literal=True)
def first_lanes(typing_context: Any, count: Any) -> Any:
    """All bits set in lanes 0 .. count - 1 (a literal), none in the others."""
    words = [0xFFFFFFFF * (lane < count.literal_value) for lane in range(WIDTH)]
    return lanes(count), lambda context, builder, sig, args: constant(words)


@intrinsic
def only_lane(typing_context: Any, index: Any) -> Any:
    """All bits set in the lane of that index, none elsewhere; nowhere if there is no such lane."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        hit = builder.icmp_unsigned("==", spread(builder, args[0]), constant(range(WIDTH)))
        return builder.sext(hit, VECTOR)

    return lanes(types.int64), codegen


@intrinsic
def nonzero(typing_context: Any, x: Any) -> Any:
    """uint32 with bit i set where lane i is not zero."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.icmp_unsigned("!=", args[0], constant([0] * WIDTH))
        return builder.zext(builder.bitcast(bits, ir.IntType(WIDTH)), WORD)

    return types.uint32(lanes), codegen


# Moving lanes.


@intrinsic(prefer_literal=True)
def exchanged(typing_context: Any, x: Any, distance: Any) -> Any:
    """Lane i of the result is lane i ^ distance of x; distance is a literal 8, 4, 2 or 1."""
    order = constant(lane ^ distance.literal_value for lane in range(WIDTH))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], ANY, order)

    return lanes(lanes, distance), codegen


@intrinsic(prefer_literal=True)
def blocks(typing_context: Any, x: Any, y: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    """The blocks x[i], x[j], y[k], y[m], in this order; i, j, k, m are literals."""
    chosen = [i.literal_value, j.literal_value, BLOCKS + k.literal_value, BLOCKS + m.literal_value]
    order = constant(BLOCKS * block + lane for block in chosen for lane in range(BLOCKS))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], args[1], order)

    return lanes(lanes, lanes, i, j, k, m), codegen


# Memory. Arrays are one-dimensional, contiguous, uint32; the caller keeps index + 16 within the array.


def pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), VECTOR.as_pointer())


@intrinsic
def load(typing_context: Any, array: Any, index: Any) -> Any:
    """The 16 words at array[index:]."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(pointer(context, builder, sig.args[0], *args), align=4)

    return lanes(array, types.int64), codegen


@intrinsic
def store(typing_context: Any, array: Any, index: Any, x: Any) -> Any:
    """Write x to the 16 words at array[index:]."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], pointer(context, builder, sig.args[0], args[0], args[1]), align=4)
        return context.get_dummy_value()

    return types.void(array, types.int64, lanes), codegen
