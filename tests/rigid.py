"""Congruence of sets of cells as bodies, in exact numbers; nothing of `models` but the names of cells.

In the plane a body is known by its outline: the straight stretches of its border, or of its sticks. Points are
complex numbers x + y * sqrt(-d), and a motion that takes one stretch to another is a quotient of two of them.
In space a body is known by its points: the middles of balls, or the corners of a solid of cubes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from tests import lattice_brute

Vector = tuple[int, ...]
Number = tuple[Fraction, Fraction]
Stretch = frozenset[Number]
Body = tuple[Any, ...]

SIXTHS = ("hexagons", "triangles", "trigs", "twigs")
LINES = ("sticks", "trigs", "twigs")


def times(a: Number, b: Number, d: int) -> Number:
    return a[0] * b[0] - d * a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def minus(a: Number, b: Number) -> Number:
    return a[0] - b[0], a[1] - b[1]


def over(a: Number, b: Number, d: int) -> Number:
    square = b[0] * b[0] + d * b[1] * b[1]
    x, y = times(a, (b[0], -b[1]), d)
    return x / square, y / square


def d_of(lattice: str) -> int:
    return 3 if lattice in SIXTHS else 1


# ---- the plane


@cache
def ring(lattice: str, cell: Vector) -> tuple[tuple[Number, ...], tuple[Stretch, ...]]:
    """The corners of a cell and its sides; x is doubled, and so is y, which on some counts sqrt(3)."""
    points = sorted(lattice_brute.corners(lattice, cell))
    middle = [sum(axis) / len(points) for axis in zip(*points)]
    if len(points) == 2:
        return tuple(points), (frozenset(points),)

    def half(point: Number) -> tuple[bool, Any]:
        """Sorts by the angle about the middle."""
        x, y = minus(point, middle)
        below = y < 0 or (y == 0 and x < 0)
        return below, (-x / (abs(x) + abs(y))) * (-1 if below else 1)

    points.sort(key=half)
    sides = zip(points, (*points[1:], points[0]))
    return tuple(points), tuple(frozenset(side) for side in sides)


def outline(lattice: str, cells: Iterable[Vector]) -> frozenset[Stretch]:
    """The straight stretches of the border of the body, or of the sticks, as long as they can be."""
    number = Counter(side for cell in cells for side in ring(lattice, cell)[1])
    left = {tuple(sorted(side)) for side, n in number.items() if n == 1}
    edges = set()
    while left:
        a, b = left.pop()
        grown = True
        while grown:
            grown = False
            for side in list(left):
                if straight(a, b, *side) and {a, b} & set(side):
                    a, *_, b = sorted({a, b, *side})
                    left.remove(side)
                    grown = True
        edges.add(frozenset((a, b)))
    return frozenset(edges)


def straight(a: Number, b: Number, c: Number, d: Number) -> bool:
    def area(p: Number) -> Fraction:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    return area(c) == area(d) == 0


@cache
def of_figure(lattice: str, cells: frozenset[Vector], rotations: bool, flips: bool) -> Body:
    """What congruent bodies have in common: the least outline of all, one stretch lying at the origin.

    Without rotations (then without flips) the same but for a shift.
    """
    stretches, d = outline(lattice, cells), d_of(lattice)
    if not rotations:
        low = min(min(stretch) for stretch in stretches)
        return (tuple(sorted(tuple(sorted(minus(p, low) for p in s)) for s in stretches)),)

    def length(one: Stretch) -> Fraction:
        a, b = one
        x, y = minus(a, b)
        return x * x + d * y * y

    least = min(map(length, stretches))
    images = []
    for one in stretches:
        if length(one) == least:
            for a, b in (sorted(one), sorted(one, reverse=True)):
                there = [[over(minus(p, a), minus(b, a), d) for p in stretch] for stretch in stretches]
                images.append(tuple(sorted(tuple(sorted(stretch)) for stretch in there)))
                if flips:
                    there = [[(x, -y) for x, y in stretch] for stretch in there]
                    images.append(tuple(sorted(tuple(sorted(stretch)) for stretch in there)))
    return least, min(images)


# ---- space


def points_of(lattice: str, cells: Iterable[Vector]) -> list[tuple[Vector, int]]:
    """The middles of balls; of a solid its corners, each with how many of the eight cubes about it are there.

    A point at which the solid goes on straight in some direction is no corner.
    """
    cubes = set(cells)
    if lattice == "spheres":
        return [(cell, 1) for cell in sorted(cubes)]
    points = []
    for point in sorted(
        {tuple(x + e for x, e in zip(cell, end)) for cell in cubes for end in product((0, 1), repeat=3)}
    ):
        about = {end: tuple(x - e for x, e in zip(point, end)) in cubes for end in product((0, 1), repeat=3)}
        goes_on = [all(about[e] == about[(*e[:k], 1 - e[k], *e[k + 1 :])] for e in about) for k in range(3)]
        if not any(goes_on):
            points.append((point, sum(about.values())))
    return points


def apart(a: Vector, b: Vector) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b))


def volume(a: Vector, b: Vector, c: Vector, d: Vector) -> int:
    """Six times that of the solid with these corners, with its sign."""
    (p, q, r), (s, t, u), (v, w, x) = (tuple(n - m for n, m in zip(end, a)) for end in (b, c, d))
    return p * (t * x - u * w) - q * (s * x - u * v) + r * (s * w - t * v)


def matchings(one: Sequence[tuple[Vector, int]], other: Sequence[tuple[Vector, int]]) -> Iterator[list[int]]:
    """All ways to take the points of the one to those of the other so that no distance changes."""
    if len(one) != len(other):
        return

    def extend(chosen: list[int]) -> Iterator[list[int]]:
        if len(chosen) == len(one):
            yield chosen
            return
        point, kind = one[len(chosen)]
        for j, (goal, same) in enumerate(other):
            far = (apart(point, one[i][0]) == apart(goal, other[k][0]) for i, k in enumerate(chosen))
            if j not in chosen and kind == same and all(far):
                yield from extend([*chosen, j])

    yield from extend([])


def proper(one: Sequence[Vector], other: Sequence[Vector]) -> bool:
    """Is the map of the points, in this order, one by a rotation? In a plane its two sides can be exchanged."""
    first = next((four for four in combinations(range(len(one)), 4) if volume(*(one[i] for i in four))), None)
    return first is None or volume(*(one[i] for i in first)) == volume(*(other[i] for i in first))


def congruent(lattice: str, one: Iterable[Vector], other: Iterable[Vector], flips: bool) -> bool:
    a, b = points_of(lattice, one), points_of(lattice, other)
    if distances(a) != distances(b):
        return False
    ends = ([b[j][0] for j in ways] for ways in matchings(a, b))
    return any(flips or proper([point for point, _ in a], end) for end in ends)


BESIDE = [v for v in product((-1, 0, 1), repeat=3) if v.count(0) == 1]


@cache
def heaps(size: int) -> frozenset[tuple[Vector, ...]]:
    """All connected sets of so many balls, each once but for shifts."""
    if size == 1:
        return frozenset([((0, 0, 0),)])
    grown = (
        sorted({*heap, tuple(x + y for x, y in zip(one, step))})
        for heap, step in product(heaps(size - 1), BESIDE)
        for one in heap
    )
    return frozenset(shift_of(heap) for heap in grown if len(heap) == size)


@cache
def ball_images(cells: tuple[Vector, ...], flips: bool) -> list[list[Vector]]:
    """Where each of the balls of a piece goes, in all sets of as many that are congruent."""
    points = [(cell, 1) for cell in cells]
    matches = []
    for heap in heaps(len(cells)):
        there = [(cell, 1) for cell in heap]
        if distances(points) == distances(there):
            ends = ([heap[j] for j in ways] for ways in matchings(points, there))
            matches += [end for end in ends if flips or proper(cells, end)]
    return matches


def distances(points: Sequence[tuple[Vector, int]]) -> list[int]:
    return sorted(apart(a[0], b[0]) for a, b in combinations(points, 2))


def classes(
    lattice: str, figures: Iterable[frozenset[Vector]], rotations: bool, flips: bool
) -> list[set[frozenset[Vector]]]:
    """The figures, those that are congruent together."""
    groups: list[set[frozenset[Vector]]] = []
    if lattice not in ("cubes", "spheres") or not rotations:
        by_body: dict[Body, set[frozenset[Vector]]] = {}
        for figure in figures:
            body = (
                shift_of(figure)
                if lattice in ("cubes", "spheres")
                else of_figure(lattice, figure, rotations, flips)
            )
            by_body.setdefault(body, set()).add(figure)
        return list(by_body.values())
    for figure in figures:
        same = next(
            (members for members in groups if congruent(lattice, next(iter(members)), figure, flips)), None
        )
        if same is None:
            groups.append({figure})
        else:
            same.add(figure)
    return groups


def shift_of(cells: Iterable[Vector]) -> Body:
    ordered = sorted(cells)
    return tuple(tuple(x - y for x, y in zip(cell, ordered[0])) for cell in ordered)
