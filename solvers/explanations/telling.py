"""The steps in the order in which they are told: one that only excludes candidates is kept back until a step
that decides something needs it; what no such step needs is not told, or in one step at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import Interrupted, Overrun, Paced
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep

MOST = 12  # exclusions that a step tells at once: of more than that only those that are needed


class ToldSteps:
    """`state`: what is known by the start and the steps told so far; `kept`: steps that are not told yet."""

    def __init__(self, context: StepContext, start: Sequence[Lit], paced: Paced | None = None) -> None:
        """`paced`: the deadline of the context's oracle, if it has one for each part of the work."""
        self.context, self.paced = context, paced
        self.kept: list[SolvingStep] = []
        self._start, self._news = start, list[Lit]()

    @cached_property
    def _state(self) -> KnownFacts:
        return self.context.state(self._start)

    @property
    def state(self) -> KnownFacts:
        """What was told is learned when it is asked for, as most steps need nothing that was kept back."""
        if self._news:
            self._state.learn(self._news)
            self._news = []
        return self._state

    def steps(
        self, searched: Iterable[SolvingStep], values: frozenset[Lit] | None = None
    ) -> Iterator[SolvingStep]:
        """The steps as they are told. `values`: the values that are left to be found, after which nothing is
        kept back; None: some may always follow, or what is left needs no step. Raises Interrupted.
        """
        for step in searched:
            if step.follows and not self.context.marks.tells(step.follows):
                self.kept.append(step)
            else:
                yield from self._needed(step)
                yield self._told(step)
            if self.kept and values is not None and values <= self.state.known:
                yield from self.rest()

    def all_of(self, searched: Iterable[SolvingStep]) -> Iterator[SolvingStep]:
        """The steps as they are told, and at the end what was kept back, also if the search was cut short.
        Raises Interrupted.
        """
        try:
            yield from self.steps(searched)
        except Interrupted:
            yield from self.rest()
            raise
        yield from self.rest()

    def rest(self) -> Iterator[SolvingStep]:
        """The steps that were kept back, as far as they say anything new."""
        for step in self.kept:
            left = tuple(lit for lit in step.follows if lit not in self.state.known)
            if left:
                yield self._told(self._about(step, left))
        self.kept = []

    def last(self) -> Iterator[SolvingStep]:
        """What was kept back as one step, so that nothing is left open; none if all is known."""
        left = [
            replace(step, follows=new, without=())
            for step in self.kept
            if (new := tuple(lit for lit in step.follows if lit not in self.state.known))
        ]
        self.kept = []
        if left:
            yield self._told(self._together(left))

    def _needed(self, step: SolvingStep) -> Iterator[SolvingStep]:
        """The steps of those kept back that this one needs, in their order, with what they need."""
        if not self.kept:
            return
        asked = set(step.because) - self.state.known - self.state.stated
        needed: list[tuple[int, SolvingStep]] = []
        for number in range(len(self.kept) - 1, -1, -1):
            earlier = self.kept[number]
            if asked.isdisjoint(earlier.follows):
                continue
            new = [lit for lit in earlier.follows if lit not in self.state.known]
            if len(new) > MOST:
                new = [lit for lit in new if lit in asked]
            if part := self._about(earlier, tuple(new)):
                needed.append((number, part))
                asked = (asked - set(new)) | (set(part.because) - self.state.known - self.state.stated)
        for alike in self._alike([part for _, part in reversed(needed)]):
            yield self._told(self._together(alike))
        for number, part in needed:
            left = tuple(lit for lit in self.kept[number].follows if lit not in part.follows)
            rest = replace(self.kept[number], follows=left, without=())
            self.kept[number : number + 1] = [rest] if left else []

    def _alike(self, parts: Sequence[SolvingStep]) -> list[list[SolvingStep]]:
        """The steps, with those in a group that follow each other and are by one rule of a genre at several
        places, none of which needs another.
        """
        groups: list[list[SolvingStep]] = []
        for part in parts:
            before = groups[-1] if groups else []
            shown = {lit for step in before for lit in step.follows}
            heads = {self._head(step) for step in (*before, part)}
            if before and len(heads) == 1 and heads != {""} and shown.isdisjoint(part.because):
                before.append(part)
            else:
                groups.append([part])
        return groups

    def _head(self, step: SolvingStep) -> str:
        """The words of the only rule of a step of a genre without its place; "" for other steps."""
        if not self.context.theory.dots or step.level != "rule" or len(step.rules) != 1:
            return ""
        return self.context.theory.rules[step.rules[0]].words.rpartition(" (")[0]

    def _together(self, steps: Sequence[SolvingStep]) -> SolvingStep:
        """The steps as one."""
        if len(steps) == 1:
            return steps[0]
        follows = tuple(dict.fromkeys(lit for step in steps for lit in step.follows))
        because = sorted({lit for step in steps for lit in step.because}.difference(follows))
        rules = sorted({rule for step in steps for rule in step.rules})
        try:
            with self.paced.part() if self.paced else nullcontext():
                one = self.context.step("rule", rules, self.state, follows, because)
                return replace(one or self.context.step_by_axioms(self.state, follows), claim="minimal")
        except Overrun:  # perhaps some of what they need can be left out
            return SolvingStep("rule", tuple(rules), tuple(because), follows, "found")

    def _about(self, step: SolvingStep, follows: tuple[Lit, ...]) -> SolvingStep:
        """The step with this part of its conclusion, which may need less, as far as it keeps its form; so may
        what is left of a step: it has no proof that it is minimal.
        """
        if step.level == "case" or (follows == step.follows and step.without):
            return step
        part = self.context.step(step.level, step.rules, self.state, follows, step.because)
        part = part or self.context.step_by_axioms(self.state, follows)
        part = replace(part, size=step.size, claim=step.claim, ways=step.ways)
        whole = replace(step, follows=follows, claim="found", without=())
        return self.context.units.in_form(part, replace(whole, rules=part.rules), whole)

    def _told(self, step: SolvingStep) -> SolvingStep:
        self._news += step.follows
        return step
