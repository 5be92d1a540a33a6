"""Compiled loops over many boards: decoding, the parts of a packing, least images, texts, hashes and lines.

A board is a row of labels, one per cell; labels are code points, and a table by labels has an entry for each
of them. `models.batches` and `models.packing.batches` state what each loop computes, on whole arrays.
Indices are unsigned where the compiler cannot see that they are not negative: otherwise it looks at each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from zenkai_solver.solvers.kernels.jit import inlined, intrinsic, kernel, types

ABREAST = 4  # texts that are hashed at once, which was quicker than 8 where vectors have four words
COLUMNS = ir.VectorType(ir.IntType(64), ABREAST)
ACROSS = 32  # bytes that are copied at once
BYTES = ir.VectorType(ir.IntType(8), ACROSS)
BLOCK = 128  # bytes that BLAKE2b hashes at once
WORDS = 16  # of a block
QUOTE, BACKSLASH, LINE_FEED, ZERO = ord('"'), ord("\\"), ord("\n"), ord("0")
DIGITS = 20  # of the largest number of 64 bits
MIXER = 0x9E3779B97F4A7C15  # as in `models.packing.batches`


@kernel
def decode(tables: Any, rows: Any, boards: Any) -> None:
    """Write the board of each solution; see `SolutionTables`."""
    base, cells, letter, copied, pool = tables
    width, last = boards.shape[1], len(pool) - 1
    for i in range(len(rows)):
        for c in range(width):
            boards[i, c] = base[c]
        rank = 0
        for k in range(rows.shape[1]):
            var = np.uint32(rows[i, k])
            if var == 0:
                continue
            label = letter[var]
            if copied[var]:
                label = pool[min(rank, last)]
                rank += 1
            for j in range(cells.shape[1]):
                cell = np.uint32(cells[var, j])
                if cell < width:
                    boards[i, cell] = label


@kernel
def find_parts(tables: Any, boards: Any, right: Any) -> None:
    """right[board]: is each part a figure, in the right number, with the right label? See `PartTables`."""
    empty, exact, known, codes, origins, roots, states, steps, nexts = tables[:9]
    figure_piece, letter, copied, pool, lo, hi = tables[9:]
    width, labels = boards.shape[1], len(known)
    state = np.zeros(labels, np.int32)  # of the part with the label; 0: there is none yet
    origin = np.zeros(labels, np.int64)
    met = np.zeros(1 + width, np.uint8)  # the labels, in the order of their first cells
    number = np.zeros(len(lo), np.int64)
    for i in range(len(boards)):
        for label in range(labels):
            state[label] = 0
        parts, good = np.uint32(0), True
        for c in range(width):
            label = boards[i, c]
            if label == empty:
                good &= not exact
                continue
            if label >= labels or not known[label]:
                good = False
                break
            here = state[label]
            if here == 0:
                met[parts] = label
                parts += np.uint32(1)
                origin[label] = origins[c]
                here = roots[c]
            else:
                here = _next(states, steps, nexts, here, codes[c] - origin[label])
            if here == 0:
                good = False
                break
            state[label] = here
        right[i] = False
        if not good:
            continue
        for n in range(len(number)):
            number[n] = 0
        rank = 0
        for p in range(parts):
            piece = figure_piece[np.uint32(state[met[p]])]
            if piece < 0:
                good = False
                break
            piece = np.uint32(piece)
            number[piece] += 1
            wanted = letter[piece]
            if copied[piece]:
                wanted = pool[np.uint32(min(rank, len(pool) - 1))]
                rank += 1
            if np.int64(met[p]) != wanted:
                good = False
                break
        for n in range(len(number)):
            good &= lo[n] <= number[n] <= hi[n]
        right[i] = good


@inlined
def _next(states: Any, steps: Any, nexts: Any, state: Any, step: Any) -> Any:
    """The state after a step; 0 if no figure goes on so. See `models.packing.batches.in_slots`."""
    mask = np.uint64(len(nexts) - 1)
    mixed = (np.uint64(state) ^ np.uint64(step) * np.uint64(MIXER)) * np.uint64(MIXER)
    slot = (mixed >> np.uint64(32)) & mask
    while nexts[slot] != 0 and (states[slot] != state or steps[slot] != step):
        slot = (slot + np.uint64(1)) & mask
    return nexts[slot]


@kernel
def least_images(tables: Any, boards: Any, least: Any, orbits: Any) -> None:
    """The least image of each board, and the number of its distinct images; see `SymmetryTables`.

    An image is made cell by cell, only as far as it equals the least one so far. Each image of a board under
    a group is hit equally often, by as many symmetries as the least one.
    """
    sources, letters, copies, pool = tables
    order, width = sources.shape
    turn = np.zeros(len(copies), np.int64)
    fresh = np.zeros(len(copies), boards.dtype)
    now, last = 0, len(pool) - 1
    for i in range(len(boards)):
        for c in range(width):
            least[i, c] = boards[i, c]
        same = 1
        for s in range(1, order):
            now += 1
            rank, less, equal = 0, False, True
            for c in range(width):
                label = letters[s, boards[i, sources[s, c]]]
                if copies[label]:
                    if turn[label] != now:
                        turn[label] = now
                        fresh[label] = pool[min(rank, last)]
                        rank += 1
                    label = fresh[label]
                if less:
                    least[i, c] = label
                elif label != least[i, c]:
                    equal = False
                    if label > least[i, c]:
                        break
                    less = True
                    least[i, c] = label
            same = 1 if less else same + equal
        orbits[i] = order // same


@kernel
def put_texts(template: Any, places: Any, boards: Any, texts: Any) -> None:
    """The rows of each board joined by line feeds: the template, with each label at its place."""
    length, width = len(template), boards.shape[1]
    for i in range(len(boards)):
        for k in range(length):
            texts[i, k] = template[k]
        for c in range(width):
            texts[i, places[c]] = boards[i, c]


@intrinsic
def mix(
    typingctx: Any, table: Any, message: Any, a: Any, b: Any, c: Any, d: Any, first: Any, second: Any
) -> Any:
    """The function G of BLAKE2b on rows a to d of a table, with two rows of the message, for every column."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = ir.IntType(64)

        def data(place: int) -> Any:
            return context.make_array(sig.args[place])(context, builder, args[place]).data

        def row(base: Any, number: Any) -> Any:
            start = builder.mul(builder.zext(number, word), ir.Constant(word, ABREAST))
            return builder.bitcast(builder.gep(base, [start]), COLUMNS.as_pointer())

        def loaded(pointer: Any) -> Any:
            value = builder.load(pointer)
            value.align = 8
            return value

        def rotated(value: Any, by: int) -> Any:
            right, left = (ir.Constant(COLUMNS, [n] * ABREAST) for n in (by, 64 - by))
            return builder.or_(builder.lshr(value, right), builder.shl(value, left))

        rows = [row(data(0), number) for number in args[2:6]]
        va, vb, vc, vd = map(loaded, rows)
        for number, by, then in ((args[6], 32, 24), (args[7], 16, 63)):
            va = builder.add(builder.add(va, vb), loaded(row(data(1), number)))
            vd = rotated(builder.xor(vd, va), by)
            vc = builder.add(vc, vd)
            vb = rotated(builder.xor(vb, vc), then)
        for pointer, value in zip(rows, (va, vb, vc, vd), strict=True):
            builder.store(value, pointer).align = 8
        return context.get_dummy_value()

    return types.void(table, message, *[types.uint8] * 6), codegen


@kernel
def hash_texts(words: Any, length: Any, begin: Any, schedule: Any, total: Any) -> None:
    """Add the hash of each text to `total`, three words, the lowest first.

    The hash is BLAKE2b of 16 bytes (RFC 7693), read as a number with the highest byte first. A text is a row
    of `words`, filled up with 0 to whole blocks; `length`: its bytes; `begin`: the eight words with which
    hashing begins, then the eight initial words; `schedule`: the order of the words of a block, by round.
    A vector has the same word of ABREAST texts.
    """
    blocks = max(1, (length + BLOCK - 1) // BLOCK)
    state, message, table = (
        np.zeros((8, ABREAST), np.uint64),
        np.zeros((WORDS, ABREAST), np.uint64),
        np.zeros((WORDS, ABREAST), np.uint64),
    )
    for first in range(0, len(words), ABREAST):
        here = min(ABREAST, len(words) - first)
        for k in range(8):
            for text in range(ABREAST):
                state[k, text] = begin[k]
        for block in range(blocks):
            for text in range(here):
                for k in range(WORDS):
                    message[k, text] = words[first + text, WORDS * block + k]
            for k in range(8):
                for text in range(ABREAST):
                    table[k, text], table[8 + k, text] = state[k, text], begin[8 + k]
            for text in range(ABREAST):
                table[12, text] ^= np.uint64(min(length, BLOCK * (block + 1)))
                if block == blocks - 1:
                    table[14, text] = ~table[14, text]
            for r in range(len(schedule)):
                s = schedule[r]
                mix(table, message, 0, 4, 8, 12, s[0], s[1])
                mix(table, message, 1, 5, 9, 13, s[2], s[3])
                mix(table, message, 2, 6, 10, 14, s[4], s[5])
                mix(table, message, 3, 7, 11, 15, s[6], s[7])
                mix(table, message, 0, 5, 10, 15, s[8], s[9])
                mix(table, message, 1, 6, 11, 12, s[10], s[11])
                mix(table, message, 2, 7, 8, 13, s[12], s[13])
                mix(table, message, 3, 4, 9, 14, s[14], s[15])
            for k in range(8):
                for text in range(ABREAST):
                    state[k, text] ^= table[k, text] ^ table[8 + k, text]
        for text in range(here):
            high, low = _reversed(state[0, text]), _reversed(state[1, text])
            total[0] += low
            carry = np.uint64(total[0] < low)
            total[1] += carry
            more = np.uint64(total[1] < carry)
            total[1] += high
            total[2] += more + np.uint64(total[1] < high)


@inlined
def _reversed(word: Any) -> Any:
    """The word with its bytes in the other order."""
    even, pair = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
    word = ((word >> np.uint64(8)) & even) | ((word & even) << np.uint64(8))
    word = ((word >> np.uint64(16)) & pair) | ((word & pair) << np.uint64(16))
    return (word >> np.uint64(32)) | (word << np.uint64(32))


@intrinsic
def copy_block(typingctx: Any, goal: Any, to: Any, source: Any, begin: Any) -> Any:
    """Copy ACROSS bytes of `source`, from `begin` on, into `goal`, from `to` on."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        def place(at: int) -> Any:
            data = context.make_array(sig.args[at])(context, builder, args[at]).data
            return builder.bitcast(builder.gep(data, [args[at + 1]]), BYTES.as_pointer())

        block = builder.load(place(2))
        block.align = 1
        builder.store(block, place(0)).align = 1
        return context.get_dummy_value()

    return types.void(goal, types.uint64, source, types.uint64), codegen


@kernel
def write_lines(
    parts: Any,
    sizes: Any,
    texts: Any,
    sources: Any,
    goals: Any,
    orbits: Any,
    marked: Any,
    number: Any,
    lines: Any,
) -> Any:
    """Write the line of each solution; the bytes written, after which `lines` has room for ACROSS more.

    A line is made of `parts`, which are as long as their `sizes` say, with room after them: what is before
    its number, what is before the orbit, and after it, of a solution that is `marked` and of others. In the
    second one the bytes of a text at `sources` are put at `goals`, a QUOTE or BACKSLASH after a BACKSLASH.
    Solutions are numbered from `number` on, or, if the first part is empty, not at all.
    """
    digits, at, plain = np.empty(DIGITS, np.uint8), np.uint64(0), True
    for i in range(len(texts)):
        for k in range(len(sources)):
            byte = texts[i, np.uint32(sources[k])]
            plain &= (byte != QUOTE) & (byte != BACKSLASH)
    for i in range(len(texts)):
        if sizes[0]:
            at = _put(parts, 0, 0, sizes[0], lines, at)
            at = _put_number(number + i, digits, lines, at)
        begin, after = at, 0
        if plain:
            at = _put(parts, 1, 0, sizes[1], lines, at)
            for k in range(len(sources)):
                lines[begin + np.uint64(goals[k])] = texts[i, np.uint32(sources[k])]
        else:
            for k in range(len(sources)):
                at = _put(parts, 1, after, goals[k], lines, at)
                after = goals[k] + 1
                byte = texts[i, np.uint32(sources[k])]
                if byte in (QUOTE, BACKSLASH):
                    lines[at] = BACKSLASH
                    at += np.uint64(1)
                lines[at] = byte
                at += np.uint64(1)
            at = _put(parts, 1, after, sizes[1], lines, at)
        at = _put_number(orbits[i], digits, lines, at)
        last = 2 if marked[i] else 3
        at = _put(parts, last, 0, sizes[last], lines, at)
    return at


@inlined
def _put(parts: Any, part: Any, start: Any, stop: Any, lines: Any, at: Any) -> Any:
    """Put these bytes of the part into `lines`, and some that the next ones overwrite."""
    begin, count = np.uint64(part * parts.shape[1] + start), np.uint64(stop - start)
    for k in range(np.uint64(0), count, np.uint64(ACROSS)):
        copy_block(lines, at + k, parts, begin + k)
    return at + count


@inlined
def _put_number(number: Any, digits: Any, lines: Any, at: Any) -> Any:
    left, ten, count = np.uint64(number), np.uint64(10), 0
    while left > 0 or count == 0:
        digits[count] = np.uint64(ZERO) + left % ten
        left //= ten
        count += 1
    for k in range(count):
        lines[at + np.uint64(k)] = digits[count - 1 - k]
    return at + np.uint64(count)
