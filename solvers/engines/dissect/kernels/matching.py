"""Largest matchings within the chosen options, and what keeps them from being perfect (see `covers`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.bits import ZERO, put
from zenkai_solver.solvers.kernels.jit import inner


@inner
def grow(o: Any, s: Any, t: Any, k: Any) -> Any:
    """Make the matching of depth k a largest one. Returns the number of left points left unmatched.

    Ends with a breadth-first forest from the unmatched left points: `queue` and `violator[0]` hold the left
    points it reaches, `seen_right` their neighbours.
    """
    area = o.image.shape[1]
    right_of, left_of = s.right_of[k], s.left_of[k]
    while True:
        free = 0
        for point in range(area):
            t.seen_right[point] = 0
            if right_of[point] < 0:
                t.queue[free] = point
                free += 1
        tail = _forest(o, s, t, k, free)
        if tail >= 0:
            t.violator[0] = ZERO
            for i in range(tail):
                put(t.violator[0], t.queue[i])
            return free
        right = -1 - tail  # the free end of an augmenting path
        while right >= 0:
            left = t.parent[right]
            before = right_of[left]
            right_of[left] = right
            left_of[right] = left
            right = before


@inner
def _forest(o: Any, s: Any, t: Any, k: Any, tail: Any) -> Any:
    """Breadth first over alternating paths. Returns the queue's length, or -1 - a free right point."""
    head = 0
    while head < tail:
        left = t.queue[head]
        head += 1
        for j in range(k):
            right = np.int64(o.image[s.chosen[j], left])
            if right >= 0 and t.seen_right[right] == 0:
                t.seen_right[right] = 1
                t.parent[right] = left
                if s.left_of[k, right] < 0:
                    return -1 - right
                t.queue[tail] = s.left_of[k, right]
                tail += 1
    return tail


@inner
def reach_back(o: Any, s: Any, t: Any, k: Any) -> None:
    """The violator on the right, by alternating paths from the unmatched right points."""
    area = o.image.shape[1]
    tail = 0
    for point in range(area):
        t.seen_left[point] = 0
        if s.left_of[k, point] < 0:
            t.queue[tail] = point
            tail += 1
    head = 0
    while head < tail:
        right = t.queue[head]
        head += 1
        for j in range(k):
            left = o.inverse[s.chosen[j], right]
            if left >= 0 and t.seen_left[left] == 0:
                t.seen_left[left] = 1
                t.queue[tail] = s.right_of[k, left]
                tail += 1
    t.violator[1] = ZERO
    for i in range(tail):
        put(t.violator[1], t.queue[i])
