"""From the start to what all solutions share, one argument after another, each the cheapest that was found.

    rule      what follows from one rule and what is known, by propagators that miss nothing
    rules     from two or three rules that are connected: share a cell or a variable that is still open
    chain     by a chain from the contrary to a place that is left with nothing
    subset    from a set of rules without any one of which it does not follow, some small one
    case      by assuming the contrary, and an argument of its own from there to a clash

They come in this order: one rule plainly; what all that is left at a place excludes; one rule with sets of 2,
of 3 and of more cells or values; chains, the short ones first; two and three rules; subsets; cases.

A step is *least* if no smaller set of rules has any consequence (a subset: none shows the same), *minimal* if
none of its rules and facts can be left out, *found* if only that it is right is known. Facts that axioms give
are known without a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.backend import Unsupported

Level = Literal["rule", "rules", "chain", "subset", "case"]
Claim = Literal["least", "minimal", "found"]


@dataclass(frozen=True)
class Step:
    """From the rules and the facts `because`, and axioms, follow the facts `follows`; () is a clash.

    A case split assumes the negation of what follows, and `nested` leads from there to a clash. `size` is 1
    of what is plain, else how many cells or values the sets have, or how many places a chain passes.
    `without` is () or shows that none can be left out: see `needs.Argument`.
    """

    level: Level
    rules: tuple[int, ...]
    because: tuple[Lit, ...]
    follows: tuple[Lit, ...]
    claim: Claim
    nested: tuple[Step, ...] = ()
    size: int = 1
    without: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Explanation:
    """`start` is what is given; after the steps every fact that all solutions share is known. `open` facts
    differ between solutions.
    """

    start: tuple[Lit, ...]
    steps: tuple[Step, ...]
    open: int


class NoSolution(Unsupported):
    """There is nothing to lead to."""


def case(fact: Lit, nested: tuple[Step, ...]) -> Step:
    """The case split that shows the fact, as its negation leads to a clash."""
    inside = {-fact, *(lit for step in nested for lit in step.follows)}
    because = dict.fromkeys(lit for step in nested for lit in step.because if lit not in inside)
    rules = sorted({rule for step in nested for rule in step.rules})
    return Step("case", tuple(rules), tuple(because), (fact,), "found", nested)


def needed_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Those of the steps that the last one, a clash, needs."""
    needed, kept = set(steps[-1].because), [steps[-1]]
    for step in reversed(steps[:-1]):
        if needed.intersection(step.follows):
            kept.append(step)
            needed.update(step.because)
    return tuple(reversed(kept))
