"""Following a refutation, by unit propagation with two watched literals, compiled. See `solvers.checker.rup`.

Literal v is at index v + n of what is held per literal. A clause is its literals in `lits`, from `start` on;
the first two are watched. Watches are linked lists: node 2c + i is the i-th watched literal of clause c.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

# Places in `at`; of `follow`: where it is, where the line begins, how many lines and solutions there were.
CLAUSES, USED, TRAIL, HEAD, REFUTED, STAMP, BYTE, BEGIN, LINE, FOUND, N_AT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
NONE = -1
# How `follow` ends, the last four with what is wrong with the line.
MORE, ROOM, EMPTY, BLANK, NO_LINE, NO_SOLUTION, NO_LEMMA = 0, 1, 2, 3, 4, 5, 6
MOST_DIGITS = 9
NEWLINE, SPACE, MINUS, ZERO, NINE, B, D = 10, 32, 45, 48, 57, 98, 100  # bytes


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
    projected: np.ndarray  # uint8[n + 1]: is the variable of the projection?
    occurring: np.ndarray  # uint8[n + 1]: or does it occur in the formula?


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


@inner
def _add(s: Any, at: Any, own: Any) -> None:
    """A clause of different literals that holds; there is room for it. Puts its literals in another order."""
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


@inner
def _drop(s: Any, at: Any, own: Any) -> None:
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


@inner
def _tried(s: Any, at: Any, own: Any) -> Any:
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


@inlined
def _different(s: Any, at: Any, own: Any, number: Any) -> Any:
    """Of the first literals each once; how many."""
    n, left = len(s.value) >> 1, 0
    at[STAMP] += 1
    for k in range(number):
        if s.mark[n + own[k]] != at[STAMP]:
            s.mark[n + own[k]] = at[STAMP]
            own[left] = own[k]
            left += 1
    return left


@inner
def _literals(s: Any, at: Any, data: Any, own: Any) -> Any:
    """Read `1 -2 0` up to the end of the line; how many literals, or NONE if it is no such line."""
    n, number, place = len(s.value) >> 1, 0, at[BYTE]
    while data[place] != ZERO:  # 0 alone ends the line
        negative = data[place] == MINUS
        if negative:
            place += 1
        digits, var = 0, np.int64(0)
        while ZERO <= data[place] <= NINE and digits <= MOST_DIGITS:
            var = 10 * var + np.int64(data[place]) - ZERO
            digits += 1
            place += 1
            if var == 0:
                return NONE
        if digits == 0 or digits > MOST_DIGITS or data[place] != SPACE or var > n:
            return NONE
        own[number] = -var if negative else var
        number += 1
        place += 1
    at[BYTE] = place + 2
    return number if data[place + 1] == NEWLINE else NONE


@inner
def _named(s: Any, own: Any) -> Any:
    """Do different literals that do not exclude each other name only variables of the projection, or all?"""
    n, inside, outside = len(s.value) >> 1, 0, 0
    for k in range(len(own)):
        var = abs(own[k])
        if s.projected[var] == 0:
            outside += 1
        elif s.mark[n - own[k]] != s.mark[n + own[k]] or own[k] > 0:  # of both signs one is counted
            inside += 1
    if outside == 0:
        return True
    every = 0
    for var in range(n + 1):
        every += s.projected[var]
    return inside == every


@kernel
def follow(s: Any, at: Any, data: Any, end: Any, own: Any, formula: Any) -> Any:
    """Read the lines of data[:end], which are whole, from at[BYTE] on. `own`: room for a line's literals.

    `formula`: each is a clause that holds. Returns MORE when all are read; ROOM before a line that may not
    fit the store; EMPTY after the empty clause; for what is refused BLANK, NO_LINE, NO_SOLUTION, NO_LEMMA.
    """
    n = len(s.value) >> 1
    occurring = 0
    for var in range(n + 1):
        occurring += s.occurring[var]
    while at[BYTE] < end:
        if at[CLAUSES] == len(s.size) or at[USED] + len(own) > len(s.lits):
            return ROOM
        at[LINE] += 1
        at[BEGIN] = at[BYTE]
        kind = data[at[BYTE]]
        if kind == NEWLINE:
            return BLANK
        if kind in (B, D):
            if data[at[BYTE] + 1] != SPACE:
                return NO_LINE
            at[BYTE] += 2
        number = _literals(s, at, data, own)
        if number < 0:
            return NO_LINE
        number = _different(s, at, own, number)
        lits = own[:number]
        if formula:
            for k in range(number):
                s.occurring[abs(lits[k])] = 1
            _add(s, at, lits)
        elif kind == B:
            if not _named(s, lits) or _tried(s, at, lits) != occurring:
                return NO_SOLUTION
            at[FOUND] += 1
            left = 0
            for k in range(number):
                if s.projected[abs(own[k])]:
                    own[left] = -own[k]
                    left += 1
            _add(s, at, own[:left])
        elif kind == D:
            _drop(s, at, lits)
        else:
            for k in range(number):
                lits[k] = -lits[k]
            if _tried(s, at, lits) != NONE:
                return NO_LEMMA
            if number == 0:
                return EMPTY
            for k in range(number):
                lits[k] = -lits[k]
            _add(s, at, lits)
    return MORE
