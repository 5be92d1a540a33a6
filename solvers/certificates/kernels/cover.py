"""Writing and replaying the certificate of a cover, compiled. See `solvers.checker.cover` for what it says.

A state is a row of machine words: the covered items as bits, then 16 bits per group. What is remembered is an
open table of such rows. Both loops stop when the table or the output is full, and go on when called again:
`at` holds where they are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel

DONE, TABLE_FULL, OUTPUT_FULL, WAIT, MORE, WRONG, TOO_MANY = 0, 1, 2, 3, 4, 5, 6
# Places in `at`.
DEPTH, ENTERED, OUT, USED, STEPS, NODES, APART, N_AT = 0, 1, 2, 3, 4, 5, 6, 7
FIELDS = 4  # groups per word
U1, FIELD = np.uint64(1), np.uint64(0xFFFF)


class Tables(NamedTuple):
    """The cover. Words of a state: W = words of the items, then those of the groups."""

    clash: np.ndarray  # uint64[option, W]: must be uncovered
    mask: np.ndarray  # uint64[option, W]: is covered
    group: np.ndarray  # int64[option], -1: none
    most: np.ndarray  # int64[group]
    least: np.ndarray  # int64[group]
    first: np.ndarray  # int64[item + 1]: where its options begin in `lists`
    lists: np.ndarray  # int64: options
    once: np.ndarray  # uint64[W]
    must: np.ndarray  # uint64[W]
    cells: np.ndarray  # uint64[W]


class Left(NamedTuple):
    """Options as bits, for a search by the fewest; without words where they are not kept."""

    alive: np.ndarray  # uint64[depth, L]: those that fit, a row per depth
    excluded: np.ndarray  # uint64[option, L]: those that do not fit beside the option
    covering: np.ndarray  # uint64[item, L]: those of the item


class Frames(NamedTuple):
    """What is being searched, a row per depth."""

    state: np.ndarray  # uint64[depth, K]
    item: np.ndarray  # int64[depth]
    at: np.ndarray  # int64[depth]: the next option of the item, in `lists`
    high: np.ndarray  # uint64[depth]: solutions so far, only in replaying
    low: np.ndarray  # uint64[depth]


class Memo(NamedTuple):
    keys: np.ndarray  # uint64[a power of two, K]
    taken: np.ndarray  # uint8
    high: np.ndarray  # uint64, only in replaying
    low: np.ndarray  # uint64


@inlined
def _slot(keys: Any, taken: Any, state: Any) -> Any:
    """Where the state is in the table, or would be."""
    h = np.uint64(0)
    for k in range(len(state)):
        h = (h ^ state[k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
    last = np.uint64(len(taken) - 1)
    at = h & last
    while taken[at]:
        same = True
        for k in range(len(state)):
            same &= keys[at, k] == state[k]
        if same:
            break
        at = (at + U1) & last
    return at


@inlined
def _fits(clash: Any, group: Any, most: Any, o: Any, state: Any) -> Any:
    words = clash.shape[1]
    for k in range(words):
        if clash[o, k] & state[k]:
            return False
    g = group[o]
    if g < 0:
        return True
    held = state[words + g // FIELDS] >> np.uint64(16 * (g % FIELDS)) & FIELD
    return held < np.uint64(most[g])


@inlined
def _follow(mask: Any, group: Any, o: Any, state: Any, into: Any) -> None:
    words = mask.shape[1]
    for k in range(len(state)):
        into[k] = state[k]
    for k in range(words):
        into[k] |= mask[o, k]
    g = group[o]
    if g >= 0:
        into[words + g // FIELDS] += U1 << np.uint64(16 * (g % FIELDS))


@inlined
def _next(clash: Any, mask: Any, group: Any, most: Any, first: Any, lists: Any, f: Any, d: Any) -> Any:
    """Make the next state after the item of frame d that of frame d + 1; False if there is none left."""
    state, place = f.state, f.at
    i = f.item[d]
    while place[d] < first[i + 1]:
        x = place[d]
        place[d] += 1
        if x < first[i]:  # the item stays uncovered
            for k in range(state.shape[1]):
                state[d + 1, k] = state[d, k]
            state[d + 1, i >> 6] |= U1 << np.uint64(i & 63)
            return True
        if _fits(clash, group, most, lists[x], state[d]):
            _follow(mask, group, lists[x], state[d], state[d + 1])
            return True
    return False


@inlined
def _all(words: Any, state: Any) -> Any:
    """Does the state have all of these bits?"""
    missing = np.uint64(0)
    for k in range(len(words)):
        missing |= words[k] & ~state[k]
    return missing == np.uint64(0)


@inlined
def _bit(words: Any, i: Any) -> Any:
    return (words[i >> 6] >> np.uint64(i & 63)) & U1 != np.uint64(0)


@inner
def _solved(must: Any, least: Any, state: Any) -> Any:
    if not _all(must, state):
        return False
    words = len(must)
    for g in range(len(least)):
        if state[words + g // FIELDS] >> np.uint64(16 * (g % FIELDS)) & FIELD < np.uint64(least[g]):
            return False
    return True


@inner
def _choose(t: Any, order: Any, fewest: Any, watch: Any, state: Any) -> Any:
    """The item to branch on: one that must be covered and cannot be; else the first cell or fewest options.

    `watch`: of each item an option that fitted last; while it fits the item is not dead.
    """
    clash, group, most, first, lists = t.clash, t.group, t.most, t.first, t.lists
    once, must, cells = t.once, t.must, t.cells
    best, least = -1, 1 << 60
    for n in range(len(order)):
        i = order[n]
        if _bit(state, i):
            continue
        if _bit(must, i):
            if not fewest and first[i] < first[i + 1] and _fits(clash, group, most, lists[watch[i]], state):
                found = 1
            else:
                found = 0
                for x in range(first[i], first[i + 1]):
                    if _fits(clash, group, most, lists[x], state):
                        watch[i] = x
                        found += 1
                        if not fewest or found >= least:
                            break
            if found == 0:
                return i
            if fewest and found < least and _bit(once, i):
                best, least = i, found
        if best < 0 and _bit(cells, i):
            best = i
    return best


@inner
def _fewest(t: Any, left: Any, order: Any, state: Any, d: Any) -> Any:
    """As `_choose` does, by counting bits."""
    alive, covering, once, must = left.alive, left.covering, t.once, t.must
    best, least = -1, 1 << 60
    for n in range(len(order)):
        i = order[n]
        if _bit(state, i):
            continue
        if _bit(must, i):
            found = 0
            for k in range(alive.shape[1]):
                found += popcount(alive[d, k] & covering[i, k])
                if found >= least:
                    break
            if found == 0:
                return i
            if found < least and _bit(once, i):
                best, least = i, found
        if best < 0 and _bit(t.cells, i):
            best = i
    return best


@inlined
def _narrow(left: Any, lists: Any, x: Any, begin: Any, i: Any, d: Any) -> None:
    """Of frame d + 1 the options that fit, after the option at place x, or with item i uncovered."""
    alive = left.alive
    for k in range(alive.shape[1]):
        gone = left.covering[i, k] if x < begin else left.excluded[lists[x], k]
        alive[d + 1, k] = alive[d, k] & ~gone


@kernel
def search(
    t: Any,
    order: Any,
    fewest: Any,
    apart: Any,
    f: Any,
    memo: Any,
    watch: Any,
    at: Any,
    out: Any,
    nodes: Any,
    left: Any,
) -> Any:
    """Write the certificate's next numbers to `out`.

    `apart`: the depth from which states are remembered, together below each state of that depth; -1: all
    together. `at`: DEPTH below 0 is the end. Returns DONE, TABLE_FULL, OUTPUT_FULL, or WAIT after `nodes`.
    """
    state, item, place = f.state, f.item, f.at
    clash, mask, group, most, first, lists = t.clash, t.mask, t.group, t.most, t.first, t.lists
    must, cells = t.must, t.cells
    keys, taken = memo.keys, memo.taken
    n_items = len(first) - 1
    d, entered = at[DEPTH], at[ENTERED]
    ended = DONE
    while d >= 0:
        if entered:
            if _all(cells, state[d]):
                d, entered = d - 1, 0
                continue
            if at[OUT] + 2 > len(out):
                ended = OUTPUT_FULL
                break
            if at[NODES] >= nodes:
                at[NODES] = 0
                ended = WAIT
                break
            if apart < 0 or d >= apart:
                if 2 * at[USED] + 2 > len(taken):
                    ended = TABLE_FULL
                    break
                if d == apart:
                    for i in range(len(taken)):
                        taken[i] = 0
                    at[USED] = 0
                    out[at[OUT]] = n_items
                    at[OUT] += 1
                slot = _slot(keys, taken, state[d])
                if taken[slot]:
                    d, entered = d - 1, 0
                    continue
                taken[slot] = 1
                for k in range(state.shape[1]):
                    keys[slot, k] = state[d, k]
                at[USED] += 1
            at[NODES] += 1
            at[STEPS] += 1
            if left.alive.shape[1]:
                i = _fewest(t, left, order, state[d], d)
            else:
                i = _choose(t, order, fewest, watch, state[d])
            out[at[OUT]] = i
            at[OUT] += 1
            item[d] = i
            place[d] = first[i] - (0 if _bit(must, i) else 1)
        entered = 1 if _next(clash, mask, group, most, first, lists, f, d) else 0
        if entered:
            _narrow(left, lists, place[d] - 1, first[item[d]], item[d], d)
        d += 1 if entered else -1
    at[DEPTH], at[ENTERED] = d, entered
    return ended


@kernel
def again(old: Any, new: Any) -> None:
    """Copy what is remembered into an empty larger table."""
    for row in range(len(old.taken)):
        if old.taken[row]:
            slot = _slot(new.keys, new.taken, old.keys[row])
            new.taken[slot] = 1
            for k in range(old.keys.shape[1]):
                new.keys[slot, k] = old.keys[row, k]
            if len(new.low):
                new.high[slot] = old.high[row]
                new.low[slot] = old.low[row]


@kernel
def replay(t: Any, tree: Any, f: Any, memo: Any, at: Any, steps: Any) -> Any:
    """Count along the numbers of a certificate, as the checker does; at the end f.low[0], f.high[0] hold it.

    Frame d + 1 counts what follows an option of frame d; the count of depth 0 ends up in its own frame.
    Returns DONE, TABLE_FULL, MORE (all numbers are used), WRONG (what the checker refuses) or TOO_MANY (128
    bits are not enough).
    """
    state, item, place, high, low = f.state, f.item, f.at, f.high, f.low
    clash, mask, group, most, first, lists = t.clash, t.mask, t.group, t.most, t.first, t.lists
    once, must, cells = t.once, t.must, t.cells
    keys, taken = memo.keys, memo.taken
    n_items = len(first) - 1
    d, entered = at[DEPTH], at[ENTERED]
    ended = DONE
    while d >= 0:
        leave = False
        if entered:
            high[d], low[d] = 0, 0
            remembers = not tree or at[APART] >= 0
            if _all(cells, state[d]):
                low[d] = 1 if _solved(must, t.least, state[d]) else 0
                leave = True
            elif 2 * at[USED] + 2 > len(taken):
                ended = TABLE_FULL
                break
            else:
                if remembers:
                    slot = _slot(keys, taken, state[d])
                    if taken[slot]:
                        high[d], low[d] = memo.high[slot], memo.low[slot]
                        leave = True
                if not leave:
                    if at[STEPS] >= len(steps):
                        ended = MORE
                        break
                    i = np.int64(steps[at[STEPS]])
                    at[STEPS] += 1
                    if i == n_items and not remembers:
                        for slot in range(len(taken)):
                            taken[slot] = 0
                        at[USED] = 0
                        at[APART] = d
                        continue
                    if i >= n_items or not (_bit(once, i) or _bit(must, i)) or _bit(state[d], i):
                        ended = WRONG
                        break
                    item[d] = i
                    place[d] = first[i] - (0 if _bit(must, i) else 1)
            entered = 0
        if not leave:
            if _next(clash, mask, group, most, first, lists, f, d):
                if not _bit(once, item[d]):  # said to be covered by nothing
                    ended = WRONG
                    break
                d, entered = d + 1, 1
                continue
            if not tree or at[APART] >= 0:
                slot = _slot(keys, taken, state[d])
                if not taken[slot]:
                    taken[slot] = 1
                    at[USED] += 1
                for k in range(state.shape[1]):
                    keys[slot, k] = state[d, k]
                memo.high[slot], memo.low[slot] = high[d], low[d]
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
