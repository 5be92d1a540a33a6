"""Each step once more, by a solver that knows nothing of how it was found.

That nothing can be left out may be shown by assignments that come with the step; they are looked at in plain
Python, and what they do not show is asked of the solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.explaining import witnesses
from zenkai_solver.solvers.explaining.alone import Narrows
from zenkai_solver.solvers.explaining.joint import Joints
from zenkai_solver.solvers.explaining.needs import Answering
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.plain import Plain
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

SOLVER, NATIVE = "minisat22", "minicard"  # not those of the search; the second takes at-most-one constraints


def check(checker: Checker, number: int, step: Step) -> None:
    """Raises WrongSolution, Interrupted."""
    if fault := next(checker.faults(step), None):
        raise WrongSolution(f"step {number}: {fault}")


class Checker:
    """`faults` says what is wrong with a step: nothing, unless there is a bug."""

    def __init__(self, theory: Theory, deadline: Deadline = NEVER) -> None:
        self.theory, self.oracle = theory, Oracle(theory, deadline, SOLVER)
        self._plain = Plain(theory)
        self._joints = Joints(theory, NATIVE, deadline.check)
        self._narrow = self.oracle.with_me(Narrows(theory, SOLVER, deadline))

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *error: object) -> None:
        self.oracle.__exit__(None, None, None)

    def faults(self, step: Step) -> Iterator[str]:
        """From rules and facts follows what is said; of a least or minimal step, from no fewer of them."""
        for inner in step.nested:
            yield from self.faults(inner)
        oracle = self._able(step)
        guard = (oracle.guarded([-lit for lit in step.follows]),) if step.follows else ()
        if oracle.fits(step.rules, (*step.because, *guard)):
            yield "it does not follow"
        if step.claim == "found":
            return
        if witnesses.shown(self._plain, step):
            return
        for rule in step.rules:
            if not self._fits_without(oracle, step, rule, guard):
                yield f"it follows without the rule: {self.theory.rules[rule].words}"
        for fact in self._unneeded(oracle, step, guard):
            yield f"it follows without the fact {fact}"

    def _fits_without(self, oracle: Answering, step: Step, rule: int, guard: tuple[Lit, ...]) -> bool:
        """Can all but the rule be so, and not all that follows? Facts without axioms are looked at."""
        if self.theory.axioms or len(step.rules) > 1:
            return oracle.fits(_without(step.rules, rule), (*step.because, *guard))
        known = set(step.because)
        return not any(-lit in known for lit in known) and (
            not step.follows or not known.issuperset(step.follows)
        )

    def _unneeded(self, oracle: Answering, step: Step, guard: tuple[Lit, ...]) -> Iterator[Lit]:
        """The facts that the others can do without."""
        joint = self._joints.of(step.rules, step.because, step.follows) if oracle is self.oracle else None
        if joint is not None:
            with joint:
                yield from joint.unneeded(step.because)
            return
        for fact in step.because:
            if not oracle.fits(step.rules, (*_without(step.because, fact), *guard)):
                yield fact

    def _able(self, step: Step) -> Answering:
        """What is asked about the step: of one rule a small solver, where no axiom leads on."""
        own = self._narrow.of(step.rules[0]) if len(step.rules) == 1 else None
        return own if own and own.knows((*step.because, *step.follows)) else self.oracle


def _without(members: Sequence[int], one: int) -> list[int]:
    return [other for other in members if other != one]
