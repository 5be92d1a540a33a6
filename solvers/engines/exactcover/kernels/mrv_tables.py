"""The tables of an MRV search: what is left of a problem when all that is forced at its root is done."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zenkai_solver.solvers.engines.exactcover.kernels.mrv_sets import Sets, cells_of, residue, root, sets_of
from zenkai_solver.solvers.engines.exactcover.kernels.problem import Problem

FIXED, DEAD = -1, -2  # options settled at the root


class Tables(NamedTuple):
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


EMPTY = Problem(0, 0, [])


def sample() -> Tables:
    """Tables of a problem without options: of the types that all tables have."""
    x = cells_of(sets_of(EMPTY))
    none = np.zeros(0, np.int32)
    return Tables(0, x.first, x.item, x.owner, x.begin, x.need, x.room, none, none, none, True, 0, 0)


def compile_tables(problem: Problem) -> Tables:
    """Tables for a search. Raises ValueError for what is no problem."""
    sets = sets_of(problem)
    after = root(sets)
    rest, old, counted = residue(sets, after)
    fixed, place = _places(len(problem.options), after.left, after.chosen, old)
    name = np.concatenate([np.arange(len(problem.options)), ~sets.free])[old].astype(np.int32)
    x, height = cells_of(rest), _height(rest)
    return Tables(
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
