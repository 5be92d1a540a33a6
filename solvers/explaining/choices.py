"""A rule that says what follows from each of some options, of which axioms allow one: how a piece is moved.

What one option shows is found by unit propagation in the clauses with that option; what all that are left
show follows. Complete where these clauses have two more literals at most that are open, each in few of them:
what the axioms say of several cells at once is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint, ExactlyOne, Lit

FEW = 40  # options: where there are more, the axioms are not asked what follows from each
Clauses = Sequence[tuple[Lit, ...]]


@dataclass(frozen=True)
class Choice:
    """`then`: of each option the clauses that hold if it is true; `exact`: one of them is; `close`: are facts
    consistent with the axioms, and what follows from both?
    """

    then: Mapping[int, Clauses]
    exact: bool
    close: Callable[[Iterable[Lit]], tuple[bool, Collection[Lit]]]

    def __call__(self, known: set[Lit]) -> list[Lit] | None:
        shown = {option: _shown(self.then[option], known) for option in self.then if -option not in known}
        if sum(lits is not None for lits in shown.values()) <= FEW:
            shown = {option: self._closed(known, option, lits) for option, lits in shown.items()}
        alive = {option: lits for option, lits in shown.items() if lits is not None}
        if not alive and (self.exact or any(option in known for option in shown)):
            return None
        found = [-option for option, lits in shown.items() if lits is None]
        chosen = [option for option in alive if option in known]
        if chosen:
            found += alive[chosen[0]]
        elif self.exact:
            found += set.intersection(*alive.values())
            found += alive if len(alive) == 1 else ()
        return sorted(set(found))

    def _closed(self, known: set[Lit], option: int, lits: set[Lit] | None) -> set[Lit] | None:
        """With what the axioms add."""
        good, found = (False, list[Lit]()) if lits is None else self.close([*known, option, *lits])
        return set(found) - known - {option} if good else None


def _shown(clauses: Clauses, known: set[Lit]) -> set[Lit] | None:
    """What follows from the clauses and what is known; None if they clash."""
    found: set[Lit] = set()
    before = -1
    while len(found) > before:
        before = len(found)
        for clause in clauses:
            if any(lit in known or lit in found for lit in clause):
                continue
            left = [lit for lit in clause if -lit not in known and -lit not in found]
            if not left:
                return None
            if len(left) == 1:
                found.add(left[0])
    return found


def choices(axioms: Iterable[Constraint]) -> dict[int, Constraint]:
    """For each variable the last axiom by which one of some variables is true."""
    return {lit: own for own in axioms if isinstance(own, ExactlyOne | AtMostOne) for lit in own.lits}


def choice(
    parts: Sequence[Constraint],
    of: Mapping[int, Constraint],
    close: Callable[[Iterable[Lit]], tuple[bool, Collection[Lit]]],
) -> Choice | None:
    """None if the rule is not such a one."""
    clauses = [part.lits for part in parts if isinstance(part, Clause)]
    if len(clauses) < len(parts) or not clauses:
        return None
    own = next((of[-lit] for lit in clauses[0] if -lit in of), None)
    if not isinstance(own, ExactlyOne | AtMostOne):
        return None
    options = set(own.lits)
    then: dict[int, list[tuple[Lit, ...]]] = {option: [] for option in own.lits}
    for lits in clauses:
        named = [-lit for lit in lits if -lit in options]
        if len(named) != 1 or not options.isdisjoint(lits):
            return None
        then[named[0]].append(tuple(lit for lit in lits if -lit != named[0]))
    return Choice(then, isinstance(own, ExactlyOne), close)
