"""Penpa+ links of genres: clues as the drawings by which Penpa+ itself shows a link of puzz.link.

A number is a text in its cell, in a margin, on an edge or at a vertex, `?` for an unknown one; an arrow is
the text `3_0`, whose last digit is a direction. The number of a room is in one of its cells, in some genres
in a corner of it. Rooms are bounded by lines on the sides of cells. Signs are symbols, or a colour of the
cell where it is no part of the board; another black cell is shaded from the start. A clue of the board as a
whole is in the text of the rules, as `stars: 2`. Which genre it is the tags of the link say, else the
beginning of its title. What a genre has no place for is refused, as nothing may be dropped; answers are not
read.

Source: github.com/swaroopg92/penpa-edit, docs/js/general.js (import of addresses) and genre_tags.js. Where it
imports no link of a genre, as github.com/T0nyX1ang/noqx reads its drawing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise, takewhile
from typing import Any

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.penpa_text import (
    BLACK,
    PIXELS,
    RULES,
    SITE,
    THICK_LINE,
    THIN,
    Points,
    blank_parts,
    board_of,
    drawn_parts_of,
    escaped,
    packed,
    unescaped,
)
from zenkai_solver.models.formats.puzzlink_genres import StatedGenre, gaps_in, rooms_between, walls_between
from zenkai_solver.models.genres.clues import (
    ARROWS,
    OUTER,
    PIPES,
    UNKNOWN,
    ArrowClue,
    ArrowSetClue,
    ClueError,
    ClueKind,
    CompassClue,
    FleetClue,
    NumberClue,
    NumbersClue,
    PipeClue,
    RoomClue,
    ShipClue,
    SignClue,
    SignedClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.layers import Shading
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import MOST_ROWS, line_places, puzzle_with
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    WHOLE,
    GenreSheet,
    Place,
    Value,
    kind_of,
    name_of,
)
from zenkai_solver.models.genres.table import GENRES as NAMES
from zenkai_solver.models.genres.table import genre
from zenkai_solver.models.where.puzzle import Conditioned

GRAY, DARK, BLUE = 3, 4, 5  # colours of cells
GRAYS = (1, 3, 8)
UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = range(4)  # corners of a cell
DIRECTION_DIGITS = "0312"  # of an arrow, by our directions up, down, left, right
BACKGROUNDS = (GRAY, None, DARK)  # of the signs of clues with arrows
BESIDE = ("star", "kakuro")  # symbols in the margin: a number with one is that of the stars, or a sum
OLD = {"ox_B": "ox_E"}  # symbols in other looks
KAKURO = "kakuro"
COMPASS, SIDES = ("compass", 1), (4, 7, 6, 5)  # the symbol, and where its numbers up, down, left, right are
SHIP, SHIPS = "battleship_B", (7, 4, 6, 3, 5, 2, 1)  # the styles of our parts of ships 0 to 6
ROPE, DARK_CELL = "=", "#"  # the sign of a line between two cells, and that of a dark cell without an arrow
CIRCLE, SMALL, LARGEST = "circle_M", "circle_SS", "circle_L"
TEXT = ("text", 0)  # in place of a symbol: the sign itself is drawn
CIRCLES = {"o": 1, "*": 2, "%": 3, "@": 3}  # the style of a circle by its sign
ARROW_SET, SET_BITS = "arrow_cross", (6, 4, 7, 5)  # a set of arrows, and the bit of each of ours
DICE, DOTS = (
    "dice",
    ("4", "08", "246", "0268", "02468", "035268", "0352684", "01235678", "012345678"),
)  # bits of 1 to 9
BITS = {ARROW_SET: 8, DICE: 9}  # of symbols whose style is a list of bits, the first one highest
INEQUALITY, INEQUALITIES = "inequality", (2, 4, 1, 3)  # a sign between two cells, and its style by direction
COLOURS = {"#": DARK, "~": BLUE}  # of the cells with such a sign
SYMBOLS: Mapping[tuple[str, str], tuple[tuple[str, int], ...]] = {  # of the values 1, 2, ... of a sign
    ("anglers", "fish"): (("tents", 3),),
    ("antmill", "marks"): (("ox_B", 3), ("ox_B", 4)),
    ("batten", "marks"): (("sudokuetc", 1),),
    ("alter", "clues"): (("ox_E", 1), ("ox_E", 2), ("ox_E", 3)),
    ("hakoiri", "clues"): (("ox_E", 1), ("ox_E", 2), ("ox_E", 3)),
    ("tontonbeya", "clues"): (("ox_E", 1), ("ox_E", 2), ("ox_E", 3)),
    ("sansaroad", "triangles"): (("tridown_M", 1),),
    ("moonsun", "marks"): (("sun_moon", 2), ("sun_moon", 1)),
    ("tatamibari", "signs"): (("line", 2), ("line", 1), ("line", 5)),
    ("tents", "trees"): (("tents", 1),),
    ("nurimaze", "signs"): (TEXT, TEXT, (CIRCLE, 1), ("triup_M", 1)),
    ("kusabi", "circles"): (TEXT, TEXT, TEXT),
    ("bdwalk", "ends"): ((LARGEST, 1), ("square_LL", 1)),
    ("bdwalk", "lifts"): (("triup_M", 2), ("tridown_M", 2), ("diamond_M", 2)),
    ("lollipops", "symbols"): (TEXT, TEXT, TEXT),
    ("mrokmrno", "signs"): (TEXT, TEXT, TEXT, TEXT),
    ("slalom", "gates"): (TEXT, TEXT),
    ("icebarn", "doors"): (TEXT, TEXT),
    ("reflect", "crossings"): (TEXT,),
    ("wagiri", "signs"): (TEXT, TEXT),
    ("nanameguri", "slashes"): (TEXT, TEXT),
    ("evolmino", "squares"): (("square_M", 2), ("square_M", 1)),
    ("timebomb", "boulders"): (("square_M", 2),),
    ("yinyang", "circles"): ((CIRCLE, 1), (CIRCLE, 2)),
    ("circlesquare", "circles"): ((CIRCLE, 1), (CIRCLE, 2)),
    ("nondango", "circles"): ((CIRCLE, 4),),
    **{
        (name, key): ((SMALL, 1), (SMALL, 2))
        for name in ("tentaisho", "nuriuzu")
        for key in ("centres", "sides", "corners")
    },
    **{
        (name, key): ((SMALL, 2), (SMALL, 5), (SMALL, 1))
        for name in ("kurarin", "sansaroad")
        for key in ("cells", "sides", "corners")
    },
}
ON_COLOUR = {"lightup": DARK, "patchwork": GRAY, "shakashaka": DARK}  # the colour of cells with a number
ON_DARK = (("str8ts", "black"), ("numrope", "sums"))  # numbers of dark cells alone
FRAMES = {"tasquare": "square"}  # symbols around numbers
CORNERED = ("detour", "factors", "juosan", "kenken", "yajilin_regions")  # numbers of rooms in a corner
IN_CIRCLES = (  # numbers that are those in circles alone
    *(("sashigane", "circles"), ("sashikabe", "circles"), ("herugolf", "balls")),
    *(("yosenabe", "circles"), ("tateyoko", "lengths"), ("loopsp", "numbers"), ("pencils", "numbers")),
)
AS_DOTS = (("fracdiv", "dots"),)  # numbers as those of a die
AS_TEXTS = (
    ("interbd", "clues"),
    ("reflect", "triangles"),
    ("kinkonkan", "letters"),
)  # signs with numbers as texts, such as A3
AS_SUMS = ("tilepaint", "triplace")  # numbers of rows and columns as sums of a Kakuro
TAGS = {  # names of genres in Penpa+ that are neither ours nor our titles
    "akari": "lightup",
    "balanceloop": "balance",
    "battleships": "battleship",
    "canal view": "canal",
    "castlewall": "castle",
    "choco banana": "cbanana",
    "country road": "country",
    "double back": "doubleback",
    "kuromasu": "kurodoko",
    "meandering numbers": "meander",
    "minesweeper": "mines",
    "moon or sun": "moonsun",
    "regional yajilin": "yajilin_regions",
    "slant": "gokigen",
    "spiralgalaxies": "tentaisho",
}


@dataclass
class PenpaBoard:
    """What a link draws, by place: `walls` are edges, `lines` those that a line between two cells crosses,
    `corners` texts in the corners 0 to 3 of a cell, or at its upper, right, left and lower side, 4 to 7, and
    `frame` edges at the border of the board.
    """

    rows: int
    columns: int
    words: str = ""
    texts: dict[Place, str] = field(default_factory=dict)
    corners: dict[tuple[Place, int], str] = field(default_factory=dict)
    symbols: dict[Place, tuple[str, int]] = field(default_factory=dict)
    colours: dict[Place, int] = field(default_factory=dict)
    walls: set[Place] = field(default_factory=set)
    frame: set[Place] = field(default_factory=set)
    lines: set[Place] = field(default_factory=set)

    @property
    def left_over(self) -> bool:
        """Is anything drawn that was not taken?"""
        return next(self.left(), None) is not None

    def left(self) -> Iterator[str]:
        """What is drawn and was not taken."""
        yield from (f"the text {text!r:.20} at {name_of(at)}" for at, text in self.texts.items())
        yield from (
            f"the text {text!r:.20} in a corner of {name_of(at)}" for (at, _), text in self.corners.items()
        )
        yield from (f"the symbol {name:.20} at {name_of(at)}" for at, (name, _) in self.symbols.items())
        yield from (f"the colour {colour} of {name_of(at)}" for at, colour in self.colours.items())
        yield from (f"a line on {name_of(at)}" for at in sorted(self.walls))
        yield from (f"a line across {name_of(at)}" for at in sorted(self.lines))


# ---- which genre a link is of


def named(tags: Sequence[str], title: str) -> str | None:
    """The genre that a tag names, or the title begins with; None if there is none."""
    for tag in tags:
        words = re.sub(r"\s*\(.*", "", tag).lower()
        if (name := TAGS.get(words) or _names().get(words)) is not None:
            return name
    by_length = sorted(_names().items(), key=lambda entry: -len(entry[0]))
    begins = title.lower()
    return next((name for words, name in by_length if re.match(rf"{re.escape(words)}\b", begins)), None)


@cache
def _names() -> Mapping[str, str]:
    """The genre by its name, and by its title in lower case, for which every page is loaded."""
    return {name: name for name in NAMES} | {genre(name).title.lower(): name for name in NAMES}


# ---- the drawing of a link


def read(name: str, lines: Sequence[str]) -> StatedGenre:
    """The puzzle of this genre that the lines of a link draw. Raises InstanceError."""
    board = board_of_lines(lines)
    stated = genre(name)
    clues = clues_of(stated, board)
    known = dict(_shaded(stated, board))
    if left := next(board.left(), None):
        raise fault(f"Penpa+: {stated.title} has no place for {left}")
    return StatedGenre(replace(puzzle_with(stated, board.rows, board.columns, clues), known=known))


def _shaded(stated: Genre, board: PenpaBoard) -> Iterator[tuple[tuple[str, Place], int]]:
    """Dark cells are shaded from the start, where cells are to be shaded."""
    if len(layers := _shadings(stated)) == 1:
        yield from (((layers[0], at), 1) for at in _coloured(board, DARK))


def _shadings(stated: Genre) -> list[str]:
    return [layer.name for layer in stated.unknown if isinstance(layer, Shading) and layer.sign == "#"]


def board_of_lines(lines: Sequence[str]) -> PenpaBoard:
    """Raises InstanceError for what is not made of squares, texts, symbols, colours and walls."""
    head = lines[0].split(",")
    if head[0] not in GRIDS:
        raise fault(f"Penpa+: a grid of type {head[0]!r:.40} is not read; known: {', '.join(GRIDS)}")
    points = Points.of(head, MOST_ROWS)
    cells = board_of(json.loads(lines[5]), points)
    rows, columns = (1 + max(axis) for axis in zip(*cells.values(), strict=True))
    if len(cells) != rows * columns or max(rows, columns) > MOST_ROWS:
        raise fault(f"Penpa+: a board of {len(cells)} cells that is no rectangle of sides 1 to {MOST_ROWS}")
    first = divmod(min(cells), points.width)
    board = PenpaBoard(rows, columns, unescaped(head[RULES]) if len(head) > RULES else "")

    def at(point: int) -> Place:
        """The place of a cell, a vertex, or the middle of a lower or right side."""
        kind, cell = divmod(point, points.number)
        if not 0 <= kind < len(STEPS):
            raise fault(f"Penpa+: the point {point} is not read")
        y, x = (2 * (here - start) + 1 for here, start in zip(divmod(cell, points.width), first, strict=True))
        return y + STEPS[kind][0], x + STEPS[kind][1]

    for key, value in drawn_parts_of(json.loads(lines[3])):
        if key not in PARTS:
            raise fault(f"Penpa+: {key!r:.40} is a drawing, which is not read")
        PARTS[key](board, value, at, points)
    return board


At = Callable[[int], Place]


def _texts(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    for point, (text, _, mode, *_) in drawn.items():
        if str(mode) == CANDIDATES:
            raise fault("Penpa+: candidates are not read")
        if words := str(text).strip():
            board.texts[at(int(point))] = words


def _corners(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    for point, (text, *_) in drawn.items():
        cells, corner = divmod(int(point) - 4 * points.number, 4)
        sides, cell = divmod(cells, points.number)
        if sides not in (0, 1):
            raise fault(f"Penpa+: the text {str(text)!r:.20} on a side of a cell is not read")
        if words := str(text).strip():
            board.corners[at(cell), corner + 4 * sides] = words


def _symbols(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    for point, (style, name, *_) in drawn.items():
        if name in BITS and isinstance(style, list):
            style = int("".join(map(str, style)), 2)
        if not isinstance(style, int):
            raise fault(f"Penpa+: the symbol {name!r:.40} of several parts is not read")
        place = at(int(point))
        if name != KAKURO or _inside(place, board):  # beside the board it says nothing
            board.symbols[place] = str(name), style
        if name not in BESIDE and not _inside(place, board):
            raise fault(f"Penpa+: the symbol {name!r:.40} outside the board is not read")


def _colours(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    for point, colour in drawn.items():
        place = at(int(point))
        if not _inside(place, board) or kind_of(place) != "cell":
            raise fault(f"Penpa+: a colour at {name_of(place)} is not read")
        board.colours[place] = GRAY if colour in GRAYS else colour


def _walls(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    """Lines between cells, and those on the border, which say nothing in most genres."""
    for ends, style in drawn.items():
        (y, x), (down, right) = sorted(at(int(point)) for point in ends.split(","))
        if style in THIN:
            continue
        if sorted((down - y, abs(right - x))) != [0, 2] or y % 2 or x % 2:
            raise fault("Penpa+: a line that is not on one side of a cell is not read")
        edge = (y + down) // 2, (x + right) // 2
        inside = 0 < edge[0] < 2 * board.rows and 0 < edge[1] < 2 * board.columns
        (board.walls if inside else board.frame).add(edge)


def _lines_across(board: PenpaBoard, drawn: Mapping[str, Any], at: At, points: Points) -> None:
    for ends in drawn:
        (y, x), (down, right) = sorted(at(int(point)) for point in ends.split(","))
        if (down - y, right - x) not in ((0, 2), (2, 0)) or y % 2 == 0 or x % 2 == 0:
            raise fault("Penpa+: a line that is not between the middles of two neighbours is not read")
        board.lines.add(((y + down) // 2, (x + right) // 2))


GRIDS = ("square", "sudoku", "kakuro")
STEPS = ((0, 0), (1, 1), (1, 0), (0, 1))  # from a cell: itself, a vertex, its lower and its right side
SEVERAL, CANDIDATES = "4", "7"  # modes of texts
PARTS: Mapping[str, Callable[[PenpaBoard, Any, At, Points], None]] = {
    **{"number": _texts, "numberS": _corners, "symbol": _symbols, "surface": _colours, "lineE": _walls},
    "line": _lines_across,
}


# ---- clues


def clues_of(stated: Genre, board: PenpaBoard) -> dict[str, dict[Place, Value]]:
    """The clues that are drawn, which are taken out of the board. Raises InstanceError."""
    sheet = GenreSheet(board.rows, board.columns, {})
    clues: dict[str, dict[Place, Value]] = {}
    for kind in sorted(stated.given, key=lambda kind: _turn(stated, kind)):
        if isinstance(kind, RoomClue):
            gaps = [*_coloured(board, DARK)] if kind.gaps and not _shadings(stated) else []
            clues[kind.key] = rooms_between(sheet, board.walls.union(gaps))
            board.walls -= {*walls_between(GenreSheet(board.rows, board.columns, clues), kind.key)}
        else:
            by_kind = TAKEN.get((type(kind), kind.at)) or TAKEN.get((type(kind), ""))
            taken = OF_THEIR_OWN.get((stated.name, kind.key)) or by_kind
            if taken is None:
                raise fault(f"Penpa+: the clues `{kind.key}` of {stated.title} are not read")
            clues[kind.key] = dict(sorted(taken(stated, kind, board, clues)))
    return clues


def _turn(stated: Genre, kind: ClueKind) -> tuple[bool, ...]:
    """By which the kinds are taken in turn: those first that have more beside a text."""
    dark = (stated.name, kind.key) in ON_DARK or getattr(kind, "plain", "") == DARK_CELL
    marked = dark or (stated.name, kind.key) in IN_CIRCLES
    return not isinstance(kind, RoomClue), kind.at != "room", not marked


Given = Mapping[str, Mapping[Place, Value]]
Taken = Iterator[tuple[Place, Value]]


def _emptied(places: Collection[Place], of: dict[Place, Any]) -> Iterator[tuple[Place, Any]]:
    """The values at these places, which are taken out."""
    yield from ((at, of.pop(at)) for at in [at for at in of if at in places])


def _coloured(board: PenpaBoard, colour: int | None) -> Iterator[Place]:
    """The places of this colour, whose colours are taken out."""
    places = {at for at, painted in board.colours.items() if painted == colour}
    return (at for at, _ in _emptied(places, board.colours))


def _styles(board: PenpaBoard, symbol: str) -> Iterator[tuple[Place, int]]:
    """The places and styles of the symbols of this name, which are taken out."""
    places = {at for at, (name, _) in board.symbols.items() if name == symbol}
    return ((at, style) for at, (_, style) in _emptied(places, board.symbols))


def _of_board(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """A clue of the whole board: in the rules as `stars: 2`, or a number beside a symbol in the margin."""
    form = r"([^;]+)" if isinstance(kind, FleetClue | NumbersClue) else r"(\w+)"
    match = re.search(rf"\b{re.escape(kind.key)}: *{form}", board.words, re.IGNORECASE)
    if kind.key == "stars" and (beside := {at for at in board.symbols if not _inside(at, board)}):
        board.symbols = {at: symbol for at, symbol in board.symbols.items() if at not in beside}
        outside = {at for at in board.texts if not _inside(at, board)}
        yield from ((WHOLE, _read(kind, text, WHOLE)) for _, text in _emptied(outside, board.texts))
    elif match is not None:
        yield WHOLE, _read(kind, match[1], WHOLE)
    elif kind.needed:
        raise fault(f"Penpa+: the rules do not say `{kind.key}: ...`")


def _switch(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """A further rule is named in the rules: `may_touch: yes`."""
    if re.search(rf"\b{re.escape(kind.key)}: *(yes|true)\b", board.words, re.IGNORECASE):
        yield WHOLE, 1


def _walls_within(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Signs on edges: lines between cells, or on their sides, else symbols."""
    assert isinstance(kind, SignClue)
    if kind.signs == ROPE:
        yield from ((edge, 1) for edge in board.lines)
        board.lines.clear()
    elif kind.signs == "#":
        yield from ((edge, 1) for edge in (board.walls | board.frame if kind.link == OUTER else board.walls))
        board.walls.clear()
    else:
        yield from _signs(stated, kind, board, given)


def _symbols_of(stated: Genre, kind: SignClue | SignedClue) -> Sequence[tuple[str, int]]:
    """The symbols of the values 1, 2, ...; none if the signs have none."""
    circle = LARGEST if kind.at == "cell" else SMALL
    circles = [(circle, CIRCLES[sign]) for sign in kind.signs if sign in CIRCLES]
    return SYMBOLS.get((stated.name, kind.key)) or (circles if len(circles) == len(kind.signs) else [])


def _colour_of(stated: Genre, kind: SignClue) -> int | None:
    """The colour of its cells, where that is all that is drawn."""
    if (stated.name, kind.key) == ("twinarea", "grey"):
        return GRAY
    return COLOURS.get(kind.signs) if kind.at == "cell" else None


def _signs(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    assert isinstance(kind, SignClue)
    if colour := _colour_of(stated, kind):
        yield from ((at, 1) for at in _coloured(board, colour))
        return
    symbols = [(OLD.get(name, name), style) for name, style in _symbols_of(stated, kind)]
    named = {at: (OLD.get(name, name), style) for at, (name, style) in board.symbols.items()}
    places = {at for at, sign in named.items() if sign in symbols and kind_of(at) == kind.at}
    yield from ((at, symbols.index(named[at]) + 1) for at, _ in _emptied(places, board.symbols))
    drawn_as_texts = (sign for sign, symbol in zip(kind.signs, symbols) if symbol == TEXT)
    texts = {*("?" * kind.hidden), *(kind.signs * _lettered(stated, kind)), *drawn_as_texts}
    beside = _beside_lines(kind, board)
    places = {
        at
        for at, text in board.texts.items()
        if text in texts and (at in beside if beside else kind_of(at) == kind.at)
    }
    yield from ((at, _read(kind, text, at)) for at, text in _emptied(places, board.texts))


def _beside_lines(kind: ClueKind, board: PenpaBoard) -> set[Place]:
    """The places of clues of rows and columns, if the kind has such."""
    by_side = line_places(kind, board.rows, board.columns) if kind.at in ("line", "side") else {}
    return {at for places in by_side.values() for at in places}


def _lettered(stated: Genre, kind: SignClue) -> bool:
    """Are its signs letters or digits, which are drawn as texts?"""
    return kind.signs.isalnum() and not _symbols_of(stated, kind)


def _inside(at: Place, board: PenpaBoard) -> bool:
    return 0 <= at[0] <= 2 * board.rows and 0 <= at[1] <= 2 * board.columns


def _numbers(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    assert isinstance(kind, NumberClue)
    beside = _beside_lines(kind, board)
    places = beside or {at for at in board.texts if _inside(at, board) and kind_of(at) == kind.at}
    if (stated.name, kind.key) in IN_CIRCLES:
        places = {at for at in places if board.symbols.get(at) == (LARGEST, 1)}
    if beside and stated.name in AS_SUMS:
        yield from ((at, _read(kind, text, at)) for (at, _), text in board.corners.items() if at in beside)
        board.corners = {spot: text for spot, text in board.corners.items() if spot[0] not in beside}
    for at, text in _emptied(places, board.texts):
        if text != "?" or kind.hidden or not beside:  # else nothing is said
            yield at, _read(kind, text, at)
        if stated.name in ON_COLOUR:
            board.colours.pop(at, None)
        if (stated.name, kind.key) in IN_CIRCLES or _is_framed_by(board.symbols.get(at), stated, kind):
            del board.symbols[at]
    if kind.at == "cell" and kind.hidden:  # what is drawn around a number, without one
        framed = {at for at, symbol in board.symbols.items() if _is_framed_by(symbol, stated, kind)}
        yield from ((at, HIDDEN) for at in _coloured(board, ON_COLOUR.get(stated.name)))
        yield from ((at, HIDDEN) for at, _ in _emptied(framed, board.symbols))


def _pipes(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Parts of lines, by the signs that stand for them here."""
    places = {at for at, text in board.texts.items() if text == UNKNOWN or text in {*PIPES.values()}}
    yield from ((at, _read(kind, text, at)) for at, text in _emptied(places, board.texts))


def _on_dark(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    for at in _coloured(board, DARK):
        yield at, _read(kind, board.texts.pop(at, UNKNOWN), at)


def _signed_texts(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    assert isinstance(kind, SignedClue)
    places = {at for at, text in board.texts.items() if text[0] in kind.signs}
    yield from ((at, _read(kind, text, at)) for at, text in _emptied(places, board.texts))


def _dice(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    yield from ((at, bits.bit_count()) for at, bits in _styles(board, DICE))


def _is_framed_by(symbol: tuple[str, int] | None, stated: Genre, kind: NumberClue) -> bool:
    """Is the symbol what a number of this kind stands in: a circle, or a square?"""
    frame = "circle" if kind.circled else FRAMES.get(stated.name)
    return symbol is not None and frame is not None and symbol[0].startswith(frame)


def _several(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Some digits in a cell, those with an arrow in a dark one; or a fraction in two corners of it."""
    assert isinstance(kind, NumbersClue)
    if kind.arrows:
        for at in _coloured(board, DARK):
            yield at, _read(kind, _with_arrow(board.texts.pop(at, UNKNOWN)), at)
        return
    cells = {at for at in board.texts if _inside(at, board) and kind_of(at) == "cell"}
    if kind.between != ",":
        for at in [at for at, corner in board.corners if corner == UPPER_LEFT]:
            parts = (board.corners.pop((at, corner), UNKNOWN) for corner in (UPPER_LEFT, LOWER_RIGHT))
            yield at, _read(kind, kind.between.join(parts), at)
        return
    yield from ((at, _read(kind, ",".join(text), at)) for at, text in _emptied(cells, board.texts))


def _outward(at: Place) -> Iterator[Place]:
    """The places in the margin from the one beside a row or column on."""
    steps = (-2 * (at[0] < 0), -2 * (at[1] < 0))
    return ((at[0] + i * steps[0], at[1] + i * steps[1]) for i in range(MOST_ROWS))


def _blocks(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Numbers above columns and before rows, as those of a nonogram."""
    for at in chain.from_iterable(line_places(kind, board.rows, board.columns).values()):
        beside = [board.texts.pop(spot) for spot in takewhile(board.texts.__contains__, _outward(at))]
        if beside:
            yield at, _read(kind, ",".join(reversed(beside)), at)


def _room_numbers(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """The number of a room is in any of its cells, or in a corner of one."""
    sheet = GenreSheet(board.rows, board.columns, {key: dict(clues) for key, clues in given.items()})
    room = given[kind.rooms]
    texts = [] if stated.name in CORNERED else [*_emptied(room.keys(), board.texts)]
    texts += [(at, text) for (at, _), text in board.corners.items() if at in room]
    board.corners = {spot: text for spot, text in board.corners.items() if spot[0] not in room}
    numbers: dict[Place, Value] = {}
    for at, text in texts:
        first = sheet.room_of(kind.rooms, at).at
        if first in numbers:
            raise fault(f"Penpa+: the room of {name_of(at)} has two numbers")
        numbers[first] = _read(kind, text, at)
    yield from numbers.items()


def _signed(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Circles with numbers; with arrows, gray and black cells, and white ones in a frame or with a text."""
    assert isinstance(kind, SignedClue)
    if not kind.arrows:
        symbols = _symbols_of(stated, kind)
        circles = {at for at, sign in board.symbols.items() if sign in symbols}
        for at, sign in _emptied(circles, board.symbols):
            yield at, _read(kind, kind.signs[symbols.index(sign)] + _said(board.texts.pop(at, "")), at)
        return
    framed = {at for at in GenreSheet(board.rows, board.columns, {}).every["cell"] if _is_framed(at, board)}
    for at in {*framed, *board.colours, *board.texts}:
        colour = kind.signs[BACKGROUNDS.index(board.colours.pop(at, None))]
        yield at, _read(kind, colour + _with_arrow(_said(board.texts.pop(at, ""))), at)
    board.walls.clear()


def _is_framed(at: Place, board: PenpaBoard) -> bool:
    sides = ((at[0] + y, at[1] + x) for y, x in DIRECTIONS)
    return all(
        side in board.walls
        for side in sides
        if 0 < side[0] < 2 * board.rows and 0 < side[1] < 2 * board.columns
    )


def _said(text: str) -> str:
    """The text but `?`, which says nothing."""
    return "" if text == "?" else text


def _with_arrow(text: str) -> str:
    """`^3` for `3_0`."""
    number, line, digit = text.partition("_")
    return ARROWS[DIRECTION_DIGITS.index(digit)] + number if line and digit in (*DIRECTION_DIGITS,) else text


def _arrows(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Texts of cells, with an arrow or without; a gray cell behind one is a matter of looks."""
    assert isinstance(kind, ArrowClue)
    if kind.plain not in ("", UNKNOWN, DARK_CELL):
        raise fault(f"Penpa+: the clues `{kind.key}` of {stated.title} are not read")
    if kind.plain == DARK_CELL:
        for at in _coloured(board, DARK):
            yield at, _read(kind, _with_arrow(board.texts.pop(at, DARK_CELL)), at)
        return
    for at, text in _emptied({at for at in board.texts if kind_of(at) == "cell"}, board.texts):
        board.colours.pop(at, None)
        yield at, _read(kind, _with_arrow(text), at)


def _ships(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    parts = {at for at, (name, style) in board.symbols.items() if name == SHIP and style in SHIPS}
    yield from ((at, SHIPS.index(style)) for at, (_, style) in _emptied(parts, board.symbols))


def _compasses(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    for at, _ in _emptied({at for at, symbol in board.symbols.items() if symbol == COMPASS}, board.symbols):
        yield (
            at,
            _read(kind, "/".join(_said(board.corners.pop((at, side), ".")) or "." for side in SIDES), at),
        )


def _sums(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    """Black cells with the sum of the run below, and of that to the right."""
    assert isinstance(kind, SumClue)
    black = {at for at, (name, _) in board.symbols.items() if name == KAKURO}
    black |= {at for at, _ in board.corners if _inside(at, board)}
    for at in black:
        board.symbols.pop(at, None)
        sums = (board.corners.pop((at, corner), "") for corner in (LOWER_LEFT, UPPER_RIGHT))
        yield at, tuple(_number(text) if text else kind.lo - 1 for text in sums)


def _arrow_sets(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    for at, bits in _styles(board, ARROW_SET):
        yield at, sum((bits >> bit & 1) << number for number, bit in enumerate(SET_BITS))


def _inequalities(stated: Genre, kind: ClueKind, board: PenpaBoard, given: Given) -> Taken:
    signs = {
        at
        for at, (name, style) in board.symbols.items()
        if name == INEQUALITY and style in INEQUALITIES and kind_of(at) == "edge"
    }
    for at, (_, style) in _emptied(signs, board.symbols):
        yield at, (1 + INEQUALITIES.index(style), HIDDEN)


Take = Callable[[Genre, ClueKind, PenpaBoard, Given], Taken]
TAKEN: Mapping[tuple[type[ClueKind], str], Take] = {  # by the kind, and where its clues are, if that matters
    (SwitchClue, ""): _switch,
    (FleetClue, ""): _of_board,
    (ShipClue, ""): _ships,
    (NumberClue, "board"): _of_board,
    (NumberClue, "room"): _room_numbers,
    (NumbersClue, "cell"): _several,
    (NumbersClue, "line"): _blocks,
    (NumbersClue, "board"): _of_board,
    (NumberClue, ""): _numbers,
    (SignClue, "edge"): _walls_within,
    (SignClue, ""): _signs,
    (SignedClue, "cell"): _signed,
    (SignedClue, "room"): _room_numbers,
    (SignClue, "room"): _room_numbers,
    (ArrowSetClue, "cell"): _arrow_sets,
    (ArrowClue, "edge"): _inequalities,
    (ArrowClue, "cell"): _arrows,
    (SumClue, "cell"): _sums,
    (CompassClue, "cell"): _compasses,
    (PipeClue, "cell"): _pipes,
}


OF_THEIR_OWN: Mapping[tuple[str, str], Take] = {  # of single keys
    **dict.fromkeys(ON_DARK, _on_dark),
    **dict.fromkeys(AS_DOTS, _dice),
    **dict.fromkeys(AS_TEXTS, _signed_texts),
}


def _read(kind: ClueKind, text: str, at: Place) -> Value:
    """The clue with this text. Raises InstanceError."""
    try:
        return kind.read(kind.unsaid if text == "?" and isinstance(kind, NumberClue) else text)
    except ClueError as error:
        where = "the board" if at == WHOLE else name_of(at)
        raise fault(f"Penpa+: {kind.key}: {text!r:.40} at {where} is not {error}") from None


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise fault(f"Penpa+: {text!r:.20} is not a number")
    return int(text)


# ---- writing


def drawn(puzzle: GenrePuzzle) -> PenpaBoard:
    """The clues as drawings. Raises InstanceError for what has none."""
    stated, sheet = puzzle.genre, puzzle.sheet
    board = PenpaBoard(sheet.rows, sheet.columns)
    for kind in stated.given:
        clues = sheet.clues.get(kind.key, {})
        if isinstance(kind, RoomClue):
            gaps = gaps_in(sheet, kind.key)
            if gaps and _shadings(stated):
                raise InstanceError(kind.key, "Penpa+ has no cell that is in no room")
            board.colours |= dict.fromkeys(gaps, DARK)
            board.walls |= {*walls_between(sheet, kind.key)}
        for at, value in () if isinstance(kind, RoomClue) else sorted(clues.items()):
            _draw(stated, kind, at, value, board)
    return board


def _draw(stated: Genre, kind: ClueKind, at: Place, value: Value, board: PenpaBoard) -> None:
    """Raises InstanceError."""
    match kind:
        case NumberClue():
            _draw_number(stated, kind, at, value, board)
        case SignedClue(at="room") | SignClue(at="room"):
            board.corners[at, 0] = kind.write(value)
        case SignClue():
            _draw_sign(stated, kind, at, value, board)
        case SignedClue():
            _draw_signed(stated, kind, at, value, board)
        case NumbersClue(at="cell" | "line"):
            _draw_several(kind, at, value, board)
        case ArrowClue(plain="" | "?" | "#"):
            _draw_arrow(kind, at, value, board)
        case PipeClue():
            board.texts[at] = kind.write(value)
        case FleetClue() | NumbersClue(at="board") | SwitchClue():
            board.words = f"{board.words} {kind.key}: {kind.write(value)};".strip()
        case _:
            _draw_symbol(stated, kind, at, value, board)


def _draw_several(kind: NumbersClue, at: Place, value: Value, board: PenpaBoard) -> None:
    text = kind.write(value)
    words = text.split(kind.between)
    if kind.arrows:
        board.colours[at] = DARK
        board.texts |= {at: _arrow_text(text)} if text != UNKNOWN else {}
    elif kind.between == "/":
        board.corners |= {(at, corner): part for corner, part in zip((UPPER_LEFT, LOWER_RIGHT), words)}
    else:
        board.texts |= {at: "".join(words)} if kind.at == "cell" else zip(_outward(at), reversed(words))


def _draw_arrow(kind: ArrowClue, at: Place, value: Value, board: PenpaBoard) -> None:
    assert isinstance(value, tuple)
    if kind.at == "edge":
        board.symbols[at] = INEQUALITY, INEQUALITIES[value[0] - 1]
        return
    text = kind.write(value)
    if kind.plain == DARK_CELL:
        board.colours[at] = DARK
    if text != DARK_CELL:
        board.texts[at] = _arrow_text(text)


def _draw_symbol(stated: Genre, kind: ClueKind, at: Place, value: Value, board: PenpaBoard) -> None:
    """Of clues that have a symbol of their own. Raises InstanceError."""
    match kind:
        case ArrowSetClue() if isinstance(value, int):
            bits = (bit for number, bit in enumerate(SET_BITS) if value >> number & 1)
            board.symbols[at] = ARROW_SET, sum(1 << bit for bit in bits)
        case ShipClue() if isinstance(value, int) and 0 <= value < len(SHIPS):
            board.symbols[at] = SHIP, SHIPS[value]
        case CompassClue():
            board.symbols[at] = COMPASS
            numbers = zip(SIDES, kind.write(value).split("/"))
            board.corners |= {(at, side): number for side, number in numbers if number != "."}
        case SumClue() if isinstance(value, tuple):
            board.symbols[at] = KAKURO, 1
            sums = {(at, LOWER_LEFT): value[0], (at, UPPER_RIGHT): value[1]}
            board.corners |= {spot: str(number) for spot, number in sums.items() if number >= kind.lo}
        case _:
            raise InstanceError(kind.key, f"Penpa+: these clues of {stated.title} are not written")


def _draw_number(stated: Genre, kind: NumberClue, at: Place, value: Value, board: PenpaBoard) -> None:
    text = "?" if value == HIDDEN else kind.write(value)
    if kind.at == "board":
        board.words = f"{board.words} {kind.key}: {text}.".strip()
    elif kind.at == "room" and stated.name in CORNERED:
        board.corners[at, 0] = text
    elif kind.at == "line" and stated.name in AS_SUMS:
        board.corners[at, UPPER_RIGHT if at[1] < 0 else LOWER_LEFT] = text
    elif (stated.name, kind.key) in AS_DOTS and isinstance(value, int):
        board.symbols[at] = DICE, sum(1 << int(bit) for bit in DOTS[value - 1])
    elif (stated.name, kind.key) in ON_DARK:
        board.colours[at] = DARK
        board.texts |= {at: text} if value != HIDDEN else {}
    else:
        board.texts[at] = text
        if stated.name in ON_COLOUR:
            board.colours[at] = ON_COLOUR[stated.name]
        if (stated.name, kind.key) in IN_CIRCLES:
            board.symbols[at] = LARGEST, 1


def _draw_sign(stated: Genre, kind: SignClue, at: Place, value: Value, board: PenpaBoard) -> None:
    assert isinstance(value, int)
    if kind.at == "edge" and kind.signs == ROPE:
        board.lines.add(at)
    elif kind.at == "edge" and kind.signs == "#":
        board.walls.add(at)
    elif colour := _colour_of(stated, kind):
        board.colours[at] = colour
    elif value == HIDDEN or _lettered(stated, kind) or _symbol(stated, kind, value) == TEXT:
        board.texts[at] = kind.write(value)
    else:
        board.symbols[at] = _symbol(stated, kind, value)


def _symbol(stated: Genre, kind: SignClue | SignedClue, value: int) -> tuple[str, int]:
    """Raises InstanceError."""
    symbols = _symbols_of(stated, kind)
    if not 1 <= value <= len(symbols):
        raise InstanceError(kind.key, f"Penpa+: these clues of {stated.title} are not written")
    return symbols[value - 1]


def _draw_signed(stated: Genre, kind: SignedClue, at: Place, value: Value, board: PenpaBoard) -> None:
    assert isinstance(value, tuple)
    if (stated.name, kind.key) in AS_TEXTS:
        board.texts[at] = kind.write(value)
        return
    text = _arrow_text(kind.write(value)[1:])
    board.texts |= {at: text} if text or kind.arrows else {}
    if not kind.arrows:
        board.symbols[at] = _symbol(stated, kind, value[0])
        return
    if colour := BACKGROUNDS[value[0] - 1]:
        board.colours[at] = colour
    board.walls |= {(at[0] + y, at[1] + x) for y, x in DIRECTIONS}


def _arrow_text(text: str) -> str:
    """`3_0` for `^3`: the inverse of `_with_arrow`."""
    return f"{text[1:]}_{DIRECTION_DIGITS[ARROWS.index(text[0])]}" if text[:1] in (*ARROWS,) else text


def write(puzzle: GenrePuzzle | Conditioned, _: str = "") -> str:
    """The link. Raises InstanceError for what has no drawing."""
    assert isinstance(puzzle, GenrePuzzle)  # conditions are refused before
    if puzzle.known:
        raise InstanceError("known", "a link of Penpa+ has the clues alone")
    if puzzle.genre.name not in NAMES:
        raise fault("Penpa+: a genre that an instance states is not written")
    if not _is_read_again(puzzle):
        raise fault(f"Penpa+: some clues of {puzzle.genre.title} look as others do there")
    return SITE + packed("\n".join(_lines(puzzle, drawn(puzzle)))) + "\n"


def _is_read_again(puzzle: GenrePuzzle) -> bool:
    """Are the clues that the drawing shows those of the puzzle?"""
    board = drawn(puzzle)
    try:
        clues = clues_of(puzzle.genre, board)
    except InstanceError:
        return False
    read_again = {key: given for key, given in clues.items() if given}
    return read_again == puzzle.sheet.clues and not board.left_over


def _style(name: str, style: int) -> int | list[int]:
    """The style of a symbol, of some a list of bits."""
    return [style >> bit & 1 for bit in reversed(range(BITS[name]))] if name in BITS else style


def _lines(puzzle: GenrePuzzle, board: PenpaBoard) -> Iterator[str]:
    """The lines of the text up to the board; the rest may be left out."""
    far = 2 * board.rows, 2 * board.columns
    spots = [*board.texts, *(at for at, _ in board.corners)]
    before = [
        max(0, *((1 - at[i]) // 2 for at in (*spots, far))) for i in (0, 1)
    ]  # margins above, and to the left
    after = [max((at[i] - far[i] + 1) // 2 for at in (*spots, far)) for i in (0, 1)]
    points = Points(board.columns + before[1] + after[1], board.rows + before[0] + after[0])

    def point(at: Place, kind: int = 0) -> int:
        """The number of a place: of a cell, or by STEPS of what belongs to it."""
        y, x = (2 + start + (half - 1) // 2 for half, start in zip(at, before, strict=True))
        return kind * points.number + y * points.width + x

    def spot(at: Place) -> int:
        """A cell is itself; other places belong to the cell above, to the left."""
        step = at[0] % 2 == 0, at[1] % 2 == 0
        cell = at[0] - step[0], at[1] - step[1]
        return point(cell, STEPS.index((int(step[0]), int(step[1]))))

    parts = blank_parts()
    in_cells = (kind for kind in puzzle.genre.given if isinstance(kind, NumbersClue) and kind.at == "cell")
    plain = SEVERAL if any(kind.between == "," for kind in in_cells) else "1"
    parts["number"] |= {
        str(spot(at)): [text, BLACK, "2" if "_" in text else plain] for at, text in board.texts.items()
    }
    parts["numberS"] |= {
        str(4 * ((1 + corner // 4) * points.number + point(at)) + corner % 4): [text, BLACK]
        for (at, corner), text in board.corners.items()
    }
    parts["symbol"] |= {
        str(spot(at)): [_style(name, style), name, 1] for at, (name, style) in board.symbols.items()
    }
    parts["surface"] |= {str(spot(at)): colour for at, colour in board.colours.items()}
    for y, x in board.walls:
        ends = ((y, x - 1), (y, x + 1)) if y % 2 == 0 else ((y - 1, x), (y + 1, x))
        parts["lineE"][",".join(str(spot(end)) for end in ends)] = THICK_LINE
    for y, x in board.lines:
        ends = ((y - 1, x), (y + 1, x)) if y % 2 == 0 else ((y, x - 1), (y, x + 1))
        parts["line"][",".join(str(spot(end)) for end in ends)] = THICK_LINE
    rules = " ".join(filter(None, [*puzzle.on_paper, board.words]))
    middle = points.width * (points.rows // 2 + 2) + points.columns // 2 + 2
    wide, high = ((side + 1) * PIXELS for side in (points.columns, points.rows))
    head = ["square", points.columns, points.rows, PIXELS, 0, 1, 1, wide, high, middle, middle, 0, 0, 0, 0]
    title = escaped(f"Title: {puzzle.genre.title}")
    yield ",".join(map(str, [*head, title, "Author: ", "", escaped(rules), "OFF", "false"]))
    yield json.dumps([before[0], after[0], before[1], after[1]], separators=(",", ":"))
    yield '["1","2","1"]~"number"~["1",1]'
    yield json.dumps(parts, separators=(",", ":"))
    yield json.dumps(blank_parts(), separators=(",", ":"))  # of the answer
    cells = [point((2 * r + 1, 2 * c + 1)) for r in range(board.rows) for c in range(board.columns)]
    yield json.dumps([cells[0], *(b - a for a, b in pairwise(cells))], separators=(",", ":"))
    yield from ("[]", "{}", '"x"', '"x"', "[3,1,3]")
