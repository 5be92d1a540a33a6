"""The type of lattices: translations, a point group and contacts of cells, and what is derived from these.

A cell is the integer vector of its centre, scaled so that all centres are integral. Coordinates are in the
order of text: (row, column), or (layer, row, column). A place is (layer, row, column) on a page of text.
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
HALVES = (0, 1)  # the two halves of a triangle


def plus(a: Vector, b: Vector) -> Vector:
    return tuple(map(add, a, b))


def minus(a: Vector, b: Vector) -> Vector:
    return tuple(map(sub, a, b))


def image(matrix: Matrix, vector: Vector) -> Vector:
    return tuple([sum(map(mul, row, vector)) for row in matrix])


def matrix_product(a: Matrix, b: Matrix) -> Matrix:
    """The product a b: first b, then a."""
    columns = tuple(zip(*b))
    return tuple(tuple(sum(x * y for x, y in zip(row, column)) for column in columns) for row in a)


def unit(dimension: int) -> Matrix:
    return tuple(tuple(int(i == j) for j in range(dimension)) for i in range(dimension))


def reduced(vector: Vector, basis: Iterable[Vector]) -> Vector:
    """The representative of the vector modulo the lattice of the basis, which must be in echelon form: each
    vector has more leading zeros than the one before, then a positive number.
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
    """The group that the matrices generate: the identity, powers of the first generator, then the others."""
    group = [unit(dimension)]
    for element in group:
        for generator in generators:
            new = matrix_product(generator, element)
            if new not in group:
                group.append(new)
    return tuple(group)


class Wall(NamedTuple):
    """A family of parallel lines between cells; `between` is the word for the cells between two of them."""

    between: str
    form: Vector
    offset: int = 0
    divisor: int = 1

    def number(self, cell: Vector) -> int:
        """The number of the strip, between two of the lines, in which the cell lies."""
        value: int = sum(map(mul, self.form, cell)) + self.offset
        return value // self.divisor


@dataclass(frozen=True)
class Lattice:
    """A lattice.

    translations    a basis, in echelon form, of the translations that preserve the lattice (see `reduced`)
    turns, mirror   generators of the rotations about the origin; the reflection of left and right
    contacts        pairs of neighbouring cells: representatives under the group and the translations
    corner_contacts the same for cells that share only a corner (in space: or an edge)
    crossings       pairs of crossing lines, each of two cells, which two pieces may not both take;
                    representatives as of `contacts`
    page, at        the place of a cell on a page of text, and the vector at a place (which may be no cell)
    box             the cells of a board of a given size, wrapped along some axes
    period          the length of a board of size 1 along each axis (see `periods`)
    marks           characters for cells in a drawing beside `#`, and which cells may have them; `points`:
                    characters that are no cells
    walls           the straight lines (in space: planes) between cells, by directions
    parity          a 2-colouring of the cells in which neighbours differ, if there is one
    corners, plane  the corners of a cell of each class (in space: the middles of its edges), times `scale`,
                    relative to the cell; the unit vectors in the picture (x to the right, y down). A cell
                    with two corners is a stick
    balls           whether cells are balls, which are preserved by every rotation about their middles
    half            of tans, times `scale`: a shift by half a square down and to the right. It maps no cell to
    a
                    cell, but some sets of cells to such. The right angle of a tan's quarter is its first
                    corner
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
        """The mirror, then the mirror followed by each rotation."""
        return tuple(matrix_product(turn, self.mirror) for turn in self.rotations)

    @property
    def group(self) -> tuple[Matrix, ...]:
        return self.rotations + self.reflections

    def matrices(self, rotations: bool, flips: bool) -> tuple[Matrix, ...]:
        """The linear maps allowed for a piece; with flips and no rotations, the identity and the mirror."""
        turns = self.rotations if rotations else self.rotations[:1]
        mirrors = self.reflections if rotations else self.reflections[:1]
        return turns + (mirrors if flips else ())

    def periods(self, sizes: Sequence[int]) -> tuple[Vector, ...]:
        """The vectors by which a board of this size is wrapped, one per axis."""
        steps = unit(len(sizes))
        return tuple(tuple(self.period * n * x for x in step) for n, step in zip(sizes, steps))

    def is_translation(self, vector: Vector) -> bool:
        return not any(reduced(vector, self.translations))

    def is_cell(self, vector: Vector) -> bool:
        return reduced(vector, self.translations) in self._near

    def cell_at(self, place: Place) -> Vector | None:
        """The cell at a place of the page; None if there is none."""
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
        """The vectors to the neighbours, for the representative of each class of cells."""
        steps_of: dict[Vector, set[Vector]] = {}
        for pair in pairs:
            for one, other in (pair, pair[::-1]):
                for matrix in self.group:
                    here, there = image(matrix, one), image(matrix, other)
                    steps_of.setdefault(reduced(here, self.translations), set()).add(minus(there, here))
        return {cell: tuple(sorted(steps)) for cell, steps in steps_of.items()}

    @cached_property
    def straight(self) -> bool:
        """Whether each cell is symmetric about its middle, so that neighbours lie in straight rows."""
        return all(tuple(-x for x in step) in steps for steps in self._near.values() for step in steps)

    def ends(self, cell: Vector) -> list[Vector]:
        """The corners of a cell, times `scale`; none if the lattice does not state them."""
        steps = self._corners.get(reduced(cell, self.translations), ())
        return [tuple(self.scale * x + y for x, y in zip(cell, step)) for step in steps]

    @cached_property
    def _corners(self) -> dict[Vector, tuple[Vector, ...]]:
        return dict(self.corners)

    def fan(self, cell: Vector, corner: Vector) -> list[Vector]:
        """The cells about a corner of this one, in cyclic order: each shares an edge with the next."""
        left = {other for other in self.touched(cell) if corner in self.ends(other)}
        order = [cell]
        while left:
            order.append(next(other for other in self.neighbours(order[-1]) if other in left))
            left.remove(order[-1])
        return order

    def neighbours(self, cell: Vector) -> list[Vector]:
        return [plus(cell, step) for step in self._near[reduced(cell, self.translations)]]

    def touched(self, cell: Vector) -> list[Vector]:
        """The cells that share at least a corner with this one."""
        return [plus(cell, step) for step in self._touching[reduced(cell, self.translations)]]

    def crossings_at(self, cell: Vector) -> Iterator[tuple[tuple[Vector, Vector], tuple[Vector, Vector]]]:
        """The crossings whose least cell is this one."""
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

    # ---- congruence, also by rigid motions that are not symmetries of the lattice

    def images(
        self, figure: Figure, rotations: bool = True, flips: bool = True, most: int | None = None
    ) -> tuple[Figure, ...]:
        """The distinct orientations of a figure, at most `most`: its congruent figures up to translation.

        First come those by `matrices`, in their order, then those by other rotations.
        `tests/models/test_congruence.py` shows by geometry that there are no more.
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
        """The images of the figure under each motion, not necessarily distinct: one figure each, or two (with
        the shift `half`), with the cells whose images cover each cell.
        """
        for motion in self._motions(figure, rotations, flips):
            moved = [motion(vector) for vector in figure]
            there = self._shifted(moved) if self.half else {}
            further = (tuple((cell, tuple(parts)) for cell, parts in there.items()),) if there else ()
            yield (tuple((vector, (i,)) for i, vector in enumerate(moved)), *further)

    def _motions(
        self, figure: Sequence[Vector], rotations: bool, flips: bool
    ) -> Iterator[Callable[[Vector], Vector]]:
        """The motions: the matrices of the lattice, then other isometries about the first cell."""
        yield from (partial(image, matrix) for matrix in self.matrices(rotations, flips))
        if self.balls and rotations:
            yield from (turn.about(figure[0]) for turn in self._turns(figure) if flips or not turn.mirrors)

    def _turns(self, figure: Sequence[Vector]) -> Iterator[Turn]:
        """The isometries that map a connected figure of balls to cells, found from where contacts go."""
        for turn in turns(self._touching_steps(figure), self._near[self.classes[0]]):
            whole = turn.whole(minus(cell, figure[0]) for cell in figure)
            if whole and all(map(self.is_cell, map(turn.about(figure[0]), figure))):
                yield turn

    def turns_between(self, one: Sequence[Vector], other: Sequence[Vector]) -> Iterator[Turn]:
        """Candidates for isometries that map all balls of one board to those of the other."""
        steps, goals = self._touching_steps(one), self._touching_steps(other)
        if len(independent(steps)) < len(independent(minus(cell, one[0]) for cell in one)):
            steps, goals = _differences(one), _differences(other)
        for turn in turns(steps, goals):
            if turn.whole(minus(cell, one[0]) for cell in one):
                yield turn

    def _touching_steps(self, cells: Sequence[Vector]) -> list[Vector]:
        """The distinct steps between touching balls."""
        inside = set(cells)
        steps = self._near[self.classes[0]]
        return [step for step in steps if any(plus(cell, step) in inside for cell in cells)]

    def _shifted(self, cells: Sequence[Vector]) -> dict[Vector, list[int]]:
        """The cells after the shift `half`, each with the cells (indices) whose halves make it up; empty if a
        half is left over.
        """
        covered: dict[Vector, list[int]] = {}
        for i, cell in enumerate(cells):
            for step in self._halves[reduced(cell, self.translations)]:
                covered.setdefault(plus(cell, step), []).append(i)
        return {} if any(len(parts) < len(HALVES) for parts in covered.values()) else covered

    @cached_property
    def _halves(self) -> dict[Vector, tuple[Vector, ...]]:
        """For each class of cells, the steps to the two cells that its halves are part of after the shift."""
        return {cell: tuple(minus(self._half_in(cell, k), cell) for k in HALVES) for cell in self.classes}

    def _half_in(self, cell: Vector, k: int) -> Vector:
        """The cell that half `k` of this one is part of after the shift: its right angle is at the shifted
        acute corner k, and its altitude ends where that of the shifted cell ends. The altitude of an
        isosceles right triangle has the centre at two thirds.
        """
        _, *others = self.ends(cell)
        middle = [(x + y) // 2 for x, y in zip(*others)]
        corner, foot = plus(others[k], self.half), plus(tuple(middle), self.half)
        return tuple((x + 2 * y) // (3 * self.scale) for x, y in zip(corner, foot))


def _differences(cells: Sequence[Vector]) -> list[Vector]:
    """The distinct steps between cells, shortest first."""
    steps = {minus(a, b) for a in cells for b in cells if a != b}
    return sorted(steps, key=lambda step: (sum(x * x for x in step), step))


SPACE = 3


@dataclass(frozen=True)
class Turn:
    """The linear isometry `matrix / divisor`; `mirrors`: whether it reverses orientation."""

    matrix: Matrix
    divisor: int
    mirrors: bool

    def whole(self, vectors: Iterable[Vector]) -> bool:
        """Whether the images of these vectors are integral."""
        return all(_dot(row, vector) % self.divisor == 0 for vector in vectors for row in self.matrix)

    def about(self, first: Vector) -> Callable[[Vector], Vector]:
        """The map of a vector to the image of its difference from `first`, which must be integral."""

        def motion(vector: Vector) -> Vector:
            step = [x - y for x, y in zip(vector, first)]
            return tuple(_dot(row, step) // self.divisor for row in self.matrix)

        return motion


def turns(vectors: Iterable[Vector], goals: Sequence[Vector]) -> Iterator[Turn]:
    """The isometries that map a basis of the span of the vectors to goals: candidates for those that map
    every vector to a goal. If the vectors lie in a plane, rotations suffice, as a half-turn can exchange its
    sides.
    """
    basis = independent(vectors)
    for chosen in _with_lengths(basis, goals, ()):
        yield _turn(basis, chosen)


def independent(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """A basis of the span of the vectors, chosen greedily."""
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
    """Zero exactly if the vectors are dependent: the squared length of one, the squared area of two, the
    signed volume of three.
    """
    if len(vectors) == SPACE:
        a, b, c = vectors
        return _dot(_cross(a, b), c)
    normal = vectors[0] if len(vectors) == 1 else _cross(vectors[0], vectors[1])
    return _dot(normal, normal)


def _with_lengths(
    basis: Sequence[Vector], goals: Sequence[Vector], chosen: tuple[Vector, ...]
) -> Iterator[tuple[Vector, ...]]:
    """Tuples of goals with the lengths and angles of the basis."""
    if len(chosen) == len(basis):
        yield chosen
        return
    vector = basis[len(chosen)]
    for goal in goals:
        pairs = zip((*basis[: len(chosen)], vector), (*chosen, goal))
        if all(_dot(vector, a) == _dot(goal, b) for a, b in pairs):
            yield from _with_lengths(basis, goals, (*chosen, goal))


def _turn(basis: Sequence[Vector], chosen: Sequence[Vector]) -> Turn:
    """The isometry that maps the basis to the chosen vectors."""
    if len(basis) < 2:
        return _half_turn(basis, chosen)
    a, b = (pair if len(pair) == SPACE else (*pair, _cross(*pair)) for pair in (basis, chosen))
    # The rows of the inverse of a matrix are the cross products of its columns over the determinant.
    volume = _volume(a)
    dual = (_cross(a[1], a[2]), _cross(a[2], a[0]), _cross(a[0], a[1]))
    rows = tuple(
        tuple(sum(b[k][i] * dual[k][j] for k in range(SPACE)) for j in range(SPACE)) for i in range(SPACE)
    )
    sign = 1 if volume > 0 else -1
    return Turn(tuple(tuple(sign * x for x in row) for row in rows), sign * volume, _volume(b) != volume)


def _half_turn(basis: Sequence[Vector], chosen: Sequence[Vector]) -> Turn:
    """The half-turn that maps the one vector to the other: about their sum, or, if they are opposite, about a
    vector perpendicular to them.
    """
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
    """The cells whose middles lie in the figure enlarged `times` times; the lattice must be one of
    `SCALABLE`.

    The fixed point of the enlargement is a corner at which lines of all directions meet (for tans, a corner
    of a square), so that lines go to lines.
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
    """Whether the middle of the small cell lies in the large one, which is convex, and in space a cube."""
    n, middle = len(ends), [sum(axis) for axis in zip(*ends)]  # n times the middle
    if not all(n * min(axis) <= x <= n * max(axis) for axis, x in zip(zip(*large), middle)):
        return False
    sides = [] if len(middle) > 2 else pairwise([*large, large[0]])
    turns = [
        (b[0] - a[0]) * (middle[1] - n * a[1]) - (b[1] - a[1]) * (middle[0] - n * a[0]) for a, b in sides
    ]
    return min(turns, default=0) >= 0 or max(turns) <= 0
