"""The search for a whole explanation: step after step, each the cheapest that can be found.

Where there is no direct step, the negation of a fact is refuted: by a few rules, else in a case split. Where
that takes too long, a value is tried (`trials.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import (
    NEVER,
    WORK_LIMIT,
    Deadline,
    Interrupted,
    Overrun,
    Paced,
    WrongSolution,
)
from zenkai_solver.solvers.explanations import chains, lines
from zenkai_solver.solvers.explanations.direct import (
    ConnectedRules,
    Places,
    RuleQueue,
    StepContext,
)
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.patterns import Patterns
from zenkai_solver.solvers.explanations.propagators import SINGLES, WHOLE
from zenkai_solver.solvers.explanations.reasons import least_core, small_core
from zenkai_solver.solvers.explanations.singles import Singles
from zenkai_solver.solvers.explanations.steps import Explanation, KnownFacts, SolvingStep, case, needed_steps
from zenkai_solver.solvers.explanations.telling import ToldSteps
from zenkai_solver.solvers.explanations.theory import Theory
from zenkai_solver.solvers.explanations.trials import HINT_WORK, trial
from zenkai_solver.solvers.kernels.jit import Work

MOST_RULES = 6  # rules of a step of level subset; what needs more becomes a case split
MOST_NESTED, ENOUGH_NESTED = 40, 2  # failed literals within a case, at most; such cases that are compared
ENOUGH = 6  # cases that are compared, where unit propagation alone refutes them
COMPARED = 4  # facts that are compared by the number of rules that imply them
TRIED = 60  # hitting sets tried in the proof that a subset is least
LEAST_WORK = 100_000  # literals propagated in that proof


class Unfinished(Interrupted):
    """Interrupted: the steps so far, after which `known` of the `goal` facts are known (both are numbers)."""

    def __init__(self, reason: str, steps: Sequence[SolvingStep], known: int, goal: int) -> None:
        super().__init__(reason)
        self.steps, self.known, self.goal = tuple(steps), known, goal


def explanation(theory: Theory, deadline: Deadline = NEVER) -> Explanation:
    """The explanation of a theory that has a solution. Raises NoSolution; Unfinished; Interrupted before the
    search for steps begins.
    """
    with Oracle(theory, deadline) as oracle:
        search = StepSearch(theory, oracle)
        steps: list[SolvingStep] = []
        try:
            for step in search.told():
                steps.append(step)
        except Interrupted as cut:
            known = {*search.start, *chain.from_iterable(step.follows for step in steps)} & search.goal
            raise Unfinished(str(cut), steps, len(known), len(search.goal)) from None
        return Explanation(search.start, tuple(steps), len(theory.deciding) - len(search.needed))


def works(theory: Theory | None = None) -> list[Work]:
    """The compilations of the steps of the theory; None: of any theory."""
    by_lines = lines.works() if theory is None or lines.plain_grid(theory) else []
    return [*by_lines, *chains.works()]


class StepSearch:
    """The search for the steps of one theory that has a solution.

    `goal`: the facts that all solutions share; `needed`: those of them in the projection; `start`: the facts
    of the givens. Where the lines of a nonogram decide everything, no SAT solver is created. `paced`: the
    deadline of the oracle, of which each step may take one part; where a step takes more, a value that all
    solutions share is tried, see `trial`. `soon`: as in StepContext; the search ends where a step
    takes too much, or all of them more than HINT_WORK, and values are tried by `tried` alone. Raises
    NoSolution, Unsupported, Interrupted.
    """

    def __init__(
        self, theory: Theory, oracle: Oracle, paced: Paced | None = None, soon: bool = False
    ) -> None:
        self.theory, self.oracle, self.paced, self.soon = theory, oracle, paced, soon
        self.refuting = True  # are steps that refute a negation by several rules or cases searched for, too?
        self.lines = lines.line_steps(theory, oracle.deadline)
        self.start = theory.given
        settled = self.lines.settled if self.lines else None
        self.goal = settled or self.context.goal
        self.needed = frozenset(lit for lit in self.goal if abs(lit) in theory.deciding)

    @cached_property
    def context(self) -> StepContext:
        return StepContext(self.theory, self.oracle, soon=self.soon)

    @cached_property
    def places(self) -> Places:
        return Places(self.context)

    @cached_property
    def singles(self) -> Singles:
        return Singles(self.context)

    @cached_property
    def patterns(self) -> Patterns:
        return Patterns(self.context)

    @cached_property
    def connected(self) -> ConnectedRules:
        return ConnectedRules(self.context)

    @cached_property
    def contradictions(self) -> Contradictions:
        return Contradictions(self.context, self.places)

    @cached_property
    def values(self) -> frozenset[Lit]:
        """The facts that are needed and more than excluded candidates, see `marks`."""
        marks = SilentMarks(self.theory)
        return frozenset(lit for lit in self.needed if marks.decides([lit]))

    def told(self, last: bool = False) -> Iterator[SolvingStep]:
        """The steps as they are told, see `telling`; what no value needs where solutions differ alone, or if
        they are to come `soon`; with `last` the dots of a genre that no value needs in one step. Raises
        Interrupted, after what was kept back.
        """
        if self.lines and self.lines.settled:
            yield from self.lines
            return
        telling, marks = ToldSteps(self.context, self.start, self.paced), self.context.marks
        if self.soon:
            yield from telling.all_of(self.steps())
            return
        unique = len(self.needed) == len(self.theory.deciding)
        values = frozenset(lit for lit in self.values if marks.tells([lit]))
        try:
            yield from telling.steps(self.steps(), None if unique and marks.dotted else values)
        except Interrupted:
            yield from telling.rest()
            raise
        if not unique:
            yield from telling.rest()
        elif last and marks.dotted:
            yield from telling.last()

    def steps(self) -> Iterator[SolvingStep]:
        """The steps until all of `needed` is known. Raises Interrupted, also before others."""
        known = list(self.start)
        for step in self.lines or ():
            yield step
            known += step.follows
        if len(known) < len(self.needed):
            yield from self.steps_from(known)

    def steps_from(self, known: Sequence[Lit]) -> Iterator[SolvingStep]:
        """As `steps`, starting with the `known` facts, without the line solver of nonograms."""
        state, queue = self.context.state(known, self.goal), RuleQueue(self.context)
        self.reached = state
        while not self.needed <= state.known:
            step = self._within_a_part(state, queue)
            yield step
            queue.changed(_learned(self.context, state, step))

    def _within_a_part(self, state: KnownFacts, queue: RuleQueue) -> SolvingStep:
        """The next step; where it takes too long, a trial. Raises Overrun if there is no value to try, or
        none that is soon shown to be right (Stuck).
        """
        try:
            with self._part():
                return self._next(state, queue)
        except Overrun:
            if self.soon or self.values <= state.known:
                raise
            return trial(self.context, state, self.values - state.known)

    def _part(self) -> AbstractContextManager[None]:
        """A part of the work for a step. Raises Overrun if `soon` has passed."""
        if self.paced is None:
            return nullcontext()
        if self.soon and self.paced.spent > HINT_WORK:
            raise Overrun(WORK_LIMIT)
        return self.paced.part()

    def tried(self) -> SolvingStep:
        """A trial of a value after the last step of `steps`, before which the search ended, with one part of
        the work. Raises Stuck, Interrupted.
        """
        assert self.paced is not None
        with self.paced.part():
            return trial(self.context, self.reached, self.values - self.reached.known, sole=True)

    def _next(self, state: KnownFacts, queue: RuleQueue) -> SolvingStep:
        return (
            self.singles.step(state)
            or direct_step(state, queue, self.places, self.patterns)
            or self.connected.step(state)
            or self._refuted(state)
        )

    def _refuted(self, state: KnownFacts) -> SolvingStep:
        if not self.refuting:
            raise Interrupted(
                "what is left takes more than three rules, or cases; with --time-limit it goes on"
            )
        return self.contradictions.step(state)


def deductions(theory: Theory, oracle: Oracle) -> Iterator[SolvingStep]:
    """Steps that need no search: by single rules, places, chains, and assumptions that unit propagation and
    failed literals refute. Each holds in all solutions. They end when nothing more can be derived, at a
    solution, or with a step to a contradiction (without a conclusion), if there is no solution.

    The SAT solver only minimises premises. Raises Unsupported, Interrupted.
    """
    known, by_lines = list(theory.given), lines.line_steps(theory, oracle.deadline)
    for forced in by_lines or ():
        yield forced
        known += forced.follows
    if by_lines and by_lines.settled:
        return
    context = StepContext(theory, oracle, frozenset(lit for var in theory.facts for lit in (var, -var)))
    places = Places(context)
    contradictions = Contradictions(context, places)
    state, queue, singles = context.state(known), RuleQueue(context), Singles(context)
    patterns = Patterns(context)
    while state.good:
        step = (
            singles.step(state) or direct_step(state, queue, places, patterns) or contradictions.probed(state)
        )
        if step is not None:
            yield step
        if step is None or not step.follows:
            return
        queue.changed(_learned(context, state, step))
    yield context.clash(state)


def _learned(context: StepContext, state: KnownFacts, step: SolvingStep) -> set[int]:
    """Add what the step shows; the variables that become known. Raises WrongSolution if it shows nothing new:
    the search would find it again without end.
    """
    if state.known.union(state.stated).issuperset(step.follows):
        words = "; ".join(context.theory.rules[rule].words for rule in step.rules)
        raise WrongSolution(f"a step shows nothing new: {words}")
    return context.learn(state, step.follows)


def direct_step(
    state: KnownFacts, queue: RuleQueue, places: Places, patterns: Patterns | None = None
) -> SolvingStep | None:
    """The next step by one rule, a place, a pattern or a chain, the cheapest kind first; None if there is
    none.
    """
    return (
        queue.step(state, SINGLES)
        or places.locked(state, queue)
        or queue.step(state, WHOLE)
        or (patterns.step(state) if patterns else None)
        or places.chain(state)
    )


class Contradictions:
    """Steps that refute the negation of a fact: by a few rules, else by a case split."""

    def __init__(self, context: StepContext, places: Places) -> None:
        self.context, self.oracle, self.places = context, context.oracle, places
        self.splits = CaseSplits(context)

    def step(self, state: KnownFacts) -> SolvingStep:
        """A step, of which there is one, since the goal follows from the rules and is not known yet."""
        refutable = sorted(self._refutable(state, MOST_NESTED))
        lits = [lit for _, lit in refutable]
        return (
            (self._by_axioms(state, lits) if self.context.partial else None)
            or self._subset(state, lits)
            or (self._case(state, -lits[0]) if lits else self._subset_of_some(state))
            or self.splits.step(state, self._candidates(state))
        )

    def probed(self, state: KnownFacts) -> SolvingStep | None:
        """A case split by unit propagation, with few failed literals in it; None if there is none."""
        refutable = self._refutable(state, 0) or self._refutable(state, MOST_NESTED)
        return self._case(state, -min(refutable)[1]) if refutable else None

    def _by_axioms(self, state: KnownFacts, lits: Sequence[Lit]) -> SolvingStep | None:
        """A step to one of the facts that the axioms imply, if unit propagation does not derive it."""
        implied = (lit for lit in lits if not self.oracle.fits((), (*state.basis, -lit)))
        lit = next(implied, None)
        return None if lit is None else self.context.step_by_axioms(state, [lit])

    def _candidates(self, state: KnownFacts) -> list[Lit]:
        """Open facts of the goal, whose negations may be refuted; those with few alternatives first."""
        left = [lit for lit in self.context.sought if abs(lit) in state.open]
        return sorted(left, key=lambda lit: (self.context.options(abs(lit), state), lit > 0, abs(lit)))

    def _refutable(self, state: KnownFacts, most: int) -> list[tuple[int, Lit]]:
        """Facts whose negations unit propagation refutes, each after the number of failed literals that this
        takes: at most `most`, and no more than for the fact before it.
        """
        probe, refutable = self.oracle.probe, list[tuple[int, Lit]]()
        probe.learn(state.known)
        for lit in self._candidates(state):
            if (number := probe.nested(-lit, most)) is not None:
                refutable.append((number, lit))
                most = number
                if len(refutable) == (ENOUGH_NESTED if most else ENOUGH):
                    break
        return refutable

    def _subset(self, state: KnownFacts, lits: Sequence[Lit]) -> SolvingStep | None:
        """The step to one of the facts by the smallest core that implies one; None if all need many rules."""
        cores = {lit: core for lit in lits if (core := self._core(state, lit)) is not None}
        if not cores:
            return None
        lit = min(cores, key=lambda lit: (len(cores[lit]), lit))
        least = self._least(state, lit, cores[lit])
        step = self.context.step("subset", least or cores[lit], state, [lit])
        return step and replace(step, claim="least" if least else "minimal")

    def _least(self, state: KnownFacts, lit: Lit, core: tuple[int, ...]) -> tuple[int, ...] | None:
        """A smallest set of rules that implies the fact; None if that is not proved with little work."""
        try:
            with self.oracle.bounded(LEAST_WORK):
                return least_core(self.oracle, (*state.basis, -lit), [core], TRIED)
        except Enough:
            return None

    def _subset_of_some(self, state: KnownFacts) -> SolvingStep | None:
        """The step to one of the first candidates by few rules, and to all else that these imply, for where
        unit propagation refutes nothing; None if there is none.
        """
        candidates = self._candidates(state)
        step = self._subset(state, candidates[:COMPARED])
        if step is None:
            return None
        implied = self.context.residue.consequences(step.rules, state.known, candidates)
        whole = self.context.step("subset", step.rules, state, implied or step.follows)
        return whole and replace(whole, claim=step.claim)

    def _core(self, state: KnownFacts, lit: Lit) -> tuple[int, ...] | None:
        """A minimal set of rules that implies the fact; None if it has more than MOST_RULES."""
        against = (*state.basis, -lit)
        if self.oracle.fits(self.context.rules, against) or len(self.oracle.core[0]) > 2 * MOST_RULES:
            return None
        core = small_core(self.oracle, sorted(self.oracle.core[0]), against)
        return core if len(core) <= MOST_RULES else None

    def _case(self, state: KnownFacts, assumed: Lit) -> SolvingStep | None:
        """The case split that refutes the assumption; None if direct steps and failed literals do not lead to
        a contradiction.
        """
        inside, nested = KnownFacts(self.oracle, (*state.basis, assumed)), list[SolvingStep]()
        queue = RuleQueue(self.context, self.context.rules_on(inside.known - state.known))
        while inside.good:
            step = direct_step(inside, queue, self.places) or self._failed_literal(inside)
            if step is None:
                return None
            nested.append(step)
            if not step.follows:
                return case(-assumed, needed_steps(nested))
            queue.changed(inside.learn(step.follows, shorten=False))
        return case(-assumed, needed_steps([*nested, self.context.clash(inside)]))

    def _failed_literal(self, state: KnownFacts) -> SolvingStep | None:
        """A step within a case to a fact whose negation unit propagation in all rules refutes."""
        for var in self.context.theory.facts:
            if var in state.known or -var in state.known:
                continue
            for lit in (var, -var):
                if self.oracle.probe.clash([*state.basis, lit]):
                    step = self.context.step("subset", range(len(self.context.theory.rules)), state, [-lit])
                    return step and replace(step, claim="minimal")
        return None


@dataclass
class RefutedCase:
    """The way from an assumption to a contradiction, before premises are minimised. Each part is a rule (-1
    for a nested case), the facts that follow, the nested case or None, and the variables it depends on.
    """

    assumed: Lit
    parts: list[tuple[int, list[Lit], RefutedCase | None, set[int]]] = field(default_factory=list)

    def needed(self) -> RefutedCase:
        """Without the parts on whose conclusions no later part depends."""
        kept: list[tuple[int, list[Lit], RefutedCase | None, set[int]]] = []
        variables: set[int] = set()
        for part in reversed(self.parts):
            if not kept or variables.intersection(map(abs, part[1])):
                kept.append(part)
                variables |= part[3]
        return RefutedCase(self.assumed, kept[::-1])

    @property
    def length(self) -> int:
        return sum(1 + (inner.length if inner else 0) for _, _, inner, _ in self.parts)


class CaseSplits:
    """Case splits with complete propagation of single rules and nested case splits, for where unit
    propagation refutes no candidate.
    """

    def __init__(self, context: StepContext) -> None:
        self.context, self.oracle = context, context.oracle

    def step(self, state: KnownFacts, candidates: Sequence[Lit]) -> SolvingStep:
        """The shortest of a few case splits that prove a candidate, with least nesting."""
        depth = 1
        while True:
            refuted: list[tuple[Lit, RefutedCase]] = []
            for lit in candidates:
                refutation = self._refute(state, -lit, depth)
                if refutation is not None:
                    refuted.append((lit, refutation))
                if len(refuted) == (ENOUGH if depth == 1 else 1):
                    break
            if refuted:
                lit, refutation = min(refuted, key=lambda pair: pair[1].length)
                return self._in_full(state, lit, refutation)
            depth += 1

    def _refute(self, state: KnownFacts, assumed: Lit, depth: int) -> RefutedCase | None:
        """The refutation of the assumption; None if it takes nested case splits of depth `depth` or more."""
        inside, refutation = KnownFacts(self.oracle, (*state.basis, assumed)), RefutedCase(assumed)
        queue = RuleQueue(self.context, self.context.rules_on(inside.known - state.known))
        while inside.good:
            rule, follows, _ = queue.next(inside)
            if rule is not None:
                refutation.parts.append((rule, follows, None, self.context.premises_of(rule, follows)))
                if not follows:
                    return refutation.needed()
            elif depth > 1 and (inner := self._inner(inside, depth - 1)) is not None:
                follows = [-inner.assumed]
                variables = set[int]().union(*(part[3] for part in inner.parts))
                refutation.parts.append((-1, follows, inner, variables))
            else:
                return None
            queue.changed(inside.learn(follows, shorten=False))
        return refutation.needed()

    def _inner(self, state: KnownFacts, depth: int) -> RefutedCase | None:
        left = [
            var for var in self.context.theory.facts if var not in state.known and -var not in state.known
        ]
        for var in sorted(left, key=lambda var: self.context.options(var, state)):
            for lit in (var, -var):
                if (refutation := self._refute(state, lit, depth)) is not None:
                    return refutation
        return None

    def _in_full(self, state: KnownFacts, fact: Lit, refutation: RefutedCase) -> SolvingStep:
        """The case split as a step, with minimal premises in each nested one."""
        inside, nested = KnownFacts(self.oracle, (*state.basis, -fact)), list[SolvingStep]()
        for rule, follows, inner, _ in refutation.parts:
            left = [lit for lit in follows if lit not in inside.known]
            if follows and not left:
                continue
            step = (
                self._in_full(inside, left[0], inner)
                if inner
                else self.context.step("rule", (rule,), inside, left)
            )
            if step is not None:
                nested.append(step)
            if not inside.good or not left:
                break
            inside.learn(left)
            if not inside.good:
                nested.append(self.context.clash(inside))
                break
        if not inside.good and not nested:
            nested.append(self.context.clash(inside))
        return case(fact, needed_steps(nested))
