"""Where the clues of a sudoku stand in a picture, so that none covers another one or a digit.

Clues inside the grid have a few places each, in the field's order of preference, and take the first one that
is free. Outside the grid the clues stand along each side, several of one row or column behind each other;
diagonal clues are the nearest to the grid, each beside the corner that its arrow comes through.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, groupby
from math import inf
from typing import NamedTuple

from zenkai_solver.models.grid import Cell
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.render.metrics import CAPITAL, text_width
from zenkai_solver.models.sudoku.grid import Grid
from zenkai_solver.models.sudoku.marks import (
    INSET,
    Basic,
    Chevron,
    Clones,
    Disc,
    InCell,
    Label,
    Mark,
    OnBorder,
    Outline,
    OutsideClue,
    Point,
    Quad,
    Shade,
    Stroke,
    middle,
    through,
)

DIGIT = 0.2, 0.16  # half the height and width of a digit in the middle of a cell
EDGE = 0.045  # from the border of a cell to a text in its corner: beside the thick lines between regions
CORNER_TEXT, CELL_TEXT, OUTSIDE_TEXT = 0.23, 0.21, 0.42  # font sizes
ALONG = (0.0, 0.27, -0.27)  # how far a sign moves along a border
GAP = 0.1  # between texts outside
NEAREST = 0.15  # from the grid to the first line of clues
DIAGONAL = 0.85, 1.06  # the depth of the line of diagonal clues: above and below, beside the grid
TINTS = "#dce8f4", "#f6e3cb", "#dcefd8", "#eadcf0", "#f3efc4", "#f3d9dc"  # of clones, in turn
QUAD = 0.3  # the radius of the circle
QUADS = {  # the places of the digits in the circle, and their font size
    1: (((0.0, 0.0),), 0.34),
    2: (((0.0, -0.11), (0.0, 0.11)), 0.3),
    3: (((-0.115, -0.09), (-0.115, 0.09), (0.115, 0.0)), 0.25),
    4: (((-0.115, -0.09), (-0.115, 0.09), (0.115, -0.09), (0.115, 0.09)), 0.25),
}


class TextBox(NamedTuple):
    """A rectangle in units of one cell."""

    top: float
    left: float
    bottom: float
    right: float

    def meets(self, other: TextBox) -> bool:
        down = self.top < other.bottom and other.top < self.bottom
        return down and self.left < other.right and other.left < self.right


def around(at: Point, height: float, width: float) -> TextBox:
    return TextBox(at[0] - height / 2, at[1] - width / 2, at[0] + height / 2, at[1] + width / 2)


def label_box(label: Label) -> TextBox:
    """The rectangle that the text fills."""
    return around(label.at, CAPITAL * label.size, text_width(label.text, label.size))


def sign_box(mark: Disc | Chevron | Label) -> TextBox:
    """The rectangle that a sign on a border fills."""
    if isinstance(mark, Label):
        return label_box(mark)
    side = 2 * mark.radius if isinstance(mark, Disc) else 0.24
    return around(mark.at, side, side)


class _Taken:
    """The rectangles that are taken, by the cells that they touch; the digit's place is taken in each."""

    def __init__(self) -> None:
        self.boxes: dict[Cell, list[TextBox]] = defaultdict(list)

    def _cells(self, box: TextBox) -> Iterator[Cell]:
        for r in range(int(box.top // 1), int(box.bottom // 1) + 1):
            for c in range(int(box.left // 1), int(box.right // 1) + 1):
                yield r, c

    def add(self, box: TextBox) -> None:
        for cell in self._cells(box):
            self.boxes[cell].append(box)

    def met(self, box: TextBox) -> int:
        """How many of the rectangles it meets."""
        digits = (around(middle(cell), 2 * DIGIT[0], 2 * DIGIT[1]) for cell in self._cells(box))
        others = (other for cell in self._cells(box) for other in self.boxes[cell])
        return sum(box.meets(other) for other in {*digits, *others})

    def freest(self, boxes: Sequence[TextBox]) -> int:
        """The number of the first free rectangle, which is now taken; if none is free, of the freest one."""
        number = min(range(len(boxes)), key=lambda i: self.met(boxes[i]))
        self.add(boxes[number])
        return number


def placed(grid: Grid, marks: Sequence[Mark]) -> tuple[Basic, ...]:
    """The marks, each at its place; clues as labels, in the order in which they are painted."""
    taken = _Taken()
    marks = [*marks, *_clones(marks)]
    quads = [part for mark in marks if isinstance(mark, Quad) for part in _quad(mark, taken)]
    signs = [_on_border(mark, taken) for mark in marks if isinstance(mark, OnBorder)]
    cages = list(_cages([mark for mark in marks if isinstance(mark, Outline)], taken))
    inside = [_in_cell(mark, taken) for mark in marks if isinstance(mark, InCell)]
    outside = _outside(grid, [mark for mark in marks if isinstance(mark, OutsideClue)], taken)
    known = [m for m in marks if not isinstance(m, Clones | Quad | OnBorder | Outline | InCell | OutsideClue)]
    return (*known, *cages, *signs, *quads, *inside, *outside)


def _clones(marks: Sequence[Mark]) -> Iterator[Mark]:
    """The marks of clones: shaded groups with their letters, and lines round them, which show in grey too."""
    several = [mark for mark in marks if isinstance(mark, Clones)]
    for letter, tint, clones in zip(cycle(ALPHABET), cycle(TINTS), several):
        for group in clones.groups:
            yield Shade(group, tint)
            if clones.numbered:
                yield from (InCell(cell, f"{letter}{n}") for n, cell in enumerate(group, 1))
            else:
                yield Outline(group, letter, dashed=False)


def _quad(quad: Quad, taken: _Taken) -> Iterator[Basic]:
    taken.add(around(quad.at, 2 * QUAD, 2 * QUAD))
    yield Disc(quad.at, QUAD, "#ffffff", "#555555", over=True)
    places, size = QUADS[len(quad.digits)]
    for (down, right), digit in zip(places, quad.digits):
        yield Label((quad.at[0] + down, quad.at[1] + right), digit, size)


def _on_border(sign: OnBorder, taken: _Taken) -> Basic:
    same_row = sign.pair[0][0] == sign.pair[1][0]
    down, right = (1, 0) if same_row else (0, 1)  # along the border
    at = sign.mark.at
    moved = [replace(sign.mark, at=(at[0] + t * down, at[1] + t * right)) for t in ALONG]
    return moved[taken.freest([sign_box(mark) for mark in moved])]


def _cages(outlines: Sequence[Outline], taken: _Taken) -> Iterator[Basic]:
    """The outlines, one that shares cells with an earlier one within it, and their labels."""
    depth: dict[Cell, int] = defaultdict(int)
    for outline in outlines:
        deep = max(depth[cell] for cell in outline.cells)
        for cell in outline.cells:
            depth[cell] = max(depth[cell], deep + 1)
        yield replace(outline, label="", inset=INSET * (1 + deep % 2))
        if outline.label:
            places = [
                label for corner in ((0, 0), (1, 0), (0, 1), (1, 1)) for label in _in_corners(outline, corner)
            ]
            yield places[taken.freest([label_box(label) for label in places])]


def _in_corners(outline: Outline, corner: tuple[int, int]) -> Iterator[Label]:
    """The label in that corner of each cell: (0, 0) is the upper left one."""
    width = text_width(outline.label, CORNER_TEXT)
    size = CORNER_TEXT * min(1, (1 - 2 * EDGE) / width)
    down = EDGE + CAPITAL * size / 2
    right = EDGE + text_width(outline.label, size) / 2
    for r, c in sorted(outline.cells):
        at = r + (1 - down if corner[0] else down), c + (1 - right if corner[1] else right)
        yield Label(at, outline.label, size)


def _in_cell(mark: InCell, taken: _Taken) -> Label:
    size = CELL_TEXT * min(1, (1 - 2 * EDGE) / text_width(mark.text, CELL_TEXT))
    down, right = EDGE + CAPITAL * size / 2, EDGE + text_width(mark.text, size) / 2
    r, c = mark.cell
    places = ((down, 0.5), (1 - down, 0.5), (down, 1 - right), (1 - down, right), (1 - down, 1 - right))
    labels = [Label((r + y, c + x), mark.text, size) for y, x in places]
    return labels[taken.freest([label_box(label) for label in labels])]


# ---- outside the grid

Side = tuple[int, int]  # the direction away from the grid


def _outside(grid: Grid, clues: Sequence[OutsideClue], taken: _Taken) -> Iterator[Basic]:
    lines: dict[Side, list[OutsideClue]] = defaultdict(list)
    diagonals: dict[Cell, list[OutsideClue]] = defaultdict(list)
    for clue in clues:
        (r, c), (y, x) = clue.cells[0], clue.cells[1]
        if r != y and c != x:
            diagonals[2 * r - y, 2 * c - x].append(clue)
        else:
            lines[r - y, c - x].append(clue)
    tagged = len({clue.tag for beyond in lines.values() for clue in beyond}) > 1
    deep = set()
    for cell, group in sorted(diagonals.items()):
        if cell in grid:
            yield from (part for clue in group for part in _within(clue, taken))
        else:
            deep |= {side for side in SIDES if _beyond(grid, cell, side)}
            yield from _diagonal(grid, cell, group)
    for side, beyond in lines.items():
        nearest = DIAGONAL[abs(side[1])] if side in deep else NEAREST
        yield from _lines(grid, side, beyond, nearest, tagged)


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def _beyond(grid: Grid, cell: Cell, side: Side) -> bool:
    """Whether the cell outside the grid lies beyond that side, not beyond a corner."""
    down = cell[0] // grid.rows if 0 <= cell[1] < grid.columns else 0
    right = cell[1] // grid.columns if 0 <= cell[0] < grid.rows else 0
    return (down, right) == side


def _within(clue: OutsideClue, taken: _Taken) -> Iterator[Basic]:
    """A diagonal that begins inside the grid: an arrow through its cells, the number in the first one."""
    yield through(clue.cells, "#999999", 0.05, arrow=True)
    yield _in_cell(InCell(clue.cells[0], clue.text), taken)


def _diagonal(grid: Grid, cell: Cell, clues: Sequence[OutsideClue]) -> Iterator[Basic]:
    """The clues in one cell outside the grid, each with a short arrow to the corner where its line begins.

    The number stands on the side of the cell that the arrow points to, so that there is room for another.
    """
    for way, group in groupby(sorted(clues, key=_way), key=_way):
        texts = [clue.text for clue in group]
        text = texts[0] if len(set(texts)) == 1 else " ".join(texts)
        yield from _number_and_arrow(grid, cell, way, text, len(clues) > 1)


def _way(clue: OutsideClue) -> tuple[int, int]:
    (r, c), (y, x) = clue.cells[0], clue.cells[1]
    return y - r, x - c


def _number_and_arrow(
    grid: Grid, cell: Cell, way: tuple[int, int], text: str, narrow: bool
) -> Iterator[Basic]:
    r, c = middle(cell)
    down, right = way
    beside = 0 <= cell[0] < grid.rows  # left or right of the grid: two numbers stand below one another
    room = 0.6 if beside else 0.44 if narrow else 0.74
    size = OUTSIDE_TEXT * min(1.0, room / text_width(text, OUTSIDE_TEXT))
    width = text_width(text, size)
    if beside:
        yield Label((r + 0.22 * down, c + right * (0.14 - width / 2)), text, size)
    else:
        yield Label((r - 0.03 * down, c + right * (0.46 - max(width / 2, 0.17))), text, size)
    ends = ((r + down * t, c + right * t) for t in (0.22, 0.45))
    yield Stroke(tuple(ends), "#333333", 0.035, arrow=True, over=True)


def _lines(
    grid: Grid, side: Side, clues: Sequence[OutsideClue], depth: float, tagged: bool
) -> Iterator[Label]:
    """The clues beyond one side, the first one at that depth: of several of one line each behind the last."""
    behind: dict[Cell, int] = defaultdict(int)
    levels: dict[int, list[OutsideClue]] = defaultdict(list)
    for clue in clues:
        levels[behind[clue.cells[0]]].append(clue)
        behind[clue.cells[0]] += 1
    for level in levels.values():
        texts = [(clue.tag if tagged else "") + clue.text for clue in level]
        room = inf if side[1] else 0.92  # a column is one cell wide
        sizes = [OUTSIDE_TEXT * min(1.0, room / text_width(text, OUTSIDE_TEXT)) for text in texts]
        wide = max(text_width(text, size) for text, size in zip(texts, sizes))
        thick = wide if side[1] else CAPITAL * OUTSIDE_TEXT
        away = depth + thick / 2
        for clue, text, size in zip(level, texts, sizes):
            r, c = middle(clue.cells[0])
            y = {-1: -away, 0: r, 1: grid.rows + away}[side[0]]
            x = {-1: -away, 0: c, 1: grid.columns + away}[side[1]]
            yield Label((y, x), text, size)
        depth += thick + GAP
