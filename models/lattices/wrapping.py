"""How the ends of a board given by its size are joined: by translations, and by a glide.

A glide is the reflection of up and down followed by a shift once round. Not every size has one that keeps the
lattice: a band of hexagons has an odd number of rows, one of triangles an even number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from zenkai_solver.models.lattices.lattice import (
    Lattice,
    Matrix,
    Vector,
    image,
    matrix_product,
    minus,
    plus,
    reduced,
)

TWISTED = {"moebius": "a Moebius band", "klein": "a Klein bottle"}
WRAPS = ("none", "cylinder", "torus", *TWISTED)
LOWEST = 6  # how far below the middle the axis of a glide of a Klein bottle is sought


class WrapError(ValueError):
    """A board that cannot be wrapped; the message is for the user."""


@dataclass(frozen=True)
class Glide:
    """`upside` reflects up and down and keeps rows; `step` is once round, `lift` brings the board back."""

    lattice: Lattice
    upside: Matrix
    step: Vector
    lift: Vector

    def beyond(self, vector: Vector) -> Vector:
        """The same cell, once round."""
        return plus(plus(image(self.upside, vector), self.lift), self.step)

    def home(self, vector: Vector) -> Vector:
        """The same cell, where the columns of the page are those of the board."""
        around = self._around(vector)
        if around % 2:
            vector = plus(image(self.upside, vector), self.lift)
        return self._back(vector, around)

    def window(self, vector: Vector) -> Vector:
        """The vector moved along its row into the columns of the board."""
        return self._back(vector, self._around(vector))

    def _around(self, vector: Vector) -> int:
        return self.lattice.page(vector)[2] // self._columns

    def _back(self, vector: Vector, times: int) -> Vector:
        return tuple(x - times * y for x, y in zip(vector, self.step))

    @cached_property
    def _columns(self) -> int:
        """Of the page: neither the reflection nor a lift changes the column there."""
        cell = self.lattice.classes[0]
        return self.lattice.page(plus(cell, self.step))[2] - self.lattice.page(cell)[2]


@dataclass(frozen=True)
class Wrapping:
    """Translations, triangular, and a glide or none; neither on a flat board."""

    steps: tuple[Vector, ...] = ()
    glide: Glide | None = None

    def __bool__(self) -> bool:
        return bool(self.steps) or self.glide is not None

    def home(self, vector: Vector) -> Vector:
        """The one of all cells that are the same which is on the board."""
        if self.glide is not None:
            vector = self.glide.home(vector)
        return reduced(vector, self.steps) if self.steps else vector

    def kept(self, matrix: Matrix, shift: Vector) -> bool:
        """Do the matrix and then the shift take cells that are the same to such ones?"""
        if any(any(reduced(image(matrix, step), self._periods)) for step in self._periods):
            return False
        if self.glide is None:
            return True
        upside, once = self.glide.upside, plus(self.glide.lift, self.glide.step)
        turned = minus(plus(image(matrix, once), shift), image(upside, shift))
        same = matrix_product(matrix, upside) == matrix_product(upside, matrix)
        return same and not any(reduced(minus(turned, once), self._periods))

    @cached_property
    def _periods(self) -> tuple[Vector, ...]:
        """All translations by which cells are the same: twice round is one."""
        return self.steps if self.glide is None else (*self.steps, plus(self.glide.step, self.glide.step))

    def starts(self, vectors: Sequence[Vector]) -> list[Vector]:
        """The cells in each of the ways they can lie: once round a twisted board the other way up."""
        return [*vectors, *(map(self.glide.beyond, vectors) if self.glide else ())]


FLAT = Wrapping()


def wrapping(lattice: Lattice, sizes: Sequence[int], wrap: str) -> Wrapping:
    """How a board of this size is wrapped; `wrap` is one of `WRAPS`. Raises WrapError."""
    if wrap == "none":
        return FLAT
    if wrap in TWISTED:
        twisted = _twisted(lattice, sizes, wrap)
        if twisted is None:
            raise WrapError(_no_such(lattice, sizes, wrap))
        return twisted
    first = lattice.dimension - 1 if wrap == "cylinder" else 0
    steps = lattice.periods(sizes)[first:]
    for size, step in zip(sizes[first:], steps):
        if not lattice.is_translation(step):
            raise WrapError(f"{lattice.name} do not fit together again after {size}")
    return Wrapping(steps)


def wrapped_cells(lattice: Lattice, sizes: Sequence[int], wrap: Wrapping) -> list[Vector]:
    """The cells of the board, some perhaps twice."""
    around = [any(step[axis] for step in wrap.steps) for axis in range(lattice.dimension)]
    cells = lattice.box(sizes, [False] * lattice.dimension if wrap.glide else around)
    return [wrap.glide.window(cell) for cell in cells] if wrap.glide else list(cells)


def _twisted(lattice: Lattice, sizes: Sequence[int], wrap: str) -> Wrapping | None:
    """The flat board, turned upside down about its middle, is itself; of a Klein bottle about any row's."""
    *others, step = lattice.periods(sizes)
    *layers, rows, columns = lattice.mirror
    upside = (
        *layers,
        *(tuple(-x for x in axis) for axis in (rows, columns)),
    )  # that of left and right, turned
    steps = tuple(_square(upside, other) for other in others) if wrap == "klein" else ()
    heights = [cell[-2] for cell in lattice.box(sizes, [False] * lattice.dimension)]
    middle = min(heights) + max(heights)
    lifts = [_lift(lattice, upside, middle - n) for n in range(LOWEST if steps else 1)]
    lift = next((shift for shift in lifts if shift and lattice.is_translation(plus(shift, step))), None)
    if lift is None or any(shift is None or not lattice.is_translation(shift) for shift in steps):
        return None
    return Wrapping(tuple(shift for shift in steps if shift), Glide(lattice, upside, step, lift))


def _square(upside: Matrix, step: Vector) -> Vector | None:
    """The period of rows (or layers) without what leads along the rows; None where that is not integral."""
    if image(upside, step) == step:
        return step
    twice = minus(step, image(upside, step))
    return None if any(x % 2 for x in twice) else tuple(x // 2 for x in twice)


def _lift(lattice: Lattice, upside: Matrix, rows: int) -> Vector | None:
    """What is so many rows down and not along the rows; None where that is not integral."""
    down = tuple(int(axis == lattice.dimension - 2) for axis in range(lattice.dimension))
    return _square(upside, tuple(rows * x for x in down))


def _no_such(lattice: Lattice, sizes: Sequence[int], wrap: str) -> str:
    """That there is none, and nearby sizes of which there is one."""
    every = product(*(range(max(1, n - 1), n + 2) for n in sizes))
    near = sorted(every, key=lambda other: (sum(abs(x - y) for x, y in zip(other, sizes)), other))
    able = ["x".join(map(str, other)) for other in near if _twisted(lattice, other, wrap)]
    board = f"{lattice.name} make no {TWISTED[wrap][2:]} of {'x'.join(map(str, sizes))}"
    return f"{board}: its ends do not fit; those of {' and '.join(able[:2])} do"
