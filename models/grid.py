"""The square grid: cells, shapes, the 8 transforms, regions, placements.

A cell is (row, column), counted from 0 downwards and to the right. A shape is a sorted tuple of cells whose
least row and least column are 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from zenkai_solver.models import classes

Cell = tuple[int, int]
Vector = tuple[int, ...]  # a cell of any lattice; of the square one (row, column)
Shape = tuple[Vector, ...]
Transform = Callable[[Vector], Vector]
Way = tuple[
    tuple[Vector, tuple[int, ...]], ...
]  # cells, each with the numbers of the shape's cells that arrive there

OUTSIDE = " "  # on a board: not a cell of the region
EMPTY = "."  # on a board: a cell that no piece covers

# The symmetry group of the square. A turn is clockwise; "flip" mirrors left and right, and comes first.
TRANSFORMS: dict[str, Transform] = {
    "identity": lambda c: (c[0], c[1]),
    "turn 90": lambda c: (c[1], -c[0]),
    "turn 180": lambda c: (-c[0], -c[1]),
    "turn 270": lambda c: (-c[1], c[0]),
    "flip": lambda c: (c[0], -c[1]),
    "flip, turn 90": lambda c: (-c[1], -c[0]),
    "flip, turn 180": lambda c: (-c[0], c[1]),
    "flip, turn 270": lambda c: (c[1], c[0]),
}


def cell_name(cell: Cell) -> str:
    """The name of the cell in texts: R1C1."""
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def span(cells: Sequence[Cell]) -> str:
    """The cells' names; a long list is cut."""
    if len(cells) <= 6:
        return " ".join(map(cell_name, cells))
    return " ".join([*map(cell_name, cells[:3]), "...", cell_name(cells[-1])])


def allowed_transforms(rotations: bool, flips: bool) -> dict[str, Transform]:
    """The transforms that a piece may undergo; flips without rotations: the left-right mirror alone."""
    return {
        name: transform
        for name, transform in TRANSFORMS.items()
        if (rotations or "turn" not in name) and (flips or "flip" not in name)
    }


def normalise(cells: Iterable[Vector]) -> tuple[Cell, ...]:
    """The cells shifted so that the least row and the least column are 0, sorted."""
    ordered = sorted(cells)  # a shift keeps the order
    top, left = ordered[0][0], min([c for _, c in ordered])
    return tuple([(r - top, c - left) for r, c in ordered])


def images(shape: Shape, transforms: Iterable[Transform]) -> tuple[Shape, ...]:
    """The distinct images of the shape, in the order of the transforms."""
    return tuple(dict.fromkeys(normalise(map(transform, shape)) for transform in transforms))


def orientations(shape: Shape, transforms: Iterable[Transform]) -> tuple[Shape, ...]:
    """The distinct images of the shape, sorted."""
    return tuple(sorted(images(shape, transforms)))


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)


def components(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """The parts connected by edges, each sorted, in the order of their first cells."""
    return [tuple(sorted(part)) for part in classes.components(sorted(set(cells)), neighbours)]


class Move(NamedTuple):
    """A symmetry of a region: cell i goes to cell cells[i], and shapes are moved by `transform`.

    If the region consists of several boards, `others` are the transforms of shapes on the second and later
    ones. Without a transform it is a rigid motion of the board that is not a symmetry of the lattice.
    """

    cells: tuple[int, ...]
    transform: Transform | None
    mirrors: bool
    others: tuple[Transform, ...] = ()


Lines = tuple[tuple[Cell, Cell], tuple[Cell, Cell]]


@dataclass(frozen=True)
class Region:
    """The cells to fill, sorted, inside a box of `rows` x `columns` cells.

    In regions of other lattices these are the places of the cells on a page of text; such regions override
    the geometric methods.
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...]

    @property
    def legend(self) -> str:
        """What else than rows and columns of one board those of its text are; "" for nothing else."""
        return ""

    @cached_property
    def index(self) -> dict[Cell, int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def blanks(self) -> tuple[Cell, ...]:
        """The places of the box, and of a board's text, where no cell is."""
        every = product(range(self.rows), range(self.columns))
        return tuple(cell for cell in every if cell not in self.index)

    def placements(self, shape: Shape) -> Iterator[tuple[Cell, ...]]:
        """The placements of one orientation inside the region, in scan order, each as sorted cells."""
        inside = self.index
        height, width = (1 + max(axis) for axis in zip(*shape, strict=True))
        for top in range(self.rows - height + 1):
            for left in range(self.columns - width + 1):
                cells = tuple((r + top, c + left) for r, c in shape)
                if all(cell in inside for cell in cells):
                    yield cells

    def image(self, transform: Transform) -> tuple[int, ...] | None:
        """image[i] is the index of the cell to which the transform, followed by the shift that restores the
        least row and column, moves cell i; None if that does not map the region to itself.
        """
        moved = [transform(cell) for cell in self.cells]
        corner = [min(axis) - min(before) for axis, before in zip(zip(*moved), zip(*self.cells))]
        shifted = [(r - corner[0], c - corner[1]) for r, c in moved]
        if set(shifted) != set(self.cells):
            return None
        return tuple(self.index[cell] for cell in shifted)

    @property
    def wrapped(self) -> bool:
        return False

    @property
    def boards(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each board that the region is made of."""
        return (self.cells,)

    @property
    def crossings(self) -> tuple[Lines, ...]:
        """Pairs of lines that cross, each line two cells: no two pieces may each cover one of them."""
        return ()

    def coordinates(self, cell: Cell) -> Vector:
        """The cell as a vector of its lattice."""
        return cell

    def touching(self, at_corners: bool) -> list[tuple[Cell, Cell]]:
        """The pairs of cells that share an edge (in space: a face), or, with `at_corners`, a corner."""
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if at_corners else 2]
        pairs = (((r, c), (r + dr, c + dc)) for r, c in self.cells for dr, dc in steps)
        return [(a, b) for a, b in pairs if b in self.index]

    @cached_property
    def border(self) -> frozenset[Cell]:
        """The cells that have a neighbour outside the region, where holes of the board count as outside."""
        return frozenset(x for x in self.cells if any(near not in self.index for near in neighbours(x)))

    @property
    def most_orientations(self) -> int:
        return len(TRANSFORMS)

    def transforms(self, rotations: bool, flips: bool) -> list[Transform]:
        """The transforms that a piece may undergo, in the order of `images`."""
        return list(allowed_transforms(rotations, flips).values())

    def lying(self, shape: Shape, cells: Sequence[Cell]) -> Iterator[tuple[Cell, ...]]:
        """The ways to place the shape on exactly these cells, each in the order of the shape's cells."""
        if self.shape(cells) == shape:
            yield tuple(sorted(cells))

    def positions(self, shape: Shape) -> Iterator[tuple[Cell, ...]]:
        """As `placements`, with the cells in the order of the shape; on a wrapped board a set of cells occurs
        once for each way to lie there.
        """
        return self.placements(shape)

    def images(
        self, shape: Shape, rotations: bool, flips: bool, most: int | None = None
    ) -> tuple[Shape, ...]:
        """The first `most` distinct images of the shape: as given, turned clockwise, then flipped."""
        return images(shape, allowed_transforms(rotations, flips).values())[:most]

    def ways(self, shape: Shape, rotations: bool, flips: bool) -> Iterator[tuple[Way, ...]]:
        """All images, also equal ones: each cell with the numbers of the shape's cells that arrive there.

        On some lattices an image consists of several shapes.
        """
        for transform in self.transforms(rotations, flips):
            yield (tuple((transform(vector), (i,)) for i, vector in enumerate(shape)),)

    def left_right(self, vector: Vector) -> Vector:
        """The mirror of left and right."""
        return TRANSFORMS["flip"](vector)

    def normalise(self, shape: Iterable[Vector]) -> Shape:
        return normalise(shape)

    def shape(self, cells: Iterable[Cell]) -> Shape:
        """The shape of these cells of the region."""
        return normalise(cells)

    def is_at(self, shape: Shape, cells: Sequence[Cell]) -> bool:
        """Do these cells of the region have this shape, in its orientation?"""
        return self.shape(cells) == shape

    def parts(self, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
        """The connected parts of the cells, each sorted, in the order of their first cells."""
        return components(cells)

    def moves(self, mirror: bool) -> Iterator[Move]:
        """The symmetries of the region, the identity first; without `mirror` no reflections."""
        for name, transform in TRANSFORMS.items():
            if (mirror or "flip" not in name) and (cells := self.image(transform)) is not None:
                yield Move(cells, transform, "flip" in name)

    @property
    def scan_order(self) -> list[Cell]:
        """The cells line by line along the short side, so that few pieces cross the frontier."""
        if self.rows < self.columns:
            return sorted(self.cells, key=lambda cell: (cell[1], cell[0]))
        return list(self.cells)

    def board(self, labels: Sequence[str]) -> tuple[str, ...]:
        """One label per cell, in the order of `cells`, as rows of text; ' ' outside."""
        if self._full and len(labels) == len(self.cells):
            text = "".join(labels)
            return tuple(text[i : i + self.columns] for i in range(0, len(text), self.columns))
        rows = [[OUTSIDE] * self.columns for _ in range(self.rows)]
        for (r, c), label in zip(self.cells, labels, strict=True):
            rows[r][c] = label
        return tuple("".join(row) for row in rows)

    @cached_property
    def _full(self) -> bool:
        """Are the cells all cells of the box, in scan order?"""
        return self.cells == rectangle(self.rows, self.columns).cells

    def labels(self, board: Sequence[Sequence[str]]) -> list[str]:
        """The inverse of `board`."""
        return [board[r][c] for r, c in self.cells]


SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*")


@lru_cache(maxsize=4)
def rectangle(rows: int, columns: int) -> Region:
    """All cells of the box; one object for puzzles of one size that are read one after another."""
    return Region(rows, columns, tuple((r, c) for r in range(rows) for c in range(columns)))


def art_rows(text: str) -> list[str]:
    """The lines of a drawing without blank lines before and after, right ends trimmed of spaces."""
    rows = [line.rstrip() for line in text.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    return rows
