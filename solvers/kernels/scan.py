"""Scan search: every solution of an exact cover, its items covered in one fixed order.

The first uncovered item of a static order is covered next, always: no counters, no linked lists, no choice
of item, so a node costs some tens of nanoseconds, and for packings, where the first empty cell in reading
order is nearly always the tightest anyway, that beats the small trees of dancing links (Scott 1958;
Fletcher, "A program to solve the pentomino problem by the recursive use of macros", CACM 8, 1965; de Bruijn
1971; Knuth, TAOCP 4B, 7.2.2.1). The trade-off: where items far apart constrain each other (sudoku) the
order is blind, and the MRV search is the one to take. Random probes (Knuth, "Estimating the efficiency of
backtrack programs", 1975) tell which.

*Window.* All scan items before the first uncovered one are covered, and none after the longest option's
reach is, so a state holds only the occupancy of a window that moves with the scan, in its low bits, and the
*persistent* items (primary items not scanned, secondary items, full groups) in its high bits: one 64-bit
word for pentominoes on 8x8. Wider problems take W words from the same source; only `Tables.words` is
longer. Options chosen before the scan (a cube) may lie anywhere: their cells enter the window as it comes
to them.

*Lists.* The options of an item are listed once for each occupancy of the next `key_bits` items, in blocks
of eight that one vector instruction tests against the whole state.

*Need tables.* For the pattern of the next items up to a horizon, a table entry says which persistent items
every way to cover these items, alone, must take: a family of at most `lanes` sets such that every way
contains one of them. If each set has a taken item, the node is dead: a hole that no remaining option fills,
a hole that only used pieces fill, two holes that need the same piece, a region of the wrong volume are all
one lookup, and nobody told the engine of cells or pieces. It is a relaxed decision diagram (Andersen,
Hadzic, Hooker and Tiedemann 2007: sets merged to a fixed width) kept as a pattern database (Culberson and
Schaeffer 1998) and filled on demand, so that only patterns that occur are paid for. Merging two sets to
their meet can only weaken the test, so no solution is lost. Threads may share the tables: an entry is one
aligned word, and whoever computes it computes the same.

Lower bounds (primary items outside the order, clauses, counted groups) are tested by deadlines: the scan
position after which no option can serve them any more.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

UNLIMITED = 1 << 30
MOST_LISTED = 1 << 22            # bounds the memory of the option lists: about 50 MB
LANES = 8                        # options tested by one vector instruction
KNOWN = np.uint64(1 << 63)       # mark of a need entry that has been computed
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
Words = tuple[np.uint64, ...]    # a state: W words
U0, U1, U3, U6, U7, U63 = (np.uint64(i) for i in (0, 1, 3, 6, 7, 63))

# ---------------------------------------------------------------- machine words


@intrinsic
def _ctz(typingctx, x):
    """Number of trailing zeros (64 for 0)."""
    def codegen(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
    return types.uint64(types.uint64), codegen


@intrinsic
def _popcount(typingctx, x):
    def codegen(context, builder, sig, args):
        return builder.ctpop(args[0])
    return types.uint64(types.uint64), codegen


@intrinsic
def _put(typingctx, words, i, word):
    """The tuple `words` with word i replaced; folds to registers when i is known after unrolling."""
    def codegen(context, builder, sig, args):
        result = args[0]
        for k in range(len(sig.args[0])):
            here = builder.icmp_unsigned("==", args[1], ir.Constant(args[1].type, k))
            value = builder.select(here, args[2], builder.extract_value(args[0], k))
            result = builder.insert_value(result, value, k)
        return result
    return words(words, types.intp, types.uint64), codegen


@intrinsic
def _fit8(typingctx, masks, at, word):
    """Bit i of the result: masks[at + i] shares no bit with word (i = 0..7)."""
    def codegen(context, builder, sig, args):
        vector = ir.VectorType(ir.IntType(64), LANES)
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        first = builder.bitcast(builder.gep(data, [args[1]]), vector.as_pointer())
        loaded = builder.load(first)
        loaded.align = 8
        undefined = ir.Constant(vector, ir.Undefined)
        one = builder.insert_element(undefined, args[2], ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        splat = builder.shuffle_vector(one, undefined, zeros)
        free = builder.icmp_unsigned("==", builder.and_(loaded, splat), ir.Constant(vector, [0] * LANES))
        return builder.zext(builder.bitcast(free, ir.IntType(LANES)), ir.IntType(64))
    return types.uint64(masks, types.intp, types.uint64), codegen


# ---------------------------------------------------------------- the problem and its tables

@dataclass(frozen=True)
class Problem:
    """Items 0..n_primary-1 exactly once, the next n_secondary at most once.

    `group[o]` is the counted group of option o or -1; `lo[g]..hi[g]` of its options are chosen.
    Of each clause (a sequence of options) at least one is chosen.
    """
    n_primary: int
    n_secondary: int
    options: Sequence[Sequence[int]]
    group: Sequence[int] = ()
    lo: Sequence[int] = ()
    hi: Sequence[int] = ()
    clauses: Sequence[Sequence[int]] = ()


class Tables(NamedTuple):
    """All that the kernels read. The lengths of the tuples `words` (W), `clause_words` and `counted` are
    compile-time constants: numba makes one kernel for each combination, from one source."""
    words: tuple[int, ...]
    clause_words: tuple[int, ...]
    counted: tuple[int, ...]
    n_scan: int
    key_bits: int
    lane_bits: int           # topmost bits of a state, the first of them always set, that a lane speaks of
    lanes: int
    ones: np.uint64          # the lowest bit of each lane
    highs: np.uint64         # the highest bit of each lane
    once: np.uint64          # lane bits that only one option can set
    window: np.ndarray       # uint64[W]: the window bits of a state
    first: np.ndarray        # int32[option]: scan position of its first item
    mask: np.ndarray         # uint64[option, W]
    due: np.ndarray          # uint64[n_scan + 1, W]: persistent bits set when the scan has come so far
    head: np.ndarray         # int64: first block << 16 | number of blocks
    block_mask: np.ndarray   # uint64[block, W, LANES], flat
    block_option: np.ndarray  # int32[block * LANES]
    need: np.ndarray         # uint64: what the items before the horizon need; 0 = not yet computed
    need_base: np.ndarray    # int64[n_scan + 1]
    need_mask: np.ndarray    # uint64[n_scan + 1]
    clause_mask: np.ndarray  # uint64[option, C]
    clause_due: np.ndarray   # uint64[n_scan + 1, C]
    group: np.ndarray        # int32[option]
    lo: np.ndarray           # int64[group]
    hi: np.ndarray           # int64[group]
    full: np.ndarray         # uint64[group, W]: the bit that says that the group is full
    volume: np.ndarray       # int64[group]: fewest scan items that one of its options covers
    covers: np.ndarray       # int64[option]: scan items that it covers


class State(NamedTuple):
    """A search between two calls of a kernel."""
    regs: np.ndarray         # int64: see SP..ALIVE
    stack: np.ndarray        # uint64[height, W]
    tag: np.ndarray          # int64[height]: depth << 48 | scan position << 32 | option
    sat: np.ndarray          # uint64[height, C]
    room: np.ndarray         # int64[height, 2]: scan items that lower bounds still need, uncovered scan items
    here_sat: np.ndarray     # uint64[C]
    here_room: np.ndarray    # int64[2]
    pre: np.ndarray          # uint64[n_scan + 1, W]: the window as the cube's options fill it
    path: np.ndarray         # int16 or int32[depth]
    count: np.ndarray        # int64[group]
    scratch: np.ndarray      # uint64[items to the horizon, lanes + 1]
    probe: np.ndarray        # float64[cube, 2]: nodes and solutions that a probe stands for


SP, CUBE, DEPTH, PREFIX, NODES, FOUND = range(6)     # regs


# ---------------------------------------------------------------- need tables

@njit(nogil=True, cache=True)
def _add_minimal(family: np.ndarray, n: int, x: np.uint64) -> int:
    """Add set x to the n minimal sets of a family; supersets go."""
    for i in range(n):
        if family[i] & ~x == U0:
            return n
    m = 0
    for i in range(n):
        if x & ~family[i] != U0:
            family[m] = family[i]
            m += 1
    family[m] = x
    return m + 1


@njit(nogil=True, cache=True)
def _add(family: np.ndarray, n: int, x: np.uint64, most: int) -> int:
    """The same, keeping at most `most` sets: the two sets closest to each other become their meet."""
    n = _add_minimal(family, n, x)
    if n <= most:
        return n
    best, a, b = 1 << 30, 0, 1
    for i in range(n):
        for j in range(i):
            common = np.int64(_popcount(family[i] & family[j]))
            loss = np.int64(max(_popcount(family[i]), _popcount(family[j]))) - common
            if common == 0:
                loss += 64
            if loss < best:
                best, a, b = loss, j, i
    meet = family[a] & family[b]
    family[b] = family[n - 1]
    family[a] = family[n - 2]
    return _add_minimal(family, n - 2, meet)


@njit(nogil=True, cache=True)
def _fill(need: np.ndarray, head: np.ndarray, block_mask: np.ndarray, block_option: np.ndarray, shape: tuple,
          scratch: np.ndarray, base: int, f: int, j: int, p: np.uint64) -> np.uint64:
    """Compute the need entry of pattern p of the j items from f to the horizon with its entries at base."""
    w, key_shift, lane_bits, lanes, once = shape
    lane = (U1 << np.uint64(lane_bits)) - U1
    horizon = U1 << np.uint64(j)
    low = horizon - U1
    top = np.uint64(64 - lane_bits)
    always = U1 << np.uint64(lane_bits - 1)
    family = scratch[j]
    n = 0
    h = head[f << key_shift]
    for b in range(h >> 16, (h >> 16) + (h & 0xFFFF)):
        fit = _fit8(block_mask, b * w * LANES, p)
        while fit != U0 and not (n == 1 and family[0] == U0):
            i = np.int64(_ctz(fit))
            fit &= fit - U1
            if block_option[b * LANES + i] < 0:
                break
            x = ((block_mask[b * w * LANES + i] | p) & low) | horizon
            step = _ctz(~x)
            x >>= step
            c = KNOWN
            if x != U0:
                c = need[base + np.int64(x >> U1)]
                if c == U0:
                    c = _fill(need, head, block_mask, block_option, shape, scratch, base,
                              f + np.int64(step), j - np.int64(step), x ^ (horizon >> step))
            own = block_mask[(b * w + w - 1) * LANES + i] >> top
            clash = (own & once) | always
            for r in range(lanes):
                s = (c >> np.uint64(r * lane_bits)) & lane
                if s & clash == U0:
                    n = _add(family, n, s | own, lanes)
    entry = KNOWN
    for r in range(lanes):
        s = family[r] if r < n else always
        entry |= s << np.uint64(r * lane_bits)
    need[base + np.int64((horizon | p) >> U1)] = entry
    return entry


# ---------------------------------------------------------------- the search

@njit(nogil=True, cache=True)
def _load(t: Tables, st: State, cube: np.ndarray) -> None:
    """Push the root of a cube: the state with its options chosen. Nothing is pushed if they clash."""
    w, wd = len(t.words), 0
    for j in range(w):
        wd += np.int64(_popcount(t.window[j]))
    st.pre[:] = U0
    st.stack[0, :] = U0
    st.stack[0, w - 1] = U1 << U63               # always set: no state fits the padding of a list
    st.here_sat[:] = U0
    st.count[:] = 0
    need, left, depth = 0, t.n_scan, 0
    for g in range(len(t.volume)):
        need += t.lo[g] * t.volume[g]
    for o in cube:
        if o < 0:
            break
        g = t.group[o]
        if g >= 0 and st.count[g] >= t.hi[g]:
            return
        for j in range(w):
            if st.stack[0, j] & ~t.window[j] & t.mask[o, j] != U0:
                return
        for p in range(wd):
            if (t.mask[o, p >> 6] >> np.uint64(p & 63)) & U1 != U0:
                at = t.first[o] + p
                if st.pre[at, 0] & U1 != U0:
                    return
                for q in range(max(0, at - wd + 1), at + 1):
                    st.pre[q, (at - q) >> 6] |= U1 << np.uint64((at - q) & 63)
        for j in range(w):
            st.stack[0, j] |= t.mask[o, j] & ~t.window[j]
        for j in range(len(t.clause_words)):
            st.here_sat[j] |= t.clause_mask[o, j]
        left -= t.covers[o]
        if g >= 0:
            if st.count[g] < t.lo[g]:
                need -= t.volume[g]
            st.count[g] += 1
            if st.count[g] < t.hi[g]:
                for j in range(w):
                    st.stack[0, j] &= ~t.full[g, j]
        st.path[depth] = o
        depth += 1
    for j in range(len(t.clause_words)):
        st.sat[0, j] = st.here_sat[j]
    st.room[0, 0], st.room[0, 1] = need, left
    f = 0
    while st.pre[f, 0] & U1 != U0:
        f += 1
    for j in range(w):
        st.stack[0, j] |= st.pre[f, j]
    o = np.int64(st.path[depth - 1]) if depth > 0 else 0
    st.tag[0] = (depth << 48) | (f << 32) | o
    st.regs[PREFIX] = depth
    st.regs[DEPTH] = depth
    late = U0
    for j in range(w):
        late |= t.due[f, j] & ~st.stack[0, j]
    for j in range(len(t.clause_words)):
        late |= t.clause_due[f, j] & ~st.sat[0, j]
    if late == U0 and need <= left:
        st.regs[SP] = 1


@njit(nogil=True, cache=True, forceinline=True)
def _fitting(block_mask: np.ndarray, first: np.uint64, blocks: int, state: Words) -> np.uint64:
    """Bit i: option i of up to eight blocks from block `first` on shares no bit with the state."""
    w = len(state)
    fit = U0
    for i in range(min(blocks, LANES)):
        lanes = np.uint64(0xFF)
        for j in range(w):
            lanes &= _fit8(block_mask, np.int64(first + np.uint64(i)) * (w * LANES) + j * LANES, state[j])
        fit |= lanes << np.uint64(LANES * i)
    return fit


@njit(nogil=True, cache=True, forceinline=True)
def _chosen(block_mask: np.ndarray, first: np.uint64, i: np.uint64, state: Words) -> Words:
    """The state with option i of the blocks from `first` on added."""
    w = np.uint64(len(state))
    at = (first + (i >> U3)) * (w << U3) + (i & U7)
    for j in range(len(state)):
        state = _put(state, j, state[j] | block_mask[at + np.uint64(LANES * j)])
    return state


@njit(nogil=True, cache=True, forceinline=True)
def _advanced(state: Words, f: np.uint64, window: np.ndarray, pre: np.ndarray) -> tuple[Words, np.uint64]:
    """The window moved from f to the next uncovered scan item, whose position is returned too."""
    w = len(state)
    while True:
        step = _ctz(~state[0])
        for j in range(1, w):
            if step == np.uint64(64 * j):
                step += _ctz(~state[j])
        f += step
        words, bits = np.int64(step >> U6), step & U63
        for j in range(w):
            word = (state[j] & ~window[j]) | pre[f, j]
            if w == 1:
                word |= (state[0] & window[0]) >> step
            else:
                for i in range(j, w):
                    part = state[i] & window[i]
                    if i == j + words:
                        word |= part >> bits
                    if i == j + words + 1:
                        word |= (part << (U63 - bits)) << U1
            state = _put(state, j, word)
        if state[0] & U1 == U0:
            return state, f


@njit(nogil=True, cache=True, forceinline=True)
def _random(chance: np.uint64) -> np.uint64:
    """Marsaglia's xorshift (2003)."""
    chance ^= chance << np.uint64(13)
    chance ^= chance >> U7
    return chance ^ chance << np.uint64(17)


@njit(nogil=True, cache=True)
def _run(t: Tables, st: State, cubes: np.ndarray, out: np.ndarray, budget: int, stop: int, keep: bool,
         seed: np.uint64) -> int:
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    Nodes at depth `stop` are reported instead of expanded. Without `keep` solutions are only counted.
    With a seed every cube is probed once: of each node's children one survives, chosen at random, and
    st.probe gathers the products of the branching factors (Knuth 1975).
    """
    # Local names: a field of a tuple read in the loop costs an atomic reference count (30 times slower).
    w, cw, counted = len(t.words), len(t.clause_words), len(t.counted) > 0
    stack, tags, pre, here, x, window = st.stack, st.tag, st.pre, t.words, t.words, t.window
    sat, here_sat, room, here_room, count = st.sat, st.here_sat, st.room, st.here_room, st.count
    head, block_mask, block_option, need = t.head, t.block_mask, t.block_option, t.need
    need_base, need_mask, due = t.need_base, t.need_mask, t.due
    clause_due, clause_mask = t.clause_due, t.clause_mask
    group, lo, hi, full, volume, covers = t.group, t.lo, t.hi, t.full, t.volume, t.covers
    path, regs, probe = st.path, st.regs, st.probe
    weight, chance = 1.0, seed
    key_shift, n_scan, ones, highs = t.key_bits - 1, t.n_scan, t.ones, t.highs
    key = (U1 << np.uint64(key_shift)) - U1
    used_shift = np.uint64(64 - t.lane_bits)
    scratch, shape = st.scratch, (w, key_shift, t.lane_bits, t.lanes, t.once)
    rows = 0
    found, nodes, sp, last_depth, prefix = 0, 0, regs[SP], regs[DEPTH], regs[PREFIX]
    while rows < len(out) and nodes < budget:
        if sp == 0:
            if regs[CUBE] == len(cubes):
                break
            _load(t, st, cubes[regs[CUBE]])
            regs[CUBE] += 1
            sp, last_depth, prefix = regs[SP], regs[DEPTH], regs[PREFIX]
            weight = 1.0
            continue
        sp -= 1
        tag = tags[sp]
        depth, f, o = tag >> 48, np.uint64((tag >> 32) & 0xFFFF), tag & 0x7FFF_FFFF
        for j in range(w):
            here = _put(here, j, stack[sp, j])
        for j in range(cw):
            here_sat[j] = sat[sp, j]
        if counted:
            here_room[0], here_room[1] = room[sp, 0], room[sp, 1]
            if depth > prefix:
                for d in range(max(depth - 1, prefix), last_depth):
                    g = group[path[d]]
                    if g >= 0:
                        count[g] -= 1
                if group[o] >= 0:
                    count[group[o]] += 1
            last_depth = depth
        if depth > 0:
            path[depth - 1] = o
        nodes += 1
        if seed != U0:
            probe[regs[CUBE] - 1, 0] += weight
        if f == np.uint64(n_scan) or depth >= stop:
            found += 1
            if seed != U0:
                probe[regs[CUBE] - 1, 1] += weight
            elif keep:
                for d in range(depth):
                    out[rows, d] = path[d]
                for d in range(depth, out.shape[1]):
                    out[rows, d] = -1
                rows += 1
            continue
        bottom = sp
        h = np.uint64(head[(f << np.uint64(key_shift)) + ((here[0] >> U1) & key)])
        b, left = h >> np.uint64(16), np.int64(h & np.uint64(0xFFFF))
        while left > 0:
            fit = _fitting(block_mask, b, left, here)
            while fit != U0:
                i = _ctz(fit)
                fit &= fit - U1
                x = _chosen(block_mask, b, i, here)
                o = np.int64(block_option[b * np.uint64(LANES) + i])
                for j in range(cw):
                    sat[sp, j] = here_sat[j] | clause_mask[o, j]
                if counted:
                    room[sp, 0], room[sp, 1] = here_room[0], here_room[1] - covers[o]
                    g = group[o]
                    if g >= 0:
                        if count[g] < lo[g]:
                            room[sp, 0] -= volume[g]
                        if count[g] + 1 < hi[g]:
                            for j in range(w):
                                x = _put(x, j, x[j] & ~full[g, j])
                x, nf = _advanced(x, f, window, pre)
                late = U0
                for j in range(w):
                    late |= due[nf, j] & ~x[j]
                for j in range(cw):
                    late |= clause_due[nf, j] & ~sat[sp, j]
                p = x[0] & need_mask[nf]
                at = np.uint64(need_base[nf]) + (p >> U1)
                entry = need[at]
                if entry == U0:
                    width = np.int64(_popcount(need_mask[nf]))
                    entry = _fill(need, head, block_mask, block_option, shape, scratch,
                                  need_base[nf] - (1 << (width - 1)), np.int64(nf), width, p)
                hit = entry & ((x[w - 1] >> used_shift) * ones)
                alive = (late == U0) & ((hit - ones) & ~hit & highs != U0)
                if counted:
                    alive &= room[sp, 0] <= room[sp, 1]
                for j in range(w):
                    stack[sp, j] = x[j]
                tags[sp] = (depth + 1) << 48 | np.int64(nf) << 32 | o
                sp += alive
            b += np.uint64(LANES)
            left -= LANES
        if seed != U0 and sp > bottom:
            chance = _random(chance)
            weight *= sp - bottom
            pick = bottom + np.int64((chance >> np.uint64(11)) % np.uint64(sp - bottom))
            tags[bottom] = tags[pick]
            for j in range(w):
                stack[bottom, j] = stack[pick, j]
            for j in range(cw):
                sat[bottom, j] = sat[pick, j]
            if counted:
                room[bottom, 0], room[bottom, 1] = room[pick, 0], room[pick, 1]
            sp = bottom + 1
    regs[SP], regs[DEPTH] = sp, last_depth
    regs[NODES] += nodes
    regs[FOUND] += found
    return rows


# ---------------------------------------------------------------- building the tables

@njit(nogil=True, cache=True)
def _spans(flat: np.ndarray, start: np.ndarray, position: np.ndarray, first: np.ndarray,
           covers: np.ndarray) -> int:
    """First scan position of every option; the widest option's span is returned (-1: an option has none)."""
    widest = 1
    for o in range(len(start) - 1):
        low, high = 1 << 30, -1
        for i in range(start[o], start[o + 1]):
            p = position[flat[i]]
            if p >= 0:
                low, high = min(low, p), max(high, p)
                covers[o] += 1
        if high < 0:
            return -1
        first[o] = low
        widest = max(widest, high - low + 1)
    return widest


@njit(nogil=True, cache=True)
def _masks(flat: np.ndarray, start: np.ndarray, position: np.ndarray, bit: np.ndarray, first: np.ndarray,
           mask: np.ndarray) -> None:
    for o in range(len(start) - 1):
        for i in range(start[o], start[o + 1]):
            item = flat[i]
            p = position[item] - first[o] if position[item] >= 0 else bit[item]
            mask[o, p >> 6] |= U1 << np.uint64(p & 63)


@njit(nogil=True, cache=True)
def _lists(mask: np.ndarray, by_first: np.ndarray, start: np.ndarray, key_bits: int,
           head: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Option lists for every scan position and occupancy of the key_bits items from there."""
    w = mask.shape[1]
    size, used = 1 << 12, 0
    blocks, options = np.empty(size * w * LANES, np.uint64), np.empty(size * LANES, np.int32)
    most = 0
    for f in range(len(start) - 1):
        most = max(most, start[f + 1] - start[f])
    found = np.empty(most, np.int32)
    for f in range(len(start) - 1):
        for p in range(1 << (key_bits - 1)):
            n = 0
            if p == 0:
                for i in range(start[f], start[f + 1]):
                    found[n] = by_first[i]
                    n += 1
            else:                                    # filter the list of p without its lowest bit
                low = np.uint64(p & -p) << U1
                h = head[(f << (key_bits - 1)) + (p & (p - 1))]
                for i in range((h >> 16) * LANES, ((h >> 16) + (h & 0xFFFF)) * LANES):
                    o = options[i]
                    if o >= 0 and mask[o, 0] & low == U0:
                        found[n] = o
                        n += 1
            need = (n + LANES - 1) // LANES
            if used + need > size:
                size = 2 * size + need
                more, more_options = np.empty(size * w * LANES, np.uint64), np.empty(size * LANES, np.int32)
                more[:used * w * LANES] = blocks[:used * w * LANES]
                more_options[:used * LANES] = options[:used * LANES]
                blocks, options = more, more_options
            head[(f << (key_bits - 1)) + p] = (used << 16) | need
            for i in range(need * LANES):
                row, lane = used + i // LANES, i % LANES
                options[row * LANES + lane] = found[i] if i < n else -1
                for j in range(w):
                    blocks[(row * w + j) * LANES + lane] = mask[found[i], j] if i < n else ALL
            used += need
    return blocks[:used * w * LANES].copy(), options[:used * LANES].copy()


def _bits(word_count: int, positions: Iterable[int]) -> np.ndarray:
    words = np.zeros(word_count, np.uint64)
    for p in positions:
        words[int(p) >> 6] |= np.uint64(1 << (int(p) & 63))
    return words


def _deadlines(n_scan: int, word_count: int, bits: Sequence[int], last: Sequence[int]) -> np.ndarray:
    """Row f: the bits whose last position lies before f."""
    due = np.zeros((n_scan + 1, word_count), np.uint64)
    for bit, position in zip(bits, last):
        due[position + 1:] |= _bits(word_count, [bit])
    return due


class _Layout(NamedTuple):
    """Which bit of a state, and which scan position, each item and group has."""
    words: int
    first: np.ndarray        # int32[option]
    covers: np.ndarray       # int64[option]
    window: int              # window bits
    position: np.ndarray     # int32[item]: scan position or -1
    bit: np.ndarray          # int64[item or group]: bit of a persistent item or a bounded group, from the top
    persistent: int          # their number, the bit that is always set included


def _layout(n_items: int, order: Sequence[int], flat: np.ndarray, start: np.ndarray,
            hi: np.ndarray) -> _Layout:
    position = np.full(n_items, -1, np.int32)
    position[list(order)] = np.arange(len(order))
    first, covers = np.zeros(len(start) - 1, np.int32), np.zeros(len(start) - 1, np.int64)
    span = _spans(flat, start, position, first, covers)
    if span < 0:
        raise ValueError("an option has no item in the scan order")
    top = np.concatenate((np.flatnonzero(position < 0), n_items + np.flatnonzero(hi < UNLIMITED)))
    extra = 2 + len(top)             # bits never set, after the window, and always set, at the top
    words = (span + extra + 63) // 64
    bit = np.full(n_items + len(hi), -1, np.int64)
    bit[top] = 64 * words - 2 - np.arange(len(top))
    window = min(64 * words - extra, max(span, 40))
    return _Layout(words, first, covers, window, position, bit, 1 + len(top))


def _option_masks(layout: _Layout, flat: np.ndarray, start: np.ndarray, group: np.ndarray,
                  full: np.ndarray) -> np.ndarray:
    mask = np.zeros((len(start) - 1, layout.words), np.uint64)
    _masks(flat, start, layout.position, layout.bit, layout.first, mask)
    mask[group >= 0] |= full[group[group >= 0]]
    return mask


def _horizons(n_scan: int, known: int, step: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The empty need table, and for each position where its entries begin and which window bits index them.

    A horizon is a multiple of `step` or the end. Entry (1 << j | pattern) >> 1 of a horizon belongs to the
    pattern of the j items before it, the first of which is uncovered."""
    step = min(step, known)
    need = np.zeros(max(1, -(-n_scan // step) << known), np.uint64)
    need[0] = KNOWN
    base, mask = np.zeros(n_scan + 1, np.int64), np.zeros(n_scan + 1, np.uint64)
    for f in range(n_scan):
        end = n_scan if f + known >= n_scan else (f + known) // step * step
        base[f] = ((-(-end // step) - 1) << known) + (1 << (end - f - 1))
        mask[f] = (1 << (end - f)) - 1
    return need, base, mask


def compile_tables(problem: Problem, order: Sequence[int], key_bits: int = 9, known: int = 14,
                   step: int = 4, lanes: int = 4) -> Tables:
    """Tables for scanning the primary items in `order`; every option must contain one of them.

    `known` is the reach of the need tables: two more halve the nodes, but cost memory and cache misses."""
    count, n_scan = len(problem.options), len(order)
    n_items = problem.n_primary + problem.n_secondary
    start = np.zeros(count + 1, np.int64)
    np.cumsum([len(o) for o in problem.options], out=start[1:])
    flat = np.fromiter(chain.from_iterable(problem.options), np.int32, int(start[-1]))
    group = np.full(count, -1, np.int32)
    group[:len(problem.group)] = problem.group
    lo, hi = np.array(problem.lo, np.int64), np.array(problem.hi, np.int64)

    layout = _layout(n_items, order, flat, start, hi)
    w, first, bit = layout.words, layout.first, layout.bit
    full = np.array([_bits(w, [b] if b >= 0 else []) for b in bit[n_items:]], np.uint64).reshape(-1, w)
    mask = _option_masks(layout, flat, start, group, full)
    volume = np.array([layout.covers[group == g].min(initial=UNLIMITED) for g in range(len(hi))], np.int64)
    known = max(1, min(known, layout.window, 30, n_scan))
    key_bits = max(1, min(key_bits, known, (MOST_LISTED // max(1, count)).bit_length()))

    usable = np.ones(count, bool)
    usable[group >= 0] = hi[group[group >= 0]] > 0
    by_first = np.flatnonzero(usable)
    by_first = by_first[np.argsort(first[by_first], kind="stable")].astype(np.int32)
    starts = np.searchsorted(first[by_first], np.arange(n_scan + 1)).astype(np.int64)
    head = np.zeros(max(1, n_scan << (key_bits - 1)), np.int64)
    block_mask, block_option = _lists(mask, by_first, starts, key_bits, head)

    last = np.full(n_items, -1, np.int64)            # scan position of the last option that has the item
    owner = np.repeat(np.arange(count), np.diff(start))
    np.maximum.at(last, flat[usable[owner]], first[owner[usable[owner]]])
    required = [i for i in range(problem.n_primary) if bit[i] >= 0]
    due = _deadlines(n_scan, w, [int(bit[i]) for i in required], last[required].tolist())
    cw = (len(problem.clauses) + 63) // 64
    clause_mask = np.zeros((count, cw), np.uint64)
    for c, clause in enumerate(problem.clauses):
        clause_mask[list(clause), c >> 6] |= np.uint64(1 << (c & 63))
    clause_last = [int(first[list(c)].max(initial=-1)) for c in problem.clauses]
    clause_due = _deadlines(n_scan, cw, range(len(problem.clauses)), clause_last)

    lane_bits = min(layout.persistent, 32)
    lanes = min(lanes, 63 // lane_bits)
    ones = sum(1 << (r * lane_bits) for r in range(lanes))
    counted_bits = full[hi != 1].sum(axis=0, dtype=np.uint64)
    once = (int(_bits(w, bit[bit >= 0])[w - 1]) & ~int(counted_bits[w - 1])) >> (64 - lane_bits)
    need, need_base, need_mask = _horizons(n_scan, known, step)
    return Tables(
        (U0,) * w, (0,) * cw, (0,) * (len(hi) > 0), n_scan, key_bits, lane_bits, lanes,
        np.uint64(ones), np.uint64(ones << (lane_bits - 1)), np.uint64(once), _bits(w, range(layout.window)),
        first, mask, due, head, block_mask, block_option, need, need_base, need_mask,
        clause_mask, clause_due, group, lo, hi, full, volume, layout.covers)


def _new_state(t: Tables, cubes: int) -> State:
    w, cw = len(t.words), len(t.clause_words)
    widest = int((t.head & 0xFFFF).max(initial=0)) * LANES
    height = (t.n_scan + 2) * (widest + 1)
    return State(
        np.zeros(6, np.int64), np.zeros((height, w), np.uint64), np.zeros(height, np.int64),
        np.zeros((height, cw), np.uint64), np.zeros((height if t.counted else 1, 2), np.int64),
        np.zeros(cw, np.uint64), np.zeros(2, np.int64), np.zeros((t.n_scan + 1, w), np.uint64),
        np.zeros(t.n_scan + 1, np.int16 if len(t.first) < 1 << 15 else np.int32),
        np.zeros(len(t.hi), np.int64), np.zeros((66, t.lanes + 2), np.uint64), np.zeros((cubes, 2)))


def _cube_rows(cubes: Sequence[Sequence[int]]) -> np.ndarray:
    rows = np.full((len(cubes), max((len(c) for c in cubes), default=0)), -1, np.int32)
    for row, cube in zip(rows, cubes):
        row[:len(cube)] = cube
    return rows


class Search:
    """One search over the given cubes: batches of solutions, to be resumed at will."""

    def __init__(self, tables: Tables, cubes: Sequence[Sequence[int]] = ((),), rows: int = 1024) -> None:
        self.tables = tables
        self.cubes = _cube_rows(cubes)
        self.state = _new_state(tables, 0)
        longest = tables.n_scan // max(1, int(tables.covers.min(initial=tables.n_scan)))
        self.out = np.empty((rows, max(longest, self.cubes.shape[1])), self.state.path.dtype)

    @property
    def nodes(self) -> int:
        return int(self.state.regs[NODES])

    @property
    def found(self) -> int:
        return int(self.state.regs[FOUND])

    @property
    def done(self) -> bool:
        return bool(self.state.regs[SP] == 0 and self.state.regs[CUBE] == len(self.cubes))

    def batch(self, budget: int = 1 << 20, stop: int = UNLIMITED, keep: bool = True) -> np.ndarray:
        """The next solutions, a view valid until the next call: option indices by row, -1 after the last.

        Ends when the buffer is full, after about `budget` nodes (2**20: some 50 ms), or at the end."""
        n = _run(self.tables, self.state, self.cubes, self.out, budget, stop, keep, U0)
        return self.out[:n]

    def count(self, budget: int = 1 << 20) -> int:
        """Count on for about `budget` nodes without output; the number found so far."""
        self.batch(budget, keep=False)
        return self.found

    def __iter__(self) -> Iterator[np.ndarray]:
        while not self.done:
            if len(rows := self.batch()):
                yield rows


def split(tables: Tables, cubes: Sequence[Sequence[int]] = ((),),
          at_least: int = 64) -> list[tuple[int, ...]]:
    """Disjoint cubes with the same solutions in all: prefixes of equal depth, dead ones left out."""
    longest = max((len(c) for c in cubes), default=0)
    for depth in range(longest, longest + tables.n_scan + 1):
        search = Search(tables, cubes)
        rows: list[tuple[int, ...]] = []
        while not search.done:
            rows += [tuple(int(o) for o in row if o >= 0) for row in search.batch(stop=depth)]
        if len(rows) >= at_least or all(len(row) < depth for row in rows):
            return rows
    return rows


@dataclass(frozen=True)
class Estimate:
    """Expected search nodes and solutions in all, and nodes for each cube."""
    nodes: float
    solutions: float
    by_cube: tuple[float, ...]


def estimate(tables: Tables, cubes: Sequence[Sequence[int]] = ((),), probes: int = 1000,
             seed: int = 1) -> Estimate:
    """Knuth's random probes: `probes` in all, the same number in every cube."""
    each = max(1, probes // max(1, len(cubes)))
    rows = np.repeat(_cube_rows(cubes), each, axis=0)
    state = _new_state(tables, len(rows))
    out = np.empty((1, tables.n_scan), state.path.dtype)
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    _run(tables, state, rows, out, 1 << 60, UNLIMITED, False, chance)
    mean = state.probe.reshape(len(cubes), each, 2).mean(axis=1)
    return Estimate(float(mean[:, 0].sum()), float(mean[:, 1].sum()), tuple(mean[:, 0].tolist()))


# ---------------------------------------------------------------- choosing by probes

PROBE = dict(key_bits=5, known=12, step=4, lanes=2)      # small tables: a millisecond to build


@dataclass(frozen=True)
class Choice:
    """What to search: an order, cubes, and the nodes that probes expect."""
    order: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    nodes: float


Orbit = Sequence[Sequence[int]]       # cubes that are images of each other: one of them is enough


def choose(problem: Problem, orders: Sequence[Sequence[int]],
           anchors: Sequence[Sequence[Orbit]] = ((((),),),), probes: int = 100) -> Choice:
    """The order and the anchor with the least estimated work.

    An anchor is a sequence of orbits of cubes; any one cube of each orbit may stand for it. All pairs are
    probed a little with the cubes nearest to the start of the order, the better quarter four times as much,
    and so on (the tail of the estimate is heavy: a single round would pick whichever was most underestimated).
    The winner is probed with all cubes, to take the cheapest of each orbit."""
    rivals = []
    for order in orders:
        tables = compile_tables(problem, order, **PROBE)
        for orbits in anchors:
            near = [tuple(min(orbit, key=lambda c: [int(tables.first[o]) for o in c])) for orbit in orbits]
            rivals.append((tuple(order), tables, orbits, tuple(near)))
    while True:
        nodes = [estimate(tables, near, probes, seed=probes).nodes for _, tables, _, near in rivals]
        ranking = sorted(range(len(rivals)), key=nodes.__getitem__)
        if len(rivals) == 1:
            break
        rivals = [rivals[i] for i in ranking[:(len(rivals) + 3) // 4]]
        probes *= 4
    order, tables, orbits, near = rivals[0]
    every = [tuple(cube) for orbit in orbits for cube in orbit]
    if len(every) == len(orbits):
        return Choice(order, near, nodes[0])
    guess = iter(estimate(tables, every, 2 * probes).by_cube)
    best = [min((next(guess), tuple(cube)) for cube in orbit) for orbit in orbits]
    return Choice(order, tuple(cube for _, cube in best), sum(n for n, _ in best))


def derive_orders(problem: Problem, tilt: float = 0.15) -> list[list[int]]:
    """Scan orders from the links between items alone: the items as given, and sorted along the slowest
    vector of the links' Laplacian (Barnard, Pothen and Simon 1995), tilted by the second slowest, from
    either end."""
    links = _links(problem)
    items = _scan_items(problem, links)
    if len(items) < 3:
        return [items]
    near = links[np.ix_(items, items)].astype(float)
    np.fill_diagonal(near, 0)
    _, vectors = np.linalg.eigh(np.diag(near.sum(axis=1)) - near)
    along = np.argsort(vectors[:, 1] + tilt * vectors[:, 2], kind="stable")
    return [items, [items[i] for i in along], [items[i] for i in along[::-1]]]


def _links(problem: Problem) -> np.ndarray:
    """How many options two primary items share."""
    holds = np.zeros((len(problem.options), problem.n_primary), np.float32)
    for o, option in enumerate(problem.options):
        holds[o, [i for i in option if i < problem.n_primary]] = 1
    return holds.T @ holds


def _scan_items(problem: Problem, links: np.ndarray) -> list[int]:
    """The primary items less a set of labels: every option has exactly one of these, and another item."""
    count, reach = np.diag(links), (links > 0).sum(axis=1)
    scan = list(range(problem.n_primary))
    for start in np.argsort(-reach, kind="stable"):
        labels, free = [int(start)], (links[start] == 0) & (count > 0)
        while free.any():            # add the item linked to most of those that share no option with these
            labels.append(int(np.argmax(np.where(free, reach, -1))))
            free &= links[labels[-1]] == 0
        rest = set(scan).difference(labels)
        if count[labels].sum() == len(problem.options) and len(labels) < len(rest) \
                and all(rest.intersection(option) for option in problem.options):
            return sorted(rest)
    return scan
