"""Each step once more, by a solver that knows nothing of how it was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

SOLVER = "minisat22"  # not that of the search


def check(checker: Checker, number: int, step: Step) -> None:
    """Raises WrongSolution, Interrupted."""
    if fault := next(checker.faults(step), None):
        raise WrongSolution(f"step {number}: {fault}")


class Checker:
    """`faults` says what is wrong with a step: nothing, unless there is a bug."""

    def __init__(self, theory: Theory, deadline: Deadline = NEVER) -> None:
        self.theory, self.oracle = theory, Oracle(theory, deadline, SOLVER)

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *error: object) -> None:
        self.oracle.__exit__(None, None, None)

    def faults(self, step: Step) -> Iterator[str]:
        """From rules and facts follows what is said; of a least or minimal step, from no fewer of them."""
        for inner in step.nested:
            yield from self.faults(inner)
        if not self._follows(step.rules, step.because, step.follows):
            yield "it does not follow"
        if step.claim == "found":
            return
        for rule in step.rules:
            if self._follows([other for other in step.rules if other != rule], step.because, step.follows):
                yield f"it follows without the rule: {self.theory.rules[rule].words}"
        for fact in step.because:
            if self._follows(step.rules, [other for other in step.because if other != fact], step.follows):
                yield f"it follows without the fact {fact}"

    def _follows(self, rules: Sequence[int], facts: Sequence[Lit], follows: Sequence[Lit]) -> bool:
        if not follows:
            return not self.oracle.fits(rules, facts)
        return all(not self.oracle.fits(rules, (*facts, -lit)) for lit in follows)
