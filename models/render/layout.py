"""Where the cells of a board lie in a picture that somebody else draws, such as a page in a browser.

x goes to the right and y down; one unit is the distance of two neighbouring cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zenkai_solver.models.grid import Cell

Point = tuple[float, float]
Corners = tuple[Point, ...]
Shape = tuple[str, Mapping[str, str], str]  # of SVG: path, circle or text; its attributes; its text
OCTAGON = ((0.28, 0.68), (0.68, 0.28), (0.68, -0.28), (0.28, -0.68))  # half of one, for a sphere


@dataclass(frozen=True)
class Layout:
    """`corners[i]`: of the cell i of the region, in order; two corners are a stick.

    pieces      a board shows pieces, with lines between them; otherwise values, such as digits
    solid       layer, row and column of each cell, where the cells are cubes
    lines       thick lines of the board itself
    paint       the colours of the values that have one, #rrggbb
    given       the numbers of the cells that the puzzle states
    figure      so many cells are of figure 1, from which the pieces move to the others; 0: nothing moves
    below       shapes of the puzzle itself under the digits, such as lines and discs
    above       those over the lines of the board, such as cages and clues
    unit        of the shapes' coordinates, so many are one unit of ours
    room        units on each side that shapes beside the board need
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
    """Elements of our own pictures, taken apart."""
    from xml.etree import ElementTree  # which small commands do without

    root = ElementTree.fromstring("<g>" + "".join(drawn) + "</g>")
    return tuple((element.tag, dict(element.attrib), element.text or "") for element in root)


def squares(cells: Iterable[Cell]) -> tuple[Corners, ...]:
    """A square per cell."""
    return tuple(((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)) for r, c in cells)


def layers(solid: Sequence[tuple[int, int, int]]) -> tuple[Corners, ...]:
    """A square per cube, the layers side by side, the top one first."""
    return squares(_beside(solid))


def balls(solid: Sequence[tuple[int, int, int]]) -> tuple[Corners, ...]:
    """An octagon per sphere of the densest packing, the layers side by side."""
    ring = (*OCTAGON, *((-x, -y) for x, y in OCTAGON))
    return tuple(tuple((c + x, r + y) for x, y in ring) for r, c in _beside(solid))


def _beside(solid: Sequence[tuple[int, int, int]]) -> list[Cell]:
    """Row and column of each cell on a page with the layers side by side, one column apart."""
    wide = 2 + max(c for *_, c in solid) - min(c for *_, c in solid)
    return [(r, c + wide * layer) for layer, r, c in solid]


def borders(owner: Mapping[Cell, object]) -> tuple[tuple[Point, Point], ...]:
    """The sides of squares between two owners, and round all of them."""
    sides = []
    for r, c in owner:
        for near, side in (
            *(((r - 1, c), ((c, r), (c + 1, r))), ((r + 1, c), ((c, r + 1), (c + 1, r + 1)))),
            *(((r, c - 1), ((c, r), (c, r + 1))), ((r, c + 1), ((c + 1, r), (c + 1, r + 1)))),
        ):
            if near not in owner or (owner[near] != owner[r, c] and near > (r, c)):
                sides.append(side)
    return tuple(sides)
