"""Sets of solutions as decision diagrams (zero-suppressed, reduced, ordered), compiled.

A node is (var, lo, hi): of its sets, those without var are the sets of lo, those with var are the sets of hi
with var added.
Node 0 has no set, node 1 the empty set. Variables rise from node to child, hi is never 0, and no two nodes
are equal, so a set of solutions has one diagram. Children have lower numbers than their parents.
Source: Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.hashing import find_pair, hash_three
from zenkai_solver.solvers.kernels.jit import inlined, kernel

LEAST = -(1 << 62)  # the weight of no solution
FAR = -(1 << 30)  # the distance of no pair
AND, OR, MINUS, XOR = 0, 1, 2, 3


class NodeStore(NamedTuple):
    """The nodes of diagrams that are being built, each once."""

    var: np.ndarray  # int32[capacity]
    lo: np.ndarray  # int32
    hi: np.ndarray  # int32
    slots: np.ndarray  # int32[a power of two, more than the capacity]: the nodes by hash; 0: free
    used: np.ndarray  # int64[1]


class PairTable(NamedTuple):
    """A hash table of results for pairs of nodes, see `kernels.hashing`."""

    first: np.ndarray  # int32[a power of two]; -1: free
    second: np.ndarray  # int32
    result: np.ndarray  # int32
    used: np.ndarray  # int64[1]


@inlined
def make_node(s: Any, v: Any, low: Any, high: Any) -> Any:
    """The number of the node (v, low, high), which is added unless it is there; there must be room for it."""
    if high == 0:
        return np.int64(low)
    last = np.uint64(len(s.slots) - 1)
    at = hash_three(v, low, high) & last
    while s.slots[at] != 0:
        n = s.slots[at]
        if s.var[n] == v and s.lo[n] == low and s.hi[n] == high:
            return np.int64(n)
        at = (at + np.uint64(1)) & last
    n = s.used[0]
    s.var[n], s.lo[n], s.hi[n] = v, low, high
    s.slots[at] = n
    s.used[0] = n + 1
    return np.int64(n)


@kernel
def rehash(s: Any) -> None:
    """Enter all nodes into the hash table `slots`, which is empty."""
    last = np.uint64(len(s.slots) - 1)
    for n in range(2, s.used[0]):
        at = hash_three(s.var[n], s.lo[n], s.hi[n]) & last
        while s.slots[at] != 0:
            at = (at + np.uint64(1)) & last
        s.slots[at] = n


@kernel
def copied(s: Any, var: Any, lo: Any, hi: Any, wanted: Any, whole: Any, kept: Any) -> None:
    """Copy another diagram into the store: whole[n] is the copy of node n, and kept[n] is the node with those
    of its sets that have at least one of the wanted variables.
    """
    whole[0], whole[1] = 0, 1
    kept[0], kept[1] = 0, 0
    for n in range(2, len(var)):
        whole[n] = make_node(s, var[n], whole[lo[n]], whole[hi[n]])
        kept[n] = make_node(s, var[n], kept[lo[n]], whole[hi[n]] if wanted[var[n]] else kept[hi[n]])


@kernel
def joined(s: Any, var: Any, lo: Any, hi: Any, v: Any, into: Any) -> None:
    """Copy another diagram with v added to every set: into[n] is what node n becomes. No set has v."""
    whole = np.zeros(len(var), np.int32)
    whole[1] = 1
    into[0] = 0
    into[1] = make_node(s, v, 0, 1)
    for n in range(2, len(var)):
        whole[n] = make_node(s, var[n], whole[lo[n]], whole[hi[n]])
        if var[n] < v:
            into[n] = make_node(s, var[n], into[lo[n]], into[hi[n]])
        else:
            into[n] = make_node(s, v, 0, whole[n])


@kernel
def rows_in(s: Any, rows: Any, node: Any, name: Any) -> Any:
    """The node of the set of these rows: rising variables, 0 after the last, in lexicographic order.

    `node` and `name` have room for all rows and all depths: a stack of finished branches, with their
    variables, those of deeper levels above.
    """
    width = rows.shape[1]
    begin, ends = np.zeros(width + 2, np.int64), np.zeros(width + 2, np.int64)
    top, depth = 0, 0
    for i in range(len(rows) + 1):
        length, shared = 0, 0
        if i < len(rows):
            while length < width and rows[i, length] > 0:
                length += 1
            while i > 0 and shared < min(length, depth) and rows[i, shared] == rows[i - 1, shared]:
                shared += 1
        last = shared if i < len(rows) else -1
        while depth > last and i > 0:
            root = ends[depth]
            for x in range(top - 1, begin[depth] - 1, -1):
                root = make_node(s, name[x], root, node[x])
            top = begin[depth]
            if depth == 0:
                return root
            name[top], node[top] = rows[i - 1, depth - 1], root
            top += 1
            depth -= 1
        while depth < length:
            depth += 1
            begin[depth], ends[depth] = top, 0
        ends[length] = 1
    return np.int64(0)


@kernel
def applied(s: Any, memo: Any, op: Any, first: Any, second: Any, depths: Any) -> Any:
    """The node of the sets of `first` AND, OR, MINUS or XOR those of `second`.

    -1 if the store or the memo is full.
    """
    stack_a, stack_b = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    phase, left = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    stack_a[0], stack_b[0] = first, second
    d, result = 0, np.int64(0)
    while d >= 0:
        if s.used[0] + 1 >= len(s.var) or 2 * memo.used[0] + 2 > len(memo.first):
            return np.int64(-1)
        a, b = stack_a[d], stack_b[d]
        if phase[d] == 0:
            known = np.int64(-1)
            if a == b:
                known = a if op in (AND, OR) else np.int64(0)
            elif a == 0:
                known = b if op in (OR, XOR) else np.int64(0)
            elif b == 0:
                known = np.int64(0) if op == AND else a
            else:
                at = find_pair(memo.first, memo.second, a, b, hash_three(op, a, b))
                if memo.first[at] >= 0:
                    known = np.int64(memo.result[at])
            if known >= 0:
                result, d = known, d - 1
                continue
        v = min(s.var[a], s.var[b])
        if phase[d] == 2:
            result = make_node(s, v, left[d], result)
            at = find_pair(memo.first, memo.second, a, b, hash_three(op, a, b))
            memo.first[at], memo.second[at], memo.result[at] = a, b, result
            memo.used[0] += 1
            d -= 1
            continue
        high = phase[d] == 1
        if high:
            left[d] = result
        phase[d] += 1
        phase[d + 1] = 0
        stack_a[d + 1] = (s.hi[a] if high else s.lo[a]) if s.var[a] == v else (0 if high else a)
        stack_b[d + 1] = (s.hi[b] if high else s.lo[b]) if s.var[b] == v else (0 if high else b)
        d += 1
    return result


@kernel
def numbered(var: Any, lo: Any, hi: Any, root: Any, depths: Any, number: Any, order: Any) -> Any:
    """Number the nodes below the root in post-order: lo, then hi, then the node itself. Returns how many.

    `number`: by node, -1 before; `order`: the nodes by number.
    """
    at, phase = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    number[0], number[1] = 0, 1
    order[0], order[1] = 0, 1
    n, d = 2, 0
    at[0] = root
    while d >= 0:
        node = at[d]
        if number[node] >= 0:
            d -= 1
        elif phase[d] == 2:
            number[node] = n
            order[n] = node
            n, d = n + 1, d - 1
        else:
            at[d + 1] = hi[node] if phase[d] else lo[node]
            phase[d] += 1
            phase[d + 1] = 0
            d += 1
    return n


@kernel
def upward(lo: Any, hi: Any, count: Any) -> Any:
    """Write to `count` how many sets each node has; False if 63 bits are not enough."""
    count[0], count[1] = 0, 1
    for n in range(2, len(lo)):
        count[n] = count[lo[n]] + count[hi[n]]
        if count[n] < 0:
            return False
    return True


@kernel
def downward(lo: Any, hi: Any, ways: Any) -> None:
    """Write to `ways` the number of paths from the last node, the root, to each node."""
    ways[len(lo) - 1] = 1
    for n in range(len(lo) - 1, 1, -1):
        ways[lo[n]] += ways[n]
        ways[hi[n]] += ways[n]


@kernel
def shared(var: Any, hi: Any, count: Any, ways: Any, share: Any) -> None:
    """Add to `share` in how many sets each variable is."""
    for n in range(2, len(var)):
        share[var[n]] += ways[n] * count[hi[n]]


@kernel
def together(var: Any, lo: Any, hi: Any, count: Any, ways: Any, v: Any, share: Any) -> None:
    """Add to `share` in how many sets each greater variable is together with v."""
    through = np.zeros_like(ways)
    for n in range(len(var) - 1, 1, -1):
        if var[n] == v:
            through[hi[n]] += ways[n]
        elif through[n] != 0:
            share[var[n]] += through[n] * count[hi[n]]
            through[lo[n]] += through[n]
            through[hi[n]] += through[n]


@kernel
def heaviest(var: Any, lo: Any, hi: Any, weight: Any, best: Any) -> None:
    """Write to `best` the greatest sum of weights of a set of each node."""
    best[0], best[1] = LEAST, 0
    for n in range(2, len(var)):
        best[n] = max(best[lo[n]], best[hi[n]] + weight[var[n]])


@kernel
def apart(var: Any, lo: Any, hi: Any, memo: Any, sign: Any, first: Any, second: Any, depths: Any) -> Any:
    """The greatest (sign 1) or least (-1) distance between a set of the first node and one of the second.

    The distance of two sets is the number of variables that are in exactly one of them. Returns it times the
    sign; FAR where there is no pair of sets; 1 + the greatest int32 where the memo is full.
    """
    stack_a, stack_b = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    phase, best = np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    stack_a[0], stack_b[0] = first, second
    d, distance = 0, np.int64(0)
    while d >= 0:
        if 2 * memo.used[0] + 2 > len(memo.first):
            return np.int64(1) << 31
        a, b = min(stack_a[d], stack_b[d]), max(stack_a[d], stack_b[d])
        v = min(var[a], var[b])
        if phase[d] == 0:
            if a == 0 or (a == b and (sign < 0 or a == 1)):
                distance, d = (np.int64(FAR) if a == 0 else np.int64(0)), d - 1
                continue
            at = find_pair(memo.first, memo.second, a, b, hash_three(a, b, 1))
            if memo.first[at] >= 0:
                distance, d = np.int64(memo.result[at]), d - 1
                continue
            best[d] = FAR
        elif distance > FAR:
            best[d] = max(best[d], distance + (sign if phase[d] > 2 else 0))
        if phase[d] == 4:
            distance = best[d]
            at = find_pair(memo.first, memo.second, a, b, hash_three(a, b, 1))
            memo.first[at], memo.second[at], memo.result[at] = a, b, distance
            memo.used[0] += 1
            d -= 1
            continue
        high_a, high_b = phase[d] == 1 or phase[d] == 2, phase[d] == 1 or phase[d] == 3
        phase[d] += 1
        phase[d + 1] = 0
        stack_a[d + 1] = (hi[a] if high_a else lo[a]) if var[a] == v else (0 if high_a else a)
        stack_b[d + 1] = (hi[b] if high_b else lo[b]) if var[b] == v else (0 if high_b else b)
        d += 1
    return distance


@kernel
def every_pair(rows: Any, lengths: Any, sign: Any, place: Any) -> Any:
    """The greatest (sign 1) or least (-1) distance between two rows of rising variables, 0 after the last.

    `place` gets the numbers of the two rows. Every two rows are compared.
    """
    best = np.int64(FAR)
    for i in range(len(rows)):
        for j in range(i):
            a, b, common = 0, 0, 0
            while a < lengths[i] and b < lengths[j]:
                if rows[i, a] == rows[j, b]:
                    common, a, b = common + 1, a + 1, b + 1
                elif rows[i, a] < rows[j, b]:
                    a += 1
                else:
                    b += 1
            distance = sign * (lengths[i] + lengths[j] - 2 * common)
            if distance > best:
                best = distance
                place[0], place[1] = j, i
    return sign * best
