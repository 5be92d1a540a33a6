"""The compiled loop of the sifting search: from a list of options to that of each child."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.words import (
    ALL,
    LANES,
    PLANES,
    U0,
    U1,
    Words,
    at,
    ctz,
    put,
    xorshift,
)
from zenkai_solver.solvers.engines.kernels.bits import popcount
from zenkai_solver.solvers.engines.kernels.jit import inlined, inner, kernel, later

sieve, squeeze = later("zenkai_solver.solvers.engines.exactcover.kernels.lanes", "sieve", "squeeze")

LEVEL, CUBE, NODES, FOUND, REGS = range(5)  # registers; REGS: their number
GIVEN = -1  # in place of an item: the level's option is that of the cube


class State(NamedTuple):
    """A search between two calls of the kernel. A level has the options that are left when those of the
    levels before it are chosen, and the item whose options are tried in turn.
    """

    regs: np.ndarray  # int64: see LEVEL..FOUND
    masks: np.ndarray  # uint64[words, capacity]: the lists of all levels
    names: np.ndarray  # int32[capacity]: their options
    fits: np.ndarray  # uint8[block]
    begin: np.ndarray  # int64[level]: where its list begins
    length: np.ndarray  # int64[level]
    item: np.ndarray  # int64[level], or GIVEN
    block: np.ndarray  # int64[level]: eight options of the list, of which some are tried now
    untried: np.ndarray  # uint64[level]: those of the block that come next
    left: np.ndarray  # uint64[level, words]: primary items to be covered
    path: np.ndarray  # int32[level]: the option chosen
    size: np.ndarray  # int64[item]
    weight: np.ndarray  # float64[level]: of a probe
    probe: np.ndarray  # float64[cube, 3]: nodes, solutions and blocks sifted that a probe counts as


class _Lists(NamedTuple):
    """Bare pointers to the arrays of a state (see words.at). Word j of option i: masks[j * capacity + i]."""

    masks: np.ndarray
    names: np.ndarray
    begin: np.ndarray
    length: np.ndarray
    item: np.ndarray
    block: np.ndarray
    untried: np.ndarray
    size: np.ndarray
    capacity: int


@inlined
def _fewest(left: Words, counts: Words, x: _Lists, d: int) -> np.int64:
    """The first of the items left that have the fewest options in the level's list."""
    w = len(left)
    some, best = U0, left
    for j in range(w):
        best = put(best, j, left[j] & ~counts[PLANES * w + j])
        some |= best[j]
    if some == U0:
        return np.int64(_fewest_of_many(left, x, d))
    for k in range(PLANES - 1, -1, -1):
        some = U0
        for j in range(w):
            some |= best[j] & ~counts[k * w + j]
        if some != U0:
            for j in range(w):
                best = put(best, j, best[j] & ~counts[k * w + j])
    for j in range(w):
        if best[j] != U0:
            return np.int64(64 * j) + np.int64(ctz(best[j]))
    return np.int64(0)


@inner
def _fewest_of_many(left: Words, x: _Lists, d: int) -> np.int64:
    """The same where each has more options than the planes count."""
    for i in range(64 * len(left)):
        x.size[i] = 0
    for j in range(len(left)):
        for i in range(x.begin[d], x.begin[d] + x.length[d]):
            bits = x.masks[j * x.capacity + i]
            while bits != U0:
                x.size[64 * j + np.int64(ctz(bits))] += 1
                bits &= bits - U1
    best, item = np.int64(1 << 40), np.int64(0)
    for j in range(len(left)):
        bits = left[j]
        while bits != U0:
            here = np.int64(64 * j) + np.int64(ctz(bits))
            bits &= bits - U1
            if x.size[here] < best:
                best, item = np.int64(x.size[here]), here
    return item


@inlined
def _next_block(x: _Lists, d: int) -> bool:
    """The options of the level's item in the next block of its list; False at the list's end."""
    block, item = x.block[d] + 1, x.item[d]
    x.block[d] = block
    rest = x.length[d] - block * LANES
    if rest <= 0:
        return False
    first, bit = (item >> 6) * x.capacity + x.begin[d] + block * LANES, np.uint64(item & 63)
    found = U0
    for i in range(LANES):
        found |= ((x.masks[first + i] >> bit) & U1) << np.uint64(i)
    if rest < LANES:
        found &= (U1 << np.uint64(rest)) - U1
    x.untried[d] = found
    return True


@inlined
def _given(x: _Lists, d: int, option: int) -> bool:
    """Only this option is tried at the level; False if it is not left."""
    for i in range(x.length[d]):
        if x.names[x.begin[d] + i] == option:
            x.block[d], x.untried[d] = i >> 3, U1 << np.uint64(i & 7)
            return True
    return False


@inner
def _one_of_all(x: _Lists, d: int, chance: np.uint64) -> int:
    """Leave one of the level's options, by chance; how many there were."""
    many = 0
    while _next_block(x, d):
        many += popcount(x.untried[d])
    pick = np.int64((chance >> np.uint64(11)) % np.uint64(max(many, 1)))
    x.block[d] = -1
    while _next_block(x, d):
        here = popcount(x.untried[d])
        if pick < here:
            break
        pick -= here
    bits = x.untried[d]
    for _ in range(pick):
        bits &= bits - U1
    x.untried[d] = bits & ~(bits - U1)
    return many


@inlined
def _write(out: np.ndarray, row: int, path: np.ndarray, depth: int) -> None:
    for i in range(out.shape[1]):
        out[row, i] = path[i] if i < depth else -1


@kernel
def run(
    words: Words,
    st: State,
    first: int,
    cubes: np.ndarray,
    out: np.ndarray,
    budget: int,
    stop: int,
    keep: bool,
    seed: np.uint64,
) -> int:
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    `first` is the item at the root. Choices at depth `stop` are reported instead of expanded. Without `keep`
    solutions are only counted. With a seed every cube is probed once: at each level one option is tried.
    """
    w, capacity, chance = len(words), st.masks.shape[1], seed
    regs, path, weight, probe = st.regs, st.path, st.weight, st.probe
    masks, names, fits, left_of = at(st.masks), at(st.names), at(st.fits), at(st.left)
    begin, length, item, block, untried = (
        at(st.begin),
        at(st.length),
        at(st.item),
        at(st.block),
        at(st.untried),
    )
    x = _Lists(masks, names, begin, length, item, block, untried, at(st.size), capacity)
    mine, left = words, words
    d, nodes, found, written = regs[LEVEL], 0, 0, 0
    while written < len(out) and nodes < budget:
        if d < 0:
            if regs[CUBE] == len(cubes):
                break
            regs[CUBE] += 1
            d, block[0], untried[0], weight[0] = 0, -1, U0, 1.0
            item[0] = GIVEN if cubes.shape[1] > 0 and cubes[regs[CUBE] - 1, 0] >= 0 else first
        if untried[d] == U0:
            entered, ok = block[d] < 0, False
            if item[d] == GIVEN:
                ok = entered and _given(x, d, cubes[regs[CUBE] - 1, d])
            elif seed == U0:
                ok = _next_block(x, d)
            elif entered:
                chance = xorshift(chance)
                weight[d] *= _one_of_all(x, d, chance)
                ok = True
            d -= not ok
            continue
        i = begin[d] + block[d] * LANES + np.int64(ctz(untried[d]))
        untried[d] &= untried[d] - U1
        path[d] = names[i]
        nodes += 1
        missing = U0
        for j in range(w):
            mine = put(mine, j, masks[j * capacity + i])
            left = put(left, j, left_of[d * w + j] & ~mine[j])
            missing |= left[j]
        blocks = (length[d] + LANES - 1) // LANES
        if seed != U0:
            probe[regs[CUBE] - 1, 0] += weight[d]
            probe[regs[CUBE] - 1, 2] += weight[d] * blocks
        given = d + 1 < cubes.shape[1] and cubes[regs[CUBE] - 1, d + 1] >= 0
        if missing == U0 or d + 1 >= stop:
            if given:
                continue  # of a cube whose options clash
            found += 1
            if seed != U0:
                probe[regs[CUBE] - 1, 1] += weight[d]
            elif keep:
                _write(out, written, path, d + 1)
                written += 1
            continue
        counts = sieve(masks, capacity, fits, begin[d], blocks, mine)
        dead = U0
        for j in range(w):
            has = U0
            for k in range(PLANES + 1):
                has |= counts[k * w + j]
            dead |= left[j] & ~has
        if dead != U0:
            continue
        start = begin[d] + blocks * LANES
        n = squeeze(masks, capacity, names, fits, begin[d], blocks, start, mine) - start
        for i in range(start + n, start + n + LANES):
            for j in range(w):
                masks[j * capacity + i] = ALL
        d += 1
        begin[d], length[d], block[d], untried[d], weight[d] = start, n, -1, U0, weight[d - 1]
        for j in range(w):
            left_of[d * w + j] = left[j]
        item[d] = GIVEN if given else _fewest(left, counts, x, d)
    regs[LEVEL] = d
    regs[NODES] += nodes
    regs[FOUND] += found
    return written
