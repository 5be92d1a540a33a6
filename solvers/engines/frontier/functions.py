"""Which auxiliary variables are functions of the projection: only then is an assignment a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zenkai_solver.models.constraints import Clause, ExactlyOne, Lit
from zenkai_solver.models.csp import Model

MOST = 12  # variables of the clauses that define one


def definitions(model: Model) -> dict[int, tuple[Clause, ...]] | None:
    """Of each auxiliary variable the clauses that make it a function of others, which come before it.

    None if some of them are not seen to be functions. A variable is one if its clauses, without its
    literals, cannot all be met: else both of its values would be possible (A. Padoa, 1901).
    """
    own: dict[int, list[Clause]] = {}
    waiting = set(range(1, model.size + 1)) - set(model.projection)
    for clause in _clauses(model):
        for var in {abs(lit) for lit in clause.lits} & waiting:
            own.setdefault(var, []).append(clause)
    found: dict[int, tuple[Clause, ...]] = {}
    fresh = sorted(waiting)
    while fresh:
        again: set[int] = set()
        for var in fresh:
            about = tuple(c for c in own.get(var, ()) if {abs(lit) for lit in c.lits} & waiting == {var})
            if about and _defines(var, about):
                found[var] = about
                waiting.remove(var)
                again.update(abs(lit) for c in own[var] for lit in c.lits)
        fresh = sorted(again & waiting)
    return None if waiting else found


def _clauses(model: Model) -> Iterable[Clause]:
    """Those of the model, and those that its ExactlyOnes imply, if they are short."""
    for constraint in model.constraints:
        if isinstance(constraint, Clause):
            yield constraint
        elif isinstance(constraint, ExactlyOne) and len(constraint.lits) <= MOST:
            lits = constraint.lits
            yield Clause(lits)
            yield from (Clause((-a, -b)) for i, a in enumerate(lits) for b in lits[:i])


def _defines(var: int, clauses: Sequence[Clause]) -> bool:
    rest = [tuple(lit for lit in c.lits if abs(lit) != var) for c in clauses if not _both(c.lits)]
    return not _satisfiable(rest)


def _both(lits: Sequence[Lit]) -> bool:
    return any(-lit in lits for lit in lits)


def _satisfiable(clauses: list[tuple[Lit, ...]]) -> bool:
    """By splitting, with unit clauses first: for a few clauses."""
    if not clauses:
        return True
    shortest = min(clauses, key=len)
    if not shortest:
        return False
    first = shortest[0]
    for lit in (first, -first)[: 1 if len(shortest) == 1 else 2]:
        left = [tuple(own for own in c if own != -lit) for c in clauses if lit not in c]
        if _satisfiable(left):
            return True
    return False
