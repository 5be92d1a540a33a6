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
from zenkai_solver.models.genres.sheet import Place, SheetView, cell
from zenkai_solver.models.genres.stating import Growing, StatedView

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

    @property
    def walls(self) -> Iterator[Place]:
        """The edges around it, also those on the border of the board."""
        for y in (2 * self.top, 2 * self.bottom + 2):
            yield from ((y, 2 * c + 1) for c in range(self.left, self.right + 1))
        for x in (2 * self.left, 2 * self.right + 2):
            yield from ((2 * r + 1, x) for r in range(self.top, self.bottom + 1))

    @property
    def ways(self) -> Iterator[Place]:
        """The edges within it, over which its cells are joined."""
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        yield from ((2 * r + 1, 2 * c) for r in rows for c in columns[1:])
        yield from ((2 * r, 2 * c + 1) for r in rows[1:] for c in columns)


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
            literals[rectangle] = _literal(view, layer, rectangle)
        self.of_place[place] = literals


def inside(rectangles: dict[Rectangle, Lit]) -> dict[Place, list[Lit]]:
    """For each cell the literals of the rectangles that cover it."""
    over: dict[Place, list[Lit]] = {}
    for rectangle, lit in rectangles.items():
        for place in rectangle.places:
            over.setdefault(place, []).append(lit)
    return over


def _literal(view: StatedView, layer: str, rectangle: Rectangle) -> Lit:
    """There are walls all around the rectangle, but for the border of the board, and none within."""
    view.sheet.spend(len(rectangle.places))
    shown = view.out.shown
    around = (shown[layer, edge][1] for edge in rectangle.walls if (layer, edge) in shown)
    return view.out.every([*around, *(-shown[layer, edge][1] for edge in rectangle.ways)])


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
