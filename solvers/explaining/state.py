"""What is known at some point of an argument."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.oracle import Oracle


def closed(oracle: Oracle, lits: Iterable[Lit]) -> frozenset[Lit]:
    """The facts, and those that the axioms give from them."""
    return oracle.propagated(lits)[1]


class State:
    """What is known, closed under the axioms, and the few facts from which the axioms give the rest.

    `open` are the facts, as variables, that are not known. `wanted` are those that steps may lead to; None
    where something is supposed, and all may be shown.
    """

    def __init__(self, oracle: Oracle, basis: Iterable[Lit], wanted: frozenset[Lit] | None = None) -> None:
        self.oracle, self.wanted = oracle, wanted
        self.basis = list(dict.fromkeys(basis))
        self.good, found = oracle.propagated(self.basis)
        self.known: set[Lit] = set(found)
        self.open = oracle.theory.facts.keys() - set(map(abs, found))

    def learn(self, lits: Sequence[Lit], shorten: bool = True) -> set[int]:
        """Add facts; the variables that were open before and are not now."""
        before = self.known
        self.basis += lits
        self.good, found = self.oracle.propagated(self.basis)
        self.known = set(found)
        if shorten:
            self._shorten()
        new = {abs(lit) for lit in self.known - before}
        self.open -= new
        return new

    def _shorten(self) -> None:
        """Leave out of the basis what the true facts in it give already."""
        if not self.oracle.theory.axioms:
            return
        true = [lit for lit in self.basis if lit > 0]
        given = self.oracle.propagated(true)[1]
        self.basis = true + [lit for lit in self.basis if lit < 0 and lit not in given]
