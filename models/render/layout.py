"""The geometry of a board for a program that draws it, such as the page in a browser.

x goes to the right and y down; one unit is the distance of two neighbouring cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.grid import Cell

Point = tuple[float, float]
Corners = tuple[Point, ...]
Shape = tuple[str, Mapping[str, str], str]  # an SVG element: path, circle or text; its attributes; its text
OCTAGON = ((0.28, 0.68), (0.68, 0.28), (0.68, -0.28), (0.28, -0.68))  # half the corners; drawn for a sphere


@dataclass(frozen=True)
class Layout:
    """The cells and marks of a board. `corners[i]`: the corners of cell i, in order; two corners make a
    stick.

    pieces      whether a board shows pieces, with lines between them, or values, such as digits
    solid       layer, row and column of each cell, if the cells are cubes
    lines       thick lines of the board
    paint       the colours of values, #rrggbb; values without one are not painted
    given       the numbers of the given cells
    figure      the number of cells of figure 1, from which pieces move to the other cells; 0: nothing moves
    below       shapes of the puzzle under the digits, such as lines and discs
    above       shapes over the lines of the board, such as cages and clues
    unit        the length of a unit in the coordinates of the shapes
    room        units on each side for shapes beside the board
    """

    corners: tuple[Corners, ...]
    pieces: bool = True
    solid: tuple[tuple[int, int, int], ...] = ()
    lines: tuple[tuple[Point, Point], ...] = ()
    paint: Mapping[str, str] = field(default_factory=dict)
    given: tuple[int, ...] = ()
    figure: int = 0
    below: tuple[Shape, ...] = ()
    above: tuple[Shape, ...] = ()
    unit: float = 1
    room: float = 0


def shapes(drawn: Iterable[str]) -> tuple[Shape, ...]:
    """SVG elements made by this package, parsed."""
    from xml.etree import ElementTree  # imported here, as small commands do not need it

    root = ElementTree.fromstring("<g>" + "".join(drawn) + "</g>")
    return tuple((element.tag, dict(element.attrib), element.text or "") for element in root)


def squares(cells: Iterable[Cell]) -> tuple[Corners, ...]:
    """A square per cell."""
    return tuple(((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)) for r, c in cells)


def layers(solid: Sequence[tuple[int, int, int]]) -> tuple[Corners, ...]:
    """A square per cube; the layers lie side by side, the top one first."""
    return squares(_beside(solid))


def balls(solid: Sequence[tuple[int, int, int]]) -> tuple[Corners, ...]:
    """An octagon per sphere of the densest packing; the layers lie side by side."""
    ring = (*OCTAGON, *((-x, -y) for x, y in OCTAGON))
    return tuple(tuple((c + x, r + y) for x, y in ring) for r, c in _beside(solid))


def _beside(solid: Sequence[tuple[int, int, int]]) -> list[Cell]:
    """Row and column of each cell on a page with the layers side by side, one column between them."""
    wide = 2 + max(c for *_, c in solid) - min(c for *_, c in solid)
    return [(r, c + wide * layer) for layer, r, c in solid]


def borders(owner: Mapping[Cell, object]) -> tuple[tuple[Point, Point], ...]:
    """The sides of squares between cells of different owners, and around all cells."""
    sides = []
    for r, c in owner:
        for near, side in (
            *(((r - 1, c), ((c, r), (c + 1, r))), ((r + 1, c), ((c, r + 1), (c + 1, r + 1)))),
            *(((r, c - 1), ((c, r), (c, r + 1))), ((r, c + 1), ((c + 1, r), (c + 1, r + 1)))),
        ):
            if near not in owner or (owner[near] != owner[r, c] and near > (r, c)):
                sides.append(side)
    return tuple(sides)
