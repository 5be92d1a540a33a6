"""Sets of partial maps that can tile: which at most N maps together contain a bijection?

There are two sets of `area` points, left and right. An option is an injective partial map from left to right.
The search lists every set of at most `limit` options whose union, as a bipartite graph, has a perfect
matching, each set once.

A node is a set of k chosen options; the siblings of each of them that were tried before are forbidden. Two
conditions are necessary for any completion by r more options, and are used to drop options and nodes:

    cover     every point must be covered: the gain of an option is the number of points left (or right) that
              it covers and the chosen ones do not; an option stays only if its gain plus r - 1 times the
              largest gain reaches the number of points uncovered
    matching  let d points be unmatched in a largest matching of the chosen options. From them alternating
              paths reach a set X of left points with |X| - d neighbours (Hall's violator, after Koenig);
              the gain of an option is the number of its arrows that leave X for other points; the gains must
              add up to d. The same with left and right exchanged.

Branching, whichever has fewest children: an uncovered point must be covered by someone; or one of the r
options has at least the r-th part of what is needed (pigeonhole), for each of the four needs.
When the chosen options have a perfect matching, the set is reported and extended by every option left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.bits import ONE, ZERO, copy, has, lowest, popcount, put
from zenkai_solver.solvers.kernels.jit import inner, kernel

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


class CoverScratch(NamedTuple):
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
    return CoverScratch(
        np.empty(area + 1, np.int64),
        np.empty(area, np.int64),
        np.empty(area, np.uint8),
        np.empty(area, np.uint8),
        np.zeros((2, words), np.uint64),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros((2, area), np.int64),
    )


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


@inner
def cover_gains(o: Any, s: Any, t: Any, k: Any) -> None:
    """The needs and gains of covering, for the open options of depth k."""
    words = o.left.shape[1]
    for side in range(2):
        t.need[side] = 0
        t.best[side] = 0
        for w in range(words):
            t.need[side] += popcount(s.bare[k, side, w])
    for i in range(s.size[k]):
        option = s.open[k, i]
        left = right = np.int64(0)
        for w in range(words):
            left += popcount(o.left[option, w] & s.bare[k, 0, w])
            right += popcount(o.right[option, w] & s.bare[k, 1, w])
        s.gain[COVER_LEFT, option] = left
        s.gain[COVER_RIGHT, option] = right
        t.best[COVER_LEFT] = max(t.best[COVER_LEFT], left)
        t.best[COVER_RIGHT] = max(t.best[COVER_RIGHT], right)


@inner
def leave_gains(o: Any, s: Any, t: Any, k: Any, unmatched: Any) -> None:
    """The needs and gains of leaving the violators, for the open options of depth k."""
    words = o.left.shape[1]
    for need in range(2, 4):
        t.need[need] = unmatched
        t.best[need] = 0
    for i in range(s.size[k]):
        option = s.open[k, i]
        out = back = np.int64(0)
        for w in range(words):
            word = o.left[option, w] & t.violator[0, w]
            while word != ZERO:
                right = o.image[option, w * 64 + lowest(word)]
                out += t.seen_right[right] == 0
                word &= word - ONE
            word = o.right[option, w] & t.violator[1, w]
            while word != ZERO:
                left = o.inverse[option, w * 64 + lowest(word)]
                back += t.seen_left[left] == 0
                word &= word - ONE
        s.gain[LEAVE_LEFT, option] = out
        s.gain[LEAVE_RIGHT, option] = back
        t.best[LEAVE_LEFT] = max(t.best[LEAVE_LEFT], out)
        t.best[LEAVE_RIGHT] = max(t.best[LEAVE_RIGHT], back)


@inner
def keep_useful(s: Any, t: Any, k: Any, more: Any, needs: Any) -> Any:
    """Drop options too small for the first `needs` needs (2 or 4) until none is. Returns how many stay."""
    need, best, gain = t.need, t.best, s.gain
    open_options = s.open[k]
    size = s.size[k]
    before = size + 1
    while size < before:
        before, size = size, 0
        low0, low1 = need[0] - (more - 1) * best[0], need[1] - (more - 1) * best[1]
        low2, low3 = need[2] - (more - 1) * best[2], need[3] - (more - 1) * best[3]
        best0 = best1 = best2 = best3 = np.int64(0)
        for i in range(before):
            option = open_options[i]
            if gain[0, option] < low0 or gain[1, option] < low1:
                continue
            if needs == 4:
                if gain[2, option] < low2 or gain[3, option] < low3:
                    continue
                best2 = max(best2, np.int64(gain[2, option]))
                best3 = max(best3, np.int64(gain[3, option]))
            best0 = max(best0, np.int64(gain[0, option]))
            best1 = max(best1, np.int64(gain[1, option]))
            open_options[size] = option
            size += 1
        best[0], best[1], best[2], best[3] = best0, best1, best2, best3
    s.size[k] = size
    return size


@inner
def branch(o: Any, s: Any, t: Any, k: Any, more: Any) -> None:
    """Choose the children of depth k: the smallest set of options one of which must join."""
    size = s.size[k]
    fewest, kind, point = size + 1, 0, 0
    for need in range(4):
        if t.need[need] > 0:
            number = 0
            for i in range(size):
                number += s.gain[need, s.open[k, i]] * more >= t.need[need]
            if number < fewest:
                fewest, kind = number, need
    _count_covers(o, s, t, k)
    for side in range(2):
        for p in range(o.image.shape[1]):
            if t.count[side, p] < fewest and has(s.bare[k, side], p):
                fewest, kind, point = t.count[side, p], 4 + side, p
    width = 0
    for i in range(size):
        option = s.open[k, i]
        if kind < 4:
            child = s.gain[kind, option] * more >= t.need[kind]
        elif kind == 4:
            child = o.image[option, point] >= 0
        else:
            child = o.inverse[option, point] >= 0
        if child:
            s.children[k, width] = option
            width += 1
    s.width[k] = width


@inner
def _count_covers(o: Any, s: Any, t: Any, k: Any) -> None:
    """How many open options cover each bare point."""
    t.count[:] = 0
    for i in range(s.size[k]):
        option = s.open[k, i]
        for w in range(o.left.shape[1]):
            word = o.left[option, w] & s.bare[k, 0, w]
            while word != ZERO:
                t.count[0, w * 64 + lowest(word)] += 1
                word &= word - ONE
            word = o.right[option, w] & s.bare[k, 1, w]
            while word != ZERO:
                t.count[1, w * 64 + lowest(word)] += 1
                word &= word - ONE


@inner
def enter(o: Any, s: Any, t: Any, k: Any, limit: Any, out: Any) -> None:
    """Bound the new node of depth k and list its children; write it to `out` if it has a perfect matching."""
    more = limit - k
    s.at[k] = 0
    s.width[k] = 0
    s.control[NODES] += 1
    cover_gains(o, s, t, k)
    covered = t.need[0] == 0 and t.need[1] == 0
    if not covered and (more == 0 or keep_useful(s, t, k, more, 2) == 0):
        return
    unmatched = grow(o, s, t, k)
    if unmatched == 0:
        number = s.control[FOUND]
        out[number, 0] = k
        copy(s.chosen[:k], out[number, 1:])
        s.control[FOUND] = number + 1
    elif more == 0:
        return
    else:
        reach_back(o, s, t, k)
        leave_gains(o, s, t, k, unmatched)
        if keep_useful(s, t, k, more, 4) == 0:
            return
    for i in range(s.size[k]):
        s.tried[k, s.open[k, i]] = 0
    if unmatched == 0 or more == 1:
        s.width[k] = s.size[k] if more > 0 else 0
        copy(s.open[k, : s.width[k]], s.children[k])
    else:
        branch(o, s, t, k, more)


@inner
def misses(o: Any, option: Any, left: Any, right: Any) -> Any:
    """Is there a point of these masks that the option does not cover?"""
    rest = ZERO
    for w in range(len(left)):
        rest |= (left[w] & ~o.left[option, w]) | (right[w] & ~o.right[option, w])
    return rest != ZERO


@inner
def descend(o: Any, s: Any, k: Any, limit: Any) -> None:
    """Choose the next child of depth k, and set up depth k + 1."""
    option = s.children[k, s.at[k]]
    s.at[k] += 1
    s.chosen[k] = option
    s.tried[k, option] = 1
    for w in range(o.left.shape[1]):
        s.bare[k + 1, 0, w] = s.bare[k, 0, w] & ~o.left[option, w]
        s.bare[k + 1, 1, w] = s.bare[k, 1, w] & ~o.right[option, w]
    left, right = s.bare[k + 1, 0], s.bare[k + 1, 1]
    last = limit - k == 2  # one more option will be the last, and must cover all that is bare
    size = 0
    for i in range(s.size[k]):
        other = s.open[k, i]
        if s.tried[k, other] == 0 and not (last and misses(o, other, left, right)):
            s.open[k + 1, size] = other
            size += 1
    s.size[k + 1] = size
    copy(s.right_of[k], s.right_of[k + 1])
    copy(s.left_of[k], s.left_of[k + 1])
    for p in range(o.start[option], o.start[option + 1]):
        source = o.points[p]
        target = o.image[option, source]
        if s.right_of[k + 1, source] < 0 and s.left_of[k + 1, target] < 0:
            s.right_of[k + 1, source] = target
            s.left_of[k + 1, target] = source


@kernel
def covers(o: Any, s: Any, root: Any, limit: Any, out: Any, budget: Any) -> Any:
    """Go on for `budget` nodes or until `out` is full. Returns True when the search below `root` has ended.

    out[i] = k, then the k options of a set; control[FOUND] is the number of sets, which the caller resets.
    """
    t = scratch(o.image.shape[1], o.left.shape[1])
    end = s.control[NODES] + budget
    while s.control[DEPTH] >= root:
        k = s.control[DEPTH]
        if s.control[NODES] >= end or s.control[FOUND] == len(out):
            return False
        if s.control[ENTERED] == 0:
            s.control[ENTERED] = 1
            enter(o, s, t, k, limit, out)
        elif s.at[k] < s.width[k]:
            descend(o, s, k, limit)
            s.control[DEPTH] = k + 1
            s.control[ENTERED] = 0
        else:
            s.control[DEPTH] = k - 1
    return True
