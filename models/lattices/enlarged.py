"""A figure several times as large: each of its cells becomes a like one, made of cells of the lattice."""

from __future__ import annotations

from itertools import product

from zenkai_solver.models.lattices.lattice import Figure, Lattice, Vector

SCALABLE = ("squares", "cubes", "triangles")


def enlarged(lattice: Lattice, figure: Figure, times: int) -> list[Vector]:
    """The cells whose middle lies in the figure that is so many times as large; one of `SCALABLE`.

    Half of a triangle's rhombus is where its two coordinates, from the corner on, sum to less than its side.
    """
    step = lattice.translations[0][0]
    own = set(figure)
    low = [times * (min(axis) // step) for axis in zip(*figure)]
    high = [times * (max(axis) // step + 1) for axis in zip(*figure)]
    corners = product(*(range(a, b) for a, b in zip(low, high)))
    cells = (tuple(step * x + k for x in corner) for corner in corners for k in _inside(step))
    return [cell for cell in cells if _holder(cell, step, times) in own]


def _inside(step: int) -> range:
    """What is added to the corner of a rhombus for its cells; a square or a cube is its own corner."""
    return range(1, step) if step > 1 else range(1)


def _holder(cell: Vector, step: int, times: int) -> Vector:
    """The cell of the small figure in whose enlargement this one lies."""
    side = step * times
    if step == 1:
        return tuple(x // side for x in cell)
    half = 1 if sum(x % side for x in cell) < side else 2
    return tuple(step * (x // side) + half for x in cell)
