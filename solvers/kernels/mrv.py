"""MRV search: every solution of an exact cover, the constraint with the fewest options first.

Items, counted groups and at-least-one clauses are all one thing here: a set of options of which at least
`need` and at most `room` are still to be chosen. Choosing an option lowers both in all its sets; a set
without room loses its other options; a set with exactly `need` options left forces them, one with fewer is a
dead end. Only then the search branches: the set with the fewest spare options (any kind of set) gives an
option, which is first chosen, later forbidden. The two branches are disjoint whatever the set, so no solution
is found twice. The trade-off against the scan search: a node costs ten times as much, but the tree is small
where items far apart constrain each other, and no order has to be known.

Two representations of the options left, one search:
    cells   a sparse set of options for each set of the problem: removing an option costs time in proportion
            to its items, undoing less. Memory is linear. Best where a move touches little (sudoku).
    bits    one bit an option; the sizes of all sets are counted anew by vector popcounts after each move,
            and undoing is a copy. Best where a move removes much of what is left (packings). It is taken
            only where its tables are small beside the removals of one move, so memory stays linear too.

Knuth, TAOCP 4B, 7.2.2.1: exact covers, fewest options first, multiplicities; TAOCP 4C, 7.2.2.3 (draft):
"dancing cells", after C. Solnon, with the sparse sets of Briggs and Torczon (1993). Probes: Knuth,
"Estimating the efficiency of backtrack programs", 1975.

    Problem                    what is to be solved
    compile_tables             checks it, takes the forced moves at the root, keeps what is left
    Search, count              batches of solutions, resumable; their number
    split, estimate            disjoint exhaustive cubes; nodes and solutions to expect

A cube is a sequence of literals: option o is chosen, ~o is forbidden. Tables may be shared by threads.
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
NOTHING = 1 << 62  # more than any key
PAD = -(1 << 31)  # after the last literal of a cube
FAIL, SOLVED = -2, -1  # what propagation found, if no set to branch on
COUNT, KEEP, CUBES, PROBE = range(4)
TRAIL, PATH, LEVEL, FORCED, LITS, PICK, CUBE, NODES, FOUND, REGS = range(10)
FIXED, DEAD = -1, -2  # options settled at the root
DENSE = 2.5  # bits if a count takes at most so many words for each cell a choice removes
U0, U1, U2, U3, U4, U6, U63 = (np.uint64(i) for i in (0, 1, 2, 3, 4, 6, 63))

Cube = Sequence[int]


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
    """What is left of a problem after the moves forced at its root. Never written to by a search."""

    dense: bool  # bits, else cells
    counted: int  # the first sets, those that need options
    first: np.ndarray  # uint32[option + 1]: its first node; a node is an option in a set
    item: np.ndarray  # uint32[node]: the set
    owner: np.ndarray  # uint32[node]: the option; cells only, as begin
    begin: np.ndarray  # uint64[set + 1]: where its cells begin
    need: np.ndarray  # int64[set]
    room: np.ndarray  # int64[set]
    rows: np.ndarray  # uint64[set, word]: its options; bits only, as columns
    columns: np.ndarray  # uint64[word, set]
    name: np.ndarray  # int32[option]: its number in the problem, ~o: the rival of o
    fixed: np.ndarray  # int32: options of the problem chosen at the root
    place: np.ndarray  # int32[option of the problem]: the option here, FIXED or DEAD
    alive: bool  # False: no solutions
    width: int  # no solution has more options
    height: int  # nor more moves


class State(NamedTuple):
    """A search between two calls of the kernel."""

    regs: np.ndarray  # int64: see TRAIL..FOUND
    chance: np.ndarray  # uint64[1]: state of the random generator
    share: np.ndarray  # float64[level + 1]: 1 over the branching factors' product; 0: here
    level: np.ndarray  # int64[level, 4]: option, trail, path and literals when it was chosen
    path: np.ndarray  # uint32: options chosen
    lits: np.ndarray  # int32: decisions
    size: np.ndarray  # int64[set]: options left
    need: np.ndarray  # int64[set]: of which so many must still be chosen
    room: np.ndarray  # int64[set]: and no more than so many can be
    cells: np.ndarray  # uint32[node]: nodes by set, those of options left first
    where: np.ndarray  # uint32[node]: its cell
    trail: np.ndarray  # uint32: options removed
    forced: np.ndarray  # uint32: sets that have just as many options as they need
    bits: np.ndarray  # uint64[word]: options left
    saved: np.ndarray  # uint64[level + 1, word]: 0: at the root
    used: np.ndarray  # uint64[word]: words with options left
    probe: np.ndarray  # float64[cube, 2]: nodes and solutions that a probe stands for


# ---------------------------------------------------------------- machine words


@intrinsic
def _ctz(typingctx, x):
    """Number of trailing zeros of a word that is not 0."""

    def codegen(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


@intrinsic
def _at(typingctx, array):
    """A bare pointer to an array's elements.

    An array passed to a function costs two atomic reference counts and seven words, a pointer one word; with
    arrays two thirds of the search's time went there. The tuples of the caller keep the arrays alive.
    """

    def codegen(context, builder, sig, args):
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def _popcount(typingctx, x):
    def codegen(context, builder, sig, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


# ---------------------------------------------------------------- both representations


@njit(nogil=True, cache=True, forceinline=True)
def _fewest(counted, size, need):
    """The first of the sets with the fewest spare options; all have some."""
    best, at = UNLIMITED, SOLVED
    for c in range(counted):
        if need[c] > 0 and size[c] - need[c] < best:
            best, at = size[c] - need[c], c
            if best == 1:
                break
    return at


@njit(nogil=True, cache=True, forceinline=True)
def _push(o, first, item, need, room, path, regs):
    path[np.uint64(regs[PATH])] = o
    regs[PATH] += 1
    for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
        c = np.uint64(item[k])
        need[c] -= 1
        room[c] -= 1


@njit(nogil=True, cache=True, forceinline=True)
def _pop_to(depth, first, item, need, room, path, regs):
    for d in range(depth, regs[PATH]):
        o = np.uint64(path[np.uint64(d)])
        for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
            c = np.uint64(item[k])
            need[c] += 1
            room[c] += 1
    regs[PATH] = depth


# ---------------------------------------------------------------- cells


@njit(nogil=True, cache=True, forceinline=True)
def _cells_remove(o, first, item, begin, cells, where, size, need, trail, forced, regs):
    """Take an option out of its sets; False if one of them has too few now."""
    trail[np.uint64(regs[TRAIL])] = o
    regs[TRAIL] += 1
    ok = True
    for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
        c = np.uint64(item[k])
        s = size[c] - 1
        size[c] = s
        end = begin[c] + np.uint64(s)
        last, at = np.uint64(cells[end]), np.uint64(where[k])
        cells[at] = last
        where[last] = at
        cells[end] = k
        where[k] = end
        n = need[c]
        if s <= n:
            if s < n:
                ok = False
            elif n > 0:
                forced[np.uint64(regs[FORCED])] = c
                regs[FORCED] += 1
    return ok


@njit(nogil=True, cache=True, forceinline=True)
def _cells_empty(c, first, item, owner, begin, cells, where, size, need, trail, forced, regs):
    ok = True
    while ok and size[c] > 0:
        o = np.uint64(owner[np.uint64(cells[begin[c] + np.uint64(size[c] - 1)])])
        ok = _cells_remove(o, first, item, begin, cells, where, size, need, trail, forced, regs)
    return ok


@njit(nogil=True, cache=True, forceinline=True)
def _cells_choose(o, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs):
    _push(o, first, item, need, room, path, regs)
    ok = _cells_remove(o, first, item, begin, cells, where, size, need, trail, forced, regs)
    for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
        c = np.uint64(item[k])
        if ok and room[c] == 0:
            ok = _cells_empty(c, first, item, owner, begin, cells, where, size, need, trail, forced, regs)
    return ok


@njit(nogil=True, cache=True, forceinline=True)
def _cells_propagate(
    ok, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
):
    """Choose what is forced until nothing is; False at a dead end."""
    while ok and regs[FORCED] > 0:
        regs[FORCED] -= 1
        c = np.uint64(forced[np.uint64(regs[FORCED])])
        if need[c] > 0:
            o = np.uint64(owner[np.uint64(cells[begin[c]])])
            ok = _cells_choose(
                o, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
            )
    regs[FORCED] = 0
    return ok


@njit(nogil=True, cache=True, forceinline=True)
def _cells_undo(mark, first, item, size, trail, regs):
    """Sparse sets: an option comes back where it is, so only the sizes grow."""
    for t in range(mark, regs[TRAIL]):
        o = np.uint64(trail[np.uint64(t)])
        for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
            size[np.uint64(item[k])] += 1
    regs[TRAIL] = mark


@njit(nogil=True, cache=True, forceinline=True)
def _cells_root(sets, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs):
    """All that is forced before the first decision."""
    for c in range(sets):
        if room[c] <= 0 and not _cells_empty(
            c, first, item, owner, begin, cells, where, size, need, trail, forced, regs
        ):
            return False
    regs[FORCED] = 0
    for c in range(sets):
        if size[c] < need[c] or room[c] < 0:
            return False
        if size[c] == need[c]:
            forced[np.uint64(regs[FORCED])] = c
            regs[FORCED] += 1
    return _cells_propagate(
        True, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
    )


@njit(nogil=True, cache=True)
def _settle(first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs):
    return _cells_root(
        np.uint64(len(need)),
        _at(first),
        _at(item),
        _at(owner),
        _at(begin),
        _at(cells),
        _at(where),
        _at(size),
        _at(need),
        _at(room),
        _at(path),
        _at(trail),
        _at(forced),
        _at(regs),
    )


# ---------------------------------------------------------------- bits


@njit(nogil=True, cache=True, forceinline=True)
def _bits_choose(o, first, item, words, rows, bits, need, room, path, regs):
    _push(o, first, item, need, room, path, regs)
    bits[o >> U6] &= ~(U1 << (o & U63))
    for k in range(np.uint64(first[o]), np.uint64(first[o + U1])):
        c = np.uint64(item[k])
        if room[c] == 0:
            row = c * words
            for w in range(words):
                bits[w] &= ~rows[row + w]


@njit(nogil=True, cache=True, forceinline=True)
def _bits_first(c, words, rows, bits):
    """The first option left in a set, as a signed number, or -1."""
    row = c * words
    for w in range(words):
        x = bits[w] & rows[row + w]
        if x != U0:
            return np.int64(w) * 64 + np.int64(_ctz(x))
    return -1


@njit(nogil=True, cache=True, forceinline=True)
def _bits_count(counted, sets, words, columns, bits, used, size):
    """size[c] = options left in set c. Only words that are not 0 count; four at a time, for the vectors."""
    n = U0
    for w in range(words):
        used[n] = w
        n += np.uint64(bits[w] != U0)
    for c in range(counted):
        size[c] = 0
    i = U0
    while i + U4 <= n:
        v, w, x, y = used[i] * sets, used[i + U1] * sets, used[i + U2] * sets, used[i + U3] * sets
        a, b, d, e = bits[used[i]], bits[used[i + U1]], bits[used[i + U2]], bits[used[i + U3]]
        for c in range(counted):
            size[c] += (
                _popcount(a & columns[v + c])
                + _popcount(b & columns[w + c])
                + _popcount(d & columns[x + c])
                + _popcount(e & columns[y + c])
            )
        i += U4
    while i < n:
        v, a = used[i] * sets, bits[used[i]]
        for c in range(counted):
            size[c] += _popcount(a & columns[v + c])
        i += U1


@njit(nogil=True, cache=True, forceinline=True)
def _bits_propagate(
    counted, sets, words, first, item, rows, columns, bits, used, size, need, room, path, regs
):
    """Choose what is forced until nothing is; the set to branch on, SOLVED or FAIL."""
    while True:
        _bits_count(counted, sets, words, columns, bits, used, size)
        least = NOTHING
        for c in range(counted):  # spare options and number of the set in one word: a vector minimum
            key = (size[c] - need[c]) << 32 | np.int64(c)
            least = min(least, key if need[c] > 0 else NOTHING)
        if least < 0:
            return FAIL
        if least == NOTHING:
            return SOLVED
        if least >> 32 > 0:
            return np.int64(least & 0xFFFF_FFFF)
        for c in range(np.uint64(least), counted):
            while need[c] > 0 and size[c] == need[c]:
                o = _bits_first(c, words, rows, bits)
                if o < 0:
                    return FAIL
                size[c] -= 1
                _bits_choose(np.uint64(o), first, item, words, rows, bits, need, room, path, regs)


# ---------------------------------------------------------------- the search


@njit(nogil=True, cache=True, forceinline=True)
def _random(chance):
    """Marsaglia's xorshift; a number in [0, 1)."""
    x = chance[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    chance[0] = x
    return np.float64(x >> np.uint64(11)) * 2.0**-53


@njit(nogil=True, cache=True, forceinline=True)
def _load(
    cube,
    at,
    width,
    dense,
    words,
    first,
    item,
    owner,
    begin,
    rows,
    regs,
    path,
    lits,
    size,
    need,
    room,
    cells,
    where,
    trail,
    forced,
    bits,
    saved,
):
    """Back to the root, then take the decisions of a cube; False if they clash."""
    _pop_to(0, first, item, need, room, path, regs)
    _cells_undo(0, first, item, size, trail, regs)
    for w in range(words):
        bits[w] = saved[w]
    regs[LITS] = 0
    ok = True
    for i in range(width):
        lit = np.int64(cube[at + i])
        if lit == PAD or not ok:
            break
        lits[np.uint64(regs[LITS])] = lit
        regs[LITS] += 1
        o = np.uint64(lit if lit >= 0 else ~lit)
        if dense:
            left = bits[o >> U6] >> (o & U63) & U1 != U0
        else:
            k = np.uint64(first[o])
            c = np.uint64(item[k])
            left = np.uint64(where[k]) < begin[c] + np.uint64(size[c])
        if lit >= 0:
            if not left:
                ok = False
            elif dense:
                _bits_choose(o, first, item, words, rows, bits, need, room, path, regs)
            else:
                ok = _cells_choose(
                    o, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
                )
        elif left:
            if dense:
                bits[o >> U6] &= ~(U1 << (o & U63))
            else:
                ok = _cells_remove(o, first, item, begin, cells, where, size, need, trail, forced, regs)
    return ok


@njit(nogil=True, cache=True)
def _run(t, st, cubes, out, length, budget, mode, stop):
    """Search until `out` is full, `budget` nodes are done or no cube is left; return the rows written.

    A node is a cube's root or a decision, with all that it forces. KEEP writes solutions, -1 after the last
    option; CUBES the decisions that lead to solutions and to nodes whose share is at most `stop`, which are
    not expanded. PROBE walks down from every cube once, each child equally likely, and writes nothing.
    """
    dense, counted, fixed, probe = t.dense, np.uint64(t.counted), t.fixed, st.probe
    words, sets = np.uint64(t.rows.shape[1]), np.uint64(t.rows.shape[0])
    rows, columns, name, first, item = _at(t.rows), _at(t.columns), _at(t.name), _at(t.first), _at(t.item)
    owner, begin, regs, share, level = _at(t.owner), _at(t.begin), _at(st.regs), _at(st.share), _at(st.level)
    path, lits, size, need, room = _at(st.path), _at(st.lits), _at(st.size), _at(st.need), _at(st.room)
    cells, where, trail, forced = _at(st.cells), _at(st.where), _at(st.trail), _at(st.forced)
    bits, saved, used, chance, cube = _at(st.bits), _at(st.saved), _at(st.used), _at(st.chance), _at(cubes)
    width = np.uint64(cubes.shape[1])
    written, nodes, found, pick = 0, 0, 0, regs[PICK]
    while written < len(length) and nodes < budget:
        cut = pick >= 0 and (share[0] <= stop or regs[LITS] >= out.shape[1])
        if mode == CUBES and (cut or pick == SOLVED):
            for i in range(regs[LITS]):
                out[written, i] = lits[np.uint64(i)]
            length[written] = regs[LITS]
            written += 1
            found += pick == SOLVED
            pick = FAIL
            continue
        if pick == SOLVED:
            pick = FAIL
            found += 1
            if mode == PROBE:
                probe[regs[CUBE] - 1, 1] += 1.0 / share[0]
            elif mode == KEEP:
                n = len(fixed)
                for d in range(n):
                    out[written, d] = fixed[d]
                for d in range(regs[PATH]):
                    original = name[np.uint64(path[np.uint64(d)])]
                    if original >= 0:
                        out[written, n] = original
                        n += 1
                length[written] = n
                for d in range(n, out.shape[1]):
                    out[written, d] = -1
                written += 1
                continue
        ok, decided, chosen, o = True, True, True, U0
        if pick >= 0:
            c = np.uint64(pick)
            if dense:
                o = np.uint64(_bits_first(c, words, rows, bits))
            else:
                o = np.uint64(owner[np.uint64(cells[begin[c]])])
            ways = np.float64(size[c] - need[c] + 1)
            if mode == PROBE:
                chosen = _random(chance) * ways < 1.0
                share[0] *= 1.0 / ways if chosen else (ways - 1.0) / ways
            else:
                regs[LEVEL] += 1
                sp = np.uint64(regs[LEVEL])
                share[sp] = share[0] * (ways - 1.0) / ways
                share[0] /= ways
                at = sp * U4
                level[at], level[at + U1] = np.int64(o), regs[TRAIL]
                level[at + U2], level[at + U3] = regs[PATH], regs[LITS]
                for w in range(words):
                    saved[sp * words + w] = bits[w]
        elif regs[LEVEL] > 0:
            sp = np.uint64(regs[LEVEL])
            regs[LEVEL] -= 1
            at = sp * U4
            o, chosen, share[0], regs[LITS] = np.uint64(level[at]), False, share[sp], level[at + U3]
            _pop_to(level[at + U2], first, item, need, room, path, regs)
            _cells_undo(level[at + U1], first, item, size, trail, regs)
            for w in range(words):
                bits[w] = saved[sp * words + w]
        elif regs[CUBE] < len(cubes):
            at = np.uint64(regs[CUBE]) * width
            ok = _load(
                cube,
                at,
                width,
                dense,
                words,
                first,
                item,
                owner,
                begin,
                rows,
                regs,
                path,
                lits,
                size,
                need,
                room,
                cells,
                where,
                trail,
                forced,
                bits,
                saved,
            )
            regs[CUBE] += 1
            share[0], decided = 1.0, False
        else:
            break
        nodes += 1
        if mode == PROBE:
            probe[regs[CUBE] - 1, 0] += 1.0 / share[0]
        if decided:
            lits[np.uint64(regs[LITS])] = np.int64(o) if chosen else ~np.int64(o)
            regs[LITS] += 1
            if dense:
                if chosen:
                    _bits_choose(o, first, item, words, rows, bits, need, room, path, regs)
                else:
                    bits[o >> U6] &= ~(U1 << (o & U63))
            elif chosen:
                ok = _cells_choose(
                    o, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
                )
            else:
                ok = _cells_remove(o, first, item, begin, cells, where, size, need, trail, forced, regs)
        if not dense:
            ok = _cells_propagate(
                ok, first, item, owner, begin, cells, where, size, need, room, path, trail, forced, regs
            )
        if not ok:
            pick = FAIL
        elif dense:
            pick = _bits_propagate(
                counted, sets, words, first, item, rows, columns, bits, used, size, need, room, path, regs
            )
        else:
            pick = _fewest(counted, size, need)
    regs[PICK] = pick
    regs[NODES] += nodes
    regs[FOUND] += found
    return written


# ---------------------------------------------------------------- building the tables


class _Sets(NamedTuple):
    """The problem as one list of sets: pairs (option, set), sorted; bounds of each set."""

    options: int
    option: np.ndarray
    item: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    free: np.ndarray  # options of the problem whose rivals are the last options here


def _flat(lists: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """(index of the list, value) of every value."""
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    return np.repeat(np.arange(len(lists)), lengths), np.fromiter(chain.from_iterable(lists), np.int64)


def _check(problem: Problem, item: np.ndarray, clause_option: np.ndarray) -> None:
    """What is accepted here never fails later."""
    n, n_items = len(problem.options), problem.n_primary + problem.n_secondary
    if problem.n_primary < 0 or problem.n_secondary < 0:
        raise ValueError("a negative number of items")
    if len(item) and not 0 <= item.min() <= item.max() < n_items:
        raise ValueError(f"an item outside 0..{n_items - 1}")
    if len(clause_option) and not 0 <= clause_option.min() <= clause_option.max() < n:
        raise ValueError(f"a clause with an option outside 0..{n - 1}")
    if len(problem.lo) != len(problem.hi):
        raise ValueError(f"{len(problem.lo)} lower bounds, {len(problem.hi)} upper bounds")
    if len(problem.group) not in (0, n):
        raise ValueError(f"groups for {len(problem.group)} of {n} options")
    if len(problem.group) and not -1 <= min(problem.group) <= max(problem.group) < len(problem.lo):
        raise ValueError(f"a group outside -1..{len(problem.lo) - 1}")


def _sets(problem: Problem) -> _Sets:
    """An option without primary item may be left out freely: it gets an item of its own and a rival."""
    n, n_items, n_groups = len(problem.options), problem.n_primary + problem.n_secondary, len(problem.lo)
    option, item = _flat(problem.options)
    clause, clause_option = _flat(problem.clauses)
    _check(problem, item, clause_option)
    group = np.array(problem.group, np.int64)
    grouped = np.flatnonzero(group >= 0)
    free = np.setdiff1d(np.arange(n), option[item < problem.n_primary])
    own = n_items + n_groups + len(problem.clauses) + np.arange(len(free))
    pairs = np.concatenate(
        [
            np.stack([option, item]),
            np.stack([grouped, n_items + group[grouped]]),
            np.stack([clause_option, n_items + n_groups + clause]),
            np.stack([free, own]),
            np.stack([n + np.arange(len(free)), own]),
        ],
        axis=1,
    )
    total = n_items + n_groups + len(problem.clauses) + len(free)
    if len(np.unique(option * total + item)) < len(item):
        raise ValueError("an option with an item twice")
    key = np.unique(pairs[0] * total + pairs[1])
    n_clauses = len(problem.clauses)
    lo = np.repeat([1, 0, 0, 1, 1], [problem.n_primary, problem.n_secondary, n_groups, n_clauses, len(free)])
    hi = np.repeat([1, 0, UNLIMITED, 1], [n_items, n_groups, n_clauses, len(free)])
    lo[n_items : n_items + n_groups] = np.clip(np.array(problem.lo, np.int64), 0, UNLIMITED)
    hi[n_items : n_items + n_groups] = np.clip(np.array(problem.hi, np.int64), -1, UNLIMITED)
    return _Sets(n + len(free), key // max(1, total), key % max(1, total), lo, hi, free)


def _starts(of: np.ndarray, count: int, dtype: type) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(np.bincount(of, minlength=count))]).astype(dtype)


class _Cells(NamedTuple):
    first: np.ndarray
    item: np.ndarray
    owner: np.ndarray
    begin: np.ndarray
    cells: np.ndarray
    where: np.ndarray
    size: np.ndarray


def _cells(sets: _Sets) -> _Cells:
    cells = np.argsort(sets.item, kind="stable")
    where = np.empty_like(cells)
    where[cells] = np.arange(len(cells))
    return _Cells(
        _starts(sets.option, sets.options, np.uint32),
        sets.item.astype(np.uint32),
        sets.option.astype(np.uint32),
        _starts(sets.item, len(sets.lo), np.uint64),
        cells.astype(np.uint32),
        where.astype(np.uint32),
        np.bincount(sets.item, minlength=len(sets.lo)).astype(np.int64),
    )


def _root(sets: _Sets) -> tuple[bool, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(not a dead end, options left, options chosen, need, room) after all that is forced at the root."""
    c = _cells(sets)
    need, room, regs = sets.lo.copy(), sets.hi.copy(), np.zeros(REGS, np.int64)
    path, trail = np.zeros((2, sets.options), np.uint32)
    forced = np.zeros(len(c.item) + len(need), np.uint32)
    ok = _settle(
        c.first, c.item, c.owner, c.begin, c.cells, c.where, c.size, need, room, path, trail, forced, regs
    )
    left = np.ones(sets.options, bool)
    left[trail[: regs[TRAIL]]] = False
    return ok, left, path[: regs[PATH]].astype(np.int32), need, room


def _residue(
    sets: _Sets, left: np.ndarray, need: np.ndarray, room: np.ndarray
) -> tuple[_Sets, np.ndarray, int]:
    """The options left, those of a set close together; their old numbers; how many sets need options."""
    here = left[sets.option]
    option, item = sets.option[here], sets.item[here]
    size = np.bincount(item, minlength=len(need))
    needy = np.flatnonzero(need > 0)
    capped = np.flatnonzero((need <= 0) & (size > room))
    number = np.full(len(need), -1)
    number[needy] = np.arange(len(needy))
    number[capped] = len(needy) + np.arange(len(capped))
    option, item = option[number[item] >= 0], number[item[number[item] >= 0]]
    old = np.flatnonzero(left)
    lowest = np.full(sets.options, len(need))
    np.minimum.at(lowest, option, item)
    old = old[np.argsort(lowest[old], kind="stable")]
    new = np.full(sets.options, -1)
    new[old] = np.arange(len(old))
    order = np.lexsort((item, new[option]))
    kept = np.concatenate([needy, capped])
    rest = _Sets(len(old), new[option][order], item[order], np.maximum(need[kept], 0), room[kept], sets.free)
    return rest, old, len(needy)


def _removals(sets: _Sets, c: _Cells) -> float:
    """Cells that the choice of an option takes away at the root, on average: what a move of cells costs."""
    sizes = np.where(sets.hi == 1, c.size - 1, 0)
    width = len(sets.item) / max(1, sets.options)
    return float(sizes[sets.item].sum()) / max(1, sets.options) * width


def _rows(sets: _Sets) -> np.ndarray:
    """Options of every set as bits; the number of sets is rounded up for the vectors."""
    rows = np.zeros((-(-len(sets.lo) // 8) * 8, (sets.options + 63) // 64), np.uint64)
    bit = np.uint64(1) << (sets.option & 63).astype(np.uint64)
    np.bitwise_or.at(rows, (sets.item, sets.option >> 6), bit)
    return rows


def compile_tables(problem: Problem, dense: bool | None = None) -> Tables:
    """Tables for a search; `dense` chooses the representation (see above), by size if not given."""
    sets = _sets(problem)
    alive, left, chosen, need, room = _root(sets)
    if not alive:
        left[:] = False
    real = len(problem.options)
    place = np.where(left, 0, DEAD)[:real].astype(np.int32)
    fixed = chosen[chosen < real] if alive else chosen[:0]
    place[fixed] = FIXED
    rest, old, counted = _residue(sets, left, need, room)
    place[old[old < real]] = np.flatnonzero(old < real)
    name = np.concatenate([np.arange(real), ~sets.free])[old].astype(np.int32)
    c = _cells(rest)
    if dense is None:
        dense = counted * ((rest.options + 63) // 64) <= DENSE * _removals(rest, c)
    empty = np.zeros(0, np.uint32)
    rows = _rows(rest) if dense else np.zeros((0, 0), np.uint64)
    exact = (rest.lo == 1) & (rest.hi == 1)  # every option is in some of these
    least = np.bincount(rest.option[exact[rest.item]], minlength=rest.options).min(initial=rest.options)
    height = int(exact.sum() // max(1, least))
    return Tables(
        dense,
        counted,
        c.first,
        c.item,
        empty if dense else c.owner,
        c.begin,
        rest.lo,
        rest.hi,
        rows,
        np.ascontiguousarray(rows.T),
        name,
        fixed,
        place,
        alive,
        len(fixed) + height,
        height,
    )


# ---------------------------------------------------------------- searches


def _new_state(t: Tables, cubes: int, literals: int) -> State:
    words, options, nodes = t.rows.shape[1], len(t.name), len(t.owner)
    cells = np.argsort(t.item, kind="stable").astype(np.uint32) if not t.dense else np.zeros(0, np.uint32)
    where = np.empty_like(cells)
    where[cells] = np.arange(len(cells), dtype=np.uint32)
    bits = np.bitwise_or.reduce(t.rows, axis=0) if t.dense else np.zeros(0, np.uint64)
    regs = np.zeros(REGS, np.int64)
    regs[PICK] = FAIL
    saved = np.zeros((t.height + 2, words), np.uint64)
    saved[0] = bits
    return State(
        regs,
        np.ones(1, np.uint64),
        np.ones(t.height + 2),
        np.zeros((t.height + 2, 4), np.int64),
        np.zeros(t.height + 1, np.uint32),
        np.zeros(options + literals + 1, np.int32),
        np.diff(t.begin).astype(np.int64),
        t.need.copy(),
        t.room.copy(),
        cells,
        where,
        np.zeros(options if not t.dense else 0, np.uint32),
        np.zeros(nodes + len(t.need) if not t.dense else 0, np.uint32),
        bits,
        saved,
        np.zeros(words, np.uint64),
        np.zeros((cubes, 2)),
    )


def _translate(t: Tables, cube: Cube) -> list[int] | None:
    """The cube's literals on the options left, or None if it has no solution."""
    lits: list[int] = []
    for lit in dict.fromkeys(cube):
        o = int(t.place[lit if lit >= 0 else ~lit])
        if ~lit in cube or o == (DEAD if lit >= 0 else FIXED):
            return None
        if o >= 0:
            lits.append(o if lit >= 0 else ~o)
    return lits


def _cube_rows(t: Tables, cubes: Iterable[Cube]) -> np.ndarray:
    usable = [lits for cube in cubes if t.alive and (lits := _translate(t, cube)) is not None]
    rows = np.full((len(usable), max(map(len, usable), default=0)), PAD, np.int32)
    for row, lits in zip(rows, usable, strict=True):
        row[: len(lits)] = lits
    return rows


class Search:
    """One search over the given cubes: batches of solutions, to be resumed at will."""

    def __init__(self, tables: Tables, cubes: Iterable[Cube] = ((),), rows: int = 1024) -> None:
        self.tables = tables
        self.cubes = _cube_rows(tables, cubes)
        self.state = _new_state(tables, 0, self.cubes.shape[1])
        self.out = np.empty((rows, tables.width), np.int32)
        self.length = np.zeros(rows, np.int32)

    @property
    def nodes(self) -> int:
        return int(self.state.regs[NODES])

    @property
    def found(self) -> int:
        return int(self.state.regs[FOUND])

    @property
    def done(self) -> bool:
        regs = self.state.regs
        return bool(regs[PICK] == FAIL and regs[LEVEL] == 0 and regs[CUBE] == len(self.cubes))

    def batch(self, budget: int = 1 << 16, keep: bool = True) -> np.ndarray:
        """The next solutions, as options of the problem by row in the search's order, -1 after the last.

        A view, valid until the next call, as is `length`: how many options each row has. Ends when the buffer
        is full, after `budget` nodes, or at the end.
        """
        mode = KEEP if keep else COUNT
        n = _run(self.tables, self.state, self.cubes, self.out, self.length, budget, mode, 0.0)
        return self.out[:n]

    def count(self, budget: int = 1 << 16) -> int:
        """Count on for about `budget` nodes without output; the number found so far."""
        self.batch(budget, keep=False)
        return self.found

    def __iter__(self) -> Iterator[np.ndarray]:
        while not self.done:
            if len(rows := self.batch()):
                yield rows


def count(tables: Tables, cubes: Iterable[Cube] = ((),)) -> int:
    """How many solutions there are in the cubes."""
    search = Search(tables, cubes, 1)
    while not search.done:
        search.count(1 << 20)
    return search.found


def split(tables: Tables, cubes: Sequence[Cube] = ((),), at_least: int = 64, width: int = 256) -> list[Cube]:
    """Disjoint cubes with the same solutions in all, where possible `at_least`; dead ones are left out.

    A cube ends where the product of the branching factors above it has come to a bound, so that they are of
    about the same size; at `width` decisions at the latest.
    """
    rows = _cube_rows(tables, cubes)
    bound = max(1.0, float(at_least))
    while True:
        found, solved = _split(tables, rows, len(rows) / bound, width + rows.shape[1])
        if len(found) >= at_least or len(found) == solved or bound > 1e18:
            return found
        bound *= 2.0


def _split(tables: Tables, rows: np.ndarray, stop: float, width: int) -> tuple[list[Cube], int]:
    """Cubes of at most the share `stop`, and how many of them are solutions already."""
    state = _new_state(tables, 0, rows.shape[1])
    out, length = np.empty((64, width), np.int32), np.zeros(64, np.int32)
    found: list[Cube] = []
    while True:
        n = _run(tables, state, rows, out, length, UNLIMITED, CUBES, stop)
        for row, size in zip(out[:n], length[:n], strict=True):
            lits = [(int(tables.name[lit]) if lit >= 0 else ~int(tables.name[~lit])) for lit in row[:size]]
            found.append(tuple(lits))
        if n < len(out):
            return found, int(state.regs[FOUND])


@dataclass(frozen=True)
class Estimate:
    """Expected search nodes and solutions in all, and nodes for each cube."""

    nodes: float
    solutions: float
    by_cube: tuple[float, ...]


def estimate(tables: Tables, cubes: Sequence[Cube] = ((),), probes: int = 1000, seed: int = 1) -> Estimate:
    """Knuth's random probes: about `probes` in all, the same number in every cube."""
    each = max(1, probes // max(1, len(cubes)))
    chance = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 64) | 1)
    out, length = np.empty((1, 0), np.int32), np.zeros(1, np.int32)
    nodes: list[float] = []
    solutions = 0.0
    for cube in cubes:
        rows = np.repeat(_cube_rows(tables, [cube]), each, axis=0)
        state = _new_state(tables, len(rows), rows.shape[1])
        state.chance[0] = chance
        _run(tables, state, rows, out, length, 1 << 60, PROBE, 0.0)
        chance = state.chance[0]
        sums = state.probe.sum(axis=0) / each
        nodes.append(float(sums[0]))
        solutions += float(sums[1])
    return Estimate(sum(nodes), solutions, tuple(nodes))
