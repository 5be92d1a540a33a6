"""Regions of any shape in place of boxes, by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from zenkai_solver.models.grid import Cell, components, neighbours
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.sudoku.grid import boxes

CHANGES = 60  # exchanges per region


def regions(side: int, box: tuple[int, int], seed: str) -> list[str]:
    """A drawing: boxes of which two at a time exchange a cell, as long as both stay connected."""
    rng = random.Random(f"regions {seed}")
    own = {cell: number for number, cells in enumerate(boxes(side, side, *box)) for cell in cells}
    for _ in range(CHANGES * side):
        _exchange(own, rng)
    return ["".join(ALPHABET[own[r, c]] for c in range(side)) for r in range(side)]


def _exchange(own: dict[Cell, int], rng: random.Random) -> None:
    """Two regions exchange a cell each, at random, if they stay connected."""
    cell = rng.choice(sorted(own))
    near = [other for other in neighbours(cell) if own.get(other, own[cell]) != own[cell]]
    if not near:
        return
    one, two = own[cell], own[rng.choice(near)]
    back = [c for c, number in own.items() if number == two and _touches(own, c, one)]
    other = rng.choice(sorted(back))
    own[cell], own[other] = two, one
    if not (_whole(own, one) and _whole(own, two)):
        own[cell], own[other] = one, two


def _touches(own: dict[Cell, int], cell: Cell, number: int) -> bool:
    return any(own.get(other) == number for other in neighbours(cell))


def _whole(own: dict[Cell, int], number: int) -> bool:
    cells: Sequence[Cell] = [cell for cell, region in own.items() if region == number]
    return len(components(cells)) == 1
