"""One step of counting by dynamic programming: all states so far, and the states they lead to.

States and numbers of ways are rows of tables (`kernels.ways`). The caller makes the table larger, or the
numbers longer, when the kernel says so, and goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.jit import kernel
from zenkai_solver.solvers.kernels.ways import LONGER, add_ways, slot_of


class Step(NamedTuple):
    """What happens at one item: the moves that cover it, and what is settled for good afterwards.

    A state moves if none of the `free` bits is set: `amount` is added, the `marks` are set, and no guard may
    be set then. Afterwards all of `must` have to be set, `clear` is dropped, and each field (the bits `mask`
    of a word) has to have come to its least value, and is dropped. A field lies within one word.
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
    """States begin..end-1, with their numbers of ways, lead to states of `t`, which has `used` rows.

    Returns the first state not treated, because the table may be too small for what it leads to, the rows
    used then (or LONGER: `t` is spoilt) and the number of times that a state was added.
    """
    # Local names: a field of a tuple read in the loop costs an atomic reference count.
    item, free, amount, marks, guards = step.item, step.free, step.amount, step.marks, step.guards
    must, clear, word, mask, least = step.must, step.clear, step.word, step.mask, step.least
    keys, ways, slots = t.keys, t.ways, t.slots
    words, moves, fields = states.shape[1], len(free), len(word)
    found = np.empty((1, words), np.uint64)  # one row, as the hash table takes it
    key = found[0]
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
            at = slot_of(keys, slots, key)
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
