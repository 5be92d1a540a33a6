"""Boards of any lattice: cells with their places on a page of text, flat or wrapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import cast

from zenkai_solver.models.classes import components
from zenkai_solver.models.grid import Cell, Lines, Move, Region, Shape, Transform, Way
from zenkai_solver.models.lattices.lattice import (
    Lattice,
    Matrix,
    Place,
    Vector,
    image,
    minus,
    plus,
    reduced,
)
from zenkai_solver.models.lattices.wrapping import FLAT, Wrapping

BEYOND = -1  # stands for the number of a cell outside the board


@dataclass(frozen=True)
class LatticeRegion(Region):
    """A board on a lattice: cell i is `vectors[i]` of the lattice and has the place `cells[i]` on the page.

    `wrap` identifies cells of the lattice; `vectors` are the representatives. Layers lie below one another on
    the page, with an empty row between two; `height` is the number of rows of a layer.
    """

    lattice: Lattice
    vectors: tuple[Vector, ...]
    height: int
    wrap: Wrapping = FLAT

    @property
    def legend(self) -> str:
        if self.lattice.dimension < 3 or self.rows <= self.height:
            return ""
        at = f"layer 2 begins in row {self.height + 2}, layer 3 in row {2 * self.height + 3}, and so on"
        return f"layers are written below one another, with an empty row between two: {at}"

    @cached_property
    def number(self) -> dict[Vector, int]:
        return {vector: i for i, vector in enumerate(self.vectors)}

    def home(self, vector: Vector) -> Vector:
        """The representative of this cell; on flat boards the cell itself."""
        return self.wrap.home(vector)

    @property
    def wrapped(self) -> bool:
        return bool(self.wrap)

    def coordinates(self, cell: Cell) -> Vector:
        return self.vectors[self.index[cell]]

    def touching(self, at_corners: bool) -> list[tuple[Cell, Cell]]:
        near = self.lattice.touched if at_corners else self.lattice.neighbours
        pairs = {
            (i, j)
            for i, vector in enumerate(self.vectors)
            for other in near(vector)
            if (j := self.number.get(self.home(other), -1)) > i
        }
        return [(self.cells[i], self.cells[j]) for i, j in sorted(pairs)]

    @cached_property
    def border(self) -> frozenset[Cell]:
        def inner(vector: Vector) -> bool:
            return all(self.home(near) in self.number for near in self.lattice.neighbours(vector))

        return frozenset(cell for cell, vector in zip(self.cells, self.vectors) if not inner(vector))

    # ---- shapes

    @property
    def most_orientations(self) -> int:
        return len(self.lattice.group)

    def images(
        self, shape: Shape, rotations: bool, flips: bool, most: int | None = None
    ) -> tuple[Shape, ...]:
        return self.lattice.images(shape, rotations, flips, most)

    def left_right(self, vector: Vector) -> Vector:
        return image(self.lattice.mirror, vector)

    def normalise(self, shape: Iterable[Vector]) -> Shape:
        return self.lattice.normalise(shape)

    def shape(self, cells: Iterable[Cell]) -> Shape:
        return self.lattice.normalise(self.vectors[self.index[cell]] for cell in cells)

    def transforms(self, rotations: bool, flips: bool) -> list[Transform]:
        return [partial(image, matrix) for matrix in self.lattice.matrices(rotations, flips)]

    def ways(self, shape: Shape, rotations: bool, flips: bool) -> Iterator[tuple[Way, ...]]:
        return self.lattice.ways(shape, rotations, flips)

    def is_at(self, shape: Shape, cells: Sequence[Cell]) -> bool:
        return any(True for _ in self.lying(shape, cells))

    def lying(self, shape: Shape, cells: Sequence[Cell]) -> Iterator[tuple[Cell, ...]]:
        goal = {self.vectors[self.index[cell]] for cell in cells}
        for at in self.wrap.starts(sorted(goal)) if self.wrapped else [min(goal)]:
            there = self._lying(shape, at)
            if len(there) == len(goal) and set(there) == goal:
                yield tuple(self.cells[self.number[vector]] for vector in there)

    def _lying(self, shape: Shape, at: Vector) -> list[Vector]:
        """The cells of the shape with its first one at `at`; empty if that is no translation."""
        shift = minus(at, shape[0])
        if not self.lattice.is_translation(shift):
            return []
        return [self.home(plus(vector, shift)) for vector in shape]

    def positions(self, shape: Shape) -> Iterator[tuple[Cell, ...]]:
        if not self.wrapped:
            yield from self._flat_positions(shape)
            return
        inside = self.number
        for at in self.wrap.starts(self.vectors):
            vectors = self._lying(shape, at)
            if vectors and len(set(vectors)) == len(shape) and all(vector in inside for vector in vectors):
                yield tuple(self.cells[inside[vector]] for vector in vectors)

    def _flat_positions(self, shape: Shape) -> Iterator[tuple[Cell, ...]]:
        """`positions` for flat boards, computed with codes in place of vectors."""
        kind, first, inside = reduced(shape[0], self.lattice.translations), code(shape[0]), self._coded
        steps = [code(vector) - first for vector in shape]
        for at, own_kind in zip(inside, self._kinds):
            if own_kind == kind:
                cells = [inside.get(at + step) for step in steps]
                if None not in cells:
                    yield tuple(cast(list[Cell], cells))

    @cached_property
    def _coded(self) -> dict[int, Cell]:
        """The cells by the codes of their vectors."""
        return {code(vector): cell for vector, cell in zip(self.vectors, self.cells)}

    @cached_property
    def _kinds(self) -> list[Vector]:
        return [reduced(vector, self.lattice.translations) for vector in self.vectors]

    def placements(self, shape: Shape) -> Iterator[tuple[Cell, ...]]:
        """The positions of one orientation on the board, each once, without those that overlap themselves."""
        yield from dict.fromkeys(tuple(sorted(cells)) for cells in self.positions(shape))

    def parts(self, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
        inside = {self.index[cell] for cell in cells}
        parts = connected_parts(self.lattice, [self.vectors[i] for i in sorted(inside)], self.home)
        return [tuple(sorted(self.cells[self.number[vector]] for vector in part)) for part in parts]

    @cached_property
    def fans(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the cells about each corner (in space: edge), in cyclic order; `BEYOND` for cells
        outside.

        On a wrapped board a fan may have a cell twice, and fans may repeat.
        """
        fans = []
        for i, vector in enumerate(self.vectors):
            for end in self.lattice.ends(vector):
                around = self.lattice.fan(vector, end)
                fan = tuple(self.number.get(self.home(other), BEYOND) for other in around)
                if i == max(fan):
                    fans.append(fan)
        return tuple(fans)

    @cached_property
    def crossings(self) -> tuple[Lines, ...]:
        pairs = set()
        for vector in self.wrap.starts(self.vectors):
            for lines in self.lattice.crossings_at(vector):
                homes = [[self.home(cell) for cell in line] for line in lines]
                if all(cell in self.number for line in homes for cell in line):
                    one, other = (self._line(line) for line in homes)
                    pairs.add((min(one, other), max(one, other)))
        return tuple(sorted(pairs))

    def _line(self, line: Sequence[Vector]) -> tuple[Cell, Cell]:
        one, other = sorted(self.cells[self.number[vector]] for vector in line)
        return one, other

    # ---- symmetry

    def moves(self, mirror: bool) -> Iterator[Move]:
        """Each matrix of the point group with each translation after it that maps the board to itself.

        On a twisted board reflections are not told apart from rotations. There, and for boards of balls, each
        permutation comes once; for balls there may be further rotations that are not symmetries of the
        lattice.
        """
        groups = ((self.lattice.rotations, False), (self.lattice.reflections, True))
        twisted, seen = self.wrap.glide is not None, set[tuple[int, ...]]()
        for matrices, mirrors in groups[: 1 + (mirror or twisted)]:
            for matrix in matrices:
                transform = partial(image, matrix)
                for cells in self._kept_by(matrix):
                    if not (twisted or self.lattice.balls) or cells not in seen:
                        seen.add(cells)
                        yield Move(cells, transform, mirrors and not twisted)
        if self.lattice.balls and not self.wrapped:
            yield from (move for move in self._turned(mirror) if move.cells not in seen)

    def _turned(self, mirror: bool) -> Iterator[Move]:
        """The rigid motions of a board of balls, each permutation once."""
        mirrored: dict[tuple[int, ...], bool] = {}
        for turn in self.lattice.turns_between(self.vectors, self.vectors):
            if mirror or not turn.mirrors:
                moved = list(map(turn.about(self.vectors[0]), self.vectors))
                shift = minus(min(self.vectors), min(moved))
                places = tuple(self.number.get(plus(vector, shift), -1) for vector in moved)
                if min(places) >= 0:
                    mirrored[places] = turn.mirrors
        yield from (Move(cells, None, mirrors) for cells, mirrors in mirrored.items())

    def _kept_by(self, matrix: Matrix) -> Iterator[tuple[int, ...]]:
        """The permutations of the cells by the matrix and some translation."""
        moved = [image(matrix, vector) for vector in self.vectors]
        shifts = [minus(min(self.vectors), min(moved))]
        if self.wrapped:  # for the identity first the translation that maps vectors[0] to itself
            shifts = [minus(target, moved[0]) for target in self.wrap.starts(self.vectors)]
        for shift in shifts:
            if not self.lattice.is_translation(shift) or not self.wrap.kept(matrix, shift):
                continue
            places = [self.number.get(self.home(plus(vector, shift)), -1) for vector in moved]
            if min(places) >= 0:
                yield tuple(places)

    # ---- order

    @property
    def scan_order(self) -> list[Cell]:
        """The cells slice by slice across the longest side."""
        sides = [max(axis) - min(axis) for axis in zip(*self.vectors)]
        axes = sorted(range(len(sides)), key=lambda axis: -sides[axis])
        order = sorted(range(len(self.cells)), key=lambda i: [self.vectors[i][axis] for axis in axes])
        return [self.cells[i] for i in order]


def code(vector: Vector) -> int:
    """A number for a vector: additive, and injective on steps within a board, as sides are below 4,096."""
    return sum(x << 13 * axis for axis, x in enumerate(vector))


def itself(vector: Vector) -> Vector:
    return vector


def connected_parts(
    lattice: Lattice, cells: Iterable[Vector], home: Callable[[Vector], Vector] = itself
) -> list[list[Vector]]:
    """The components of the cells under contact, in the order of their first cells."""
    return components(cells, lambda cell: map(home, lattice.neighbours(cell)))


def region(lattice: Lattice, vectors: Iterable[Vector], wrap: Wrapping = FLAT) -> LatticeRegion:
    """The board of these cells, on the smallest page whose places determine its cells."""
    ordered = sorted({wrap.home(vector) for vector in vectors})
    places = [lattice.page(vector) for vector in ordered]
    low = corner(lattice, ordered[0], places)
    inside = [cast(Place, minus(place, low)) for place in places]
    height = 1 + max(row for _, row, _ in inside)
    cells = [(layer * (height + 1) + row, column) for layer, row, column in inside]
    order = sorted(range(len(ordered)), key=cells.__getitem__)
    return LatticeRegion(
        1 + max(r for r, _ in cells),
        1 + max(c for _, c in cells),
        tuple(cells[i] for i in order),
        lattice,
        tuple(ordered[i] for i in order),
        height,
        wrap,
    )


def corner(lattice: Lattice, cell: Vector, places: Sequence[Place]) -> Place:
    """The place that becomes the upper left one: the least place, or one before it if cells would be misread
    otherwise (the types of cells repeat after two or three rows and at most four columns).
    """
    low = tuple(map(min, zip(*places)))
    for back in product((0,), range(3), range(4)):
        origin = minus(low, back)
        there = lattice.cell_at(cast(Place, minus(lattice.page(cell), origin)))
        if there is not None and lattice.is_translation(minus(cell, there)):
            return cast(Place, origin)
    raise ValueError(f"the page of {lattice.name} does not repeat")
