"""Puzzles of our genres as Noqx takes them: the fields of its `Puzzle`, by kind of clue.

A point of Noqx is (row, column, direction, label). A number is a text in the middle of its cell, `?` for an
unknown one; a sign is a symbol, or a surface where the cell is no part of the board; rooms are the edges
between them; a clue beside the board has the row or column -1, or one past the last. SPECIAL has the
exceptions of genres. NotStated is raised for a puzzle that Noqx cannot state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zenkai_solver.models.genres.clues import (
    ArrowClue,
    ClueKind,
    FleetClue,
    NumberClue,
    RoomClue,
    ShipClue,
    SignClue,
    SignedClue,
    SumClue,
    SwitchClue,
    piece_drawing,
)
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import HIDDEN, Place, Value, kind_of

Point = tuple[int, int, str, str]

GRAY, BLACK = 1, 2  # surfaces
CENTER, TOP, LEFT, CORNER = "center", "top", "left", "top_left"
ARROWS = ("", "arrow_top", "arrow_bottom", "arrow_left", "arrow_right")  # by our directions

NAMES = {"lightup": "akari"}  # where the solver is named otherwise
ABSENT = ("curving", "makaro", "shugaku", "wblink")  # genres that Noqx has not
UNSTATED = frozenset(  # genres that Noqx has, which are not stated as it takes them
    [
        "arrowflow",
        "barns",
        "bdblock",
        "bosnianroad",
        "compass",
        "dosufuwa",
        "familyphoto",
        "fillmat",
        "fivecells",
        "hashikake",
        "heteromino",
        "ichimaga",
        "kazunori",
        "keywest",
        "kurarin",
        "lapaz",
        "lither",
        "mejilink",
        "midloop",
        "mukkonn",
        "myopia",
        "nibunnogo",
        "pipelink",
        "rassi",
        "sansaroad",
        "shakashaka",
        "symmarea",
        "tetrominous",
        "toichika",
        "toichika2",
        "voxas",
        "walllogic",
        "yajirushi",
        "yajirushi2",
    ]
)
# Genres of which the two do not have the same rules, with the difference
OTHER_RULES: dict[str, str] = {}

CIRCLES = ("circle_L__1", "circle_L__2")
SYMBOLS: Mapping[tuple[str, str], tuple[str, ...]] = {  # of the values 1, 2, ... of a sign
    ("moonsun", "marks"): ("sun_moon__2", "sun_moon__1"),
    ("alter", "clues"): ("ox_E__1", "ox_E__2", "ox_E__3"),
    ("hakoiri", "clues"): ("ox_E__1", "ox_E__2", "ox_E__3"),
    ("tatamibari", "signs"): ("line__2", "line__1", "line__5"),
    ("tents", "trees"): ("tents__1",),
    ("yinyang", "circles"): ("circle_M__1", "circle_M__2"),
    ("circlesquare", "circles"): ("circle_M__1", "circle_M__2"),
    ("nondango", "circles"): ("circle_M__4",),
    ("tentaisho", "centres"): ("circle_SS__1", "circle_SS__2"),
    ("tentaisho", "sides"): ("circle_SS__1", "circle_SS__2"),
    ("tentaisho", "corners"): ("circle_SS__1", "circle_SS__2"),
}
SURFACES = {  # signs of cells that are no part of the board
    ("bosanowa", "holes"): BLACK,
    ("doubleback", "black"): BLACK,
    ("simpleloop", "black"): BLACK,
    ("tentaisho", "holes"): BLACK,
}
CORNERED = ("detour", "factors", "juosan", "yajilin_regions")  # numbers of rooms are in the corner of a cell
UNDER_NUMBERS = {"lightup": BLACK, "patchwork": GRAY}  # the surface of cells with a number
SHIPS = {0: 7, 1: 4, 2: 6, 3: 3, 4: 5, 5: 2, 6: 1}  # the style of a part of a ship
# A path may leave cells empty, and turn within a 2x2
PARAM: Mapping[str, dict[str, Any]] = {"numlin": {"visit_all": False, "no_2x2": False}}


class NotStated(ValueError):
    """Noqx cannot state the puzzle; the text says why."""


@dataclass
class NoqxPuzzle:
    """The fields of a `Puzzle` of Noqx."""

    name: str
    row: int
    col: int
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    param: dict[str, Any] = field(default_factory=dict)
    text: dict[Point, int | str] = field(default_factory=dict)
    symbol: dict[Point, str] = field(default_factory=dict)
    edge: dict[Point, bool] = field(default_factory=dict)
    surface: dict[Point, int] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The fields for JSON: each part as pairs of a point and its value."""
        parts = ("text", "symbol", "edge", "surface")
        return {key: list(value.items()) if key in parts else value for key, value in vars(self).items()}


def noqx_puzzle(puzzle: GenrePuzzle) -> NoqxPuzzle:
    """The puzzle as Noqx takes it. Raises NotStated."""
    name, sheet = puzzle.genre.name, puzzle.sheet
    if name in ABSENT:
        raise NotStated("no solver of this genre")
    if name in UNSTATED:
        raise NotStated("a genre that is not stated for Noqx")
    if puzzle.known:
        raise NotStated("a part of the board that is known")
    stated = NoqxPuzzle(NAMES.get(name, name), sheet.rows, sheet.columns, param=dict(PARAM.get(name, {})))
    for kind in puzzle.genre.given:
        clues = sheet.clues.get(kind.key, {})
        if isinstance(kind, RoomClue):
            stated.edge |= dict.fromkeys(borders(clues), True)
            continue
        add = SPECIAL.get((name, kind.key)) or KINDS[type(kind)]
        for place, value in sorted(clues.items()):
            add(stated, name, kind, place, value)
    if name == "kakuro":
        all_runs_have_sums(puzzle)
    return stated


def point(place: Place, label: str = "normal") -> Point:
    """The point of a cell, an edge or a corner, or of a clue beside the board."""
    y, x = place
    direction = {"cell": CENTER, "corner": CORNER, "edge": LEFT if y % 2 else TOP}[kind_of(place)]
    return y // 2, x // 2, direction, label


def borders(rooms: Mapping[Place, Value]) -> Iterator[Point]:
    """The edges between cells of two rooms; the border of the board is none: Country Road looks beyond it."""
    for (y, x), room in rooms.items():
        for before, edge in (((y - 2, x), (y - 1, x)), ((y, x - 2), (y, x - 1))):
            if rooms.get(before, room) != room:
                yield point(edge)


def number(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    label = f"corner_{CORNER}" if kind.at == "room" and name in CORNERED else "normal"
    # A clue of a line stands in the column, or row, -1
    at = (place[0] // 2, place[1] // 2, CENTER, label) if kind.at in ("line", "side") else point(place, label)
    stated.text[at] = "?" if value == HIDDEN else value  # type: ignore[assignment]
    if name in UNDER_NUMBERS:
        stated.surface[point(place)] = UNDER_NUMBERS[name]


def line_of_tiles(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    label = "corner_top_right" if place[1] < 0 else "corner_bottom_left"
    stated.text[place[0] // 2, place[1] // 2, CENTER, label] = value  # type: ignore[assignment]


def letter(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    stated.text[place[0] // 2, place[1] // 2, CENTER, "normal"] = kind.write(value)


def sign(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    assert isinstance(value, int)
    if kind.at == "edge" and (name, kind.key) not in SYMBOLS:
        stated.edge[point(place)] = True  # a wall within a room
    elif (surface := SURFACES.get((name, kind.key))) is not None:
        stated.surface[point(place)] = surface
    elif value == HIDDEN:
        not_said(stated, name, kind, place, value)
    else:
        label = "nondango_mark" if name == "nondango" else "normal"
        stated.symbol[point(place, label)] = SYMBOLS.get((name, kind.key), CIRCLES)[value - 1]


def not_said(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    if name != "tatamibari":
        raise NotStated(f"{kind.key}: an unknown sign")
    stated.text[point(place)] = "?"


def circled_number(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    assert isinstance(value, tuple)
    stated.symbol[point(place)] = CIRCLES[value[0] - 1]
    if value[1] != HIDDEN:
        stated.text[point(place)] = value[1]


def wall(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    """A cell of Castle Wall: gray, white or black, with an arrow or blank."""
    assert isinstance(value, tuple)
    colour, direction, length = value
    if colour != 2:
        stated.surface[point(place)] = GRAY if colour == 1 else BLACK
    arrow(stated, name, kind, place, (direction, length))


def arrow(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    assert isinstance(value, tuple)
    direction, number = value
    if number != HIDDEN and not direction:
        raise NotStated("a number without an arrow")
    if number == HIDDEN:
        stated.text[point(place)] = " "
    else:
        stated.text[point(place, ARROWS[direction])] = number


def sums(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    if name != "kakuro":
        raise NotStated("sums in cells")
    assert isinstance(value, tuple)
    stated.symbol[point(place)] = "kakuro__1"
    for label, number in zip(("corner_bottom_left", "corner_top_right"), value, strict=True):
        if number > 0:
            stated.text[point(place, label)] = number


def all_runs_have_sums(puzzle: GenrePuzzle) -> None:
    """In Noqx every run of a Kakuro has a sum. Raises NotStated for a run without one."""
    black, whole = puzzle.sheet.clues["sums"], puzzle.sheet.every["cell"]
    for y, x in (place for place in whole if place not in black):
        for part, before in enumerate(((y - 2, x), (y, x - 2))):
            neighbour = black.get(before, (0, 0) if before not in whole else None)
            if isinstance(neighbour, tuple) and neighbour[part] <= 0:
                raise NotStated("a run without a sum")


def ship(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    if value not in SHIPS:
        raise NotStated("a part of a ship that is unknown, or a bend")
    stated.symbol[point(place)] = f"battleship_B__{SHIPS[value]}"  # type: ignore[index]


def fleet(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    assert isinstance(value, tuple)
    drawn = Counter(
        piece_drawing(code).replace("#", "1").replace(".", "0").replace("/", "|") for code in value
    )
    stated.param["shapeset"] = [{"shape": shape, "count": count} for shape, count in drawn.items()]


def switch(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    if (name, kind.key) != ("masyu", "through_all_cells"):
        raise NotStated(f"the variant {kind.key}")
    stated.param["visit_all"] = True


def stars(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    stated.param["stars"] = str(value)


def letters(stated: NoqxPuzzle, name: str, kind: ClueKind, place: Place, value: Value) -> None:
    stated.param["letters"] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:value]  # type: ignore[misc]


Add = Callable[[NoqxPuzzle, str, ClueKind, Place, Value], None]
KINDS: Mapping[type[ClueKind], Add] = {
    NumberClue: number,
    SignClue: sign,
    SignedClue: circled_number,
    ArrowClue: arrow,
    SumClue: sums,
    ShipClue: ship,
    FleetClue: fleet,
    SwitchClue: switch,
}
SPECIAL: Mapping[tuple[str, str], Add] = {
    ("castle", "walls"): wall,
    ("easyasabc", "letters"): letters,
    ("easyasabc", "sides"): letter,
    ("easyasabc", "clues"): letter,
    ("starbattle", "stars"): stars,
    ("tilepaint", "counts"): line_of_tiles,
}
