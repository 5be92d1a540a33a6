"""Steps by patterns of candidates that people look for before chains: fish, two strong links, wings.

They are found in units, cells with different values; `techniques` names them from what the step states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.techniques import Units

FISH = (2, 3)  # units of a fish that are looked for before links and wings; those of 4 after them


@dataclass(frozen=True)
class CandidatePattern:
    """What follows by the rules from what is known `about` some candidates; `size`: the number of places."""

    rules: frozenset[int]
    about: frozenset[int]
    follows: tuple[Lit, ...]
    size: int


class Patterns:
    """The search for patterns of one theory. Sets of cells are bit sets of their numbers."""

    def __init__(self, context: StepContext, units: Units) -> None:
        self.context, self.units = context, units
        self.cells = sorted({cell for unit in units.by_rule.values() for cell in unit.cells})
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        self.values = sorted({value for cell in self.cells for value in units.values[cell]})
        self.mask = {rule: self._mask(unit.cells) for rule, unit in units.by_rule.items()}
        self.sees = [self._seen(1 << i) for i in range(len(self.cells))]

    def _mask(self, cells: Iterable[Cell]) -> int:
        return sum(1 << self.number[cell] for cell in cells)

    def _seen(self, cell: int) -> int:
        every = 0
        for mask in self.mask.values():
            every |= mask if mask & cell else 0
        return every & ~cell

    @cached_property
    def classes(self) -> list[list[int]]:
        """Whole units without a common cell, such as all rows."""
        classes: list[list[int]] = []
        for rule, unit in self.units.by_rule.items():
            if unit.whole:
                fitting = (
                    some for some in classes if not any(self.mask[rule] & self.mask[one] for one in some)
                )
                if (some := next(fitting, None)) is not None:
                    some.append(rule)
                else:
                    classes.append([rule])
        return classes

    def step(self, state: KnownFacts) -> SolvingStep | None:
        """The step by the first pattern that excludes something; None if there is none."""
        for pattern in self.patterns(state):
            left = [lit for lit in pattern.follows if state.wanted is None or lit in state.wanted]
            if left and (step := self.made(replace(pattern, follows=tuple(left)), state)) is not None:
                return step
        return None

    def made(self, pattern: CandidatePattern, state: KnownFacts) -> SolvingStep | None:
        """The pattern as a step."""
        facts = self.context.on(pattern.about, state)
        step = self.context.step("chain", sorted(pattern.rules), state, pattern.follows, facts)
        return step and replace(step, claim="minimal", size=pattern.size)

    def patterns(self, state: KnownFacts) -> Iterator[CandidatePattern]:
        """All patterns that exclude something, the easier ones first."""
        if self.classes:
            yield from self.of(OpenCandidates.of(self, state.known))

    @staticmethod
    def of(candidates: OpenCandidates) -> Iterator[CandidatePattern]:
        """Those of the candidates."""
        for size in FISH:
            yield from candidates.fish(size)
        yield from candidates.links()
        yield from candidates.wings(2)
        yield from candidates.wings(3)
        yield from candidates.fish(4)


class OpenCandidates:
    """For each value the open cells that may have it, and the cells that have it, as bit sets."""

    def __init__(self, patterns: Patterns, open_cells: Mapping[str, int], placed: Mapping[str, int]) -> None:
        self.patterns, self.bearing = patterns, patterns.context.theory.bearing
        self.open, self.placed = open_cells, placed

    @classmethod
    def of(cls, patterns: Patterns, known: Collection[Lit]) -> OpenCandidates:
        """What the known facts leave."""
        open_cells, placed = dict.fromkeys(patterns.values, 0), dict.fromkeys(patterns.values, 0)
        for i, cell in enumerate(patterns.cells):
            for value, variables in patterns.context.theory.bearing[cell].items():
                for var in variables:
                    if var in known:
                        placed[value] |= 1 << i
                    elif -var not in known:
                        open_cells[value] |= 1 << i
        return cls(patterns, open_cells, placed)

    @cached_property
    def left(self) -> list[int]:
        """The values left in each open cell, as bit sets."""
        return [
            sum(1 << n for n, value in enumerate(self.patterns.values) if self.open[value] >> i & 1)
            for i in range(len(self.patterns.cells))
        ]

    def is_open(self, var: int) -> bool:
        """May the cell have the value of the fact yet?"""
        label, (cell,) = self.patterns.context.theory.facts[var]
        return bool(self.open[label] >> self.patterns.number[cell] & 1)

    def _excluded(self, value: str, cells: int) -> tuple[Lit, ...]:
        return tuple(-self._var(i, value) for i in bits(cells))

    def _var(self, cell: int, value: str) -> int:
        return self.bearing[self.patterns.cells[cell]][value][0]

    def _about(self, value: str, cells: int) -> frozenset[int]:
        bearing, names = self.bearing, self.patterns.cells
        return frozenset(bearing[names[i]][value][0] for i in bits(cells) if value in bearing[names[i]])

    def fish(self, size: int) -> Iterator[CandidatePattern]:
        """The places of a value in some units lie in as many units of another class."""
        mask = self.patterns.mask
        for value, open_cells in self.open.items():
            for base, cover in product(self.patterns.classes, repeat=2):
                if base is cover:
                    continue
                able = [rule for rule in base if (mask[rule] & open_cells).bit_count() > 1]
                able = [rule for rule in able if not mask[rule] & self.placed[value]]
                hit = {
                    rule: frozenset(one for one in cover if mask[one] & mask[rule] & open_cells)
                    for rule in able
                }
                able = [rule for rule in able if len(hit[rule]) <= size]
                for chosen in combinations(able, size):
                    covers = frozenset[int]().union(*(hit[rule] for rule in chosen))
                    inside = sum(mask[rule] for rule in chosen)
                    gone = sum(mask[rule] for rule in covers) & open_cells & ~inside
                    if len(covers) == size and gone:
                        rules = covers.union(chosen)
                        yield CandidatePattern(
                            rules, self._about(value, inside), self._excluded(value, gone), size
                        )

    def links(self) -> Iterator[CandidatePattern]:
        """Two units with two places each for a value, of which one of each see each other: one of the other
        two is true.
        """
        patterns = self.patterns
        for value, open_cells in self.open.items():
            pairs = [
                (rule, *bits(patterns.mask[rule] & open_cells))
                for some in patterns.classes
                for rule in some
                if (patterns.mask[rule] & open_cells).bit_count() == 2
                and not patterns.mask[rule] & self.placed[value]
            ]
            for (one, *first), (other, *second) in combinations(pairs, 2):
                if not set(first).isdisjoint(second):
                    continue
                for a, b in product(first, second):
                    if not patterns.sees[a] >> b & 1:
                        continue
                    c, d = sum(first) - a, sum(second) - b
                    gone = patterns.sees[c] & patterns.sees[d] & open_cells & ~(1 << a | 1 << b)
                    if gone:
                        near = [(a, b), *((cell, end) for cell in bits(gone) for end in (c, d))]
                        rules = self._rules(near, {one, other})
                        about = self._about(value, patterns.mask[one] | patterns.mask[other])
                        yield CandidatePattern(rules, about, self._excluded(value, gone), 2)

    def wings(self, size: int) -> Iterator[CandidatePattern]:
        """A pivot with so many values, and two cells that it sees with a value of it each, and z."""
        patterns = self.patterns
        two = [i for i, left in enumerate(self.left) if left.bit_count() == 2]
        for pivot, left in enumerate(self.left):
            if left.bit_count() != size:
                continue
            near = [i for i in two if patterns.sees[pivot] >> i & 1]
            for a, b in combinations(near, 2):
                z = self.left[a] & self.left[b]
                whole = self.left[a] | self.left[b] | left
                wing = z.bit_count() == 1 and whole.bit_count() == 3 and self.left[a] != self.left[b]
                if not wing or bool(left & z) != (size == 3):
                    continue
                value = patterns.values[z.bit_length() - 1]
                gone = patterns.sees[a] & patterns.sees[b] & self.open[value] & ~(1 << pivot)
                ends = (a, b) if size == 2 else (a, b, pivot)
                if size == 3:
                    gone &= patterns.sees[pivot]
                if gone:
                    seen = [(pivot, a), (pivot, b), *((cell, end) for cell in bits(gone) for end in ends)]
                    about = frozenset(
                        var
                        for cell in (pivot, a, b)
                        for variables in self.bearing[patterns.cells[cell]].values()
                        for var in variables
                    )
                    yield CandidatePattern(self._rules(seen, set()), about, self._excluded(value, gone), 3)

    def _rules(self, near: Iterable[tuple[int, int]], used: set[int]) -> frozenset[int]:
        """With those used, rules by which these cells see each other, as few as that."""
        for a, b in near:
            able = [rule for rule, mask in self.patterns.mask.items() if mask >> a & 1 and mask >> b & 1]
            if used.isdisjoint(able):
                used.add(able[-1])
        return frozenset(used)
