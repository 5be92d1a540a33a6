"""The shapes that a rule draws, in units of one cell, with (0, 0) the grid's upper left corner.

A point is (row, column); the middle of the cell R1C1 is (0.5, 0.5), and clues outside have coordinates
below 0 or beyond the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.grid import Cell

Point = tuple[float, float]


@dataclass(frozen=True)
class Shade:
    """Filled cells."""

    cells: tuple[Cell, ...]
    colour: str = "#dddddd"


@dataclass(frozen=True)
class Stroke:
    """A line through points; `arrow` puts a head at its end."""

    points: tuple[Point, ...]
    colour: str = "#bbbbbb"
    width: float = 0.1
    arrow: bool = False


@dataclass(frozen=True)
class Disc:
    """A circle round a point."""

    at: Point
    radius: float = 0.4
    fill: str = "none"
    stroke: str = "#777777"


@dataclass(frozen=True)
class Label:
    """A short text centred at a point."""

    at: Point
    text: str
    size: float = 0.3
    colour: str = "#333333"


@dataclass(frozen=True)
class Outline:
    """A dashed line inside the border of the cells, with a small label in the first cell's corner."""

    cells: tuple[Cell, ...]
    label: str = ""


Mark = Shade | Stroke | Disc | Label | Outline


def middle(cell: Cell) -> Point:
    return cell[0] + 0.5, cell[1] + 0.5


def between(a: Cell, b: Cell) -> Point:
    """The point half way between two cells' middles."""
    return (a[0] + b[0] + 1) / 2, (a[1] + b[1] + 1) / 2


def through(cells: Sequence[Cell], colour: str, width: float = 0.1, arrow: bool = False) -> Stroke:
    return Stroke(tuple(map(middle, cells)), colour, width, arrow)


def before(cells: Sequence[Cell]) -> Point:
    """The point outside the grid in front of the line of cells, where its clue is written."""
    (r, c), (down, right) = cells[0], cells[1]
    return r + 0.5 - (down - r) * 0.85, c + 0.5 - (right - c) * 0.85
