"""The shapes that a rule draws, in units of one cell, with (0, 0) the grid's upper left corner.

A point is (row, column); the middle of the cell R1C1 is (0.5, 0.5), and clues outside have coordinates
below 0 or beyond the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zenkai_solver.models.grid import Cell

Point = tuple[float, float]
BESIDE_DIGIT = 0.3  # from the middle of a cell to where an arrow ends, outside the digit
INSET = 0.1  # from the border of cells to the line of a cage: half of a period of its dashes


@dataclass(frozen=True)
class Shade:
    """Filled cells."""

    cells: tuple[Cell, ...]
    colour: str = "#dddddd"


@dataclass(frozen=True)
class Stroke:
    """A line through points; `arrow` puts a head at its end. `over` the lines of the grid, or under them."""

    points: tuple[Point, ...]
    colour: str = "#bbbbbb"
    width: float = 0.1
    arrow: bool = False
    over: bool = False


@dataclass(frozen=True)
class Disc:
    """A circle round a point, or a diamond; `over` the lines of the grid, or under them."""

    at: Point
    radius: float = 0.4
    fill: str = "none"
    stroke: str = "#777777"
    over: bool = False
    diamond: bool = False


@dataclass(frozen=True)
class Chevron:
    """A sign `<` on the border of two cells, whose tip points in a direction (rows down, columns right)."""

    at: Point
    tip: tuple[int, int]


@dataclass(frozen=True)
class Label:
    """A short text centred at a point. No line of the picture is drawn where it stands."""

    at: Point
    text: str
    size: float = 0.3
    colour: str = "#333333"


@dataclass(frozen=True)
class Outline:
    """A line inside the border of the cells, with a small label in the first cell's corner."""

    cells: tuple[Cell, ...]
    label: str = ""
    inset: float = INSET
    dashed: bool = True


@dataclass(frozen=True)
class Clones:
    """Groups of cells that hold the same digits, in order. Their letter, and their colour, are those of no
    other clones in the picture. It stands once in each group, or with a number in each of its cells.
    """

    groups: tuple[tuple[Cell, ...], ...]
    numbered: bool


@dataclass(frozen=True)
class OnBorder:
    """A sign on the border of two neighbouring cells: a mark at any point, moved along the border to where
    there is room.
    """

    pair: tuple[Cell, Cell]
    mark: Disc | Chevron | Label


@dataclass(frozen=True)
class InCell:
    """A small text in a cell beside its digit, at the place where there is room."""

    cell: Cell
    text: str


@dataclass(frozen=True)
class Quad:
    """Digits in a circle at the corner where four cells meet."""

    at: Point
    digits: tuple[str, ...]


@dataclass(frozen=True)
class OutsideClue:
    """A number outside the grid in front of the line of cells, or on a diagonal with an arrow along it.

    `tag`: a letter for its rule, written before the number where clues of several rules stand outside.
    """

    cells: tuple[Cell, ...]
    text: str
    tag: str = ""


Mark = Shade | Stroke | Disc | Chevron | Label | Outline | Clones | OnBorder | InCell | Quad | OutsideClue
Basic = Shade | Stroke | Disc | Chevron | Label | Outline  # marks whose place is known


def middle(cell: Cell) -> Point:
    return cell[0] + 0.5, cell[1] + 0.5


def between(a: Cell, b: Cell) -> Point:
    """The point half way between two cells' middles."""
    return (a[0] + b[0] + 1) / 2, (a[1] + b[1] + 1) / 2


def through(cells: Sequence[Cell], colour: str, width: float = 0.1, arrow: bool = False) -> Stroke:
    """A line through the middles of the cells; one with an arrow ends in its last cell beside the digit."""
    points = [middle(cell) for cell in cells]
    if arrow and len(points) > 1:
        points[-1] = _short(points[-2], points[-1])
    return Stroke(tuple(points), colour, width, arrow)


def _short(start: Point, end: Point) -> Point:
    """The point before the end where the square round the digit there begins."""
    down, right = end[0] - start[0], end[1] - start[1]
    share = BESIDE_DIGIT / max(abs(down), abs(right), 1e-9)
    return end[0] - share * down, end[1] - share * right
