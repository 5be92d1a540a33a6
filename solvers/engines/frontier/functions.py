"""Which auxiliary variables are functions of the projection: only then is an assignment a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zenkai_solver.models.constraints import Clause, ExactlyOne, Lit
from zenkai_solver.models.csp import Model

MOST = 12  # variables of the clauses that define one


def definitions(model: Model) -> dict[int, tuple[Clause, ...]] | None:
    """For each auxiliary variable the clauses that make it a function of others, which come before it.

    None if some are not seen to be functions. A variable is a function if its clauses, without its literals,
    cannot all be satisfied: else both of its values would be possible (A. Padoa, 1901).
    """
    clauses_of: dict[int, list[Clause]] = {}
    waiting = set(range(1, model.size + 1)) - set(model.projection)
    for clause in _clauses(model):
        for var in {abs(lit) for lit in clause.lits} & waiting:
            clauses_of.setdefault(var, []).append(clause)
    defined: dict[int, tuple[Clause, ...]] = {}
    fresh = sorted(waiting)
    while fresh:
        again: set[int] = set()
        for var in fresh:
            about = tuple(
                c for c in clauses_of.get(var, ()) if {abs(lit) for lit in c.lits} & waiting == {var}
            )
            if about and _defines(var, about):
                defined[var] = _fewest(var, about)
                waiting.remove(var)
                again.update(abs(lit) for c in clauses_of[var] for lit in c.lits)
        fresh = sorted(again & waiting)
    return None if waiting else defined


def _clauses(model: Model) -> Iterable[Clause]:
    """The clauses of the model, and those of its short ExactlyOnes."""
    for constraint in model.constraints:
        if isinstance(constraint, Clause):
            yield constraint
        elif isinstance(constraint, ExactlyOne) and len(constraint.lits) <= MOST:
            lits = constraint.lits
            yield Clause(lits)
            yield from (Clause((-a, -b)) for i, a in enumerate(lits) for b in lits[:i])


def _defines(var: int, clauses: Sequence[Clause]) -> bool:
    """Do the clauses make the variable a function of the others?"""
    rest = [tuple(lit for lit in c.lits if abs(lit) != var) for c in clauses if not _both(c.lits)]
    return not _satisfiable(rest)


def _fewest(var: int, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Of clauses that define the variable such that none can be spared; the longest ones go first.

    So the variable can be read as soon as what defines it is, and does not wait for other constraints on it.
    """
    kept = sorted(clauses, key=lambda clause: len(clause.lits))
    for clause in reversed(tuple(kept)):
        fewer = [other for other in kept if other is not clause]
        if fewer and _defines(var, fewer):
            kept = fewer
    return tuple(kept)


def _both(lits: Sequence[Lit]) -> bool:
    return any(-lit in lits for lit in lits)


def _satisfiable(clauses: list[tuple[Lit, ...]]) -> bool:
    """By branching on a literal of a shortest clause: for a few clauses."""
    if not clauses:
        return True
    shortest = min(clauses, key=len)
    if not shortest:
        return False
    first = shortest[0]
    for lit in (first, -first)[: 1 if len(shortest) == 1 else 2]:
        left = [tuple(other for other in c if other != -lit) for c in clauses if lit not in c]
        if _satisfiable(left):
            return True
    return False
