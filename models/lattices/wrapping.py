"""Wrapped boards: the ends of a board given by its size are identified by translations and a glide
reflection.

The glide reflects up and down and shifts once around. Not every size has one that preserves the lattice: a
Moebius strip of hexagons has an odd number of rows, one of triangles an even number.
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
LOWEST = 6  # for Klein bottles: the number of positions, from the middle on, tried for the axis of the glide


class WrapError(ValueError):
    """The board cannot be wrapped; the message is for the user."""


@dataclass(frozen=True)
class Glide:
    """A glide reflection: `upside` reflects up and down, `lift` maps the board back to its rows, and `step`
    is the shift once around.
    """

    lattice: Lattice
    upside: Matrix
    step: Vector
    lift: Vector

    def beyond(self, vector: Vector) -> Vector:
        """The image of the vector under the glide: the same cell of the board."""
        return plus(plus(image(self.upside, vector), self.lift), self.step)

    def home(self, vector: Vector) -> Vector:
        """The image of the vector, under a power of the glide, in the columns of the board."""
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
        """The width of the board in columns of the page, which neither `upside` nor `lift` changes."""
        cell = self.lattice.classes[0]
        return self.lattice.page(plus(cell, self.step))[2] - self.lattice.page(cell)[2]


@dataclass(frozen=True)
class Wrapping:
    """The translations (a basis in echelon form) and the glide that identify cells; none on a flat board."""

    steps: tuple[Vector, ...] = ()
    glide: Glide | None = None

    def __bool__(self) -> bool:
        return bool(self.steps) or self.glide is not None

    def home(self, vector: Vector) -> Vector:
        """The representative on the board of a cell."""
        if self.glide is not None:
            vector = self.glide.home(vector)
        return reduced(vector, self.steps) if self.steps else vector

    def kept(self, matrix: Matrix, shift: Vector) -> bool:
        """Whether the matrix followed by the shift maps identified cells to identified cells."""
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
        """Generators of all translations that identify cells, with the square of the glide."""
        return self.steps if self.glide is None else (*self.steps, plus(self.glide.step, self.glide.step))

    def starts(self, vectors: Sequence[Vector]) -> list[Vector]:
        """The cells, and on a twisted board also their images under the glide."""
        return [*vectors, *(map(self.glide.beyond, vectors) if self.glide else ())]


FLAT = Wrapping()


def wrapping(lattice: Lattice, sizes: Sequence[int], wrap: str) -> Wrapping:
    """The wrapping of a board of this size; `wrap` is one of `WRAPS`. Raises WrapError."""
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
    """The cells of the board; identified cells may both be among them."""
    around = [any(step[axis] for step in wrap.steps) for axis in range(lattice.dimension)]
    cells = lattice.box(sizes, [False] * lattice.dimension if wrap.glide else around)
    return [wrap.glide.window(cell) for cell in cells] if wrap.glide else list(cells)


def _twisted(lattice: Lattice, sizes: Sequence[int], wrap: str) -> Wrapping | None:
    """The wrapping with a glide whose axis is the middle of the board, for Klein bottles also another row;
    None if there is none.
    """
    *others, step = lattice.periods(sizes)
    *layers, rows, columns = lattice.mirror
    upside = (
        *layers,
        *(tuple(-x for x in axis) for axis in (rows, columns)),
    )  # the reflection of left and right times the half-turn
    steps = tuple(_square(upside, other) for other in others) if wrap == "klein" else ()
    heights = [cell[-2] for cell in lattice.box(sizes, [False] * lattice.dimension)]
    middle = min(heights) + max(heights)
    lifts = [_lift(lattice, upside, middle - n) for n in range(LOWEST if steps else 1)]
    lift = next((shift for shift in lifts if shift and lattice.is_translation(plus(shift, step))), None)
    if lift is None or any(shift is None or not lattice.is_translation(shift) for shift in steps):
        return None
    return Wrapping(tuple(shift for shift in steps if shift), Glide(lattice, upside, step, lift))


def _square(upside: Matrix, step: Vector) -> Vector | None:
    """The part of the period perpendicular to the rows; None if it is not integral."""
    if image(upside, step) == step:
        return step
    twice = minus(step, image(upside, step))
    return None if any(x % 2 for x in twice) else tuple(x // 2 for x in twice)


def _lift(lattice: Lattice, upside: Matrix, rows: int) -> Vector | None:
    """The translation by `rows` rows perpendicular to the rows; None if it is not integral."""
    down = tuple(int(axis == lattice.dimension - 2) for axis in range(lattice.dimension))
    return _square(upside, tuple(rows * x for x in down))


def _no_such(lattice: Lattice, sizes: Sequence[int], wrap: str) -> str:
    """The message that the size has no such wrapping, with nearby sizes that have one."""
    every = product(*(range(max(1, n - 1), n + 2) for n in sizes))
    near = sorted(every, key=lambda other: (sum(abs(x - y) for x, y in zip(other, sizes)), other))
    able = ["x".join(map(str, other)) for other in near if _twisted(lattice, other, wrap)]
    board = f"{lattice.name} make no {TWISTED[wrap][2:]} of {'x'.join(map(str, sizes))}"
    return f"{board}: its ends do not fit; those of {' and '.join(able[:2])} do"
