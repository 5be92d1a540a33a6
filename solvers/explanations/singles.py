"""Steps to one value: the only candidate of its cell (naked), or the only cell of a unit (hidden).

Their premises are the placed values that exclude the other candidates, with the rules by which they do, and
exclusions that earlier steps showed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from zenkai_solver.models.constraints import ExactlyOne
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep


@dataclass(frozen=True)
class Singles:
    """The search for singles of one theory."""

    context: StepContext

    @cached_property
    def places(self) -> list[tuple[int, tuple[int, ...]]]:
        """The units of cells with different values: a rule with the candidates of one value; the last rules,
        which are boxes in a sudoku, first.
        """
        return [
            (rule, part.lits)
            for rule in sorted(self.context.sized, reverse=True)
            for part in self.context.theory.parts[rule]
            if isinstance(part, ExactlyOne) and self.context.marks.candidates.issuperset(part.lits)
        ]

    def step(self, state: KnownFacts) -> SolvingStep | None:
        """The next single; a cell without candidates is a contradiction, which comes first. None if there is
        none.
        """
        return self._naked(state) or self._hidden(state)

    def _naked(self, state: KnownFacts) -> SolvingStep | None:
        """Of the cell whose other candidates the fewest rules exclude: one rule, of its last open cell."""
        marks, true = self.context.marks, {lit for lit in state.known if lit > 0}
        best: tuple[int, list[int], list[int]] | None = None
        for cell in state.single:
            left = [var for var in cell if -var not in state.known and -var not in state.stated]
            sources = marks.sources(left, true)
            silent = set().union(*(source.excluded for source in sources))
            able = [var for var in left if var not in silent]
            others = [var for var in cell if var not in able]
            number = len(marks.sources(others, true)) if able else 0
            if best is None or number < best[0]:
                best = number, others, able
                if number < 2:
                    break
        return best and self._with_sources((), best[1], state, best[2])

    def _hidden(self, state: KnownFacts) -> SolvingStep | None:
        steps = (self.hidden(rule, lits, state) for rule, lits in self.places)
        return next((step for step in steps if step is not None), None)

    def hidden(self, rule: int, lits: Sequence[int], state: KnownFacts) -> SolvingStep | None:
        """The step by which one of these candidates of the rule is true; None if several are left."""
        left = [var for var in lits if -var not in state.known]
        if len(left) != 1 or left[0] in state.known:
            return None
        return self._with_sources((rule,), [var for var in lits if var != left[0]], state, left)

    def _with_sources(
        self, rules: Sequence[int], others: Sequence[int], state: KnownFacts, follows: Sequence[int]
    ) -> SolvingStep:
        """The step that concludes `follows`, since the other candidates are excluded."""
        context, true = self.context, {lit for lit in state.known if lit > 0}
        filled = {var for other in others for var in context.marks.cell.get(other, ()) if var in true}
        left = [var for var in others if filled.isdisjoint(context.marks.cell.get(var, ()))]
        sources = context.marks.sources(left, true)
        silent = set().union(*(source.excluded for source in sources))
        stated = [-var for var in left if var not in silent]
        facts = {*filled, *stated, *(fact for source in sources for fact in source.facts)}
        every = dict.fromkeys((*(source.rule for source in sources[::-1]), *rules))
        step = context.step("rule", list(every), state, follows, sorted(facts))
        if step is None:  # steps have excluded all the others
            step = replace(context.step_by_axioms(state, follows, sorted(facts)), level="rule")
        return replace(step, claim="least" if len(step.rules) < 2 else "minimal")
