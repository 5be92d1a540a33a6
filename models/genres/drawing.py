"""A puzzle of a genre as text and as a picture: clues, and what is known of the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape

from zenkai_solver.models.genres.clues import (
    ARROWS,
    ArrowClue,
    ClueKind,
    NumberClue,
    RoomClue,
    SignClue,
    SignedClue,
    SumClue,
)
from zenkai_solver.models.genres.expressions import ValueAt
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.graphs import ByLabel
from zenkai_solver.models.genres.layers import (
    Areas,
    Bars,
    CellLayer,
    CellNumbers,
    CentreLines,
    DiagonalLines,
    EdgeLines,
    Layer,
    Shading,
    Symbols,
)
from zenkai_solver.models.genres.sheet import DIRECTIONS, WHOLE, GenreSheet, Place, values_in
from zenkai_solver.models.render.layout import Corners, Layout, Point, shapes
from zenkai_solver.models.render.svg import document
from zenkai_solver.models.render.text import CROSSINGS, LINES, Style

Known = Mapping[tuple[str, Place], int]  # values; 0, where it is named, is nothing
HALF, MARGIN, LINE = 16, 10, 20  # pixels of half a cell, around the board, and of a line of text below it
INK, ANSWER, GREY, SHADE, PAPER = "#222", "#1a7f37", "#bbb", "#555", "#fff"
ARROW_SIGNS = "↑↓←→"
SHAPES = {"^": "△", "#": "□"}


def _of(genre: Genre, known: Known, *kinds: type[Layer]) -> Iterator[tuple[Layer, Place, int]]:
    """The values that layers of these kinds show."""
    layers = {layer.name: layer for layer in genre.unknown if isinstance(layer, kinds)}
    return (
        (layers[name], place, value) for (name, place), value in known.items() if value and name in layers
    )


def _empty(genre: Genre, known: Known) -> Iterator[tuple[Layer, Place]]:
    """The places of which it is known that nothing is there."""
    layers = {layer.name: layer for layer in genre.unknown}
    return ((layers[name], place) for (name, place), value in known.items() if not value)


def _walls(genre: Genre, sheet: GenreSheet, known: Known) -> set[Place]:
    """The edges with a thick line: around the board, between rooms, areas, and groups of equal values."""
    walls = {place for _, place, _ in _of(genre, known, Areas)}
    grouped = _grouped(genre)
    keys = [kind.key for kind in genre.given if isinstance(kind, RoomClue)]
    within = [kind.key for kind in genre.given if kind.at == "edge" and kind.rooms]
    walls |= {edge for key in within for edge in sheet.clues.get(key, {})}
    for edge in sheet.every["edge"]:
        cells = sheet.related(edge, "beside")
        if len(cells) == 1 or any(len({sheet.clues[key].get(cell) for cell in cells}) > 1 for key in keys):
            walls.add(edge)
        values = ([known.get((name, cell)) for cell in cells] for name in grouped)
        if any(None not in own and len(set(own)) > 1 for own in values):
            walls.add(edge)
    return walls


@cache
def _grouped(genre: Genre) -> frozenset[str]:
    """The layers of whose values a rule makes groups of equal ones."""
    graphs = (own for own in values_in(genre.rules) if isinstance(own, ByLabel))
    return frozenset(
        value.layer for graph in graphs for value in values_in(graph.holds) if isinstance(value, ValueAt)
    )


def _on_edges(genre: Genre) -> bool:
    """Are the lines those that are looked for? Then the board has dots and no frame."""
    return any(isinstance(layer, EdgeLines) for layer in genre.unknown)


def _clues(genre: Genre, sheet: GenreSheet) -> Iterator[tuple[ClueKind, Place, str]]:
    for kind in genre.given:
        walls = isinstance(kind, RoomClue) or (kind.at == "edge" and kind.rooms)
        if not walls and kind.at != "board":
            for place, value in sheet.clues.get(kind.key, {}).items():
                yield kind, place, kind.write(value)


# ---- text


def text(
    genre: Genre, sheet: GenreSheet, known: Known, style: Style = "ascii", marked: Collection[Place] = ()
) -> str:
    """The board with corners two lines apart; cells are as wide as the longest text in one needs."""
    more = any(isinstance(layer, CellNumbers | Bars) for layer in genre.unknown)  # in a cell than its clue
    labels = {
        (place[0] - (more and kind.at == "room"), place[1]): own for kind, place, own in _clues(genre, sheet)
    }
    for layer, place, value in _of(genre, known, CellLayer):
        if place not in labels or not _is_clued(layer, sheet, place):
            labels[place] = layer.text(place, value)
    for layer, place in _empty(genre, known):
        if isinstance(layer, CellLayer):
            labels[place] = f"{labels.get(place, '')}."
    canvas = _Paper(style, max([3, *map(len, labels.values())]) // 2 * 2 + 2)
    if _on_edges(genre):
        canvas.write_all(dict.fromkeys(sheet.every["corner"], "." if style == "ascii" else "·"))
    else:
        canvas.strokes(_walls(genre, sheet, known), 0)
    canvas.strokes({place for _, place, _ in _of(genre, known, EdgeLines)}, 0)
    dark = (place for layer, place, value in _of(genre, known, Shading) if layer.text(place, value) == "#")
    canvas.write_all(dict.fromkeys(dark, "#" * (canvas.width - 1)))
    canvas.strokes({place for _, place, _ in _of(genre, known, CentreLines)}, 1)
    canvas.write_all(labels)
    canvas.write_all(
        {place: "x" for layer, place in _empty(genre, known) if not isinstance(layer, CellLayer)}
    )
    canvas.write_all(dict.fromkeys(marked, "*"))
    return "\n".join([canvas.joined(), *_stated(genre, sheet)])


@dataclass
class _Paper:
    """Characters by line and column; `width` columns are from corner to corner."""

    style: Style
    width: int
    chars: dict[tuple[int, int], str] = field(default_factory=dict)

    def write_all(self, labels: Mapping[Place, str]) -> None:
        for place, label in labels.items():
            self.write(place, label)

    def write(self, place: Place, label: str) -> None:
        """The text with its middle at the place."""
        left = place[1] * self.width // 2 - (len(label) - 1) // 2
        for i, char in enumerate(label):
            self.chars[place[0], left + i] = char

    def strokes(self, edges: Collection[Place], parity: int) -> None:
        """Lines from corner to corner (0), or between centres of cells (1)."""
        level, upright = LINES[self.style]
        for y, x in edges:
            self.write((y, x), level[0] * (self.width - 1) if y % 2 == parity else upright)
        for y, x in {(y + dy, x + dx) for y, x in edges for dy, dx in DIRECTIONS}:
            if y % 2 == x % 2 == parity:
                leaving = [(y + dy, x + dx) in edges for dy, dx in DIRECTIONS]
                self.write((y, x), CROSSINGS[self.style][sum(8 >> i for i, one in enumerate(leaving) if one)])

    def joined(self) -> str:
        top, left = (min(axis) for axis in zip(*self.chars))
        bottom, right = (max(axis) for axis in zip(*self.chars))
        rows = (
            "".join(self.chars.get((r, c), " ") for c in range(left, right + 1))
            for r in range(top, bottom + 1)
        )
        return "\n".join(row.rstrip() for row in rows)


def _is_clued(layer: Layer, sheet: GenreSheet, place: Place) -> bool:
    """Is a clue there shown rather than the value? Not beneath a sign that no clue gives."""
    return not isinstance(layer, Symbols) or place in sheet.clues.get(layer.given, {})


def _stated(genre: Genre, sheet: GenreSheet) -> list[str]:
    """The clues of the board as a whole."""
    own = [(kind, sheet.clues.get(kind.key, {})) for kind in genre.given if kind.at == "board"]
    return [f"{kind.key}: {kind.write(clues[WHOLE])}" for kind, clues in own if clues]


# ---- pictures


def frame(genre: Genre, sheet: GenreSheet, beside: Collection[Place] = ()) -> tuple[Place, Place]:
    """The upper left and the lower right corner of a picture that has room for these places, too."""
    clued = (place for _, place, _ in _clues(genre, sheet))
    spots = [(0, 0), (2 * sheet.rows, 2 * sheet.columns), *clued, *beside]
    (top, bottom), (left, right) = (_span(own) for own in zip(*spots))
    return (top, left), (bottom, right)


def svg(
    genre: Genre,
    sheet: GenreSheet,
    known: Known,
    marked: Collection[Place] = (),
    beside: Collection[Place] = (),
) -> str:
    """The picture; what belongs to the answer is green, or dark where it is shaded.

    `beside`: places that have room in it though there is no clue.
    """
    clues = [*_clues(genre, sheet)]
    (top, left), (bottom, right) = frame(genre, sheet, beside)
    stated = _stated(genre, sheet)

    def at(place: Place) -> tuple[int, int]:
        """x and y in pixels."""
        return MARGIN + HALF * (place[1] - left), MARGIN + HALF * (place[0] - top)

    width, height = (2 * MARGIN + HALF * own for own in (right - left, bottom - top))
    height += LINE * len(stated)
    shaded = {place for layer, place, value in _of(genre, known, Shading) if layer.text(place, value) == "#"}
    dark = {place for kind, place, _ in clues if isinstance(kind, SumClue) or _is_dark(kind)}
    body = [
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="{PAPER}"/>',
        *(_square(*at(place), SHADE) for place in sorted(shaded)),
        *(_square(*at(place), SHADE) for place in sorted(dark)),
        *_grid(genre, sheet, known, at),
        *(part for own in clues for part in _clue(*own, at, PAPER if own[1] in shaded | dark else INK)),
        *_answer(genre, sheet, known, at),
        *(part for own in clues if own[0].at == "corner" for part in _clue(*own, at, INK)),  # over diagonals
        *(_ring(at(place)) for place in sorted(marked)),
        *(_below(line, height - LINE * i) for i, line in enumerate(reversed(stated))),
    ]
    return document(width, height, body)


def _span(axis: Sequence[int]) -> tuple[int, int]:
    """The ends of the picture in half cells; the board's are the first two, and clues beside it have room."""
    least, most = min(axis), max(axis)
    return least - (least < axis[0]), most + (most > axis[1])


def _is_dark(kind: ClueKind) -> bool:
    return isinstance(kind, NumberClue) and kind.dark


At = Callable[[Place], tuple[int, int]]


def _square(x: int, y: int, fill: str, inset: int = 0) -> str:
    half = HALF - inset
    return f'<path d="M{x - half} {y - half}h{2 * half}v{2 * half}h-{2 * half}z" fill="{fill}"/>'


def _with_arrow(label: str) -> str:
    return ARROW_SIGNS[ARROWS.index(label[0])] + label[1:] if label[:1] in {*ARROWS} else label


def _grid(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    """Thin lines between cells and thick walls; dots at the corners where lines on edges are looked for."""
    if _on_edges(genre):
        for corner in sheet.every["corner"]:
            x, y = at(corner)
            yield f'<circle cx="{x}" cy="{y}" r="2" fill="{INK}"/>'
        return
    walls = _walls(genre, sheet, known)
    yield _path([edge for edge in sheet.every["edge"] if edge not in walls], 0, at, GREY, 1)
    yield _path(sorted(walls), 0, at, INK, 2.5)


def _path(edges: Collection[Place], parity: int, at: At, colour: str, width: float) -> str:
    """Strokes from corner to corner (0), or between centres of cells (1)."""
    steps = []
    for edge in edges:
        x, y = at(edge)
        level = edge[0] % 2 == parity
        steps.append(f"M{x - HALF} {y}h{2 * HALF}" if level else f"M{x} {y - HALF}v{2 * HALF}")
    return (
        f'<path d="{"".join(steps)}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
    )


def _text(x: float, y: float, label: str, size: int, fill: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" text-anchor="middle" '
        f'dominant-baseline="central" fill="{fill}">{escape(label, quote=False)}</text>'
    )


def _circle(x: int, y: int, fill: str, radius: float = 0.75 * HALF, stroke: str = INK) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def _sign(x: int, y: int, sign: str, ink: str, radius: float = 0.75) -> str:
    """A sign as people draw it: o and * are a white and a black circle."""
    if sign in ("o", "*"):
        return _circle(x, y, PAPER if sign == "o" else ink, radius * HALF, ink)
    return _text(x, y, SHAPES.get(sign, sign), 24 if sign in SHAPES else 17, ink)


def _sums(x: int, y: int, label: str) -> Iterator[str]:
    """Of a black cell the sum below and that to the right."""
    down, _, right = label.partition("\\")
    if label != "#":
        yield f'<path d="M{x - HALF} {y - HALF}l{2 * HALF} {2 * HALF}" stroke="{PAPER}"/>'
    for number, step in ((down.replace("#", ""), -1), (right, 1)):
        if number:
            yield _text(x + step * HALF / 2, y - step * HALF / 2, number, 12, PAPER)


def _clue(kind: ClueKind, place: Place, label: str, at: At, ink: str) -> Iterator[str]:
    x, y = at(place)
    match kind:
        case SignClue() if label in SHAPES or label in ("o", "*"):
            yield _sign(x, y, label, INK, 0.35 if kind.link == "dot" else 0.75)
        case SumClue():
            yield from _sums(x, y, label)
        case SignedClue():
            fill = {"o": PAPER, "*": INK}.get(label[0], GREY)
            yield _square(x, y, INK) + _square(x, y, fill, 2) if kind.arrows else _circle(x, y, fill)
            yield _text(x, y, _with_arrow(label[1:]), 13, PAPER if fill == INK else INK)
        case ArrowClue():
            yield from [_square(x, y, SHADE)] if kind.plain else []
            sign = "" if label == kind.plain else _with_arrow(label)
            yield _text(x, y, sign, 15, PAPER if kind.plain else ink)
        case NumberClue(dark=True):
            yield from (_text(x, y, own, 17, ink) for own in (label,) if own != kind.unsaid)
        case _ if kind.at == "corner":
            yield _circle(x, y, "#fff", 0.5 * HALF)
            yield _text(x, y, label, 11, INK)
        case _ if kind.at == "room":
            yield _text(x - 0.55 * HALF, y - 0.5 * HALF, label, 11, ink)
        case _:
            yield _text(x, y, label, 17, ink)


def _answer(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    clued = {place for kind, place, _ in _clues(genre, sheet) if kind.at != "room"}
    for layer, place, value in sorted(_of(genre, known, CellLayer), key=lambda own: own[1]):
        x, y = at(place)
        sign = layer.text(place, value)
        if isinstance(layer, DiagonalLines):
            start = f"M{x - HALF} {y - HALF}l" if sign == "\\" else f"M{x - HALF} {y + HALF}l"
            rise = 2 * HALF if sign == "\\" else -2 * HALF
            yield f'<path d="{start}{2 * HALF} {rise}" stroke="{ANSWER}" stroke-width="2.5"/>'
        elif isinstance(layer, Bars):
            yield f'<path d="M{x} {y}{_stroke(sign)}" stroke="{ANSWER}" stroke-width="4"/>'
        elif isinstance(layer, Shading) and sign == "#":
            continue
        elif isinstance(layer, Symbols) and not _is_clued(layer, sheet, place):
            yield _sign(x, y, sign, ANSWER)
        elif place not in clued:
            numbered = isinstance(layer, CellNumbers) and not layer.letters
            label = str(value) if numbered else "★" if sign == "*" else sign
            yield _text(x, y, label, 24 if label == "★" else 17, ANSWER)
    yield from (_nothing(layer, place in clued, at(place)) for layer, place in _empty(genre, known))
    for kind, parity in ((CentreLines, 1), (EdgeLines, 0)):
        if lines := sorted(place for _, place, _ in _of(genre, known, kind)):
            yield _path(lines, parity, at, ANSWER, 4)


def _nothing(layer: Layer, clued: bool, point: Point) -> str:
    """That nothing is there: a cross for a line, a dot for a cell, in a corner if the cell has a clue."""
    x, y = point
    if not isinstance(layer, CellLayer):
        return _text(x, y, "×", 13, ANSWER)
    if clued:
        return f'<circle cx="{x + HALF - 5}" cy="{y + HALF - 5}" r="2" fill="{ANSWER}"/>'
    return _text(x, y, ".", 17, ANSWER)


def _stroke(sign: str) -> str:
    """Through the middle of a cell, `|` or `-`."""
    long = 0.6 * HALF
    return f"m0 {-long}v{2 * long}" if sign == "|" else f"m{-long} 0h{2 * long}"


def _below(words: str, bottom: int) -> str:
    return (
        f'<text x="{MARGIN}" y="{bottom - LINE // 3}" font-family="sans-serif" font-size="13" fill="{INK}">'
        f"{escape(words, quote=False)}</text>"
    )


def _ring(at: tuple[int, int]) -> str:
    return (
        f'<circle cx="{at[0]}" cy="{at[1]}" r="{0.9 * HALF}" fill="none" stroke="#d02020" stroke-width="2"/>'
    )


# ---- the layout of boards on a page

THIN = 0.08  # of a cell: half the width of a line that lies on cells
PAINT = {"#": "#b0b0b0", "-": ANSWER, "|": ANSWER}


def layout(
    genre: Genre, sheet: GenreSheet, places: Sequence[tuple[str, Place]], fixed: Collection[tuple[str, Place]]
) -> Layout:
    """Where the places of a board lie, in their order; `fixed` are those whose value is given."""
    layers = {layer.name: layer for layer in genre.unknown}
    first = {name: i for i, name in enumerate(own for own in layers if isinstance(layers[own], CellLayer))}
    corners = tuple(
        _cell_corners(place, first[name] * THIN) if name in first else _line_ends(layers[name], place)
        for name, place in places
    )
    if first:
        corners = tuple(own if len(own) > 2 else _bar(own) for own in corners)
    numbered = {
        place
        for name, place in fixed
        if isinstance(layers[name], CellNumbers | Symbols) and _is_clued(layers[name], sheet, place)
    }
    shown = [own for own in _clues(genre, sheet) if own[1] not in numbered]
    walls = () if _on_edges(genre) else sorted(_walls(genre, sheet, {}))

    def at(place: Place) -> tuple[int, int]:
        return HALF * place[1], HALF * place[0]

    dark = (
        _square(*at(place), SHADE) for kind, place, _ in shown if isinstance(kind, SumClue) or _is_dark(kind)
    )
    dots = _grid(genre, sheet, {}, at) if not first else ()
    return Layout(
        corners,
        pieces=False,
        lines=tuple(_ends(wall, wall[0] % 2 == 0) for wall in walls),
        paint=_paint(genre) if first else {**PAINT, ".": "none"},
        given=tuple(i for i, own in enumerate(places) if own in fixed),
        below=shapes((*dark, *dots)),
        above=shapes(part for own in shown for part in _clue(*own, at, PAPER if _is_dark(own[0]) else INK)),
        unit=2 * HALF,
        room=_room(sheet, corners, [place for _, place, _ in shown]),
    )


def _paint(genre: Genre) -> dict[str, str]:
    """Of which colour a cell with this sign is."""
    shades = any(isinstance(layer, Shading) for layer in genre.unknown)
    return {sign: colour for sign, colour in PAINT.items() if shades or sign != "#"}


def _room(sheet: GenreSheet, corners: Sequence[Corners], clues: Sequence[Place]) -> float:
    """How far the board and the clues beside it reach beyond the corners, in cells."""
    own = [point for ends in corners for point in ends] or [(0.0, 0.0)]
    rest = [0.0]
    for i, size in ((0, sheet.columns), (1, sheet.rows)):
        low, high = _span([0, 2 * size, *(place[1 - i] for place in clues)])
        rest += [min(point[i] for point in own) - low / 2, high / 2 - max(point[i] for point in own)]
    return max(rest)


def _cell_corners(place: Place, inset: float) -> Corners:
    top, left = ((own - 1) / 2 + inset for own in place)
    side = 1 - 2 * inset
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def _ends(place: Place, level: bool) -> tuple[Point, Point]:
    """A line of one cell's length with its middle at the place."""
    y, x = place[0] / 2, place[1] / 2
    return ((x - 0.5, y), (x + 0.5, y)) if level else ((x, y - 0.5), (x, y + 0.5))


def _line_ends(layer: Layer, place: Place) -> Corners:
    return _ends(place, (place[0] % 2 == 0) != isinstance(layer, CentreLines))


def _bar(ends: Corners) -> Corners:
    """A narrow rectangle in place of a line."""
    (x, y), (far, low) = ends
    if y == low:
        return (x, y - THIN), (far, y - THIN), (far, y + THIN), (x, y + THIN)
    return (x - THIN, y), (x + THIN, y), (x + THIN, low), (x - THIN, low)
