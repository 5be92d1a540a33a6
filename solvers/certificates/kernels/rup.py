"""From the proof log of a SAT solver to resolution proofs, compiled. See `solvers.certificates.rup`.

Each lemma is checked by unit propagation from its negation, with two watched literals. The conflicting clause
is resolved with the reasons of its literals, last assigned first; the resolvent subsumes the lemma and
replaces it. So each clause has a list of antecedents (hints); in the end those are numbered that the empty
clause depends on.

Clauses that the log deletes are found by their literals in a chained hash table (`bucket`, `link`). It is not
one of `kernels.hashing`, since it forgets single entries, and may have several of one key.

Arrays per literal have literal v at index v + n. A clause c is in `heap`, from start[c] on: its size,
-1 - size if it is deleted; two links; c; and its literals, of which the first two are watched. Watches are
linked lists: link 2 * start[c] + i belongs to the i-th literal of clause c, so that a visit reads one place.
A literal assigned at level 0 is a unit clause, `unit` of its variable: it follows from its `cause` and the
units of the other literals there.

A list of variables of which at most one is true has a place p for each; where the variable of the place is
true the others are false, by reason `_place(p)`, which is not a clause. As a hint it replaces all other
literals of the list by the negation of its buffer: see `solvers.checker.rup`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined, inner, kernel

# Places in `at`; of `read`: where it is, where the line begins. EMPTY: the empty clause, once it is there.
# TWICE: of a list of which two variables are true, the one that is not the place's.
CLAUSES, USED, HINTS, TRAIL, HEAD, SETTLED, EMPTY, STAMP, BYTE, BEGIN, TWICE, SPENT, MOST, N_AT = range(14)
NONE, GIVEN, LISTED = -1, -1, -2  # of `cause`: a clause of the formula; one with `hints`
PLACE = -2  # of `size`
PAIR = 2  # literals
LINKS, ID, LITS = 1, 3, 4  # places in a clause
MORE, ROOM, NO_LEMMA, EMPTY_CLAUSE, TOO_MUCH = 0, 1, 2, 3, 4  # how `read` and `follow` end
NEWLINE, SPACE, MINUS, ZERO, D = 10, 32, 45, 48, 100  # bytes


class Once(NamedTuple):
    """The lists of variables of which at most one is true; n variables. Read only."""

    var: np.ndarray  # int32[place]
    begin: np.ndarray  # int32[place]: the first place of its list
    end: np.ndarray  # int32[place]: and after the last
    first: np.ndarray  # int32[n + 2]: where the places of variable v begin in `place`
    place: np.ndarray  # int32[place]


class BinaryClauses(NamedTuple):
    """The clauses of two literals that are given, one after the other; n variables. Read only."""

    first: np.ndarray  # int32[2n + 2]: where those of literal v begin, at v + n
    other: np.ndarray  # int32[2 clauses]: the other literal
    clause: np.ndarray  # int32[2 clauses]


class ClauseStore(NamedTuple):
    """The clauses and the assignment; n variables."""

    value: np.ndarray  # int8[2n + 1]
    first: np.ndarray  # int32[2n + 1]: the first link of the literal
    seen: np.ndarray  # int64[n + 1]: a stamp
    noted: np.ndarray  # int64[n + 1]: a stamp
    reason: np.ndarray  # int32[n + 1]: the clause or place that decided the variable, or NONE
    unit: np.ndarray  # int32[n + 1]: see above, or NONE
    trail: np.ndarray  # int32[n]: the literals made true
    bucket: np.ndarray  # int32[a power of two]: the first clause with that key
    key: np.ndarray  # uint64[clause]: of the literals that the log has
    link: np.ndarray  # int32[clause]: the next in the same bucket
    start: np.ndarray  # int32[clause]
    cause: np.ndarray  # int32[clause]: GIVEN, LISTED, or the clause that decided this one
    hint: np.ndarray  # int64[clause + 1]: where its hints begin
    heap: np.ndarray  # int32
    hints: np.ndarray  # int32: clauses and places, in the order in which they are resolved


@inlined
def _key(buffer: Any, size: Any) -> Any:
    """The hash of a set of literals, in whatever order."""
    total, mixed = np.uint64(0), np.uint64(size)
    for k in range(size):
        word = np.uint64(np.int64(buffer[k]) + (1 << 32)) * np.uint64(0x9E3779B97F4A7C15)
        total += word ^ (word >> np.uint64(31))
        mixed ^= word
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


@inlined
def _place(p: Any) -> Any:
    """The place as a reason or hint, and back: clauses are 0 and above, NONE is between."""
    return -2 - p


@inlined
def _exclude(s: Any, once: Any, at: Any, var: Any) -> Any:
    """Set the other variables of each list of the variable, which is true, false.

    Returns the place of a list of which two are true, the second being at[TWICE]; or NONE.
    """
    n = len(s.value) >> 1
    for k in range(once.first[var], once.first[var + 1]):
        p = np.int64(once.place[k])
        for q in range(once.begin[p], once.end[p]):
            other = np.int64(once.var[q])
            if s.value[n + other] == 0:
                _make(s, at, -other, _place(p))
            elif s.value[n + other] > 0 and other != var:
                at[TWICE] = other
                return _place(p)
    return np.int64(NONE)


@inlined
def _imply(s: Any, pairs: Any, at: Any, false: Any) -> Any:
    """Set the other literal of each binary clause true; a conflicting clause, or NONE."""
    n = len(s.value) >> 1
    for k in range(pairs.first[n + false], pairs.first[n + false + 1]):
        other = np.int64(pairs.other[k])
        if s.value[n + other] == 0:
            _make(s, at, other, pairs.clause[k])
        elif s.value[n + other] < 0:
            return np.int64(pairs.clause[k])
    return np.int64(NONE)


@inner
def _propagate(s: Any, once: Any, pairs: Any, at: Any) -> Any:
    """Unit propagation; the conflicting clause or place, or NONE."""
    n = len(s.value) >> 1
    value, first, heap = s.value, s.first, s.heap
    while at[HEAD] < at[TRAIL]:
        false = -s.trail[at[HEAD]]
        at[HEAD] += 1
        if false < 0:
            broken = _exclude(s, once, at, np.int64(-false))
            if broken != NONE:
                return broken
        broken = _imply(s, pairs, at, np.int64(false))
        if broken != NONE:
            return broken
        before, link = NONE, first[n + false]
        while link >= 0:
            begin, side = link >> 1, link & 1
            here, lits, follow = begin + LINKS + side, begin + LITS, heap[begin + LINKS + side]
            moved = heap[begin] < 0
            if not moved:
                other = heap[lits + 1 - side]
                if value[n + other] > 0:
                    before, link = here, follow
                    continue
                for k in range(lits + 2, lits + heap[begin]):
                    if value[n + heap[k]] >= 0:
                        heap[lits + side], heap[k] = heap[k], false
                        moved = True
                        break
            if moved:
                if before < 0:
                    first[n + false] = follow
                else:
                    heap[before] = follow
                if heap[begin] >= 0:
                    lit = heap[lits + side]
                    heap[here] = first[n + lit]
                    first[n + lit] = link
                link = follow
                continue
            if value[n + other] < 0:
                return np.int64(heap[begin + ID])
            _make(s, at, other, heap[begin + ID])
            before, link = here, follow
    return np.int64(NONE)


@inlined
def _new(s: Any, at: Any, buffer: Any, size: Any, key: Any, cause: Any) -> Any:
    """Append a clause, not watched; its number."""
    c, begin = at[CLAUSES], at[USED]
    at[CLAUSES] += 1
    at[USED] += LITS + size
    s.start[c], s.key[c], s.cause[c] = begin, key, cause
    s.hint[c + 1] = at[HINTS]
    s.heap[begin], s.heap[begin + ID] = size, c
    for k in range(size):
        s.heap[begin + LITS + k] = buffer[k]
    return c


@inlined
def _size(s: Any, c: Any) -> Any:
    return s.heap[s.start[c]]


@inlined
def _lits(s: Any, c: Any) -> Any:
    """Where the literals begin."""
    return np.int64(s.start[c]) + LITS


@inlined
def _hint(s: Any, at: Any, clause: Any) -> None:
    s.hints[at[HINTS]] = clause
    at[HINTS] += 1


@inlined
def _place_of(once: Any, p: Any, var: Any) -> Any:
    """The place of another variable in the list of place p."""
    q = np.int64(once.begin[p])
    while once.var[q] != var:
        q += 1
    return q


@inner
def _settle(s: Any, once: Any, pairs: Any, at: Any) -> None:
    """Propagate at level 0, and make a unit clause of each assigned literal."""
    none = np.uint64(0)
    broken = _propagate(s, once, pairs, at)
    for k in range(at[SETTLED], at[TRAIL]):
        var = abs(s.trail[k])
        why = np.int64(s.reason[var])
        if why < 0:
            p = _place(why)
            _hint(s, at, s.unit[once.var[p]])
            _hint(s, at, _place(_place_of(once, p, var)))
            s.unit[var] = _new(s, at, s.trail[k : k + 1], 1, none, LISTED)
        else:
            s.unit[var] = why if _size(s, why) == 1 else _new(s, at, s.trail[k : k + 1], 1, none, why)
    at[SETTLED] = at[TRAIL]
    if broken != NONE and at[EMPTY] < 0:
        if broken < 0:
            _hint(s, at, s.unit[at[TWICE]])
            _hint(s, at, broken)
            _hint(s, at, s.unit[once.var[_place(broken)]])
        at[EMPTY] = _new(s, at, s.trail, 0, none, broken if broken >= 0 else LISTED)


@inlined
def _named(s: Any, at: Any, buffer: Any, size: Any, key: Any, cause: Any) -> Any:
    """Append a clause, and enter it in the hash table by the key of its literals in the log."""
    c = _new(s, at, buffer, size, key, cause)
    slot = _slot(key, len(s.bucket))
    s.link[c] = s.bucket[slot]
    s.bucket[slot] = c
    return c


@inlined
def _watch(s: Any, c: Any) -> None:
    """Watch the first two literals."""
    n, begin = len(s.value) >> 1, s.start[c]
    for side in range(2):
        lit = s.heap[begin + LITS + side]
        s.heap[begin + LINKS + side] = s.first[n + lit]
        s.first[n + lit] = 2 * begin + side


@inlined
def _drop(s: Any, key: Any) -> None:
    """Delete a clause with this key, unless it is a binary clause of the formula (see `BinaryClauses`)."""
    slot = _slot(key, len(s.bucket))
    before, c = np.int64(NONE), np.int64(s.bucket[slot])
    while c >= 0 and s.key[c] != key:
        before, c = c, np.int64(s.link[c])
    if c >= 0 and (s.cause[c] != GIVEN or _size(s, c) != PAIR):
        if before < 0:
            s.bucket[slot] = s.link[c]
        else:
            s.link[before] = s.link[c]
        s.heap[s.start[c]] = -1 - _size(s, c)


@inlined
def _see(s: Any, at: Any, var: Any, buffer: Any, size: Any) -> Any:
    """Note that the resolvent has a literal of the variable; the new size of `buffer`.

    `buffer` gets each variable that is assigned at level 0, once.
    """
    s.seen[var] = at[STAMP]
    if s.unit[var] >= 0 and s.noted[var] != at[STAMP]:
        s.noted[var] = at[STAMP]
        buffer[size] = var
        size += 1
    return size


@inlined
def _by_clause(s: Any, at: Any, c: Any, buffer: Any, size: Any) -> Any:
    """Resolve with a clause; the new size of `buffer`, see `_see`."""
    _hint(s, at, c)
    for k in range(_lits(s, c), _lits(s, c) + _size(s, c)):
        size = _see(s, at, abs(s.heap[k]), buffer, size)
    return size


@inlined
def _by_place(s: Any, once: Any, at: Any, p: Any, buffer: Any, size: Any) -> Any:
    """The same with a place: the other variables of its list leave the resolvent, its own one enters."""
    _hint(s, at, _place(p))
    for q in range(once.begin[p], once.end[p]):
        s.seen[once.var[q]] = 0
    return _see(s, at, once.var[p], buffer, size)


@inner
def _derive(s: Any, once: Any, at: Any, broken: Any, begin: Any, buffer: Any) -> Any:
    """Record the hints of the lemma, whose literals go to `buffer`; their number. NONE if a list implies it.

    `broken`: the conflicting clause or place. The negated literals of the log are trail[begin:].
    """
    at[STAMP] += 1
    left, room = 0, len(buffer) >> 1  # the first half of `buffer` has literals, the second one units
    units = room
    if broken < 0:
        why = np.int64(s.reason[at[TWICE]])
        if why < 0:  # both true variables are part of the negated lemma, so the list itself implies it
            return NONE
        units = _by_clause(s, at, why, buffer, units)
        units = _by_place(s, once, at, _place(broken), buffer, units)
    else:
        units = _by_clause(s, at, broken, buffer, units)
    for k in range(at[TRAIL] - 1, begin - 1, -1):
        lit = s.trail[k]
        if s.seen[abs(lit)] == at[STAMP]:
            why = np.int64(s.reason[abs(lit)])
            if why >= 0:
                units = _by_clause(s, at, why, buffer, units)
            elif why == NONE:
                buffer[left] = -lit
                left += 1
            else:
                units = _by_place(s, once, at, _place(why), buffer, units)
    for k in range(room, units):
        if s.seen[buffer[k]] == at[STAMP]:
            _hint(s, at, s.unit[buffer[k]])
    return left


@inlined
def _add(s: Any, once: Any, pairs: Any, at: Any, buffer: Any, left: Any, key: Any) -> None:
    """Add a lemma, none of whose literals has a value."""
    c = _named(s, at, buffer, left, key, LISTED)
    if left == 0:
        at[EMPTY] = c
    elif left == 1:
        _make(s, at, buffer[0], c)
        _settle(s, once, pairs, at)
    else:
        _watch(s, c)


@inner
def _lemma(s: Any, once: Any, pairs: Any, at: Any, buffer: Any, size: Any, key: Any) -> Any:
    """Derive a subclause and add it; False: the clause does not follow by unit propagation."""
    n, begin = len(s.value) >> 1, at[TRAIL]
    for k in range(size):
        if s.value[n + buffer[k]] > 0:  # satisfied at level 0
            return True
    for k in range(size):
        if s.value[n + buffer[k]] == 0:
            _make(s, at, -buffer[k], NONE)
    broken = _propagate(s, once, pairs, at)
    left = np.int64(NONE)
    if broken != NONE:
        left = _derive(s, once, at, broken, begin, buffer)
    for k in range(begin, at[TRAIL]):
        s.value[n + s.trail[k]] = s.value[n - s.trail[k]] = 0
    at[TRAIL], at[HEAD] = begin, begin
    if left >= 0:
        _add(s, once, pairs, at, buffer, left, key)
    return broken != NONE


@inlined
def _literals(at: Any, data: Any, buffer: Any) -> Any:
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
        buffer[number] = -var if negative else var
        number += 1
        place += 1
    at[BYTE] = place + 2
    return number


@kernel
def given(s: Any, once: Any, pairs: Any, at: Any, lits: Any, first: Any) -> None:
    """Add the clauses of the formula, for which there is room: clause c is lits[first[c] : first[c + 1]].

    None of them is empty.
    """
    n = len(s.value) >> 1
    for c in range(len(first) - 1):
        clause, size = lits[first[c] : first[c + 1]], first[c + 1] - first[c]
        _named(s, at, clause, size, _key(clause, size), GIVEN)
        if size > PAIR:
            _watch(s, c)
    for c in range(len(first) - 1):
        lit = np.int64(lits[first[c]])
        if first[c + 1] == first[c] + 1 and s.value[n + lit] == 0:
            _make(s, at, lit, c)
        elif first[c + 1] == first[c] + 1 and s.value[n + lit] < 0 and at[EMPTY] < 0:
            at[EMPTY] = _new(s, at, clause, 0, np.uint64(0), c)
    _settle(s, once, pairs, at)


@kernel
def read(s: Any, once: Any, pairs: Any, at: Any, data: Any, end: Any, buffer: Any) -> Any:
    """Read the log, data[:end], from at[BYTE] on, until the empty clause is there. `buffer`: 2n + 2 literals.

    Returns MORE when all is read; ROOM before a line that may not fit the store; NO_LEMMA at one that does
    not follow.
    """
    n = len(s.value) >> 1
    while at[BYTE] < end and at[EMPTY] < 0:
        clauses, used, hints = at[CLAUSES] + n + 3, at[USED] + (LITS + 2) * (n + 3), at[HINTS] + 5 * n + 5
        if clauses >= len(s.start) or used > len(s.heap) or hints > len(s.hints):
            return ROOM
        at[BEGIN] = at[BYTE]
        drop = data[at[BYTE]] == D
        if drop:
            at[BYTE] += 2
        size = _literals(at, data, buffer)
        key = _key(buffer, size)
        if drop:
            _drop(s, key)
        elif not _lemma(s, once, pairs, at, buffer, size, key):
            return NO_LEMMA
    return MORE


@inlined
def _sources(s: Any, c: Any, out: Any) -> Any:
    """The antecedents of a clause, in resolution order, to `out`; how many."""
    if s.cause[c] == LISTED:
        size = s.hint[c + 1] - s.hint[c]
        for k in range(size):
            out[k] = s.hints[s.hint[c] + k]
        return size
    why, size = np.int64(s.cause[c]), np.int64(1)
    out[0] = why
    implied = s.heap[_lits(s, c)] if _size(s, c) else 0
    for k in range(_lits(s, why), _lits(s, why) + max(_size(s, why), -1 - _size(s, why))):
        if s.heap[k] != implied:
            out[size] = s.unit[abs(s.heap[k])]
            size += 1
    return size


@kernel
def needed(s: Any, at: Any, used: Any, buffer: Any) -> Any:
    """Mark in `used` the clauses on which the empty one depends; how many numbers `write` writes for them."""
    total = np.int64(0)
    used[at[EMPTY]] = 1
    for c in range(at[EMPTY], -1, -1):
        if used[c] and s.cause[c] != GIVEN:
            size = _sources(s, c, buffer)
            total += size + 1
            for k in range(size):
                if buffer[k] >= 0:
                    used[buffer[k]] = 1
    return total


@kernel
def write(s: Any, at: Any, number: Any, buffer: Any, out: Any) -> None:
    """The certificate's lemmas, each ended by 0. `number`: int32[clause], 0 of what is not needed."""
    place = np.int64(0)
    for c in range(at[EMPTY] + 1):
        if number[c] and s.cause[c] != GIVEN:
            size = _sources(s, c, buffer)
            for k in range(size):
                out[place + k] = number[buffer[k]] if buffer[k] >= 0 else 1 + _place(buffer[k])
            place += size + 1


@kernel
def forget(out: Any, places: Any, last: Any) -> None:
    """Negate the last mention of each clause, which deletes it. `last`: uint8, zeros, for each number."""
    for k in range(len(out) - 1, -1, -1):
        if out[k] > places and not last[out[k]]:
            last[out[k]] = 1
            out[k] = -out[k]


class ClauseTable(NamedTuple):
    """The clauses of `checker.rup`, by their numbers."""

    start: np.ndarray  # int64[number]
    size: np.ndarray  # int32[number]; NONE: deleted; or PLACE
    lits: np.ndarray  # int32
    at: np.ndarray  # int32[2n + 1]: of literal v at v + n: where it is in the resolvent, from 1


@inlined
def _take(at: Any, buffer: Any, left: Any, lit: Any) -> Any:
    """Add the literal to the resolvent; its new size."""
    n = len(at) >> 1
    if at[n + lit] == 0:
        buffer[left] = lit
        left += 1
        at[n + lit] = left
    return left


@inlined
def _leave(at: Any, buffer: Any, left: Any, lit: Any) -> Any:
    """Remove the literal, swapping the last one into its position; the new size."""
    n = len(at) >> 1
    gap, moved = at[n + lit] - 1, buffer[left - 1]
    buffer[gap] = moved
    at[n + moved] = gap + 1
    at[n + lit] = 0
    return left - 1


@inlined
def _with_place(p: Any, once: Any, q: Any, buffer: Any, left: Any) -> Any:
    """Resolve with place q; the new size."""
    n = len(p.at) >> 1
    for k in range(once.begin[q], once.end[q]):
        if p.at[n + once.var[k]] and once.var[k] != once.var[q]:
            left = _leave(p.at, buffer, left, once.var[k])
    return _take(p.at, buffer, left, -once.var[q])


@inlined
def _with_clause(p: Any, c: Any, buffer: Any, left: Any, is_first: Any) -> Any:
    """Resolve with a clause; the new size, or NONE unless there is exactly one pivot."""
    n, begin, end = len(p.at) >> 1, p.start[c], p.start[c] + p.size[c]
    pivot, pivots = 0, 0
    for j in range(begin, end):
        if p.at[n - p.lits[j]] and not is_first:
            pivot = p.lits[j]
            pivots += 1
    if pivots != (0 if is_first else 1):
        return NONE
    if not is_first:
        left = _leave(p.at, buffer, left, -pivot)
    for j in range(begin, end):
        if is_first or p.lits[j] != pivot:
            left = _take(p.at, buffer, left, p.lits[j])
    return left


@inner
def _resolvent(p: Any, once: Any, at: Any, numbers: Any, buffer: Any) -> Any:
    """The resolvent of the clauses and places with these numbers, in `buffer`; its size. NONE: there is none.

    The checker's work goes to at[SPENT]; NONE too where that is above at[MOST].
    """
    n, left, kept, last = len(p.at) >> 1, 0, 0, at[CLAUSES]
    for k in range(len(numbers)):
        c, kept = abs(np.int64(numbers[k])), left
        if k and 0 < c <= len(once.var) and p.size[c] == PLACE:
            left = _with_place(p, once, c - 1, buffer, left)
            at[SPENT] += 8 + 2 * (once.end[c - 1] - once.begin[c - 1])
        elif c == 0 or c > last or p.size[c] < 0:
            left = NONE
        else:
            left = _with_clause(p, c, buffer, left, k == 0)
            at[SPENT] += 8 + 2 * np.int64(p.size[c])
        if at[SPENT] > at[MOST] and left >= 0:
            kept, left = left, NONE
        if left < 0:
            break
        if numbers[k] < 0:
            p.size[c] = NONE
    for k in range(max(left, kept)):
        p.at[n + buffer[k]] = 0
    at[SPENT] += 40 + 8 * max(left, 0)
    return left if len(numbers) else NONE


@kernel
def follow(p: Any, once: Any, at: Any, numbers: Any, ended: Any, buffer: Any, most: Any) -> Any:
    """Add the lemmas of these numbers, from at[BYTE] on; each names `most` clauses at the most.

    `buffer`: 2n + 1 literals. CLAUSES: the last number.

    Returns EMPTY_CLAUSE when it is there; MORE when the numbers end within a lemma (`ended`: none follow);
    ROOM before a lemma that may not fit; NO_LEMMA; TOO_MUCH where SPENT is above MOST.
    """
    while at[BYTE] < len(numbers) or ended:
        begin = at[BYTE]
        end = begin
        while end < len(numbers) and numbers[end] and end < begin + most:
            end += 1
        if end == len(numbers) and not ended:
            return MORE
        if at[CLAUSES] + 1 >= len(p.size) or at[USED] + len(buffer) > len(p.lits):
            return ROOM
        size = _resolvent(p, once, at, numbers[begin:end], buffer)
        if at[SPENT] > at[MOST]:
            return TOO_MUCH
        if size < 0:
            return NO_LEMMA
        at[BYTE] = min(end + (end < begin + most), len(numbers))
        at[CLAUSES] += 1
        c = at[CLAUSES]
        p.start[c], p.size[c] = at[USED], size
        for k in range(size):
            p.lits[at[USED] + k] = buffer[k]
        at[USED] += size
        if size == 0:
            return EMPTY_CLAUSE
    return MORE


@kernel
def pack(p: Any, last: Any) -> Any:
    """Reuse the room of deleted clauses; how much of `lits` is used then."""
    used = np.int64(0)
    for c in range(1, last + 1):
        if p.size[c] > 0:
            begin = p.start[c]
            p.start[c] = used
            for k in range(p.size[c]):
                p.lits[used + k] = p.lits[begin + k]
            used += p.size[c]
    return used
