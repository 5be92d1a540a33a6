"""Unit propagation with two watched literals, compiled. See `solvers.checker.rup` for what it is for.

Literal v is at index v + n of what is held per literal. A clause is its literals in `lits`, from `start` on;
the first two are watched. Watches are linked lists: node 2c + i is the i-th watched literal of clause c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

CLAUSES, USED, TRAIL, HEAD, REFUTED, STAMP, N_AT = 0, 1, 2, 3, 4, 5, 6  # places in `at`
NONE = -1


class Store(NamedTuple):
    """The clauses and the assignment; n variables."""

    value: np.ndarray  # int8[2n + 1]
    first: np.ndarray  # int32[2n + 1]: the first watch of the literal
    mark: np.ndarray  # int64[2n + 1]
    trail: np.ndarray  # int32[n]
    bucket: np.ndarray  # int32[a power of two]: the first clause with that hash
    start: np.ndarray  # int64[clause]
    size: np.ndarray  # int32[clause], NONE: forgotten
    chain: np.ndarray  # int32[clause]: the next with the same hash
    after: np.ndarray  # int32[2 clauses]: the next watch of the same literal
    lits: np.ndarray  # int32


@inlined
def _hash(own: Any, size: Any) -> Any:
    total, mixed = np.uint64(0), np.uint64(0)
    for k in range(len(own)):
        one = np.uint64(own[k] + (1 << 32)) * np.uint64(0x9E3779B97F4A7C15)
        total += one ^ (one >> np.uint64(31))
        mixed ^= one
    total ^= mixed >> np.uint64(7)
    return np.int64((total ^ (total >> np.uint64(32))) & np.uint64(size - 1))


@inlined
def _make(value: Any, trail: Any, at: Any, n: Any, lit: Any) -> None:
    value[n + lit], value[n - lit] = 1, -1
    trail[at[TRAIL]] = lit
    at[TRAIL] += 1


@inner
def _propagate(s: Any, at: Any) -> Any:
    """False: conflict."""
    value, first, trail, start, size, after, lits = (
        s.value,
        s.first,
        s.trail,
        s.start,
        s.size,
        s.after,
        s.lits,
    )
    n = len(value) >> 1
    while at[HEAD] < at[TRAIL]:
        false = -trail[at[HEAD]]
        at[HEAD] += 1
        before, node = NONE, first[n + false]
        while node >= 0:
            follow, c, side = after[node], node >> 1, node & 1
            begin, moved = start[c], size[c] < 0
            if not moved:
                other = lits[begin + 1 - side]
                if value[n + other] > 0:
                    before, node = node, follow
                    continue
                for k in range(begin + 2, begin + size[c]):
                    if value[n + lits[k]] >= 0:
                        lits[begin + side], lits[k] = lits[k], false
                        moved = True
                        break
            if moved:
                if before < 0:
                    first[n + false] = follow
                else:
                    after[before] = follow
                if size[c] >= 0:
                    lit = lits[begin + side]
                    after[node] = first[n + lit]
                    first[n + lit] = node
                node = follow
                continue
            if value[n + other] < 0:
                return False
            _make(value, trail, at, n, other)
            before, node = node, follow
    return True


@kernel
def add(s: Any, at: Any, own: Any) -> None:
    """A clause of different literals that holds; there is room for it."""
    n = len(s.value) >> 1
    for place in range(min(2, len(own))):
        for k in range(place + 1, len(own)):
            if s.value[n + own[k]] > s.value[n + own[place]]:
                own[place], own[k] = own[k], own[place]
    c, begin = at[CLAUSES], at[USED]
    at[CLAUSES] += 1
    at[USED] += len(own)
    s.start[c], s.size[c] = begin, len(own)
    for k in range(len(own)):
        s.lits[begin + k] = own[k]
    slot = _hash(own, len(s.bucket))
    s.chain[c] = s.bucket[slot]
    s.bucket[slot] = c
    if len(own) > 1:
        for side in range(2):
            s.after[2 * c + side] = s.first[n + own[side]]
            s.first[n + own[side]] = 2 * c + side
    if len(own) == 0 or s.value[n + own[0]] < 0:
        at[REFUTED] = 1
    elif s.value[n + own[0]] == 0 and (len(own) < 2 or s.value[n + own[1]] < 0):
        _make(s.value, s.trail, at, n, own[0])
        if not _propagate(s, at):
            at[REFUTED] = 1


@kernel
def drop(s: Any, at: Any, own: Any) -> None:
    """Forget the clause of these different literals, if it is there."""
    n = len(s.value) >> 1
    at[STAMP] += 1
    for k in range(len(own)):
        s.mark[n + own[k]] = at[STAMP]
    slot = _hash(own, len(s.bucket))
    before, c = np.int64(NONE), np.int64(s.bucket[slot])
    while c >= 0:
        same = s.size[c] == len(own)
        if same:
            for k in range(s.start[c], s.start[c] + len(own)):
                same &= s.mark[n + s.lits[k]] == at[STAMP]
        if same:
            if before < 0:
                s.bucket[slot] = s.chain[c]
            else:
                s.chain[before] = s.chain[c]
            s.size[c] = NONE
            return
        before, c = c, np.int64(s.chain[c])


@kernel
def tried(s: Any, at: Any, own: Any) -> Any:
    """Make the literals true for a moment: how many are true then; NONE: conflict."""
    n, begin = len(s.value) >> 1, at[TRAIL]
    fine = at[REFUTED] == 0
    for k in range(len(own)):
        fine &= s.value[n + own[k]] >= 0
        if fine and s.value[n + own[k]] == 0:
            _make(s.value, s.trail, at, n, own[k])
    fine = fine and _propagate(s, at)
    true = at[TRAIL] if fine else NONE
    for k in range(begin, at[TRAIL]):
        s.value[n + s.trail[k]] = s.value[n - s.trail[k]] = 0
    at[TRAIL], at[HEAD] = begin, begin
    return true
