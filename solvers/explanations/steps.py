"""The steps of an explanation, and what is known before and after each.

A step states that some rules and known facts imply new facts. Its level is one of these:

    rule      one rule, by a propagator
    rules     two or three connected rules, which share a cell or an open variable
    chain     a chain of implications from the negated conclusion to a place where no option is left
    subset    a deletion-minimal set of rules
    case      the negation is assumed, and a contradiction derived step by step

They are tried in this order: one rule, by singles; what all options that are left at a place exclude; one
rule with sets of 2, of 3 and of more cells or values; chains, short ones first; two and three rules; subsets;
cases.

The claim of a step is *least* if no smaller set of rules implies anything new (a subset: implies the same),
*minimal* if none of its rules and facts can be left out, *found* if it is only known to be valid. Facts that
follow from the axioms by unit propagation are known without a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.explanations.oracle import Oracle

Level = Literal["rule", "rules", "chain", "subset", "case"]
Claim = Literal["least", "minimal", "found"]


@dataclass(frozen=True)
class SolvingStep:
    """The rules, the facts `because` and the axioms imply the facts `follows`, () being a contradiction.

    A case split assumes the negation of what follows, and `nested` are the steps from there to a
    contradiction. `size` is 1 for singles, else the number of cells or values in the sets, of places of a
    chain, or of rules. `without`, if not (), proves that nothing can be left out: see `reasons.Premises`.
    """

    level: Level
    rules: tuple[int, ...]
    because: tuple[Lit, ...]
    follows: tuple[Lit, ...]
    claim: Claim
    nested: tuple[SolvingStep, ...] = ()
    size: int = 1
    without: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Explanation:
    """Steps from the facts of the givens, `start`, to all facts that the solutions have in common; the number
    of facts that differ between solutions is `open`.
    """

    start: tuple[Lit, ...]
    steps: tuple[SolvingStep, ...]
    open: int


class NoSolution(Unsupported):
    """The puzzle has no solution, so that there are no steps to one."""


def case(fact: Lit, nested: tuple[SolvingStep, ...]) -> SolvingStep:
    """The case split that proves the fact: the nested steps lead from its negation to a contradiction."""
    inside = {-fact, *(lit for step in nested for lit in step.follows)}
    because = dict.fromkeys(lit for step in nested for lit in step.because if lit not in inside)
    rules = sorted({rule for step in nested for rule in step.rules})
    return SolvingStep("case", tuple(rules), tuple(because), (fact,), "found", nested)


def needed_steps(steps: Sequence[SolvingStep]) -> tuple[SolvingStep, ...]:
    """The last step, such as a contradiction, with those on which it depends."""
    needed, kept = set(steps[-1].because), [steps[-1]]
    for step in reversed(steps[:-1]):
        if needed.intersection(step.follows):
            kept.append(step)
            needed.update(step.because)
    return tuple(reversed(kept))


def closed(oracle: Oracle, lits: Iterable[Lit]) -> frozenset[Lit]:
    """The facts with all that follow from them and the axioms by unit propagation."""
    return oracle.propagated(lits)[1]


class KnownFacts:
    """The facts known at some point of an explanation, closed under unit propagation in the axioms.

    `basis`: some of them that imply the others; `open`: the variables of facts that are not known; `good`:
    False if unit propagation finds a contradiction; `wanted`: the facts that steps may conclude, None for
    all.
    """

    def __init__(self, oracle: Oracle, basis: Iterable[Lit], wanted: frozenset[Lit] | None = None) -> None:
        self.oracle, self.wanted = oracle, wanted
        self.basis = list(dict.fromkeys(basis))
        self.good, propagated = oracle.propagated(self.basis)
        self.known: set[Lit] = set(propagated)
        self.open = oracle.theory.facts.keys() - set(map(abs, propagated))

    def learn(self, lits: Sequence[Lit], shorten: bool = True) -> set[int]:
        """Add facts; returns the variables that become known. `shorten`: remove from the basis the negative
        facts that its positive ones imply.
        """
        before = self.known
        self.basis += lits
        self.good, propagated = self.oracle.propagated(self.basis)
        self.known = set(propagated)
        if shorten and self.oracle.theory.axioms:
            true = [lit for lit in self.basis if lit > 0]
            implied = self.oracle.propagated(true)[1]
            self.basis = true + [lit for lit in self.basis if lit < 0 and lit not in implied]
        new = {abs(lit) for lit in self.known - before}
        self.open -= new
        return new
