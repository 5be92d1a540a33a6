"""Arguments by the contrary of a fact: the few rules that refute it, else a case split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.local import PLAIN, WHOLE
from zenkai_solver.solvers.explaining.places import Places
from zenkai_solver.solvers.explaining.queue import Queue
from zenkai_solver.solvers.explaining.reasons import least_core, small_core
from zenkai_solver.solvers.explaining.splits import ENOUGH, Splits
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Step, case, needed_steps

MOST_RULES = 6  # of a set that is shown; what needs more is shown as a case split
MOST_NESTED, ENOUGH_NESTED = 40, 2  # facts refuted within a case; cases that are compared
COMPARED = 4  # facts of which the one that the fewest rules show is taken
TRIED = 60  # hitting sets for a proof that a subset is least


class Contrary:
    def __init__(self, ground: Ground, places: Places) -> None:
        self.ground, self.oracle = ground, ground.oracle
        self.places, self.splits = places, Splits(ground)

    def by_contrary(self, state: State) -> Step:
        """By the contrary of a fact: the rules that refute it, if they are few, else a case split."""
        found = sorted(self._refutable(state))
        return (
            (self._by_axioms(state, [lit for _, lit in found]) if self.ground.partial else None)
            or self._subset(state, [lit for _, lit in found])
            or (self._told(state, -found[0][1]) if found else self._shown(state))
            or self.splits.by_rules(state, self._cases(state))
        )

    def _by_axioms(self, state: State, lits: Sequence[Lit]) -> Step | None:
        """A fact that the axioms show without any rule, where unit propagation in them does not."""
        shown = (lit for lit in lits if not self.oracle.fits((), (*state.basis, -lit)))
        lit = next(shown, None)
        return None if lit is None else self.ground.by_axioms(state, [lit])

    def _cases(self, state: State) -> list[Lit]:
        """Facts that may be shown by refuting their negations, those at places with few options first."""
        left = self.ground.sought - state.known
        return sorted(left, key=lambda lit: (self.ground.options(abs(lit), state), lit > 0, abs(lit)))

    def _refutable(self, state: State) -> list[tuple[int, Lit]]:
        """Facts whose contrary leads to a clash where unit propagation refutes one fact after the other; with
        the number of these, each no larger than that before.
        """
        probe, found, most = self.oracle.probe, list[tuple[int, Lit]](), MOST_NESTED
        probe.learn(state.known)
        for lit in self._cases(state):
            if (number := probe.nested(-lit, most)) is not None:
                found.append((number, lit))
                most = number
                if len(found) == (ENOUGH_NESTED if most else ENOUGH):
                    break
        return found

    def _subset(self, state: State, lits: Sequence[Lit]) -> Step | None:
        """By the smallest of the sets of rules that show one of the facts, where it has few of them."""
        sets = {lit: core for lit in lits if (core := self._core(state, lit)) is not None}
        if not sets:
            return None
        lit = min(sets, key=lambda lit: (len(sets[lit]), lit))
        least = least_core(self.oracle, (*state.basis, -lit), [sets[lit]], TRIED)
        step = self.ground.step("subset", least or sets[lit], state, [lit])
        return step and replace(step, claim="least" if least else "minimal")

    def _shown(self, state: State) -> Step | None:
        """By few rules where unit propagation sees nothing, with all else that they show."""
        cases = self._cases(state)
        step = self._subset(state, cases[:COMPARED])
        if step is None:
            return None
        found = self.ground.residue.consequences(step.rules, state.known, cases)
        whole = self.ground.step("subset", step.rules, state, found or step.follows)
        return whole and replace(whole, claim=step.claim)

    def _core(self, state: State, lit: Lit) -> tuple[int, ...] | None:
        """Some small set of rules that shows the fact; None if there are many in it."""
        against = (*state.basis, -lit)
        if self.oracle.fits(self.ground.rules, against) or len(self.oracle.core[0]) > 2 * MOST_RULES:
            return None
        core = small_core(self.oracle, sorted(self.oracle.core[0]), against)
        return core if len(core) <= MOST_RULES else None

    def _told(self, state: State, supposed: Lit) -> Step | None:
        """The case split, with steps from the supposed fact to a clash; None if they do not lead there."""
        own, nested = State(self.oracle, (*state.basis, supposed)), list[Step]()
        queue = Queue(self.ground)
        queue.only(self.ground.rules_of(own.known - state.known))
        while own.good:
            step = (
                queue.step(own, PLAIN)
                or self.places.locked(own, queue)
                or queue.step(own, WHOLE)
                or self.places.chain(own)
                or self._probed(own)
            )
            if step is None:
                return None
            nested.append(step)
            if not step.follows:
                return case(-supposed, needed_steps(nested))
            queue.changed(own.learn(step.follows, shorten=False))
        return case(-supposed, needed_steps([*nested, self.ground.clash(own)]))

    def _probed(self, state: State) -> Step | None:
        """A fact whose contrary unit propagation refutes, where some is supposed."""
        probe = self.oracle.probe
        for var in self.ground.theory.facts:
            if var in state.known or -var in state.known:
                continue
            for lit in (var, -var):
                if probe.clash([*state.basis, lit]):
                    step = self.ground.step("subset", range(len(self.ground.theory.rules)), state, [-lit])
                    return step and replace(step, claim="minimal")
        return None
