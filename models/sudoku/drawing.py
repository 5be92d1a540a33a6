"""Sudoku boards as text and as SVG: givens, filled cells, regions by thick lines, rules by marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from types import MappingProxyType

from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.models.pieces import ALPHABET
from zenkai_solver.models.render import svg
from zenkai_solver.models.render.notes import Notes, across, pencilled, stretched
from zenkai_solver.models.render.text import Style, bordered, bracketed
from zenkai_solver.models.sudoku.grid import SYMBOLS, Grid
from zenkai_solver.models.sudoku.marks import Disc, Label, Mark, Outline, Point, Shade, Stroke
from zenkai_solver.models.symmetry import Board

CELL = 40  # pixels
INSET = 0.08  # of a cell: from its border to a cage's line
LABEL, LABEL_SIZE = (0.285, 0.11), 9  # below and right of that line: digits are 0.73 of their size in height
NOTES, NOTES_SIDE = (0.22, 0.13), 0.74  # of a cell: where its pencil marks begin, below a cage's sum
GIVEN, FILLED, FACT = "#111111", "#2255bb", "#ffe0a8"


def region_labels(grid: Grid) -> list[str]:
    """The grid with one letter per region; '.' where a cell has none."""
    letter = {cell: ALPHABET[number] for cell, number in grid.region_of.items()}
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
    margin = CELL if beside(grid, marks) else svg.MARGIN
    facts = [cell for cell, note in notes.items() if board[cell[0]][cell[1]] in note.used]
    body = [*below(marks, margin), *(_shade(Shade((cell,), FACT), margin) for cell in facts)]
    body += [_lines(grid, margin), *above(marks, margin)]
    for r, c in grid.cells:
        if board[r][c] != EMPTY:
            colour = GIVEN if (r, c) in givens else FILLED
            weight = ' font-weight="bold"' if (r, c) in givens or (r, c) in marked else ""
            body.append(_text((r + 0.5, c + 0.5), board[r][c], 0.55, colour, margin, weight))
        elif (r, c) in notes:
            x, y = _at((r + NOTES[0], c + NOTES[1]), margin)
            symbols = [SYMBOLS[digit] for digit in grid.values]
            body += pencilled(notes[r, c], symbols, x, y, CELL * NOTES_SIDE)
    body += svg.frames(marked, CELL, margin, margin, used)
    size = (2 * margin + CELL * grid.columns, 2 * margin + CELL * grid.rows)
    background = f'<rect width="{size[0]}" height="{size[1]}" fill="#ffffff"/>'
    scale = max(1.0, across(len(grid.values)) / 3) if notes else 1.0
    return svg.document(*size, [background, *body], scale)


def beside(grid: Grid, marks: Sequence[Mark]) -> bool:
    """Whether a mark is outside the grid."""
    points = (mark.at for mark in marks if isinstance(mark, Label))
    return any(not (0 <= r <= grid.rows and 0 <= c <= grid.columns) for r, c in points)


def below(marks: Sequence[Mark], margin: int) -> list[str]:
    """The SVG elements under the lines of the grid."""
    shades = [_element(mark, margin) for mark in marks if isinstance(mark, Shade)]
    return shades + [_element(mark, margin) for mark in marks if isinstance(mark, (Stroke, Disc))]


def above(marks: Sequence[Mark], margin: int) -> list[str]:
    """The SVG elements over the lines of the grid."""
    return [_element(mark, margin) for mark in marks if isinstance(mark, (Outline, Label))]


def _at(point: Point, margin: int) -> tuple[float, float]:
    """x and y in pixels."""
    return round(margin + point[1] * CELL, 1), round(margin + point[0] * CELL, 1)


def _text(at: Point, text: str, size: float, colour: str, margin: int, more: str = "") -> str:
    x, y = _at(at, margin)
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size * CELL:.0f}" fill="{colour}" '
        f'text-anchor="middle" dominant-baseline="central"{more}>{escape(text, quote=False)}</text>'
    )


def _lines(grid: Grid, margin: int) -> str:
    """Thin lines between cells, thick ones between regions."""
    height, width = grid.rows * CELL, grid.columns * CELL
    thin = "".join(f"M{margin} {margin + r * CELL}h{width}" for r in range(grid.rows + 1))
    thin += "".join(f"M{margin + c * CELL} {margin}v{height}" for c in range(grid.columns + 1))
    thick = _borders(grid, margin)
    return (
        f'<path d="{thin}" fill="none" stroke="#999" stroke-width="1"/>\n'
        f'<path d="{thick}" fill="none" stroke="#111" stroke-width="3" stroke-linecap="square"/>'
    )


def _borders(grid: Grid, margin: int) -> str:
    region = grid.region_of
    steps = []
    for r in range(grid.rows + 1):
        for c in range(grid.columns + 1):
            here = region.get((r, c), -2 if (r, c) in grid else -1)
            for other, draw in (((r - 1, c), f"h{CELL}"), ((r, c - 1), f"v{CELL}")):
                if here != region.get(other, -2 if other in grid else -1):
                    steps.append(f"M{margin + c * CELL} {margin + r * CELL}{draw}")
    return "".join(steps)


def _element(mark: Mark, margin: int) -> str:
    drawers: dict[type, Callable[..., str]] = {
        Shade: _shade,
        Stroke: _stroke,
        Disc: _disc,
        Label: lambda m, margin: _text(m.at, m.text, m.size, m.colour, margin),
        Outline: _outline,
    }
    return drawers[type(mark)](mark, margin)


def _shade(mark: Shade, margin: int) -> str:
    squares = "".join("M{} {}h{c}v{c}h-{c}z".format(*_at(cell, margin), c=CELL) for cell in mark.cells)
    return f'<path d="{squares}" fill="{mark.colour}"/>'


def _stroke(mark: Stroke, margin: int) -> str:
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
    scale = CELL * 0.2 / max(1e-9, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx * scale, dy * scale
    sides = ((-dx - dy, dx - dy), (-dx + dy, -dx - dy))
    return "".join(f"M{end[0]} {end[1]}l{x:.1f} {y:.1f}" for x, y in sides)


def _disc(mark: Disc, margin: int) -> str:
    x, y = _at(mark.at, margin)
    colours = f'fill="{mark.fill}" stroke="{mark.stroke}"'
    return f'<circle cx="{x}" cy="{y}" r="{mark.radius * CELL:.1f}" {colours}/>'


def _outline(mark: Outline, margin: int) -> str:
    """A dashed line a little inside the border of the cells."""
    cells, inset = set(mark.cells), INSET
    path = ""
    for r, c in mark.cells:
        sides = {
            (-1, 0): ((r + inset, c), (r + inset, c + 1)),
            (1, 0): ((r + 1 - inset, c), (r + 1 - inset, c + 1)),
            (0, -1): ((r, c + inset), (r + 1, c + inset)),
            (0, 1): ((r, c + 1 - inset), (r + 1, c + 1 - inset)),
        }
        for (down, right), (start, end) in sides.items():
            if (r + down, c + right) not in cells:
                path += "M{} {}L{} {}".format(*_at(start, margin), *_at(end, margin))
    dashes = f'<path d="{path}" fill="none" stroke="#555" stroke-dasharray="4 3"/>'
    if not mark.label:
        return dashes
    r, c = min(mark.cells)
    x, y = _at((r + LABEL[0], c + LABEL[1]), margin)
    text = escape(mark.label, quote=False)
    label = f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{LABEL_SIZE}">{text}</text>'
    return f"{dashes}\n{label}"
