"""Bijections within a set of partial maps: give every left point one of the maps, all images distinct.

For each set of k options (see `covers`) the search lists, once each, the assignments of the left points to
its options such that the images are distinct, every option is used, and there are at most `limit` parts: a
part is a connected component of the points of one option.

Propagation goes on until nothing changes: a point (left, or right as an image) with one option left takes it,
and its image (or source) is closed to the other options. An option has at least as many parts as there are
components of its domain with settled points; if these numbers add up to the limit, a domain keeps only such
components.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.bits import ONE, ZERO, copy, drop, full, has, lowest
from zenkai_solver.solvers.kernels.jit import bare, inner

SET, DEPTH, NODES, FOUND = range(4)  # of Stack.control
ACROSS = 4  # neighbours of a point, padded with -1


class Stack(NamedTuple):
    """The search; `domain[depth, side, j]` are the points that option j of the set may have on a side."""

    control: Any
    domain: Any
    point: Any  # the left point that depth branches on
    next: Any  # the next option it tries
    near: Any  # near[left]: its neighbours
    whole: Any  # mask of all points
    work: Any  # of `propagate`: the points settled, those reached, a queue


def start(near: Any, limit: int) -> Stack:
    area = len(near)
    words = (area + 63) // 64
    stack = Stack(
        np.zeros(4, np.int64),
        np.zeros((area + 2, 2, limit, words), np.uint64),
        np.zeros(area + 2, np.int64),
        np.zeros(area + 2, np.int64),
        near,
        full(area),
        (
            np.zeros(words, np.uint64),
            np.zeros((max(limit, 1), words), np.uint64),
            np.zeros(area + 1, np.int64),
        ),
    )
    stack.control[DEPTH] = -1
    return stack


@inner
def singles(domain: Any, k: Any, whole: Any, single: Any) -> Any:
    """Points of one side in exactly one domain, into `single`. Returns False if some point is in none."""
    for w in range(len(whole)):
        once = twice = ZERO
        for j in range(k):
            twice |= once & domain[j, w]
            once |= domain[j, w]
        if once != whole[w]:
            return False
        single[w] = once & ~twice
    return True


@inner
def close(o: Any, options: Any, k: Any, domain: Any, side: Any, single: Any) -> Any:
    """Close the partner of each settled point of one side to the other options. Did anything change?"""
    forth = o.image if side == 0 else o.inverse
    back = o.inverse if side == 0 else o.image
    changed = False
    for j in range(k):
        for w in range(len(single)):
            settled = domain[side, j, w] & single[w]
            while settled != ZERO:
                point = w * 64 + lowest(settled)
                settled &= settled - ONE
                partner = np.int64(forth[options[j], point])
                for other in range(k):
                    if other != j and has(domain[1 - side, other], partner):
                        drop(domain[1 - side, other], partner)
                        drop(domain[side, other], back[options[other], partner])
                        changed = True
    return changed


@inner
def flood(domain: Any, seed: Any, near: Any, reached: Any, queue: Any) -> None:
    """Add to `reached` the points of the domain that are connected with `seed`."""
    queue[0] = seed
    tail = 1
    reached[seed >> 6] |= ONE << np.uint64(seed & 63)
    head = 0
    while head < tail:
        point = queue[head]
        head += 1
        for i in range(ACROSS):
            other = near[point, i]
            if other >= 0 and has(domain, other) and not has(reached, other):
                reached[other >> 6] |= ONE << np.uint64(other & 63)
                queue[tail] = other
                tail += 1


@inner
def least_parts(domain: Any, k: Any, single: Any, near: Any, reached: Any, queue: Any) -> Any:
    """A lower bound on the number of parts; 1000 if some option has no point left.

    reached[j] becomes the union of the components of domain j that have settled points.
    """
    parts = 0
    for j in range(k):
        reached[j] = ZERO
        pieces = 0
        some = ZERO
        for w in range(len(single)):
            some |= domain[j, w]
            left = domain[j, w] & single[w]
            while left & ~reached[j, w] != ZERO:
                flood(domain[j], w * 64 + lowest(left & ~reached[j, w]), near, reached[j], queue)
                pieces += 1
        if some == ZERO:
            return 1000
        parts += max(pieces, 1)
    return parts


@inner
def keep_reached(o: Any, options: Any, k: Any, domain: Any, reached: Any) -> Any:
    """Let options that have settled points keep only the components with such points. Did anything change?"""
    changed = False
    for j in range(k):
        some = ZERO
        for w in range(reached.shape[1]):
            some |= reached[j, w]
        if some == ZERO:
            continue
        for w in range(reached.shape[1]):
            gone = domain[0, j, w] & ~reached[j, w]
            while gone != ZERO:
                point = w * 64 + lowest(gone)
                gone &= gone - ONE
                drop(domain[0, j], point)
                drop(domain[1, j], o.image[options[j], point])
                changed = True
    return changed


@inner
def propagate(o: Any, options: Any, k: Any, limit: Any, domain: Any, stack: Any) -> Any:
    """Propagate until nothing changes. Returns a lower bound on the parts; -1 if there is no assignment."""
    single, reached, queue = stack.work
    while True:
        if not singles(domain[1], k, stack.whole, single):
            return -1
        if close(o, options, k, domain, 1, single):
            continue
        if not singles(domain[0], k, stack.whole, single):
            return -1
        if close(o, options, k, domain, 0, single):
            continue
        parts = least_parts(domain[0], k, single, stack.near, reached, queue)
        if parts > limit:
            return -1
        if parts < limit or not keep_reached(o, options, k, domain, reached):
            return parts


@inner
def open_point(domain: Any, k: Any, area: Any) -> Any:
    """A left point with fewest options of those with several; -1 if all are settled."""
    best, fewest = -1, k + 1
    for point in range(area):
        number = 0
        for j in range(k):
            number += has(domain[j], point)
        if 1 < number < fewest:
            best, fewest = point, number
    return best


@bare
def tilings(o: Any, sets: Any, number: Any, limit: Any, stack: Any, out: Any, budget: Any) -> Any:
    """Go on for `budget` nodes or until `out` is full. Returns True when all the sets are done.

    out[i] = number of parts, then the option of every left point.
    """
    control = stack.control
    end = control[NODES] + budget
    while control[SET] < number:
        if control[NODES] >= end or control[FOUND] == len(out):
            return False
        k = sets[control[SET], 0]
        options = sets[control[SET], 1 : k + 1]
        depth = control[DEPTH]
        if depth < 0:
            for j in range(k):
                copy(o.left[options[j]], stack.domain[0, 0, j])
                copy(o.right[options[j]], stack.domain[0, 1, j])
            control[DEPTH] = 0
        else:
            point, j = stack.point[depth], stack.next[depth]
            while j < k and not has(stack.domain[depth, 0, j], point):
                j += 1
            if j == k:
                control[DEPTH] = depth - 1
                if depth == 0:
                    control[SET] += 1
                continue
            stack.next[depth] = j + 1
            for side in range(2):
                for other in range(stack.domain.shape[2]):
                    copy(stack.domain[depth, side, other], stack.domain[depth + 1, side, other])
            for other in range(k):
                if other != j and has(stack.domain[depth + 1, 0, other], point):
                    drop(stack.domain[depth + 1, 0, other], point)
                    drop(stack.domain[depth + 1, 1, other], o.image[options[other], point])
            control[DEPTH] = depth + 1
        _enter(o, options, k, limit, stack, out)
    return True


@inner
def _enter(o: Any, options: Any, k: Any, limit: Any, stack: Any, out: Any) -> None:
    """Propagate at the new depth; write a complete assignment to `out`, or choose the point to branch on."""
    control = stack.control
    control[NODES] += 1
    depth = control[DEPTH]
    domain = stack.domain[depth]
    area = o.image.shape[1]
    stack.point[depth] = 0
    stack.next[depth] = k
    parts = propagate(o, options, k, limit, domain, stack)
    if parts < 0:
        return
    point = open_point(domain[0], k, area)
    if point >= 0:
        stack.point[depth] = point
        stack.next[depth] = 0
        return
    row = out[control[FOUND]]
    row[0] = parts
    for left in range(area):
        for j in range(k):
            if has(domain[0, j], left):
                row[left + 1] = options[j]
    control[FOUND] += 1
