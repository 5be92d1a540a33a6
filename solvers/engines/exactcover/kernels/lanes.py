"""Vector code for lists of options as masks of their items: which options share no item with a chosen one,
how many options of a list cover each item, and which of them cover a given item.

A list is a part of a table uint64[words, capacity]: word j of option i at [j, i], eight options to a vector,
the last vector filled with options of all items, which share one with any other. Plain vector code of LLVM,
for whatever instructions the machine has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features

from zenkai_solver.solvers.engines.exactcover.kernels.words import LANES, PLANES
from zenkai_solver.solvers.kernels.jit import cgutils, intrinsic, types

LONG, SHORT, BYTE = ir.IntType(64), ir.IntType(32), ir.IntType(LANES)
LONGS, SHORTS = ir.VectorType(LONG, LANES), ir.VectorType(SHORT, LANES)
FLAGS = ir.VectorType(ir.IntType(1), LANES)
ZEROS = ir.Constant(LONGS, [0] * LANES)
COMPRESSES = bool(get_host_cpu_features().get("avx512f"))  # has the processor an instruction for `_compress`?


@intrinsic
def sieve(typingctx: Any, masks: Any, capacity: Any, fits: Any, start: Any, blocks: Any, chosen: Any) -> Any:
    """Write to byte b of `fits` which options of block b share no bit with `chosen`.

    Returns the union of the masks of these options. `masks` and `fits` are bare pointers (`words.at`).
    """
    width = len(chosen)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data, capacity, fits, start, blocks, chosen = args
        chosen_words = [_splat(builder, builder.extract_value(chosen, j)) for j in range(width)]
        rows = [_place(builder, data, capacity, j, start) for j in range(width)]
        sums = [cgutils.alloca_once_value(builder, ZEROS) for _ in chosen_words]
        with cgutils.for_range(builder, blocks) as loop:
            at = builder.mul(loop.index, ir.Constant(LONG, LANES))
            options = [_load(builder, builder.gep(row, [at]), LONGS) for row in rows]
            hit = ZEROS
            for option, word in zip(options, chosen_words, strict=True):
                hit = builder.or_(hit, builder.and_(option, word))
            free = builder.icmp_unsigned("==", hit, ZEROS)
            builder.store(builder.bitcast(free, BYTE), builder.gep(fits, [loop.index]))
            for option, items in zip(options, sums, strict=True):
                more = builder.select(free, option, ZEROS)
                builder.store(builder.or_(builder.load(items), more), items)
        words = [_total(builder, [builder.load(items)])[0] for items in sums]
        return context.make_tuple(builder, sig.return_type, words)

    return chosen(masks, types.int64, fits, types.int64, types.int64, chosen), codegen


@intrinsic
def squeeze(
    typingctx: Any,
    masks: Any,
    capacity: Any,
    names: Any,
    fits: Any,
    start: Any,
    blocks: Any,
    goal: Any,
    words: Any,
) -> Any:
    """Copy the options that `fits` marks, and their names, to `goal`, and count the options of each item.

    Returns PLANES + 2 times W words, W being the length of `words`, of which nothing else is used: words
    k W .. (k + 1) W - 1 have bit k of each item's number of options; the next W words say of which items
    there are 2^PLANES or more; and the first of the last W is the end of the new list. `goal` lies beyond the
    old list.
    """
    width = len(words)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data, capacity, names, fits, start, blocks, goal, _ = args
        end = cgutils.alloca_once_value(builder, goal)
        sums = [[cgutils.alloca_once_value(builder, ZEROS) for _ in range(PLANES + 1)] for _ in range(width)]
        with cgutils.for_range(builder, blocks) as loop:
            source = builder.add(start, builder.mul(loop.index, ir.Constant(LONG, LANES)))
            byte = builder.load(builder.gep(fits, [loop.index]))
            kept, target = builder.bitcast(byte, FLAGS), builder.load(end)
            sources = [_place(builder, data, capacity, j, source) for j in range(width)]
            goals = [_place(builder, data, capacity, j, target) for j in range(width)]
            options = [_load(builder, at, LONGS) for at in sources]
            name = _load(builder, builder.gep(names, [source]), SHORTS)
            _compress(builder, [*options, name], [*goals, builder.gep(names, [target])], kept)
            for planes, option in zip(sums, options, strict=True):
                _count(builder, planes, builder.select(kept, option, ZEROS))
            builder.store(builder.add(target, builder.zext(builder.ctpop(byte), LONG)), end)
        words = [_total(builder, [builder.load(plane) for plane in planes]) for planes in sums]
        planes_first = [words[j][k] for k in range(PLANES + 1) for j in range(width)]
        rest = [builder.load(end)] + [ir.Constant(LONG, 0)] * (width - 1)
        return context.make_tuple(builder, sig.return_type, [*planes_first, *rest])

    counts = types.UniTuple(types.uint64, (PLANES + 2) * width)
    longs = (types.int64, types.int64, types.int64)
    return counts(masks, types.int64, names, fits, *longs, words), codegen


@intrinsic
def numbers_with_bit(
    typingctx: Any, masks: Any, start: Any, blocks: Any, bit: Any, todo: Any, goal: Any, first: Any
) -> Any:
    """Write to `todo`, from `goal` on, the numbers of the options of the blocks that have the bit.

    Returns the end of what is written. The options are numbered from `first` on; the word of the first one is
    masks[start]. `masks` and `todo` are bare pointers.
    """

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data, start, blocks, bit, todo, goal, first = args
        end, bits = cgutils.alloca_once_value(builder, goal), _splat(builder, bit)
        steps = ir.Constant(SHORTS, list(range(LANES)))
        with cgutils.for_range(builder, blocks) as loop:
            at = builder.mul(loop.index, ir.Constant(LONG, LANES))
            option = _load(builder, builder.gep(data, [builder.add(start, at)]), LONGS)
            kept = builder.icmp_unsigned("!=", builder.and_(option, bits), ZEROS)
            number = builder.trunc(builder.add(first, at), SHORT)
            target = builder.load(end)
            numbers = builder.add(_splat(builder, number), steps)
            _compress(builder, [numbers], [builder.gep(todo, [target])], kept)
            some = builder.zext(builder.ctpop(builder.bitcast(kept, BYTE)), LONG)
            builder.store(builder.add(target, some), end)
        return builder.load(end)

    longs = types.int64, types.int64
    return types.int64(masks, *longs, types.uint64, todo, *longs), codegen


@intrinsic
def meeting(typingctx: Any, masks: Any, capacity: Any, start: Any, bits: Any) -> Any:
    """Which options of the block at `start` have one of the bits: bit k of the result is that of option k.

    `masks` is a bare pointer.
    """
    width = len(bits)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data, capacity, start, bits = args
        hit = ZEROS
        for j in range(width):
            block = _load(builder, _place(builder, data, capacity, j, start), LONGS)
            hit = builder.or_(hit, builder.and_(block, _splat(builder, builder.extract_value(bits, j))))
        return builder.zext(builder.bitcast(builder.icmp_unsigned("!=", hit, ZEROS), BYTE), LONG)

    return types.uint64(masks, types.int64, types.int64, bits), codegen


def _place(builder: Any, data: Any, capacity: Any, row: int, column: Any) -> Any:
    return builder.gep(data, [builder.add(builder.mul(capacity, ir.Constant(LONG, row)), column)])


def _splat(builder: Any, word: Any) -> Any:
    """The word in all lanes."""
    undefined = ir.Constant(ir.VectorType(word.type, LANES), ir.Undefined)
    lane = builder.insert_element(undefined, word, ir.Constant(SHORT, 0))
    return builder.shuffle_vector(lane, undefined, ir.Constant(SHORTS, [0] * LANES))


def _load(builder: Any, at: Any, kind: Any) -> Any:
    loaded = builder.load(builder.bitcast(at, kind.as_pointer()))
    loaded.align = kind.element.width // 8
    return loaded


def _compress(builder: Any, vectors: Sequence[Any], goals: Sequence[Any], kept: Any) -> None:
    """Store the lanes of each vector that are kept side by side, from its goal on; what is behind them is
    overwritten.

    Without an instruction for it LLVM writes the lanes to the stack and loads them again as a vector, which
    waits for the writes: a search takes twice as long as with the lanes written where they belong.
    """
    if COMPRESSES:
        for vector, at in zip(vectors, goals, strict=True):
            kind = vector.type
            fn = ir.FunctionType(kind, [kind, FLAGS, kind])
            name = f"llvm.experimental.vector.compress.v{LANES}i{kind.element.width}"
            compress = cgutils.get_or_insert_function(builder.module, fn, name)
            packed = builder.call(compress, [vector, kept, ir.Constant(kind, ir.Undefined)])
            stored = builder.store(packed, builder.bitcast(at, kind.as_pointer()))
            stored.align = kind.element.width // 8
        return
    before, byte = ir.Constant(LONG, 0), builder.zext(builder.bitcast(kept, BYTE), LONG)
    for lane in range(LANES):
        for vector, at in zip(vectors, goals, strict=True):
            element = builder.extract_element(vector, ir.Constant(SHORT, lane))
            builder.store(element, builder.gep(at, [before]))
        bit = builder.and_(builder.lshr(byte, ir.Constant(LONG, lane)), ir.Constant(LONG, 1))
        before = builder.add(before, bit)


def _count(builder: Any, planes: Sequence[Any], bits: Any) -> None:
    """Add one bit to each counter."""
    for plane in planes[:-1]:
        before = builder.load(plane)
        builder.store(builder.xor(before, bits), plane)
        bits = builder.and_(before, bits)
    builder.store(builder.or_(builder.load(planes[-1]), bits), planes[-1])


def _total(builder: Any, planes: list[Any]) -> list[Any]:
    """The counters of all lanes added up: words in place of vectors. The last plane is one of flags."""
    lanes = LANES
    while lanes > 1:
        lanes //= 2
        low, high = (
            [_part(builder, plane, range(first, first + lanes)) for plane in planes] for first in (0, lanes)
        )
        planes = _added(builder, low, high)
    return [builder.extract_element(plane, ir.Constant(SHORT, 0)) for plane in planes]


def _part(builder: Any, vector: Any, lanes: range) -> Any:
    places = ir.Constant(ir.VectorType(SHORT, len(lanes)), list(lanes))
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), places)


def _added(builder: Any, low: Sequence[Any], high: Sequence[Any]) -> list[Any]:
    carry = ir.Constant(low[0].type, None)
    planes = []
    for x, y in zip(low[:-1], high[:-1], strict=True):
        either = builder.xor(x, y)
        planes.append(builder.xor(either, carry))
        carry = builder.or_(builder.and_(x, y), builder.and_(either, carry))
    return [*planes, builder.or_(builder.or_(low[-1], high[-1]), carry)]
