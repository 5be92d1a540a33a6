"""A puzzle of a genre as text and as SVG: clues, and the values of the board that are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, partial
from html import escape
from textwrap import wrap

from zenkai_solver.models.genres.amounts import ValueAt
from zenkai_solver.models.genres.clues import (
    ARROWS,
    MIDDLE,
    NOTHING,
    PARTS,
    PIPES,
    ArrowClue,
    ArrowSetClue,
    ClueKind,
    CompassClue,
    NumberClue,
    NumbersClue,
    PipeClue,
    RoomClue,
    ShipClue,
    SignClue,
    SignedClue,
    SumClue,
    directions_in,
)
from zenkai_solver.models.genres.expressions import Compare
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.graphs import ByLabel
from zenkai_solver.models.genres.layers import (
    Areas,
    Arrows,
    Bars,
    CellLayer,
    CellNumbers,
    CentreLines,
    DiagonalLines,
    EdgeLines,
    Layer,
    Shading,
    Symbols,
    Triangles,
)
from zenkai_solver.models.genres.places import Everywhere
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    WHOLE,
    DirectionName,
    GenreSheet,
    Place,
    values_in,
)
from zenkai_solver.models.render.layout import Corners, Layout, Point, shapes
from zenkai_solver.models.render.svg import document
from zenkai_solver.models.render.text import CROSSINGS, LINES, Style

Known = Mapping[tuple[str, Place], int]  # values; 0, where it is named, is nothing
NOTHING_KNOWN: Known = {}
HALF, MARGIN, LINE = 16, 10, 20  # pixels of half a cell, around the board, and of a line of text below it
COLUMN, LEAST_COLUMNS = 8, 20  # pixels of a character below the board; so many stand in a line at least
INK, ANSWER, GREY, SHADE, PAPER, WATER = "#222", "#1a7f37", "#bbb", "#555", "#fff", "#2a6fbb"
ARROW_SIGNS = "↑↓←→"
SIGNS_OF_SUMS = str.maketrans("-*/", "−×÷")
CHEVRONS = {"^": "∧", "v": "∨"}  # of signs between two cells
SHAPES = {"^": "△", "#": "□"}
CIRCLES = {"o": PAPER, "%": GREY, "@": GREY, "*": ""}  # a black one has the ink of its cell
# Signs as strokes, and as filled shapes by the name of their layer or key, from the middle of a cell.
STROKES = {
    **{"|": "m0 -10v20", "-": "m-10 0h20", "+": "m-10 0h20m-10 -10v20"},
    "x": "m-5 -5l10 10m0 -10l-10 10",
}
PICTURES = {
    ("mine", "*"): "m-7 0a7 7 0 1 1 14 0a7 7 0 1 1 -14 0m6 -12h2v24h-2zm-11 11h24v2h-24z",
    ("pillow", "o"): "m-7 -4q0 -3 3 -3h8q3 0 3 3v8q0 3 -3 3h-8q-3 0 -3 -3z",
    ("tent", "A"): "m0 -10l11 19h-8l-3 -9l-3 9h-8z",
    ("trees", "T"): "m-2 12v-6a9 9 0 1 1 4 0v6z",
}
SMALL = ("dot", "blackdot", "kurarin", "voxas", "marks")  # codecs of small circles
RING = "o"  # a clue that has room for a number
ICE, ICE_SIGN = "#bfe6ff", "~"  # of cells of another ground, which may have values
SECOND = "second"  # lines of a layer of this name are drawn beside those of another one
BESIDE = 4  # pixels from the middle to each of two lines
BED = "bed"  # lines of a layer of this name are drawn as a frame around their two cells


def _of(genre: Genre, known: Known, *kinds: type[Layer]) -> Iterator[tuple[Layer, Place, int]]:
    """The layer, place and value of each value but 0 of layers of these kinds."""
    layers = {layer.name: layer for layer in genre.unknown if isinstance(layer, kinds)}
    return (
        (layers[name], place, value) for (name, place), value in known.items() if value and name in layers
    )


def _empty(genre: Genre, known: Known) -> Iterator[tuple[Layer, Place]]:
    """The layer and place of each known value 0."""
    layers = {layer.name: layer for layer in genre.unknown}
    return ((layers[name], place) for (name, place), value in known.items() if not value)


def _walls(genre: Genre, sheet: GenreSheet, known: Known) -> set[Place]:
    """The edges with a thick line: around the board, between rooms, areas, and groups of equal values.

    Not between rooms that areas are made of.
    """
    walls = {place for _, place, _ in _of(genre, known, Areas)}
    grouped = _grouped(genre)
    keys = [] if _are_joined(genre) else [kind.key for kind in genre.given if isinstance(kind, RoomClue)]
    within = [kind.key for kind in genre.given if kind.is_wall]
    walls |= {edge for key in within for edge in sheet.clues.get(key, {})}
    for edge in sheet.every["edge"]:
        cells = sheet.related(edge, "beside")
        if len(cells) == 1 or any(len({sheet.clues[key].get(cell) for cell in cells}) > 1 for key in keys):
            walls.add(edge)
        values = ([known.get((name, cell)) for cell in cells] for name in grouped)
        if any(None not in pair and len(set(pair)) > 1 for pair in values):
            walls.add(edge)
    return walls


def _are_joined(genre: Genre) -> bool:
    """Are areas looked for that are made of rooms?"""
    return any(isinstance(layer, Areas) for layer in genre.unknown)


def _seams(genre: Genre, sheet: GenreSheet) -> list[Place]:
    """The edges between rooms that areas are made of."""
    keys = [kind.key for kind in genre.given if isinstance(kind, RoomClue) and _are_joined(genre)]
    pairs = [(edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"]]
    return [
        edge
        for key in keys
        for edge, (one, other) in pairs
        if sheet.clues[key].get(one) != sheet.clues[key].get(other)
    ]


def _within(genre: Genre, sheet: GenreSheet) -> set[Place]:
    """Of several divisions into rooms, the edges that only others than the last one have a wall at."""
    *others, last = [None, *(kind.key for kind in genre.given if isinstance(kind, RoomClue))]
    rooms = sheet.clues.get(last or "", {})
    pairs = ((edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"])
    return {edge for edge, (one, other) in pairs if len(others) > 1 and rooms[one] == rooms[other]}


@cache
def _grouped(genre: Genre) -> frozenset[str]:
    """The layers that a rule groups by equal values."""
    labels = (word for word in values_in(genre.rules) if isinstance(word, ByLabel))
    graphs = (graph for graph in labels if isinstance(graph.over, Everywhere))
    compared = (word for graph in graphs for word in values_in(graph.holds) if isinstance(word, Compare))
    return frozenset(
        word.left.layer for word in compared if isinstance(word.left, ValueAt) and word.operator == "="
    )


def _on_edges(genre: Genre) -> bool:
    """Are lines on edges unknown? Then the board has dots and no frame."""
    return any(isinstance(layer, EdgeLines) for layer in genre.unknown)


def _clues(
    genre: Genre, sheet: GenreSheet, known: Known = NOTHING_KNOWN
) -> Iterator[tuple[ClueKind, Place, str]]:
    """The clues that are drawn at a place: kind, place and text. A known value replaces its `?`."""
    for kind in genre.given:
        walls = isinstance(kind, RoomClue) or kind.is_wall
        if not walls and kind.at != "board":
            layers = [layer.name for layer in genre.unknown if getattr(layer, "given", "") == kind.key]
            for place, value in sheet.clues.get(kind.key, {}).items():
                if value != HIDDEN or not any(known.get((layer, place)) for layer in layers):
                    yield kind, place, kind.write(value)


# ---- text


def text(
    genre: Genre, sheet: GenreSheet, known: Known, style: Style = "ascii", marked: Collection[Place] = ()
) -> str:
    """The board as text, corners two lines apart; cells are as wide as the longest label needs."""
    labels, beside_lines = _labels(genre, sheet, known, LINES[style][1])
    # So wide that shading is seen beside a clue, and a line beside the number of a room.
    widths = [
        *(len(label) + 1 for label in labels.values()),
        *(2 * len(label) + 1 for label in beside_lines.values()),
    ]
    canvas = _Paper(style, max([3, *widths]) // 2 * 2 + 2)
    if _on_edges(genre):
        dot = "." if style == "ascii" else "·"
        divided = any(isinstance(kind, RoomClue) for kind in genre.given)
        walls = _walls(genre, sheet, known) if divided else ()
        canvas.write_all(dict.fromkeys((*sheet.every["corner"], *walls), dot))
    else:
        canvas.write_all(dict.fromkeys(_seams(genre, sheet), ":"))
        canvas.strokes(_walls(genre, sheet, known), 0)
    canvas.strokes({place for _, place, _ in _of(genre, known, EdgeLines)}, 0)
    dark = (place for layer, place, value in _of(genre, known, Shading) if layer.text(place, value) == "#")
    canvas.write_all(dict.fromkeys(dark, "#" * (canvas.width - 1)))
    canvas.strokes({place for layer, place, _ in _of(genre, known, CentreLines) if layer.name != SECOND}, 1)
    crossed = {place for _, place, _ in _of(genre, known, Areas) if place[0] % 2}
    crossed &= {place for _, place, _ in _of(genre, known, CentreLines)}
    canvas.write_all(dict.fromkeys(crossed, LINES[style][1]))
    canvas.write_all(_second(genre, known, canvas.width - 1))
    canvas.write_all(labels)
    for corner, label in beside_lines.items():
        canvas.write_after(corner, label)
    canvas.write_all({place: labels.get(place, "") + "*" for place in marked})
    return "\n".join([canvas.joined(), *_stated(genre, sheet)])


def _second(genre: Genre, known: Known, width: int) -> dict[Place, str]:
    """What stands for two lines, and for a second one without the first, which a wrong board may have."""
    lines: dict[Place, set[str]] = {}
    for layer, place, _ in _of(genre, known, CentreLines):
        lines.setdefault(place, set()).add(layer.name)
    signs = {place: "=" if len(names) > 1 else "~" for place, names in lines.items() if SECOND in names}
    return {
        place: sign * width if place[0] % 2 else {"=": '"'}.get(sign, sign) for place, sign in signs.items()
    }


def _labels(
    genre: Genre, sheet: GenreSheet, known: Known, upright: str
) -> tuple[dict[Place, str], dict[Place, str]]:
    """The clues and values by place; and the numbers of rooms beside which lines go, by corner."""
    lines = any(isinstance(layer, CentreLines) for layer in genre.unknown)
    more = any(isinstance(layer, CellNumbers | Bars) for layer in genre.unknown)  # in a cell than its clue
    labels: dict[Place, str] = {}
    beside_lines: dict[Place, str] = {}
    for kind, place, label in _clues(genre, sheet, known):
        if kind.at == "room" and lines:  # on the border above, where no line crosses it
            beside_lines[place[0] - 1, place[1] - 1] = label
        else:
            labels[place[0] - (more and kind.at == "room"), place[1]] = label
    for layer, place, value in _of(genre, known, CellLayer):
        sign = layer.text(place, value)
        clue = labels.get(place)
        labels[place] = sign if clue is None else _with_clue(layer, sheet, place, sign, clue, lines)
    for layer, place, _ in _of(genre, known, Areas, CentreLines):
        if place in labels and place[0] % 2 == isinstance(layer, Areas):  # a line through a sign on an edge
            labels[place] = upright + labels[place] + upright
    for layer, place in sorted(_empty(genre, known), key=lambda entry: entry[0].name != SECOND):
        nothing = "1" if layer.name == SECOND else "x"  # one bridge at most, or none
        labels[place] = f"{labels.get(place, '')}." if isinstance(layer, CellLayer) else nothing
    return labels, beside_lines


def _with_clue(layer: Layer, sheet: GenreSheet, place: Place, sign: str, clue: str, lines: bool) -> str:
    """What is shown at a place that has a clue and a value: the clue, the sign of the value, or both."""
    if isinstance(layer, Shading) and sign == "#":
        return sign + clue if lines else clue  # a line may hide the shading beside it
    if isinstance(layer, Shading | Bars | DiagonalLines) or (
        isinstance(layer, CellNumbers) and clue == ICE_SIGN
    ):
        return clue + sign  # a mark on a clue is one that a wrong board may have
    in_ring = isinstance(layer, CellNumbers) and clue == RING  # a number takes its place
    return sign if in_ring or not _is_clued(layer, sheet, place) else clue


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
        self._put(place[0], place[1] * self.width // 2 - (len(label) - 1) // 2, label)

    def write_after(self, corner: Place, label: str) -> None:
        """The text right of a corner."""
        self._put(corner[0], corner[1] * self.width // 2 + 1, label)

    def _put(self, line: int, column: int, label: str) -> None:
        for i, char in enumerate(label):
            self.chars[line, column + i] = char

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
    """Is the clue drawn in place of the value? Not where the value is a sign that no clue gives."""
    return not isinstance(layer, Symbols) or sheet.clues.get(layer.given, {}).get(place, HIDDEN) != HIDDEN


def _stated(genre: Genre, sheet: GenreSheet) -> list[str]:
    """The clues of the board as a whole."""
    of_board = [(kind, sheet.clues.get(kind.key, {})) for kind in genre.given if kind.at == "board"]
    return [f"{kind.key}: {kind.write(clues[WHOLE])}" for kind, clues in of_board if clues]


# ---- pictures


def frame(genre: Genre, sheet: GenreSheet, beside: Collection[Place] = ()) -> tuple[Place, Place]:
    """The upper left and the lower right corner of a picture that has room for these places, too."""
    clued = (place for _, place, _ in _clues(genre, sheet))
    spots = [(0, 0), (2 * sheet.rows, 2 * sheet.columns), *clued, *beside]
    (top, bottom), (left, right) = (_span(axis) for axis in zip(*spots))
    return (top, left), (bottom, right)


def svg(
    genre: Genre,
    sheet: GenreSheet,
    known: Known,
    marked: Collection[Place] = (),
    beside: Collection[Place] = (),
) -> str:
    """The SVG; values of the answer are green, or dark where they shade cells.

    `beside`: further places that need room, such as those beside the board. `marked` places get a ring.
    """
    clues = [*_clues(genre, sheet, known)]
    (top, left), (bottom, right) = frame(genre, sheet, beside)

    def at(place: Place) -> tuple[int, int]:
        """x and y in pixels."""
        return MARGIN + HALF * (place[1] - left), MARGIN + HALF * (place[0] - top)

    width, height = (2 * MARGIN + HALF * halves for halves in (right - left, bottom - top))
    columns = max(LEAST_COLUMNS, (width - 2 * MARGIN) // COLUMN)
    stated = [line for words in _stated(genre, sheet) for line in wrap(words, columns)]
    width = max(width, 2 * MARGIN + COLUMN * max(map(len, stated), default=0))
    height += LINE * len(stated)
    shaded = {place for layer, place, value in _of(genre, known, Shading) if layer.text(place, value) == "#"}
    dark = {place for kind, place, _ in clues if _is_dark(kind)}
    ships = any(isinstance(kind, ShipClue) for kind in genre.given)
    lined = {cell for _, edge, _ in _of(genre, known, CentreLines) for cell in sheet.related(edge, "beside")}
    over = [clue for clue in clues if _is_over(*clue, lined)]
    under = sorted((clue for clue in clues if clue not in over), key=lambda clue: not _is_ring(clue[0]))
    body = [
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="{PAPER}"/>',
        *(_square(*at(place), ICE) for kind, place, _ in clues if _is_ice(kind)),
        *(_square(*at(place), SHADE) for place in sorted(shaded) if not ships),
        *(_square(*at(place), SHADE) for place in sorted(dark)),
        *_grid(genre, sheet, known, at),
        *(_ship(*at(place), _going_on(place, shaded), SHADE) for place in sorted(shaded) if ships),
        *(part for clue in under for part in _clue(*clue, at, PAPER if clue[1] in shaded | dark else INK)),
        *_answer(genre, sheet, known, at),
        *(part for clue in over for part in _clue_over(*clue, at)),
        *(_ring(*at(place), is_cell=place[0] % 2 == place[1] % 2) for place in sorted(marked)),
        *(_below(line, height - LINE * i) for i, line in enumerate(reversed(stated))),
    ]
    return document(width, height, body)


def _span(axis: Sequence[int]) -> tuple[int, int]:
    """The ends of the picture in half cells; the board's are the first two, and clues beside it have room."""
    least, most = min(axis), max(axis)
    return least - (least < axis[0]), most + (most > axis[1])


def _is_dark(kind: ClueKind) -> bool:
    """Is a cell with such a clue black? So are sums, and cells that are no part of the board."""
    closed = isinstance(kind, SignClue) and kind.at == "cell" and kind.signs == "#"
    return closed or isinstance(kind, SumClue) or (isinstance(kind, NumberClue) and kind.dark)


def _is_over(kind: ClueKind, place: Place, label: str, lined: Collection[Place]) -> bool:
    """Is the clue drawn over the answer? So are numbers at corners, and those at the ends of lines."""
    numbered = isinstance(kind, NumberClue | CompassClue) or (isinstance(kind, SignedClue) and len(label) > 1)
    return kind.at == "corner" or (kind.at == "cell" and (numbered or _is_written(kind)) and place in lined)


def _is_written(kind: ClueKind) -> bool:
    """Is it an arrow, or a comparison, on a white cell?"""
    if isinstance(kind, SignClue):
        return {*kind.signs} <= {*"=<>"}
    return isinstance(kind, ArrowClue) and kind.plain != "#"


def _is_ice(kind: ClueKind) -> bool:
    return isinstance(kind, SignClue) and kind.signs == ICE_SIGN


def _is_ring(kind: ClueKind) -> bool:
    return isinstance(kind, SignClue) and kind.signs == RING


def _going_on(place: Place, shaded: Collection[Place]) -> set[DirectionName]:
    """The sides on which a shaded cell adjoins the place."""
    y, x = place
    return {name for name, (dy, dx) in NAMED_DIRECTIONS.items() if (y + 2 * dy, x + 2 * dx) in shaded}


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
        if any(isinstance(kind, RoomClue) for kind in genre.given):
            yield _path(sorted(_walls(genre, sheet, known)), 0, at, GREY, 1)
        return
    walls = _walls(genre, sheet, known)
    yield _path([edge for edge in sheet.every["edge"] if edge not in walls], 0, at, GREY, 1)
    thin = _within(genre, sheet) & walls
    yield from [_path(sorted(thin), 0, at, INK, 1)] if thin else []
    yield from [_path(seams, 0, at, INK, 1)] if (seams := _seams(genre, sheet)) else []
    yield _path(sorted(walls - thin), 0, at, INK, 2.5)


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


def _text(
    x: float, y: float, label: str, size: int, fill: str, room: float = 2 * HALF - 4, anchor: str = "middle"
) -> str:
    """The text, smaller where it would be wider than `room`, by 0.65 of its size for each character."""
    size = max(5, min(size, int(room / (0.65 * max(1, len(label))))))
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" '
        f'dominant-baseline="central" fill="{fill}">{escape(label, quote=False)}</text>'
    )


def _circle(x: int, y: int, fill: str, radius: float = 0.75 * HALF, stroke: str = INK) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def _sign(x: int, y: int, sign: str, ink: str, radius: float = 0.75, rim: str = "", name: str = "") -> str:
    """A sign as people draw it: o, *, @ are a white, black, grey circle. `name`: of its layer or key."""
    if (name, sign) in PICTURES:
        return f'<path d="M{x} {y}{PICTURES[name, sign]}" fill="{ink}"/>'
    if sign in CIRCLES:
        return _circle(x, y, CIRCLES[sign] or ink, radius * HALF, rim or ink)
    if sign in STROKES:
        return f'<path d="M{x} {y}{STROKES[sign]}" fill="none" stroke="{ink}" stroke-width="2.5"/>'
    return _text(x, y, SHAPES.get(sign, sign), 24 if sign in SHAPES else 17, ink)


def _ship(x: int, y: int, going_on: AbstractSet[DirectionName], fill: str) -> str:
    """A part of a ship; a corner is round where the ship continues on neither of its sides."""
    up, down, left, right = (HALF - (0 if side in going_on else INSET) for side in NAMED_DIRECTIONS)
    radius = HALF - INSET
    corners = ((x + right, y - up), (x + right, y + down), (x - left, y + down), (x - left, y - up))
    sides = (("up", "right"), ("right", "down"), ("down", "left"), ("left", "up"))
    drawn = ""
    for i, ((px, py), pair) in enumerate(zip(corners, sides)):
        cut = 0 if {*going_on} & {*pair} else radius
        (dx, dy), (ex, ey) = TURNS[i], TURNS[(i + 1) % 4]
        drawn += f"{'L' if drawn else 'M'}{px - cut * dx} {py - cut * dy}"
        drawn += f"A{radius} {radius} 0 0 1 {px + cut * ex} {py + cut * ey}" if cut else ""
    return f'<path d="{drawn}z" fill="{fill}"/>'


def _compass(x: int, y: int, label: str) -> Iterator[str]:
    """Four numbers, one at each side, between the diagonals."""
    half = HALF - 2
    cross = f"M{x - half} {y - half}l{2 * half} {2 * half}M{x - half} {y + half}l{2 * half} {-2 * half}"
    yield f'<path d="{cross}" fill="none" stroke="{GREY}"/>'
    for number, (dy, dx) in zip(label.split("/"), DIRECTIONS):
        if number != NOTHING:
            yield _circle(x + round(0.62 * HALF * dx), y + round(0.62 * HALF * dy), PAPER, 5, PAPER)
            yield _text(x + 0.62 * HALF * dx, y + 0.62 * HALF * dy, number, 10, INK, 0.7 * HALF)


def _arrow_set(x: int, y: int, label: str, ink: str) -> Iterator[str]:
    """The arrows, from the middle of the cell."""
    for sign in label:
        dy, dx = DIRECTIONS[ARROWS.index(sign)]
        yield _text(x + 0.5 * HALF * dx, y + 0.5 * HALF * dy, _with_arrow(sign), 14, ink)


def _pipe(x: int, y: int, label: str) -> str:
    """A part of a line, in grey, so that the line is seen on it."""
    mask = next((mask for mask, sign in PIPES.items() if sign == label), 0)
    if not mask:
        return _text(x, y, label, 17, INK)
    drawn = "".join(f"M{x} {y}l{HALF * step.x} {HALF * step.y}" for step in directions_in(mask))
    return f'<path d="{drawn}" fill="none" stroke="{GREY}" stroke-width="8" stroke-linecap="round"/>'


INSET = 3  # pixels between a ship and the sides of its cell
TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # x and y of the steps clockwise around a cell
WAVES = "m-10 -2q5 -6 10 0t10 0m-20 6q5 -6 10 0t10 0"


def _ship_clue(x: int, y: int, label: str, value: int, ink: str) -> Iterator[str]:
    if value == HIDDEN:
        yield _text(x, y, label, 17, ink)
    elif value == MIDDLE:
        yield _square(x, y, INK, INSET)
    elif value in PARTS:
        yield _ship(x, y, PARTS[value], INK)
    else:
        yield f'<path d="M{x} {y}{WAVES}" fill="none" stroke="{WATER}" stroke-width="2"/>'


def _sums(x: int, y: int, label: str) -> Iterator[str]:
    """A black cell: the sum of the run below it, lower left, and of the run to its right, upper right."""
    down, _, right = label.partition("\\")
    if label != "#":
        yield f'<path d="M{x - HALF} {y - HALF}l{2 * HALF} {2 * HALF}" stroke="{PAPER}"/>'
    for number, step in ((down.replace("#", ""), -1), (right, 1)):
        if number:
            yield _text(x + step * HALF / 2, y - step * HALF / 2, number, 12, PAPER, HALF)


def _clue(kind: ClueKind, place: Place, label: str, at: At, ink: str) -> Iterator[str]:
    """The shapes of a clue; `ink` is the colour that is legible on its cell."""
    x, y = at(place)
    if kind.at in ("corner", "edge", "room") and not isinstance(kind, SignClue | ArrowClue):
        yield from _small(kind, x, y, label, ink)
        return
    match kind:
        case SumClue():
            yield from _sums(x, y, label)
        case NumbersClue():
            in_line = kind.at == "line"
            yield from _in_line(x, y, label, place[0] < 0, ink) if in_line else _several(x, y, label, ink)
        case SignClue() | NumberClue(dark=True) if _is_dark(kind):
            plain = isinstance(kind, SignClue) or label == kind.unsaid
            yield from () if plain else (_text(x, y, label, 17, ink),)
        case SignClue() if not _is_ice(kind):
            yield _sign_clue(kind, place, label, at, ink)
        case ShipClue():
            yield from _ship_clue(
                x, y, label, kind.signs.index(label) if label in kind.signs else HIDDEN, ink
            )
        case SignedClue():
            fill = {"o": PAPER, "*": INK}.get(label[0], GREY)
            yield _square(x, y, INK) + _square(x, y, fill, 2) if kind.arrows else _circle(x, y, fill)
            room = 2 * HALF - 6 if kind.arrows else 1.3 * HALF
            yield _text(x, y, _with_arrow(label[1:]), 14, PAPER if fill == INK else INK, room)
        case ArrowClue():
            black = kind.plain == "#"
            yield from [_square(x, y, SHADE)] if black else []
            across = CHEVRONS.get(label, label) if kind.at == "edge" else _with_arrow(label)
            yield _text(x, y, "" if label == "#" else across, 15, PAPER if black else ink)
        case _:
            yield from _in_cell(kind, x, y, label, ink)


def _in_cell(kind: ClueKind, x: int, y: int, label: str, ink: str) -> Iterator[str]:
    """Lines, arrows, or a number in a circle, alone, or one of the four of a compass; ice is drawn before."""
    match kind:
        case PipeClue():
            yield _pipe(x, y, label)
        case ArrowSetClue():
            yield from _arrow_set(x, y, label, ink)
        case CompassClue():
            yield from _compass(x, y, label)
        case NumberClue(circled=True):
            yield _circle(x, y, PAPER, 0.8 * HALF)
            yield from () if label == kind.unsaid else (_text(x, y, label, 15, INK, 1.35 * HALF),)
        case _ if not _is_ice(kind):
            yield _text(x, y, label, 17, ink)


def _sign_clue(kind: SignClue, place: Place, label: str, at: At, ink: str) -> str:
    """A sign; = at an edge is a rope that joins the cells beside it."""
    if kind.signs == "=":
        return _path([place], 1, at, GREY, 8)
    small = kind.at != "cell" or kind.link in SMALL
    return _sign(*at(place), label, INK, 0.35 if small else 0.75, ink, kind.key)


def _small(kind: ClueKind, x: int, y: int, label: str, ink: str) -> Iterator[str]:
    """A clue between cells, or of a room."""
    if kind.at != "room":
        yield _circle(x, y, "#fff", 0.5 * HALF)
        yield _text(x, y, label, 11, INK, 0.9 * HALF)
        return
    words, size = label.translate(SIGNS_OF_SUMS), 10 if len(label) > 1 else 11
    yield _text(x - HALF + 3, y - 0.5 * HALF, words, size, ink, anchor="start")


SEVERAL = {  # where numbers of a cell are, in halves of its side
    1: ((0, 0),),
    2: ((-0.4, -0.35), (0.4, 0.35)),
    3: ((-0.45, -0.35), (0.45, -0.35), (0, 0.4)),
    4: ((0, -0.55), (-0.55, 0), (0.55, 0), (0, 0.55)),
}


def _in_line(x: int, y: int, label: str, upright: bool, ink: str) -> Iterator[str]:
    """Some numbers above a column, or before a row."""
    words = label.split(",")
    if not upright or len(words) == 1:
        yield _text(x, y, " ".join(words), 15, ink)
        return
    step = min(13, 2 * HALF // len(words))
    for number, word in enumerate(words):
        yield _text(x, y + round((number - (len(words) - 1) / 2) * step), word, step, ink)


def _several(x: int, y: int, label: str, ink: str) -> Iterator[str]:
    """Some numbers of a cell, one beside the other where they are more than four."""
    words = label.split(",")
    if len(words) not in SEVERAL:
        yield _text(x, y, label, 15, ink)
        return
    for word, (right, down) in zip(words, SEVERAL[len(words)]):
        yield _text(round(x + right * HALF), round(y + down * HALF), word, 17 if len(words) == 1 else 13, ink)


def _clue_over(kind: ClueKind, place: Place, label: str, at: At) -> Iterator[str]:
    """The clue, on a disc in place of what is below it."""
    bare = isinstance(kind, NumberClue) and not kind.circled
    if kind.at == "cell" and (bare or _is_written(kind)):
        yield _circle(*at(place), PAPER, 0.65 * HALF, PAPER)
    yield from _clue(kind, place, label, at, INK)


def _answer(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    yield from _lines(genre, known, at)
    clues = [*_clues(genre, sheet, known)]
    clued = {place for kind, place, _ in clues if kind.at != "room" and not _is_ice(kind)}
    rings = {place for kind, place, _ in clues if _is_ring(kind)}
    rings -= {place for kind, place, _ in clues if not _is_ring(kind)}
    below = any(kind.at == "room" for kind in genre.given)  # numbers of rooms
    lined = [layer.name for layer in genre.unknown if isinstance(layer, CentreLines)]
    for layer, place, value in sorted(_of(genre, known, CellLayer), key=lambda entry: entry[1]):
        x, y = at(place)
        sign = layer.text(place, value)
        pictured = (layer.name, sign) in PICTURES
        if drawn := _shape(layer, sign, x, y):
            yield drawn if place not in clued or not isinstance(layer, Arrows) else ""
        elif isinstance(layer, Shading) and sign == "#":
            continue
        elif pictured or (isinstance(layer, Symbols) and not _is_clued(layer, sheet, place)):
            yield _sign(x, y, sign, ANSWER, name=layer.name)
        elif place not in clued or (isinstance(layer, CellNumbers) and place in rings):
            numbered = isinstance(layer, CellNumbers) and not layer.letters
            label = str(value) if numbered else "★" if sign == "*" else sign
            size = 24 if label == "★" else 14 if below else 17
            if numbered and any(
                known.get((name, edge)) for name in lined for edge in sheet.related(place, "sides")
            ):
                yield _circle(x, y, PAPER, 0.65 * HALF, PAPER)
            yield _text(x + 2 * below, y + 6 * below, label, size, ANSWER)
        elif isinstance(layer, Shading):  # on a clue, which a wrong board may have
            yield _text(x + 0.6 * HALF, y + 0.5 * HALF, sign, 12, ANSWER, HALF)
    yield from (_nothing(layer, place in clued, at(place)) for layer, place in _empty(genre, known))


def _shape(layer: Layer, sign: str, x: int, y: int) -> str:
    """The path of a value that is no text; "" for others."""
    if isinstance(layer, DiagonalLines):
        start = f"M{x - HALF} {y - HALF}l" if sign == "\\" else f"M{x - HALF} {y + HALF}l"
        rise = 2 * HALF if sign == "\\" else -2 * HALF
        return f'<path d="{start}{2 * HALF} {rise}" stroke="{ANSWER}" stroke-width="2.5"/>'
    if isinstance(layer, Bars):
        return f'<path d="M{x} {y}{_stroke(sign)}" stroke="{ANSWER}" stroke-width="4"/>'
    if isinstance(layer, Triangles):
        down, across = HALFS[sign]
        corner = f"M{x + HALF * across} {y + HALF * down}"
        return (
            f'<path d="{corner}v{-2 * HALF * down}L{x - HALF * across} {y + HALF * down}z" fill="{SHADE}"/>'
        )
    if isinstance(layer, Arrows):
        return _text(x, y, _with_arrow(sign), 20, ANSWER)
    return ""


HALFS = {"F": (-1, -1), "7": (-1, 1), "J": (1, 1), "L": (1, -1)}  # the black corner: down and across


def _lines(genre: Genre, known: Known, at: At) -> Iterator[str]:
    """Lines between centres and on edges; beds as frames, second lines beside the others."""
    second = {place for layer, place, _ in _of(genre, known, CentreLines) if layer.name == SECOND}
    for kind, parity in ((CentreLines, 1), (EdgeLines, 0)):
        lines = sorted((place, layer.name) for layer, place, _ in _of(genre, known, kind))
        yield from (_bed(*at(place), level=place[0] % 2 == 1) for place, name in lines if name == BED)
        plain = [place for place, name in lines if name not in (BED, SECOND)]
        if single := [place for place in plain if place not in second]:
            yield _path(single, parity, at, ANSWER, 4)
        for aside, double in ((-BESIDE, [*second.intersection(plain)]), (BESIDE, [*second])):
            if double and kind is CentreLines:
                yield _path(sorted(double), parity, partial(_aside, at, aside), ANSWER, 3)


def _aside(at: At, pixels: int, place: Place) -> tuple[int, int]:
    """The middle of a line between centres, moved across it."""
    x, y = at(place)
    return (x, y + pixels) if place[0] % 2 else (x + pixels, y)


def _bed(x: int, y: int, level: bool) -> str:
    """A frame around the two cells beside an edge."""
    far, near = 2 * HALF - 4, HALF - 4
    half = (far, near) if level else (near, far)
    return (
        f'<path d="M{x - half[0]} {y - half[1]}h{2 * half[0]}v{2 * half[1]}h{-2 * half[0]}z" fill="none" '
        f'stroke="{ANSWER}" stroke-width="2"/>'
    )


def _nothing(layer: Layer, clued: bool, point: Point) -> str:
    """A known value 0: a cross for a line, a dot for a cell, in a corner if the cell has a clue."""
    x, y = point
    if not isinstance(layer, CellLayer):
        return _text(x + (2 * BESIDE if layer.name == SECOND else 0), y, "×", 13, ANSWER)
    aside = HALF - 5 if clued else 0
    return f'<circle cx="{x + aside}" cy="{y + aside}" r="2" fill="{ANSWER}"/>'


def _stroke(sign: str) -> str:
    """The path of a bar through the middle of a cell, `|` or `-`."""
    long = 0.6 * HALF
    return f"m0 {-long}v{2 * long}" if sign == "|" else f"m{-long} 0h{2 * long}"


def _below(words: str, bottom: int) -> str:
    return (
        f'<text x="{MARGIN}" y="{bottom - LINE // 3}" font-family="sans-serif" font-size="13" fill="{INK}">'
        f"{escape(words, quote=False)}</text>"
    )


def _ring(x: int, y: int, is_cell: bool) -> str:
    """A ring around a cell or a corner; a smaller one around an edge, so that it touches no other."""
    radius = (0.9 if is_cell else 0.5) * HALF
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="#d02020" stroke-width="2"/>'


# ---- the layout of boards on a page

THIN = 0.08  # of a cell: half the width of a line that lies on cells
PAINT = {"#": "#b0b0b0", "-": ANSWER, "|": ANSWER}


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
        if isinstance(layers[name], CellNumbers | Symbols) and _is_clued(layers[name], sheet, place)
    }
    shown = [clue for clue in _clues(genre, sheet) if clue[1] not in numbered]
    walls = () if _on_edges(genre) else sorted(_walls(genre, sheet, {}))

    def at(place: Place) -> tuple[int, int]:
        return HALF * place[1], HALF * place[0]

    dark = (_square(*at(place), SHADE) for kind, place, _ in shown if _is_dark(kind))
    dots = _grid(genre, sheet, {}, at) if not first else ()
    return Layout(
        corners,
        pieces=False,
        lines=tuple(_ends(wall, wall[0] % 2 == 0) for wall in walls),
        paint=_paint(genre) if first else {**PAINT, ".": "none"},
        given=tuple(i for i, key in enumerate(places) if key in fixed),
        below=shapes((*dark, *dots)),
        above=shapes(
            part for clue in shown for part in _clue(*clue, at, PAPER if _is_dark(clue[0]) else INK)
        ),
        unit=2 * HALF,
        room=_room(sheet, corners, [place for _, place, _ in shown]),
    )


def _paint(genre: Genre) -> dict[str, str]:
    """The colour of a cell with each sign."""
    shades = any(isinstance(layer, Shading) for layer in genre.unknown)
    return {sign: colour for sign, colour in PAINT.items() if shades or sign != "#"}


def _room(sheet: GenreSheet, corners: Sequence[Corners], clues: Sequence[Place]) -> float:
    """How far the board and the clues beside it reach beyond the corners, in cells."""
    points = [point for ends in corners for point in ends] or [(0.0, 0.0)]
    rest = [0.0]
    for i, size in ((0, sheet.columns), (1, sheet.rows)):
        low, high = _span([0, 2 * size, *(place[1 - i] for place in clues)])
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
