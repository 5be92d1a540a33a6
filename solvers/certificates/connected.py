"""Areas that are connected, as clauses.

Where two cells are parted by others, some of these are in the area if both are: that is a clause, and follows
from the area being connected. All such clauses together say no less; but a few of them will do, as soon as
they leave no solution whose areas are not connected. To find these the solutions of the model without its
areas are listed, unless there are many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from zenkai_solver.models.classes import adjacency, components
from zenkai_solver.models.constraints import Clause, Connected
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.certificates.counted import Sum, counted
from zenkai_solver.solvers.certificates.writing import TooLarge
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend

MOST_LISTED = 1 << 16  # solutions of the model without its areas

Near = Sequence[AbstractSet[int]]  # of each node of a graph its neighbours
Cut = tuple[int, int, list[int]]  # two nodes, and those that part them
Cuts = Sequence[tuple[int, int, int, list[int]]]  # of a model: the number of the area, and a cut of it


def areas(model: Model) -> list[Connected]:
    return [constraint for constraint in model.constraints if isinstance(constraint, Connected)]


def parted(model: Model, own: Cuts) -> Model:
    """With clauses of these cuts in place of areas: all solutions, and perhaps others.

    Raises ValueError where a cut is none, so that its clause would not follow.
    """
    clauses, every = [], areas(model)
    for number, a, b, between in own:
        lits = every[number].lits
        near = adjacency(len(lits), every[number].edges)
        beyond = _parts(set(range(len(lits))) - set(between), near)
        if not (number >= 0 and min(a, b, *between) >= 0 and _away(a, b, beyond)):
            raise ValueError(f"nodes {between} do not part {a} and {b} of area {number}")
        clauses.append(Clause((-lits[a], -lits[b], *(lits[n] for n in between))))
    loose = _without_areas(model)
    return replace(loose, constraints=(*loose.constraints, *dict.fromkeys(clauses)))


def _away(a: int, b: int, parts: Sequence[AbstractSet[int]]) -> bool:
    """Are they nodes in two of the parts?"""
    return any(a in own and b not in own for own in parts) and any(b in own for own in parts)


def cuts_of(model: Model, deadline: Deadline = NEVER) -> Cuts:
    """As many as leave no solution whose areas are not connected.

    Raises Unsupported, TooLarge, Interrupted.
    """
    named = {abs(lit) for area in areas(model) for lit in area.lits}
    true = _listed(_without_areas(model), named, deadline)
    found = []
    for number, area in enumerate(areas(model)):
        inside = true[:, list(map(abs, area.lits))] == (np.array(area.lits, np.int64) > 0)
        near = adjacency(len(area.lits), area.edges)
        found += [(number, int(a), int(b), [*map(int, own)]) for a, b, own in cuts(inside, near)]
    return found


def _without_areas(model: Model) -> Model:
    own = tuple(constraint for constraint in model.constraints if not isinstance(constraint, Connected))
    return replace(model, constraints=own, said=())


def _listed(model: Model, named: AbstractSet[int], deadline: Deadline) -> np.ndarray:
    """Of each solution whether variables are true, at least those that are named: bool[solution, variable].

    Raises Unsupported, TooLarge, Interrupted.
    """
    own, found, number = counted(model, named), [np.zeros((0, model.size + 1), bool)], 0
    for rows, _ in ExactCoverBackend().open(own.model).batches((), deadline):
        true = np.zeros((len(rows), len(own.kept) + 1), bool)
        np.put_along_axis(true, rows.astype(np.int64), True, axis=1)
        fits = np.all([np.ones(len(rows), bool), *(_holds(one, true) for one in own.sums)], axis=0)
        whole = np.zeros((int(fits.sum()), model.size + 1), bool)
        whole[:, list(own.kept)] = true[fits, 1:]
        found.append(whole)
        if (number := number + len(rows)) > MOST_LISTED:
            raise TooLarge
    every = np.concatenate(found)
    for var, some in own.by.items():
        every[:, var] = every[:, list(some)].any(axis=1)
    return every


def _holds(one: Sum, true: np.ndarray) -> np.ndarray:
    variables, weights = zip(*one.weights, strict=True)
    found = true[:, list(variables)] @ np.array(weights, np.int64)
    return (one.lo <= found) & (found <= one.hi)


def cuts(inside: np.ndarray, near: Near) -> Iterator[Cut]:
    """A few, one of which is broken by each pattern that is not connected.

    `inside`: bool[pattern, node]. Broken is a cut with both nodes inside, and none that parts them.
    """
    patterns = np.unique(np.packbits(inside, axis=1), axis=0)
    left = np.unpackbits(patterns, axis=1, count=inside.shape[1]).astype(bool)
    left = left[[len(_parts(_nodes(row), near)) > 1 for row in left]]
    while len(left):
        broken = {}
        for a, b, between in _parting(_nodes(left[0]), near):
            broken[a, b, tuple(between)] = left[:, a] & left[:, b] & ~left[:, between].any(axis=1)
        a, b, some = max(broken, key=lambda cut: (int(broken[cut].sum()), cut))
        yield a, b, [*some]
        left = left[~broken[a, b, some]]


def _nodes(row: np.ndarray) -> set[int]:
    return set(np.flatnonzero(row).tolist())


def _parting(inside: AbstractSet[int], near: Near) -> Iterator[Cut]:
    """All that the pattern breaks, of the nodes around one of its parts."""
    for part in _parts(inside, near):
        around = set().union(*(near[n] for n in part)) - part
        beyond = _parts(set(range(len(near))) - around, near)
        for a in part:
            for b in inside - part:
                far = next(own for own in beyond if b in own)
                yield a, b, sorted(n for n in around if not far.isdisjoint(near[n]))


def _parts(nodes: Iterable[int], near: Near) -> list[set[int]]:
    """The connected components of these nodes."""
    return [set(part) for part in components(nodes, near.__getitem__)]
