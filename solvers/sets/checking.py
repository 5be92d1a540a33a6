"""Is every set of a diagram a solution of the instance? What can be seen without finding them all again.

A constraint that bounds a sum of variables holds in every set if the least and the greatest sum of the
diagram keep the bounds: one pass over the nodes for each. Where all constraints are such ones, and name the
variables of the diagram alone, this is proof. Of others, and where that would take too long, boards are held
against the rules: all where they are few, else some drawn at random. That no solution is missing cannot be
seen, but two signs of it: the instance expects another number, or a symmetry of the puzzle moves the set.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import numpy as np

from zenkai_solver.models.constraints import (
    Constraint,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.linear import LinearRow, linear_row
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.sets.compiled import CompiledSet, QueryError
from zenkai_solver.solvers.sets.counts import grouped

MOST_WORK = 1 << 31  # nodes times sums: some seconds
FEW, DRAWN = 256, 64  # boards that are all looked at; of more, so many
SEED = 20_250
WEIGHTY = 1 << 62  # sums below fit into 64 bits


def set_fault(compiled: CompiledSet, model: Model) -> str | None:
    """Why the set cannot be what its header says; None if nothing was found."""
    sums, rest = _sums(model.constraints, len(compiled.order))
    work = len(sums) * 2 * compiled.diagram.nodes
    proved = not rest and work <= MOST_WORK and not named_stages(compiled.puzzle)
    fault = _bounds_fault(compiled, sums) if proved and compiled.count else None
    return fault or _boards_fault(compiled, DRAWN if proved else FEW) or _whole_fault(compiled, model)


def _sums(constraints: Iterable[Constraint], size: int) -> tuple[list[LinearRow], bool]:
    """The constraints that are sums of the first variables, and whether there are others."""
    rows, others = [], False
    for constraint in constraints:
        one = linear_row(constraint)
        if one is None or any(abs(lit) > size for lit in one.lits) or sum(map(abs, one.weights)) >= WEIGHTY:
            others = True
        else:
            rows.append(one)
    return rows, others


def _bounds_fault(compiled: CompiledSet, sums: Iterable[LinearRow]) -> str | None:
    rank, diagram = compiled.rank, compiled.diagram
    for one in sums:
        weights = np.zeros(diagram.size + 2, np.int64)
        terms, always = one.over_variables()
        for var, weight in terms:
            weights[rank[var]] = weight
        high = diagram.heaviest(weights)[0] + always if one.hi is not None else 0
        low = always - diagram.heaviest(-weights)[0] if one.lo is not None else 0
        if (one.hi is not None and high > one.hi) or (one.lo is not None and low < one.lo):
            return "it has sets that are no solutions: a constraint of the instance does not hold in all"
    return None


def _boards_fault(compiled: CompiledSet, most: int) -> str | None:
    try:
        for number in _some(compiled.count, most):
            compiled.board(compiled.diagram.at(number))
    except QueryError as error:
        return str(error)
    return None


def _some(count: int, most: int) -> Iterator[int]:
    if count <= most:
        yield from range(count)
        return
    rng = random.Random(SEED)
    yield from (0, count - 1, *(rng.randrange(count) for _ in range(most)))


def _whole_fault(compiled: CompiledSet, model: Model) -> str | None:
    """What a set of all solutions cannot be."""
    if compiled.reason is not None:
        return None
    expected = compiled.instance.expect.get("all")
    if expected is not None and expected != compiled.count:
        return f"{grouped(compiled.count)} solutions, complete, but the instance expects {expected:,}"
    shares = compiled.diagram.shares[compiled.rank[1:]]
    for permutation in model.symmetries:
        if not np.array_equal(shares, shares[np.array(permutation, np.int64)[1:] - 1]):
            return "complete, but a symmetry of the puzzle moves it: solutions are missing"
    return None
