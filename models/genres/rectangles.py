"""Areas that are rectangles, one by one: each has a literal that is true exactly if it is an area.

Which ones come into question for a place follows from the rules of the genre: areas have one clue each, so
none reaches another clue, and what a rule says of the size and shape of the area of a place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import FAR
from zenkai_solver.models.genres.sheet import Place, SheetView, cell
from zenkai_solver.models.genres.stating import StatedView

MOST = 100_000  # rectangles of all places together, beyond which they are not gone through


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
        """The edges within it."""
        rows, columns = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        yield from ((2 * r + 1, 2 * c) for r in rows for c in columns[1:])
        yield from ((2 * r, 2 * c + 1) for r in rows[1:] for c in columns)


@dataclass
class AreaLimits:
    """What is known of the area of a place: its number of cells, and of columns less that of rows."""

    size: tuple[int, int] = (1, FAR)
    wider: tuple[int, int] = (-FAR, FAR)

    def widths(self, height: int) -> tuple[int, int]:
        """How wide it may be at least and at most."""
        low = max(1, -(-self.size[0] // height), height + self.wider[0])
        return low, min(self.size[1] // height, height + self.wider[1])


@dataclass
class RectangleCandidates:
    """The rectangles of each place that was asked for; `alone` are the places of which no area has two."""

    alone: frozenset[Place]
    found: dict[Place, dict[Rectangle, Lit] | None] = field(default_factory=dict)
    number: int = 0

    def add(self, view: StatedView, layer: str, place: Place, limits: AreaLimits) -> None:
        """Those of a place; None where there are too many."""
        found: dict[Rectangle, Lit] = {}
        for own in _around(view, place, self.alone - {place}, limits):
            self.number += 1
            if self.number > MOST:
                self.found[place] = None
                return
            found[own] = _literal(view, layer, own)
        self.found[place] = found


def inside(rectangles: dict[Rectangle, Lit]) -> dict[Place, list[Lit]]:
    """For each cell the literals of those that have it."""
    found: dict[Place, list[Lit]] = {}
    for own, lit in rectangles.items():
        for place in own.places:
            found.setdefault(place, []).append(lit)
    return found


def _literal(view: StatedView, layer: str, own: Rectangle) -> Lit:
    view.sheet.spend(len(own.places))
    shown = view.out.shown
    around = (shown[layer, edge][1] for edge in own.walls if (layer, edge) in shown)
    return view.out.every([*around, *(-shown[layer, edge][1] for edge in own.ways)])


def _around(
    view: SheetView, place: Place, barred: Collection[Place], limits: AreaLimits
) -> Iterator[Rectangle]:
    """The rectangles with the place, of these limits, without a barred cell."""
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
    """The first and last column of the cells of a row, around one in this column, that are not barred."""
    if cell(row, column) in barred:
        return None
    low = high = column
    while low and cell(row, low - 1) not in barred:
        low -= 1
    while high + 1 < view.sheet.columns and cell(row, high + 1) not in barred:
        high += 1
    return low, high
