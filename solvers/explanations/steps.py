"""Steps of an explanation: what one step is, and what is known before and after it.

    rule      what one rule and the known facts imply, by propagators that miss nothing
    rules     what two or three connected rules imply: they share a cell or an open variable
    chain     a chain of implications from the negated conclusion to a place where no option is left
    subset    what a small set of rules implies that is deletion-minimal
    case      assume the negation, and derive a contradiction step by step

They are tried in this order: one rule, by singles; what all options that are left at a place exclude; one
rule with sets of 2, of 3 and of more cells or values; chains, short ones first; two and three rules; subsets;
cases.

A step is *least* if no smaller set of rules implies anything new (a subset: implies the same), *minimal* if
none of its rules and facts can be left out, *found* if it is only known to be valid. Facts that follow from
the axioms by unit propagation are known without a step.
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
    """The rules, the facts `because` and the axioms imply the facts `follows`; () is a contradiction.

    A case split assumes the negation of what follows, and `nested` are the steps from there to a
    contradiction. `size` is 1 for singles, else the number of cells or values in the sets, the number of
    places of a chain, or the number of rules. `without` is () or proves that nothing can be left out: see
    `subsets.Premises`.
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
    """From the givens `start` the steps lead to every fact that all solutions share; the variables of
    `open` facts differ between solutions.
    """

    start: tuple[Lit, ...]
    steps: tuple[SolvingStep, ...]
    open: int


class NoSolution(Unsupported):
    """The puzzle has no solution that steps could lead to."""


def case(fact: Lit, nested: tuple[SolvingStep, ...]) -> SolvingStep:
    """The case split that shows the fact: the nested steps lead from its negation to a contradiction."""
    inside = {-fact, *(lit for step in nested for lit in step.follows)}
    because = dict.fromkeys(lit for step in nested for lit in step.because if lit not in inside)
    rules = sorted({rule for step in nested for rule in step.rules})
    return SolvingStep("case", tuple(rules), tuple(because), (fact,), "found", nested)


def needed_steps(steps: Sequence[SolvingStep]) -> tuple[SolvingStep, ...]:
    """The steps on which the last one, a contradiction, depends."""
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
    """What is known at some point of an explanation, closed under unit propagation in the axioms.

    `basis` are a few facts that imply all the others; `open` the variables of facts that are not known;
    `good` is False where unit propagation finds a contradiction. `wanted` are the facts that steps may lead
    to; None: any.
    """

    def __init__(self, oracle: Oracle, basis: Iterable[Lit], wanted: frozenset[Lit] | None = None) -> None:
        self.oracle, self.wanted = oracle, wanted
        self.basis = list(dict.fromkeys(basis))
        self.good, propagated = oracle.propagated(self.basis)
        self.known: set[Lit] = set(propagated)
        self.open = oracle.theory.facts.keys() - set(map(abs, propagated))

    def learn(self, lits: Sequence[Lit], shorten: bool = True) -> set[int]:
        """Add facts; the variables that become known by that. `shorten`: negative facts that the positive
        ones of the basis imply are left out of it.
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
