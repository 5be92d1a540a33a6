"""From a solver's log to resolution: which clauses each lemma follows from. See `solvers.certificates.rup`.

Each lemma is tried by unit propagation from its contrary, with two watched literals. The clause that is
broken is resolved with those that made its literals false, the last one first; what is left is part of the
lemma, and is kept in its place. So each clause has a list of others that it follows from; in the end those
are numbered that the empty clause needs.

Literal v is at index v + n of what is held per literal. A clause is its literals in `lits`, from `start` on;
the first two are watched. Watches are linked lists: node 2c + i is the i-th watched literal of clause c.
What is decided for good is a clause of one literal, `unit` of its variable: it follows from its `cause` and
the units of the other literals there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

# Places in `at`; of `read`: where it is, where the line begins. EMPTY: the empty clause, once it is there.
CLAUSES, USED, HINTS, TRAIL, HEAD, SETTLED, EMPTY, STAMP, BYTE, BEGIN, N_AT = range(11)
NONE, GIVEN, LISTED = -1, -1, -2  # of `cause`: a clause of the formula; one with `hints`
MORE, ROOM, NO_LEMMA = 0, 1, 2  # how `read` ends
NEWLINE, SPACE, MINUS, ZERO, D = 10, 32, 45, 48, 100  # bytes


class Store(NamedTuple):
    """The clauses and the assignment; n variables."""

    value: np.ndarray  # int8[2n + 1]
    first: np.ndarray  # int32[2n + 1]: the first watch of the literal
    seen: np.ndarray  # int64[n + 1]: a stamp
    reason: np.ndarray  # int32[n + 1]: the clause that decided the variable, or NONE
    unit: np.ndarray  # int32[n + 1]: see above, or NONE
    trail: np.ndarray  # int32[n]: the literals made true
    bucket: np.ndarray  # int32[a power of two]: the first clause with that key
    key: np.ndarray  # uint64[clause]: of the literals that the log has
    link: np.ndarray  # int32[clause]: the next in the same bucket
    start: np.ndarray  # int64[clause]
    size: np.ndarray  # int32[clause]
    cause: np.ndarray  # int32[clause]: GIVEN, LISTED, or the clause that decided this one
    hint: np.ndarray  # int64[clause + 1]: where its hints begin
    after: np.ndarray  # int32[2 clauses]: the next watch of the same literal
    lits: np.ndarray  # int32
    hints: np.ndarray  # int32: clauses, in the order in which they are resolved


@inlined
def _key(own: Any, size: Any) -> Any:
    total, mixed = np.uint64(0), np.uint64(size)
    for k in range(size):
        one = np.uint64(own[k] + (1 << 32)) * np.uint64(0x9E3779B97F4A7C15)
        total += one ^ (one >> np.uint64(31))
        mixed ^= one
    return total ^ (mixed >> np.uint64(7))


@inlined
def _slot(key: Any, size: Any) -> Any:
    return np.int64((key ^ (key >> np.uint64(32))) & np.uint64(size - 1))


@inlined
def _make(s: Any, at: Any, lit: Any, reason: Any) -> None:
    n = len(s.value) >> 1
    s.value[n + lit], s.value[n - lit] = 1, -1
    s.reason[abs(lit)] = reason
    s.trail[at[TRAIL]] = lit
    at[TRAIL] += 1


@inner
def _propagate(s: Any, at: Any) -> Any:
    """The clause that is broken; NONE."""
    n = len(s.value) >> 1
    value, first, after, lits, start, size = s.value, s.first, s.after, s.lits, s.start, s.size
    while at[HEAD] < at[TRAIL]:
        false = -s.trail[at[HEAD]]
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
                return c
            _make(s, at, other, c)
            before, node = node, follow
    return NONE


@inlined
def _new(s: Any, at: Any, own: Any, size: Any, key: Any, cause: Any) -> Any:
    """A clause more, not watched."""
    c, begin = at[CLAUSES], at[USED]
    at[CLAUSES] += 1
    at[USED] += size
    s.start[c], s.size[c], s.key[c], s.cause[c] = begin, size, key, cause
    s.hint[c + 1] = at[HINTS]
    for k in range(size):
        s.lits[begin + k] = own[k]
    return c


@inner
def _settle(s: Any, at: Any) -> None:
    """What is decided is so for good: a unit for each."""
    broken = _propagate(s, at)
    for k in range(at[SETTLED], at[TRAIL]):
        var = abs(s.trail[k])
        why = np.int64(s.reason[var])
        s.unit[var] = why if s.size[why] == 1 else _new(s, at, s.trail[k : k + 1], 1, np.uint64(0), why)
    at[SETTLED] = at[TRAIL]
    if broken >= 0 and at[EMPTY] < 0:
        at[EMPTY] = _new(s, at, s.trail, 0, np.uint64(0), broken)


@inner
def _add(s: Any, at: Any, own: Any, size: Any, key: Any, cause: Any) -> None:
    """A clause of different literals that holds. Puts its literals in another order."""
    n = len(s.value) >> 1
    for place in range(min(2, size)):
        for k in range(place + 1, size):
            if s.value[n + own[k]] > s.value[n + own[place]]:
                own[place], own[k] = own[k], own[place]
    c = _new(s, at, own, size, key, cause)
    slot = _slot(key, len(s.bucket))
    s.link[c] = s.bucket[slot]
    s.bucket[slot] = c
    if size > 1:
        for side in range(2):
            s.after[2 * c + side] = s.first[n + own[side]]
            s.first[n + own[side]] = 2 * c + side
    if size == 0 and cause == LISTED:
        at[EMPTY] = c
    elif size == 0 or s.value[n + own[0]] < 0:
        at[EMPTY] = _new(s, at, own, 0, key, c)
    elif s.value[n + own[0]] == 0 and (size < 2 or s.value[n + own[1]] < 0):
        _make(s, at, own[0], c)
        _settle(s, at)


@inlined
def _drop(s: Any, key: Any) -> None:
    """Forget a clause of which the log has these literals, if there is one."""
    slot = _slot(key, len(s.bucket))
    before, c = np.int64(NONE), np.int64(s.bucket[slot])
    while c >= 0 and s.key[c] != key:
        before, c = c, np.int64(s.link[c])
    if c >= 0:
        if before < 0:
            s.bucket[slot] = s.link[c]
        else:
            s.link[before] = s.link[c]
        s.size[c] = -1 - s.size[c]


@inlined
def _follows_from(s: Any, at: Any, c: Any, own: Any, size: Any) -> Any:
    """Name the clause, and look at its variables; those decided for good go to the end of `own`."""
    s.hints[at[HINTS]] = c
    at[HINTS] += 1
    for k in range(s.start[c], s.start[c] + s.size[c]):
        var = abs(s.lits[k])
        if s.seen[var] != at[STAMP]:
            s.seen[var] = at[STAMP]
            if s.unit[var] >= 0:
                own[size] = s.unit[var]
                size += 1
    return size


@inner
def _lemma(s: Any, at: Any, own: Any, size: Any, key: Any) -> Any:
    """Derive a part of the clause and add it; False: it does not follow by unit propagation."""
    n, begin = len(s.value) >> 1, at[TRAIL]
    for k in range(size):
        if s.value[n + own[k]] > 0:  # true for good: of no use
            return True
    for k in range(size):
        if s.value[n + own[k]] == 0:
            _make(s, at, -own[k], NONE)
    broken = _propagate(s, at)
    left = 0
    if broken >= 0:
        at[STAMP] += 1
        room = len(own) >> 1  # the first half takes literals, the other one units
        units = _follows_from(s, at, broken, own, room)
        for k in range(at[TRAIL] - 1, begin - 1, -1):
            lit = s.trail[k]
            if s.seen[abs(lit)] == at[STAMP]:
                if s.reason[abs(lit)] >= 0:
                    units = _follows_from(s, at, s.reason[abs(lit)], own, units)
                else:
                    own[left] = -lit
                    left += 1
        for k in range(room, units):
            s.hints[at[HINTS]] = own[k]
            at[HINTS] += 1
    for k in range(begin, at[TRAIL]):
        s.value[n + s.trail[k]] = s.value[n - s.trail[k]] = 0
    at[TRAIL], at[HEAD] = begin, begin
    if broken >= 0:
        _add(s, at, own, left, key, LISTED)
    return broken >= 0


@inlined
def _literals(at: Any, data: Any, own: Any) -> Any:
    """Read `1 -2 0` up to the end of the line, each literal once; how many."""
    number, place = 0, at[BYTE]
    while data[place] != ZERO:
        negative = data[place] == MINUS
        if negative:
            place += 1
        var = np.int64(0)
        while data[place] != SPACE:
            var = 10 * var + np.int64(data[place]) - ZERO
            place += 1
        own[number] = -var if negative else var
        number += 1
        place += 1
    at[BYTE] = place + 2
    return number


@kernel
def read(s: Any, at: Any, data: Any, end: Any, own: Any, given: Any) -> Any:
    """Read the lines of data[:end] from at[BYTE] on, until the empty clause is there. `own`: 2n + 2 literals.

    `given`: each is a clause of the formula. Returns MORE when all are read; ROOM before a line that may
    not fit the store; NO_LEMMA at one that does not follow.
    """
    n = len(s.value) >> 1
    while at[BYTE] < end and (given or at[EMPTY] < 0):
        clauses, lits, hints = at[CLAUSES] + n + 3, at[USED] + 2 * n + 3, at[HINTS] + 2 * n + 2
        if clauses >= len(s.size) or lits > len(s.lits) or hints > len(s.hints):
            return ROOM
        at[BEGIN] = at[BYTE]
        drop = data[at[BYTE]] == D
        if drop:
            at[BYTE] += 2
        size = _literals(at, data, own)
        key = _key(own, size)
        if drop:
            _drop(s, key)
        elif given:
            _add(s, at, own, size, key, GIVEN)
        elif not _lemma(s, at, own, size, key):
            return NO_LEMMA
    return MORE


@inlined
def _sources(s: Any, c: Any, out: Any) -> Any:
    """The clauses that this one follows from, in their order; how many."""
    if s.cause[c] == LISTED:
        size = s.hint[c + 1] - s.hint[c]
        for k in range(size):
            out[k] = s.hints[s.hint[c] + k]
        return size
    why, size = np.int64(s.cause[c]), np.int64(1)
    out[0] = why
    own = s.lits[s.start[c]] if s.size[c] else 0
    for k in range(s.start[why], s.start[why] + max(s.size[why], -1 - s.size[why])):
        if s.lits[k] != own:
            out[size] = s.unit[abs(s.lits[k])]
            size += 1
    return size


@kernel
def needed(s: Any, at: Any, used: Any, own: Any) -> Any:
    """Which clauses the empty one needs; how many numbers `write` writes for them."""
    total = np.int64(0)
    used[at[EMPTY]] = 1
    for c in range(at[EMPTY], -1, -1):
        if used[c] and s.cause[c] != GIVEN:
            size = _sources(s, c, own)
            total += size + 1
            for k in range(size):
                used[own[k]] = 1
    return total


@kernel
def write(s: Any, at: Any, used: Any, own: Any, number: Any, out: Any) -> None:
    """The certificate's lemmas, each ended by 0. `number`: int32[clause + 1], zeros."""
    count, place = 0, np.int64(0)
    for c in range(at[CLAUSES]):
        if s.cause[c] == GIVEN:
            count += 1
            number[c] = count
    for c in range(at[EMPTY] + 1):
        if used[c] and s.cause[c] != GIVEN:
            count += 1
            number[c] = count
            size = _sources(s, c, own)
            for k in range(size):
                out[place + k] = number[own[k]]
            place += size + 1
    number[:] = 0
    for k in range(place - 1, -1, -1):
        if out[k] and not number[out[k]]:
            number[out[k]] = 1
            out[k] = -out[k]


class Proof(NamedTuple):
    """The clauses of `checker.rup`, from number 1 on."""

    start: np.ndarray  # int64[clause]
    size: np.ndarray  # int32[clause]; NONE: forgotten
    lits: np.ndarray  # int32
    place: np.ndarray  # int32[2n + 1]: of literal v at v + n: where it is in the resolvent, from 1


@inlined
def _take(place: Any, own: Any, left: Any, lit: Any) -> Any:
    """Add the literal to the resolvent; how many it has then."""
    n = len(place) >> 1
    if place[n + lit] == 0:
        own[left] = lit
        left += 1
        place[n + lit] = left
    return left


@inlined
def _leave(place: Any, own: Any, left: Any, lit: Any) -> Any:
    """Take it out again; the last one comes to its place."""
    n = len(place) >> 1
    gap, moved = place[n + lit] - 1, own[left - 1]
    own[gap] = moved
    place[n + moved] = gap + 1
    place[n + lit] = 0
    return left - 1


@kernel
def resolve(p: Any, last: Any, numbers: Any, own: Any) -> Any:
    """The resolvent of these clauses, in `own`; how many literals. NONE: there is none, or no clause."""
    n, left = len(p.place) >> 1, 0
    for k in range(len(numbers)):
        c = abs(np.int64(numbers[k]))
        if c == 0 or c > last or p.size[c] < 0:
            left = NONE
            break
        begin, end = p.start[c], p.start[c] + p.size[c]
        pivot, pivots = 0, 0
        for j in range(begin, end):
            if k and p.place[n - p.lits[j]]:
                pivot = p.lits[j]
                pivots += 1
        if pivots != min(k, 1):
            left = NONE
            break
        if k:
            left = _leave(p.place, own, left, -pivot)
        for j in range(begin, end):
            if not k or p.lits[j] != pivot:
                left = _take(p.place, own, left, p.lits[j])
        if numbers[k] < 0:
            p.size[c] = NONE
    for k in range(left):
        p.place[n + own[k]] = 0
    return left if len(numbers) else NONE


@kernel
def pack(p: Any, last: Any) -> Any:
    """Give the room of forgotten clauses back; how much of `lits` is used then."""
    used = np.int64(0)
    for c in range(1, last + 1):
        if p.size[c] > 0:
            begin = p.start[c]
            p.start[c] = used
            for k in range(p.size[c]):
                p.lits[used + k] = p.lits[begin + k]
            used += p.size[c]
    return used
