"""Steps by patterns of candidates that people look for before other chains: fish, strong links, wings, pairs
of cells with the same two values, colours, and chains of one value or of cells with two.

They are found in units, cells with different values; `techniques` names them from what the step states.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import combinations, pairwise, product
from operator import or_
from typing import TypeVar

from zenkai_solver.models.bits import bits
from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.techniques import LINKS, coloured, line, link_name

T = TypeVar("T", bound=Hashable)

Link = tuple[int, int, int]  # a rule, and its two places for a value

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

    def __init__(self, context: StepContext) -> None:
        self.context = context
        self.units = units = context.units
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
        """The pattern as a step: with the facts that it needs, or with all about its candidates if it would
        lose its form otherwise.
        """
        rules, facts = tuple(sorted(pattern.rules)), self.context.on(pattern.about, state)
        least = self.context.step("chain", rules, state, pattern.follows, facts)
        if least is None:
            return None
        step = replace(least, claim="minimal", size=pattern.size)
        whole = replace(step, rules=rules, because=tuple(facts), claim="found", without=())
        return self.units.in_form(step, whole)

    def patterns(self, state: KnownFacts) -> Iterator[CandidatePattern]:
        """All patterns that exclude something, the easier ones first."""
        if self.classes:
            yield from self.of(OpenCandidates.of(self, state.known))

    @staticmethod
    def of(candidates: OpenCandidates) -> Iterator[CandidatePattern]:
        """Those of the candidates."""
        for size in FISH:
            yield from candidates.fish(size)
        yield from candidates.remote_pairs()
        yield from candidates.links()
        yield from candidates.empty_rectangles()
        yield from candidates.w_wings()
        yield from candidates.wings(2)
        yield from candidates.wings(3)
        yield from candidates.fish(4)
        yield from candidates.colours()
        yield from candidates.x_chains()
        yield from candidates.xy_chains()


def _hitting_few(
    able: Sequence[int], hit: Mapping[int, frozenset[int]], size: int
) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """The combinations of so many of the rules that hit at most as many others, and these."""

    def longer(
        chosen: tuple[int, ...], covers: frozenset[int], first: int
    ) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
        if len(chosen) == size:
            yield chosen, covers
            return
        for i in range(first, len(able)):
            if len(more := covers | hit[able[i]]) <= size:
                yield from longer((*chosen, able[i]), more, i + 1)

    return longer((), frozenset(), 0)


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
                able = [
                    rule
                    for rule in able
                    if len(hit[rule]) <= size  # and no place is in none of them, as some are outside windows
                    and not mask[rule] & open_cells & ~sum(mask[one] for one in hit[rule])
                ]
                for chosen, covers in _hitting_few(able, hit, size):
                    inside = sum(mask[rule] for rule in chosen)
                    gone = sum(mask[rule] for rule in covers) & open_cells & ~inside
                    if len(covers) == size and gone:
                        rules = covers.union(chosen)
                        yield CandidatePattern(
                            rules, self._about(value, inside), self._excluded(value, gone), size
                        )

    @cached_property
    def pairs(self) -> dict[str, list[Link]]:
        """For each value the rules of units with two places for it, and these."""
        mask = self.patterns.mask
        whole = [rule for some in self.patterns.classes for rule in some]
        return {
            value: [
                (rule, *bits(mask[rule] & cells))  # type: ignore[misc]
                for rule in whole
                if (mask[rule] & cells).bit_count() == 2 and not mask[rule] & self.placed[value]
            ]
            for value, cells in self.open.items()
        }

    def links(self) -> Iterator[CandidatePattern]:
        """Two units with two places each for a value, of which one of each see each other: one of the other
        two is true. Skyscrapers come first, then two-string kites.
        """
        patterns, unit = self.patterns, self.patterns.units.by_rule
        listed: list[tuple[int, CandidatePattern]] = []
        for value, open_cells in self.open.items():
            for (one, *first), (other, *second) in combinations(self.pairs[value], 2):
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
                        met = [patterns.cells[a], patterns.cells[b]]
                        name = link_name((unit[one], ()), (unit[other], ()), met)
                        out = self._excluded(value, gone)
                        listed.append((LINKS.index(name), CandidatePattern(rules, about, out, 2)))
        yield from (pattern for _, pattern in sorted(listed, key=lambda item: item[0]))

    def empty_rectangles(self) -> Iterator[CandidatePattern]:
        """A box whose places for a value are all seen by one end of a strong link, or by a cell that sees
        the other end, where the value is excluded.
        """
        patterns = self.patterns
        for value, open_cells in self.open.items():
            crossed = [
                (rule, inside)
                for some in patterns.classes
                for rule in some
                if line(patterns.units.by_rule[rule]) == "box"
                and (inside := patterns.mask[rule] & open_cells).bit_count() > 2
            ]
            for (box, inside), (unit, *ends) in product(crossed, self.pairs[value]):
                for near, far in (ends, ends[::-1]):
                    left = inside & ~patterns.sees[near]
                    if inside >> near & 1 or inside >> far & 1 or not left or left == inside:
                        continue
                    gone = patterns.sees[far] & open_cells & ~(1 << near) & ~inside
                    for cell in bits(gone):
                        if left & ~patterns.sees[cell]:
                            continue
                        seen = ((near, other) for other in bits(inside & ~left))
                        near_by = [*seen, *((cell, other) for other in bits(left)), (cell, far)]
                        about = self._about(value, patterns.mask[box] | patterns.mask[unit])
                        rules = self._rules(near_by, {box, unit})
                        yield CandidatePattern(rules, about, self._excluded(value, 1 << cell), 2)

    def wings(self, size: int) -> Iterator[CandidatePattern]:
        """A pivot with so many values, and two cells that it sees with a value of it each, and z."""
        patterns = self.patterns
        for pivot, left in enumerate(self.left):
            if left.bit_count() != size:
                continue
            near = [i for i in self._two if patterns.sees[pivot] >> i & 1]
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
                    about = self._cells((pivot, a, b))
                    yield CandidatePattern(self._rules(seen, set()), about, self._excluded(value, gone), 3)

    @cached_property
    def _two(self) -> list[int]:
        """The cells with two values."""
        return [i for i, left in enumerate(self.left) if left.bit_count() == 2]

    def _cells(self, cells: Iterable[int]) -> frozenset[int]:
        """All candidates of the cells."""
        names = self.patterns.cells
        return frozenset(var for i in cells for some in self.bearing[names[i]].values() for var in some)

    def w_wings(self) -> Iterator[CandidatePattern]:
        """Two cells with the same two values, which see the two places of one of these in a unit."""
        patterns, sees = self.patterns, self.patterns.sees
        for a, b in combinations(self._two, 2):
            if self.left[a] != self.left[b] or sees[a] >> b & 1:
                continue
            for x in bits(self.left[a]):
                z = patterns.values[(self.left[a] & ~(1 << x)).bit_length() - 1]
                gone = sees[a] & sees[b] & self.open[z]
                for unit, *places in self.pairs[patterns.values[x]] if gone else ():
                    for p, q in (places, places[::-1]):
                        if {p, q}.isdisjoint((a, b)) and sees[a] >> p & 1 and sees[b] >> q & 1:
                            seen = [(a, p), (b, q), *((cell, end) for cell in bits(gone) for end in (a, b))]
                            about = self._cells((a, b)) | self._about(patterns.values[x], patterns.mask[unit])
                            rules = self._rules(seen, {unit})
                            yield CandidatePattern(rules, about, self._excluded(z, gone), 3)

    def remote_pairs(self) -> Iterator[CandidatePattern]:
        """A chain of four cells or more with the same two values: what sees the first and the last, which are
        an even number apart, has neither.
        """
        sees = self.patterns.sees
        same: dict[int, list[int]] = {}
        for cell in self._two:
            same.setdefault(self.left[cell], []).append(cell)
        for values, cells in same.items():

            def onward(cell: int, cells: Sequence[int] = cells) -> list[int]:
                return [i for i in cells if sees[cell] >> i & 1]

            for start in cells if len(cells) > 3 else ():
                for way in _ways(start, onward):
                    if len(way) < 4 or len(way) % 2:
                        continue
                    both = sees[way[0]] & sees[way[-1]]
                    gone = {value: both & self.open[value] for value in self._named(values)}
                    out = [lit for value, cells_of in gone.items() for lit in self._excluded(value, cells_of)]
                    if out:
                        lost = reduce(or_, gone.values())
                        ends = [(cell, end) for cell in bits(lost) for end in (way[0], way[-1])]
                        rules = self._rules([*pairwise(way), *ends], set())
                        yield CandidatePattern(rules, self._cells(way), tuple(out), len(way))

    def _named(self, values: int) -> list[str]:
        return [self.patterns.values[n] for n in bits(values)]

    def xy_chains(self) -> Iterator[CandidatePattern]:
        """Cells with two values, each with one of the next: the first or the last has a value that is neither
        between them; short ones first.
        """
        sees, two = self.patterns.sees, self._two
        listed: list[tuple[int, CandidatePattern]] = []
        for start, z in ((cell, z) for cell in two for z in bits(self.left[cell])):

            def onward(state: tuple[int, int]) -> list[tuple[int, int]]:
                """The cells that see this one, without the value that it has."""
                cell, value = state
                near = (i for i in two if sees[cell] >> i & 1 and self.left[i] >> value & 1)
                return [(i, (self.left[i] & ~(1 << value)).bit_length() - 1) for i in near]

            first = (start, (self.left[start] & ~(1 << z)).bit_length() - 1)
            for way in _ways(first, onward):
                end, value = way[-1]
                z_cells = self.open[self.patterns.values[z]]
                gone = sees[start] & sees[end] & z_cells if value == z and end > start else 0
                cells = [cell for cell, _ in way]
                gone &= ~reduce(or_, (1 << cell for cell in cells))
                if gone and len(way) > 2 and len(set(cells)) == len(cells):
                    ends = [(cell, other) for cell in bits(gone) for other in (start, end)]
                    rules = self._rules([*pairwise(cells), *ends], set())
                    out = self._excluded(self.patterns.values[z], gone)
                    listed.append((len(way), CandidatePattern(rules, self._cells(cells), out, len(way))))
        yield from (pattern for _, pattern in sorted(listed, key=lambda item: item[0]))

    def x_chains(self) -> Iterator[CandidatePattern]:
        """Units with two places each for a value, the second of one seeing the first of the next: the first
        or the last place has the value; short ones first.
        """
        sees, mask = self.patterns.sees, self.patterns.mask
        listed: list[tuple[int, CandidatePattern]] = []
        for value, pairs in self.pairs.items():
            links = [(rule, a, b) for rule, *ends in pairs for a, b in (ends, ends[::-1])]

            def onward(link: Link, links: Sequence[Link] = links) -> list[Link]:
                return [other for other in links if sees[link[2]] >> other[1] & 1]

            for start in links:
                for way in _ways(start, onward):
                    cells = [cell for _, *ends in way for cell in ends]
                    gone = sees[cells[0]] & sees[cells[-1]] & self.open[value]
                    if gone and len(way) > 2 and cells[0] < cells[-1] and len(set(cells)) == len(cells):
                        gone &= ~reduce(or_, (1 << cell for cell in cells))
                        ends = [(cell, end) for cell in bits(gone) for end in (cells[0], cells[-1])]
                        near = [(one[2], other[1]) for one, other in pairwise(way)]
                        rules = self._rules([*near, *ends], {rule for rule, _, _ in way})
                        about = self._about(value, reduce(or_, (mask[rule] for rule, _, _ in way)))
                        out = self._excluded(value, gone)
                        if out:
                            listed.append((len(way), CandidatePattern(rules, about, out, len(way))))
        yield from (pattern for _, pattern in sorted(listed, key=lambda item: item[0]))

    def colours(self) -> Iterator[CandidatePattern]:
        """Cells joined by units with two places for a value are coloured in turn: what sees both colours is
        excluded.
        """
        sees, mask = self.patterns.sees, self.patterns.mask
        for value, pairs in self.pairs.items():
            links: dict[int, set[int]] = {}
            for _, a, b in reversed(pairs):
                links.setdefault(a, set()).add(b)
                links.setdefault(b, set()).add(a)
            for part in components(links, links.__getitem__):
                colours = {part[0]}, set[int]()
                coloured(links, colours)
                one, other = (sum(1 << cell for cell in colour) for colour in colours)
                cells = self.open[value] & ~one & ~other
                gone = [i for i in bits(cells) if sees[i] & one and sees[i] & other]
                if gone and len(part) > 4:
                    ends = [(i, min(bits(sees[i] & colour))) for i in gone for colour in (one, other)]
                    used = {rule for rule, a, _ in pairs if a in part}
                    about = self._about(value, reduce(or_, (mask[rule] for rule in used)))
                    out = self._excluded(value, sum(1 << i for i in gone))
                    yield CandidatePattern(self._rules(ends, used), about, out, len(part))

    def _rules(self, near: Iterable[tuple[int, int]], used: set[int]) -> frozenset[int]:
        """With those used, rules by which these cells see each other, as few as that."""
        for a, b in near:
            able = [rule for rule, mask in self.patterns.mask.items() if mask >> a & 1 and mask >> b & 1]
            if used.isdisjoint(able):
                used.add(able[-1])
        return frozenset(used)


def _ways(start: T, onward: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """A shortest way from the start to each state that is reached, short ones first."""
    before: dict[T, T | None] = {start: None}
    queue = [start]
    for state in queue:
        way, last = [state], before[state]
        while last is not None:
            way.append(last)
            last = before[last]
        yield way[::-1]
        for other in onward(state):
            if other not in before:
                before[other] = state
                queue.append(other)
