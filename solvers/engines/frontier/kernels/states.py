"""One variable is read: all states so far, and the states they lead to.

A state is a row of bytes, in machine words: what the variables to come can know of those that were read. A
step is a list of operations, which are done on a copy of the state for either value of the variable; any of
them may find the state dead. An operation is (kind, value that does not choose, slot, other, base, width,
start in `numbers`, cap):

    READ    a constraint reads the variable: its byte leads to another by a table that starts in `numbers`
    JOIN    an edge of a loop, between the nodes of `slot` and `other`
    PASS    a node of a loop has no more edges to come
    ADD     a node of a connected graph; its neighbours, a list in `numbers`, are places from `base`
    DROP    such a node has no more neighbours to come
    WEIGH   a node of a graph whose components are weighed: its weight is `other`, sums are cut at `cap`
    CLOSE   such a node has no more neighbours to come; a component with a root weighs `other`..`cap`

Of a loop, the byte of a node is 0 if no edge was chosen at it, FULL if two were, else 1 + the place, among
the `width` from `base`, of the other end of its path (a "mate": D. E. Knuth, The Art of Computer Programming
4A, 7.1.4, Simpath). Of a graph of nodes, it is 0 if the node is not chosen, else the number of its component
among the nodes at hand, in the order in which they occur. The byte base + width is 1 once the loop, or the
only component, is closed: then there may be nothing else. Where components are weighed, the bytes from
base + width have the weight of each node's component, and ROOT where it has a root.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zenkai_solver.solvers.kernels.jit import inlined, kernel
from zenkai_solver.solvers.kernels.ways import LONGER, add_ways, slot_of

READ, JOIN, PASS, ADD, WEIGH, DROP, CLOSE = range(7)
FULL = 255
DEAD = 255
NEW = 254
ROOT = 128


@inlined
def _join(state: Any, a: Any, b: Any, base: Any, width: Any) -> Any:
    """The edge between the nodes of these slots is chosen. False if that cannot be."""
    done = base + width
    one, two = np.int64(state[a]), np.int64(state[b])
    if state[done] != 0 or one == FULL or two == FULL:
        return False
    if one != 0 and one - 1 == b - base:
        for k in range(base, done):
            if k != a and k != b and state[k] != 0 and state[k] != FULL:
                return False
        for k in range(base, done):
            state[k] = 0
        state[done] = 1
        return True
    end = base + one - 1 if one != 0 else a
    other = base + two - 1 if two != 0 else b
    if one != 0:
        state[a] = FULL
    if two != 0:
        state[b] = FULL
    state[end] = other - base + 1
    state[other] = end - base + 1
    return True


@inlined
def _renumber(state: Any, base: Any, width: Any, names: Any) -> None:
    """The components get numbers in the order in which they occur."""
    number = 0
    for k in range(base, base + width):
        own = state[k]
        if own != 0:
            at = 0
            while at < number and names[at] != own:
                at += 1
            if at == number:
                names[at] = own
                number += 1
            state[k] = at + 1


@inlined
def _add(state: Any, slot: Any, base: Any, width: Any, numbers: Any, near: Any) -> None:
    """The node of this slot is chosen; it joins the components of its neighbours."""
    state[slot] = NEW
    for n in range(near + 1, near + 1 + numbers[near]):
        old = state[base + numbers[n]]
        if old != 0 and old != NEW:
            for k in range(base, base + width):
                if state[k] == old:
                    state[k] = NEW


@inlined
def _weigh(
    state: Any, slot: Any, weight: Any, base: Any, width: Any, numbers: Any, near: Any, cap: Any
) -> None:
    """As `_add`; the sums of the weights are added up, up to `cap`. ROOT is in `weight`, too."""
    root, total = weight & ROOT, weight & ~ROOT
    state[slot] = NEW
    for n in range(near + 1, near + 1 + numbers[near]):
        at = base + numbers[n]
        old = state[at]
        if old != 0 and old != NEW:
            root |= np.int64(state[at + width]) & ROOT
            total += np.int64(state[at + width]) & ~ROOT
            for k in range(base, base + width):
                if state[k] == old:
                    state[k] = NEW
    for k in range(base, base + width):
        if state[k] == NEW:
            state[k + width] = root | min(total, cap)


@inlined
def _last(state: Any, slot: Any, base: Any, width: Any) -> Any:
    """Drop a node. Was it the last one of its component?"""
    own = state[slot]
    state[slot] = 0
    if own == 0:
        return False
    left = 0
    for k in range(base, base + width):
        left += state[k] == own
    return left == 0


@inlined
def _apply(state: Any, value: Any, ops: Any, numbers: Any, names: Any) -> Any:
    """Do the operations of a step; False if the state is dead."""
    for o in range(len(ops)):
        kind, slot, other, base = ops[o, 0], ops[o, 2], ops[o, 3], ops[o, 4]
        width, more, cap = ops[o, 5], ops[o, 6], ops[o, 7]
        chosen = value != ops[o, 1]
        if kind == READ:
            new = numbers[more + 2 * np.int64(state[slot]) + (1 if chosen else 0)]
            if new == DEAD:
                return False
            state[slot] = new
        elif kind == JOIN:
            if chosen and not _join(state, slot, other, base, width):
                return False
        elif kind == PASS:
            if state[slot] != 0 and state[slot] != FULL:
                return False
            state[slot] = 0
        elif kind == ADD:
            if chosen:
                if state[base + width] != 0:
                    return False
                _add(state, slot, base, width, numbers, more)
                _renumber(state, base, width, names)
        elif kind == WEIGH:
            if chosen:
                _weigh(state, slot, other, base, width, numbers, more, cap)
                _renumber(state, base, width, names)
        elif kind == DROP:
            if _last(state, slot, base, width):
                for k in range(base, base + width):
                    if state[k] != 0:
                        return False
                state[base + width] = 1
            _renumber(state, base, width, names)
        else:
            weight = np.int64(state[slot + width])
            state[slot + width] = 0
            ended = _last(state, slot, base, width)
            if ended and weight & ROOT != 0 and not other <= weight & ~ROOT <= cap:
                return False
            _renumber(state, base, width, names)
    return True


@kernel
def advance(
    ops: Any, numbers: Any, states: Any, ways: Any, begin: Any, end: Any, t: Any, used: Any, children: Any
) -> Any:
    """States begin..end-1, with their numbers of ways, lead to states of `t`, which has `used` rows.

    ops int64[operation, 8]; numbers int64[...]; children int32[state, 2], or int32[0, 2] if not wanted: the
    rows of `t` for either value, -1 if it is dead. Returns the first state not treated, because the table may
    be too small for what it leads to, the rows used then (or LONGER: `t` is spoilt), and the number of states
    that were added.
    """
    keys, reached, slots = t.keys, t.ways, t.slots
    words = states.shape[1]
    key = np.empty(words, np.uint64)
    state = key.view(np.uint8)
    names = np.empty(256, np.uint8)
    added = 0
    for s in range(begin, end):
        if used + 2 > len(keys):
            return s, used, added
        for value in range(2):
            for j in range(words):
                key[j] = states[s, j]
            if not _apply(state, value, ops, numbers, names):
                if len(children):
                    children[s, value] = -1
                continue
            added += 1
            at = slot_of(keys, slots, key)
            row = slots[at] - 1
            if row >= 0:
                if not add_ways(reached, row, ways, s):
                    return s, LONGER, added
            else:
                row = used
                for j in range(words):
                    keys[used, j] = key[j]
                for j in range(ways.shape[1]):
                    reached[used, j] = ways[s, j]
                used += 1
                slots[at] = used
            if len(children):
                children[s, value] = row
    return end, used, added
