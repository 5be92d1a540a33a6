"""Spheres of the densest packing as triangles: each by itself, or those of a piece joined by rods.

A sphere is an octahedron whose triangles are halved three times and bulged. It is its own image under every
symmetry of the cube, and has a corner wherever another sphere may touch it. There the six triangles about
that corner are left out on both, and the two rings of corners, mirror images of each other, are joined by six
quadrangles: so a piece is one closed surface, as a printer needs it. Coordinates as in `models.render.space`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from math import sqrt

RADIUS = 0.7  # neighbours are the square root of 2 apart: those of two pieces just do not touch
HALVINGS = 3

Cube = tuple[int, int, int]  # layer from above, row, column
Point = tuple[float, float, float]  # x, y, z
Triangle = tuple[Point, Point, Point]

AXES = {(0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 0, -1), (1, 1, 0), (1, -1, 0)}  # to half of the neighbours


@cache
def ball() -> tuple[Triangle, ...]:
    """The unit sphere, corners counter-clockwise from outside."""
    found: list[Triangle] = []
    for x, y, z in product((1.0, -1.0), repeat=3):
        one: Triangle = (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
        found.append(one if x * y * z > 0 else (one[0], one[2], one[1]))
    for _ in range(HALVINGS):
        found = [part for triangle in found for part in _quarters(triangle)]
    return tuple(found)


def _quarters(triangle: Triangle) -> Iterator[Triangle]:
    a, b, c = triangle
    ab, bc, ca = _between(a, b), _between(b, c), _between(c, a)
    yield from ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))


def _between(a: Point, b: Point) -> Point:
    x, y, z = (p + q for p, q in zip(a, b))
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def on(cell: Cube, point: Point) -> Point:
    """A point of the unit sphere on the sphere of this cell; never -0."""
    middle = cell[2], -cell[0], cell[1]
    x, y, z = (round(m + RADIUS * p, 6) + 0.0 for m, p in zip(middle, point))
    return x, y, z


def joined(cells: Collection[Cube]) -> Iterator[Triangle]:
    """The surface of a piece."""
    own = set(cells)
    for cell in cells:
        steps = [step for axis in AXES for step in (axis, _back(axis)) if _plus(cell, step) in own]
        left_out = {triangle for step in steps for triangle in cap(step)}
        for triangle in ball():
            if triangle not in left_out:
                a, b, c = (on(cell, point) for point in triangle)
                yield a, b, c
        for step in steps:
            if step in AXES:
                yield from _rod(cell, _plus(cell, step), step)


@cache
def cap(step: Cube) -> frozenset[Triangle]:
    """The triangles about the point of contact with the neighbour there."""
    x, y, z = (part / sqrt(2) for part in (step[2], -step[0], step[1]))

    def meets(point: Point) -> bool:
        return sum(p * q for p, q in zip(point, (x, y, z))) > 1 - 1e-9

    return frozenset(triangle for triangle in ball() if any(map(meets, triangle)))


def _rod(cell: Cube, other: Cube, step: Cube) -> Iterator[Triangle]:
    """From the ring about a cap to its mirror image on the other sphere."""
    edges = {edge for a, b, c in cap(step) for edge in ((a, b), (b, c), (c, a))}
    for a, b in edges:
        if (b, a) not in edges:
            one, two, three, four = (
                on(cell, a),
                on(cell, b),
                on(other, _across(b, step)),
                on(other, _across(a, step)),
            )
            yield one, two, three
            yield one, three, four


def _across(point: Point, step: Cube) -> Point:
    """Mirrored in the plane through the middle that is perpendicular to the step."""
    normal = step[2], -step[0], step[1]
    along = sum(p * q for p, q in zip(point, normal))
    x, y, z = (p - along * q for p, q in zip(point, normal))
    return x, y, z


def _plus(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _back(step: Cube) -> Cube:
    return -step[0], -step[1], -step[2]
