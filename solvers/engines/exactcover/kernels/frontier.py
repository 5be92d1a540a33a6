"""One step of counting by dynamic programming: from all states before an item to all states after it.

States and numbers of ways are rows of tables (`kernels.ways`). When the kernel returns early the caller makes
the table larger, or the numbers longer, and calls it again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import kernel
from zenkai_solver.solvers.kernels.ways import LONGER, add_ways


class Step(NamedTuple):
    """What happens at one item: the moves that cover it, and what no later item changes.

    A move is possible in a state with none of its `free` bits: `amount` is added to the state, the `marks`
    are set, and then no guard bit may be set. After the move all bits of `must` have to be set, and each
    field (the bits `mask` of a word) has to be `least` or more; these bits and `clear` become 0, so that
    states which differ in nothing that matters later are equal. A field lies within one word.
    """

    item: np.ndarray  # uint64[W]: a state that has this bit needs no move
    free: np.ndarray  # uint64[move, W]
    amount: np.ndarray  # uint64[move, W]
    marks: np.ndarray  # uint64[move, W]
    guards: np.ndarray  # uint64[W]
    must: np.ndarray  # uint64[W]
    clear: np.ndarray  # uint64[W]
    word: np.ndarray  # int64[field]
    mask: np.ndarray  # uint64[field]
    least: np.ndarray  # uint64[field]


@kernel
def advance(step: Any, states: Any, numbers: Any, begin: Any, end: Any, t: Any, used: Any) -> Any:
    """Add the states to which states begin..end-1 lead, with their numbers of ways, to `t`, which has `used`
    rows.

    Returns the first state not treated, because the table may be too small for what it leads to; the rows
    used then, or LONGER (`t` is of no use then, since some ways are added and others not); and the number of
    moves that were made.
    """
    # Local names: a field of a tuple read in the loop costs an atomic reference count.
    item, free, amount, marks, guards = step.item, step.free, step.amount, step.marks, step.guards
    must, clear, word, mask, least = step.must, step.clear, step.word, step.mask, step.least
    keys, ways, slots = t.keys, t.ways, t.slots
    words, moves, fields = states.shape[1], len(free), len(word)
    key = np.empty(words, np.uint64)
    added = 0
    for s in range(begin, end):
        if used + moves + 1 > len(keys):
            return s, used, added
        covered = False
        for j in range(words):
            covered |= states[s, j] & item[j] != np.uint64(0)
        for m in range(1 if covered else moves):
            clash = np.uint64(0)
            if not covered:
                for j in range(words):
                    clash |= states[s, j] & free[m, j]
                if clash != np.uint64(0):
                    continue
            for j in range(words):
                key[j] = states[s, j]
                if not covered:
                    key[j] = (key[j] + amount[m, j]) | marks[m, j]
                    clash |= key[j] & guards[j]
                clash |= must[j] & ~key[j]
                key[j] &= ~clear[j]
            for i in range(fields):
                if key[word[i]] & mask[i] < least[i]:
                    clash = np.uint64(1)
                key[word[i]] &= ~mask[i]
            if clash != np.uint64(0):
                continue
            added += 1
            at = find_row(keys, slots, key)
            row = slots[at] - 1
            if row >= 0:
                if not add_ways(ways, row, numbers, s):
                    return s, LONGER, added
                continue
            for j in range(words):
                keys[used, j] = key[j]
            for j in range(ways.shape[1]):
                ways[used, j] = numbers[s, j]
            used += 1
            slots[at] = used
    return end, used, added
