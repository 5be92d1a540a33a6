"""The check of each step by another solver, independent of the search.

The minimality of a step is proved by the assignments that come with it (see `reasons.Premises`), which are
tested constraint by constraint, without a solver; without such assignments the solver decides it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import AtMostOne, Clause, Constraint, ExactlyOne, holds
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.reasons import Scope, Scopes
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory

SOLVER = "minisat22"  # another one than that of the search
NOT_SO = "it does not follow"


def check(checker: StepChecker, number: int, step: SolvingStep) -> None:
    """Check step number `number`. Raises WrongSolution, Interrupted."""
    if fault := next(checker.faults(step), None):
        raise WrongSolution(f"step {number}: {fault}")


class StepChecker:
    """Checks the steps of one theory. A context manager, as it has an oracle, which must be closed."""

    def __init__(self, theory: Theory, deadline: Deadline = NEVER) -> None:
        self.theory, self.oracle = theory, Oracle(theory, deadline, SOLVER)
        self._scopes = Scopes(self.oracle)

    def __enter__(self) -> StepChecker:
        return self

    def __exit__(self, *error: object) -> None:
        self.oracle.close()

    def faults(self, step: SolvingStep) -> Iterator[str]:
        """What is wrong with the step, in words: its conclusion does not follow or, in a step that claims to
        be least or minimal, a rule or fact is superfluous. Nothing, unless there is a bug.
        """
        for inner in step.nested:
            yield from self.faults(inner)
        if step.claim == "found" or nothing_can_be_left_out(self.theory, step):
            if not self._follows(self._scopes.whole, step):
                yield NOT_SO
            return
        with self._scopes.of(step.rules, (*step.because, *step.follows)) as scope:
            if not self._follows(scope, step):
                yield NOT_SO
            for rule in step.rules:
                others = tuple(other for other in step.rules if other != rule)
                if self._follows(scope, replace(step, rules=others)):
                    yield f"it follows without the rule: {self.theory.rules[rule].words}"
            for fact in step.because:
                facts = tuple(other for other in step.because if other != fact)
                if self._follows(scope, replace(step, because=facts)):
                    yield f"it follows without the fact {fact}"

    def _follows(self, scope: Scope, step: SolvingStep) -> bool:
        """Does the conclusion follow, by the solver of the scope?"""
        oracle, assumed = scope.oracle, (*scope.selectors(step.rules), *scope.assumed(step.because))
        with oracle.denied([*scope.assumed(step.follows)]) as denied:
            return not oracle.fits((), (*assumed, *denied))


def nothing_can_be_left_out(theory: Theory, step: SolvingStep) -> bool:
    """Do the assignments that come with the step prove that none of its rules and facts is superfluous? False
    if it has none.
    """
    members = [*map(theory.parts.__getitem__, step.rules), *((Clause((fact,)),) for fact in step.because)]
    if not members or len(step.without) != len(members):
        return False
    assignments = Assignments(theory.size, step.without)
    denied = [Clause(tuple(-lit for lit in step.follows))] if step.follows else []
    every, satisfying = assignments.every, assignments.satisfying
    return all(satisfying(part) == every for part in (*denied, *theory.axioms)) and all(
        satisfying(part) | 1 << number == every  # assignment `number` is the one without this member
        for number, parts in enumerate(members)
        for part in parts
    )


class Assignments:
    """Assignments of the variables 1, 2, ... to `size`, each the bit set of the variables that are true.

    A set of assignments is a bit set of their numbers 0, 1, ...; `every` is the set of all.
    """

    def __init__(self, size: int, true: Sequence[int]) -> None:
        self._true, self.every = true, (1 << len(true)) - 1
        self._where = [0] * (2 * size + 1)  # for each literal; the negative ones are counted from the end
        for number, variables in enumerate(true):
            for var in bits(variables):
                self._where[var] |= 1 << number
        for var in range(1, size + 1):
            self._where[-var] = self.every & ~self._where[var]

    def satisfying(self, constraint: Constraint) -> int:
        """The set of the assignments that satisfy the constraint, as `holds` defines it."""
        if not isinstance(constraint, Clause | ExactlyOne | AtMostOne):
            return sum(1 << i for i, true in enumerate(self._true) if holds(constraint, set(bits(true))))
        once = twice = 0
        for lit in constraint.lits:
            twice |= once & self._where[lit]
            once |= self._where[lit]
        if isinstance(constraint, Clause):
            return once
        return self.every & ~twice & (once if isinstance(constraint, ExactlyOne) else self.every)
