"""Arguments by two and three rules that are connected: share a cell or a variable that is still open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Level, Step

MOST_SETS = {2: 600, 3: 200}  # connected sets of so many rules that are tried for one step


class Connected:
    """Sets of which no rule has changed since they were tried are not tried again."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.tried: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.cut = ground.partial  # were there ever more sets of rules than are tried, or too few of one?

    def wider(self, state: State) -> Step | None:
        """Two rules, else three."""
        goal = self.ground.sought - state.known
        near = self._near(state)
        for size in (2, 3):
            for rules in self._sets(near, size):
                age = tuple(self.ground.age[rule] for rule in rules)
                if self.tried.get(rules) == age:
                    continue
                own = set().union(*(self.ground.variables[rule] for rule in rules))
                lits = sorted(lit for lit in goal if abs(lit) in own)
                if found := self.ground.residue.consequences(rules, state.known, lits):
                    return self._of_set(rules, state, found)
                self.tried[rules] = age
        return None

    def _of_set(self, rules: tuple[int, ...], state: State, found: list[Lit]) -> Step:
        step = self.ground.step("rules", rules, state, found) or self.ground.by_axioms(state, found)
        complete = len(step.rules) < 2 or not self.cut
        level: Level = "rules" if len(step.rules) > 1 else "rule"
        return replace(step, level=level, claim="least" if complete else "minimal", size=len(step.rules))

    def _near(self, state: State) -> dict[int, set[int]]:
        """Which rules share a place that is not settled."""
        at: dict[int, set[int]] = {}
        for rule in self.ground.rules:
            for var in self.ground.variables[rule]:
                if var not in state.known and -var not in state.known:
                    for place in self.ground.places.get(var, (-var,)):
                        at.setdefault(place, set()).add(rule)
        near: dict[int, set[int]] = {}
        for rules in at.values():
            for rule in rules:
                near.setdefault(rule, set()).update(rules - {rule})
        return near

    def _sets(self, near: dict[int, set[int]], size: int) -> Iterator[tuple[int, ...]]:
        """Connected sets, each once, those with few neighbours first; MOST_SETS at most."""
        pairs = [(a, b) for a, others in near.items() for b in others if a < b]
        pairs.sort(key=lambda pair: (len(near[pair[0]]) + len(near[pair[1]]), pair))
        if size == 2:
            self.cut |= len(pairs) > MOST_SETS[2]
            yield from pairs[: MOST_SETS[2]]
            return
        seen: set[tuple[int, ...]] = set()
        for a, b in pairs:
            for c in sorted(near[a] | near[b]):
                chosen = tuple(sorted({a, b, c}))
                if len(chosen) == 3 and chosen not in seen:
                    seen.add(chosen)
                    if len(seen) > MOST_SETS[3]:
                        self.cut = True
                        return
                    yield chosen
