"""Sudoku boards as text and as SVG: givens, filled cells, regions by thick lines, rules by marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil
from types import MappingProxyType

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.render import svg
from zenkai_solver.models.render.metrics import BASELINE
from zenkai_solver.models.render.notes import Notes, across, pencilled, stretched
from zenkai_solver.models.render.text import Style, bordered, bracketed
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid
from zenkai_solver.models.sudoku.marks import Basic, Chevron, Disc, Label, Mark, Outline, Point, Shade, Stroke
from zenkai_solver.models.sudoku.placing import TextBox, around, label_box, placed
from zenkai_solver.models.symmetry import Board

CELL = 40  # pixels
DASH = 0.125, 0.075  # of a cell: a dash and a gap of a cage's line; the period divides twice its inset
HEAD = 0.12  # of a cell: how far the head of an arrow goes back, and to each side
AIR = 0.007  # of a cell: round a text; less than would reach the thick lines from a corner of a cell
Margin = tuple[float, float]  # pixels left of the grid and above it
NOTES, NOTES_SIDE = (0.22, 0.13), 0.74  # of a cell: where its pencil marks begin, below a cage's sum
GIVEN, FILLED, FACT = "#111111", "#2255bb", "#ffe0a8"


def region_labels(grid: Grid) -> list[str]:
    """The grid with one letter per region; '.' where a cell has none."""
    alphabet = ALPHABET if len(grid.regions) <= len(ALPHABET) else [chr(0x4E00 + i) for i in range(1_000)]
    letter = {cell: alphabet[number] for cell, number in grid.region_of.items()}
    return list(grid.text([letter.get(cell, ".") for cell in grid.cells]))


def board_text(
    grid: Grid,
    givens: Mapping[Cell, int],
    board: Board,
    style: Style,
    marked: Collection[Cell] = (),
    used: Collection[Cell] = (),
    notes: Mapping[Cell, Notes] = MappingProxyType({}),
) -> str:
    """Borders between regions; a given is in brackets, a marked cell between stars, a used one colons.

    Open cells show their candidates from `notes`, and those just excluded: 24-13.
    """
    drawing = bracketed(bordered(region_labels(grid), style, board), used, ":", ":")
    drawing = bracketed(drawing, givens, "[", "]")
    words = {(r, c): note.words for (r, c), note in notes.items() if board[r][c] == EMPTY}
    lines = stretched(bracketed(drawing, marked, "*", "*"), words, len(board[0])).split("\n")
    return "\n".join(line for i, line in enumerate(lines) if i % 2 or any(char not in " |│" for char in line))


def board_svg(
    grid: Grid,
    givens: Mapping[Cell, int],
    board: Board,
    marks: Sequence[Mark],
    marked: Collection[Cell] = (),
    used: Collection[Cell] = (),
    notes: Mapping[Cell, Notes] = MappingProxyType({}),
) -> str:
    """A picture; a cell '.' stays empty, marked cells have a red frame, used ones an orange one.

    Open cells show their candidates from `notes`: those just excluded struck out in red, those used in
    orange. A used digit makes its cell orange.
    """
    ready = placed(grid, marks)
    top, left, bottom, right = margins(grid, ready)
    margin = left, top
    facts = [cell for cell, note in notes.items() if board[cell[0]][cell[1]] in note.used]
    body = [*below(ready, margin), *(_shade(Shade((cell,), FACT), margin) for cell in facts)]
    body += [_lines(grid, margin), *above(ready, margin)]
    for r, c in grid.cells:
        if board[r][c] != EMPTY:
            colour = GIVEN if (r, c) in givens else FILLED
            weight = ' font-weight="bold"' if (r, c) in givens or (r, c) in marked else ""
            body.append(_text((r + 0.5, c + 0.5), board[r][c], 0.55, colour, margin, weight))
        elif (r, c) in notes:
            x, y = _at((r + NOTES[0], c + NOTES[1]), margin)
            symbols = [SYMBOLS[digit] for digit in grid.values]
            body += pencilled(notes[r, c], symbols, x, y, CELL * NOTES_SIDE)
    body += svg.frames(marked, CELL, left, top, used)
    size = (left + CELL * grid.columns + right, top + CELL * grid.rows + bottom)
    background = f'<rect width="{size[0]}" height="{size[1]}" fill="#ffffff"/>'
    scale = max(1.0, across(len(grid.values)) / 3) if notes else 1.0
    return svg.document(*size, [background, *body], scale)


def margins(grid: Grid, ready: Sequence[Basic]) -> tuple[int, int, int, int]:
    """Pixels above the grid, left of it, below and right: room for every clue outside."""
    boxes = [label_box(mark) for mark in ready if isinstance(mark, Label)]
    away = (
        max((-box.top for box in boxes), default=0),
        max((-box.left for box in boxes), default=0),
        max((box.bottom - grid.rows for box in boxes), default=0),
        max((box.right - grid.columns for box in boxes), default=0),
    )
    top, left, bottom, right = (ceil(svg.MARGIN + CELL * max(0.0, room)) for room in away)
    return top, left, bottom, right


def below(ready: Sequence[Basic], margin: Margin) -> list[str]:
    """The SVG elements under the lines of the grid."""
    shades = [_element(mark, margin) for mark in ready if isinstance(mark, Shade)]
    lines = [mark for mark in ready if isinstance(mark, Stroke | Disc) and not mark.over]
    return shades + [_element(mark, margin) for mark in lines]


def above(ready: Sequence[Basic], margin: Margin) -> list[str]:
    """The SVG elements over the lines of the grid: cages, then signs, then texts on white fields."""
    cages: list[Basic] = [mark for mark in ready if isinstance(mark, Outline)]
    signs: list[Basic] = [mark for mark in ready if isinstance(mark, Stroke | Disc) and mark.over]
    signs += [mark for mark in ready if isinstance(mark, Chevron)]
    texts = [mark for mark in ready if isinstance(mark, Label)]
    return [
        *(_element(mark, margin) for mark in (*cages, *signs)),
        *(_plate(label_box(mark), margin) for mark in texts),
        *(_element(mark, margin) for mark in texts),
    ]


def _plate(box: TextBox, margin: Margin) -> str:
    """A white field under a text, which hides the lines there."""
    x, y = _at((box.top - AIR, box.left - AIR), margin)
    width, height = (
        round(CELL * (side + 2 * AIR), 1) for side in (box.right - box.left, box.bottom - box.top)
    )
    return f'<path d="M{x} {y}h{width}v{height}h-{width}z" fill="#ffffff"/>'


def _at(point: Point, margin: Margin) -> tuple[float, float]:
    """x and y in pixels."""
    return round(margin[0] + point[1] * CELL, 1), round(margin[1] + point[0] * CELL, 1)


def _text(at: Point, text: str, size: float, colour: str, margin: Margin, more: str = "") -> str:
    """A text centred at the point; its baseline is given, as not every viewer knows how to centre it."""
    x, y = _at((at[0] + BASELINE * size, at[1]), margin)
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size * CELL:.4g}" fill="{colour}" '
        f'text-anchor="middle"{more}>{escape(text, quote=False)}</text>'
    )


def _lines(grid: Grid, margin: Margin) -> str:
    """Thin lines between cells, thick ones between regions."""
    height, width = grid.rows * CELL, grid.columns * CELL
    left, top = margin
    if grid.corners:
        thin = _squares(grid.cells, margin)
    else:
        thin = "".join(f"M{left} {top + r * CELL}h{width}" for r in range(grid.rows + 1))
        thin += "".join(f"M{left + c * CELL} {top}v{height}" for c in range(grid.columns + 1))
    thick = _borders(grid, margin)
    return (
        f'<path d="{thin}" fill="none" stroke="#999" stroke-width="1"/>\n'
        f'<path d="{thick}" fill="none" stroke="#111" stroke-width="3" stroke-linecap="square"/>'
    )


def _borders(grid: Grid, margin: Margin) -> str:
    region = grid.region_of
    left, top = margin
    steps = []
    for r in range(grid.rows + 1):
        for c in range(grid.columns + 1):
            here = region.get((r, c), -2 if (r, c) in grid else -1)
            for other, draw in (((r - 1, c), f"h{CELL}"), ((r, c - 1), f"v{CELL}")):
                if here != region.get(other, -2 if other in grid else -1):
                    steps.append(f"M{left + c * CELL} {top + r * CELL}{draw}")
    return "".join(steps)


def _element(mark: Basic, margin: Margin) -> str:
    drawers: dict[type, Callable[..., str]] = {
        Shade: _shade,
        Stroke: _stroke,
        Disc: _disc,
        Label: lambda m, margin: _text(m.at, m.text, m.size, m.colour, margin),
        Outline: _outline,
        Chevron: _chevron,
    }
    return drawers[type(mark)](mark, margin)


def _shade(mark: Shade, margin: Margin) -> str:
    return f'<path d="{_squares(mark.cells, margin)}" fill="{mark.colour}"/>'


def _squares(cells: Iterable[Cell], margin: Margin) -> str:
    """The border of each cell, as the path of an SVG element."""
    return "".join("M{} {}h{c}v{c}h-{c}z".format(*_at(cell, margin), c=CELL) for cell in cells)


def _stroke(mark: Stroke, margin: Margin) -> str:
    points = [_at(point, margin) for point in mark.points]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    if mark.arrow and len(points) > 1:
        path += _head(points[-2], points[-1])
    return (
        f'<path d="{path}" fill="none" stroke="{mark.colour}" stroke-width="{mark.width * CELL:.1f}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _head(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Two short lines back from the end, 45 degrees off."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    scale = CELL * HEAD / max(1e-9, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx * scale, dy * scale
    sides = ((-dx - dy, dx - dy), (-dx + dy, -dx - dy))
    return "".join(f"M{end[0]} {end[1]}l{x:.1f} {y:.1f}" for x, y in sides)


def _disc(mark: Disc, margin: Margin) -> str:
    x, y = _at(mark.at, margin)
    radius = round(mark.radius * CELL, 1)
    colours = f'fill="{mark.fill}" stroke="{mark.stroke}"'
    if mark.diamond:
        steps = f"l{radius} {radius}l-{radius} {radius}l-{radius} -{radius}z"
        return f'<path d="M{x} {y - radius:.4g}{steps}" {colours}/>'
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {colours}/>'


def _chevron(mark: Chevron, margin: Margin) -> str:
    """The sign on a white field, which hides the line of the grid."""
    (r, c), (down, right) = mark.at, mark.tip
    short, wide = 0.07, 0.1  # half of its extent along the way that it points, and across
    ends = [(r - short * down + wide * t * right, c - short * right + wide * t * down) for t in (-1, 1)]
    points = (ends[0], (r + short * down, c + short * right), ends[1])
    path = "M" + "L".join("{} {}".format(*_at(point, margin)) for point in points)
    height, width = (2 * short, 2 * wide) if down else (2 * wide, 2 * short)
    plate = _plate(around(mark.at, height, width), margin)
    return f'{plate}\n<path d="{path}" fill="none" stroke="#222222" stroke-width="1.6"/>'


def _outline(mark: Outline, margin: Margin) -> str:
    """Lines a little inside the border of the cells: solid and thin, or dashed, with half a dash on either
    side of a corner.
    """
    dash, gap = (CELL * length for length in DASH)
    loops = ("M" + "L".join("{} {}".format(*_at(point, margin)) for point in loop) for loop in inset(mark))
    dashes = f'stroke-dasharray="{dash:g} {gap:g}" stroke-dashoffset="{dash / 2:g}"'
    style = dashes if mark.dashed else 'stroke-width="0.6"'
    return f'<path d="{"".join(f"{loop}z" for loop in loops)}" fill="none" stroke="#555" {style}/>'


def inset(mark: Outline) -> Iterator[tuple[Point, ...]]:
    """The closed lines at the inset's distance inside the border of the cells, by their corners.

    The border is followed with the cells on the right; where two cells touch in a corner only, the line
    stays with its cell.
    """
    cells = set(mark.cells)
    sides = {  # from a corner of the grid, going in a direction: the border of a cell on the right
        ((r + y, c + x), way)
        for r, c in cells
        for (y, x), way in (((0, 0), (0, 1)), ((0, 1), (1, 0)), ((1, 1), (0, -1)), ((1, 0), (-1, 0)))
        if (r - way[1], c + way[0]) not in cells
    }
    while sides:
        start = min(sides)
        loop, (corner, way) = list[Point](), start
        while True:
            sides.discard((corner, way))
            corner = corner[0] + way[0], corner[1] + way[1]
            right, left = (way[1], -way[0]), (-way[1], way[0])
            after = next(
                turn for turn in (right, way, left) if ((corner, turn) in sides or (corner, turn) == start)
            )
            if after != way:
                down = way[1] + after[1]
                loop.append((corner[0] + mark.inset * down, corner[1] - mark.inset * (way[0] + after[0])))
            way = after
            if (corner, way) == start:
                break
        yield tuple(loop)
