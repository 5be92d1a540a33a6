"""Puzzles of genres on puzz.link: what follows `p?NAME/`, NAME being the `link` of a genre.

COLUMNS/ROWS/ and a section for each kind of clues that has a codec (`ClueKind.link`), in the order in which
the genre names them; dots of cells, edges and corners are one section, and so are numbers and black cells,
and rooms and the walls within them (`at="edge"`, `rooms`). A kind without a codec is not in a link; letters
that switch on further rules (`SwitchClue.sign`) stand before COLUMNS. The places of a section are in the
site's order: cells, corners and rooms row by row; edges between the cells of rows first; of lines the
columns, then the rows; of sides the upper, lower, left and right ones.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.puzzlink_codec import HOLE, Area, Codec
from zenkai_solver.models.formats.puzzlink_codecs import CODECS
from zenkai_solver.models.genres.clues import (
    DOTS,
    MARK,
    OUTER,
    WITHIN,
    ArrowClue,
    ClueError,
    ClueKind,
    RoomClue,
    SignClue,
    SumClue,
    SwitchClue,
)
from zenkai_solver.models.genres.genre import Genre
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import MOST_ROWS, as_yaml, checked, line_places, puzzle_with
from zenkai_solver.models.genres.sheet import HIDDEN, WHOLE, GenreSheet, Place, Value, kind_of, name_of
from zenkai_solver.models.genres.table import LINKED, genre
from zenkai_solver.models.grid import components
from zenkai_solver.models.where.puzzle import Conditioned

ADDRESS = re.compile(r"[\w-]+/(?:([^/]*[^\d/][^/]*)/)?(\d{1,4})/(\d{1,4})(?:/(.*))?")
LOOKS = {"yajilin": "b", "koburin": "b"}  # letters that only say how the site draws a genre
ALWAYS = {"bonsan": "c", "icelom": "a", "kramma": "c", "slalom": "d"}  # letters that say how the link goes on
HOLED = (
    "boulders",
    "arrows4",
    "brownies",
    "crossstitch",
    "fakearrow",
    "fivecells",
    "letters",
    "roma",
    "voxas",
    "walllogic",
)  # codecs that have holes, or walls, too
BETWEEN = ("border", "border?", "ground", "voxas", "edge16", "parquet")  # codecs of what is between two cells
GAPPED = "seiza"  # the codec of rooms that leave out cells
NUMBERED = (
    "anglers",
    "bdwalk",
    "fracdiv",
    "herugolf",
    "loopsp",
    "mrokmrno",
    "pipelinkr",
    "reflect",
    "slalom",
    "snakepit",
    "tateyoko",
    "yajisoko",
    "yosenabe",
)  # codecs whose values begin with the number of their kind
SHARED = (
    *DOTS,
    "loute",
    "makaro",
    "minarism",
    "parquet",
    "poles",
    "sashigane",
    "tilepaint",
    "triplace",
    *HOLED,
    *NUMBERED,
)  # codecs of several kinds
SIDES = ("top", "bottom", "left", "right")
OF_HOLES = 3  # their value in the codec `poles`
Clues = dict[str, dict[Place, Value]]


class StatedGenre(NamedTuple):
    """A puzzle as a link states it; its clues are checked when its instance is read."""

    puzzle: GenrePuzzle

    def as_yaml(self) -> str:
        return as_yaml(self.puzzle)

    def checked(self) -> GenrePuzzle:
        """Raises InstanceError if it means nothing."""
        return checked(self.puzzle)


def address(text: str) -> StatedGenre:
    """What follows `p?`, of a genre of the table. Raises InstanceError."""
    return StatedGenre(read(genre(LINKED[text.partition("/")[0]]), text))


def read(stated: Genre, text: str) -> GenrePuzzle:
    """The puzzle of the genre that the text states, not checked further. Raises InstanceError."""
    match = ADDRESS.fullmatch(text)
    if match is None:
        raise fault(f"puzz.link: not an address of {stated.title}: .../p?{stated.link}/COLUMNS/ROWS/CLUES")
    columns, rows = int(match[2]), int(match[3])
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_ROWS):
        raise fault(f"puzz.link: {rows} rows and {columns} columns; 1 to {MOST_ROWS} are read")
    rest = match[4] or ""
    clues = _switched(stated, match[1] or "")
    frame = max((section.codec.frame for section in sections(stated)), default=0)
    sheet = GenreSheet(rows + frame, columns + frame, clues)  # which the sections fill
    for section in sections(stated):
        places = section.places(sheet)
        values, rest = section.codec.read(rest, section.area(sheet, len(places)))
        clues |= section.clues(sheet, {at: value for at, value in zip(places, values) if value is not None})
    if rest.strip("/"):
        raise fault(f"puzz.link: {rest!r:.20} is left behind the clues")
    by_place = {key: dict(sorted(given.items())) for key, given in clues.items()}  # as they are drawn
    return puzzle_with(stated, sheet.rows, sheet.columns, by_place)


def _switched(stated: Genre, letters: str) -> Clues:
    """The further rules that these letters switch on. Raises InstanceError."""
    keys = {kind.sign: kind.key for kind in stated.given if isinstance(kind, SwitchClue)}
    needed = ALWAYS.get(stated.link, "")
    if not set(needed) <= set(letters) <= {*keys, *LOOKS.get(stated.link, ""), *needed}:
        raise fault(f"puzz.link: {stated.link} with the switch {letters!r:.20} is not read")
    return {keys[letter]: {WHOLE: 1} for letter in letters if letter in keys}


def write(puzzle: GenrePuzzle | Conditioned, _: str = "") -> str:
    """The link. Raises InstanceError for what a link cannot state."""
    assert isinstance(puzzle, GenrePuzzle)  # conditions are refused before
    stated, sheet = puzzle.genre, puzzle.sheet
    if not stated.link:
        raise fault(f"puzz.link has no {stated.title:.40}")
    if puzzle.known:
        raise InstanceError("known", "a link of puzz.link has the clues alone")
    on = [kind for kind in stated.given if isinstance(kind, SwitchClue) and sheet.clues.get(kind.key)]
    letters = ALWAYS.get(stated.link, "") + "".join(kind.sign for kind in on)
    stays = [kind for kind in stated.given if not kind.link and not (kind in on and kind.sign)]
    if lost := [kind.key for kind in stays if sheet.clues.get(kind.key)]:
        raise InstanceError(lost[0], f"puzz.link has no such clues in {stated.title}")
    parts = [*sections(stated)]
    frame = max((section.codec.frame for section in parts), default=0)
    if not (rows := sheet.rows - frame) or not (columns := sheet.columns - frame):
        raise InstanceError("size", f"puzz.link has no {stated.title} of {sheet.rows}x{sheet.columns}")
    body = ""
    for section in parts:
        places, values = section.places(sheet), section.values(sheet)
        body += section.codec.write([values.get(at) for at in places], section.area(sheet, len(places)))
    end = "" if body[-1:].isalnum() else "/"  # as the site has it, so that no mail cuts it off
    name = "/".join(filter(None, (stated.link, letters)))
    return f"https://puzz.link/p?{name}/{columns}/{rows}/{body}{end}\n"


# ---- sections


class Section(NamedTuple):
    """The part of a link that one codec writes: the clues of one kind, or of several."""

    codec: Codec
    name: str
    kinds: tuple[ClueKind, ...]

    def area(self, sheet: GenreSheet, places: int) -> Area:
        return Area(sheet.rows - self.codec.frame, sheet.columns - self.codec.frame, places)

    def places(self, sheet: GenreSheet) -> tuple[Place, ...]:
        """Where clues may be, in the order of the site."""
        kind, dotted = self.kinds[0], self.name in WITHIN
        if self.name in BETWEEN or (kind.at == "edge" and not dotted):
            sides = _sides(sheet) if self.name == OUTER else ()
            return (*_in_rows_first(sheet.every["inner"]), *sides)
        if self.name == GAPPED:
            return (*_in_rows_first(sheet.every["inner"]), *sheet.every["cell"])
        if self.name == "kakuro":
            return _with_frame(sheet)
        if dotted:
            inside = (place for sort in ("cell", "edge", "corner") for place in sheet.every[sort])
            wanted = ("corner",) if self.name == MARK else ("cell", "edge", "corner")
            return tuple(
                sorted(place for place in inside if kind_of(place) in wanted and sheet.is_within(place))
            )
        if self.name in ("tilepaint", "triplace"):
            by_side = line_places(self.kinds[-1], sheet.rows, sheet.columns)
            return (*sheet.every["cell"], *by_side["columns"], *by_side["rows"])
        if kind.at == "room":
            return tuple(room.at for room in sheet.rooms(kind.rooms))
        if self.name == "anglers":
            by_side = line_places(self.kinds[-1], sheet.rows, sheet.columns)
            return (*sheet.every["cell"], *(at for side in SIDES for at in by_side[side]))
        if self.name == "magnets":  # the number at the last end of a line, then that at the first
            by_side = line_places(kind, sheet.rows, sheet.columns)
            pairs = (("bottom", "top"), ("right", "left"))
            return tuple(at for ends in pairs for pair in zip(*(by_side[end] for end in ends)) for at in pair)
        if kind.at in ("line", "side"):
            by_side = line_places(kind, sheet.rows, sheet.columns)
            names = ("columns", "rows") if kind.at == "line" else SIDES
            return tuple(place for name in names for place in by_side[name])
        return (WHOLE,) if kind.at == "board" else sheet.every[kind.at]

    def clues(self, sheet: GenreSheet, values: Mapping[Place, Value]) -> Clues:
        """The clues of the kinds; of walls the rooms between them. Raises InstanceError."""
        clues: Clues = {kind.key: {} for kind in self.kinds}
        if self.name == "parquet":
            thick = {edge for edge, value in values.items() if value == 1}
            parts = (values, thick)
            return {kind.key: rooms_between(sheet, walls) for kind, walls in zip(self.kinds, parts)}
        if isinstance(self.kinds[0], RoomClue):
            rooms = rooms_between(sheet, values)
            clues[self.kinds[0].key] = rooms
            for wall in self.kinds[1:]:
                sides = ((at, sheet.related(at, "beside")) for at in values if kind_of(at) == "edge")
                clues[wall.key] = {
                    edge: 1 for edge, (one, other) in sides if _alike(rooms.get(one), rooms.get(other))
                }
            return clues
        if self.name == "poles":
            poles, holes = (kind.key for kind in self.kinds)
            signs = {place: value for place, value in values.items() if value != OF_HOLES}
            return {poles: signs, holes: dict.fromkeys(values.keys() - signs.keys(), 1)}
        if self.name in NUMBERED:
            for place, value in values.items():
                assert isinstance(value, tuple)
                kind, clue = self.kinds[value[0]], value[1:] if len(value) > 2 else value[1]
                clues[kind.key][place] = _checked(kind, place, clue)
            return clues
        for place, value in values.items():
            matching = self._kind(place, value)
            if matching is None:
                raise fault(f"puzz.link: a clue at {name_of(place)}, where there is none")
            hole = self.name in HOLED and value == HOLE
            clues[matching.key][place] = _checked(matching, place, 1 if hole else value)
        return clues

    def _kind(self, place: Place, value: Value) -> ClueKind | None:
        """The kind of the clue: of several kinds the one for this place, and for one number or several."""
        if self.name in HOLED:
            return next((kind for kind in self.kinds if _is_hole(kind) == (value == HOLE)), None)
        several = isinstance(value, tuple)
        fitting = [kind for kind in self.kinds if isinstance(kind, ArrowClue | SumClue) == several]
        if len(self.kinds) == 1:
            return self.kinds[0]
        return next((kind for kind in fitting if kind.at in (kind_of(place), "line")), None)

    def values(self, sheet: GenreSheet) -> dict[Place, Value]:
        """The inverse of `clues`."""
        if self.name == "parquet":
            thin, thick = (walls_between(sheet, kind.key) for kind in self.kinds)
            return {**dict.fromkeys(thin, 2), **dict.fromkeys(thick, 1)}
        if isinstance(self.kinds[0], RoomClue):
            gaps = gaps_in(sheet, self.kinds[0].key)
            if gaps and self.name != GAPPED:
                raise InstanceError(self.kinds[0].key, "puzz.link has no cell that is in no room")
            within = (at for kind in self.kinds[1:] for at in sheet.clues.get(kind.key, {}))
            return dict.fromkeys((*walls_between(sheet, self.kinds[0].key), *within, *gaps), 1)
        if self.name == "poles":
            poles, holes = (sheet.clues.get(kind.key, {}) for kind in self.kinds)
            return {**poles, **dict.fromkeys(holes, OF_HOLES)}
        if self.name in NUMBERED:
            return {
                at: (number, *value) if isinstance(value, tuple) else (number, value)
                for number, kind in enumerate(self.kinds)
                for at, value in sheet.clues.get(kind.key, {}).items()
            }
        values = {
            at: HOLE if self.name in HOLED and _is_hole(kind) else value
            for kind in self.kinds
            for at, value in sheet.clues.get(kind.key, {}).items()
        }
        if lost := sorted(set(values) - set(self.places(sheet))):
            raise InstanceError(self.kinds[0].key, f"puzz.link has no clue at {name_of(lost[0])}")
        return values


def sections(stated: Genre) -> Iterator[Section]:
    """The sections of a link, in its order."""
    linked = (kind for kind in stated.given if kind.link)
    for name, group in groupby(linked, lambda kind: kind.link):
        kinds = tuple(group)
        within = [kind for kind in kinds if kind.at == "edge" and kind.rooms]
        others = (
            (kind, *(wall for wall in within if wall.rooms == kind.key))
            for kind in kinds
            if kind not in within
        )
        for shared in (kinds,) if name in SHARED else others:
            yield Section(CODECS[name], name, shared)


def _in_rows_first(edges: Iterable[Place]) -> tuple[Place, ...]:
    """Edges in the order of the site: those between the cells of a row come first."""
    return tuple(sorted(edges, key=lambda place: (place[0] % 2 == 0, place)))


def _sides(sheet: GenreSheet) -> Sequence[Place]:
    """The edges at the upper, lower, left and right border of the board."""
    last = 2 * sheet.rows, 2 * sheet.columns
    at_border = [edge for edge in sheet.every["edge"] if not sheet.is_within(edge)]
    return sorted(at_border, key=lambda at: (at[0] not in (0, last[0]), at[0] != 0, at[1] != 0, at))


def _alike(one: Value | None, other: Value | None) -> bool:
    """Is a wall between cells of these rooms no border of two rooms? None is a cell in no room."""
    return one is None or other is None or one == other


def _is_hole(kind: ClueKind) -> bool:
    return isinstance(kind, SignClue) and len(kind.signs) == 1


def _with_frame(sheet: GenreSheet) -> tuple[Place, ...]:
    """The cells but those of the first row and column; then these, row first, and the one of both."""
    first = sheet.every["cell"][0]
    above, left = (
        tuple(place for place in sheet.every["cell"] if place[i] == first[i] and place[1 - i] != first[1 - i])
        for i in (0, 1)
    )
    inner = (place for place in sheet.every["cell"] if place[0] != first[0] and place[1] != first[1])
    return (*inner, *above, *left, first)


def _checked(kind: ClueKind, place: Place, value: Value) -> Value:
    """The clue, if the kind has it. Raises InstanceError."""
    written = ""
    try:
        written = kind.write(value)
        if kind.read(written) == value:
            return value
    except ClueError as error:
        raise fault(f"puzz.link: {kind.key}: {written!r:.40} at {_where(place)} is not {error}") from None
    except IndexError:
        pass
    shown = "?" if value == HIDDEN else value
    raise fault(f"puzz.link: {kind.key}: {shown!r:.40} at {_where(place)} is no such clue")


def _where(place: Place) -> str:
    return "the board" if place == WHOLE else name_of(place)


# ---- rooms


def rooms_between(sheet: GenreSheet, walls: Container[Place]) -> dict[Place, Value]:
    """The number of the room of each cell that is not itself among the walls; a wall that ends within a room
    divides nothing.
    """
    cells = [cell for cell in sheet.every["cell"] if cell not in walls]
    inside = {*cells}
    ways = (edge for edge in sheet.every["inner"] if inside.issuperset(sheet.related(edge, "beside")))
    nodes = (*cells, *(edge for edge in ways if edge not in walls))
    return {
        place: number
        for number, room in enumerate(components(nodes))
        for place in room
        if kind_of(place) == "cell"
    }


def walls_between(sheet: GenreSheet, key: str) -> Iterator[Place]:
    """The edges between two rooms of the key."""
    room = sheet.clues[key]
    for edge in sheet.every["inner"]:
        one, other = sheet.related(edge, "beside")
        if not _alike(room.get(one), room.get(other)):
            yield edge


def gaps_in(sheet: GenreSheet, key: str) -> list[Place]:
    """The cells that are in no room of the key."""
    return [cell for cell in sheet.every["cell"] if cell not in sheet.clues[key]]
