"""MiniZinc: an array of Boolean variables, and a constraint per line.

    array[1..5] of var bool: x;
    constraint sum([x[1], x[2]]) = 1;
    solve satisfy;

Constraints that are no sums (automata, lines of blocks, connected areas) are written as clauses. The output
are the true variables of the projection; solutions with the same output count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zenkai_solver.models.constraints import (
    Clause,
    Constraint,
)
from zenkai_solver.models.csp import Model
from zenkai_solver.models.linear import linear_row
from zenkai_solver.solvers.engines.sat.cnf import Cnf, clauses
from zenkai_solver.solvers.export.names import words


def lines(model: Model, title: str) -> Iterator[str]:
    """The lines of the file. Raises Unsupported if a constraint needs too many clauses."""
    cnf = Cnf(model.size)
    body = [text for constraint in model.constraints for text in _texts(constraint, cnf)]
    yield f"% {title}"
    yield from (f"% x[{var}] = {words(model.names[var - 1])}" for var in model.projection)
    yield f"array[1..{cnf.top}] of var bool: x;"
    yield f"set of int: shown = {{{', '.join(map(str, model.projection))}}};"
    yield from (f"constraint {text};" for text in body)
    yield "solve satisfy;"
    yield 'output ["\\(i) " | i in shown where fix(x[i])] ++ ["\\n"];'


def _texts(constraint: Constraint, cnf: Cnf) -> Iterator[str]:
    if isinstance(constraint, Clause):
        yield _clause(constraint.lits)
    elif (row := linear_row(constraint)) is None:
        yield from map(_clause, clauses(constraint, cnf.fresh))
    else:
        total = _sum(row.weights, row.lits)
        bounds = [("=", row.lo)] if row.lo == row.hi else [(">=", row.lo), ("<=", row.hi)]
        yield from (f"{total} {sign} {bound}" for sign, bound in bounds if bound is not None)


def _literal(lit: int) -> str:
    return f"x[{lit}]" if lit > 0 else f"not x[{-lit}]"


def _clause(lits: Sequence[int]) -> str:
    return " \\/ ".join(map(_literal, lits)) or "false"


def _sum(weights: Sequence[int], lits: Sequence[int]) -> str:
    terms = (
        f"bool2int({_literal(lit)})" if weight == 1 else f"{weight} * bool2int({_literal(lit)})"
        for weight, lit in zip(weights, lits, strict=True)
    )
    return f"sum([{', '.join(terms)}])"
