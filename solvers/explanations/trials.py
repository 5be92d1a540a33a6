"""Values to try: what a person does where no step is short enough, or where solutions differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from contextlib import suppress
from itertools import chain

from zenkai_solver.models.constraints import Clause, ExactlyOne, Lit
from zenkai_solver.solvers.core.deadlines import LEAST_SIZE, Deadline, Overrun, Paced
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.oracle import Enough
from zenkai_solver.solvers.explanations.possible import Stuck
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.theory import Theory

FEW, TRIED = 20, 60  # conflicts in the first search for each fact, at most; facts of a kind tried so
MORE = 4  # times as many in the next one, for as many facts fewer
MOST = FEW * MORE**6  # conflicts in a search, at most: up to half a minute
STEP_WORK = 6_000_000  # variables read in the search for one step: some seconds
PARTS = 5  # times as many for all steps, after which little is left for each
HINT_PART, HINT_PARTS = 2_500_000, 4  # the same for who waits for a hint
HINT_WORK = 5_000_000  # variables read by all steps to a hint, after which it is told what is known


def pace(theory: Theory, deadline: Deadline, soon: bool = False) -> Paced:
    """The deadline of steps that take STEP_WORK each at most, as a question reads all its variables, and
    PARTS of it in all; `soon`: of those to a hint. Raises Unsupported, Interrupted.
    """
    most, parts = (HINT_PART, HINT_PARTS) if soon else (STEP_WORK, PARTS)
    size = max(theory.within(deadline).top, LEAST_SIZE)
    return Paced.of_parts(deadline, most, size, parts * most)


def trial(
    context: StepContext, state: KnownFacts, values: Collection[Lit], sole: bool = False
) -> SolvingStep:
    """The step that shows one of these facts, which all solutions share, or that an open candidate is
    excluded (not, if the values are the `sole` ones): a search, whose way is not told, shows that its
    opposite has no solution. The searches are short ones for many facts, then longer ones for fewer, those
    with the fewest alternatives, and of up to MOST conflicts for one. Raises Stuck if none of them ends;
    Interrupted.
    """

    def ordered(facts: Iterable[Lit]) -> list[Lit]:
        return sorted(facts, key=lambda lit: (lit < 0, context.options(abs(lit), state), abs(lit)))

    kinds = (
        ordered(values),
        ordered(lit for lit in context.sought if not sole and abs(lit) in state.open and lit not in values),
    )
    oracle, every, fit = context.oracle, range(len(context.theory.rules)), set[Lit]()
    most, number, first = FEW, TRIED, next(chain.from_iterable(kinds))
    with suppress(Overrun):
        while most <= MOST:
            for lit in chain.from_iterable(kind[:number] for kind in kinds) if number else (first,):
                if lit in fit:
                    continue
                with suppress(Enough), oracle.short(most):
                    if oracle.fits(every, (*state.basis, -lit)):
                        fit.add(lit)  # the goal is not sure
                        continue
                    rules, lits = oracle.core
                    because = tuple(fact for fact in state.basis if fact in {*lits})
                    return SolvingStep("case", tuple(sorted(rules)), because, (lit,), "found")
            most, number = most * MORE, number // MORE
    raise Stuck(first, right=context.sure)


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
