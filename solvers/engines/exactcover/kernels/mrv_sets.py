"""A problem as one list of sets, for the MRV search: items, groups and clauses alike, and what is forced."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_cells import PATH, REGS, TRAIL, Cells, settle
from zenkai_solver.solvers.engines.exactcover.kernels.problem import UNLIMITED, Problem


class Sets(NamedTuple):
    """Pairs (option, set), sorted, and how many options of each set are chosen."""

    options: int
    option: np.ndarray
    item: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    free: np.ndarray  # options of the problem whose counterparts are the last options here


class Root(NamedTuple):
    """What all forced moves leave."""

    alive: bool  # False: no solutions
    left: np.ndarray  # bool[option]
    chosen: np.ndarray  # int32: options
    need: np.ndarray  # int64[set]
    room: np.ndarray  # int64[set]


def sets_of(problem: Problem) -> Sets:
    """An option without primary item may be left out freely: it gets an item of its own and a counterpart.

    Raises ValueError for what is no problem.
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
    own = n_items + n_groups + n_clauses + number
    total = n_items + n_groups + n_clauses + len(free)
    if len(distinct(option * total + item)) < len(item):
        raise ValueError("an option with an item twice")
    first = np.concatenate((option, grouped, clause_option, free, n + number))
    second = np.concatenate((item, n_items + group[grouped], n_items + n_groups + clause, own, own))
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


def _check(problem: Problem, item: np.ndarray, clause_option: np.ndarray) -> None:
    """What is accepted here never fails later."""
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


def _bounds(problem: Problem, n_free: int) -> tuple[np.ndarray, np.ndarray]:
    """lo and hi of every set."""
    n_items, n_groups = problem.n_primary + problem.n_secondary, len(problem.lo)
    n_clauses = len(problem.clauses)
    lo = np.repeat([1, 0, 0, 1], [problem.n_primary, problem.n_secondary, n_groups, n_clauses + n_free])
    hi = np.repeat([1, 0, UNLIMITED, 1], [n_items, n_groups, n_clauses, n_free])
    lo[n_items : n_items + n_groups] = np.clip(np.array(problem.lo, np.int64), 0, UNLIMITED)
    hi[n_items : n_items + n_groups] = np.clip(np.array(problem.hi, np.int64), -1, UNLIMITED)
    return lo, hi


def cells_of(sets: Sets) -> Cells:
    """All options left, nothing chosen. A set may be forced twice at the root, once by one of its nodes."""
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


def root(sets: Sets) -> Root:
    """After all that is forced."""
    x = cells_of(sets)
    alive = bool(settle(x))
    left = np.full(sets.options, alive)
    left[x.trail[: x.regs[TRAIL]]] = False
    chosen = x.path[: x.regs[PATH] if alive else 0].astype(np.int32)
    return Root(alive, left, chosen, x.need, x.room)


def residue(sets: Sets, after: Root) -> tuple[Sets, np.ndarray, int]:
    """The options left, those of a set close together; their old numbers; how many sets need options."""
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
