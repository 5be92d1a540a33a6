"""Is every set of a diagram a solution of the instance? What can be checked without finding them all again.

A constraint that bounds a sum of variables holds in every set if the least and the greatest sum over the
diagram are within the bounds: one pass over the nodes for each. Where all constraints are of this kind and
only name variables of the diagram, this is a proof. For other models, and where it would take too long,
boards are checked against the rules: all if they are few, else some drawn at random. Missing solutions are
noticed in two cases only: the instance expects another number, or a symmetry of the puzzle maps the set to
another one.
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
from zenkai_solver.solvers.sets.compiled import CompiledSet
from zenkai_solver.solvers.sets.counts import grouped
from zenkai_solver.solvers.sets.errors import QueryError

MOST_WORK = 1 << 31  # nodes times sums: some seconds
FEW, DRAWN = 256, 64  # boards that are checked where the sums prove nothing, and where they prove it
SEED = 20_250
WEIGHTY = 1 << 62  # sums below fit into 64 bits


def set_fault(compiled: CompiledSet, model: Model) -> str | None:
    """Why the set cannot be what its header says; None if nothing speaks against it."""
    sums, rest = _sums(model.constraints, len(compiled.order))
    work = len(sums) * 2 * compiled.diagram.nodes
    proved = not rest and work <= MOST_WORK and not named_stages(compiled.puzzle)
    fault = _bounds_fault(compiled, sums) if proved and compiled.count else None
    return fault or _boards_fault(compiled, DRAWN if proved else FEW) or _whole_fault(compiled, model)


def _sums(constraints: Iterable[Constraint], size: int) -> tuple[list[LinearRow], bool]:
    """The constraints that are sums of the first variables, and whether there are others."""
    rows, others = [], False
    for constraint in constraints:
        row = linear_row(constraint)
        if row is None or any(abs(lit) > size for lit in row.lits) or sum(map(abs, row.weights)) >= WEIGHTY:
            others = True
        else:
            rows.append(row)
    return rows, others


def _bounds_fault(compiled: CompiledSet, sums: Iterable[LinearRow]) -> str | None:
    rank, diagram = compiled.rank, compiled.diagram
    for row in sums:
        weights = np.zeros(diagram.size + 2, np.int64)
        terms, always = row.over_variables()
        for var, weight in terms:
            weights[rank[var]] = weight
        high = diagram.heaviest(weights)[0] + always if row.hi is not None else 0
        low = always - diagram.heaviest(-weights)[0] if row.lo is not None else 0
        if (row.hi is not None and high > row.hi) or (row.lo is not None and low < row.lo):
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
    """The numbers of the boards to check: all, or the first, the last and `most` drawn at random."""
    if count <= most:
        yield from range(count)
        return
    rng = random.Random(SEED)
    yield from (0, count - 1, *(rng.randrange(count) for _ in range(most)))


def _whole_fault(compiled: CompiledSet, model: Model) -> str | None:
    """Why a set that is said to be complete cannot be so."""
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
