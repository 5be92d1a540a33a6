"""Which rules are to be asked next, each by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.local import DEPTHS, PAIRS, PLAIN, TRIPLES, WHOLE
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Step


class Queue:
    """For each depth the rules whose facts changed since they were asked, and what others have to say."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.dirty: dict[int, set[int]] = {depth: set() for depth in DEPTHS}
        self.pending: dict[int, dict[int, list[Lit]]] = {depth: {} for depth in DEPTHS}
        self.mark(ground.rules)

    def mark(self, rules: Iterable[int]) -> None:
        """The rules are to be asked again; only units have more to say when asked in depth."""
        rules = set(rules)
        self.dirty[PLAIN] |= rules
        for depth in (PAIRS, TRIPLES, WHOLE):
            self.dirty[depth] |= rules & self.ground.units

    def only(self, rules: Iterable[int]) -> None:
        """Only these rules are to be asked."""
        self.dirty = {depth: set() for depth in DEPTHS}
        self.mark(rules)

    def changed(self, variables: Iterable[int]) -> None:
        self.mark(chain.from_iterable(self.ground.touching.get(var, ()) for var in variables))

    def step(self, state: State, depth: int) -> Step | None:
        """The next argument by one rule."""
        while True:
            rule, follows, size = self.next(state, depth)
            if rule is None:
                return None
            step = self.ground.step("rule", (rule,), state, follows)
            if step is not None:
                return replace(step, size=size)
            if not follows:
                return self.ground.clash(state)
            self.changed(self.ground.noted(state.learn(follows)))  # the axioms alone say so

    def next(self, state: State, most: int = WHOLE) -> tuple[int | None, list[Lit], int]:
        """Of the rules that show a fact at the least depth, the one with the fewest open facts, all that it
        shows, and the depth; a rule that does not fit with what is known, and nothing.
        """
        for depth in range(PLAIN, most + 1):
            if (clash := self._ask(state, depth)) is not None:
                return clash, [], depth
            if pending := self.pending[depth]:
                rule = min(pending, key=lambda rule: self._cost(rule, pending[rule], state))
                return rule, pending.pop(rule), depth
        return None, [], WHOLE

    def idle(self, state: State) -> bool:
        """Has no rule by itself anything to say?"""
        return all(self._ask(state, depth) is None and not self.pending[depth] for depth in DEPTHS)

    def _ask(self, state: State, depth: int) -> int | None:
        """Ask the rules that are dirty; one that clashes, if any does."""
        dirty, pending = self.dirty[depth], self.pending[depth]
        for rule in sorted(dirty):
            self.ground.oracle.deadline.check()
            dirty.discard(rule)
            found = self.ground.ask(rule, state.known, depth)
            if found is None:
                return rule
            pending[rule] = found
        for rule, lits in list(pending.items()):
            left = [lit for lit in lits if lit not in state.known]
            if left:
                pending[rule] = left
            else:
                del pending[rule]
        return None

    def _cost(self, rule: int, found: list[Lit], state: State) -> tuple[bool, int, int]:
        return (
            all(lit < 0 for lit in found),
            len(state.open & self.ground.variables[rule]),
            rule,
        )
