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
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.paths import ChainPath

Level = Literal["rule", "rules", "chain", "subset", "case"]
Claim = Literal["least", "minimal", "found"]


@dataclass(frozen=True)
class SolvingStep:
    """The rules, the facts `because` and the axioms imply the facts `follows`, () being a contradiction.

    A case split assumes the negation of what follows, and `nested` are the steps from there to a
    contradiction. `size` is 1 for singles, else the number of cells or values in the sets, of places of a
    chain, or of rules. `without`, if not (), proves that nothing can be left out: see `reasons.Premises`.
    `ways`: of a chain, those to its conclusions, which may use more of what is known.
    """

    level: Level
    rules: tuple[int, ...]
    because: tuple[Lit, ...]
    follows: tuple[Lit, ...]
    claim: Claim
    nested: tuple[SolvingStep, ...] = ()
    size: int = 1
    without: tuple[int, ...] = field(default=(), compare=False, repr=False)
    ways: tuple[ChainPath, ...] = field(default=(), compare=False, repr=False)


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
    """The facts known at some point of an explanation, closed under unit propagation in the axioms; with
    `marks` also the marks of true facts, but a value that is left alone in its cell is not known: it is
    `single`, and a step says so.

    `basis`: some of them that imply the others; `stated`: those of the start and of steps; `open`: the
    variables of facts that are not known; `good`: False if unit propagation finds a contradiction; `wanted`:
    the facts that steps may conclude, None for all; `single`: the cells in which at most one candidate is
    left.
    """

    def __init__(
        self,
        oracle: Oracle,
        basis: Iterable[Lit],
        wanted: frozenset[Lit] | None = None,
        marks: SilentMarks | None = None,
    ) -> None:
        self.oracle, self.wanted, self.marks = oracle, wanted, marks
        self.basis: list[Lit] = []
        self.good, self.known, self.stated = True, set[Lit](), set[Lit]()
        self.single: dict[tuple[int, ...], None] = {}
        self.open: set[int] = set(oracle.theory.facts)
        self.learn(list(dict.fromkeys(basis)), shorten=False)

    def learn(self, lits: Sequence[Lit], shorten: bool = True) -> set[int]:
        """Add facts; returns the variables that become known. `shorten`: remove from the basis the negative
        facts that its positive ones imply.
        """
        before = self.known
        self.stated.update(lits)
        self._close(self._withhold(lits))
        true = {lit for lit in self.known - before if lit > 0}
        while self.marks is not None and true:
            marks = sorted(self.marks.of(true) - self.known)
            earlier = self.known
            if kept := self._withhold(marks):
                self._close(kept)
            true = {lit for lit in self.known - earlier if lit > 0}
        if shorten and self.oracle.theory.axioms:
            placed = [lit for lit in self.basis if lit > 0]
            implied = self.oracle.propagated(placed)[1]
            self.basis = placed + [lit for lit in self.basis if lit < 0 and lit not in implied]
        new = {abs(lit) for lit in self.known - before}
        self.open -= new
        self.single = {cell: None for cell in self.single if self.known.isdisjoint(cell)}
        return new

    def _close(self, lits: Iterable[Lit]) -> None:
        self.basis += lits
        self.good, propagated = self.oracle.propagated(self.basis)
        self.known = set(propagated)

    def _withhold(self, lits: Iterable[Lit]) -> list[Lit]:
        """The literals without those that leave at most one candidate of their cell, now `single`."""
        lits = list(lits)
        if self.marks is None:
            return lits
        true, false = set(lits), {-lit for lit in lits}
        for cell in {self.marks.cell[-lit]: None for lit in lits if -lit in self.marks.cell}:
            left = [var for var in cell if -var not in self.known and var not in false]
            if len(left) < 2 and self.known.isdisjoint(cell) and true.isdisjoint(cell):
                self.single[cell] = None
        held = {var for cell in self.single for var in cell}
        return [lit for lit in lits if -lit not in held]
