"""Which sets of cells are one piece: by rigid motions of bodies, on every lattice, against the code."""

from __future__ import annotations

from functools import cache

import pytest

from tests.rigid import classes
from zenkai_solver.models.lattices.known import LATTICES
from zenkai_solver.models.lattices.lattice import Figure, Lattice
from zenkai_solver.models.pieces import KINDS

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
CELLS = {  # of the largest sets of cells: in the default suite, and in the broad one
    **dict.fromkeys(("squares", "cubes"), (4, 5)),
    **dict.fromkeys(("hexagons", "sticks", "spheres"), (3, 4)),
    **dict.fromkeys(("trigs", "twigs"), (3, 4)),
    "triangles": (5, 7),
    "tans": (4, 6),
}


@cache
def figures(name: str, size: int) -> frozenset[Figure]:
    """All connected sets of so many cells, of tans also of single quarters, each once up to translations."""
    lattice = LATTICES[name]
    if size == 1:
        return frozenset(lattice.normalise([cell]) for cell in lattice.classes)
    return frozenset(
        lattice.normalise((*figure, near))
        for figure in figures(name, size - 1)
        for old in figure
        for near in lattice.neighbours(old)
        if near not in figure
    )


def both_agree(lattice: Lattice, size: int, kind: str) -> int:
    """How many pieces of the kind there are."""
    every = {frozenset(figure): figure for figure in figures(lattice.name, size)}
    found = classes(lattice.name, every, *KINDS[kind])
    for own in found:
        for figure in own:
            images = set(map(frozenset, lattice.images(every[figure], *KINDS[kind])))
            assert images == own, (sorted(figure), "has other images by plain geometry")
    return len(found)


@EVERY
@pytest.mark.parametrize("kind", KINDS)
def test_pieces_are_one_where_a_rigid_motion_takes_one_to_the_other(lattice: Lattice, kind: str) -> None:
    for size in range(1, CELLS[lattice.name][0] + 1):
        both_agree(lattice, size, kind)


@EVERY
@pytest.mark.broad
def test_larger_pieces_are_one_where_a_rigid_motion_takes_one_to_the_other(lattice: Lattice) -> None:
    for kind in KINDS:
        both_agree(lattice, CELLS[lattice.name][1], kind)
