"""The difficulty of an explanation: a vector of counts, and a score, their weighted sum.

Steps are counted by level. A fact is *forced* if a known fact excludes its alternatives, whichever step
states it; in a plain step each positive fact counts. Longer chains and larger sets weigh more. The score
depends on how the rules are stated, so it compares puzzles of one kind only. The weights are fitted to
HoDoKu's score on one half of a corpus of 9x9 sudokus and tested on the other, by scripts/rating.py; the
weights of levels that few of them have are guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from zenkai_solver.models.constraints import AtMostOne, ExactlyOne, Lit
from zenkai_solver.solvers.core.deadlines import NEVER, Bounded, Deadline
from zenkai_solver.solvers.engines.sat.slices import SOLVER
from zenkai_solver.solvers.explanations.kinds import BY_LEVEL, KINDS
from zenkai_solver.solvers.explanations.oracle import solver_of
from zenkai_solver.solvers.explanations.search import explanation
from zenkai_solver.solvers.explanations.steps import Explanation, SolvingStep
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.theory import Theory

MOST_LOOKS = 300_000  # looks at the clock, between which work is bounded: some minutes for a dissection
WEIGHTS: Mapping[str, int] = {
    "forced": 4,
    "plain": 14,
    "locked": 40,
    "sets": 36,
    "chains": 73,
    "pairs": 300,
    "triples": 300,
    "subsets": 300,
    "cases": 300,
    "extra": 35,
    "nested": 100,
}


LEGEND: Mapping[str, str] = {
    "forced": "values that placed ones leave alone in a cell",
    "plain": "values or exclusions by one rule",
    "locked": "locked candidates: what every candidate of a place excludes",
    "sets": "pairs, triples and larger sets of one rule",
    "chains": "patterns and chains: X-wings, wings, colourings and longer ones",
    "pairs": "two rules together",
    "triples": "three rules together",
    "subsets": "more rules together",
    "cases": "case splits",
    "extra": "cells or places of sets and chains beyond two",
    "nested": "steps within case splits",
}


@dataclass(frozen=True)
class Rating:
    """The number of steps by level: `forced` facts; `plain` facts by one rule; `locked` places; `sets` of
    cells or values of one rule; `chains`; `pairs` and `triples` of rules; `subsets`; `cases`, also within
    cases.

    `extra`: the sum over sets and chains of their sizes beyond 2; `nested`: the number of steps within cases;
    `widest`: the largest number of facts that a step uses, `largest`: of rules.
    """

    forced: int = 0
    plain: int = 0
    locked: int = 0
    sets: int = 0
    chains: int = 0
    pairs: int = 0
    triples: int = 0
    subsets: int = 0
    cases: int = 0
    extra: int = 0
    nested: int = 0
    widest: int = 0
    largest: int = 0
    score: int = 0


def rating(
    theory: Theory, start: Iterable[Lit], steps: Iterable[SolvingStep], deadline: Deadline = NEVER
) -> Rating:
    """The rating of a whole explanation. Raises Interrupted."""
    steps = list(steps)
    counts = dict.fromkeys(WEIGHTS, 0)
    with Forced(theory, deadline) as forced:
        counts["forced"] = forced.learn(start)
        for step in steps:
            deadline.check()
            if new := forced.new(step.follows):
                level = _level(step)
                true = sum(lit > 0 for lit in new) if level == "plain" else 1
                counts[level] += max(true, 1)
                counts["extra"] += max(step.size - 2, 0) * (level in ("sets", "chains"))
                counts["cases"] += sum(inner.level == "case" for inner in _within(step))
                counts["nested"] += sum(1 for _ in _within(step))
            counts["forced"] += forced.learn(step.follows)
    bare = [step for step in steps if step.level != "case"]
    return Rating(
        **counts,
        widest=max((len(step.because) for step in bare), default=0),
        largest=max((len(step.rules) for step in bare), default=0),
        score=sum(WEIGHTS[level] * number for level, number in counts.items()),
    )


def explained_within(theory: Theory, deadline: Deadline = NEVER, most: int | None = None) -> Explanation:
    """The theory's explanation, which may take so much `work`. Raises Unfinished, Interrupted."""
    return explanation(theory, work(theory, deadline, most))


def work(theory: Theory, deadline: Deadline, most: int | None) -> Bounded:
    """The deadline of an explanation, which may take `most` looks at the clock, by default MOST_LOOKS."""
    theory.within(deadline)  # builds the clauses now, so that this is not counted as work of the steps
    return Bounded.within(deadline, MOST_LOOKS if most is None else most)


class StepKinds:
    """The kinds of the steps of one theory, of KINDS."""

    def __init__(self, theory: Theory) -> None:
        self._units = Units(theory)

    def kind(self, step: SolvingStep) -> str:
        technique = self._units.technique(step)
        return technique.name if technique is not None else BY_LEVEL[_level(step)]

    def hardest(self, steps: Iterable[SolvingStep]) -> SolvingStep | None:
        """The first of the steps of the hardest kind that are the longest; None if there are no steps."""
        return max(steps, key=lambda step: (KINDS.index(self.kind(step)), _length(step)), default=None)


def _length(step: SolvingStep) -> tuple[int, int]:
    return sum(1 for _ in _within(step)), step.size


def _level(step: SolvingStep) -> str:
    """The field of Rating that counts the step."""
    if step.level == "rule":
        return "plain" if step.size == 1 else "sets"
    if step.level == "rules":
        return ("locked", "pairs", "triples")[step.size - 1]
    return f"{step.level}s"


def _within(step: SolvingStep) -> Iterator[SolvingStep]:
    """All steps nested in the step, at any depth."""
    for inner in step.nested:
        yield inner
        yield from _within(inner)


class Forced:
    """The facts that follow by unit propagation in the axioms and in the at-most-ones of rules."""

    def __init__(self, theory: Theory, deadline: Deadline) -> None:
        self.facts, clausal = theory.facts, theory.within(deadline)
        self._solver = solver_of(SOLVER, clausal.top, clausal.axioms)
        for parts in theory.parts:
            deadline.check()
            for part in parts:
                if isinstance(part, (AtMostOne, ExactlyOne)):
                    self._solver.append_formula([-a, -b] for a, b in combinations(part.lits, 2))
        self.known: set[Lit] = set()

    def __enter__(self) -> Forced:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.delete()

    def new(self, lits: Iterable[Lit]) -> list[Lit]:
        """Those of the literals that do not follow yet."""
        return [lit for lit in lits if lit not in self.known]

    def learn(self, lits: Iterable[Lit]) -> int:
        """Add facts; returns the number of other positive facts that follow."""
        lits, before = list(lits), self.known
        self.known = {
            lit for lit in self._solver.propagate(assumptions=[*before, *lits])[1] if abs(lit) in self.facts
        }
        return sum(lit > 0 for lit in self.known.difference(before, lits))
