"""Values to try: what a person does where no step is short enough, or where solutions differ."""

from __future__ import annotations

from collections.abc import Collection, Set
from contextlib import suppress
from itertools import chain

from zenkai_solver.models.constraints import Clause, ExactlyOne, Lit
from zenkai_solver.solvers.core.deadlines import LEAST_SIZE, Deadline, Paced
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.oracle import Enough
from zenkai_solver.solvers.explanations.possible import Stuck
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory

TRIAL_WORK = 3_000_000  # literals propagated in such a search: some seconds
COMPARED = 3  # values that are compared by the search that refutes the others
STEP_WORK = 6_000_000  # variables read in the search for one step: some seconds


def pace(theory: Theory, deadline: Deadline) -> Paced:
    """The deadline of steps that take STEP_WORK each, as a question reads all its variables. Raises
    Unsupported, Interrupted.
    """
    return Paced.of_parts(deadline, STEP_WORK, max(theory.within(deadline).top, LEAST_SIZE))


def trial(context: StepContext, state: KnownFacts, values: Collection[Lit]) -> SolvingStep:
    """The step that tries one of these facts, which all solutions share: a search, whose way is not told,
    shows that its opposite has no solution. Of the facts with the fewest alternatives it is the one whose
    search is the shortest. Raises Stuck if none of a few searches ends; Interrupted.
    """
    oracle, every = context.oracle, range(len(context.theory.rules))
    order = sorted(values, key=lambda lit: (lit < 0, context.options(abs(lit), state), abs(lit)))
    best, most = None, TRIAL_WORK
    for lit in order[:COMPARED]:
        before = oracle.work
        with suppress(Enough), oracle.bounded(most):
            oracle.fits(every, (*state.basis, -lit))
            best, most = (lit, *oracle.core), oracle.work - before
    if best is None:
        raise Stuck(order[0], right=True)
    lit, rules, lits = best
    because = tuple(fact for fact in state.basis if fact in {*lits})
    return SolvingStep("case", tuple(sorted(rules)), because, (lit,), "found")


def choice(theory: Theory, goal: Set[Lit]) -> tuple[int, ...]:
    """What to choose where solutions, which share the `goal`, differ: facts of which each solution has one,
    and each is in a solution, as few as there are; or a single fact that only some solutions have. () where
    solutions do not differ.
    """
    undecided = {var for var in theory.facts if var not in goal and -var not in goal}
    options = [
        tuple(var for var in place.lits if var in undecided)
        for place in chain(theory.axioms, *theory.parts)
        if isinstance(place, ExactlyOne | Clause)
        and min(place.lits, default=0) > 0
        and theory.facts.keys() >= {*place.lits}
        and goal.isdisjoint(place.lits)
    ]
    single = ((var,) for var in sorted(undecided & theory.deciding))
    return min(options, key=len, default=next(single, ()))
