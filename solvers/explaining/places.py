"""Arguments by places: what all that is left at one excludes, and chains from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zenkai_solver.models.bits import bits
from zenkai_solver.solvers.explaining.chains import Chain, Chains, View
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.queue import Queue
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Level, Step


class Places:
    def __init__(self, ground: Ground) -> None:
        self.ground, self.oracle = ground, ground.oracle
        self.view = View(Chains(ground.theory))
        self._refutable = sum(1 << -lit for lit in ground.goal if lit < 0)

    def locked(self, state: State, queue: Queue) -> Step | None:
        """What all that is left at a place excludes."""
        self.view.look(state.known)
        for follows, rules in self.view.locked():
            left = [lit for lit in follows if state.wanted is None or lit in state.wanted]
            if left and (step := self.ground.step("rules", rules, state, left)) is not None:
                level: Level = "rules" if len(step.rules) > 1 else "rule"
                least = len(step.rules) == 1 or (len(step.rules) == 2 and queue.idle(state))
                return replace(step, level=level, claim="least" if least else "minimal")
        return None

    def chain(self, state: State) -> Step | None:
        """The shortest chain of the fewest rounds, with all else that its rules show as shortly."""
        self.oracle.deadline.check()
        self.view.look(state.known)
        asked = -1 if state.wanted is None else self._refutable  # no chain refutes what is so in a solution
        found = self.view.refutations(asked) if self.view.open else []
        return self._of_chain(state, found) if found else None

    def _of_chain(self, state: State, found: Sequence[Chain]) -> Step | None:
        best = min(found, key=lambda chain: (chain.length, chain.rules.bit_count(), chain.refuted))
        alike = (own for own in found if not own.rules & ~best.rules and own.length <= best.length)
        step = self.ground.step("chain", list(bits(best.rules)), state, sorted(-own.refuted for own in alike))
        return step and replace(step, claim="minimal", size=best.length)
