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

from zenkai_solver.solvers.engines.dissect.kernels.sweep import BLOCK, enough, gains
from zenkai_solver.solvers.kernels.bits import ONE, ZERO, flat, full, lowest, popcount
from zenkai_solver.solvers.kernels.jit import bare, inlined

DEPTH, ENTERED, NODES, FOUND = range(4)  # of CoverState.control
COVER_LEFT, COVER_RIGHT, LEAVE_LEFT, LEAVE_RIGHT = range(4)  # the four needs
OUT = -(1 << 14)  # added to the gains of an option that is tried, which makes them negative


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
    left: Any  # left[k, w, i]: word w of the left points of open[k, i]
    right: Any
    size: Any
    children: Any  # their places in open[k]
    width: Any  # number of children
    at: Any  # the next child
    tried: Any  # tried[k, i]: OUT if open[k, i] was a child before, and behind the last one; else 0
    right_of: Any  # the matching: right_of[k, left] or -1
    left_of: Any
    bare: Any  # bare[k, 0 or 1]: masks of the uncovered points, left and right
    free: Any  # free[k, 0 or 1]: masks of the unmatched points
    links: Any  # links[k]: of each left point the mask of the points that it may go to; then the reverse
    gain: Any  # gain[need, i]: of open[k, i] at the depth that is entered
    need: Any  # the four needs of that depth
    best: Any  # the greatest gains
    queue: Any  # points
    parent: Any  # of the points reached: from where
    violator: Any  # masks of the two violators
    seen: Any  # masks of their neighbours, on the other side
    count: Any  # options that cover a left point, a right point


def start(options: CoverOptions, limit: int) -> CoverState:
    """The search at its root. Faster if larger options come first."""
    number, area = options.image.shape
    words = options.left.shape[1]
    depth, room = limit + 2, -(-number // BLOCK) * BLOCK
    search = CoverState(
        np.zeros(4, np.int64),
        np.zeros(depth, np.int32),
        np.zeros((depth, room), np.int32),
        np.zeros((depth, words, room), np.uint64),
        np.zeros((depth, words, room), np.uint64),
        np.zeros(depth, np.int64),
        np.zeros((depth, room), np.int32),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.full((depth, room), OUT, np.int16),
        np.full((depth, area), -1, np.int16),
        np.full((depth, area), -1, np.int16),
        np.zeros((depth, 2, words), np.uint64),
        np.zeros((depth, 2, words), np.uint64),
        np.zeros((depth, 2 * area * words), np.uint64),
        np.zeros((4, room), np.int16),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros(area + 1, np.int64),
        np.zeros(area, np.int64),
        np.zeros((2, words), np.uint64),
        np.zeros((2, words), np.uint64),
        np.zeros((2, area), np.int64),
    )
    search.open[0, :number] = np.arange(number)
    search.left[0, :, :number], search.right[0, :, :number] = options.left.T, options.right.T
    search.size[0], search.tried[0, :number] = number, 0
    search.bare[0] = search.free[0] = full(area)
    return search


class Sizes(NamedTuple):
    """Of the arrays, which kernels see as their elements row after row."""

    area: Any  # points of a side
    words: Any  # of a mask
    room: Any  # options, in whole blocks
    links: Any  # words of all masks of both sides


@inlined
def elements(arrays: Any) -> Any:
    """The elements of all arrays of a state, row after row: see `bits.flat`."""
    return CoverState(
        flat(arrays.control),
        flat(arrays.chosen),
        flat(arrays.open),
        flat(arrays.left),
        flat(arrays.right),
        flat(arrays.size),
        flat(arrays.children),
        flat(arrays.width),
        flat(arrays.at),
        flat(arrays.tried),
        flat(arrays.right_of),
        flat(arrays.left_of),
        flat(arrays.bare),
        flat(arrays.free),
        flat(arrays.links),
        flat(arrays.gain),
        flat(arrays.need),
        flat(arrays.best),
        flat(arrays.queue),
        flat(arrays.parent),
        flat(arrays.violator),
        flat(arrays.seen),
        flat(arrays.count),
    )


@inlined
def options_flat(o: Any) -> Any:
    """The elements of the arrays of the options."""
    return CoverOptions(
        flat(o.image), flat(o.inverse), flat(o.left), flat(o.right), flat(o.start), flat(o.points)
    )


@inlined
def grow(s: Any, z: Any, k: Any) -> Any:
    """Make the matching of depth k a largest one. Returns the number of left points left unmatched.

    Ends with a breadth-first forest from the unmatched left points: `violator[0]` has the left points that it
    reaches, `seen[0]` their neighbours.
    """
    while True:
        free = 0
        for w in range(z.words):
            free += popcount(s.free[2 * k * z.words + w])
        right = reach(s, z, k, 0, s.left_of) if free > 0 else -1
        if right < 0:
            return free
        s.free[(2 * k + 1) * z.words + (right >> 6)] &= ~(ONE << np.uint64(right & 63))
        while True:
            left = s.parent[right]
            before = np.int64(s.right_of[k * z.area + left])
            s.right_of[k * z.area + left] = right
            s.left_of[k * z.area + right] = left
            if before < 0:
                s.free[2 * k * z.words + (left >> 6)] &= ~(ONE << np.uint64(left & 63))
                break
            right = before


@inlined
def reach(s: Any, z: Any, k: Any, side: Any, partner: Any) -> Any:
    """Breadth first over alternating paths from the unmatched points of a side, to its violator.

    `partner`: of the points of the other side. Returns an unmatched one of these if it reaches one, else -1.
    """
    tail, head = 0, 0
    for w in range(z.words):
        s.seen[side * z.words + w] = ZERO
        word = s.free[(2 * k + side) * z.words + w]
        s.violator[side * z.words + w] = word
        while word != ZERO:
            s.queue[tail] = w * 64 + lowest(word)
            tail += 1
            word &= word - ONE
    while head < tail:
        point = s.queue[head]
        head += 1
        for w in range(z.words):
            word = s.links[k * z.links + (side * z.area + point) * z.words + w] & ~s.seen[side * z.words + w]
            if word == ZERO:
                continue
            s.seen[side * z.words + w] |= word
            if word & s.free[(2 * k + 1 - side) * z.words + w] != ZERO:
                other = w * 64 + lowest(word & s.free[(2 * k + 1 - side) * z.words + w])
                s.parent[other] = point
                return other
            while word != ZERO:
                other = w * 64 + lowest(word)
                word &= word - ONE
                s.parent[other] = point
                mate = np.int64(partner[k * z.area + other])
                s.queue[tail] = mate
                tail += 1
                s.violator[side * z.words + (mate >> 6)] |= ONE << np.uint64(mate & 63)
    return -1


@inlined
def keep_covering(s: Any, z: Any, k: Any, more: Any) -> None:
    """Open at depth k the options of the depth before that gain enough for covering."""
    source = max(k - 1, 0)
    for side in range(2):
        s.need[side] = 0
        for w in range(z.words):
            s.need[side] += popcount(s.bare[(2 * k + side) * z.words + w])
    before = s.size[source]
    s.best[0] = gains(s.left, source, z.words, z.room, s.bare, 2 * k, s.tried, before, s.gain, 0)
    s.best[1] = gains(s.right, source, z.words, z.room, s.bare, 2 * k + 1, s.tried, before, s.gain, 1)
    low0 = max(np.int64(0), s.need[0] - (more - 1) * s.best[0])
    low1 = max(np.int64(0), s.need[1] - (more - 1) * s.best[1])
    size = 0
    for first in range(0, before, BLOCK):
        some = enough(s.gain, z.room, low0, low1, first)
        while some != ZERO:
            _move(s, z, source, first + lowest(some), k, size, 2)
            some &= some - ONE
            size += 1
    s.size[k] = size


@inlined
def _move(s: Any, z: Any, source: Any, i: Any, k: Any, j: Any, needs: Any) -> None:
    """Open at place j of depth k the option at place i of depth `source`."""
    s.open[k * z.room + j] = s.open[source * z.room + i]
    for w in range(z.words):
        s.left[(k * z.words + w) * z.room + j] = s.left[(source * z.words + w) * z.room + i]
        s.right[(k * z.words + w) * z.room + j] = s.right[(source * z.words + w) * z.room + i]
    for need in range(needs):
        s.gain[need * z.room + j] = s.gain[need * z.room + i]


@inlined
def lacking(s: Any, z: Any, k: Any) -> Any:
    """Is there a bare point that no open option covers?"""
    rest = ZERO
    for w in range(z.words):
        left = right = ZERO
        for i in range(s.size[k]):
            left |= s.left[(k * z.words + w) * z.room + i]
            right |= s.right[(k * z.words + w) * z.room + i]
        rest |= (s.bare[2 * k * z.words + w] & ~left) | (s.bare[(2 * k + 1) * z.words + w] & ~right)
    return rest != ZERO


@inlined
def leave_gains(o: Any, s: Any, z: Any, k: Any, unmatched: Any, more: Any) -> None:
    """The needs and gains of leaving the violators, for the open options of depth k.

    The last of the options must gain all that is needed: where it has too few points in a violator, or gains
    too little from the left one, the rest is not counted.
    """
    least = unmatched if more == 1 else 0
    for need in range(2, 4):
        s.need[need] = unmatched
        s.best[need] = 0
    for i in range(s.size[k]):
        option = s.open[k * z.room + i]
        out = back = inside = across = np.int64(0)
        for w in range(z.words):
            inside += popcount(s.left[(k * z.words + w) * z.room + i] & s.violator[w])
            across += popcount(s.right[(k * z.words + w) * z.room + i] & s.violator[z.words + w])
        for w in range(z.words):
            word = s.left[(k * z.words + w) * z.room + i] & s.violator[w]
            while word != ZERO and inside >= least and across >= least:
                right = np.int64(o.image[option * z.area + w * 64 + lowest(word)])
                out += s.seen[right >> 6] >> np.uint64(right & 63) & ONE == ZERO
                word &= word - ONE
        for w in range(z.words):
            word = s.right[(k * z.words + w) * z.room + i] & s.violator[z.words + w]
            while word != ZERO and out >= least:
                left = np.int64(o.inverse[option * z.area + w * 64 + lowest(word)])
                back += s.seen[z.words + (left >> 6)] >> np.uint64(left & 63) & ONE == ZERO
                word &= word - ONE
        s.gain[LEAVE_LEFT * z.room + i] = out
        s.gain[LEAVE_RIGHT * z.room + i] = back
        s.best[LEAVE_LEFT] = max(s.best[LEAVE_LEFT], out)
        s.best[LEAVE_RIGHT] = max(s.best[LEAVE_RIGHT], back)


@inlined
def keep_useful(s: Any, z: Any, k: Any, more: Any, needs: Any) -> Any:
    """Drop options too small for the first `needs` needs (2 or 4) until none is. Returns how many stay."""
    size = s.size[k]
    before = size + 1
    while size < before:
        for n in range(needs):
            best = np.int64(0)
            for i in range(size):
                best = max(best, np.int64(s.gain[n * z.room + i]))
            s.best[n] = best
        before, size = size, 0
        for i in range(before):
            useful = True
            for n in range(needs):
                useful &= s.gain[n * z.room + i] >= s.need[n] - (more - 1) * s.best[n]
            if useful:
                _move(s, z, k, i, k, size, needs)
                size += 1
    s.size[k] = size
    return size


@inlined
def branch(o: Any, s: Any, z: Any, k: Any, more: Any) -> None:
    """Choose the children of depth k: the smallest set of options one of which must join."""
    size = s.size[k]
    fewest, kind, point = size + 1, 0, 0
    for need in range(4):
        if s.need[need] > 0:
            number = 0
            for i in range(size):
                number += s.gain[need * z.room + i] * more >= s.need[need]
            if number < fewest:
                fewest, kind = number, need
    _count_covers(s, z, k)
    for side in range(2):
        for p in range(z.area):
            bare = s.bare[(2 * k + side) * z.words + (p >> 6)] >> np.uint64(p & 63) & ONE
            if bare != ZERO and s.count[side * z.area + p] < fewest:
                fewest, kind, point = s.count[side * z.area + p], 4 + side, p
    width = 0
    for i in range(size):
        option = s.open[k * z.room + i]
        if kind < 4:
            child = s.gain[kind * z.room + i] * more >= s.need[kind]
        elif kind == 4:
            child = o.image[option * z.area + point] >= 0
        else:
            child = o.inverse[option * z.area + point] >= 0
        if child:
            s.children[k * z.room + width] = i
            width += 1
    s.width[k] = width


@inlined
def _count_covers(s: Any, z: Any, k: Any) -> None:
    """How many open options cover each bare point."""
    for side in range(2):
        for point in range(z.area):
            s.count[side * z.area + point] = 0
    for i in range(s.size[k]):
        for w in range(z.words):
            word = s.left[(k * z.words + w) * z.room + i] & s.bare[2 * k * z.words + w]
            while word != ZERO:
                s.count[w * 64 + lowest(word)] += 1
                word &= word - ONE
            word = s.right[(k * z.words + w) * z.room + i] & s.bare[(2 * k + 1) * z.words + w]
            while word != ZERO:
                s.count[z.area + w * 64 + lowest(word)] += 1
                word &= word - ONE


@inlined
def enter(o: Any, s: Any, z: Any, k: Any, limit: Any, out: Any) -> None:
    """Bound the new node of depth k and list its children; write it to `out` if it has a perfect matching."""
    more = limit - k
    s.at[k] = 0
    s.width[k] = 0
    s.control[NODES] += 1
    uncovered = ZERO
    for w in range(z.words):
        uncovered |= s.bare[2 * k * z.words + w] | s.bare[(2 * k + 1) * z.words + w]
    if more > 0:
        keep_covering(s, z, k, more)
    if uncovered != ZERO and (more == 0 or keep_useful(s, z, k, more, 2) == 0 or lacking(s, z, k)):
        return
    if k > 0:
        link(o, s, z, k)
    unmatched = grow(s, z, k)
    if unmatched == 0:
        number = s.control[FOUND]
        out[number, 0] = k
        for d in range(k):
            out[number, 1 + d] = s.chosen[d]
        s.control[FOUND] = number + 1
    if more == 0:
        return
    if unmatched > 0:
        reach(s, z, k, 1, s.right_of)
        leave_gains(o, s, z, k, unmatched, more)
        if keep_useful(s, z, k, more, 4) == 0:
            return
    for i in range(s.size[k]):
        s.tried[k * z.room + i] = 0
    for i in range(s.size[k], (s.size[k] + BLOCK - 1) // BLOCK * BLOCK):
        s.tried[k * z.room + i] = OUT
    if unmatched == 0 or more == 1:
        s.width[k] = s.size[k] if more > 0 else 0
        for i in range(s.width[k]):
            s.children[k * z.room + i] = i
    else:
        branch(o, s, z, k, more)


@inlined
def descend(o: Any, s: Any, z: Any, k: Any) -> None:
    """Choose the next child of depth k, and set up what depth k + 1 has to cover."""
    place = s.children[k * z.room + s.at[k]]
    option = s.open[k * z.room + place]
    s.at[k] += 1
    s.chosen[k] = option
    s.tried[k * z.room + place] = OUT
    for w in range(z.words):
        s.bare[(2 * k + 2) * z.words + w] = s.bare[2 * k * z.words + w] & ~o.left[option * z.words + w]
        s.bare[(2 * k + 3) * z.words + w] = s.bare[(2 * k + 1) * z.words + w] & ~o.right[option * z.words + w]


@inlined
def link(o: Any, s: Any, z: Any, k: Any) -> None:
    """Set up the arrows and the matching of depth k: those of the depth before and of its chosen option.

    Most nodes end before they need them.
    """
    option = s.chosen[k - 1]
    for i in range(2 * z.words):
        s.free[2 * k * z.words + i] = s.free[2 * (k - 1) * z.words + i]
    for point in range(z.area):
        s.right_of[k * z.area + point] = s.right_of[(k - 1) * z.area + point]
        s.left_of[k * z.area + point] = s.left_of[(k - 1) * z.area + point]
    for i in range(z.links):
        s.links[k * z.links + i] = s.links[(k - 1) * z.links + i]
    for p in range(o.start[option], o.start[option + 1]):
        source = np.int64(o.points[p])
        target = np.int64(o.image[option * z.area + source])
        to, back = source * z.words + (target >> 6), (z.area + target) * z.words + (source >> 6)
        s.links[k * z.links + to] |= ONE << np.uint64(target & 63)
        s.links[k * z.links + back] |= ONE << np.uint64(source & 63)
        if s.right_of[k * z.area + source] < 0 and s.left_of[k * z.area + target] < 0:
            s.right_of[k * z.area + source] = target
            s.left_of[k * z.area + target] = source
            s.free[2 * k * z.words + (source >> 6)] &= ~(ONE << np.uint64(source & 63))
            s.free[(2 * k + 1) * z.words + (target >> 6)] &= ~(ONE << np.uint64(target & 63))


@inlined
def go_on(o: Any, s: Any, z: Any, root: Any, limit: Any, out: Any, budget: Any) -> Any:
    """See `covers`; `z`: the sizes."""
    end = s.control[NODES] + budget
    while s.control[DEPTH] >= root:
        k = s.control[DEPTH]
        if s.control[NODES] >= end or s.control[FOUND] == len(out):
            return False
        if s.control[ENTERED] == 0:
            s.control[ENTERED] = 1
            enter(o, s, z, k, limit, out)
        elif s.at[k] < s.width[k]:
            descend(o, s, z, k)
            s.control[DEPTH] = k + 1
            s.control[ENTERED] = 0
        else:
            s.control[DEPTH] = k - 1
    return True


@bare
def covers(options: Any, state: Any, root: Any, limit: Any, out: Any, budget: Any) -> Any:
    """Go on for `budget` nodes or until `out` is full. Returns True when the search below `root` has ended.

    out[i] = k, then the k options of a set; control[FOUND] is the number of sets, which the caller resets.
    """
    o, s = options_flat(options), elements(state)
    area, words, room = options.image.shape[1], options.left.shape[1], state.open.shape[1]
    if words == 1:  # loops over words vanish
        return go_on(o, s, Sizes(area, 1, room, 2 * area), root, limit, out, budget)
    return go_on(o, s, Sizes(area, words, room, 2 * area * words), root, limit, out, budget)
