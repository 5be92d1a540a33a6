"""XCSP3: an array of variables of 0 and 1, and sums.

    <array id="x" size="[5]"> 0 1 </array>
    <sum> <list> x[0] x[1] </list> <coeffs> 1 -1 </coeffs> <condition> (ge,0) </condition> </sum>

What is no sum (automata, lines of blocks, connected areas) is written as its clauses, and a clause as a sum.
Variable v of the model is x[v-1]; the decision variables are those of the projection: solutions that agree on
them are one. Source: Boussemart, Lecoutre, Audemard, Piette, XCSP3: an integrated format, 2016.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zenkai_solver.models.csp import (
    AtMostOne,
    BlockLine,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    Model,
    Regular,
    unknown,
)
from zenkai_solver.solvers.engines.sat.cnf import Cnf, clauses
from zenkai_solver.solvers.exchange.names import words


def lines(model: Model, title: str) -> Iterator[str]:
    """The lines of the file. Raises Unsupported where a constraint is too large for clauses."""
    cnf = Cnf(model.size)
    body = [text for constraint in model.constraints for text in _texts(constraint, cnf)]
    yield '<instance format="XCSP3" type="CSP">'
    yield f"<!-- {_comment(title)} -->"
    for var in model.projection:
        yield f"<!-- x[{var - 1}] = {_comment(words(model.names[var - 1]))} -->"
    yield f'<variables> <array id="x" size="[{max(1, cnf.top)}]"> 0 1 </array> </variables>'
    yield "<constraints>"
    yield from body
    yield "</constraints>"
    shown = " ".join(f"x[{var - 1}]" for var in model.projection)
    yield f"<annotations> <decision> {shown} </decision> </annotations>"
    yield "</instance>"


def _comment(text: str) -> str:
    """Two hyphens end a comment."""
    return text.replace("--", "- -")


def _texts(constraint: Constraint, cnf: Cnf) -> Iterator[str]:
    match constraint:
        case Clause(lits):
            yield _sum((1,) * len(lits), lits, "ge", 1)
        case ExactlyOne(lits):
            yield _sum((1,) * len(lits), lits, "eq", 1)
        case AtMostOne(lits):
            yield _sum((1,) * len(lits), lits, "le", 1)
        case Cardinality(lits, lo, hi):
            yield from _between((1,) * len(lits), lits, lo, hi)
        case Linear(weights, lits, lo, hi):
            yield from _between(weights, lits, lo, hi)
        case Regular() | BlockLine() | Connected():
            for lits in clauses(constraint, cnf.fresh):
                yield _sum((1,) * len(lits), tuple(lits), "ge", 1)
        case _:
            unknown(constraint)


def _between(weights: Sequence[int], lits: Sequence[Lit], lo: int, hi: int) -> Iterator[str]:
    if lo == hi:
        yield _sum(weights, lits, "eq", lo)
    else:
        yield _sum(weights, lits, "ge", lo)
        yield _sum(weights, lits, "le", hi)


def _sum(weights: Sequence[int], lits: Sequence[Lit], relation: str, bound: int) -> str:
    """A negated literal counts as 1 less its variable; no literals, as nothing of the first variable."""
    signed = [weight if lit > 0 else -weight for weight, lit in zip(weights, lits, strict=True)]
    bound -= sum(weight for weight, lit in zip(weights, lits, strict=True) if lit < 0)
    names = " ".join(f"x[{abs(lit) - 1}]" for lit in lits) or "x[0]"
    coeffs = " ".join(map(str, signed)) or "0"
    return (
        f"<sum> <list> {names} </list> <coeffs> {coeffs} </coeffs> "
        f"<condition> ({relation},{bound}) </condition> </sum>"
    )
