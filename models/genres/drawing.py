"""A puzzle of a genre as text and as a picture: clues, and what is known of the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from zenkai_solver.models.genres.clues import ARROWS, ArrowClue, ClueKind, RoomClue, SignClue, SumClue
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.layers import (
    Areas,
    CellLayer,
    CellNumbers,
    CentreLines,
    DiagonalLines,
    EdgeLines,
    Layer,
    Shading,
    Symbols,
)
from zenkai_solver.models.genres.sheet import DIRECTIONS, WHOLE, GenreSheet, Place
from zenkai_solver.models.render.svg import document
from zenkai_solver.models.render.text import CROSSINGS, LINES, Style

Known = Mapping[tuple[str, Place], int]  # values that are not 0
HALF, MARGIN = 16, 8  # pixels of half a cell, and around the board
INK, ANSWER, GREY = "#222", "#1a7f37", "#bbb"
ARROW_SIGNS = "↑↓←→"


def _of(genre: Genre, known: Known, *kinds: type[Layer]) -> Iterator[tuple[Layer, Place, int]]:
    """The values that layers of these kinds show."""
    layers = {layer.name: layer for layer in genre.unknown if isinstance(layer, kinds)}
    return ((layers[name], place, value) for (name, place), value in known.items() if name in layers)


def _walls(genre: Genre, sheet: GenreSheet, known: Known) -> set[Place]:
    """The edges at which a thick line is: around the board, between rooms, and where areas are divided."""
    walls = {place for _, place, _ in _of(genre, known, Areas)}
    keys = [kind.key for kind in genre.given if isinstance(kind, RoomClue)]
    for edge in sheet.every["edge"]:
        cells = sheet.related(edge, "beside")
        if len(cells) == 1 or any(len({sheet.clues[key].get(cell) for cell in cells}) > 1 for key in keys):
            walls.add(edge)
    return walls


def _on_edges(genre: Genre) -> bool:
    """Are the lines those that are looked for? Then the board has dots and no frame."""
    return any(isinstance(layer, EdgeLines) for layer in genre.unknown)


def _clues(genre: Genre, sheet: GenreSheet) -> Iterator[tuple[ClueKind, Place, str]]:
    for kind in genre.given:
        if not isinstance(kind, RoomClue) and kind.at != "board":
            for place, value in sheet.clues.get(kind.key, {}).items():
                yield kind, place, kind.write(value)


# ---- text


def text(
    genre: Genre, sheet: GenreSheet, known: Known, style: Style = "ascii", marked: Collection[Place] = ()
) -> str:
    """The board with corners two lines apart; cells are as wide as the longest text in one needs."""
    labels = {place: own for _, place, own in _clues(genre, sheet)}
    for layer, place, value in _of(genre, known, Shading, CellNumbers, Symbols, DiagonalLines):
        labels.setdefault(place, layer.text(place, value))
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


def _stated(genre: Genre, sheet: GenreSheet) -> list[str]:
    """The clues of the board as a whole."""
    own = [(kind, sheet.clues.get(kind.key, {})) for kind in genre.given if kind.at == "board"]
    return [f"{kind.key}: {kind.write(clues[WHOLE])}" for kind, clues in own if clues]


def _joined(canvas: Mapping[tuple[int, int], str]) -> str:
    top, left = (min(axis) for axis in zip(*canvas))
    bottom, right = (max(axis) for axis in zip(*canvas))
    rows = range(top, bottom + 1)
    return "\n".join("".join(canvas.get((r, c), " ") for c in range(left, right + 1)).rstrip() for r in rows)


# ---- pictures


def svg(genre: Genre, sheet: GenreSheet, known: Known, marked: Collection[Place] = ()) -> str:
    """The picture; what belongs to the answer is green, or grey where it is shaded."""
    places = [place for _, place, _ in _clues(genre, sheet)]
    over = [min([0, *(place[i] + 1 - 2 for place in places if place[i] < 0)]) for i in (0, 1)]
    size = [
        max([2 * own, *(place[i] + 1 for place in places if place[i] > 2 * own)])
        for i, own in enumerate((sheet.rows, sheet.columns))
    ]
    top, left = MARGIN - HALF * over[0], MARGIN - HALF * over[1]

    def at(place: Place) -> tuple[int, int]:
        """x and y in pixels."""
        return left + HALF * place[1], top + HALF * place[0]

    whole = (
        f'<rect x="0" y="0" width="{MARGIN + HALF * size[1] + left}" height="{MARGIN + HALF * size[0] + top}"'
    )
    body = [
        f'{whole} fill="#fff"/>',
        *_ground(genre, sheet, known, at),
        *_grid(genre, sheet, known, at),
        *(part for own in _clues(genre, sheet) for part in _clue(*own, at)),
        *_answer(genre, sheet, known, at),
        *(_ring(at(place)) for place in sorted(marked)),
    ]
    width, height = (MARGIN + HALF * size[1] + left, MARGIN + HALF * size[0] + top)
    return document(width, height, body)


At = Callable[[Place], tuple[int, int]]


def _square(x: int, y: int, fill: str) -> str:
    return f'<rect x="{x - HALF}" y="{y - HALF}" width="{2 * HALF}" height="{2 * HALF}" fill="{fill}"/>'


def _ground(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    """Shaded cells, those of the answer and those of sums."""
    for layer, place, value in sorted(_of(genre, known, Shading), key=lambda own: own[1]):
        if layer.text(place, value) == "#":
            yield _square(*at(place), "#999")
    for kind, place, _ in _clues(genre, sheet):
        if isinstance(kind, SumClue):
            yield _square(*at(place), "#444")


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


def _circle(x: int, y: int, fill: str, radius: float = 0.75 * HALF) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def _clue(kind: ClueKind, place: Place, label: str, at: At) -> Iterator[str]:
    x, y = at(place)
    match kind:
        case SignClue() if label in ("o", "*"):
            yield _circle(x, y, "#fff" if label == "o" else INK)
        case SumClue():
            down, _, right = label.partition("\\")
            yield f'<path d="M{x - HALF} {y - HALF}l{2 * HALF} {2 * HALF}" stroke="#fff" stroke-width="1"/>'
            yield _text(x - HALF / 2, y + HALF / 2, down.replace("#", ""), 11, "#fff")
            yield _text(x + HALF / 2, y - HALF / 2, right, 11, "#fff")
        case ArrowClue():
            yield _text(x, y, ARROW_SIGNS[ARROWS.index(label[0])] + label[1:], 15, INK)
        case _ if kind.at == "corner":
            yield _circle(x, y, "#fff", 0.5 * HALF)
            yield _text(x, y, label, 11, INK)
        case _ if kind.at == "room":
            yield _text(x - 0.55 * HALF, y - 0.5 * HALF, label, 11, INK)
        case _:
            yield _text(x, y, label, 17, INK)


def _answer(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    clued = {place for _, place, _ in _clues(genre, sheet)}
    for layer, place, value in sorted(_of(genre, known, CellLayer), key=lambda own: own[1]):
        x, y = at(place)
        sign = layer.text(place, value)
        if isinstance(layer, DiagonalLines):
            start = f"M{x - HALF} {y - HALF}l" if sign == "\\" else f"M{x - HALF} {y + HALF}l"
            rise = 2 * HALF if sign == "\\" else -2 * HALF
            yield f'<path d="{start}{2 * HALF} {rise}" stroke="{ANSWER}" stroke-width="2.5"/>'
        elif isinstance(layer, Shading) and sign == "#":
            continue
        elif place not in clued:
            label = str(value) if isinstance(layer, CellNumbers) else "★" if sign == "*" else sign
            yield _text(x, y, label, 17, ANSWER)
    for kind, parity in ((CentreLines, 1), (EdgeLines, 0)):
        if lines := sorted(place for _, place, _ in _of(genre, known, kind)):
            yield _path(lines, parity, at, ANSWER, 3)


def _ring(at: tuple[int, int]) -> str:
    return (
        f'<circle cx="{at[0]}" cy="{at[1]}" r="{0.9 * HALF}" fill="none" stroke="#d02020" stroke-width="2"/>'
    )
