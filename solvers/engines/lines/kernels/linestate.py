"""The state of a grid of block lines, and propagation on it.

A state holds, for each line (rows first, then columns), the planes of `blockline`; so the options of each
cell are there twice, in its row and in its column. Lines whose cells have changed wait in a queue, and
`propagate` solves them until nothing changes. Lines of several words are looked up in a cache first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zenkai_solver.solvers.engines.lines.kernels.blockline import (
    ONE,
    ZERO,
    Ints,
    Words,
    solve_word,
    solve_words,
)
from zenkai_solver.solvers.kernels.bits import lowest, popcount
from zenkai_solver.solvers.kernels.jit import bare, inner

Bools = npt.NDArray[np.bool_]


class BlockLines(NamedTuple):
    """The lines of a grid of rows x columns: line i has blocks first[i]..first[i+1]-1 (length, ink)."""

    rows: int
    columns: int
    first: Ints
    length: Words
    ink: Ints


class LineScratch(NamedTuple):
    """Working memory of one solver.

    `new` and `runs`: the planes and possible starts of the line solved last; `queue`, a ring, and `queued`:
    the lines to be solved; `counts`: the entries named below; `keys` and `values`: the cache of solved lines.
    For probing, `seen`: the lines read since it was cleared; `touched[cell]`: those that the cell's last
    trials read, at the time `probed[cell]`; `changed[line]`: when the line last changed; `score[cell]`, see
    `crossing.probe_cell`.
    """

    forward: Words
    runs: Words
    new: Words
    spare: Words
    queue: Ints
    queued: Bools
    counts: Ints
    trial: Words
    keys: Words
    values: Words
    seen: Words
    touched: Words
    probed: Ints
    changed: Ints
    score: Ints
    within: Bools  # bool[cell]: the cells that are probed and searched
    first: Ints  # first[cell]: the option that a search tries first
    cut: Ints  # int64[longest line + 1], see `crossing.seams`
    ends: Ints  # int64[2, most blocks of a line]: first place of the earliest and after the latest start


HEAD, WAITING, SOLVED, PROBES, CLOCK = 0, 1, 2, 3, 4


@inner
def enqueue(scratch: LineScratch, line: int) -> None:
    if not scratch.queued[line]:
        scratch.queued[line] = True
        size = scratch.queue.shape[0]
        scratch.queue[(scratch.counts[HEAD] + scratch.counts[WAITING]) % size] = line
        scratch.counts[WAITING] += 1


@inner
def dequeue(scratch: LineScratch) -> Any:
    line = scratch.queue[scratch.counts[HEAD]]
    scratch.queued[line] = False
    scratch.counts[HEAD] = (scratch.counts[HEAD] + 1) % scratch.queue.shape[0]
    scratch.counts[WAITING] -= 1
    return line


@bare
def solve_line(lines: BlockLines, line: int, state: Words, scratch: LineScratch) -> Any:
    """Solve the line completely: its new planes are written to scratch.new, the possible starts of its blocks
    to scratch.runs. False: a contradiction.
    """
    n = lines.columns if line < lines.rows else lines.rows
    first, last = lines.first[line], lines.first[line + 1]
    if state.shape[2] == 1:
        return solve_word(
            state, line, n, first, last, lines.length, lines.ink, scratch.forward, scratch.runs, scratch.new
        )
    return solve_words(
        state[line],
        n,
        first,
        last,
        lines.length,
        lines.ink,
        scratch.forward,
        scratch.runs,
        scratch.new,
        scratch.spare,
    )


@inner
def lookup(lines: BlockLines, line: int, state: Words, scratch: LineScratch) -> Any:
    """`solve_line` through a direct-mapped cache, keyed by line and planes. It does not keep scratch.runs."""
    old = state[line]
    planes, words = old.shape
    mix = np.uint64(line + 1) * np.uint64(0x9E3779B97F4A7C15)
    for p in range(planes):
        for w in range(words):
            mix = (mix ^ old[p, w]) * np.uint64(0xD6E8FEB86659FD93)
            mix ^= mix >> np.uint64(32)
    slot = np.int64(mix & np.uint64(scratch.keys.shape[0] - 1))
    key, value = scratch.keys[slot], scratch.values[slot]
    same = key[0] == np.uint64(line + 1)
    i = 1
    for p in range(planes):
        for w in range(words):
            same &= key[i] == old[p, w]
            i += 1
    if same:
        i = 1
        for p in range(planes):
            for w in range(words):
                scratch.new[p, w] = value[i]
                i += 1
        return value[0] == ONE
    good = solve_line(lines, line, state, scratch)
    scratch.counts[SOLVED] += 3 * (words * words - 1)  # a long line costs more of the budget
    key[0] = np.uint64(line + 1)
    value[0] = ONE if good else ZERO
    i = 1
    for p in range(planes):
        for w in range(words):
            key[i] = old[p, w]
            value[i] = scratch.new[p, w]
            i += 1
    return good


@inner
def propagate(lines: BlockLines, state: Words, scratch: LineScratch) -> Any:
    """Solve the queued lines until none is left. False: a contradiction; the queue is empty then, too."""
    if state.shape[2] == 1:
        return propagate_words(lines, state, scratch)
    planes, words = state.shape[1], state.shape[2]
    while scratch.counts[WAITING] > 0:
        line = dequeue(scratch)
        scratch.counts[SOLVED] += 1
        scratch.seen[line >> 6] |= ONE << np.uint64(line & 63)
        if not lookup(lines, line, state, scratch):
            while scratch.counts[WAITING] > 0:
                dequeue(scratch)
            return False
        base = lines.rows if line < lines.rows else 0
        here = line if line < lines.rows else line - lines.rows
        word, bit = here >> 6, ~(ONE << np.uint64(here & 63))
        for p in range(planes):
            for w in range(words):
                gone = state[line, p, w] & ~scratch.new[p, w]
                state[line, p, w] = scratch.new[p, w]
                while gone != ZERO:
                    low = gone & (~gone + ONE)
                    gone ^= low
                    cross = base + (w << 6) + lowest(low)
                    state[cross, p, word] &= bit
                    enqueue(scratch, cross)
    return True


@inner
def propagate_words(lines: BlockLines, state: Words, scratch: LineScratch) -> Any:
    """`propagate` for lines of one word, which are solved faster than they are looked up in the cache."""
    rows, columns = lines.rows, lines.columns
    first, length, ink = lines.first, lines.length, lines.ink
    forward, runs, new = scratch.forward, scratch.runs, scratch.new
    queue, queued, seen = scratch.queue, scratch.queued, scratch.seen
    size = queue.shape[0]
    head, waiting, solved = scratch.counts[HEAD], scratch.counts[WAITING], scratch.counts[SOLVED]
    good = True
    while waiting > 0:
        line = queue[head]
        queued[line] = False
        head = head + 1 if head + 1 < size else 0
        waiting -= 1
        if not good:
            continue
        solved += 1
        seen[line >> 6] |= ONE << np.uint64(line & 63)
        across = line < rows
        n, base, here = (columns, rows, line) if across else (rows, 0, line - rows)
        good = solve_word(state, line, n, first[line], first[line + 1], length, ink, forward, runs, new)
        if not good:
            continue
        bit = ~(ONE << np.uint64(here))
        for p in range(state.shape[1]):
            gone = state[line, p, 0] & ~new[p, 0]
            state[line, p, 0] = new[p, 0]
            while gone != ZERO:
                low = gone & (~gone + ONE)
                gone ^= low
                cross = base + popcount(low - ONE)
                state[cross, p, 0] &= bit
                if not queued[cross]:
                    queued[cross] = True
                    place = head + waiting
                    queue[place if place < size else place - size] = cross
                    waiting += 1
    scratch.counts[HEAD], scratch.counts[WAITING], scratch.counts[SOLVED] = head, waiting, solved
    return good


@inner
def has(state: Words, row: int, column: int, plane: int) -> Any:
    """May the cell have that ink?"""
    return (state[row, plane, column >> 6] >> np.uint64(column & 63)) & ONE != ZERO


@inner
def options(state: Words, row: int, column: int) -> int:
    """How many options the cell has."""
    number = 0
    for p in range(state.shape[1]):
        number += has(state, row, column, p)
    return number


@inner
def remove(lines: BlockLines, state: Words, row: int, column: int, plane: int, scratch: LineScratch) -> None:
    """Remove one option of the cell, and queue its two lines."""
    state[row, plane, column >> 6] &= ~(ONE << np.uint64(column & 63))
    state[lines.rows + column, plane, row >> 6] &= ~(ONE << np.uint64(row & 63))
    enqueue(scratch, row)
    enqueue(scratch, lines.rows + column)


@inner
def assign(lines: BlockLines, state: Words, row: int, column: int, plane: int, scratch: LineScratch) -> None:
    """Remove all other options of the cell."""
    for p in range(state.shape[1]):
        if p != plane and has(state, row, column, p):
            remove(lines, state, row, column, p, scratch)


@inner
def copy(source: Words, target: Words) -> None:
    a, b = source.flat, target.flat
    for i in range(len(a)):
        b[i] = a[i]


@inner
def removed(rows: int, before: Words, after: Words) -> Any:
    """The number of options, counted in the rows, that `before` has and `after` has not."""
    number = 0
    for line in range(rows):
        for p in range(before.shape[1]):
            for w in range(before.shape[2]):
                number += popcount(before[line, p, w] & ~after[line, p, w])
    return number
