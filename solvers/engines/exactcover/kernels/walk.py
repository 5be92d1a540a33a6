"""The compiled loop of the scan search: how a cube is loaded, and how nodes are expanded."""

from __future__ import annotations

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.need import fill
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, FOUND, NODES
from zenkai_solver.solvers.engines.exactcover.kernels.state import DEPTH, PREFIX, SP, State
from zenkai_solver.solvers.engines.exactcover.kernels.tables import Tables
from zenkai_solver.solvers.engines.exactcover.kernels.words import (
    LANES,
    U0,
    U1,
    U3,
    U6,
    U7,
    U63,
    Words,
    ctz,
    fit8,
    put,
    xorshift,
)
from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel


@inner
def _load(
    cube: np.ndarray,
    n_scan: int,
    window: np.ndarray,
    mask: np.ndarray,
    first: np.ndarray,
    due: np.ndarray,
    clause_mask: np.ndarray,
    clause_due: np.ndarray,
    group: np.ndarray,
    lo: np.ndarray,
    hi: np.ndarray,
    full: np.ndarray,
    volume: np.ndarray,
    covers: np.ndarray,
    stack: np.ndarray,
    tag: np.ndarray,
    sat: np.ndarray,
    room: np.ndarray,
    pre: np.ndarray,
    path: np.ndarray,
    chosen: np.ndarray,
    regs: np.ndarray,
) -> None:
    """Push the root of a cube: the state with its options chosen. Nothing is pushed if they clash.

    It takes arrays, not the tables: so it is compiled once for all numbers of words.
    """
    w, cw, wd = len(window), sat.shape[1], np.int64(0)
    for j in range(w):
        wd += popcount(window[j])
        stack[0, j] = U0
    for i in range(len(pre)):  # a slice assignment would compile the words of its error too
        for j in range(w):
            pre[i, j] = U0
    stack[0, w - 1] = U1 << U63  # always set: no state fits the padding of a list
    for j in range(cw):
        sat[0, j] = U0
    need, left, depth = 0, n_scan, 0
    for g in range(len(volume)):
        chosen[g] = 0
        need += lo[g] * volume[g]
    for o in cube:
        if o < 0:
            break
        g = group[o]
        if g >= 0 and chosen[g] >= hi[g]:
            return
        for j in range(w):
            if stack[0, j] & ~window[j] & mask[o, j] != U0:
                return
        for p in range(wd):
            if (mask[o, p >> 6] >> np.uint64(p & 63)) & U1 != U0:
                at = first[o] + p
                if pre[at, 0] & U1 != U0:
                    return
                for q in range(max(0, at - wd + 1), at + 1):
                    pre[q, (at - q) >> 6] |= U1 << np.uint64((at - q) & 63)
        for j in range(w):
            stack[0, j] |= mask[o, j] & ~window[j]
        for j in range(cw):
            sat[0, j] |= clause_mask[o, j]
        left -= covers[o]
        if g >= 0:
            if chosen[g] < lo[g]:
                need -= volume[g]
            chosen[g] += 1
            if chosen[g] < hi[g]:
                for j in range(w):
                    stack[0, j] &= ~full[g, j]
        path[depth] = o
        depth += 1
    room[0, 0], room[0, 1] = need, left
    f = 0
    while pre[f, 0] & U1 != U0:
        f += 1
    for j in range(w):
        stack[0, j] |= pre[f, j]
    o = np.int64(path[depth - 1]) if depth > 0 else 0
    tag[0] = (depth << 48) | (f << 32) | o
    regs[PREFIX] = depth
    regs[DEPTH] = depth
    late = U0
    for j in range(w):
        late |= due[f, j] & ~stack[0, j]
    for j in range(cw):
        late |= clause_due[f, j] & ~sat[0, j]
    if late == U0 and need <= left:
        regs[SP] = 1


@inlined
def _fitting(block_mask: np.ndarray, first: np.uint64, blocks: int, state: Words) -> np.uint64:
    """Bit i: option i of up to eight blocks from block `first` on shares no bit with the state."""
    w = len(state)
    fit = U0
    for i in range(min(blocks, LANES)):
        lanes = np.uint64(0xFF)
        for j in range(w):
            lanes &= fit8(block_mask, np.int64(first + np.uint64(i)) * (w * LANES) + j * LANES, state[j])
        fit |= lanes << np.uint64(LANES * i)
    return fit


@inlined
def _chosen(block_mask: np.ndarray, first: np.uint64, i: np.uint64, state: Words) -> Words:
    """The state with option i of the blocks from `first` on added."""
    w = np.uint64(len(state))
    at = (first + (i >> U3)) * (w << U3) + (i & U7)
    for j in range(len(state)):
        state = put(state, j, state[j] | block_mask[at + np.uint64(LANES * j)])
    return state


@inlined
def _advanced(state: Words, f: np.uint64, window: np.ndarray, pre: np.ndarray) -> tuple[Words, np.uint64]:
    """The window moved from f to the next uncovered scan item, whose position is returned too."""
    w = len(state)
    while True:
        step = ctz(~state[0])
        for j in range(1, w):
            if step == np.uint64(64 * j):
                step += ctz(~state[j])
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
            state = put(state, j, word)
        if state[0] & U1 == U0:
            return state, f


@inlined
def _recount(
    chosen: np.ndarray, group: np.ndarray, path: np.ndarray, begin: int, end: int, option: int
) -> None:
    """Take back the group counts of path[begin:end], and count the option that is there now."""
    for d in range(begin, end):
        g = group[path[d]]
        if g >= 0:
            chosen[g] -= 1
    if group[option] >= 0:
        chosen[group[option]] += 1


@inlined
def _write(out: np.ndarray, row: int, path: np.ndarray, depth: int) -> None:
    """The path as a row of the output, -1 after its end."""
    for d in range(depth):
        out[row, d] = path[d]
    for d in range(depth, out.shape[1]):
        out[row, d] = -1


@inlined
def _copy(rows: np.ndarray, source: int, target: int) -> None:
    for j in range(rows.shape[1]):
        rows[target, j] = rows[source, j]


@kernel
def run(
    t: Tables,
    st: State,
    cubes: np.ndarray,
    out: np.ndarray,
    budget: int,
    stop: int,
    keep: bool,
    seed: np.uint64,
) -> int:
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    Nodes at depth `stop` are reported instead of expanded. Without `keep` solutions are only counted.
    With a seed every cube is probed once: of each node's children one survives, chosen at random, and
    st.probe gathers the products of the branching factors (Knuth 1975).
    """
    # Local names: a field of a tuple read in the loop costs an atomic reference count (30 times slower).
    w, bounded, cw, groups = len(t.words), len(t.bounded) > 0, t.clause_mask.shape[1], len(t.hi) > 0
    stack, tags, pre, here, x, window = st.stack, st.tag, st.pre, t.words, t.words, t.window
    sat, here_sat, room, here_room, chosen = st.sat, st.here_sat, st.room, st.here_room, st.chosen
    head, block_mask, block_option, need = t.head, t.block_mask, t.block_option, t.need
    need_base, need_mask, due = t.need_base, t.need_mask, t.due
    clause_due, clause_mask, mask, first = t.clause_due, t.clause_mask, t.mask, t.first
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
            _load(
                cubes[regs[CUBE]],
                n_scan,
                window,
                mask,
                first,
                due,
                clause_mask,
                clause_due,
                group,
                lo,
                hi,
                full,
                volume,
                covers,
                stack,
                tags,
                sat,
                room,
                pre,
                path,
                chosen,
                regs,
            )
            regs[CUBE] += 1
            sp, last_depth, prefix = regs[SP], regs[DEPTH], regs[PREFIX]
            weight = 1.0
            continue
        sp -= 1
        tag = tags[sp]
        depth, f, o = tag >> 48, np.uint64((tag >> 32) & 0xFFFF), tag & 0x7FFF_FFFF
        for j in range(w):
            here = put(here, j, stack[sp, j])
        if bounded:
            for j in range(cw):
                here_sat[j] = sat[sp, j]
        if bounded and groups:
            here_room[0], here_room[1] = room[sp, 0], room[sp, 1]
            if depth > prefix:
                _recount(chosen, group, path, max(depth - 1, prefix), last_depth, o)
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
                _write(out, rows, path, depth)
                rows += 1
            continue
        bottom = sp
        h = np.uint64(head[(f << np.uint64(key_shift)) + ((here[0] >> U1) & key)])
        b, left = h >> np.uint64(16), np.int64(h & np.uint64(0xFFFF))
        while left > 0:
            fit = _fitting(block_mask, b, left, here)
            while fit != U0:
                i = ctz(fit)
                fit &= fit - U1
                x = _chosen(block_mask, b, i, here)
                o = np.int64(block_option[b * np.uint64(LANES) + i])
                if bounded:
                    for j in range(cw):
                        sat[sp, j] = here_sat[j] | clause_mask[o, j]
                if bounded and groups:
                    room[sp, 0], room[sp, 1] = here_room[0], here_room[1] - covers[o]
                    g = group[o]
                    if g >= 0:
                        if chosen[g] < lo[g]:
                            room[sp, 0] -= volume[g]
                        if chosen[g] + 1 < hi[g]:
                            for j in range(w):
                                x = put(x, j, x[j] & ~full[g, j])
                x, nf = _advanced(x, f, window, pre)
                late = U0
                for j in range(w):
                    late |= due[nf, j] & ~x[j]
                if bounded:
                    for j in range(cw):
                        late |= clause_due[nf, j] & ~sat[sp, j]
                p = x[0] & need_mask[nf]
                at = np.uint64(need_base[nf]) + (p >> U1)
                entry = need[at]
                if entry == U0:
                    width = popcount(need_mask[nf])
                    entry = fill(
                        need,
                        head,
                        block_mask,
                        block_option,
                        shape,
                        scratch,
                        need_base[nf] - (1 << (width - 1)),
                        np.int64(nf),
                        width,
                        p,
                    )
                hit = entry & ((x[w - 1] >> used_shift) * ones)
                alive = (late == U0) & ((hit - ones) & ~hit & highs != U0)
                if bounded and groups:
                    alive &= room[sp, 0] <= room[sp, 1]
                for j in range(w):
                    stack[sp, j] = x[j]
                tags[sp] = (depth + 1) << 48 | np.int64(nf) << 32 | o
                sp += alive
            b += np.uint64(LANES)
            left -= LANES
        if seed != U0 and sp > bottom:
            chance = xorshift(chance)
            weight *= sp - bottom
            pick = bottom + np.int64((chance >> np.uint64(11)) % np.uint64(sp - bottom))
            tags[bottom] = tags[pick]
            _copy(stack, pick, bottom)
            if bounded:
                _copy(sat, pick, bottom)
            if bounded and groups:
                _copy(room, pick, bottom)
            sp = bottom + 1
    regs[SP], regs[DEPTH] = sp, last_depth
    regs[NODES] += nodes
    regs[FOUND] += found
    return rows
