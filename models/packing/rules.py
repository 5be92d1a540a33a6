"""The optional rules of a packing, each stated as constraints and, independently, as violations of a board.

touch           copies of a piece (or pieces that are `alike`) do not touch along an edge, or not at all
border          pieces that must, or must not, touch the border of the board
no_crossings    no point where four pieces meet; for flat boards of squares `Packing` states it itself
no_fault_line   every straight line between cells through the board cuts a piece
numbers         bounds on the number of pieces of some letters
total           bounds on the sum of the weights of all pieces

congruent       several boards of one unknown connected shape with a given bounding box

Others: `models.packing.invariant` (symmetric boards), `three_colours` and `free_cells`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Connected,
    Constraint,
    ExactlyOne,
    Linear,
)
from zenkai_solver.models.grid import Cell, Move
from zenkai_solver.models.lattices.lattice import Wall
from zenkai_solver.models.lattices.region import BEYOND, LatticeRegion
from zenkai_solver.models.packing.problem import Count, PackingProblem, Placement

FOUR = 4  # pieces, where lines cross
Variables = Mapping[Placement, int]
Fresh = Callable[[Hashable], int]
Constraints = Iterator[Constraint]
Placed = Mapping[str, Placement]  # the placement of each label on the board


class PackingRule(ABC):
    """An optional rule, stated twice: as constraints, and as violations of a board."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The rule as one line."""

    @abstractmethod
    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """The rule as constraints; `fresh` makes an auxiliary variable that boards do not show."""

    @abstractmethod
    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        """How the board breaks the rule, in words, from the board and not the model."""

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        """Whether the move, by which pieces become their twins, maps boards with the rule to such boards."""
        return True


def place(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def covered_cells(placed: Placed) -> set[Cell]:
    return {cell for placement in placed.values() for cell in placement.cells}


def letters_by_cell(placed: Placed) -> dict[Cell, str]:
    """The label on each covered cell."""
    return {cell: letter for letter, placement in placed.items() for cell in placement.cells}


def of_pieces(variables: Variables, labels: str) -> dict[Placement, int]:
    return {placement: var for placement, var in variables.items() if placement.label in labels}


def by_cell(problem: PackingProblem, variables: Variables) -> dict[Cell, list[int]]:
    """The placements that cover each cell."""
    covering: dict[Cell, list[int]] = {cell: [] for cell in problem.region.cells}
    for placement, var in variables.items():
        for cell in placement.cells:
            covering[cell].append(var)
    return covering


@dataclass(frozen=True)
class Touch(PackingRule):
    """No two pieces of one group of letters touch along an edge, or, without `corners`, at a corner."""

    groups: tuple[str, ...]
    corners: bool

    @property
    def words(self) -> str:
        where = "" if self.corners else ", not even at a corner"
        return f"pieces of {', '.join(self.groups)} do not touch each other{where}"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """For any two touching cells, at most one placement of the group covers one of them."""
        pairs = problem.region.touching(at_corners=not self.corners)
        for group in self.groups:
            over = by_cell(problem, of_pieces(variables, group))
            for a, b in pairs:
                if over[a] and over[b]:
                    yield AtMostOne(tuple(sorted({*over[a], *over[b]})))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = letters_by_cell(placed)
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
    """Whether the groups stay the same when each piece becomes its twin."""
    sorted_groups = sorted(sorted(group) for group in groups)
    return sorted_groups == sorted(sorted(twins.get(label, label) for label in group) for group in groups)


@dataclass(frozen=True)
class Border(PackingRule):
    """The pieces `must` have a cell on the border of the board, the pieces `never` have none."""

    must: str
    never: str

    @property
    def words(self) -> str:
        must = f"{self.must} touch the border" if self.must else ""
        never = f"{self.never} do not touch the border" if self.never else ""
        return " and ".join(filter(None, (must, never)))

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
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
class FewMeet(PackingRule):
    """At each of these points, stated as the cells about it, at most three pieces meet."""

    points: tuple[tuple[Cell, ...], ...]

    @property
    def words(self) -> str:
        return "nowhere do four pieces meet"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """If four cells that are all covered lie about the point, some placement covers two of them. Else at
        most three placements cover cells about it.
        """
        for point in self.points:
            there = {v: sum(cell in p.cells for cell in point) for p, v in variables.items()}
            if problem.exact and len(point) == FOUR:
                yield Clause(tuple(sorted(v for v, cells in there.items() if cells > 1)))
            else:
                yield Cardinality(tuple(sorted(v for v, cells in there.items() if cells)), 0, FOUR - 1)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        on = letters_by_cell(placed)
        for point in self.points:
            letters = sorted({on[cell] for cell in point if cell in on})
            if len(letters) >= FOUR:
                yield f"{', '.join(letters[:-1])} and {letters[-1]} meet beside {place(point[0])}"


def crowded(region: LatticeRegion) -> tuple[tuple[Cell, ...], ...]:
    """The points (in space: edges) with four cells or more about them, as these cells."""
    points = {tuple(sorted({region.cells[i] for i in fan if i != BEYOND})) for fan in region.fans}
    return tuple(sorted(point for point in points if len(point) >= FOUR))


@dataclass(frozen=True)
class NoFaultLine(PackingRule):
    """Every straight line (in space: plane) between cells of the board cuts a piece."""

    walls: tuple[Wall, ...]

    @property
    def words(self) -> str:
        return "every line across the board cuts a piece"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        for board, wall, at in self._lines(problem):
            across = (v for p, v in variables.items() if _cut(problem, board, p.cells, wall, at))
            yield Clause(tuple(sorted(across)))

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        for board, wall, at in self._lines(problem):
            if not any(_cut(problem, board, p.cells, wall, at) for p in placed.values()):
                first = min(_numbers(problem, problem.region.cells, wall))
                yield f"no piece crosses the line below {wall.between} {at + 1 - first}"

    def _lines(self, problem: PackingProblem) -> Iterator[tuple[frozenset[Cell], Wall, int]]:
        """The lines between cells: a board, a direction, the position of the cells before."""
        for board in map(frozenset, problem.region.boards):
            for wall in self.walls:
                numbers = _numbers(problem, board, wall)
                yield from ((board, wall, at) for at in range(min(numbers), max(numbers)))


def _numbers(problem: PackingProblem, cells: Iterable[Cell], wall: Wall) -> list[int]:
    return [wall.number(problem.region.coordinates(cell)) for cell in cells]


def _cut(problem: PackingProblem, board: frozenset[Cell], cells: Sequence[Cell], wall: Wall, at: int) -> bool:
    numbers = _numbers(problem, cells, wall)
    return cells[0] in board and min(numbers) <= at < max(numbers)


@dataclass(frozen=True)
class Number(PackingRule):
    """From `lo` to `hi` pieces (None: any number) have these letters."""

    letters: str
    lo: int
    hi: int | None

    @property
    def words(self) -> str:
        of = f"of {', '.join(self.letters)}"
        if self.hi == 0:
            return f"no piece {of} is used"
        bound = " or more" if self.hi is None else f" to {self.hi}" if self.hi > self.lo else ""
        return f"{self.lo}{bound} {f'piece {of} is' if self.hi == 1 else f'pieces {of} are'} used"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        lits = tuple(of_pieces(variables, self.letters).values())
        yield Cardinality(lits, self.lo, len(lits) if self.hi is None else self.hi)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        number = sum(placement.label in self.letters for placement in placed.values())
        if number not in (allowed := Count(self.lo, self.hi)):
            yield f"{number} pieces of {self.letters} are used, not {allowed}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return _same([self.letters], twins)


@dataclass(frozen=True)
class WeightTotal(PackingRule):
    """The weights of all pieces that are used sum to at least `lo` and at most `hi`."""

    weights: Mapping[str, int]
    lo: int
    hi: int

    @property
    def words(self) -> str:
        hi = "" if self.lo == self.hi else f" to {self.hi}"
        weights = ", ".join(f"{label} {weight}" for label, weight in self.weights.items())
        return f"the weights of the pieces ({weights}) sum to {self.lo}{hi}"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """The sum has a term per placement; for a piece that occurs at most once, one new variable that says
        whether it is used.
        """
        terms: list[tuple[int, int]] = []
        for label, weight in self.weights.items():
            placed = tuple(of_pieces(variables, label).values())
            if not weight or label in problem.copied:
                terms += [(weight, var) for var in placed if weight]
                continue
            used = fresh(("used", label))
            yield from (Clause((-var, used)) for var in placed)
            yield Clause((-used, *placed))
            terms.append((weight, used))
        yield Linear(tuple(w for w, _ in terms), tuple(v for _, v in terms), self.lo, self.hi)

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        total = sum(self.weights.get(placement.label, 0) for placement in placed.values())
        if not self.lo <= total <= self.hi:
            allowed = str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"
            yield f"the weights of the pieces sum to {total}, not {allowed}"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        return all(self.weights[twin] == self.weights[label] for label, twin in twins.items())


@dataclass(frozen=True)
class Congruent(PackingRule):
    """The same cells are covered in all boxes: `area` of each, if that is known.

    The covered cells are connected and touch each side of the box. That all boards are oriented alike in
    their boxes loses nothing: pieces can be turned together with their board.
    """

    boxes: tuple[tuple[Cell, ...], ...]
    area: int | None

    @property
    def words(self) -> str:
        return f"{len(self.boxes)} congruent boards of a connected shape that fills the box from side to side"

    def constraints(self, problem: PackingProblem, variables: Variables, fresh: Fresh) -> Constraints:
        """A new variable per cell of the box: it is free in all boxes; else it is covered in each of them."""
        over = by_cell(problem, variables)
        free = [fresh(("free", cell)) for cell in self.boxes[0]]
        for box in self.boxes:
            yield from (ExactlyOne((*over[cell], var)) for cell, var in zip(box, free))
        number = {cell: i for i, cell in enumerate(self.boxes[0])}
        for side in self._sides(problem):
            yield Clause(tuple(-free[number[cell]] for cell in side))
        if self.area is not None:
            left = len(free) - self.area
            yield Cardinality(tuple(free), left, left)
        near = problem.region.touching(at_corners=False)
        edges = ((number[a], number[b]) for a, b in near if a in number and b in number)
        yield Connected(tuple(-var for var in free), tuple(edges))

    def _sides(self, problem: PackingProblem) -> Iterator[list[Cell]]:
        """The cells of the first box along each of its sides."""
        at = {cell: _span(problem, [cell]) for cell in self.boxes[0]}
        for axis, (low, high) in enumerate(_span(problem, self.boxes[0])):
            yield [cell for cell, numbers in at.items() if numbers[axis][0] == low]
            yield [cell for cell, numbers in at.items() if numbers[axis][1] == high]

    def violations(self, problem: PackingProblem, placed: Placed) -> Iterator[str]:
        covered = covered_cells(placed)
        shapes = [[cell for cell in box if cell in covered] for box in self.boxes]
        figures = [_figure(problem, shape, box) for shape, box in zip(shapes, self.boxes)]
        if any(figure != figures[0] for figure in figures):
            yield "the boards do not lie in their boxes alike"
        if any(len(problem.region.parts(shape)) != 1 for shape in shapes):
            yield "a board is not connected"
        if any(_span(problem, shape) != _span(problem, box) for shape, box in zip(shapes, self.boxes)):
            yield "a board does not reach each side of its box"

    def keeps(self, problem: PackingProblem, twins: Mapping[str, str], move: Move) -> bool:
        """Whether sides of the box go to sides. A sixth turn of a hexagon does not do so."""
        index, cells = problem.region.index, problem.region.cells
        place = {cell: i for box in self.boxes for i, cell in enumerate(box)}
        sides = list(self._sides(problem))
        moved = {frozenset(place[cells[move.cells[index[cell]]]] for cell in side) for side in sides}
        return moved == {frozenset(place[cell] for cell in side) for side in sides}


def _figure(problem: PackingProblem, shape: Sequence[Cell], box: Sequence[Cell]) -> set[tuple[int, ...]]:
    """The vectors from the first cell of the box to those of the shape."""
    first, vectors = problem.region.coordinates(box[0]), map(problem.region.coordinates, shape)
    return {tuple(x - y for x, y in zip(vector, first)) for vector in vectors}


def _span(problem: PackingProblem, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """The extent along each axis of the corners of the cells; on lattices without corners, of the cells."""
    region, points = problem.region, list[tuple[int, ...]]()
    for vector in map(region.coordinates, cells):
        corners = region.lattice.ends(vector) if isinstance(region, LatticeRegion) else []
        points += corners or [vector]
    return [(min(axis), max(axis)) for axis in zip(*points)]
