"""How hard plain 9x9 puzzles are, at a glance: which kinds of steps solve them, up to a wanted kind.

The steps are those of explanations, in the same order, but nothing is proved, minimised or told, which takes
a small part of the time of a rating. What is told may differ: a puzzle that looks as wanted is rated, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from zenkai_solver.models.bits import bits
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.kinds import KINDS
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.patterns import CandidatePattern, OpenCandidates, Patterns
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.techniques import SETS
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.generators.difficulty import TOO_HARD, Difficulty

BEYOND = "chain"  # the kind of what the others do not solve: it may be a chain, or something harder
SEEN = KINDS[: KINDS.index(BEYOND)]  # the kinds that are looked for
SINGLE = "hidden single"  # the kind of what singles solve, hidden or naked
HIDDEN = 4  # open cells at least beside a hidden set; fewer are a naked set, which is told instead

Exclusion = tuple[str, Mapping[str, int]]  # a kind of step, and the cells, as a bit set, that lose each value


def may_have(seen: Difficulty, hardest: str) -> bool:
    """May the hardest step of a puzzle be of this kind, of which a ladder has `seen` so much?"""
    return seen.kind == hardest or (seen.kind == BEYOND and hardest not in SEEN)


class Ladder:
    """The units and patterns of a blank grid. Sets of cells are bit sets of their numbers, row by row."""

    def __init__(self) -> None:
        theory = theory_of(loads("puzzle: sudoku\nsize: 9x9\n", "blank").puzzle)
        every = frozenset(lit for var in theory.facts for lit in (var, -var))
        self.patterns = Patterns(StepContext(theory, Oracle(theory), every))
        self.units = self.patterns.units
        self.facts = theory.facts
        self.masks = list(self.patterns.mask.values())
        pairs = ((a, b) for a in self.masks for b in self.masks if a != b)
        self.locks = [(a, b) for a, b in pairs if (a & b).bit_count() > 1]

    def difficulty(self, digits: Sequence[int], hardest: str = KINDS[-1]) -> Difficulty:
        """The kind of the hardest step to the solution of a puzzle, 0 for a blank cell, and no score; as of
        `difficulty_of` if a step is of a harder kind than `hardest`, or BEYOND.
        """
        candidates, kinds = OpenDigits(self, digits), set[str]()
        while left := candidates.after_singles():
            kind, gone = next(self._exclusions(candidates), (BEYOND, {}))
            if kind == BEYOND or KINDS.index(kind) > KINDS.index(hardest):
                return Difficulty(TOO_HARD, kind, frozenset(kinds), left)
            kinds.add(kind)
            candidates.exclude(gone)
        return Difficulty(0, max((SINGLE, *kinds), key=KINDS.index), frozenset(kinds))

    def _exclusions(self, candidates: OpenDigits) -> Iterator[Exclusion]:
        """What steps without a chain exclude, in the order of explanations."""
        yield from self._locked(candidates)
        yield from self._sets(candidates)
        left = OpenCandidates(self.patterns, candidates.open, candidates.placed)
        yield from (self._named(pattern, left) for pattern in self.patterns.of(left))

    def _locked(self, candidates: OpenDigits) -> Iterator[Exclusion]:
        for value, cells in candidates.open.items():
            for base, cover in self.locks:
                if cells & base and not cells & base & ~cover and (gone := cells & cover & ~base):
                    yield "locked candidates", {value: gone}

    def _sets(self, candidates: OpenDigits) -> Iterator[Exclusion]:
        """Cells with as many values, which the others of the unit lose; values with as many cells, which lose
        the others.
        """
        left = candidates.left
        for size, word in SETS.items():
            for unit in self.masks:
                cells = [i for i in bits(unit) if left[i]]
                for chosen in combinations([i for i in cells if left[i].bit_count() <= size], size):
                    values = reduce(or_, (left[i] for i in chosen))
                    rest = unit & ~sum(1 << i for i in chosen)
                    if values.bit_count() == size and (gone := candidates.of(values, rest)):
                        yield f"naked {word}", gone
            for unit in self.masks:
                places = {value: cells & unit for value, cells in candidates.open.items() if cells & unit}
                if len(places) - size < HIDDEN:
                    continue
                able = [value for value, cells in places.items() if cells.bit_count() <= size]
                for hidden in combinations(able, size):
                    inside = reduce(or_, (places[value] for value in hidden))
                    others = (
                        (value, cells & inside) for value, cells in places.items() if value not in hidden
                    )
                    gone = {value: cells for value, cells in others if cells}
                    if inside.bit_count() == size and gone:
                        yield f"hidden {word}", gone

    def _named(self, pattern: CandidatePattern, left: OpenCandidates) -> Exclusion:
        """The pattern by the name of what it states."""
        known = tuple(-var for var in sorted(pattern.about) if not left.is_open(var))
        step = SolvingStep("chain", tuple(sorted(pattern.rules)), known, pattern.follows, "found")
        technique = self.units.technique(step)
        gone = dict[str, int]()
        for label, (cell,) in (self.facts[-lit] for lit in pattern.follows):
            gone[label] = gone.get(label, 0) | 1 << self.patterns.number[cell]
        return technique.name if technique else BEYOND, gone


class OpenDigits:
    """For each value the cells that may have it yet, and those that have it."""

    def __init__(self, ladder: Ladder, digits: Sequence[int]) -> None:
        self.ladder, self.sees = ladder, ladder.patterns.sees
        every = (1 << len(digits)) - 1
        self.open = dict.fromkeys(ladder.patterns.values, every)
        self.placed = dict.fromkeys(ladder.patterns.values, 0)
        for cell, digit in enumerate(digits):
            if digit:
                self._place(cell, str(digit))

    def _place(self, cell: int, value: str) -> None:
        for other in self.open:
            self.open[other] &= ~(1 << cell)
        self.open[value] &= ~self.sees[cell]
        self.placed[value] |= 1 << cell

    def after_singles(self) -> int:
        """Place all that is the only one left in its cell or unit; how many cells are open then."""
        while single := next(self._singles(), None):
            self._place(*single)
        return reduce(or_, self.open.values()).bit_count()

    def _singles(self) -> Iterator[tuple[int, str]]:
        some = several = 0
        for cells in self.open.values():
            several |= some & cells
            some |= cells
        for value, cells in self.open.items():
            if only := cells & ~several:
                yield only.bit_length() - 1, value
        for value, cells in self.open.items():
            for unit in self.ladder.masks:
                if (cells & unit).bit_count() == 1:
                    yield (cells & unit).bit_length() - 1, value

    def exclude(self, gone: Mapping[str, int]) -> None:
        for value, cells in gone.items():
            self.open[value] &= ~cells

    @property
    def left(self) -> list[int]:
        """The values of each cell as a bit set; 0 for one that has its value."""
        return [
            sum(1 << n for n, cells in enumerate(self.open.values()) if cells >> i & 1)
            for i in range(len(self.sees))
        ]

    def of(self, values: int, cells: int) -> dict[str, int]:
        """Of the values in the bit set: those of the cells that may have them."""
        able = ((value, mask & cells) for n, (value, mask) in enumerate(self.open.items()) if values >> n & 1)
        return {value: mask for value, mask in able if mask}
