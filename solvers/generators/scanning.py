"""A quick look at 9x9 puzzles: is there a pattern of a kind, such as a swordfish, where singles get stuck?

It is no step yet: another pattern may come before it, or its exclusions may not be needed. But a puzzle
without it hardly ever has a step of the kind, and to see that takes a small part of a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from zenkai_solver.models.constraints import ExactlyOne, Lit
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.explanations.chains import Chains, View
from zenkai_solver.solvers.explanations.direct import StepContext
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.patterns import CandidatePattern, OpenCandidates, Patterns
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.theory import theory_of

SCANS: Mapping[str, Callable[[OpenCandidates], Iterator[CandidatePattern]]] = {
    "X-wing": lambda left: left.fish(2),
    "skyscraper": OpenCandidates.links,
    "two-string kite": OpenCandidates.links,
    "turbot fish": OpenCandidates.links,
    "swordfish": lambda left: left.fish(3),
    "XY-wing": lambda left: left.wings(2),
    "XYZ-wing": lambda left: left.wings(3),
    "jellyfish": lambda left: left.fish(4),
}


class PatternScan:
    """Looks at plain 9x9 puzzles, digits row by row and 0 for a blank cell, for patterns of one kind."""

    def __init__(self, kind: str) -> None:
        self.theory = theory_of(loads("puzzle: sudoku\nsize: 9x9\n", "blank").puzzle)
        every = frozenset(lit for var in self.theory.facts for lit in (var, -var))
        self.context = StepContext(self.theory, Oracle(self.theory), every)
        self.patterns = Patterns(self.context, Units(self.theory))
        self.view = View(Chains(self.theory))
        self.scan = SCANS[kind]
        parts = [*self.theory.axioms, *(part for parts in self.theory.parts for part in parts)]
        self.places = [part.lits for part in parts if isinstance(part, ExactlyOne)]

    def has_one(self, digits: Sequence[int]) -> bool:
        """Is there a pattern of the kind where singles and locked candidates lead no further?"""
        known = self._stuck(digits)
        return next(self.scan(OpenCandidates(self.patterns, known)), None) is not None

    def _stuck(self, digits: Sequence[int]) -> set[Lit]:
        """What follows by singles and locked candidates."""
        bearing = self.theory.bearing
        new = {bearing[divmod(i, 9)][str(digit)][0] for i, digit in enumerate(digits) if digit}
        known = set[Lit]()
        while new:
            while new:
                known |= new
                known |= self._marks(new)
                new = {left[0] for lits in self.places if len(left := _left(lits, known)) == 1} - known
            self.view.look(known)
            new = {lit for _, lits, _ in self.view.locked() for lit in lits} - known
        return known

    def _marks(self, new: set[Lit]) -> set[Lit]:
        """What true facts exclude, in their cells too."""
        true = [lit for lit in new if lit > 0]
        cells = {-other for lit in true for other in self.context.marks.cell[lit] if other != lit}
        return cells | self.context.marks.of(true)


def _left(lits: Sequence[int], known: set[Lit]) -> list[int]:
    return [lit for lit in lits if -lit not in known]
