"""A puzzle of a genre as SVG: clues, and the values of the board that are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial
from html import escape
from textwrap import wrap

from zenkai_solver.models.genres.clues import (
    ARROWS,
    MIDDLE,
    NOTHING,
    PARTS,
    PIPES,
    UNKNOWN,
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
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.known import (
    ICE,
    ICE_SIGN,
    RING,
    SECOND,
    Known,
    blanks,
    board_clues,
    drawn_clues,
    is_clued,
    lines_on_edges,
    seams,
    shown_by,
    thick_edges,
    thin_edges,
)
from zenkai_solver.models.genres.layers import (
    Arrows,
    Bars,
    CellLayer,
    CellNumbers,
    CentreLines,
    CornerMarks,
    DiagonalLines,
    EdgeLines,
    Layer,
    Shading,
    Symbols,
    Triangles,
)
from zenkai_solver.models.genres.places import Following
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    DirectionName,
    GenreSheet,
    Place,
    values_in,
)
from zenkai_solver.models.render.layout import Point
from zenkai_solver.models.render.svg import document

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
    ("squares", "#"): "m-16 -16h32v32h-32z",
    ("squares", "o"): "m-11 -11h22v22h-22zm3 3v16h16v-16z",
    ("square", "s"): "m-7 -7h14v14h-14z",
    ("lifts", "U"): "m0 -9l9 16h-18z",
    ("lifts", "D"): "m0 9l9 -16h-18z",
    ("lifts", "-"): "m0 -11l7 9h-14zm0 22l7 -9h-14z",
    ("tent", "A"): "m0 -10l11 19h-8l-3 -9l-3 9h-8z",
    ("trees", "T"): "m-2 12v-6a9 9 0 1 1 4 0v6z",
}
SMALL = ("dot", "blackdot", "kurarin", "voxas", "marks")  # codecs of small circles
BESIDE = 4  # pixels from the middle to each of two lines
PENCIL, TIP, TIPS = "pencil", "tip", "tips"  # layers of arrows, and a key of them, that are drawn as pencils
LIFTS = "lifts"  # the key of signs that lines go through
ISLAND = "island"  # cells with a number of a layer of this name are grey
LEFT = "left"  # numbers of a layer of this name are small, beside the lines
UPWARD, LEFTWARD = 1, 3  # arrows
BED = "bed"  # lines of a layer of this name are drawn as a frame around their two cells


def frame(genre: Genre, sheet: GenreSheet, beside: Collection[Place] = ()) -> tuple[Place, Place]:
    """The upper left and the lower right corner of a picture that has room for these places, too."""
    clued = (place for _, place, _ in drawn_clues(genre, sheet))
    spots = [(0, 0), (2 * sheet.rows, 2 * sheet.columns), *clued, *beside]
    (top, bottom), (left, right) = (span(axis) for axis in zip(*spots))
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
    trails = trail_keys(genre)
    clues = [clue for clue in drawn_clues(genre, sheet, known) if clue[0].key not in trails]
    (top, left), (bottom, right) = frame(genre, sheet, beside)

    def at(place: Place) -> tuple[int, int]:
        """x and y in pixels."""
        return MARGIN + HALF * (place[1] - left), MARGIN + HALF * (place[0] - top)

    width, height = (2 * MARGIN + HALF * halves for halves in (right - left, bottom - top))
    columns = max(LEAST_COLUMNS, (width - 2 * MARGIN) // COLUMN)
    stated = [line for words in board_clues(genre, sheet) for line in wrap(words, columns)]
    width = max(width, 2 * MARGIN + COLUMN * max(map(len, stated), default=0))
    height += LINE * len(stated)
    shaded = {
        place for layer, place, value in shown_by(genre, known, Shading) if layer.text(place, value) == "#"
    }
    land = sorted(place for layer, place, _ in shown_by(genre, known, CellNumbers) if layer.name == ISLAND)
    dark = {place for kind, place, _ in clues if is_dark(kind)}
    ships = any(isinstance(kind, ShipClue) for kind in genre.given)
    lined = {
        cell for _, edge, _ in shown_by(genre, known, CentreLines) for cell in sheet.related(edge, "beside")
    }
    over = [clue for clue in clues if _is_over(*clue, lined)]
    under = sorted((clue for clue in clues if clue not in over), key=lambda clue: not _is_ring(clue[0]))
    body = [
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="{PAPER}"/>',
        *(square(*at(place), ICE) for kind, place, _ in clues if _is_ice(kind)),
        *(square(*at(place), GREY) for place in land),
        *(square(*at(place), SHADE) for place in sorted(shaded) if not ships),
        *(square(*at(place), SHADE) for place in sorted(dark)),
        *grid_lines(genre, sheet, known, at),
        *(part for key in trails for part in _trails(sheet, key, at)),
        *(_ship(*at(place), _going_on(place, shaded), SHADE) for place in sorted(shaded) if ships),
        *(
            part
            for clue in under
            for part in clue_marks(*clue, at, PAPER if clue[1] in shaded | dark else INK)
        ),
        *_answer(genre, sheet, known, at),
        *(part for clue in over for part in _clue_over(*clue, at)),
        *(_ring(*at(place), is_cell=place[0] % 2 == place[1] % 2) for place in sorted(marked)),
        *(_below(line, height - LINE * i) for i, line in enumerate(reversed(stated))),
    ]
    return document(width, height, body)


def span(axis: Sequence[int]) -> tuple[int, int]:
    """The ends of the picture in half cells; the board's are the first two, and clues beside it have room."""
    least, most = min(axis), max(axis)
    return least - (least < axis[0]), most + (most > axis[1])


def is_dark(kind: ClueKind) -> bool:
    """Is a cell with such a clue black? So are sums, and cells that are no part of the board."""
    closed = isinstance(kind, SignClue) and kind.at == "cell" and kind.signs == "#"
    arrowed = isinstance(kind, NumbersClue) and kind.arrows
    return closed or arrowed or isinstance(kind, SumClue) or (isinstance(kind, NumberClue) and kind.dark)


def _is_over(kind: ClueKind, place: Place, label: str, lined: Collection[Place]) -> bool:
    """Is the clue drawn over the answer? So are numbers at corners, and those at the ends of lines."""
    numbered = isinstance(kind, NumberClue | CompassClue) or (isinstance(kind, SignedClue) and len(label) > 1)
    return kind.at == "corner" or (kind.at == "cell" and (numbered or _is_written(kind)) and place in lined)


def _is_written(kind: ClueKind) -> bool:
    """Is it an arrow, a lift, or a comparison, on a white cell?"""
    if isinstance(kind, SignClue):
        return {*kind.signs} <= {*"=<>"} or kind.key == LIFTS
    return isinstance(kind, ArrowClue) and kind.plain != "#" and kind.key != TIPS


def _is_ice(kind: ClueKind) -> bool:
    return isinstance(kind, SignClue) and kind.signs == ICE_SIGN


def _is_ring(kind: ClueKind) -> bool:
    return isinstance(kind, SignClue) and kind.signs == RING


def _going_on(place: Place, shaded: Collection[Place]) -> set[DirectionName]:
    """The sides on which a shaded cell adjoins the place."""
    y, x = place
    return {name for name, (dy, dx) in NAMED_DIRECTIONS.items() if (y + 2 * dy, x + 2 * dx) in shaded}


At = Callable[[Place], tuple[int, int]]


def square(x: int, y: int, fill: str, inset: int = 0) -> str:
    half = HALF - inset
    return f'<path d="M{x - half} {y - half}h{2 * half}v{2 * half}h-{2 * half}z" fill="{fill}"/>'


@cache
def trail_keys(genre: Genre) -> tuple[str, ...]:
    """The keys of arrows at edges that are long ones, from cell to cell."""
    return tuple(sorted({word.key for word in values_in(genre.rules) if isinstance(word, Following)}))


def _trails(sheet: GenreSheet, key: str, at: At) -> Iterator[str]:
    """Long arrows: a line over each edge, and a head where none leads on."""
    steps = {
        edge: DIRECTIONS[clue[0] - 1]
        for edge, clue in sheet.clues.get(key, {}).items()
        if isinstance(clue, tuple)
    }
    yield from [_path(sorted(steps), 1, at, GREY, 5)] if steps else []
    starts = {(edge[0] - step.y, edge[1] - step.x) for edge, step in steps.items()}
    for (y, x), (down, right) in sorted(steps.items()):
        if (head := (y + down, x + right)) not in starts:
            px, py = at(head)
            sides = (f"{px - 7 * (right + side * down)} {py - 7 * (down - side * right)}" for side in (1, -1))
            yield f'<path d="M{px + 8 * right} {py + 8 * down}L{"L".join(sides)}z" fill="{GREY}"/>'


def _with_arrow(label: str) -> str:
    return ARROW_SIGNS[ARROWS.index(label[0])] + label[1:] if label[:1] in {*ARROWS} else label


def grid_lines(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    """Thin lines between cells and thick walls; dots at the corners where lines on edges are looked for."""
    if lines_on_edges(genre):
        for corner in sheet.every["corner"]:
            x, y = at(corner)
            yield f'<circle cx="{x}" cy="{y}" r="2" fill="{INK}"/>'
        if any(isinstance(kind, RoomClue) for kind in genre.given):
            yield _path(sorted(thick_edges(genre, sheet, known)), 0, at, GREY, 1)
        return
    walls = thick_edges(genre, sheet, known)
    yield _path([edge for edge in sheet.every["edge"] if edge not in walls], 0, at, GREY, 1)
    thin = thin_edges(genre, sheet) & walls
    yield from [_path(sorted(thin), 0, at, INK, 1)] if thin else []
    yield from [_path(edges, 0, at, INK, 1)] if (edges := seams(genre, sheet)) else []
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
        yield square(x, y, INK, INSET)
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


def clue_marks(kind: ClueKind, place: Place, label: str, at: At, ink: str) -> Iterator[str]:
    """The shapes of a clue; `ink` is the colour that is legible on its cell."""
    x, y = at(place)
    if kind.at in ("corner", "edge", "room") and not isinstance(kind, SignClue | ArrowClue):
        yield from _small(kind, x, y, label, ink)
        return
    match kind:
        case SumClue():
            yield from _sums(x, y, label)
        case NumbersClue(arrows=True):
            yield _text(x, y, _with_arrow("" if label == UNKNOWN else label), 15, ink)
        case NumbersClue():
            in_line = kind.at == "line"
            yield from _in_line(x, y, label, place[0] < 0, ink) if in_line else _several(x, y, label, ink)
        case SignClue() | NumberClue(dark=True) if is_dark(kind):
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
            yield square(x, y, INK) + square(x, y, fill, 2) if kind.arrows else _circle(x, y, fill)
            room = 2 * HALF - 6 if kind.arrows else 1.3 * HALF
            yield _text(x, y, _with_arrow(label[1:]), 14, PAPER if fill == INK else INK, room)
        case ArrowClue():
            yield from _arrow_clue(kind, x, y, label, ink)
        case _:
            yield from _in_cell(kind, x, y, label, ink)


def _arrow_clue(kind: ArrowClue, x: int, y: int, label: str, ink: str) -> Iterator[str]:
    """An arrow with a number, or the tip of a pencil."""
    black = kind.plain == "#"
    yield from [square(x, y, SHADE)] if black else []
    if kind.key == TIPS:
        yield _tip(x, y, label[:1], ink)
        yield from [_text(x, y, label[1:], 9, ink)] if label[1:] else []
        return
    across = CHEVRONS.get(label, label) if kind.at == "edge" else _with_arrow(label)
    yield _text(x, y, "" if label == "#" else across, 15, PAPER if black else ink)


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
    """A sign; = at an edge is a rope that joins the cells beside it, and # a given wall."""
    if kind.signs == "=":
        return _path([place], 1, at, GREY, 8)
    if kind.at == "edge" and kind.signs == "#":
        return _path([place], 0, at, INK, 6)
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
    yield from clue_marks(kind, place, label, at, INK)


def _answer(genre: Genre, sheet: GenreSheet, known: Known, at: At) -> Iterator[str]:
    yield from _lines(genre, known, at)
    yield from _pencils(genre, known, at)
    clues = [*drawn_clues(genre, sheet, known)]
    clued = {place for kind, place, _ in clues if kind.at != "room" and not _is_ice(kind)}
    rings = {place for kind, place, _ in clues if _is_ring(kind)}
    rings -= {place for kind, place, _ in clues if not _is_ring(kind)}
    below = any(kind.at == "room" for kind in genre.given)  # numbers of rooms
    lined = [layer.name for layer in genre.unknown if isinstance(layer, CentreLines)]
    values = (entry for entry in shown_by(genre, known, CellLayer) if entry[0].name not in (PENCIL, LEFT))
    for layer, place, value in sorted(values, key=lambda entry: entry[1]):
        x, y = at(place)
        sign = layer.text(place, value)
        pictured = (layer.name, sign) in PICTURES
        if drawn := _shape(layer, sign, x, y):
            yield drawn if place not in clued or not isinstance(layer, Arrows) else ""
        elif isinstance(layer, Shading) and sign == "#":
            continue
        elif pictured or (isinstance(layer, Symbols) and not is_clued(layer, sheet, place)):
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
    yield from (_nothing(layer, place in clued, at(place)) for layer, place in blanks(genre, known))


def _shape(layer: Layer, sign: str, x: int, y: int) -> str:
    """The path of a value that is no text; "" for others."""
    if isinstance(layer, DiagonalLines):
        falls, rises = (f"M{x - HALF} {y - step}l{2 * HALF} {2 * step}" for step in (HALF, -HALF))
        strokes = {"\\": falls, "/": rises, "X": falls + rises}[sign]
        return f'<path d="{strokes}" stroke="{ANSWER}" stroke-width="2.5"/>'
    if isinstance(layer, CornerMarks):
        return f'<circle cx="{x}" cy="{y}" r="{HALF // 3}" fill="{ANSWER}"/>'
    if isinstance(layer, Bars):
        return f'<path d="M{x} {y}{_stroke(sign)}" stroke="{ANSWER}" stroke-width="4"/>'
    if isinstance(layer, Triangles):
        down, across = HALFS[sign]
        corner = f"M{x + HALF * across} {y + HALF * down}"
        return (
            f'<path d="{corner}v{-2 * HALF * down}L{x - HALF * across} {y + HALF * down}z" fill="{SHADE}"/>'
        )
    if isinstance(layer, Arrows):
        return _tip(x, y, sign, ANSWER) if layer.name == TIP else _text(x, y, _with_arrow(sign), 20, ANSWER)
    return ""


def _tip(x: int, y: int, sign: str, ink: str) -> str:
    """The tip of a pencil: a triangle from the middle of the cell to its side behind, black at the point."""
    dy, dx = DIRECTIONS[ARROWS.index(sign)]
    outer, inner = (
        f"M{x} {y}L{x - far * (dx + dy)} {y - far * (dy - dx)}L{x - far * (dx - dy)} {y - far * (dy + dx)}z"
        for far in (HALF - INSET, HALF // 2)
    )
    stroke = f'<path d="{outer}" fill="none" stroke="{ink}" stroke-width="2"/>'
    return f'{stroke}<path d="{inner}" fill="{ink}"/>'


def _pencils(genre: Genre, known: Known, at: At) -> Iterator[str]:
    """The sides of pencils, their ends behind the last cell, and in a corner what is left of lines."""
    numbers = {
        place: value for layer, place, value in shown_by(genre, known, CellNumbers) if layer.name == LEFT
    }
    for place, value in sorted(numbers.items()):
        (x, y), tip = at(place), known.get((TIP, place))
        right, down = -0.62 if tip == LEFTWARD else 0.62, -0.6 if tip == UPWARD else 0.6  # not on the tip
        yield _text(x + right * HALF, y + down * HALF, str(value), 9, ANSWER)
    cells = {place: value for layer, place, value in shown_by(genre, known, Arrows) if layer.name == PENCIL}
    for place, value in sorted(cells.items()):
        (x, y), (dy, dx) = at(place), DIRECTIONS[value - 1]
        ends = cells.get((place[0] - 2 * dy, place[1] - 2 * dx)) != value
        aside, back = HALF - INSET, HALF - INSET * ends
        corners = [
            f"{x + along * dx - side * dy} {y + along * dy + side * dx}"
            for along, side in ((HALF, aside), (-back, aside), (-back, -aside), (HALF, -aside))
        ]
        path = "M{}L{}{}{}L{}".format(*corners[:2], "L" if ends else "M", *corners[2:])
        yield f'<path d="{path}" fill="none" stroke="{ANSWER}" stroke-width="2"/>'


HALFS = {"F": (-1, -1), "7": (-1, 1), "J": (1, 1), "L": (1, -1)}  # the black corner: down and across


def _lines(genre: Genre, known: Known, at: At) -> Iterator[str]:
    """Lines between centres and on edges; beds as frames, second lines beside the others."""
    second = {place for layer, place, _ in shown_by(genre, known, CentreLines) if layer.name == SECOND}
    for kind, parity in ((CentreLines, 1), (EdgeLines, 0)):
        lines = sorted((place, layer.name) for layer, place, _ in shown_by(genre, known, kind))
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
    """The path of a bar through the middle of a cell, `|` or `-`, or of both, `+`."""
    long = 0.6 * HALF
    upright, level = f"m0 {-long}v{2 * long}", f"m{-long} 0h{2 * long}"
    return {"|": upright, "-": level, "+": f"{upright}m0 {-long}{level}"}[sign]


def _below(words: str, bottom: int) -> str:
    return (
        f'<text x="{MARGIN}" y="{bottom - LINE // 3}" font-family="sans-serif" font-size="13" fill="{INK}">'
        f"{escape(words, quote=False)}</text>"
    )


def _ring(x: int, y: int, is_cell: bool) -> str:
    """A ring around a cell or a corner; a smaller one around an edge, so that it touches no other."""
    radius = (0.9 if is_cell else 0.5) * HALF
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="#d02020" stroke-width="2"/>'
