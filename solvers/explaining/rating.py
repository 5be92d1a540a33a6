"""How hard a solution by steps is: a vector, and one number made of it.

A step by one rule is *plain* if each thing that follows is seen by unit propagation: all but one value of a
place are gone, or a value is there already. The number weighs steps by their level, and what is within a
case split by its length; it depends on the rules alone, so it compares puzzles of one kind only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

WEIGHTS = {"plain": 1, "rule": 10, "pairs": 20, "triples": 40, "subsets": 60, "cases": 100}
NESTED = 10  # for each step within a case split


@dataclass(frozen=True)
class Rating:
    """Steps by level, cases within cases counted too; the most facts, and the most rules, of one step."""

    plain: int = 0
    rule: int = 0
    pairs: int = 0
    triples: int = 0
    subsets: int = 0
    cases: int = 0
    widest: int = 0
    largest: int = 0
    score: int = 0


def rating(theory: Theory, steps: Iterable[Step]) -> Rating:
    """The rating of a whole explanation."""
    with Oracle(theory) as oracle:
        levels = [(_level(oracle, step), step) for step in steps]
    counts = dict.fromkeys(WEIGHTS, 0)
    for level, step in levels:
        counts[level] += 1
        counts["cases"] += sum(inner.level == "case" for inner in _within(step))
    own = [step for _, step in levels if step.level != "case"]
    score = sum(WEIGHTS[level] * number for level, number in counts.items())
    score += NESTED * sum(1 for _, step in levels for _ in _within(step))
    return Rating(
        **counts,
        widest=max((len(step.because) for step in own), default=0),
        largest=max((len(step.rules) for step in own), default=0),
        score=score,
    )


def _level(oracle: Oracle, step: Step) -> str:
    if step.level == "rule":
        seen = (oracle.clash(step.rules, (*step.because, -lit)) for lit in step.follows)
        return "plain" if all(seen) else "rule"
    if step.level == "rules":
        return "pairs" if len(step.rules) == 2 else "triples"
    return f"{step.level}s"


def _within(step: Step) -> Iterator[Step]:
    for inner in step.nested:
        yield inner
        yield from _within(inner)
