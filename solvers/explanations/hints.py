"""A hint: the next value that follows on a partly filled board, with the steps that it needs."""

from __future__ import annotations

from dataclasses import dataclass

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.explanations.checking import StepChecker, check
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.steps import SolvingStep, needed_steps
from zenkai_solver.solvers.explanations.theory import Theory


@dataclass(frozen=True)
class Hint:
    """The values `follows` are shown by the last of the steps, which all are needed."""

    follows: tuple[Lit, ...]
    steps: tuple[SolvingStep, ...]


def hint(theory: Theory, deadline: Deadline = NEVER) -> Hint | None:
    """The first value that the steps show, or if they only exclude some, what the last one excludes; None if
    nothing more follows. Each step is checked.

    Raises Interrupted.
    """
    taken: list[SolvingStep] = []
    with Oracle(theory, deadline) as oracle, StepChecker(theory, deadline) as checker:
        for number, step in enumerate(StepSearch(theory, oracle).told(), 1):
            check(checker, number, step)
            taken.append(step)
            if values := tuple(lit for lit in step.follows if lit > 0):
                return Hint(values, needed_steps(taken))
    return Hint(taken[-1].follows, needed_steps(taken)) if taken else None
