"""What a lattice is: integer vectors, translations, a point group, contacts. All else follows from these.

A cell is the integer vector of its centre, scaled so that every centre is integral. The coordinates run as
text does: (row, column), or (layer, row, column). A place is (layer, row, column) on a page of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise, product
from operator import add, mul, sub
from typing import NamedTuple

from zenkai_solver.models.grid import Way

Vector = tuple[int, ...]
Matrix = tuple[Vector, ...]  # its rows
Place = tuple[int, int, int]
Figure = tuple[Vector, ...]  # cells, sorted
HALVES = (0, 1)  # of a triangle


def plus(a: Vector, b: Vector) -> Vector:
    return tuple(map(add, a, b))


def minus(a: Vector, b: Vector) -> Vector:
    return tuple(map(sub, a, b))


def image(matrix: Matrix, vector: Vector) -> Vector:
    return tuple([sum(map(mul, row, vector)) for row in matrix])


def matrix_product(a: Matrix, b: Matrix) -> Matrix:
    """First b, then a."""
    columns = tuple(zip(*b))
    return tuple(tuple(sum(x * y for x, y in zip(row, column)) for column in columns) for row in a)


def unit(dimension: int) -> Matrix:
    return tuple(tuple(int(i == j) for j in range(dimension)) for i in range(dimension))


def reduced(vector: Vector, basis: Iterable[Vector]) -> Vector:
    """The representative of the vector modulo the basis, which is triangular: each of its vectors begins
    with more zeros than the one before, and then with a positive number.
    """
    for step in basis:
        at = 0
        while not step[at]:
            at += 1
        times = vector[at] // step[at]
        if times:
            vector = tuple([x - times * y for x, y in zip(vector, step)])
    return vector


def closed(generators: Sequence[Matrix], dimension: int) -> tuple[Matrix, ...]:
    """The group that the matrices generate, the identity first, powers of the first one next."""
    group = [unit(dimension)]
    for element in group:
        for generator in generators:
            new = matrix_product(generator, element)
            if new not in group:
                group.append(new)
    return tuple(group)


class Wall(NamedTuple):
    """Parallel lines between cells; `between` is a word for what lies between two of them."""

    between: str
    form: Vector
    offset: int = 0
    divisor: int = 1

    def number(self, cell: Vector) -> int:
        """Between which two of them the cell lies."""
        value: int = sum(map(mul, self.form, cell)) + self.offset
        return value // self.divisor


@dataclass(frozen=True)
class Lattice:
    """A lattice.

    translations    a triangular basis of the translations that keep it (see `reduced`)
    turns, mirror   generators of the rotations about the origin; the mirror of left and right
    contacts        pairs of neighbouring cells, of which the group and the translations make all others
    corner_contacts the same for cells that share a corner (in space: or an edge) only
    crossings       pairs of lines, each two cells, of which two pieces may not take both (as for `contacts`)
    page, at        the place of a cell on a page of text, and the vector at a place (which may be no cell)
    box             the cells of a board by its size
    period          how far a board of size 1 is along each axis (see `periods`)
    marks           signs of a cell in a drawing beside `#`, and where they may be; `points`: signs of none
    walls           the straight lines (in space: planes) that run between cells, by directions
    parity          0 or 1, neighbours never the same: how cells are checkered, where they can be
    corners, plane  the corners of a cell of each class (in space: the middles of its edges), times `scale`,
                    relative to it; where the unit vectors lie in the picture (x to the right, y down). A cell
                    of two corners is a stick
    balls           cells are balls, which every rotation about their middles keeps
    half            of tans, times `scale`: a shift by half a square down and to the right. It takes no cell
                    to a cell, but some sets of cells to others. Their right angle is the first corner
    """

    name: str
    dimension: int
    translations: tuple[Vector, ...]
    turns: tuple[Matrix, ...]
    mirror: Matrix
    contacts: tuple[tuple[Vector, Vector], ...]
    page: Callable[[Vector], Place]
    at: Callable[[Place], Vector]
    box: Callable[[Sequence[int], Sequence[bool]], Iterator[Vector]]
    period: int = 1
    corner_contacts: tuple[tuple[Vector, Vector], ...] = ()
    crossings: tuple[tuple[tuple[Vector, Vector], tuple[Vector, Vector]], ...] = ()
    marks: tuple[tuple[str, Callable[[Vector], bool]], ...] = ()
    points: str = ""
    walls: tuple[Wall, ...] = ()
    parity: Callable[[Vector], int] | None = None
    scale: int = 1
    corners: tuple[tuple[Vector, tuple[Vector, ...]], ...] = ()
    plane: tuple[tuple[float, float], ...] = ()
    balls: bool = False
    half: Vector = ()

    @cached_property
    def rotations(self) -> tuple[Matrix, ...]:
        return closed(self.turns, self.dimension)

    @cached_property
    def reflections(self) -> tuple[Matrix, ...]:
        """The mirror first, then the mirror followed by each rotation."""
        return tuple(matrix_product(turn, self.mirror) for turn in self.rotations)

    @property
    def group(self) -> tuple[Matrix, ...]:
        return self.rotations + self.reflections

    def matrices(self, rotations: bool, flips: bool) -> tuple[Matrix, ...]:
        """What a piece may undergo; flips without rotations are the mirror of left and right alone."""
        turns = self.rotations if rotations else self.rotations[:1]
        mirrors = self.reflections if rotations else self.reflections[:1]
        return turns + (mirrors if flips else ())

    def periods(self, sizes: Sequence[int]) -> tuple[Vector, ...]:
        """The vectors by which a board of this size is wrapped, one per number of the size."""
        steps = unit(len(sizes))
        return tuple(tuple(self.period * n * x for x in step) for n, step in zip(sizes, steps))

    def is_translation(self, vector: Vector) -> bool:
        return not any(reduced(vector, self.translations))

    def is_cell(self, vector: Vector) -> bool:
        return reduced(vector, self.translations) in self._near

    def cell_at(self, place: Place) -> Vector | None:
        """The cell at a place of the page, if there is one."""
        vector = self.at(place)
        return vector if self.is_cell(vector) and self.page(vector) == place else None

    @cached_property
    def classes(self) -> tuple[Vector, ...]:
        """One cell of each class modulo the translations, sorted."""
        return tuple(sorted(self._near))

    @cached_property
    def _near(self) -> dict[Vector, tuple[Vector, ...]]:
        return self._steps(self.contacts)

    @cached_property
    def _touching(self) -> dict[Vector, tuple[Vector, ...]]:
        return self._steps(self.contacts + self.corner_contacts)

    def _steps(self, pairs: Iterable[tuple[Vector, Vector]]) -> dict[Vector, tuple[Vector, ...]]:
        """For the representative of each class of cells the vectors to its neighbours."""
        steps_of: dict[Vector, set[Vector]] = {}
        for pair in pairs:
            for one, other in (pair, pair[::-1]):
                for matrix in self.group:
                    here, there = image(matrix, one), image(matrix, other)
                    steps_of.setdefault(reduced(here, self.translations), set()).add(minus(there, here))
        return {cell: tuple(sorted(steps)) for cell, steps in steps_of.items()}

    @cached_property
    def straight(self) -> bool:
        """Is each cell its own image about its middle? Then neighbours lie in straight rows."""
        return all(tuple(-x for x in step) in steps for steps in self._near.values() for step in steps)

    def ends(self, cell: Vector) -> list[Vector]:
        """The corners of a cell, times `scale`; none where they are not stated."""
        steps = self._corners.get(reduced(cell, self.translations), ())
        return [tuple(self.scale * x + y for x, y in zip(cell, step)) for step in steps]

    @cached_property
    def _corners(self) -> dict[Vector, tuple[Vector, ...]]:
        return dict(self.corners)

    def fan(self, cell: Vector, corner: Vector) -> list[Vector]:
        """The cells about a corner of this one, in turn, as each has an edge in common with the next."""
        left = {other for other in self.touched(cell) if corner in self.ends(other)}
        order = [cell]
        while left:
            order.append(next(other for other in self.neighbours(order[-1]) if other in left))
            left.remove(order[-1])
        return order

    def neighbours(self, cell: Vector) -> list[Vector]:
        return [plus(cell, step) for step in self._near[reduced(cell, self.translations)]]

    def touched(self, cell: Vector) -> list[Vector]:
        """The cells that have at least a corner in common with this one."""
        return [plus(cell, step) for step in self._touching[reduced(cell, self.translations)]]

    def crossings_at(self, cell: Vector) -> Iterator[tuple[tuple[Vector, Vector], tuple[Vector, Vector]]]:
        """The pairs of lines of which this cell is the least."""
        for lines in self.crossings:
            for matrix in self.group:
                moved = [sorted(image(matrix, x) for x in line) for line in lines]
                shift = minus(cell, min(moved)[0])
                if self.is_translation(shift):
                    (a, b), (c, d) = ([plus(x, shift) for x in line] for line in sorted(moved))
                    yield (a, b), (c, d)

    def normalise(self, cells: Iterable[Vector]) -> Figure:
        """The cells translated so that the least one is its own representative; sorted."""
        ordered = sorted(cells)
        shift = minus(reduced(ordered[0], self.translations), ordered[0])
        return tuple(plus(cell, shift) for cell in ordered)

    # ---- congruence: what rigid motions make of a figure, be they symmetries of the lattice or not

    def images(
        self, figure: Figure, rotations: bool = True, flips: bool = True, most: int | None = None
    ) -> tuple[Figure, ...]:
        """The distinct figures that are congruent to this one, by at most so many orientations.

        First those of `matrices` in their order, then those that only other rotations make. A shift is no
        orientation of its own: `tests/models/test_congruence.py` shows by geometry that there are no more.
        """
        distinct, number = dict[Figure, None](), 0
        for motion in self._motions(figure, rotations, flips):
            moved = self.normalise(map(motion, figure))
            if moved not in distinct:
                number += 1
                if most is not None and number > most:
                    break
                distinct[moved] = None
                if self.half and (there := self._shifted(moved)):
                    distinct[self.normalise(there)] = None
        return tuple(distinct)

    def ways(self, figure: Sequence[Vector], rotations: bool, flips: bool) -> Iterator[tuple[Way, ...]]:
        """The same, motion by motion, some alike, each as one figure or two, with what comes to lie where."""
        for motion in self._motions(figure, rotations, flips):
            moved = [motion(vector) for vector in figure]
            there = self._shifted(moved) if self.half else {}
            further = (tuple((cell, tuple(parts)) for cell, parts in there.items()),) if there else ()
            yield (tuple((vector, (i,)) for i, vector in enumerate(moved)), *further)

    def _motions(
        self, figure: Sequence[Vector], rotations: bool, flips: bool
    ) -> Iterator[Callable[[Vector], Vector]]:
        """The linear parts of the motions; of those that are none of the lattice about the first cell."""
        yield from (partial(image, matrix) for matrix in self.matrices(rotations, flips))
        if self.balls and rotations:
            yield from (turn.about(figure[0]) for turn in self._turns(figure) if flips or not turn.mirrors)

    def _turns(self, figure: Sequence[Vector]) -> Iterator[Turn]:
        """The isometries that take a connected figure of balls to cells: they take contacts to contacts."""
        for turn in turns(self._touching_steps(figure), self._near[self.classes[0]]):
            whole = turn.whole(minus(cell, figure[0]) for cell in figure)
            if whole and all(map(self.is_cell, map(turn.about(figure[0]), figure))):
                yield turn

    def turns_between(self, one: Sequence[Vector], other: Sequence[Vector]) -> Iterator[Turn]:
        """The isometries that may take all the balls of the one board to those of the other."""
        steps, goals = self._touching_steps(one), self._touching_steps(other)
        if len(independent(steps)) < len(independent(minus(cell, one[0]) for cell in one)):
            steps, goals = _differences(one), _differences(other)
        for turn in turns(steps, goals):
            if turn.whole(minus(cell, one[0]) for cell in one):
                yield turn

    def _touching_steps(self, cells: Sequence[Vector]) -> list[Vector]:
        """The steps from some of the balls to others that they touch."""
        inside = set(cells)
        steps = self._near[self.classes[0]]
        return [step for step in steps if any(plus(cell, step) in inside for cell in cells)]

    def _shifted(self, cells: Sequence[Vector]) -> dict[Vector, list[int]]:
        """The cells after the shift `half`, each with those of which a half is there; none if one is cut."""
        covered: dict[Vector, list[int]] = {}
        for i, cell in enumerate(cells):
            for step in self._halves[reduced(cell, self.translations)]:
                covered.setdefault(plus(cell, step), []).append(i)
        return {} if any(len(parts) < len(HALVES) for parts in covered.values()) else covered

    @cached_property
    def _halves(self) -> dict[Vector, tuple[Vector, ...]]:
        """For each class of cells the steps to the two in which its halves lie after the shift."""
        return {cell: tuple(minus(self._half_in(cell, k), cell) for k in HALVES) for cell in self.classes}

    def _half_in(self, cell: Vector, k: int) -> Vector:
        """The cell whose right angle is where the shift takes that other corner; its altitude is as before.

        The altitude halves an isosceles right triangle, and has the centre at two thirds.
        """
        _, *others = self.ends(cell)
        middle = [(x + y) // 2 for x, y in zip(*others)]
        corner, foot = plus(others[k], self.half), plus(tuple(middle), self.half)
        return tuple((x + 2 * y) // (3 * self.scale) for x, y in zip(corner, foot))


def _differences(cells: Sequence[Vector]) -> list[Vector]:
    """The steps from some of the cells to others, the shortest first."""
    steps = {minus(a, b) for a in cells for b in cells if a != b}
    return sorted(steps, key=lambda step: (sum(x * x for x in step), step))


SPACE = 3


@dataclass(frozen=True)
class Turn:
    """The linear isometry `matrix / divisor`; `mirrors`: it is a reflection even within what spans space."""

    matrix: Matrix
    divisor: int
    mirrors: bool

    def whole(self, vectors: Iterable[Vector]) -> bool:
        """Does it take these to whole numbers?"""
        return all(_dot(row, vector) % self.divisor == 0 for vector in vectors for row in self.matrix)

    def about(self, first: Vector) -> Callable[[Vector], Vector]:
        """Where it takes the step from the first vector to each, which must be whole."""

        def motion(vector: Vector) -> Vector:
            step = [x - y for x, y in zip(vector, first)]
            return tuple(_dot(row, step) // self.divisor for row in self.matrix)

        return motion


def turns(vectors: Iterable[Vector], goals: Sequence[Vector]) -> Iterator[Turn]:
    """The isometries that take each of the vectors to one of the goals, by what they do to their span.

    Rotations where the vectors lie in a plane: there its two sides can be exchanged.
    """
    basis = independent(vectors)
    for chosen in _with_lengths(basis, goals, ()):
        yield _turn(basis, chosen)


def independent(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """The first of them that span all."""
    chosen: tuple[Vector, ...] = ()
    for vector in vectors:
        if len(chosen) < SPACE and _volume((*chosen, vector)):
            chosen = (*chosen, vector)
    return chosen


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(map(mul, a, b))


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _volume(vectors: Sequence[Vector]) -> int:
    """Zero if they are dependent: of one its square, of two that of their area, of three their volume."""
    if len(vectors) == SPACE:
        a, b, c = vectors
        return _dot(_cross(a, b), c)
    normal = vectors[0] if len(vectors) == 1 else _cross(vectors[0], vectors[1])
    return _dot(normal, normal)


def _with_lengths(
    basis: Sequence[Vector], goals: Sequence[Vector], chosen: tuple[Vector, ...]
) -> Iterator[tuple[Vector, ...]]:
    """Goals that have the lengths and angles of the basis."""
    if len(chosen) == len(basis):
        yield chosen
        return
    vector = basis[len(chosen)]
    for goal in goals:
        pairs = zip((*basis[: len(chosen)], vector), (*chosen, goal))
        if all(_dot(vector, a) == _dot(goal, b) for a, b in pairs):
            yield from _with_lengths(basis, goals, (*chosen, goal))


def _turn(basis: Sequence[Vector], chosen: Sequence[Vector]) -> Turn:
    """The isometry that takes the basis to what was chosen."""
    if len(basis) < 2:
        return _half_turn(basis, chosen)
    a, b = (pair if len(pair) == SPACE else (*pair, _cross(*pair)) for pair in (basis, chosen))
    # The rows of the inverse of a matrix of columns are the cross products of these, by its determinant.
    volume = _volume(a)
    dual = (_cross(a[1], a[2]), _cross(a[2], a[0]), _cross(a[0], a[1]))
    rows = tuple(
        tuple(sum(b[k][i] * dual[k][j] for k in range(SPACE)) for j in range(SPACE)) for i in range(SPACE)
    )
    sign = 1 if volume > 0 else -1
    return Turn(tuple(tuple(sign * x for x in row) for row in rows), sign * volume, _volume(b) != volume)


def _half_turn(basis: Sequence[Vector], chosen: Sequence[Vector]) -> Turn:
    """The rotation by two right angles about the middle of the two vectors, or across opposite ones."""
    one = unit(SPACE)
    if tuple(basis) == tuple(chosen):
        return Turn(one, 1, False)
    axis = tuple(map(sum, zip(basis[0], chosen[0])))
    if not any(axis):
        axis = next(across for row in one if any(across := _cross(basis[0], row)))
    square = _dot(axis, axis)
    rows = tuple(tuple(2 * a * b - square * (i == j) for j, b in enumerate(axis)) for i, a in enumerate(axis))
    return Turn(rows, square, False)


SCALABLE = ("squares", "cubes", "triangles", "tans", "sticks", "trigs")


def enlarged(lattice: Lattice, figure: Figure, times: int) -> list[Vector]:
    """The cells whose middle lies in the figure that is so many times as large; one of `SCALABLE`.

    What stays in its place is a corner at which lines in all directions meet, of tans one of a square.
    """
    fixed = tuple(map(min, zip(*(end for cell, _ in lattice.corners for end in lattice.ends(cell)))))
    inside = set()
    for one in figure:
        large = [tuple(y + times * (x - y) for x, y in zip(end, fixed)) for end in lattice.ends(one)]
        scale = lattice.scale
        spans = (range(min(axis) // scale - 1, max(axis) // scale + 2) for axis in zip(*large))
        inside |= {x for x in product(*spans) if (ends := lattice.ends(x)) and _inside(large, ends)}
    return sorted(inside)


def _inside(large: Sequence[Vector], ends: Sequence[Vector]) -> bool:
    """Does the middle of the small cell lie in the large one? It is convex, in space a cube."""
    n, middle = len(ends), [sum(axis) for axis in zip(*ends)]  # n times the middle
    if not all(n * min(axis) <= x <= n * max(axis) for axis, x in zip(zip(*large), middle)):
        return False
    sides = [] if len(middle) > 2 else pairwise([*large, large[0]])
    turns = [
        (b[0] - a[0]) * (middle[1] - n * a[1]) - (b[1] - a[1]) * (middle[0] - n * a[0]) for a, b in sides
    ]
    return min(turns, default=0) >= 0 or max(turns) <= 0
