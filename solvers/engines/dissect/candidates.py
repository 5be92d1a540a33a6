"""Candidate pieces of a dissection: the shapes that a piece of a solution with N pieces could have.

A candidate is a free polyomino (mirror images are one) that in either figure has a place where it leaves at
most N - 1 parts. Igarashi, Tajima and Kotani count them so.

They are found by growing: a connected shape of n + 1 cells has a connected one of n cells in it, which fits
wherever the larger fits. So the shapes of n + 1 cells that fit both figures are among those of n cells with
one more. That few parts are left is not handed down so, and is asked of each shape that fits. Only two sizes
are held at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from zenkai_solver.models.grid import TRANSFORMS, Region, Shape, normalise
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.dissect.cuts import Mask, bits

LIMIT = 250_000  # shapes that are tried, of all sizes; 8 masks of each of one size are held

Box = tuple[int, int]  # rows and columns


class TooMany(Exception):
    """More than the limit."""


@dataclass(frozen=True)
class MaskGrid:
    """Shapes and figures as masks, their corner at bit 0: bit r * stride + c is cell (r, c).

    The stride exceeds every width by 2, so that no step to a neighbour ends in another row.
    """

    stride: int
    known: dict[Box, tuple[list[Mask], ...]] = field(default_factory=dict, compare=False)

    @classmethod
    def around(cls, *figures: Region) -> MaskGrid:
        """For these figures and what fits into them, however it is turned."""
        return cls(2 + max(max(figure.rows, figure.columns) for figure in figures))

    def mask(self, shape: Shape) -> Mask:
        return sum(1 << r * self.stride + c for r, c in shape)

    def near(self, cells: Mask) -> Mask:
        """The cells and their neighbours."""
        return cells | cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride

    def at_most(self, parts: int, cells: Mask) -> bool:
        """Are the cells connected in at most that many parts?"""
        while cells and parts:
            reached = cells & -cells
            while (more := self.near(reached) & cells) != reached:
                reached = more
            cells &= ~reached
            parts -= 1
        return not cells

    def box(self, shape: Mask) -> Box:
        rows = range(0, shape.bit_length(), self.stride)
        full = (1 << self.stride) - 1
        return len(rows), max((shape >> row & full).bit_length() for row in rows)

    def images(self, shape: Mask) -> list[Mask]:
        """The shape turned and flipped in the 8 ways."""
        cells = tuple(bits(shape))
        return [sum(map(table.__getitem__, cells)) for table in self._tables(self.box(shape))]

    def _tables(self, box: Box) -> tuple[list[Mask], ...]:
        """For each of the 8 ways: the image of every bit of a box, as a mask."""
        if box not in self.known:
            cells = [(r, c) for r in range(box[0]) for c in range(self.stride)]
            self.known[box] = tuple(self._table(name, box, cells) for name in TRANSFORMS)
        return self.known[box]

    def _table(self, name: str, box: Box, cells: Sequence[tuple[int, int]]) -> list[Mask]:
        moved = [TRANSFORMS[name](cell) for cell in cells]
        inside = [image for image, (_, c) in zip(moved, cells, strict=True) if c < box[1]]
        top, left = (min(axis) for axis in zip(*inside, strict=True))
        places = [(r - top) * self.stride + c - left for r, c in moved]
        return [1 << i if i >= 0 else 0 for i in places]  # beyond the box there is no cell

    def grown(self, shape: Mask, short: int, long: int) -> Iterator[Mask]:
        """With each neighbour added, as far as a box of short x long cells, either way, has room for it."""
        moved = shape << self.stride + 1  # a row is above it, and a column before it
        for i in bits(self.near(moved) & ~moved & self._room(self.box(shape), short, long)):
            yield (moved | 1 << i) >> self.stride * (i >= self.stride) + (i % self.stride > 0)

    def _room(self, box: Box, short: int, long: int) -> Mask:
        """The box moved by a row and a column, with all lines around it that may be taken in."""
        rows, columns = box
        row = (1 << columns) - 1 << 1
        room = sum(row << r * self.stride for r in range(1, rows + 1))
        if _within((rows + 1, columns), short, long):
            room |= row | row << (rows + 1) * self.stride
        if _within((rows, columns + 1), short, long):
            room |= room << 1 | room >> 1
        return room


def _within(box: Box, short: int, long: int) -> bool:
    return min(box) <= short and max(box) <= long


@dataclass(frozen=True)
class Figure:
    """A figure as masks: `images` are the figure, then what else it becomes by turns and flips.

    A shape fits an image of the figure where an image of the shape fits the figure, and it leaves as many
    parts. So whether it does is asked of one image of the shape.
    """

    grid: MaskGrid
    images: tuple[Mask, ...]

    @classmethod
    def of(cls, region: Region, grid: MaskGrid) -> Figure:
        return cls(grid, tuple(dict.fromkeys(grid.images(grid.mask(normalise(region.cells))))))

    def fits(self, cells: Sequence[int]) -> bool:
        return any(starts(cells, image) for image in self.images)

    def leaves(self, shape: Mask, cells: Sequence[int], parts: int) -> bool:
        """Has the shape a place that leaves at most that many parts?"""
        return any(
            self.grid.at_most(parts, image & ~(shape << i))
            for image in self.images
            for i in bits(starts(cells, image))
        )

    def places(self, shape: Mask, parts: int) -> Iterator[Mask]:
        """Each place in the figure itself that leaves at most that many parts."""
        figure = self.images[0]
        for image in set(self.grid.images(shape)):
            for i in bits(starts(tuple(bits(image)), figure)):
                if self.grid.at_most(parts, figure & ~(image << i)):
                    yield image << i


def starts(cells: Sequence[int], figure: Mask) -> Mask:
    """The bits i for which a shape of these bits, shifted by i, lies in the figure."""
    found = figure >> cells[0]
    for i in cells[1:]:
        found &= figure >> i
    return found


@dataclass
class CandidateSearch:
    """The candidates for that many pieces, smaller ones first.

    Raises TooMany where more than `limit` shapes would have to be tried for size `size`; the smaller sizes
    are complete. Raises Interrupted.
    """

    one: Region
    two: Region
    pieces: int
    deadline: Deadline
    limit: int = LIMIT
    size: int = 1
    tried: int = 0

    @cached_property
    def figures(self) -> tuple[Figure, Figure]:
        grid = MaskGrid.around(self.one, self.two)
        return Figure.of(self.one, grid), Figure.of(self.two, grid)

    def __iter__(self) -> Iterator[tuple[int, Mask]]:
        """Each candidate with its number of cells."""
        shapes = self._smallest()
        while shapes and self.size <= len(self.one.cells) - (self.pieces - 1):
            for shape in shapes:
                self.deadline.check()
                if self._candidate(shape):
                    yield self.size, shape
            self.size += 1
            shapes = self._larger(shapes)

    def _smallest(self) -> list[Mask]:
        """One cell; of a single piece all of the figure, if it is connected."""
        if self.pieces > 1:
            return [1]
        self.size = len(self.one.cells)
        figure, grid = self.figures[0].images[0], self.figures[0].grid
        return [figure] if grid.at_most(1, figure) else []

    def _candidate(self, shape: Mask) -> bool:
        cells = tuple(bits(shape))
        return all(figure.leaves(shape, cells, self.pieces - 1) for figure in self.figures)

    def _larger(self, shapes: Sequence[Mask]) -> list[Mask]:
        """The shapes with one cell more that fit both figures, one image of each."""
        known, fitting = set[Mask](), list[Mask]()
        for larger in self._grown(shapes):
            if larger in known:
                continue
            if self.tried == self.limit:
                raise TooMany
            self.tried += 1
            known.update(self.figures[0].grid.images(larger))
            cells = tuple(bits(larger))
            if all(figure.fits(cells) for figure in self.figures):
                fitting.append(larger)
        return fitting

    def _grown(self, shapes: Sequence[Mask]) -> Iterator[Mask]:
        boxes = [sorted((figure.rows, figure.columns)) for figure in (self.one, self.two)]
        short, long = map(min, zip(*boxes, strict=True))
        for shape in shapes:
            self.deadline.check()
            yield from self.figures[0].grid.grown(shape, short, long)
