"""The data of the search for covers (see `covers`): options, the stack, work space."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.jit import inner

DEPTH, ENTERED, NODES, FOUND = range(4)  # of CoverState.control
COVER_LEFT, COVER_RIGHT, LEAVE_LEFT, LEAVE_RIGHT = range(4)  # the four needs


class CoverOptions(NamedTuple):
    """The partial maps: image[o, left] = right or -1, its inverse, both as masks, and its left points."""

    image: Any
    inverse: Any
    left: Any
    right: Any
    start: Any  # points[start[o]:start[o + 1]] are the left points of option o
    points: Any


class CoverState(NamedTuple):
    """The stack of one search: a row for each depth."""

    control: Any
    chosen: Any  # chosen[k]: the option that leads from depth k to k + 1
    open: Any  # open[k, :size[k]]: the options that may still join
    size: Any
    children: Any
    width: Any  # number of children
    at: Any  # the next child
    tried: Any  # tried[k, o]: o was a child of depth k before
    right_of: Any  # the matching: right_of[k, left] or -1
    left_of: Any
    bare: Any  # bare[k, 0 or 1]: masks of the uncovered points, left and right
    gain: Any  # gain[need, option]


def start(options: CoverOptions, limit: int) -> CoverState:
    """The search at its root. Faster if larger options come first."""
    number, area = options.image.shape
    words = options.left.shape[1]
    depth = limit + 2
    search = CoverState(
        np.zeros(4, np.int64),
        np.zeros(depth, np.int32),
        np.zeros((depth, number), np.int32),
        np.zeros(depth, np.int64),
        np.zeros((depth, number), np.int32),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros((depth, number), np.uint8),
        np.full((depth, area), -1, np.int16),
        np.full((depth, area), -1, np.int16),
        np.zeros((depth, 2, words), np.uint64),
        np.zeros((4, number), np.int16),
    )
    search.open[0] = np.arange(number)
    search.size[0] = number
    for point in range(area):
        search.bare[0, :, point >> 6] |= np.uint64(1 << (point & 63))
    return search


class Scratch(NamedTuple):
    """Work space of one call."""

    queue: Any
    parent: Any
    seen_right: Any  # neighbours of the left violator
    seen_left: Any  # neighbours of the right violator
    violator: Any  # the two violators as masks
    need: Any
    best: Any
    count: Any  # options that cover a left point, a right point


@inner
def scratch(area: Any, words: Any) -> Any:
    return Scratch(
        np.empty(area + 1, np.int64),
        np.empty(area, np.int64),
        np.empty(area, np.uint8),
        np.empty(area, np.uint8),
        np.zeros((2, words), np.uint64),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros((2, area), np.int64),
    )
