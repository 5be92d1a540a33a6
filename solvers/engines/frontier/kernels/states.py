"""One step of the frontier method: from all states before a variable is read to all states after it.

A state is a row of bytes, in machine words: all that matters of the variables read so far for those to come.
A step is a list of operations, which are done on a copy of the state for either value of the variable; any of
them may find the state dead. An operation is eight numbers: its kind; the value of the variable (0 or 1) for
which its literal is false; then slot, other, base, width, a start in `numbers`, cap:

    READ    an automaton, whose state is the byte `slot`, reads the variable; its table starts in `numbers`
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

from zenkai_solver.solvers.kernels.hashing import find_row
from zenkai_solver.solvers.kernels.jit import inlined, kernel
from zenkai_solver.solvers.kernels.ways import LONGER, add_ways

READ, JOIN, PASS, ADD, WEIGH, DROP, CLOSE = range(7)
FULL = 255
DEAD = 255
NEW = 254
ROOT = 128


@inlined
def _join(state: Any, a: Any, b: Any, base: Any, width: Any) -> Any:
    """Choose the edge between the nodes of these slots. False if no loop can have it."""
    done = base + width
    mate_a, mate_b = np.int64(state[a]), np.int64(state[b])
    if state[done] != 0 or mate_a == FULL or mate_b == FULL:
        return False
    if mate_a != 0 and mate_a - 1 == b - base:
        for k in range(base, done):
            if k != a and k != b and state[k] != 0 and state[k] != FULL:
                return False
        for k in range(base, done):
            state[k] = 0
        state[done] = 1
        return True
    end = base + mate_a - 1 if mate_a != 0 else a
    other = base + mate_b - 1 if mate_b != 0 else b
    if mate_a != 0:
        state[a] = FULL
    if mate_b != 0:
        state[b] = FULL
    state[end] = other - base + 1
    state[other] = end - base + 1
    return True


@inlined
def _renumber(state: Any, base: Any, width: Any, names: Any) -> None:
    """Number the components in the order in which they occur, so that equal partitions are equal bytes."""
    number = 0
    for k in range(base, base + width):
        component = state[k]
        if component != 0:
            at = 0
            while at < number and names[at] != component:
                at += 1
            if at == number:
                names[at] = component
                number += 1
            state[k] = at + 1


@inlined
def _add(state: Any, slot: Any, base: Any, width: Any, numbers: Any, near: Any) -> None:
    """Choose the node of this slot: it and the components of its neighbours become one, NEW."""
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
    """As `_add`, with the sum of the components' weights, at most `cap`. `weight` has the bit ROOT, too."""
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
    """Forget a node. Was it the last one of its component?"""
    component = state[slot]
    state[slot] = 0
    if component == 0:
        return False
    left = 0
    for k in range(base, base + width):
        left += state[k] == component
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
    """Add the states to which states begin..end-1 lead, with their numbers of ways, to `t`, which has `used`
    rows.

    ops int64[operation, 8]; numbers int64[...]; children int32[state, 2], or int32[0, 2] if not wanted: the
    rows of `t` for either value, -1 if it is dead. Returns the first state not treated, because the table may
    be too small for what it leads to; the rows used then, or LONGER (`t` is of no use then, since some ways
    are added and others not); and the number of moves that were made.
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
            at = find_row(keys, slots, key)
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
