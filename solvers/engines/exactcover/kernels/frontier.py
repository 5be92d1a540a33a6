"""One step of counting by dynamic programming: all states so far, and the states they lead to.

States are rows of machine words, and how many ways lead to each is a row of machine words too, the lowest
first. A table is a list of states in the order in which they were met, and `slots`, an index into it by hash
(linear probing). The caller makes the table larger, or the numbers longer, when the kernel says so, and
goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import inlined, kernel

LONGER = -1  # instead of a number of states: some number of ways needs one more word


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


class FrontierTable(NamedTuple):
    """States and their numbers of ways; `slots` holds 1 + the row of a state, 0 where there is none."""

    keys: np.ndarray  # uint64[state, W]
    ways: np.ndarray  # uint64[state, L]
    slots: np.ndarray  # int32[a power of two, twice as long as keys]


def table(size: int, words: int, limbs: int) -> FrontierTable:
    """Room for `size` states, a power of two."""
    return FrontierTable(
        np.empty((size, words), np.uint64),
        np.empty((size, limbs), np.uint64),
        np.zeros(2 * size, np.int32),
    )


@inlined
def _sum(ways: Any, row: Any, other: Any, source: Any) -> Any:
    """Add row `source` of another table's ways to a row; False if there is no room for the carry."""
    carry = np.uint64(0)
    for j in range(ways.shape[1]):
        part = ways[row, j] + carry
        total = part + other[source, j]
        carry = np.uint64(part < carry) | np.uint64(total < part)
        ways[row, j] = total
    return carry == np.uint64(0)


@kernel
def index_again(t: Any, used: Any) -> None:
    """Fill the index of a table whose states were copied into it."""
    keys, slots = t.keys, t.slots
    for row in range(used):
        slots[find_row(keys, slots, keys, row)] = row + 1


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
            at = find_row(keys, slots, found, 0)
            row = slots[at] - 1
            if row >= 0:
                if not _sum(ways, row, numbers, s):
                    return s, LONGER, added
                continue
            for j in range(words):
                keys[used, j] = key[j]
            for j in range(ways.shape[1]):
                ways[used, j] = numbers[s, j]
            used += 1
            slots[at] = used
    return end, used, added
