"""Tables of states and in how many ways each is reached: dynamic programming over a frontier.

States are rows of machine words, and how many ways lead to each is a row of machine words too, the lowest
first. A table is a list of states in the order in which they were met, and `slots`, an index of them (see
`kernels.hashing`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import inlined, kernel

LONGER = -1  # instead of a number of states: some number of ways needs one more word


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


def size_of(states: int, words: int, limbs: int) -> int:
    """The bytes of two tables of so many states."""
    return 2 * 8 * states * (words + limbs + 1)


def larger(small: FrontierTable, used: int) -> FrontierTable:
    """The table with twice the room, of which `used` rows are taken."""
    room = table(2 * len(small.keys), small.keys.shape[1], small.ways.shape[1])
    room.keys[:used], room.ways[:used] = small.keys[:used], small.ways[:used]
    reindex(room, used)
    return room


def number_of(ways: np.ndarray) -> int:
    """The sum of the numbers of ways of all rows."""
    return sum(int(word) << 64 * j for row in ways.tolist() for j, word in enumerate(row))


@inlined
def add_ways(ways: Any, row: Any, other: Any, source: Any) -> Any:
    """Add row `source` of another table's ways to a row; False if there is no room for the carry."""
    carry = np.uint64(0)
    for j in range(ways.shape[1]):
        part = ways[row, j] + carry
        total = part + other[source, j]
        carry = np.uint64(part < carry) | np.uint64(total < part)
        ways[row, j] = total
    return carry == np.uint64(0)


@kernel
def reindex(t: Any, used: Any) -> None:
    """Fill the index of a table whose states were copied into it."""
    keys, slots = t.keys, t.slots
    for row in range(used):
        slots[find_row(keys, slots, keys[row])] = row + 1
