"""Compiled loops over many boards: decoding, the parts of a packing, least images, texts, hashes and lines.

A board is a row of labels, one per cell; labels are code points, and a table by labels has an entry for each
of them. `models.batches` and `models.packing.batches` state what each loop computes, on whole arrays.
Indices are unsigned where the compiler cannot see that they are not negative: otherwise it looks at each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined, kernel

BLOCK = 128  # bytes that BLAKE2b hashes at once
WORDS = 16  # of a block
QUOTE, BACKSLASH, LINE_FEED, ZERO = ord('"'), ord("\\"), ord("\n"), ord("0")
DIGITS = 20  # of the largest number of 64 bits


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
    empty, exact, known, codes, start, relative, no_cell = tables[:7]
    odd, keys, rows, figure_piece, letter, copied, pool, lo, hi = tables[7:]
    width, most, labels = boards.shape[1], rows.shape[1], len(known)
    part = np.zeros(labels, np.uint32)  # its number; `width`: there is none yet
    first, size = np.zeros(width, np.uint32), np.zeros(width, np.uint32)
    steps = np.zeros((width, most), np.int64)
    number = np.zeros(len(lo), np.int64)
    for i in range(len(boards)):
        parts, good = np.uint32(0), True
        for label in range(labels):
            part[label] = width
        for c in range(width):
            label = boards[i, c]
            if label == empty:
                good &= not exact
                continue
            if label >= labels or not known[label]:
                good = False
                break
            p = part[label]
            if p == width:
                part[label] = parts
                first[parts], size[parts] = c, 1
                steps[parts, 0] = start[c]
                parts += np.uint32(1)
                continue
            place = size[p]
            if place == most:
                good = False
                break
            steps[p, place] = codes[c] - codes[first[p]] if relative else codes[c]
            size[p] = place + np.uint32(1)
        right[i] = False
        if not good:
            continue
        for n in range(len(number)):
            number[n] = 0
        rank = 0
        for p in range(parts):
            for j in range(size[p], most):
                steps[p, j] = no_cell
            figure = _figure(odd, keys, rows, steps, p)
            if figure < 0:
                good = False
                break
            piece = figure_piece[figure]
            number[piece] += 1
            wanted = letter[piece]
            if copied[piece]:
                wanted = pool[min(rank, len(pool) - 1)]
                rank += 1
            if np.int64(boards[i, first[p]]) != wanted:
                good = False
                break
        for n in range(len(number)):
            good &= lo[n] <= number[n] <= hi[n]
        right[i] = good


@inlined
def _figure(odd: Any, keys: Any, rows: Any, steps: Any, p: Any) -> Any:
    """The figure that part p is; -1 if there is none."""
    key = np.uint64(0)
    for j in range(steps.shape[1]):
        value = np.uint64(steps[p, j])
        key += (value * np.uint64(0x9E3779B97F4A7C15) ^ (value >> np.uint64(7))) * odd[j]
    low, high = 0, len(keys) - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    for j in range(steps.shape[1]):
        if rows[low, j] != steps[p, j]:
            return -1
    return low


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


@inlined
def _rotated(word: Any, by: Any) -> Any:
    return (word >> np.uint64(by)) | (word << np.uint64(64 - by))


@inlined
def _mixed(a: Any, b: Any, c: Any, d: Any, x: Any, y: Any) -> Any:
    """The function G of BLAKE2b."""
    a = a + b + x
    d = _rotated(d ^ a, 32)
    c = c + d
    b = _rotated(b ^ c, 24)
    a = a + b + y
    d = _rotated(d ^ a, 16)
    c = c + d
    b = _rotated(b ^ c, 63)
    return a, b, c, d


@kernel
def hash_texts(words: Any, length: Any, begin: Any, schedule: Any, total: Any) -> None:
    """Add the hash of each text to `total`, three words, the lowest first.

    The hash is BLAKE2b of 16 bytes (RFC 7693), read as a number with the highest byte first. A text is a row
    of `words`, filled up with 0 to whole blocks; `length`: its bytes; `begin`: the eight words with which
    hashing begins, then the eight initial words; `schedule`: the order of the words of a block, by round.
    """
    blocks = max(1, (length + BLOCK - 1) // BLOCK)
    for i in range(len(words)):
        h0, h1, h2, h3 = begin[0], begin[1], begin[2], begin[3]
        h4, h5, h6, h7 = begin[4], begin[5], begin[6], begin[7]
        for block in range(blocks):
            m = words[i, WORDS * block : WORDS * (block + 1)]
            v0, v1, v2, v3, v4, v5, v6, v7 = h0, h1, h2, h3, h4, h5, h6, h7
            v8, v9, v10, v11 = begin[8], begin[9], begin[10], begin[11]
            v12, v13, v14, v15 = begin[12], begin[13], begin[14], begin[15]
            v12 ^= np.uint64(min(length, BLOCK * (block + 1)))
            if block == blocks - 1:
                v14 = ~v14
            for r in range(len(schedule)):
                s = schedule[r]
                v0, v4, v8, v12 = _mixed(v0, v4, v8, v12, m[s[0]], m[s[1]])
                v1, v5, v9, v13 = _mixed(v1, v5, v9, v13, m[s[2]], m[s[3]])
                v2, v6, v10, v14 = _mixed(v2, v6, v10, v14, m[s[4]], m[s[5]])
                v3, v7, v11, v15 = _mixed(v3, v7, v11, v15, m[s[6]], m[s[7]])
                v0, v5, v10, v15 = _mixed(v0, v5, v10, v15, m[s[8]], m[s[9]])
                v1, v6, v11, v12 = _mixed(v1, v6, v11, v12, m[s[10]], m[s[11]])
                v2, v7, v8, v13 = _mixed(v2, v7, v8, v13, m[s[12]], m[s[13]])
                v3, v4, v9, v14 = _mixed(v3, v4, v9, v14, m[s[14]], m[s[15]])
            h0, h1, h2, h3 = h0 ^ v0 ^ v8, h1 ^ v1 ^ v9, h2 ^ v2 ^ v10, h3 ^ v3 ^ v11
            h4, h5, h6, h7 = h4 ^ v4 ^ v12, h5 ^ v5 ^ v13, h6 ^ v6 ^ v14, h7 ^ v7 ^ v15
        high, low = _reversed(h0), _reversed(h1)
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


@kernel
def write_lines(
    parts: Any, texts: Any, length: Any, orbits: Any, marked: Any, number: Any, digits: Any, lines: Any
) -> Any:
    """Write the line of each solution; the bytes written.

    A line is made of `parts`: what is before its number, before the board, between two rows of the board,
    before the orbit, and after it, of a solution that is `marked` and of others. Solutions are numbered from
    `number` on, or, if the first part is empty, not at all. `digits` has room for DIGITS bytes.
    """
    before, board, between, orbit, mark, end = parts
    at = np.uint64(0)
    for i in range(len(texts)):
        if len(before):
            at = _put(before, lines, at)
            at = _put_number(number + i, digits, lines, at)
        at = _put(board, lines, at)
        for k in range(length):
            byte = texts[i, k]
            if byte == LINE_FEED:
                at = _put(between, lines, at)
                continue
            if byte in (QUOTE, BACKSLASH):
                lines[at] = BACKSLASH
                at += np.uint64(1)
            lines[at] = byte
            at += np.uint64(1)
        at = _put(orbit, lines, at)
        at = _put_number(orbits[i], digits, lines, at)
        at = _put(mark if marked[i] else end, lines, at)
    return at


@inlined
def _put(text: Any, lines: Any, at: Any) -> Any:
    for k in range(len(text)):
        lines[at + np.uint64(k)] = text[k]
    return at + np.uint64(len(text))


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
