"""Candidate pieces of a dissection: the shapes that a piece of a solution with N pieces could have.

A candidate is a free polyomino (up to rotation and reflection) that has a place in each of the two figures
where the rest falls into at most N - 1 connected parts. Igarashi, Tajima and Kotani count them so.

They are found by growing: a connected shape of n + 1 cells contains a connected one of n cells, which fits
wherever the larger fits. So the shapes of n + 1 cells that fit both figures are among those of n cells with
one more. Whether few parts are left does not carry over in this way, and is tested for each shape that fits.
Only two sizes are held at a time. The loops over cells are compiled (`kernels.growing`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zenkai_solver.models.grid import TRANSFORMS, Region, Shape, components, images, normalise
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.dissect.kernels import growing
from zenkai_solver.solvers.kernels.jit import Work

LIMIT = 125_000  # shapes that are tried, of all sizes; those of two sizes are held
LOOKS = 3_600_000  # the same times the cells of a figure: to judge a shape takes longer on a large one
BLOCK = 256  # shapes between two looks at the clock, a few milliseconds

Shapes = np.ndarray  # uint64[n, words], see `kernels.growing`


class TooManyShapes(Exception):
    """More shapes than the limit would have to be tried."""


@dataclass(frozen=True)
class Figure:
    """A figure as arrays for the kernels, in a square of `side` x `side` cells.

    An image of a shape fits the figure exactly if the shape fits an image of the figure, and then leaves as
    many parts. So the images of the figure are tried with one image of each shape.
    """

    region: Region
    side: int

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The images of the figure under the 8 transforms, each once, the figure itself first."""
        return images(self.region.cells, TRANSFORMS.values())

    @cached_property
    def images(self) -> np.ndarray:
        """uint8[images, side, side]: 1 in the cells."""
        drawn = np.zeros((len(self.shapes), self.side, self.side), np.uint8)
        for number, shape in enumerate(self.shapes):
            drawn[(number, *np.array(shape).T)] = 1
        return drawn

    @cached_property
    def sizes(self) -> np.ndarray:
        """int64[images, 2]: rows and columns of each image."""
        return np.array([np.max(shape, axis=0) + 1 for shape in self.shapes], np.int64)

    @cached_property
    def index(self) -> np.ndarray:
        """int64[side, side]: the number of each cell of the first image, from 0 by rows."""
        numbers = np.full((self.side, self.side), -1, np.int64)
        for number, (r, c) in enumerate(normalise(self.region.cells)):
            numbers[r, c] = number
        return numbers

    def places(self, shapes: Shapes, parts: int, most: int, deadline: Deadline) -> np.ndarray | None:
        """uint64[n, words]: each place of the shapes that leaves at most that many parts, as cell numbers.

        None where there are more than `most`. Raises Interrupted.
        """
        words = -(-len(self.region.cells) // growing.WORD)
        rows, count = [np.zeros((0, words), np.uint64)], 0
        room = growing.room(self.side, shapes.shape[1])
        figure = self.side, self.images[0], self.sizes[0], self.index
        for block in blocks(shapes, deadline):
            out = np.empty((most + 1 - count, words), np.uint64)
            new = growing.places(block, *figure, parts, out, room)
            if (count := count + new) > most:
                return None
            rows.append(out[:new].copy())
        return np.concatenate(rows)


def blocks(shapes: Shapes, deadline: Deadline) -> Iterator[Shapes]:
    """The shapes in blocks, with a look at the clock before each. Raises Interrupted."""
    for i in range(0, len(shapes), BLOCK):
        deadline.check()
        yield shapes[i : i + BLOCK]


@dataclass
class CandidateSearch:
    """The candidates for that many pieces, smaller ones first; `one`, `two`: the figures.

    Raises TooManyShapes where more than `limit` shapes would have to be tried for size `size`; smaller sizes
    are complete then. Raises Interrupted.
    """

    one: Region
    two: Region
    pieces: int
    deadline: Deadline
    limit: int = 0  # by default as LIMIT and LOOKS allow
    size: int = 1
    tried: int = 0

    def __post_init__(self) -> None:
        self.limit = self.limit or min(LIMIT, LOOKS // max(1, len(self.one.cells)))

    @cached_property
    def side(self) -> int:
        return max(self.one.rows, self.one.columns, self.two.rows, self.two.columns)

    @cached_property
    def figures(self) -> tuple[Figure, Figure]:
        return Figure(self.one, self.side), Figure(self.two, self.side)

    def __iter__(self) -> Iterator[tuple[int, Shapes]]:
        """The number of cells and the candidates of this size, as long as some shape fits both figures."""
        largest = len(self.one.cells) - (self.pieces - 1)
        shapes = self._smallest()
        while True:
            verdicts = self._judged(shapes)
            if not (verdicts >= growing.FITS).any():
                return
            yield self.size, shapes[verdicts == growing.LEAVES_FEW]
            if self.size == largest:
                return
            self.size += 1
            shapes = self._larger(shapes[verdicts >= growing.FITS])

    def _smallest(self) -> Shapes:
        """The shapes to begin with: one cell; for a single piece the whole figure, if it is connected."""
        if self.pieces > 1:
            return self._packed(((0, 0),))
        self.size = len(self.one.cells)
        return self._packed(self.figures[0].shapes[0])[: len(components(self.one.cells)) == 1]

    def _packed(self, shape: Shape) -> Shapes:
        mask = sum(1 << r * self.side + c for r, c in shape)
        return np.frombuffer(mask.to_bytes(8 * self._words, "little"), "<u8").astype(np.uint64)[None]

    @cached_property
    def _room(self) -> growing.Room:
        return growing.room(self.side, self._words)

    @property
    def _words(self) -> int:
        return -(-self.side * self.side // growing.WORD)

    def _judged(self, shapes: Shapes) -> np.ndarray:
        """uint8[n]: the verdict on each shape."""
        one, two = self.figures
        figures = one.images, one.sizes, two.images, two.sizes
        verdicts, at = np.zeros(len(shapes), np.uint8), 0
        for block in blocks(shapes, self.deadline):
            of_block = verdicts[at : at + len(block)]
            growing.judge(block, self.side, *figures, self.pieces - 1, of_block, self._room)
            at += len(block)
        return verdicts

    def _larger(self, shapes: Shapes) -> Shapes:
        """The shapes with one cell more that fit the bounding boxes of both figures, one image of each."""
        boxes = [sorted((figure.rows, figure.columns)) for figure in (self.one, self.two)]
        short, long = map(min, zip(*boxes, strict=True))
        larger, count = growing.empty(self.limit - self.tried, self._words), 0
        for block in blocks(shapes, self.deadline):
            count = growing.grow(block, self.side, short, long, larger, count, self._room)
            if count == growing.FULL:
                self.tried = self.limit
                raise TooManyShapes
        self.tried += count
        shapes_of_size: Shapes = larger.words[:count]
        return shapes_of_size


def works() -> list[Work]:
    """The kernels that counting candidates needs."""
    shapes, larger = np.ones((1, 1), np.uint64), growing.empty(1, 1)
    images, sizes, verdicts = np.ones((1, 1, 1), np.uint8), np.ones((1, 2), np.int64), np.zeros(1, np.uint8)
    index, room = np.zeros((1, 1), np.int64), growing.room(1, 1)
    return [
        Work(growing.grow, (shapes, 1, 1, 1, larger, 0, room)),
        Work(growing.judge, (shapes, 1, images, sizes, images, sizes, 1, verdicts, room)),
        Work(growing.places, (shapes, 1, images[0], sizes[0], index, 1, shapes, room)),
    ]
