"""The compiled loop of the scan search: how a cube is loaded, and how nodes are expanded."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.instructions import LANES, at, ctz, fit8, put
from zenkai_solver.solvers.engines.exactcover.kernels.need import fill
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, FOUND, NODES
from zenkai_solver.solvers.engines.exactcover.kernels.state import DEPTH, PREFIX, SP, State
from zenkai_solver.solvers.engines.exactcover.kernels.tables import Tables
from zenkai_solver.solvers.engines.exactcover.kernels.words import U0, U1, U3, U6, U7, U63, Words, xorshift
from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel


class _Parts(NamedTuple):
    """Bare pointers to the arrays of tables and a state (see words.at), row after row.

    A field of them costs nothing. An array in a tuple costs an atomic reference count wherever it is read
    (the loop was 30 times slower), and seven words wherever it is passed on.
    """

    window: np.ndarray
    first: np.ndarray
    mask: np.ndarray
    due: np.ndarray
    clause_mask: np.ndarray
    clause_due: np.ndarray
    group: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    full: np.ndarray
    volume: np.ndarray
    covers: np.ndarray
    stack: np.ndarray
    tag: np.ndarray
    sat: np.ndarray
    room: np.ndarray
    pre: np.ndarray
    path: np.ndarray
    chosen: np.ndarray
    regs: np.ndarray


@inner
def _load(
    x: _Parts, cubes: np.ndarray, begin: int, most: int, w: int, cw: int, groups: int, n_scan: int
) -> None:
    """Push the root of a cube: the state with its options chosen. Nothing is pushed if they clash.

    Its options are cubes[begin:begin + most], to the first that is negative.
    The number of words is an argument like any other: so it is compiled alike for all of them.
    """
    x.regs[SP] = 0  # the cube before has left what it had last
    wd = np.int64(0)
    for j in range(w):
        wd += popcount(x.window[j])
        x.stack[j] = U0
    for i in range((n_scan + 1) * w):
        x.pre[i] = U0
    x.stack[w - 1] = U1 << U63  # always set: no state fits the padding of a list
    for j in range(cw):
        x.sat[j] = U0
    need, left, depth = 0, n_scan, 0
    for g in range(groups):
        x.chosen[g] = 0
        need += x.lo[g] * x.volume[g]
    for i in range(begin, begin + most):
        o = int(cubes[i])
        if o < 0:
            break
        g = int(x.group[o])
        if g >= 0 and x.chosen[g] >= x.hi[g]:
            return
        for j in range(w):
            if x.stack[j] & ~x.window[j] & x.mask[o * w + j] != U0:
                return
        for p in range(wd):
            if (x.mask[o * w + (p >> 6)] >> np.uint64(p & 63)) & U1 != U0:
                here = x.first[o] + p
                if x.pre[here * w] & U1 != U0:
                    return
                for q in range(max(0, here - wd + 1), here + 1):
                    x.pre[q * w + ((here - q) >> 6)] |= U1 << np.uint64((here - q) & 63)
        for j in range(w):
            x.stack[j] |= x.mask[o * w + j] & ~x.window[j]
        for j in range(cw):
            x.sat[j] |= x.clause_mask[o * cw + j]
        left -= x.covers[o]
        if g >= 0:
            if x.chosen[g] < x.lo[g]:
                need -= x.volume[g]
            x.chosen[g] += 1
            if x.chosen[g] < x.hi[g]:
                for j in range(w):
                    x.stack[j] &= ~x.full[g * w + j]
        x.path[depth] = o
        depth += 1
    x.room[0], x.room[1] = need, left
    f = 0
    while x.pre[f * w] & U1 != U0:
        f += 1
    for j in range(w):
        x.stack[j] |= x.pre[f * w + j]
    last = int(x.path[depth - 1]) if depth > 0 else 0
    x.tag[0] = (depth << 48) | (f << 32) | last
    x.regs[PREFIX] = depth
    x.regs[DEPTH] = depth
    late = U0
    for j in range(w):
        late |= x.due[f * w + j] & ~x.stack[j]
    for j in range(cw):
        late |= x.clause_due[f * cw + j] & ~x.sat[j]
    if late == U0 and need <= left:
        x.regs[SP] = 1


@inlined
def _fitting(block_mask: np.ndarray, first: np.uint64, blocks: int, state: Words) -> np.uint64:
    """Bit i: option i of up to eight blocks from block `first` on shares no bit with the state."""
    w = len(state)
    fit = U0
    for i in range(LANES):  # a constant: LLVM unrolls it, and most lists have one block or two
        if i >= blocks:
            break
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
def _advanced(state: Words, f: np.uint64, window: Words, pre: np.ndarray) -> tuple[Words, np.uint64]:
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
            word = (state[j] & ~window[j]) | pre[f * np.uint64(w) + np.uint64(j)]
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
def _recount(x: _Parts, begin: int, end: int, option: int) -> None:
    """Take back the group counts of path[begin:end], and count the option that is there now."""
    for d in range(begin, end):
        g = np.int64(x.group[x.path[d]])
        if g >= 0:
            x.chosen[g] -= 1
    if x.group[option] >= 0:
        x.chosen[x.group[option]] += 1


@inlined
def _write(out: np.ndarray, width: int, row: int, path: np.ndarray, depth: int) -> None:
    """The path as a row of the output, -1 after its end."""
    for d in range(width):
        out[row * width + d] = path[d] if d < depth else -1


@inlined
def _copy(rows: np.ndarray, width: int, source: int, target: int) -> None:
    for j in range(width):
        rows[target * width + j] = rows[source * width + j]


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
    w, bounded, cw, groups = len(t.words), len(t.bounded) > 0, t.clause_mask.shape[1], len(t.hi)
    x = _Parts(
        at(t.window),
        at(t.first),
        at(t.mask),
        at(t.due),
        at(t.clause_mask),
        at(t.clause_due),
        at(t.group),
        at(t.lo),
        at(t.hi),
        at(t.full),
        at(t.volume),
        at(t.covers),
        at(st.stack),
        at(st.tag),
        at(st.sat),
        at(st.room),
        at(st.pre),
        at(st.path),
        at(st.chosen),
        at(st.regs),
    )
    head, block_mask, block_option, need = at(t.head), at(t.block_mask), at(t.block_option), at(t.need)
    need_base, need_mask, probe, scratch = at(t.need_base), at(t.need_mask), at(st.probe), at(st.scratch)
    given, most, boards, width, limit = at(cubes), cubes.shape[1], at(out), out.shape[1], len(out)
    here, child, window = t.words, t.words, t.words
    for j in range(w):
        window = put(window, j, x.window[j])
    weight, chance = 1.0, seed
    key_shift, n_scan, ones, highs = t.key_bits - 1, t.n_scan, t.ones, t.highs
    key = (U1 << np.uint64(key_shift)) - U1
    used_shift, uw = np.uint64(64 - t.lane_bits), np.uint64(w)
    shape = (w, key_shift, t.lane_bits, t.lanes, t.once, st.scratch.shape[1])
    here_sat, met, here_need, here_left, now_need, now_left = at(st.here_sat), U0, 0, 0, 0, 0
    rows = 0
    found, nodes, sp, last_depth, prefix = 0, 0, x.regs[SP], x.regs[DEPTH], x.regs[PREFIX]
    while rows < limit and nodes < budget:
        if sp == 0:
            cube = x.regs[CUBE]
            if cube == len(cubes):
                break
            _load(x, given, cube * most, most, w, cw, groups, n_scan)
            x.regs[CUBE] += 1
            sp, last_depth, prefix = x.regs[SP], x.regs[DEPTH], x.regs[PREFIX]
            weight = 1.0
            continue
        sp -= 1
        tag = x.tag[sp]
        depth, f, o = tag >> 48, np.uint64((tag >> 32) & 0xFFFF), tag & 0x7FFF_FFFF
        for j in range(w):
            here = put(here, j, x.stack[sp * w + j])
        if bounded:
            met = x.sat[sp * cw]
            for j in range(1, cw):
                here_sat[j] = x.sat[sp * cw + j]
            if groups > 0:
                here_need, here_left = x.room[2 * sp], x.room[2 * sp + 1]
                if depth > prefix:
                    _recount(x, max(depth - 1, prefix), last_depth, o)
                last_depth = depth
        if depth > 0:
            x.path[depth - 1] = o
        nodes += 1
        if seed != U0:
            probe[2 * (x.regs[CUBE] - 1)] += weight
        if f == np.uint64(n_scan) or depth >= stop:
            found += 1
            if seed != U0:
                probe[2 * (x.regs[CUBE] - 1) + 1] += weight
            elif keep:
                _write(boards, width, rows, x.path, depth)
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
                child = _chosen(block_mask, b, i, here)
                o = np.int64(block_option[b * np.uint64(LANES) + i])
                if bounded and groups > 0:
                    now_need, now_left = here_need, here_left - x.covers[o]
                    g = np.int64(x.group[o])
                    if g >= 0:
                        if x.chosen[g] < x.lo[g]:
                            now_need -= x.volume[g]
                        if x.chosen[g] + 1 < x.hi[g]:
                            for j in range(w):
                                child = put(child, j, child[j] & ~x.full[g * w + j])
                    x.room[2 * sp], x.room[2 * sp + 1] = now_need, now_left
                child, nf = _advanced(child, f, window, x.pre)
                late = U0
                for j in range(w):
                    late |= x.due[nf * uw + np.uint64(j)] & ~child[j]
                if bounded:
                    now = met | x.clause_mask[o * cw]
                    late |= x.clause_due[np.int64(nf) * cw] & ~now
                    x.sat[sp * cw] = now
                    for j in range(1, cw):
                        now = here_sat[j] | x.clause_mask[o * cw + j]
                        late |= x.clause_due[np.int64(nf) * cw + j] & ~now
                        x.sat[sp * cw + j] = now
                p = child[0] & need_mask[nf]
                entry = need[np.uint64(need_base[nf]) + (p >> U1)]
                if entry == U0:
                    length = popcount(need_mask[nf])
                    entry = fill(
                        need,
                        head,
                        block_mask,
                        block_option,
                        shape,
                        scratch,
                        need_base[nf] - (1 << (length - 1)),
                        np.int64(nf),
                        length,
                        p,
                    )
                hit = entry & ((child[w - 1] >> used_shift) * ones)
                alive = (late == U0) & ((hit - ones) & ~hit & highs != U0) & (now_need <= now_left)
                for j in range(w):
                    x.stack[sp * w + j] = child[j]
                x.tag[sp] = (depth + 1) << 48 | np.int64(nf) << 32 | o
                sp += alive
            b += np.uint64(LANES)
            left -= LANES
        if seed != U0 and sp > bottom:
            chance = xorshift(chance)
            weight *= sp - bottom
            pick = bottom + np.int64((chance >> np.uint64(11)) % np.uint64(sp - bottom))
            x.tag[bottom] = x.tag[pick]
            _copy(x.stack, w, pick, bottom)
            if bounded:
                _copy(x.sat, cw, pick, bottom)
                if groups > 0:
                    _copy(x.room, 2, pick, bottom)
            sp = bottom + 1
    x.regs[SP], x.regs[DEPTH] = sp, last_depth
    x.regs[NODES] += nodes
    x.regs[FOUND] += found
    return rows
