"""The compiled loop of the sifting search: from a list of options to that of each child."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.lanes import (
    meeting,
    numbers_with_bit,
    sieve,
    squeeze,
)
from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED
from zenkai_solver.solvers.engines.exactcover.kernels.search import CUBE, FOUND, NODES, OWN
from zenkai_solver.solvers.engines.exactcover.kernels.words import (
    ALL,
    LANES,
    PLANES,
    U0,
    U1,
    Words,
    at,
    put,
    xorshift,
)
from zenkai_solver.solvers.kernels.bits import lowest, popcount
from zenkai_solver.solvers.kernels.jit import bare, inlined, inner

LEVEL, REGS = range(OWN, OWN + 2)  # registers; REGS: their number
MOST_LAST = 70  # solutions of a list of LANES options: none contains another, so there are C(8, 4) (Sperner)


class SiftTables(NamedTuple):
    """A problem as masks of 64 * W bits. Never written to by a search.

    `hard` are the bits that no two chosen options may share: items, and one bit of each group with an upper
    bound, which counts only for the option that fills the group. The others only have to be met: clauses,
    and one bit of each group with a lower bound, which is met by the option that reaches the bound.
    The length of `words` is a compile-time constant: there is one kernel for each number of words.
    """

    words: Words  # W zeros
    masks: np.ndarray  # uint64[W, option in the list], filled to whole blocks of eight with all bits
    names: np.ndarray  # int32[option in the list]: its number in the problem
    options: int  # in the list: those of groups that take none are left out
    left: np.ndarray  # uint64[W]: the bits that a solution has
    hard: np.ndarray  # uint64[W]
    exact: np.ndarray  # uint64[W]: primary items
    first: int  # the primary item with the fewest options
    group: np.ndarray  # int32[option]: its group, or -1
    lo: np.ndarray  # int64[group]
    hi: np.ndarray  # int64[group]
    full: np.ndarray  # uint64[group, W]: the bit of its upper bound
    need: np.ndarray  # uint64[group, W]: the bit of its lower bound
    volume: np.ndarray  # int64[group]: fewest primary items that one of its options covers
    levels: int  # no solution has more options


class SiftState(NamedTuple):
    """A search between two calls of the kernel. A level has the list of the options that are left when those
    of the levels before it are chosen, and of these, in `todo`, the ones to try: all that have the bit on
    which the level branches.
    """

    regs: np.ndarray  # int64
    masks: np.ndarray  # uint64[W, capacity]: the lists of all levels
    names: np.ndarray  # int32[capacity]: their options
    fits: np.ndarray  # uint8[block]
    begin: np.ndarray  # int64[level]: where its list begins
    length: np.ndarray  # int64[level]
    todo: np.ndarray  # int32[capacity]: where those are that are tried, from the list's beginning on
    next: np.ndarray  # int64[level]: where the next one stands in `todo`
    end: np.ndarray  # int64[level]
    left: np.ndarray  # uint64[level, W]: bits that are still to be met
    taken: np.ndarray  # int64[level, group]: its options chosen before the level
    path: np.ndarray  # int32[level]: the option chosen
    size: np.ndarray  # int64[bit]
    weight: np.ndarray  # float64[level]: of a probe
    last_fits: np.ndarray  # uint64[LANES + 1, 2]: see `_finish`
    last_left: np.ndarray  # uint64[LANES + 1, W]
    probe: np.ndarray  # float64[cube, 3]: nodes, solutions and blocks sifted that a probe counts as


class _Lists(NamedTuple):
    """Pointers to the arrays of a state (see `words.at`). Word j of option i: masks[j * capacity + i]."""

    masks: np.ndarray
    names: np.ndarray
    begin: np.ndarray
    length: np.ndarray
    todo: np.ndarray
    next: np.ndarray
    end: np.ndarray
    size: np.ndarray
    capacity: int


@inlined
def _fewest(left: Words, exact: Words, counts: Words, x: _Lists, d: int) -> np.int64:
    """The bit on which level d branches: one that a single option has, else the first item with the fewest.

    `left`: the bits that are still to be met; `counts`: see `squeeze`.
    """
    w = len(left)
    for j in range(w):
        single = left[j] & counts[j] & ~counts[PLANES * w + j]
        for k in range(1, PLANES):
            single &= ~counts[k * w + j]
        if single != U0:
            return np.int64(64 * j + lowest(single))
    some, best, items = U0, left, left
    for j in range(w):
        items = put(items, j, left[j] & exact[j])
        best = put(best, j, items[j] & ~counts[PLANES * w + j])
        some |= best[j]
    if some == U0:
        return np.int64(_fewest_of_many(items, x, d))
    for k in range(PLANES - 1, -1, -1):
        some = U0
        for j in range(w):
            some |= best[j] & ~counts[k * w + j]
        if some != U0:
            for j in range(w):
                best = put(best, j, best[j] & ~counts[k * w + j])
    for j in range(w):
        if best[j] != U0:
            return np.int64(64 * j + lowest(best[j]))
    return np.int64(0)


@inner
def _fewest_of_many(items: Words, x: _Lists, d: int) -> np.int64:
    """The first item with the fewest options, where each has more than the planes can count."""
    for i in range(64 * len(items)):
        x.size[i] = 0
    for j in range(len(items)):
        for i in range(x.begin[d], x.begin[d] + x.length[d]):
            bits = x.masks[j * x.capacity + i] & items[j]
            while bits != U0:
                x.size[64 * j + lowest(bits)] += 1
                bits &= bits - U1
    best, item = np.int64(1 << 40), np.int64(0)
    for j in range(len(items)):
        bits = items[j]
        while bits != U0:
            here = np.int64(64 * j) + lowest(bits)
            bits &= bits - U1
            if x.size[here] < best:
                best, item = np.int64(x.size[here]), here
    return item


@inlined
def _try_all(x: _Lists, d: int, item: int) -> None:
    """Let level d try the options that have the bit `item`."""
    begin, blocks = x.begin[d], (x.length[d] + LANES - 1) // LANES
    word, bit = (item >> 6) * x.capacity + begin, U1 << np.uint64(item & 63)
    end = numbers_with_bit(x.masks, word, blocks, bit, x.todo, begin, begin)
    x.next[d] = begin
    x.end[d] = end - (blocks * LANES - x.length[d])  # what fills the last block has all bits


@inlined
def _try_given(x: _Lists, d: int, option: int) -> None:
    """Let level d try this option only, if it is left."""
    begin = x.begin[d]
    x.next[d] = x.end[d] = begin
    for i in range(begin, begin + x.length[d]):
        if x.names[i] == option:
            x.todo[begin], x.end[d] = i, begin + 1


@inlined
def _try_one(x: _Lists, d: int, chance: np.uint64) -> int:
    """Let level d try only one of its options, drawn by chance; how many it had."""
    many = int(x.end[d] - x.next[d])
    if many > 0:
        x.next[d] += np.int64((chance >> np.uint64(11)) % np.uint64(many))
        x.end[d] = x.next[d] + 1
    return many


@inlined
def _write(out: np.ndarray, row: int, path: np.ndarray, depth: int) -> None:
    for i in range(out.shape[1]):
        out[row, i] = path[i] if i < depth else -1


@inlined
def _finish(
    x: _Lists,
    last_fits: np.ndarray,
    last_left: np.ndarray,
    start: int,
    options: int,
    left: Words,
    hard: Words,
    exact: Words,
    path: np.ndarray,
    depth: int,
    out: np.ndarray,
    written: int,
) -> tuple[int, int]:
    """Write the solutions of the first `depth` options of `path` and some of the one block of options left.

    Returns the rows written, and the nodes. Which options are left is a byte here, so a node takes a few
    instructions. The first item that is left is branched on, though another may have fewer options. Level k
    has in last_fits[k] the options left, and those of them still to try, in last_left[k] the bits to be met.
    """
    w, level, nodes, mine = len(left), 0, 0, left
    fits = (U1 << np.uint64(options)) - U1
    while True:
        item, missing = mine, U0
        for j in range(w):
            here = left[j] & exact[j] if missing == U0 else U0
            item = put(item, j, here & (U0 - here))
            missing |= here
        last_fits[2 * level] = fits
        last_fits[2 * level + 1] = U0
        if missing != U0:
            last_fits[2 * level + 1] = meeting(x.masks, x.capacity, start, item) & fits
            for j in range(w):
                last_left[w * level + j] = left[j]
        else:
            for j in range(w):
                missing |= left[j]
            if missing == U0:
                _write(out, written, path, depth + level)
                written += 1
        while last_fits[2 * level + 1] == U0:
            level -= 1
            if level < 0:
                return written, nodes
        todo = last_fits[2 * level + 1]
        last_fits[2 * level + 1] = todo & (todo - U1)
        i = start + lowest(todo)
        nodes += 1
        path[depth + level] = x.names[i]
        for j in range(w):
            option = x.masks[j * x.capacity + i]
            left = put(left, j, last_left[w * level + j] & ~option)
            mine = put(mine, j, option & hard[j])
        fits = last_fits[2 * level] & ~meeting(x.masks, x.capacity, start, mine)
        level += 1


@bare
def run(
    t: SiftTables,
    st: SiftState,
    cubes: np.ndarray,
    out: np.ndarray,
    budget: int,
    stop: int,
    seed: np.uint64,
) -> int:
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    Choices at depth `stop` are reported instead of expanded, and those that leave only one block. With a
    seed every cube is probed once: at each level one option is tried, and nothing is written.
    """
    w, capacity, groups, chance = len(t.words), st.masks.shape[1], len(t.hi), seed
    regs, path, weight, probe = st.regs, st.path, st.weight, st.probe
    masks, names, fits, left_of, taken = at(st.masks), at(st.names), at(st.fits), at(st.left), at(st.taken)
    begin, length, todo, next_, end = at(st.begin), at(st.length), at(st.todo), at(st.next), at(st.end)
    group, lo, hi, full, need, volume = at(t.group), at(t.lo), at(t.hi), at(t.full), at(t.need), at(t.volume)
    x = _Lists(masks, names, begin, length, todo, next_, end, at(st.size), capacity)
    mine, left, hard, exact = t.words, t.words, t.words, t.words
    for j in range(w):
        hard, exact = put(hard, j, t.hard[j]), put(exact, j, t.exact[j])
    d, nodes, solutions, written = regs[LEVEL], 0, 0, 0
    few, last_fits, last_left = groups == 0 and seed == U0, at(st.last_fits), at(st.last_left)
    while written < len(out) and nodes < budget:
        if d < 0:
            if regs[CUBE] == len(cubes):
                break
            regs[CUBE] += 1
            d, weight[0] = 0, 1.0
            if cubes.shape[1] > 0 and cubes[regs[CUBE] - 1, 0] >= 0:
                _try_given(x, 0, cubes[regs[CUBE] - 1, 0])
            else:
                _try_all(x, 0, t.first)
                if seed != U0:
                    chance = xorshift(chance)
                    weight[0] *= _try_one(x, 0, chance)
        if next_[d] == end[d]:
            d -= 1
            continue
        i = todo[next_[d]]
        next_[d] += 1
        path[d] = names[i]
        nodes += 1
        for j in range(w):
            mine = put(mine, j, masks[j * capacity + i])
            left = put(left, j, left_of[d * w + j] & ~mine[j])
            mine = put(mine, j, mine[j] & hard[j])
        short = np.int64(0)
        if groups > 0:
            after = (d + 1) * groups
            for g in range(groups):
                taken[after + g] = taken[after - groups + g]
            gains = int(group[path[d]])
            if gains >= 0:
                taken[after + gains] += 1
                for j in range(w):
                    if taken[after + gains] < hi[gains]:
                        mine = put(mine, j, mine[j] & ~full[gains * w + j])
                    if taken[after + gains] < lo[gains]:
                        left = put(left, j, left[j] | need[gains * w + j])
            for g in range(groups):
                short += max(np.int64(0), lo[g] - taken[after + g]) * volume[g]
            for j in range(w):
                short -= popcount(left[j] & exact[j])
        missing = U0
        for j in range(w):
            missing |= left[j]
        blocks = (length[d] + LANES - 1) // LANES
        if seed != U0:
            probe[regs[CUBE] - 1, 0] += weight[d]
            probe[regs[CUBE] - 1, 2] += weight[d] * blocks
        given = d + 1 < cubes.shape[1] and cubes[regs[CUBE] - 1, d + 1] >= 0
        if missing == U0 or d + 1 >= stop:
            if given:
                continue  # of a cube whose options clash
            solutions += 1
            if seed != U0:
                probe[regs[CUBE] - 1, 1] += weight[d]
            else:
                _write(out, written, path, d + 1)
                written += 1
            continue
        has, dead = sieve(masks, capacity, fits, begin[d], blocks, mine), U0
        for j in range(w):
            dead |= left[j] & ~has[j]
        if dead != U0 or short > 0:
            continue
        start = begin[d] + blocks * LANES
        counts = squeeze(masks, capacity, names, fits, begin[d], blocks, start, mine)
        n = np.int64(counts[(PLANES + 1) * w]) - start
        for i in range(start + n, start + n + LANES):
            for j in range(w):
                masks[j * capacity + i] = ALL
        if few and n <= LANES and not given:
            if stop < UNLIMITED:
                _write(out, written, path, d + 1)
                written += 1
            elif written + MOST_LAST > len(out):
                next_[d], nodes = next_[d] - 1, nodes - 1  # again in the next batch, which has room
                break
            else:
                more, steps = _finish(
                    x, last_fits, last_left, start, n, left, hard, exact, path, d + 1, out, written
                )
                solutions += more - written
                written, nodes = more, nodes + steps
            continue
        d += 1
        begin[d], length[d], weight[d] = start, n, weight[d - 1]
        for j in range(w):
            left_of[d * w + j] = left[j]
        if given:
            _try_given(x, d, cubes[regs[CUBE] - 1, d])
            continue
        _try_all(x, d, _fewest(left, exact, counts, x, d))
        if seed != U0:
            chance = xorshift(chance)
            weight[d] *= _try_one(x, d, chance)
    regs[LEVEL] = d
    regs[NODES] += nodes
    regs[FOUND] += solutions
    return written
