"""Candidate rectangles for the areas of a board, each with a literal that is true exactly if it is an area.

The rules of the genre bound the candidates of a place: where no area has two clues, none contains a second
clue, and further rules bound the size and shape of the area of a place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import FAR
from zenkai_solver.models.genres.sheet import DIRECTIONS, Place, SheetView, cell
from zenkai_solver.models.genres.stating import TRUE, Growing, StatedView

MOST = 100_000  # candidates of all places together; with more, areas are stated without candidates


class Rectangle(NamedTuple):
    """The cells of rows top..bottom and columns left..right, from 0."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def places(self) -> tuple[Place, ...]:
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return tuple(cell(r, c) for r in rows for c in columns)

    def arms(self, place: Place) -> tuple[int, int, int, int]:
        """How many cells it has above the place, below, left and right of it."""
        row, column = place[0] // 2, place[1] // 2
        return row - self.top, self.bottom - row, column - self.left, self.right - column


@dataclass
class AreaLimits:
    """Bounds (least, most) on the area of a place: `size` in cells, `wider` is its columns less its rows."""

    size: tuple[int, int] = (1, FAR)
    wider: tuple[int, int] = (-FAR, FAR)

    def widths(self, height: int) -> tuple[int, int]:
        """The least and greatest width, in cells, of a rectangle of this height."""
        low = max(1, -(-self.size[0] // height), height + self.wider[0])
        return low, min(self.size[1] // height, height + self.wider[1])


@dataclass
class RectangleCandidates(Growing):
    """The candidates `of_place` of each place so far; `separated` are the places of which no area has two.

    `number` counts the candidates of all places.
    """

    separated: frozenset[Place]
    of_place: dict[Place, dict[Rectangle, Lit] | None] = field(default_factory=dict)
    number: int = 0

    def add(self, view: StatedView, layer: str, place: Place, limits: AreaLimits) -> None:
        """Lists the candidates of a place; None stands for too many, see MOST."""
        literals: dict[Rectangle, Lit] = {}
        for rectangle in _around(view, place, self.separated - {place}, limits):
            self.number += 1
            if self.number > MOST:
                self.of_place[place] = None
                return
            within = place if place in self.separated else cell(rectangle.top, rectangle.left)
            literals[rectangle] = _literal(view, layer, rectangle, within)
        self.of_place[place] = literals


def inside(rectangles: dict[Rectangle, Lit]) -> dict[Place, list[Lit]]:
    """For each cell the literals of the rectangles that cover it."""
    over: dict[Place, list[Lit]] = {}
    for rectangle, lit in rectangles.items():
        for place in rectangle.places:
            over.setdefault(place, []).append(lit)
    return over


def _literal(view: StatedView, layer: str, rectangle: Rectangle, place: Place) -> Lit:
    """It is the area of the place, if areas are rectangles: in each direction as many cells as it has are
    joined with the place in a line.
    """
    view.sheet.spend(len(DIRECTIONS))
    lengths = zip(DIRECTIONS, rectangle.arms(place))
    return view.out.every([_arm(view, layer, place, step, length) for step, length in lengths])


def _arm(view: StatedView, layer: str, place: Place, step: Place, length: int) -> Lit:
    """In this direction are so many cells without a wall between them, and a wall or the border beyond."""

    def made() -> Lit:
        walls = view.out.showing(layer, 1)
        edges = view.sheet.ray(place, step, "edge")
        joined = view.out.leading(tuple([-walls[edge] for edge in edges[:length]])).lits[length]
        return view.out.every((joined, walls.get(edges[length], TRUE)))

    return view.out.once(("arm", layer, place, step, length), made)


def _around(
    view: SheetView, place: Place, barred: Collection[Place], limits: AreaLimits
) -> Iterator[Rectangle]:
    """The rectangles within the limits that contain the place and no barred cell."""
    row, column = place[0] // 2, place[1] // 2
    rows = [_free(view, r, column, barred) for r in range(view.sheet.rows)]
    least, most = 0, view.sheet.columns - 1
    for top in range(row, -1, -1):
        if (free := rows[top]) is None:
            return
        least, most = max(least, free[0]), min(most, free[1])
        low, high = least, most
        for bottom in range(row, view.sheet.rows):
            if (free := rows[bottom]) is None:
                break
            low, high = max(low, free[0]), min(high, free[1])
            narrow, wide = limits.widths(bottom - top + 1)
            if bottom - top + 1 > limits.size[1] or narrow > high - low + 1:
                continue
            for width in range(narrow, min(wide, high - low + 1) + 1):
                for left in range(max(low, column - width + 1), min(column, high - width + 1) + 1):
                    yield Rectangle(top, bottom, left, left + width - 1)


def _free(view: SheetView, row: int, column: int, barred: Collection[Place]) -> tuple[int, int] | None:
    """First and last column of the stretch of cells of a row, through this column, that are not barred."""
    if cell(row, column) in barred:
        return None
    low = high = column
    while low and cell(row, low - 1) not in barred:
        low -= 1
    while high + 1 < view.sheet.columns and cell(row, high + 1) not in barred:
        high += 1
    return low, high
