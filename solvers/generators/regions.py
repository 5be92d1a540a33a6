"""Random irregular regions in place of boxes."""

from __future__ import annotations

import random

from zenkai_solver.models.grid import Cell, components, neighbours
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.sudoku.grid import boxes

CHANGES = 60  # exchanges per region


def regions(side: int, box: tuple[int, int], seed: str) -> list[str]:
    """A drawing of the regions: boxes which, two at a time, have exchanged cells and stayed connected."""
    rng = random.Random(f"regions {seed}")
    region = {cell: number for number, cells in enumerate(boxes(side, side, *box)) for cell in cells}
    for _ in range(CHANGES * side):
        _exchange(region, rng)
    return ["".join(ALPHABET[region[r, c]] for c in range(side)) for r in range(side)]


def _exchange(region: dict[Cell, int], rng: random.Random) -> None:
    """Two adjacent regions exchange a random cell each, if both stay connected."""
    cell = rng.choice(sorted(region))
    one = region[cell]
    near = [other for other in neighbours(cell) if region.get(other, one) != one]
    if not near:
        return
    two = region[rng.choice(near)]
    back = [
        c
        for c, number in region.items()
        if number == two and any(region.get(other) == one for other in neighbours(c))
    ]
    other = rng.choice(sorted(back))
    region[cell], region[other] = two, one
    for number in (one, two):
        if len(components([c for c in region if region[c] == number])) != 1:
            region[cell], region[other] = one, two
            return
