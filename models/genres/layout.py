"""Boards of a genre on a page: where each cell, line and sign lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from zenkai_solver.models.genres.drawing import (
    ANSWER,
    HALF,
    INK,
    PAPER,
    SHADE,
    clue_marks,
    grid_lines,
    is_dark,
    span,
    square,
)
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.known import SECOND, drawn_clues, is_clued, lines_on_edges, thick_edges
from zenkai_solver.models.genres.layers import (
    Bars,
    CellLayer,
    CellNumbers,
    CentreLines,
    Layer,
    Shading,
    Symbols,
)
from zenkai_solver.models.genres.sheet import GenreSheet, Place
from zenkai_solver.models.render.layout import Corners, Layout, Point, shapes

THIN = 0.08  # of a cell: half the width of a line that lies on cells
PAINT = {"#": "#b0b0b0", "-": ANSWER, "|": ANSWER, "+": ANSWER}


def layout(
    genre: Genre, sheet: GenreSheet, places: Sequence[tuple[str, Place]], fixed: Collection[tuple[str, Place]]
) -> Layout:
    """The layout of boards on a page: the corners of each place in order; `fixed` are those with givens."""
    layers = {layer.name: layer for layer in genre.unknown}
    first = {name: i for i, name in enumerate(name for name in layers if isinstance(layers[name], CellLayer))}
    corners = tuple(
        _cell_corners(place, first[name] * THIN) if name in first else _line_ends(layers[name], place)
        for name, place in places
    )
    if first:
        corners = tuple(ends if len(ends) > 2 else _bar(ends) for ends in corners)
    numbered = {
        place
        for name, place in fixed
        if isinstance(layers[name], CellNumbers | Symbols) and is_clued(layers[name], sheet, place)
    }
    shown = [clue for clue in drawn_clues(genre, sheet) if clue[1] not in numbered]
    walls = () if lines_on_edges(genre) else sorted(thick_edges(genre, sheet, {}))

    def at(place: Place) -> tuple[int, int]:
        return HALF * place[1], HALF * place[0]

    dark = (square(*at(place), SHADE) for kind, place, _ in shown if is_dark(kind))
    dots = grid_lines(genre, sheet, {}, at) if not first else ()
    return Layout(
        corners,
        pieces=False,
        lines=tuple(_ends(wall, wall[0] % 2 == 0) for wall in walls),
        paint=_paint(genre) if first else {**PAINT, ".": "none"},
        given=tuple(i for i, key in enumerate(places) if key in fixed),
        below=shapes((*dark, *dots)),
        above=shapes(
            part for clue in shown for part in clue_marks(*clue, at, PAPER if is_dark(clue[0]) else INK)
        ),
        unit=2 * HALF,
        room=_room(sheet, corners, [place for _, place, _ in shown]),
    )


def _paint(genre: Genre) -> dict[str, str]:
    """The colour of a cell with each sign."""
    shades = any(isinstance(layer, Shading) for layer in genre.unknown)
    lines = any(isinstance(layer, Bars) or not isinstance(layer, CellLayer) for layer in genre.unknown)
    return {sign: colour for sign, colour in PAINT.items() if (shades if sign == "#" else lines)}


def _room(sheet: GenreSheet, corners: Sequence[Corners], clues: Sequence[Place]) -> float:
    """How far the board and the clues beside it reach beyond the corners, in cells."""
    points = [point for ends in corners for point in ends] or [(0.0, 0.0)]
    rest = [0.0]
    for i, size in ((0, sheet.columns), (1, sheet.rows)):
        low, high = span([0, 2 * size, *(place[1 - i] for place in clues)])
        rest += [min(point[i] for point in points) - low / 2, high / 2 - max(point[i] for point in points)]
    return max(rest)


def _cell_corners(place: Place, inset: float) -> Corners:
    top, left = ((coordinate - 1) / 2 + inset for coordinate in place)
    side = 1 - 2 * inset
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def _ends(place: Place, level: bool) -> tuple[Point, Point]:
    """A line of one cell's length with its middle at the place."""
    y, x = place[0] / 2, place[1] / 2
    return ((x - 0.5, y), (x + 0.5, y)) if level else ((x, y - 0.5), (x, y + 0.5))


def _line_ends(layer: Layer, place: Place) -> Corners:
    ends = _ends(place, (place[0] % 2 == 0) != isinstance(layer, CentreLines))
    return _bar(ends) if layer.name == SECOND else ends


def _bar(ends: Corners) -> Corners:
    """A narrow rectangle in place of a line."""
    (x, y), (far, low) = ends
    if y == low:
        return (x, y - THIN), (far, y - THIN), (far, y + THIN), (x, y + THIN)
    return (x - THIN, y), (x + THIN, y), (x + THIN, low), (x - THIN, low)
