"""Boards of squares with a wanted symmetry and an even outline, whatever pieces fill them.

The outline of a figure turns at its corners; few turns make it even. A board begins as a rectangle without
some cells at its border, and changes by moving cells along its border, those symmetric to each other
together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from itertools import product
from math import isqrt

from zenkai_solver.models.grid import Cell, components, neighbours
from zenkai_solver.solvers.generators.orbits import orbits

EVEN = 14  # turns of an outline that still looks even
STARTS, KEPT = 40, 10  # random boards of a size, and those of them with the fewest turns, which are used
TRIES = 200  # changes that are drawn until one keeps the outline even
ANOTHER = 0.1  # the chance that a change begins with another board
AROUND = 1  # rows and columns that a board may grow on each side


def turns(cells: Collection[Cell]) -> int:
    """The number of corners of the outline, of holes too."""
    corners = {(r + down, c + right) for r, c in cells for down, right in product((0, 1), repeat=2)}
    return sum(_turns_at(corner, cells) for corner in corners)


def _turns_at(corner: Cell, cells: Collection[Cell]) -> int:
    r, c = corner
    around = [(r - 1, c - 1) in cells, (r - 1, c) in cells, (r, c) in cells, (r, c - 1) in cells]
    if sum(around) in (1, 3):
        return 1
    return 2 if around[0] == around[2] != around[1] == around[3] else 0


class EvenBoard:
    """A connected board of `area` cells with the symmetry, and at most EVEN turns where that can be had.

    Raises ValueError if the symmetry excludes that number of cells.
    """

    def __init__(self, area: int, symmetry: str, rng: random.Random) -> None:
        self.rng, self.area, self.symmetry = rng, area, symmetry
        starts = [start for start in (self._start() for _ in range(STARTS)) if start[1]]
        if not starts:
            raise ValueError(f"no board of {area} cells has the symmetry {symmetry}")
        self.starts = sorted(starts, key=lambda start: turns(start[1]))[:KEPT]
        self.orbits, self.cells = self.starts[0]

    def _start(self) -> tuple[list[frozenset[Cell]], frozenset[Cell]]:
        """The orbits of a rectangle, and what is left of it without some at its border; no cells if their
        number cannot be had so.
        """
        side = isqrt(self.area - 1) + 1
        rows = self.rng.randint(max(1, side - 1), side + 1)
        together = orbits(self.symmetry, rows + 2 * AROUND, rows + 2 * AROUND)
        columns = rows
        if orbits(self.symmetry, 1, 2) is not None:  # the symmetry is of any rectangle
            columns = -(-self.area // rows) + self.rng.randint(0, 1)
            together = orbits(self.symmetry, rows + 2 * AROUND, columns + 2 * AROUND)
        assert together is not None
        sets = [frozenset(divmod(i, columns + 2 * AROUND) for i in orbit) for orbit in together]
        cells = frozenset((AROUND + r, AROUND + c) for r in range(rows) for c in range(columns))
        while len(cells) > self.area:
            border = (orbit for orbit in _border(sets, cells) if len(cells) - len(orbit) >= self.area)
            able = [(turns(cells - orbit), orbit) for orbit in border if _is_connected(cells - orbit)]
            if not able:
                return sets, frozenset()
            least = min(number for number, _ in able)
            cells -= self.rng.choice([orbit for number, orbit in able if number <= least + 2])
        return sets, cells if len(cells) == self.area else frozenset()

    def change(self) -> Callable[[], None]:
        """Move cells from one place of the border to another, or begin with another board, as one with
        another axis; returns what undoes it.
        """
        orbits_before, before = self.orbits, self.cells

        def undo() -> None:
            self.orbits, self.cells = orbits_before, before

        if self.rng.random() < ANOTHER:
            self.orbits, self.cells = self.rng.choice(self.starts)
            return undo
        limit = max(EVEN, turns(before))
        for _ in range(TRIES):
            cells = before - self.rng.choice(_border(self.orbits, before))
            outside = [orbit for orbit in self.orbits if orbit.isdisjoint(cells) and _beside(orbit, cells)]
            self.rng.shuffle(outside)
            for orbit in outside:
                if len(cells) + len(orbit) <= self.area:
                    cells |= orbit
            if len(cells) == self.area and cells != before and _is_connected(cells) and turns(cells) <= limit:
                self.cells = cells
                break
        return undo


def _border(sets: Collection[frozenset[Cell]], cells: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Those of the board's sets that have a side outside."""
    return [
        some for some in sets if some <= cells and any(not set(neighbours(cell)) <= cells for cell in some)
    ]


def _beside(some: Collection[Cell], cells: Collection[Cell]) -> bool:
    return any(near in cells for cell in some for near in neighbours(cell))


def _is_connected(cells: Collection[Cell]) -> bool:
    return len(components(cells)) == 1
