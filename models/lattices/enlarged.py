"""A figure several times as large: each of its cells becomes a like one, made of cells of the lattice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector

SCALABLE = ("squares", "cubes", "triangles", "tans", "sticks", "trigs")


def enlarged(lattice: Lattice, figure: Figure, times: int) -> list[Vector]:
    """The cells whose middle lies in the figure that is so many times as large; one of `SCALABLE`.

    What stays in its place is a corner at which lines in all directions meet, of tans one of a square.
    """
    ends = [end for own, _ in lattice.corners for end in lattice.ends(own)]
    still = tuple(map(min, zip(*ends)))
    return sorted({cell for own in figure for cell in _within(lattice, own, still, times)})


def _within(lattice: Lattice, own: Vector, still: Vector, times: int) -> Iterator[Vector]:
    """The cells in one that is enlarged."""
    large = [tuple(y + times * (x - y) for x, y in zip(end, still)) for end in lattice.ends(own)]
    spans = (range(min(axis) // lattice.scale - 1, max(axis) // lattice.scale + 2) for axis in zip(*large))
    for cell in product(*spans):
        if (ends := lattice.ends(cell)) and _inside(large, ends):
            yield cell


def _inside(large: Sequence[Vector], ends: Sequence[Vector]) -> bool:
    """Does the middle of the small cell lie in the large one? It is convex, in space a cube."""
    n, middle = len(ends), [sum(axis) for axis in zip(*ends)]  # n times the middle
    if not all(n * min(axis) <= x <= n * max(axis) for axis, x in zip(zip(*large), middle)):
        return False
    sides = [] if len(middle) > 2 else pairwise([*large, large[0]])
    turns = [
        (b[0] - a[0]) * (middle[1] - n * a[1]) - (b[1] - a[1]) * (middle[0] - n * a[0]) for a, b in sides
    ]
    return min(turns, default=0) >= 0 or max(turns) <= 0
