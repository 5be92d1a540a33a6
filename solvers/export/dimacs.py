"""DIMACS CNF with a projection, as model counters read it (Model Counting Competition).

    c t pmc                           the task: the number of projected models
    c zenkai v 17 = F R1C1 R1C2       the meaning of variable 17
    p cnf VARIABLES CLAUSES
    c p show 1 2 3 0                  the projection; ten variables per line
    1 -2 0                            clauses

Models that agree on the projection count as one solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.engines.sat.cnf import lower
from zenkai_solver.solvers.export.names import words

PAIRWISE = 12  # literals: wider at-most-ones get auxiliary variables: pento6x10 is a tenth as large then
PER_LINE = 10  # variables of the projection


def lines(
    model: Model, title: str, blocking: Sequence[Iterable[int]] = (), pairwise: int = PAIRWISE
) -> Iterator[str]:
    """The lines of the file; each of the `blocking` clauses excludes a known solution.

    An at-most-one of more than `pairwise` literals gets auxiliary variables, which hide from a counter how
    the parts of a cover hang together. Raises Unsupported if a constraint needs too many clauses.
    """
    cnf = lower(model, pairwise=pairwise)
    yield f"c {title}"
    yield "c t pmc"
    yield from (f"c zenkai v {var} = {words(model.names[var - 1])}" for var in model.projection)
    yield f"p cnf {cnf.top} {len(cnf.clauses) + len(blocking)}"
    for first in range(0, len(model.projection), PER_LINE):
        yield f"c p show {_literals(model.projection[first : first + PER_LINE])}"
    yield from map(_literals, cnf.clauses)
    if blocking:
        yield f"c zenkai {len(blocking)} solutions that are known already"
        yield from map(_literals, blocking)


def _literals(lits: Iterable[int]) -> str:
    return " ".join([*map(str, lits), "0"])
