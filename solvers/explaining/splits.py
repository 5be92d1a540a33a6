"""Case splits within which rules are asked in full, and cases split again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.queue import Queue
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Step, case, needed_steps

ENOUGH = 6  # cases that are compared, once so many are refuted


@dataclass
class Trace:
    """What leads from an assumption to a clash, told in short: rule, what follows, or a trace within."""

    assumed: Lit
    parts: list[tuple[int, list[Lit], Trace | None]] = field(default_factory=list)
    about: list[set[int]] = field(default_factory=list)

    def add(self, rule: int, follows: list[Lit], variables: set[int]) -> None:
        self.parts.append((rule, follows, None))
        self.about.append(variables)

    def split(self, inner: Trace) -> None:
        self.parts.append((-1, [-inner.assumed], inner))
        self.about.append(set().union(*inner.about))

    def needed(self) -> Trace:
        """Without the parts from which, by their variables, nothing later can follow."""
        kept: list[int] = []
        variables: set[int] = set()
        for i in range(len(self.parts) - 1, -1, -1):
            if not kept or variables.intersection(map(abs, self.parts[i][1])):
                kept.append(i)
                variables |= self.about[i]
        kept.reverse()
        return Trace(self.assumed, [self.parts[i] for i in kept], [self.about[i] for i in kept])

    @property
    def length(self) -> int:
        return len(self.parts) + sum(inner.length for _, _, inner in self.parts if inner)


class Splits:
    def __init__(self, ground: Ground) -> None:
        self.ground, self.oracle = ground, ground.oracle

    def by_rules(self, state: State, cases: Sequence[Lit]) -> Step:
        """A case split, the shortest of some; within it rules are asked in full, and cases split again."""
        depth = 1
        while True:
            found: list[tuple[Lit, Trace]] = []
            for lit in cases:
                trace = self._refute(state, -lit, depth)
                if trace is not None:
                    found.append((lit, trace))
                if len(found) == (ENOUGH if depth == 1 else 1):
                    break
            if found:
                lit, trace = min(found, key=lambda case: case[1].length)
                return self._split(state, lit, trace)
            depth += 1

    def _refute(self, state: State, assumed: Lit, depth: int) -> Trace | None:
        """What leads from the assumption to a clash; None if nothing does with less than `depth` splits."""
        own = State(self.oracle, (*state.basis, assumed))
        queue, found = Queue(self.ground), Trace(assumed)
        queue.only(self.ground.rules_of(own.known - state.known))
        while own.good:
            rule, follows, _ = queue.next(own)
            if rule is not None:
                found.add(rule, follows, self.ground.variables[rule])
                if not follows:
                    return found.needed()
            elif depth > 1 and (inner := self._inner(own, depth - 1)) is not None:
                found.split(inner)
                follows = [-inner.assumed]
            else:
                return None
            queue.changed(own.learn(follows, shorten=False))
        return found.needed()

    def _inner(self, state: State, depth: int) -> Trace | None:
        left = [var for var in self.ground.theory.facts if var not in state.known and -var not in state.known]
        for var in sorted(left, key=lambda var: self.ground.options(var, state)):
            for lit in (var, -var):
                if (trace := self._refute(state, lit, depth)) is not None:
                    return trace
        return None

    def _split(self, state: State, fact: Lit, trace: Trace) -> Step:
        """The case split with its argument told in full."""
        own, nested = State(self.oracle, (*state.basis, -fact)), []
        for rule, follows, inner in trace.parts:
            left = [lit for lit in follows if lit not in own.known]
            if follows and not left:
                continue
            step = self._split(own, left[0], inner) if inner else self.ground.step("rule", (rule,), own, left)
            if step is not None:
                nested.append(step)
            if not own.good or not left:
                break
            own.learn(left)
            if not own.good:
                nested.append(self.ground.clash(own))
                break
        if not own.good and not nested:
            nested.append(self.ground.clash(own))
        return case(fact, needed_steps(nested))
