"""Vector code over many options: the compiled loops against the same in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zenkai_solver.solvers.engines.dissect.kernels.sweep import BLOCK, enough, gains
from zenkai_solver.solvers.kernels.bits import flat
from zenkai_solver.solvers.kernels.jit import inner


@inner
def compiled(
    masks: Any, row: Any, points: Any, k: Any, start: Any, size: Any, gain: Any, goal: Any, low: Any
) -> Any:
    words, room = masks.shape[1], masks.shape[2]
    best = gains(flat(masks), row, words, room, flat(points), k, flat(start), size, flat(gain), goal)
    return best, enough(flat(gain), room, low, low, BLOCK)


@pytest.mark.parametrize("words", [1, 3])
def test_gains_are_the_points_in_each_mask(words: int) -> None:
    rng, room = np.random.default_rng(words), 3 * BLOCK
    masks = rng.integers(0, 1 << 63, (2, words, room)).astype(np.uint64)
    points = rng.integers(0, 1 << 63, (5, words)).astype(np.uint64)
    start = rng.choice([0, -1000], (2, room)).astype(np.int16)
    for size in (1, BLOCK, 2 * BLOCK + 5):
        one, two = np.zeros((2, 4, room), np.int16)
        for goal in range(2):
            arrays = (
                masks.reshape(-1),
                1,
                words,
                room,
                points.reshape(-1),
                3 + goal,
                start.reshape(-1),
                size,
            )
            best = gains(*arrays, one.reshape(-1), goal)
            wanted = [
                sum(int(word).bit_count() for word in masks[1, :, i] & points[3 + goal]) + start[1, i]
                for i in range(size)
            ]
            assert one[goal, :size].tolist() == wanted
            low = max(wanted) - 3
            both = compiled(masks, 1, points, 3 + goal, start, size, two, goal, low)
            assert both == (best, enough(one.reshape(-1), room, low, low, BLOCK))
            assert np.array_equal(one, two)
