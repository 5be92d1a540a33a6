"""Vector code over many options: how many points of a set each covers, and which cover enough.

Plain vector code of LLVM, for whatever instructions the machine has. Arrays are read in whole blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from zenkai_solver.solvers.kernels.jit import cgutils, intrinsic, overload, types

BLOCK = 32  # options that are looked at together
LONG, SHORT, PLACE = ir.IntType(64), ir.IntType(16), ir.IntType(32)
LONGS, SHORTS = ir.VectorType(LONG, BLOCK), ir.VectorType(SHORT, BLOCK)


def gains(
    masks: Any,
    row: Any,
    words: Any,
    room: Any,
    points: Any,
    k: Any,
    start: Any,
    size: Any,
    gain: Any,
    goal: Any,
) -> Any:
    """How many of points[k] are in each of the first `size` masks of masks[row]: written to gain[goal].

    `masks`: uint64[row, words, room], `points`: uint64[k, words], `gain`: int16[goal, room], all `bits.flat`;
    start[row, room] is added. The last block is filled. Returns the greatest gain, 0 at least.
    """
    end = -(-size // BLOCK) * BLOCK
    bits = masks.reshape(-1, words, room)[row, :, :end] & points.reshape(-1, words)[k][:, None]
    counts = np.array([[int(word).bit_count() for word in line] for line in bits], np.int16)
    here = gain.reshape(-1, room)[goal, :end]
    here[:] = start.reshape(-1, room)[row, :end] + counts.sum(axis=0, dtype=np.int16)
    return np.int64(here.max(initial=0))


def enough(gain: Any, room: Any, low_left: Any, low_right: Any, first: Any) -> Any:
    """Bit i of the result: are gain[0, first + i] and gain[1, first + i] no less than these? i < BLOCK."""
    left, right = gain.reshape(-1, room)[:2, first : first + BLOCK]
    return np.uint64(sum(1 << int(i) for i in np.flatnonzero((left >= low_left) & (right >= low_right))))


@intrinsic
def _gains(
    typingctx: Any,
    masks: Any,
    row: Any,
    words: Any,
    room: Any,
    points: Any,
    k: Any,
    start: Any,
    size: Any,
    gain: Any,
    goal: Any,
) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        table, row, words, across, wanted, k, begin, size, written, side = args
        mask_at = builder.mul(builder.mul(row, words), across)
        word_at, start_at, gain_at = (
            builder.mul(*pair) for pair in ((k, words), (row, across), (side, across))
        )
        kind = ir.FunctionType(LONGS, [LONGS])
        count = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctpop.v{BLOCK}i64")
        rest = ir.Constant(LONG, BLOCK - 1)
        blocks = builder.udiv(builder.add(size, rest), ir.Constant(LONG, BLOCK))
        best = cgutils.alloca_once_value(builder, ir.Constant(SHORTS, [0] * BLOCK))
        total = cgutils.alloca_once(builder, SHORTS)
        with cgutils.for_range(builder, blocks) as loop:
            first = builder.mul(loop.index, ir.Constant(LONG, BLOCK))
            builder.store(_load(builder, begin, builder.add(start_at, first), SHORTS), total)
            with cgutils.for_range(builder, words) as inner:
                word = builder.load(builder.gep(wanted, [builder.add(word_at, inner.index)]))
                at = builder.add(builder.add(mask_at, builder.mul(inner.index, across)), first)
                both = builder.and_(_load(builder, table, at, LONGS), _splat(builder, word, LONGS))
                bits = builder.trunc(builder.call(count, [both]), SHORTS)
                builder.store(builder.add(builder.load(total), bits), total)
            value, before = builder.load(total), builder.load(best)
            place = _at(builder, written, builder.add(gain_at, first), SHORTS)
            builder.store(value, place).align = 2
            builder.store(builder.select(builder.icmp_signed(">", value, before), value, before), best)
        return builder.sext(_greatest(builder, builder.load(best)), LONG)

    longs = types.int64, types.int64, types.int64
    return types.int64(masks, *longs, points, types.int64, start, types.int64, gain, types.int64), codegen


@intrinsic
def _enough(typingctx: Any, gain: Any, room: Any, low_left: Any, low_right: Any, first: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data, across, *lows, begin = args
        flags = ir.Constant(ir.VectorType(ir.IntType(1), BLOCK), [1] * BLOCK)
        for place, low in zip((begin, builder.add(begin, across)), lows, strict=True):
            least = _splat(builder, builder.trunc(low, SHORT), SHORTS)
            here = builder.icmp_signed(">=", _load(builder, data, place, SHORTS), least)
            flags = builder.and_(flags, here)
        return builder.zext(builder.bitcast(flags, ir.IntType(BLOCK)), LONG)

    longs = types.int64, types.int64, types.int64, types.int64
    return types.uint64(gain, *longs), codegen


def _at(builder: Any, data: Any, place: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(data, [place]), kind.as_pointer())


def _load(builder: Any, data: Any, place: Any, kind: Any) -> Any:
    loaded = builder.load(_at(builder, data, place, kind))
    loaded.align = kind.element.width // 8
    return loaded


def _splat(builder: Any, word: Any, kind: Any) -> Any:
    """The word in all lanes."""
    undefined = ir.Constant(kind, ir.Undefined)
    lane = builder.insert_element(undefined, word, ir.Constant(PLACE, 0))
    zeros = ir.Constant(ir.VectorType(PLACE, kind.count), [0] * kind.count)
    return builder.shuffle_vector(lane, undefined, zeros)


def _greatest(builder: Any, vector: Any) -> Any:
    """The greatest of the lanes."""
    lanes = vector.type.count
    while lanes > 1:
        lanes //= 2
        low, high = (
            builder.shuffle_vector(
                vector,
                ir.Constant(vector.type, ir.Undefined),
                ir.Constant(ir.VectorType(PLACE, lanes), list(range(first, first + lanes))),
            )
            for first in (0, lanes)
        )
        vector = builder.select(builder.icmp_signed(">", low, high), low, high)
    return builder.extract_element(vector, ir.Constant(PLACE, 0))


@overload(gains, strict=False)
def _gains_compiled(
    masks: Any,
    row: Any,
    words: Any,
    room: Any,
    points: Any,
    k: Any,
    start: Any,
    size: Any,
    gain: Any,
    goal: Any,
) -> Any:
    return lambda masks, row, words, room, points, k, start, size, gain, goal: _gains(
        masks, row, words, room, points, k, start, size, gain, goal
    )


@overload(enough, strict=False)
def _enough_compiled(gain: Any, room: Any, low_left: Any, low_right: Any, first: Any) -> Any:
    return lambda gain, room, low_left, low_right, first: _enough(gain, room, low_left, low_right, first)
