"""Hash tables of compiled loops, against Python's dictionaries."""

from __future__ import annotations

import random

import numpy as np
import pytest

from zenkai_solver.solvers.kernels import hashing


@pytest.mark.parametrize("width", [1, 3])
def test_an_index_finds_each_row_at_its_first_number(width: int) -> None:
    """Rows of few values, so that many are equal and the table is three quarters full."""
    rng = random.Random(width)
    rows = np.array(
        [
            [rng.choice((0, 1, 1 << 63)) << rng.randrange(3) & (1 << 64) - 1 for _ in range(width)]
            for _ in range(200)
        ],
        np.uint64,
    )
    distinct = list(dict.fromkeys(map(tuple, rows.tolist())))
    size = 1 << (4 * len(distinct) // 3).bit_length()
    keys, slots, used = np.zeros((len(distinct), width), np.uint64), np.zeros(size, np.int32), 0
    for r in range(len(rows)):
        at = hashing.find_row(keys, slots, rows[r])
        if slots[at] == 0:
            keys[used] = rows[r]
            used += 1
            slots[at] = used
        assert tuple(keys[slots[at] - 1].tolist()) == tuple(rows[r].tolist())
    assert list(map(tuple, keys.tolist())) == distinct


def test_a_table_of_pairs_tells_pairs_of_one_hash_apart() -> None:
    """All pairs get one of two hashes, so that nearly every look-up goes past others."""
    one, two = np.full(64, -1, np.int32), np.zeros(64, np.int32)
    place: dict[tuple[int, int], int] = {}
    pairs = [(a, b) for a in range(6) for b in range(7)]
    for a, b in [*pairs, *reversed(pairs)]:
        at = int(hashing.find_pair(one, two, a, b, np.uint64(a % 2)))
        if one[at] < 0:
            one[at], two[at] = a, b
        assert place.setdefault((a, b), at) == at
    assert len(set(place.values())) == len(pairs)


def test_the_mixing_of_three_numbers_minds_each_and_their_order() -> None:
    hashed = {int(hashing.hash_three(a, b, c)) for a in range(8) for b in range(8) for c in range(8)}
    assert len(hashed) == 8**3
    assert len({value & 0xFFF for value in hashed}) > 8**3 * 3 // 4  # as random ones would: 481 of 4,096
