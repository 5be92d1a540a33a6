"""Compiled loops that write and replay the certificate of a cover; `solvers.checker.cover` has the argument.

A state is a row of machine words: a bit per covered item, then 16 bits per group for its sum. The memo is a
hash table of such rows (see `kernels.hashing`). Each loop returns when the table or the output is full, and
continues when it is called again: `at` holds its position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.kernels.bits import has, lowest, popcount, prefetch
from zenkai_solver.solvers.kernels.hashing import find_in_place, hash_row, in_use
from zenkai_solver.solvers.kernels.jit import inlined, kernel

DONE, TABLE_FULL, OUTPUT_FULL, WAIT, MORE, WRONG, TOO_MANY, STALE, TOO_MUCH = 0, 1, 2, 3, 4, 5, 6, 7, 8
# Places in `at`.
DEPTH, ENTERED, OUT, USED, STEPS, NODES, APART, CHOSEN, SPENT, MOST, N_AT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FIELDS = 4  # groups per word
BLOCK = 8  # words of options that are counted at once
U1, FIELD = np.uint64(1), np.uint64(0xFFFF)


class CoverTables(NamedTuple):
    """The cover. Words of a state: W = words of the items, then those of the groups."""

    clash: np.ndarray  # uint64[option, W]: items that must be uncovered before
    mask: np.ndarray  # uint64[option, W]: items that it covers
    more: np.ndarray  # uint64[option, words of the groups]: what it adds to the sums
    begin: np.ndarray  # int64[option + 1]: where its groups begin in `groups`
    groups: np.ndarray  # int64: the groups to which each option adds
    most: np.ndarray  # int64[group]
    least: np.ndarray  # int64[group]
    first: np.ndarray  # int64[item + 1]: where its options begin in `lists`
    lists: np.ndarray  # int64: options
    once: np.ndarray  # uint64[W]
    must: np.ndarray  # uint64[W]
    cells: np.ndarray  # uint64[W]
    looks: np.ndarray  # int64[option]: the checker's work to look at it, divided by `word`
    word: int


class Left(NamedTuple):
    """The options that fit the state of each depth, and the tables by which they are computed.

    A set of options is a bit set of L words, which are whole blocks.
    """

    alive: np.ndarray  # uint64[depth, L]: the options that fit
    open: np.ndarray  # uint16[depth, items]: the uncovered items, only in searching
    number: np.ndarray  # int64[depth]: how many these are
    covering: np.ndarray  # uint64[item, L]: the options that cover the item
    span: np.ndarray  # int64[item, 2]: the first word of `covering` with one, and the end, in whole blocks
    excluded: (
        np.ndarray
    )  # uint64[option, L]: the options that it excludes; no rows where it would be too large
    level: np.ndarray  # int64[group + 1]: where the group's amounts begin in `rising`
    rising: np.ndarray  # int64: the amounts that options add to each group, each once, rising
    members: np.ndarray  # uint64[as `rising`, L]: the options that add this amount or more


class Frames(NamedTuple):
    """The stack of the depth-first search, a row per depth."""

    state: np.ndarray  # uint64[depth, K]
    item: np.ndarray  # int64[depth]
    at: np.ndarray  # int64[depth]: the item's next way in `ways`
    high: np.ndarray  # uint64[depth]: solutions so far, only in replaying
    low: np.ndarray  # uint64[depth]
    end: np.ndarray  # int64[depth]: where its ways end, which begin where those before end
    ways: np.ndarray  # int64: options that fit, or -1: the item stays uncovered
    hashes: np.ndarray  # uint64[as `ways`]: of the state after each


class Memo(NamedTuple):
    """The memo. A free row is all zeros: the empty state is the root only, and never looked up again."""

    rows: np.ndarray  # uint64[a power of two, K or K + 2]: a state; its count, low and high word


@inlined
def _put(rows: Any, states: Any, d: Any, width: Any, slot: Any) -> None:
    for k in range(width):
        rows[slot, k] = states[d, k]


@inlined
def _full(rows: Any, used: Any) -> Any:
    return 4 * used + 4 > 3 * len(rows)


@inlined
def _room(most: Any, g: Any, word: Any) -> Any:
    """How much may still be added to the group, whose sum is in this word of a state."""
    return most[g] - np.int64(word >> np.uint64(16 * (g % FIELDS)) & FIELD)


@inlined
def _all(words: Any, states: Any, d: Any) -> Any:
    """Does the state have all of these bits?"""
    missing = np.uint64(0)
    for k in range(len(words)):
        missing |= words[k] & ~states[d, k]
    return missing == np.uint64(0)


@inlined
def _solved(must: Any, least: Any, states: Any, d: Any) -> Any:
    """Are all items of `must` covered, and the lower bounds of all groups reached?"""
    if not _all(must, states, d):
        return False
    words = len(must)
    for g in range(len(least)):
        if states[d, words + g // FIELDS] >> np.uint64(16 * (g % FIELDS)) & FIELD < np.uint64(least[g]):
            return False
    return True


@inlined
def _uncovered(order: Any, left: Any, state: Any, d: Any) -> None:
    """List the uncovered items of frame d, in the search order: a subset of those of the frame before."""
    open_, number = left.open, left.number
    if d == 0:
        number[0] = len(order)
        for n in range(len(order)):
            open_[0, n] = order[n]
    before, size = (d - 1 if d > 0 else 0), np.int64(0)
    for n in range(number[before]):
        i = np.int64(open_[before, n])
        open_[d, size] = i
        size += np.int64(~state[d, i >> 6] >> np.uint64(i & 63) & U1)
    number[d] = size


@inlined
def _some(alive: Any, covering: Any, i: Any, d: Any, begin: Any) -> Any:
    """Does one of the item's options in the block fit the state of frame d?"""
    some, begin = np.uint64(0), np.uint64(begin)  # an index that may be negative costs a test
    for k in range(BLOCK):
        some |= alive[d, begin + np.uint64(k)] & covering[i, begin + np.uint64(k)]
    return some != np.uint64(0)


@inlined
def _lost(t: Any, left: Any, d: Any) -> Any:
    """An uncovered item of `must` that no fitting option covers; -1: there is none."""
    alive, covering, span, open_ = left.alive, left.covering, left.span, left.open
    for n in range(left.number[d]):
        i = np.int64(open_[d, n])
        if not has(t.must, i):
            continue
        some, end = False, span[i, 1]
        while not some and end > span[i, 0]:  # from behind, where less is covered
            end -= BLOCK
            some = _some(alive, covering, i, d, end)
        if not some:
            return i
    return -1


@inlined
def _near(t: Any, left: Any, near: Any, d: Any) -> Any:
    """The item to branch on: one with few options and early in the order.

    The n-th uncovered item is weighed by its number of options times `near` + n; the lightest is taken.
    `near` = 0 takes the first item, which keeps the frontier narrow, so that states meet again; a very large
    `near` takes the item with the fewest options.
    """
    alive, covering, span, open_ = left.alive, left.covering, left.span, left.open
    best, least, weight = -1, 1 << 62, near
    for n in range(left.number[d]):
        i = int(open_[d, n])
        needed = has(t.must, i)
        if not (has(t.cells, i) or (needed and has(t.once, i))):
            continue
        ways = 0 if needed else 1  # it may stay uncovered
        end = span[i, 1]
        while end > span[i, 0] and ways * weight < least:
            end -= BLOCK
            begin = np.uint64(end)
            for k in range(BLOCK):
                ways += popcount(alive[d, begin + np.uint64(k)] & covering[i, begin + np.uint64(k)])
        if ways * weight < least:
            best, least = i, ways * weight
        weight += 1
    return best


@inlined
def _step(mask: Any, more: Any, state: Any, i: Any, o: Any, d: Any) -> None:
    """The state of frame d + 1: after option o of item i or, with o = -1, with the item uncovered."""
    words = mask.shape[1]
    for k in range(state.shape[1]):
        state[d + 1, k] = state[d, k]
    if o < 0:
        state[d + 1, i >> 6] |= U1 << np.uint64(i & 63)
        return
    for k in range(words):
        state[d + 1, k] |= mask[o, k]
    for k in range(more.shape[1]):
        state[d + 1, words + k] += more[o, k]


@inlined
def _narrow(t: Any, left: Any, state: Any, i: Any, o: Any, d: Any) -> None:
    """Compute the options that fit the state of frame d + 1: after option o, or o = -1: item i uncovered."""
    alive, covering, excluded = left.alive, left.covering, left.excluded
    words = alive.shape[1]
    if o < 0:
        for k in range(words):
            alive[d + 1, k] = alive[d, k] & ~covering[i, k]
        return
    if len(excluded):
        for k in range(words):
            alive[d + 1, k] = alive[d, k] & ~excluded[o, k]
    else:
        for k in range(words):
            alive[d + 1, k] = alive[d, k]
        for k in range(t.clash.shape[1]):
            rest = t.clash[o, k]
            while rest != np.uint64(0):
                j = (k << 6) + lowest(rest)
                rest &= rest - U1
                for w in range(left.span[j, 0], left.span[j, 1]):
                    alive[d + 1, w] &= ~covering[j, w]
    for x in range(t.begin[o], t.begin[o + 1]):
        g = t.groups[x]
        room = _room(t.most, g, state[d + 1, t.clash.shape[1] + g // FIELDS])
        n = left.level[g]
        while n < left.level[g + 1] and left.rising[n] <= room:
            n += 1
        if n < left.level[g + 1]:
            for k in range(words):
                alive[d + 1, k] &= ~left.members[n, k]


@inlined
def _list(t: Any, left: Any, f: Any, rows: Any, i: Any, d: Any) -> None:
    """List the ways to cover item i in frame d, and prefetch the rows of the memo that they lead to."""
    state, ways, hashes = f.state, f.ways, f.hashes
    last, n = np.uint64(len(rows) - 1), f.end[d - 1] if d > 0 else 0
    f.item[d], f.at[d] = i, n
    if not has(t.must, i):
        ways[n] = -1
        _step(t.mask, t.more, state, i, -1, d)
        hashes[n] = hash_row(state, d + 1, state.shape[1])
        n += 1
    for begin in range(left.span[i, 0], left.span[i, 1], BLOCK):
        if not _some(left.alive, left.covering, i, d, begin):
            continue
        for k in range(begin, begin + BLOCK):
            rest = left.alive[d, k] & left.covering[i, k]
            while rest != np.uint64(0):
                o = (k << 6) + lowest(rest)
                ways[n] = o
                _step(t.mask, t.more, state, i, o, d)
                h = hash_row(state, d + 1, state.shape[1])
                prefetch(rows, h & last)
                hashes[n] = h
                n += 1
                rest &= rest - U1
    f.end[d] = n


@inlined
def _next_way(t: Any, f: Any, d: Any) -> Any:
    """Write the state after the next way of frame d to frame d + 1; False if no way is left."""
    if f.at[d] == f.end[d]:
        return False
    _step(t.mask, t.more, f.state, f.item[d], f.ways[f.at[d]], d)
    f.at[d] += 1
    return True


@inlined
def _place(f: Any, rows: Any, d: Any) -> Any:
    """The row of the memo with the state of frame d, or the free row where it belongs."""
    width = f.state.shape[1]
    h = f.hashes[f.at[d - 1] - 1] if d > 0 else hash_row(f.state, d, width)
    return find_in_place(rows, f.state, d, width, h)


@inlined
def _fitting(t: Any, left: Any, f: Any, d: Any) -> None:
    """Compute the options that fit the state of frame d; those of frame 0 are set by the caller."""
    if d > 0:
        _narrow(t, left, f.state, f.item[d - 1], f.ways[f.at[d - 1] - 1], d - 1)


@kernel
def search(
    t: Any,
    order: Any,
    near: Any,
    apart: Any,
    f: Any,
    memo: Any,
    at: Any,
    out: Any,
    nodes: Any,
    left: Any,
) -> Any:
    """Write the next numbers of the certificate to `out`.

    `near`: see `_near`. `apart`: -1: one memo for the whole search; else the subtree below each state of this
    depth has a memo of its own, and states above have none. A negative at[DEPTH] is the end. Returns DONE,
    TABLE_FULL, OUTPUT_FULL, WAIT after `nodes`, or STALE where the next subtree needs an empty memo.
    """
    state, rows, width = f.state, memo.rows, f.state.shape[1]
    n_items = len(t.first) - 1
    d, entered = at[DEPTH], at[ENTERED]
    ended = DONE
    while d >= 0:
        if entered:
            entered = 0
            if _all(t.cells, state, d):
                d -= 1
                continue
            if at[OUT] + 2 > len(out):
                ended, entered = OUTPUT_FULL, 1
                break
            if at[NODES] >= nodes:
                at[NODES] = 0
                ended, entered = WAIT, 1
                break
            if apart < 0 or d >= apart:
                if d == apart and at[USED]:
                    ended, entered = STALE, 1
                    break
                if _full(rows, at[USED]):
                    ended, entered = TABLE_FULL, 1
                    break
                if d == apart:
                    out[at[OUT]] = n_items
                    at[OUT] += 1
                slot = _place(f, rows, d)
                if in_use(rows, slot, width):
                    d -= 1
                    continue
                _put(rows, state, d, width, slot)
                at[USED] += 1
            at[NODES] += 1
            _fitting(t, left, f, d)
            _uncovered(order, left, state, d)
            i = _lost(t, left, d)
            lost = i >= 0
            if not lost:
                i = _near(t, left, near, d)
            out[at[OUT]] = i
            at[OUT] += 1
            if lost:
                d -= 1
                continue
            _list(t, left, f, rows, i, d)
        entered = 1 if _next_way(t, f, d) else 0
        d += 1 if entered else -1
    at[DEPTH], at[ENTERED] = d, entered
    return ended


@kernel
def rehash(old: Any, new: Any, width: Any) -> None:
    """Copy a memo, whose states have `width` words, into a larger empty one."""
    for row in range(len(old.rows)):
        if in_use(old.rows, row, width):
            slot = find_in_place(new.rows, old.rows, row, width, hash_row(old.rows, row, width))
            for k in range(old.rows.shape[1]):
                new.rows[slot, k] = old.rows[row, k]


@inlined
def _looked(t: Any, f: Any, i: Any, d: Any) -> Any:
    """The checker's work for the step of frame d: it looks at the item's options that overlap no chosen one.

    Without groups these are the listed ways.
    """
    looks, work = t.looks, np.int64(1)
    if len(t.least) == 0:
        for n in range(f.at[d], f.end[d]):
            if f.ways[n] >= 0:
                work += looks[f.ways[n]]
        return t.word * work
    words = t.clash.shape[1]
    for x in range(t.first[i], t.first[i + 1]):
        o = t.lists[x]
        met = np.uint64(0)
        for k in range(words):
            met |= t.clash[o, k] & f.state[d, k]
        if met == np.uint64(0):
            work += looks[o]
    return t.word * work


@kernel
def replay(t: Any, tree: Any, f: Any, memo: Any, at: Any, steps: Any, left: Any) -> Any:
    """Count along the numbers of a certificate, as the checker does; the count comes to f.low[0], f.high[0].

    Frame d + 1 counts what follows an option of frame d; the count of depth 0 ends up in its own frame.
    Returns DONE, TABLE_FULL, STALE (the next subtree needs an empty memo), MORE (all numbers are used), WRONG
    (what the checker refuses), TOO_MANY (128 bits are not enough) or TOO_MUCH (SPENT is above MOST).
    """
    state, high, low, once, must = f.state, f.high, f.low, t.once, t.must
    rows, width = memo.rows, state.shape[1]
    n_items = len(t.first) - 1
    d, entered = at[DEPTH], at[ENTERED]
    ended = DONE
    while d >= 0:
        leave = False
        if entered:
            high[d], low[d] = 0, 0
            remembers = not tree or at[APART] >= 0
            if _all(t.cells, state, d):
                low[d] = 1 if _solved(must, t.least, state, d) else 0
                leave = True
            elif _full(rows, at[USED]):
                ended = TABLE_FULL
                break
            else:
                if remembers:
                    slot = _place(f, rows, d)
                    if in_use(rows, slot, width):
                        low[d], high[d] = rows[slot, width], rows[slot, width + 1]
                        leave = True
                if not leave:
                    if at[STEPS] >= len(steps):
                        ended = MORE
                        break
                    i = np.int64(steps[at[STEPS]])
                    if i == n_items and not remembers and at[USED]:
                        ended = STALE
                        break
                    at[STEPS] += 1
                    if remembers:  # with 0 solutions so far: no descendant covers less, so none looks it up
                        _put(rows, state, d, width, slot)
                        at[USED] += 1
                    if i == n_items and not remembers:
                        at[APART] = d
                        continue
                    if i >= n_items or not (has(once, i) or has(must, i)) or has(state[d], i):
                        ended = WRONG
                        break
                    _fitting(t, left, f, d)
                    _list(t, left, f, rows, i, d)
                    at[SPENT] += _looked(t, f, i, d)
                    if at[SPENT] > at[MOST]:
                        ended = TOO_MUCH
                        break
            entered = 0
        if not leave:
            if _next_way(t, f, d):
                if not has(once, f.item[d]):  # the certificate names an item that no option can cover
                    ended = WRONG
                    break
                d, entered = d + 1, 1
                continue
            if (low[d] or high[d]) and (not tree or at[APART] >= 0):
                slot = _place(f, rows, d)
                rows[slot, width], rows[slot, width + 1] = low[d], high[d]
            if at[APART] == d:
                at[APART] = -1
        if d > 0:
            total = low[d - 1] + low[d]
            carry = U1 if total < low[d] else np.uint64(0)
            more = high[d - 1] + high[d] + carry
            if more < high[d]:
                ended = TOO_MANY
                break
            low[d - 1], high[d - 1] = total, more
        d -= 1
    at[DEPTH], at[ENTERED] = d, entered
    return ended
