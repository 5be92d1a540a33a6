"""What a designer asks of a packing besides: each rule as constraints, and once more as said of a board.

touch           copies of a piece (or pieces that are `alike`) do not touch along an edge, or not at all
border          pieces that touch the border of the board, or do not
no_crossings    no point where four pieces meet; of a flat board of squares `Packing` says it itself
no_fault_line   no straight line through the board lies between pieces all the way
numbers         how many pieces of a set are used
total           what the weights of all pieces sum to

That boards are their own images is in `models.packing.invariant`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, Linear
from zenkai_solver.models.grid import Cell, Move
from zenkai_solver.models.lattices.lattice import Wall
from zenkai_solver.models.lattices.region import BEYOND, LatticeRegion
from zenkai_solver.models.packing.problem import Count, PackingProblem, Placement

FOUR = 4  # pieces, where lines cross
Variables = Mapping[Placement, int]
Fresh = Callable[[Hashable], int]
Placed = Mapping[str, Placement]  # the letter on the board, and the placement that bears it


class Rule(Protocol):
    @property
    def words(self) -> str:
        """The rule as one line."""

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """The rule as constraints; `fresh` gives a new variable that no solution depends on."""

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        """How the board breaks the rule, in words. Never looks at the model."""

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        """Does it say the same of a board that is moved, where each piece arrives as its twin?"""


def place(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def of_pieces(variables: Variables, labels: str) -> dict[Placement, int]:
    return {placement: var for placement, var in variables.items() if placement.label in labels}


@dataclass(frozen=True)
class Touch:
    """No two pieces of one group of letters have cells that touch; `corners`: they may at a corner."""

    groups: tuple[str, ...]
    corners: bool

    @property
    def words(self) -> str:
        where = "" if self.corners else ", not even at a corner"
        return f"pieces of {', '.join(self.groups)} do not touch each other{where}"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """Of the placements of a group that cover one of two touching cells there is at most one."""
        pairs = problem.region.touching(at_corners=not self.corners)
        for group in self.groups:
            by_cell: dict[Cell, list[int]] = {cell: [] for cell in problem.region.cells}
            for placement, var in of_pieces(variables, group).items():
                for cell in placement.cells:
                    by_cell[cell].append(var)
            for a, b in pairs:
                if by_cell[a] and by_cell[b]:
                    yield AtMostOne(tuple(sorted({*by_cell[a], *by_cell[b]})))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = {cell: letter for letter, placement in placed.items() for cell in placement.cells}
        for a, b in problem.region.touching(at_corners=not self.corners):
            one, other = on.get(a), on.get(b)
            if one is None or other is None or one == other:
                continue
            labels = {placed[one].label, placed[other].label}
            if any(labels <= set(group) for group in self.groups):
                yield f"{one} and {other} touch at {place(a)} and {place(b)}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return _same(self.groups, twins)


def _same(groups: Sequence[str], twins: Mapping[str, str]) -> bool:
    """Are the groups the same when each piece is its twin?"""
    own = sorted(sorted(group) for group in groups)
    return own == sorted(sorted(twins.get(label, label) for label in group) for group in groups)


@dataclass(frozen=True)
class Border:
    """The pieces `must` have a cell on the border of the board, the pieces `never` have none."""

    must: str
    never: str

    @property
    def words(self) -> str:
        must = f"{self.must} touch the border" if self.must else ""
        never = f"{self.never} do not touch the border" if self.never else ""
        return " and ".join(filter(None, (must, never)))

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        border = problem.region.border
        for placement, var in variables.items():
            if placement.label in (self.never if border & set(placement.cells) else self.must):
                yield Clause((-var,))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        border = problem.region.border
        for letter, (label, cells) in placed.items():
            touches = any(cell in border for cell in cells)
            if label in self.must and not touches:
                yield f"{letter} does not touch the border"
            if label in self.never and touches:
                yield f"{letter} touches the border"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return _same([self.must], twins) and _same([self.never], twins)


@dataclass(frozen=True)
class FewMeet:
    """At most three pieces have cells at any of these points, each with the cells about it."""

    points: tuple[tuple[Cell, ...], ...]

    @property
    def words(self) -> str:
        return "nowhere do four pieces meet"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """Of four cells that are all covered some placement covers two; else at most three are there."""
        for point in self.points:
            there = {v: sum(cell in p.cells for cell in point) for p, v in variables.items()}
            if problem.exact and len(point) == FOUR:
                yield Clause(tuple(sorted(v for v, cells in there.items() if cells > 1)))
            else:
                yield Cardinality(tuple(sorted(v for v, cells in there.items() if cells)), 0, FOUR - 1)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = {cell: letter for letter, placement in placed.items() for cell in placement.cells}
        for point in self.points:
            letters = sorted({on[cell] for cell in point if cell in on})
            if len(letters) >= FOUR:
                yield f"{', '.join(letters[:-1])} and {letters[-1]} meet beside {place(point[0])}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return True


def crowded(region: LatticeRegion) -> tuple[tuple[Cell, ...], ...]:
    """The points (in space: edges) about which lie four cells or more, with these cells."""
    points = {tuple(sorted({region.cells[i] for i in fan if i != BEYOND})) for fan in region.fans}
    return tuple(sorted(point for point in points if len(point) >= FOUR))


@dataclass(frozen=True)
class NoFaultLine:
    """Every straight line (in space: plane) between cells of the board cuts a piece."""

    walls: tuple[Wall, ...]

    @property
    def words(self) -> str:
        return "every line across the board cuts a piece"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        for board, wall, at in self._lines(problem):
            across = (v for p, v in variables.items() if _cut(problem, board, p.cells, wall, at))
            yield Clause(tuple(sorted(across)))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        for board, wall, at in self._lines(problem):
            if not any(_cut(problem, board, p.cells, wall, at) for p in placed.values()):
                first = min(_numbers(problem, problem.region.cells, wall))
                yield f"no piece crosses the line below {wall.between} {at + 1 - first}"

    def _lines(self, problem: PackingProblem) -> Iterator[tuple[frozenset[Cell], Wall, int]]:
        """Of each board: its cells, a direction, and the number of the cells just before the line."""
        for board in map(frozenset, problem.region.boards):
            for wall in self.walls:
                own = _numbers(problem, board, wall)
                yield from ((board, wall, at) for at in range(min(own), max(own)))

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return True


def _numbers(problem: PackingProblem, cells: Iterable[Cell], wall: Wall) -> list[int]:
    return [wall.number(problem.region.coordinates(cell)) for cell in cells]


def _cut(problem: PackingProblem, board: frozenset[Cell], cells: Sequence[Cell], wall: Wall, at: int) -> bool:
    own = _numbers(problem, cells, wall)
    return cells[0] in board and min(own) <= at < max(own)


@dataclass(frozen=True)
class Number:
    """At least `lo` and at most `hi` pieces (None: any number) have these letters."""

    letters: str
    lo: int
    hi: int | None

    @property
    def words(self) -> str:
        hi = "or more" if self.hi is None else f"to {self.hi}"
        return f"{self.lo} {hi} pieces of {self.letters} are used"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        own = tuple(of_pieces(variables, self.letters).values())
        yield Cardinality(own, self.lo, len(own) if self.hi is None else self.hi)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        number = sum(placement.label in self.letters for placement in placed.values())
        if number not in (allowed := Count(self.lo, self.hi)):
            yield f"{number} pieces of {self.letters} are used, not {allowed}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return _same([self.letters], twins)


@dataclass(frozen=True)
class Total:
    """The weights of all pieces that are used sum to at least `lo` and at most `hi`."""

    weights: Mapping[str, int]
    lo: int
    hi: int

    @property
    def words(self) -> str:
        hi = "" if self.lo == self.hi else f" to {self.hi}"
        return f"the weights of the pieces sum to {self.lo}{hi}"

    def constraints(
        self, problem: PackingProblem, variables: Variables, fresh: Fresh
    ) -> Iterator[Constraint]:
        """A piece that can be there once is a single term: a variable that says whether it is used."""
        terms: list[tuple[int, int]] = []
        for label, weight in self.weights.items():
            own = tuple(of_pieces(variables, label).values())
            if not weight or label in problem.copied:
                terms += [(weight, var) for var in own if weight]
                continue
            used = fresh(("used", label))
            yield from (Clause((-var, used)) for var in own)
            yield Clause((-used, *own))
            terms.append((weight, used))
        yield Linear(tuple(w for w, _ in terms), tuple(v for _, v in terms), self.lo, self.hi)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        total = sum(self.weights.get(placement.label, 0) for placement in placed.values())
        if not self.lo <= total <= self.hi:
            allowed = str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"
            yield f"the weights of the pieces sum to {total}, not {allowed}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return all(self.weights[twin] == self.weights[label] for label, twin in twins.items())


def alike_in_pairs(groups: Sequence[str]) -> str | None:
    """A letter that is in two groups, if there is one."""
    return next((x for one, other in combinations(groups, 2) for x in one if x in other), None)
