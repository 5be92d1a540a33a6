"""Isometries of space in whole numbers: those that take some vectors to others.

An isometry is known by what it does to independent vectors, and takes them to vectors of the same lengths and
angles. What it does beyond their span is completed to a rotation where it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import mul

Vector = tuple[int, ...]
Matrix = tuple[Vector, ...]  # its rows

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
    for chosen in _matching(basis, goals, ()):
        yield _turn(basis, chosen)


def independent(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """The first of them that span all."""
    found: tuple[Vector, ...] = ()
    for vector in vectors:
        if len(found) < SPACE and _volume((*found, vector)):
            found = (*found, vector)
    return found


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


def _matching(
    basis: Sequence[Vector], goals: Sequence[Vector], chosen: tuple[Vector, ...]
) -> Iterator[tuple[Vector, ...]]:
    """Goals that have the lengths and angles of the basis."""
    if len(chosen) == len(basis):
        yield chosen
        return
    own = basis[len(chosen)]
    for goal in goals:
        pairs = zip((*basis[: len(chosen)], own), (*chosen, goal))
        if all(_dot(own, a) == _dot(goal, b) for a, b in pairs):
            yield from _matching(basis, goals, (*chosen, goal))


def _turn(basis: Sequence[Vector], chosen: Sequence[Vector]) -> Turn:
    """The isometry that takes the basis to what was chosen."""
    if len(basis) < 2:
        return _half_turn(basis, chosen)
    a, b = (own if len(own) == SPACE else (*own, _cross(*own)) for own in (basis, chosen))
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
    unit: Matrix = tuple(tuple(int(i == j) for j in range(SPACE)) for i in range(SPACE))
    if tuple(basis) == tuple(chosen):
        return Turn(unit, 1, False)
    axis = tuple(map(sum, zip(basis[0], chosen[0])))
    if not any(axis):
        axis = next(across for own in unit if any(across := _cross(basis[0], own)))
    square = _dot(axis, axis)
    rows = tuple(
        tuple(2 * axis[i] * axis[j] - square * unit[i][j] for j in range(SPACE)) for i in range(SPACE)
    )
    return Turn(rows, square, False)
