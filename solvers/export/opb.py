"""OPB: linear constraints over 0-1 variables, as pseudo-Boolean solvers read them (PB competition).

    * #variable= 5 #constraint= 3 #equal= 1 intsize= 3
    * x17 = F R1C1 R1C2
    * zenkai show x1 x2                 the projection, where there are other variables; ten per line
    +1 x1 +1 x2 = 1 ;
    +2 x1 -3 x2 >= -1 ;

Counts and sums are written as such; other constraints (automata, lines of blocks, connected areas) as
clauses. A negative literal is 1 minus its variable. OPB cannot state a projection, hence the comment:
assignments that agree on it count as one solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from zenkai_solver.models.constraints import (
    Constraint,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.linear import LinearRow, Terms, linear_row
from zenkai_solver.solvers.engines.sat.cnf import Cnf, clauses
from zenkai_solver.solvers.export.names import words

PER_LINE = 10  # variables of the projection


@dataclass(frozen=True)
class OpbRow:
    """The sum of weight times variable is at least, or equal to, the bound."""

    terms: Terms
    sign: Literal[">=", "="]
    bound: int

    def __str__(self) -> str:
        terms = " ".join(f"{weight:+d} x{var}" for var, weight in self.terms)
        return f"{terms} {self.sign} {self.bound} ;"

    @property
    def size(self) -> int:
        """The number of bits of the sum of all absolute values, for `intsize`."""
        return (sum(abs(weight) for _, weight in self.terms) + abs(self.bound)).bit_length()


def lines(model: Model, title: str, blocking: Sequence[Iterable[int]] = ()) -> Iterator[str]:
    """The lines of the file; each of the `blocking` clauses excludes a known solution.

    Raises Unsupported if a constraint needs too many clauses.
    """
    cnf = Cnf(max(1, model.size))
    rows = [row for constraint in model.constraints for row in _rows(constraint, cnf)]
    known = [row for lits in blocking for row in _of_clause(tuple(lits))]
    every = [*rows, *known]
    equal, size = sum(row.sign == "=" for row in every), max((row.size for row in every), default=1)
    yield f"* #variable= {cnf.top} #constraint= {len(every)} #equal= {equal} intsize= {size}"
    yield f"* {title}"
    yield from (f"* x{var} = {words(model.names[var - 1])}" for var in model.projection)
    if cnf.top > len(model.projection) > 0:
        for first in range(0, len(model.projection), PER_LINE):
            yield " ".join(["* zenkai show", *(f"x{v}" for v in model.projection[first : first + PER_LINE])])
    yield from map(str, rows)
    if known:
        yield f"* {len(known)} solutions that are known already"
        yield from map(str, known)


def _rows(constraint: Constraint, cnf: Cnf) -> Iterator[OpbRow]:
    if (row := linear_row(constraint)) is not None:
        yield from _of_row(row)
    else:
        for clause in clauses(constraint, cnf.fresh):
            yield from _of_clause(clause)


def _of_clause(lits: Sequence[int]) -> Iterator[OpbRow]:
    return _of_row(LinearRow((1,) * len(lits), lits, 1, None))


def _of_row(row: LinearRow) -> Iterator[OpbRow]:
    terms, constant = row.over_variables()
    if row.lo is not None and row.lo == row.hi:
        yield from _row(terms, "=", row.lo - constant)
        return
    if row.lo is not None:
        yield from _row(terms, ">=", row.lo - constant)
    if row.hi is not None:
        yield from _row(tuple((var, -weight) for var, weight in terms), ">=", constant - row.hi)


def _row(terms: Terms, sign: Literal[">=", "="], bound: int) -> Iterator[OpbRow]:
    """The row, unless it is trivial; an unsatisfiable row without terms becomes x1 >= 2."""
    least = sum(weight for _, weight in terms if weight < 0)
    if sign == ">=" and least >= bound:
        return
    if terms:
        yield OpbRow(terms, sign, bound)
    elif bound:
        yield OpbRow(((1, 1),), ">=", 2)
