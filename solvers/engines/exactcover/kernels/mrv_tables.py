"""The tables of an MRV search: what is left of a problem when all that is forced at its root is done."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_sets import Sets, cells_of, residue, root, sets_of
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Problem

FIXED, DEAD = -1, -2  # options settled at the root
DENSE = 2.5  # bits if a count takes at most so many words for each cell that a choice removes


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
    name: np.ndarray  # int32[option]: its number in the problem, ~o: the counterpart of o
    fixed: np.ndarray  # int32: options of the problem chosen at the root
    place: np.ndarray  # int32[option of the problem]: the option here, FIXED or DEAD
    alive: bool  # False: no solutions
    width: int  # no solution has more options
    height: int  # nor more moves


EMPTY = Problem(0, 0, [])


def sample() -> Tables:
    """Tables of a problem without options: of the types that all tables have."""
    x = cells_of(sets_of(EMPTY))
    none = np.zeros(0, np.int32)
    words = np.zeros((0, 0), np.uint64)
    return Tables(
        True, 0, x.first, x.item, x.owner, x.begin, x.need, x.room, words, words, none, none, none, True, 0, 0
    )


def compile_tables(problem: Problem, dense: bool | None = None) -> Tables:
    """Tables for a search; `dense` chooses bits or cells, by size if not given. Raises ValueError."""
    sets = sets_of(problem)
    after = root(sets)
    rest, old, counted = residue(sets, after)
    fixed, place = _places(len(problem.options), after.left, after.chosen, old)
    name = np.concatenate([np.arange(len(problem.options)), ~sets.free])[old].astype(np.int32)
    if dense is None:
        dense = counted * ((rest.options + 63) // 64) <= DENSE * _removals(rest)
    rows = _rows(rest) if dense else np.zeros((0, 0), np.uint64)
    x, height = cells_of(rest), _height(rest)
    return Tables(
        dense=dense,
        counted=counted,
        first=x.first,
        item=x.item,
        owner=np.zeros(0, np.uint32) if dense else x.owner,
        begin=x.begin,
        need=rest.lo,
        room=rest.hi,
        rows=rows,
        columns=np.ascontiguousarray(rows.T),
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


def _removals(sets: Sets) -> float:
    """Cells that the choice of an option takes away at the root, on average: what a move of cells costs."""
    sizes = np.where(sets.hi == 1, np.bincount(sets.item, minlength=len(sets.lo)) - 1, 0)
    width = len(sets.item) / max(1, sets.options)
    return float(sizes[sets.item].sum()) / max(1, sets.options) * width


def _height(sets: Sets) -> int:
    """Most options in a solution: every option is in some exact set, each of which takes one."""
    exact = (sets.lo == 1) & (sets.hi == 1)
    least = np.bincount(sets.option[exact[sets.item]], minlength=sets.options).min(initial=sets.options)
    return int(exact.sum() // max(1, least))


def _rows(sets: Sets) -> np.ndarray:
    """Options of every set as bits; the number of sets is rounded up for the vectors."""
    rows = np.zeros((-(-len(sets.lo) // 8) * 8, (sets.options + 63) // 64), np.uint64)
    bit = np.uint64(1) << (sets.option & 63).astype(np.uint64)
    np.bitwise_or.at(rows, (sets.item, sets.option >> 6), bit)
    return rows
