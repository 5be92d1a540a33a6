"""The symmetries of a pattern of givens, and the orbits of cells that are given or not together."""

from __future__ import annotations

from zenkai_solver.models.classes import classes
from zenkai_solver.models.grid import TRANSFORMS, Region, rectangle

SIDE = 2  # of a square, on which one sees what a symmetry is made of
SYMMETRIES = {  # the transforms that generate each
    "none": (),
    "half-turn": ("turn 180",),
    "quarter-turn": ("turn 90",),
    "left-right": ("flip",),
    "up-down": ("flip, turn 180",),
    "mirrors": ("flip", "flip, turn 180"),
    "diagonal": ("flip, turn 270",),
    "anti-diagonal": ("flip, turn 90",),
    "diagonals": ("flip, turn 270", "flip, turn 90"),
    "full": ("flip", "turn 90"),
}


def orbits(symmetry: str, rows: int, columns: int) -> list[list[int]] | None:
    """The orbits of the cells, numbered row by row, under the symmetry; None if the size excludes it."""
    return orbits_of(symmetry, rectangle(rows, columns))


def orbits_of(symmetry: str, region: Region) -> list[list[int]] | None:
    """As `orbits`, of the cells of any region."""
    images = [region.image(TRANSFORMS[name]) for name in SYMMETRIES[symmetry]]
    if any(image is None for image in images):
        return None
    number = classes(len(region.cells), [(a, b) for image in images if image for a, b in enumerate(image)])
    cells: dict[int, list[int]] = {}
    for cell, orbit in enumerate(number):
        cells.setdefault(orbit, []).append(cell)
    return list(cells.values())


def images(symmetry: str, rows: int, columns: int) -> list[tuple[int, ...]]:
    """Where each cell goes under each transform of the symmetry but the identity. The size must allow it."""
    region = rectangle(rows, columns)
    first = [image for name in SYMMETRIES[symmetry] if (image := region.image(TRANSFORMS[name])) is not None]
    group = {tuple(range(rows * columns))}
    border = set(group)
    while border:
        border = {tuple(image[cell] for cell in known) for known in border for image in first} - group
        group |= border
    return sorted(group)[1:]
