"""What an argument needs of the rules and facts that it could use, and assignments that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.scopes import Scope


@dataclass(frozen=True)
class Argument:
    """Rules and facts from which something follows. `without`: for each rule, then for each fact, the true
    variables, as a bit set, of an assignment that satisfies the axioms and all the others, but not all that
    follows.
    """

    rules: tuple[int, ...]
    facts: tuple[Lit, ...]
    without: tuple[int, ...]


def minimal(
    scope: Scope, rules: Iterable[int], facts: Iterable[Lit], follows: Sequence[Lit]
) -> Argument | None:
    """A deletion-minimal argument for the conjunction `follows`, () being a clash, of these rules and facts
    with the axioms; None if it does not follow from them. The scope knows what follows. Raises Interrupted.

    Rules are left out first, then facts in ascending order: what is so is easier to see than what is not.
    """
    oracle, selectors, assumed = scope.oracle, scope.selectors(rules), scope.assumed(sorted(facts))
    with oracle.denied([*scope.assumed(follows)]) as denied:
        if oracle.fits((), (*selectors, *assumed, *denied)):
            return None
        left, without = _used(oracle, (*selectors, *assumed)), dict[Lit, int]()
        while len(without) < len(left):
            member = next(lit for lit in left if lit not in without)
            others = [lit for lit in left if lit != member]
            if oracle.fits((), (*others, *denied)):
                without[member] = scope.true()
            else:
                left = _used(oracle, others)
    return Argument(
        tuple(selectors[lit] for lit in left if lit in selectors),
        tuple(assumed[lit] for lit in left if lit in assumed),
        tuple(without[lit] for lit in left),
    )


def _used(oracle: Oracle, lits: Iterable[Lit]) -> list[Lit]:
    """Those of the literals, in their order, that are in the unsatisfiable core that was found."""
    core = set(oracle.core_lits)
    return [lit for lit in lits if lit in core]
