"""Boards of squares with a wanted symmetry and an even outline, whatever pieces fill them.

A board is a rectangle without some cells. The outline of a figure turns at its corners; few turns make it
even. So most of the cells that are missing are holes within the outline. A board changes by other holes,
those symmetric to each other together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from math import isqrt

from zenkai_solver.models.grid import Cell, components
from zenkai_solver.solvers.generators.orbits import SIDE, images, orbits

PER_TURN = 10  # cells of a larger board per turn of its outline beyond the 4 of a rectangle
FEWEST_NOTCHED = 2  # corners of a small board that a notch, of two turns, may take
LONGEST = 2  # times the shorter side of a rectangle
MISSING = 3  # cells of a rectangle, per unit of the side of a square with as many cells as the board
TRIES = 100  # boards of a rectangle that are drawn until one has the wanted number of cells
ANOTHER = 0.1  # the chance that a change begins with another rectangle

Orbit = frozenset[Cell]


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


def filled(cells: Collection[Cell]) -> set[Cell]:
    """The cells and those of all holes between them."""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    height, width = range(min(rows) - 1, max(rows) + 2), range(min(columns) - 1, max(columns) + 2)
    free = set(product(height, width)).difference(cells)
    outside = next(part for part in components(free) if (height[0], width[0]) in part)
    return free.difference(outside).union(cells)


def most_turns(area: int, symmetry: str) -> int:
    """The turns of an outline around so many cells that still looks even: a notch is in each corner to which
    the symmetry maps one.
    """
    notched = {0, *(image[0] for image in images(symmetry, SIDE, SIDE))}
    return 4 + max(2 * max(FEWEST_NOTCHED, len(notched)), area // PER_TURN)


def rectangles(area: int) -> list[tuple[int, int]]:
    """The sides of the rectangles of which few cells are missing, the fewest first, lying and upright."""
    most = area + MISSING * isqrt(area)
    fitting = [
        (rows * columns, rows, columns)
        for rows, columns in product(range(1, most + 1), repeat=2)
        if max(rows, columns) <= LONGEST * min(rows, columns) and area <= rows * columns <= most
    ]
    return [(rows, columns) for _, rows, columns in sorted(fitting)]


class EvenBoard:
    """A connected board of `area` cells with the symmetry, whose outline has few turns, and which `may` be.

    Raises ValueError if no such board is drawn.
    """

    def __init__(
        self,
        area: int,
        symmetry: str,
        rng: random.Random,
        may: Callable[[Collection[Cell]], bool] = lambda _: True,
    ) -> None:
        self.area, self.rng, self.may = area, rng, may
        self.turns = most_turns(area, symmetry)
        frames = [
            [frozenset(divmod(cell, columns) for cell in orbit) for orbit in together]
            for rows, columns in rectangles(area)
            if (together := orbits(symmetry, rows, columns)) is not None
        ]
        self.starts = [(frame, missing) for frame in frames if (missing := self._without(frame)) is not None]
        if not self.starts:
            raise ValueError(f"no even board of {area} cells has the symmetry {symmetry}")
        self.frame, self.missing = self._start()

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset(_cells(self.frame).difference(*self.missing))

    def change(self) -> Callable[[], None]:
        """Fill a hole and make another, or begin with another rectangle, mostly one of which few cells are
        missing; returns what undoes it.
        """
        before = self.frame, self.missing

        def undo() -> None:
            self.frame, self.missing = before

        if not self.missing or self.rng.random() < ANOTHER:
            self.frame, self.missing = self._start()
        if self.missing:
            back = self.rng.choice(self.missing)
            others = self._without(self.frame, [orbit for orbit in self.missing if orbit != back], back)
            self.missing = others or self.missing
        return undo

    def _start(self) -> tuple[list[Orbit], list[Orbit]]:
        """A rectangle, mostly one of which few cells are missing, and what is missing."""
        return self.starts[int(len(self.starts) * self.rng.random() ** 2)]

    def _without(
        self, frame: Sequence[Orbit], missing: Sequence[Orbit] = (), back: Orbit = frozenset()
    ) -> list[Orbit] | None:
        """What to leave out of the rectangle: the `missing` ones and random others, but not `back`; None if
        no such board is drawn.
        """
        for _ in range(TRIES):
            out, cells = list(missing), _cells(frame).difference(*missing)
            for orbit in self.rng.sample(frame, len(frame)):
                if orbit <= cells and orbit != back and self._is_even(cells - orbit):
                    cells -= orbit
                    out.append(orbit)
            if len(cells) == self.area and self.may(cells):
                return out
        return None

    def _is_even(self, cells: set[Cell]) -> bool:
        """Are these cells enough, connected, and within an even outline?"""
        return len(cells) >= self.area and len(components(cells)) == 1 and turns(filled(cells)) <= self.turns


def _cells(sets: Iterable[Orbit]) -> set[Cell]:
    return set[Cell]().union(*sets)
