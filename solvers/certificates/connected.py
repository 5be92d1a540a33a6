"""Connected areas as clauses, by separators.

If a set of cells separates two other cells, and both of these are in a connected area, then so is a cell of
the set: this is a clause, called a cut here. All cuts together are equivalent to connectedness. A few are
enough if they exclude every solution of the rest of the model whose areas are not connected; to find them the
solutions of the model without its areas are listed, unless there are many.
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
from zenkai_solver.solvers.certificates.writing import CertificateTooLarge
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend

MOST_LISTED = 1 << 16  # solutions of the model without its areas

Near = Sequence[AbstractSet[int]]  # the neighbours of each node of a graph
Cut = tuple[int, int, list[int]]  # two nodes, and a set of nodes that separates them
Cuts = Sequence[tuple[int, int, int, list[int]]]  # of a model: the number of the area, and a cut of it


def areas(model: Model) -> list[Connected]:
    """The constraints that an area is connected; their places in this list are the numbers of areas."""
    return [constraint for constraint in model.constraints if isinstance(constraint, Connected)]


def parted(model: Model, cuts_made: Cuts) -> Model:
    """The model with these cuts as clauses in place of its areas: a relaxation.

    Raises ValueError for a set that does not separate its nodes: the clause would not follow.
    """
    clauses, every = [], areas(model)
    for number, a, b, between in cuts_made:
        lits = every[number].lits
        near = adjacency(len(lits), every[number].edges)
        beyond = _parts(set(range(len(lits))) - set(between), near)
        if not (number >= 0 and min(a, b, *between) >= 0 and _separated(a, b, beyond)):
            raise ValueError(f"nodes {between} do not part {a} and {b} of area {number}")
        clauses.append(Clause((-lits[a], -lits[b], *(lits[n] for n in between))))
    loose = _without_areas(model)
    return replace(loose, constraints=(*loose.constraints, *dict.fromkeys(clauses)))


def _separated(a: int, b: int, parts: Sequence[AbstractSet[int]]) -> bool:
    """Are the nodes in two different parts?"""
    return any(a in part and b not in part for part in parts) and any(b in part for part in parts)


def cuts_of(model: Model, deadline: Deadline = NEVER) -> Cuts:
    """Cuts that exclude every solution of the rest of the model whose areas are not connected.

    Raises Unsupported, CertificateTooLarge, Interrupted.
    """
    named = {abs(lit) for area in areas(model) for lit in area.lits}
    true = _listed(_without_areas(model), named, deadline)
    numbered = []
    for number, area in enumerate(areas(model)):
        inside = true[:, list(map(abs, area.lits))] == (np.array(area.lits, np.int64) > 0)
        near = adjacency(len(area.lits), area.edges)
        numbered += [(number, int(a), int(b), [*map(int, between)]) for a, b, between in cuts(inside, near)]
    return numbered


def _without_areas(model: Model) -> Model:
    kept = tuple(constraint for constraint in model.constraints if not isinstance(constraint, Connected))
    return replace(model, constraints=kept, origins=())


def _listed(model: Model, named: AbstractSet[int], deadline: Deadline) -> np.ndarray:
    """The solutions of the model, as bool[solution, variable]; variables that are not named may be wrong.

    Raises Unsupported, CertificateTooLarge, Interrupted.
    """
    relaxed, blocks, number = counted(model, named), [np.zeros((0, model.size + 1), bool)], 0
    for rows, _ in ExactCoverBackend().open(relaxed.model).batches((), deadline):
        true = np.zeros((len(rows), len(relaxed.kept) + 1), bool)
        np.put_along_axis(true, rows.astype(np.int64), True, axis=1)
        fits = np.all([np.ones(len(rows), bool), *(_holds(total, true) for total in relaxed.sums)], axis=0)
        whole = np.zeros((int(fits.sum()), model.size + 1), bool)
        whole[:, list(relaxed.kept)] = true[fits, 1:]
        blocks.append(whole)
        if (number := number + len(rows)) > MOST_LISTED:
            raise CertificateTooLarge
    every = np.concatenate(blocks)
    for var, some in relaxed.by.items():
        every[:, var] = every[:, list(some)].any(axis=1)
    return every


def _holds(bounded: Sum, true: np.ndarray) -> np.ndarray:
    """bool[solution]: is the sum within its bounds?"""
    variables, weights = zip(*bounded.weights, strict=True)
    total = true[:, list(variables)] @ np.array(weights, np.int64)
    return (bounded.lo <= total) & (total <= bounded.hi)


def cuts(inside: np.ndarray, near: Near) -> Iterator[Cut]:
    """A few cuts, chosen greedily, of which each pattern that is not connected violates one.

    `inside`: bool[pattern, node]. A pattern violates a cut if it has both nodes, and none of the set between.
    """
    patterns = np.unique(np.packbits(inside, axis=1), axis=0)
    left = np.unpackbits(patterns, axis=1, count=inside.shape[1]).astype(bool)
    left = left[[len(_parts(_nodes(row), near)) > 1 for row in left]]
    while len(left):
        broken = {}
        for a, b, between in _violated(_nodes(left[0]), near):
            broken[a, b, tuple(between)] = left[:, a] & left[:, b] & ~left[:, between].any(axis=1)
        a, b, some = max(broken, key=lambda cut: (int(broken[cut].sum()), cut))
        yield a, b, [*some]
        left = left[~broken[a, b, some]]


def _nodes(row: np.ndarray) -> set[int]:
    return set(np.flatnonzero(row).tolist())


def _violated(inside: AbstractSet[int], near: Near) -> Iterator[Cut]:
    """Cuts that the pattern violates: for two of its components, neighbours of one that face the other."""
    for part in _parts(inside, near):
        around = set().union(*(near[n] for n in part)) - part
        beyond = _parts(set(range(len(near))) - around, near)
        for a in part:
            for b in inside - part:
                far = next(component for component in beyond if b in component)
                yield a, b, sorted(n for n in around if not far.isdisjoint(near[n]))


def _parts(nodes: Iterable[int], near: Near) -> list[set[int]]:
    """The connected components of these nodes."""
    return [set(part) for part in components(nodes, near.__getitem__)]
