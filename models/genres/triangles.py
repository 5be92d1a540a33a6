"""Cells of which half may be black: what is left white are rectangles, upright or turned by 45 degrees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import Truth
from zenkai_solver.models.genres.sheet import BoardView, Place, expression, name_of
from zenkai_solver.models.genres.stating import FALSE, StatedView, Unless

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # to the quarters of a cell, clockwise from the upper one
Quarter = tuple[Place, int]
# The four cells at a corner, clockwise from the upper right one, with the corner of the cell that it is
CELLS = (((-1, 1), 3), ((1, 1), 0), ((1, -1), 1), ((-1, -1), 2))


@expression
class WhiteRectangles(Truth):
    """What is white is rectangles: cells without a clue of the key but for the `Triangles` of the layer."""

    layer: str
    key: str

    def broken(self, view: BoardView) -> Iterator[str]:
        """Each cell is four quarters; those of a black corner are the two beside it."""
        black = view.sheet.clues.get(self.key, {})
        values = view.layers[self.layer]
        white = {
            (cell, quarter)
            for cell in view.sheet.every["cell"]
            if cell not in black
            for quarter in range(4)
            if not (value := values.get(cell, 0)) or quarter not in ((value - 1) % 4, (value - 2) % 4)
        }
        near = {quarter: [other for other in _beside(quarter) if other in white] for quarter in white}
        for area in components(sorted(white), near.__getitem__):
            if not _is_rectangle(area):
                yield f"what is white at {name_of(min(area)[0])} is no rectangle"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Around each corner of cells, in eighths of a turn: what is white between black is a quarter or a
        half of a turn. So all corners of white areas are right angles, none of which points inwards.
        """
        for corner in view.sheet.every["corner"]:
            white = self._eighths(view, corner)
            for i in range(8):
                before, *ahead = (white[(i + step) % 8] for step in range(-1, 5))
                for number in (1, 3, 4):
                    follows = -ahead[number] if number == 4 else ahead[number]
                    view.out.clause((*unless, before, *(-lit for lit in ahead[:number]), follows))

    def _eighths(self, view: StatedView, corner: Place) -> list[Lit]:
        """Is each eighth around the corner white? Clockwise from the one behind the way up."""
        black = view.sheet.clues.get(self.key, {})
        lits = []
        for (y, x), corner_of in CELLS:
            cell = (corner[0] + y, corner[1] + x)
            shown: Mapping[int, Lit] = view.out.shown.get((self.layer, cell), {})
            for other in (
                corner_of + 1,
                corner_of - 1,
            ):  # the corner of the cell to which the side of the eighth leads
                half = (shown.get(1 + at % 4, FALSE) for at in (corner_of, other))
                lits.append(FALSE if cell in black or not shown else -view.out.some(half))
        return lits


def _beside(quarter: Quarter) -> Iterator[Quarter]:
    """The two others of the cell that share a side with it, and that of the next cell."""
    (y, x), number = quarter
    yield (y, x), (number + 1) % 4
    yield (y, x), (number - 1) % 4
    dy, dx = STEPS[number]
    yield (y + 2 * dy, x + 2 * dx), (number + 2) % 4


def _is_rectangle(area: Sequence[Quarter]) -> bool:
    """By its extent in both directions, upright or along diagonals: a quarter has the area 1."""
    corners = [at for quarter in area for at in _corners(quarter)]
    turned = [(y + x, y - x) for y, x in corners]
    return _extent(corners) == len(area) or _extent(turned) == 2 * len(area)


def _extent(points: Sequence[Place]) -> int:
    """The area of the smallest upright rectangle around them."""
    ys, xs = [y for y, _ in points], [x for _, x in points]
    return (max(ys) - min(ys)) * (max(xs) - min(xs))


def _corners(quarter: Quarter) -> Iterator[Place]:
    """The corners of the triangle, in half cells."""
    (y, x), number = quarter
    (dy, dx), (across, along) = STEPS[number], STEPS[(number + 1) % 4]
    yield y, x
    yield y + dy + across, x + dx + along
    yield y + dy - across, x + dx - along
