"""The tables of an MRV search: what is left of a problem when all that is forced at its root is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_cells import (
    FAIL,
    PAD,
    PATH,
    PICK,
    REGS,
    TRAIL,
    Cells,
    settle,
)
from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED, CoverProblem, Decisions


class Sets(NamedTuple):
    """Every option that is in a set, as sorted pairs, and the bounds on the chosen options of each set."""

    options: int
    option: np.ndarray
    item: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    free: np.ndarray  # options of the problem whose counterparts are the last options here


class SettledRoot(NamedTuple):
    """What is left after all moves forced at the root."""

    alive: bool  # False: no solutions
    left: np.ndarray  # bool[option]
    chosen: np.ndarray  # int32: options
    need: np.ndarray  # int64[set]
    room: np.ndarray  # int64[set]


def sets_of(problem: CoverProblem) -> Sets:
    """The items, groups and clauses of a problem as sets of options.

    An option without a primary item gets one more set, of which exactly one option is chosen: itself, or a
    new one, its counterpart, which says that it is not chosen. Raises ValueError for an invalid problem.
    """
    n, n_groups, n_clauses = len(problem.options), len(problem.lo), len(problem.clauses)
    n_items = problem.n_primary + problem.n_secondary
    option, item = _flat(problem.options)
    clause, clause_option = _flat(problem.clauses)
    _check(problem, item, clause_option)
    group = np.array(problem.group, np.int64)
    grouped = np.flatnonzero(group >= 0)
    free = np.flatnonzero(np.bincount(option[item < problem.n_primary], minlength=n) == 0)
    number = np.arange(len(free))
    private = n_items + n_groups + n_clauses + number
    total = n_items + n_groups + n_clauses + len(free)
    if len(distinct(option * total + item)) < len(item):
        raise ValueError("an option with an item twice")
    first = np.concatenate((option, grouped, clause_option, free, n + number))
    second = np.concatenate((item, n_items + group[grouped], n_items + n_groups + clause, private, private))
    key = distinct(first * total + second)  # an option may be in a clause twice
    lo, hi = _bounds(problem, len(free))
    return Sets(n + len(free), key // max(1, total), key % max(1, total), lo, hi, free)


def distinct(values: np.ndarray) -> np.ndarray:
    """The values sorted, each once. np.unique imports numpy.ma, which takes as long as a small search."""
    values = np.sort(values)
    kept = np.ones(len(values), bool)
    kept[1:] = values[1:] != values[:-1]
    return values[kept]


def _flat(lists: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """(index of the list, value) of every value."""
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    return np.repeat(np.arange(len(lists)), lengths), np.fromiter(chain.from_iterable(lists), np.int64)


def _check(problem: CoverProblem, item: np.ndarray, clause_option: np.ndarray) -> None:
    """Raises ValueError for an invalid problem: what is accepted here never fails later."""
    n, n_groups = len(problem.options), len(problem.lo)
    if problem.n_primary < 0 or problem.n_secondary < 0:
        raise ValueError("a negative number of items")
    if n_groups != len(problem.hi):
        raise ValueError(f"{n_groups} lower bounds, {len(problem.hi)} upper bounds")
    if len(problem.group) not in (0, n):
        raise ValueError(f"groups for {len(problem.group)} of {n} options")
    for what, values, least, end in (
        ("an item", item, 0, problem.n_primary + problem.n_secondary),
        ("a clause with an option", clause_option, 0, n),
        ("a group", np.array(problem.group, np.int64), -1, n_groups),
    ):
        if values.min(initial=least) < least or values.max(initial=least - 1) >= end:
            raise ValueError(f"{what} outside {least}..{end - 1}")


def _bounds(problem: CoverProblem, n_free: int) -> tuple[np.ndarray, np.ndarray]:
    """lo and hi of every set."""
    n_items, n_groups = problem.n_primary + problem.n_secondary, len(problem.lo)
    n_clauses = len(problem.clauses)
    lo = np.repeat([1, 0, 0, 1], [problem.n_primary, problem.n_secondary, n_groups, n_clauses + n_free])
    hi = np.repeat([1, 0, UNLIMITED, 1], [n_items, n_groups, n_clauses, n_free])
    lo[n_items : n_items + n_groups] = np.clip(np.array(problem.lo, np.int64), 0, UNLIMITED)
    hi[n_items : n_items + n_groups] = np.clip(np.array(problem.hi, np.int64), -1, UNLIMITED)
    return lo, hi


def cells_of(sets: Sets) -> Cells:
    """The cells with all options left and nothing chosen.

    `forced` has room for each node and each set: at the root a set may be there twice.
    """
    cells = np.argsort(sets.item, kind="stable")
    where = np.empty_like(cells)
    where[cells] = np.arange(len(cells))
    path, trail = np.zeros((2, sets.options), np.uint32)
    return Cells(
        first=starts(sets.option, sets.options, np.uint32),
        item=sets.item.astype(np.uint32),
        owner=sets.option.astype(np.uint32),
        begin=starts(sets.item, len(sets.lo), np.uint64),
        cells=cells.astype(np.uint32),
        where=where.astype(np.uint32),
        size=np.bincount(sets.item, minlength=len(sets.lo)).astype(np.int64),
        need=sets.lo.copy(),
        room=sets.hi.copy(),
        path=path,
        trail=trail,
        forced=np.zeros(len(cells) + len(sets.lo), np.uint32),
        regs=np.zeros(REGS, np.int64),
    )


def starts(of: np.ndarray, count: int, dtype: type) -> np.ndarray:
    """Where each of `count` values begins in the sorted array `of`; at last its length."""
    return np.concatenate([[0], np.cumsum(np.bincount(of, minlength=count))]).astype(dtype)


def settled_root(sets: Sets) -> SettledRoot:
    """Take all moves forced at the root."""
    x = cells_of(sets)
    alive = bool(settle(x))
    left = np.full(sets.options, alive)
    left[x.trail[: x.regs[TRAIL]]] = False
    chosen = x.path[: x.regs[PATH] if alive else 0].astype(np.int32)
    return SettledRoot(alive, left, chosen, x.need, x.room)


def residue(sets: Sets, after: SettledRoot) -> tuple[Sets, np.ndarray, int]:
    """The sets of the options that are left; the old numbers of these; and how many sets need options.

    Options of one set get numbers close to each other; the sets that need options come first.
    """
    need, room = after.need, after.room
    here = after.left[sets.option]
    option, item = sets.option[here], sets.item[here]
    size = np.bincount(item, minlength=len(need))
    needy = np.flatnonzero(need > 0)
    capped = np.flatnonzero((need <= 0) & (size > room))
    kept = np.concatenate([needy, capped])
    number = np.full(len(need), -1)
    number[kept] = np.arange(len(kept))
    option, item = option[number[item] >= 0], number[item[number[item] >= 0]]
    lowest = np.full(sets.options, len(need))
    np.minimum.at(lowest, option, item)
    old = np.flatnonzero(after.left)
    old = old[np.argsort(lowest[old], kind="stable")]
    new = np.full(sets.options, -1)
    new[old] = np.arange(len(old))
    order = np.lexsort((item, new[option]))
    rest = Sets(len(old), new[option][order], item[order], np.maximum(need[kept], 0), room[kept], sets.free)
    return rest, old, len(needy)


FIXED, DEAD = -1, -2  # options settled at the root


class MrvTables(NamedTuple):
    """What is left of a problem after the moves forced at its root. Never written to by a search."""

    counted: int  # the first sets, those that need options
    first: np.ndarray  # uint32[option + 1]: its first node; a node is an option in a set
    item: np.ndarray  # uint32[node]: the set
    owner: np.ndarray  # uint32[node]: the option
    begin: np.ndarray  # uint64[set + 1]: where its cells begin
    need: np.ndarray  # int64[set]
    room: np.ndarray  # int64[set]
    name: np.ndarray  # int32[option]: its number in the problem, ~o: the counterpart of o
    fixed: np.ndarray  # int32: options of the problem chosen at the root
    place: np.ndarray  # int32[option of the problem]: the option here, FIXED or DEAD
    alive: bool  # False: no solutions
    width: int  # no solution has more options
    height: int  # nor more moves


EMPTY = CoverProblem(0, 0, [])


def sample() -> MrvTables:
    """Tables of a problem without options: of the types that all tables have."""
    x = cells_of(sets_of(EMPTY))
    none = np.zeros(0, np.int32)
    return MrvTables(0, x.first, x.item, x.owner, x.begin, x.need, x.room, none, none, none, True, 0, 0)


def compile_tables(problem: CoverProblem) -> MrvTables:
    """Tables for a search. Raises ValueError for an invalid problem."""
    sets = sets_of(problem)
    after = settled_root(sets)
    rest, old, counted = residue(sets, after)
    fixed, place = _places(len(problem.options), after.left, after.chosen, old)
    name = np.concatenate([np.arange(len(problem.options)), ~sets.free])[old].astype(np.int32)
    x, height = cells_of(rest), _height(rest)
    return MrvTables(
        counted=counted,
        first=x.first,
        item=x.item,
        owner=x.owner,
        begin=x.begin,
        need=rest.lo,
        room=rest.hi,
        name=name,
        fixed=fixed,
        place=place,
        alive=after.alive,
        width=len(fixed) + height,
        height=height,
    )


def _places(
    real: int, left: np.ndarray, chosen: np.ndarray, old: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """fixed and place; options from `real` on are counterparts."""
    place = np.where(left, 0, DEAD)[:real].astype(np.int32)
    fixed = chosen[chosen < real]
    place[fixed] = FIXED
    place[old[old < real]] = np.flatnonzero(old < real)
    return fixed, place


def _height(sets: Sets) -> int:
    """Most options in a solution: every option is in some exact set, each of which takes one."""
    exact = (sets.lo == 1) & (sets.hi == 1)
    least = np.bincount(sets.option[exact[sets.item]], minlength=sets.options).min(initial=sets.options)
    return int(exact.sum() // max(1, least))


class MrvState(NamedTuple):
    """A search between two calls of the kernel."""

    regs: np.ndarray  # int64
    chance: np.ndarray  # uint64[1]: state of the random generator
    share: np.ndarray  # float64[level + 1]: 1 / the product of the branching factors; index 0: of this node
    level: np.ndarray  # int64[level, 4]: option, trail, path and literals when it was chosen
    path: np.ndarray  # uint32: options chosen
    lits: np.ndarray  # int32: decisions
    size: np.ndarray  # int64[set]: options left
    need: np.ndarray  # int64[set]: the least number of options that must still be chosen
    room: np.ndarray  # int64[set]: the greatest that may be
    cells: np.ndarray  # uint32[node]: nodes by set, those of options left first
    where: np.ndarray  # uint32[node]: its cell
    trail: np.ndarray  # uint32: options removed
    forced: np.ndarray  # uint32: sets that have just as many options as they need
    probe: np.ndarray  # float64[cube, 2]: nodes and solutions that a probe counts as


def new_state(t: MrvTables, probes: int = 0, literals: int = 0) -> MrvState:
    """Nothing searched yet; `literals` is the length of the longest cube."""
    options, nodes = len(t.name), len(t.owner)
    cells = np.argsort(t.item, kind="stable").astype(np.uint32)
    where = np.empty_like(cells)
    where[cells] = np.arange(len(cells), dtype=np.uint32)
    regs = np.zeros(REGS, np.int64)
    regs[PICK] = FAIL
    return MrvState(
        regs=regs,
        chance=np.ones(1, np.uint64),
        share=np.ones(t.height + 2),
        level=np.zeros((t.height + 2, 4), np.int64),
        path=np.zeros(t.height + 1, np.uint32),
        lits=np.zeros(options + literals + 1, np.int32),
        size=np.diff(t.begin).astype(np.int64),
        need=t.need.copy(),
        room=t.room.copy(),
        cells=cells,
        where=where,
        trail=np.zeros(options, np.uint32),
        forced=np.zeros(nodes + len(t.need), np.uint32),
        probe=np.zeros((probes, 2)),
    )


def _translate(t: MrvTables, cube: Decisions) -> list[int] | None:
    """The cube's literals on the options left, or None if it has no solution."""
    lits: list[int] = []
    for lit in dict.fromkeys(cube):
        o = int(t.place[lit if lit >= 0 else ~lit])
        if ~lit in cube or o == (DEAD if lit >= 0 else FIXED):
            return None
        if o >= 0:
            lits.append(o if lit >= 0 else ~o)
    return lits


def cube_rows(t: MrvTables, cubes: Iterable[Decisions]) -> np.ndarray:
    """The cubes that may have solutions, as rows of literals, PAD after the last."""
    usable = [lits for cube in cubes if t.alive and (lits := _translate(t, cube)) is not None]
    rows = np.full((len(usable), max(map(len, usable), default=0)), PAD, np.int32)
    for row, lits in zip(rows, usable, strict=True):
        row[: len(lits)] = lits
    return rows
