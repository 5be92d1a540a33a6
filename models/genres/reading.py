"""Reading a puzzle of a genre from the keys of its instance, and writing it as keys.

puzzle: NAME           a genre of the table; or `puzzle: genre` and `genre: {name: ...}`, see `genre`
size: 8x10             rows x columns; only needed where no drawing says it
KEY: a drawing         of each key of clues: `.` nothing, `?` a clue whose value is not said. With several
                       characters to a clue they are separated by blanks. For clues of corners one row and
                       column more; for those of edges as a board of lines, a character per half cell
KEY: true              of a further rule of the board as a whole; it is false where nothing is said
KEY: {A: 3}            of rooms, by the letter of the room
KEY: {rows: [...], columns: [...]}           of lines
KEY: {top: [...], bottom: [...], left: [...], right: [...]}      of the ends of lines
known: a drawing       what is known of the board, as boards are written; `?` is open, and where
                           a board has blanks, anything may stand, such as `_`
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from zenkai_solver.models.document import InstanceError, Where
from zenkai_solver.models.fields import Fields, known_key
from zenkai_solver.models.genres.clues import NOTHING, ClueError, ClueKind, RoomClue, SwitchClue
from zenkai_solver.models.genres.genre import Genre, from_data, to_data
from zenkai_solver.models.genres.layers import DIGITS, EdgeLines
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.sheet import (
    MOST_KNOWN_STEPS,
    MOST_STEPS,
    WHOLE,
    GenreError,
    GenreSheet,
    Place,
    Value,
    kind_of,
    name_of,
)
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.grid import SIZE, art_rows, components

MOST_ROWS = 100
MOST_VARIABLES = 250_000
KEYS = ("genre", "size", "known")  # beside those of the clues
DRAWN = ("cell", "corner", "edge")
PLAIN = re.compile(r"[1-9]\d*(?:x\d+)?|0")  # what YAML takes as it is


def read(fields: Fields) -> GenrePuzzle:
    """The puzzle that the keys state. Raises InstanceError."""
    if _named(fields):
        return puzzle_of(genre(fields.choice("genre", GENRES)), fields)
    return puzzle_of(
        from_data(fields.get("genre", dict, "a name, or a mapping with a statement"), ("genre",)), fields
    )


def read_unstated(fields: Fields) -> GenrePuzzle:
    """The puzzle for an editor: as `read`, but a genre of the table is not stated, which may take long."""
    if not _named(fields):
        return read(fields)
    puzzle = _puzzle(genre(fields.choice("genre", GENRES)), fields)
    try:
        _bounded(puzzle)
    except GenreError as error:
        raise InstanceError("genre", str(error)) from None
    return puzzle


def _named(fields: Fields) -> bool:
    return isinstance(fields.data.get("genre"), str)


def puzzle_of(stated: Genre, fields: Fields) -> GenrePuzzle:
    """The puzzle of this genre that the keys state. Raises InstanceError."""
    return checked(_puzzle(stated, fields))


def _puzzle(stated: Genre, fields: Fields) -> GenrePuzzle:
    """The puzzle that the keys state, before its statements are checked. Raises InstanceError."""
    fields.only((*KEYS, *(kind.key for kind in stated.given)))
    rows, columns = _size(fields, stated)
    clues: dict[str, dict[Place, Value]] = {}
    named: dict[str, dict[str, Place]] = {}
    for kind in sorted(stated.given, key=lambda kind: kind.at == "room"):  # rooms themselves come first
        if isinstance(kind, RoomClue):
            clues[kind.key], named[kind.key] = _rooms(fields, kind, (rows, columns))
        elif isinstance(kind, SwitchClue):
            clues[kind.key] = {WHOLE: 1} if fields.flag(kind.key, False) else {}
        elif not kind.needed and kind.key not in fields.data:
            continue
        elif kind.at == "board":
            value = _clue(kind, fields.get(kind.key, (str, int), "a clue"), (kind.key,))
            if value is None:
                raise InstanceError(kind.key, "a clue is needed, not .")
            clues[kind.key] = {WHOLE: value}
        else:
            clues[kind.key] = dict(_clues(fields, kind, (rows, columns), named))
    return _known(fields, puzzle_with(stated, rows, columns, clues))


def puzzle_with(
    stated: Genre, rows: int, columns: int, clues: Mapping[str, Mapping[Place, Value]]
) -> GenrePuzzle:
    """The puzzle with these clues. That its statements have a meaning is not checked."""
    on_edges = frozenset(layer.name for layer in stated.unknown if isinstance(layer, EdgeLines))
    some = {key: given for key, given in clues.items() if given}
    return GenrePuzzle(stated, GenreSheet(rows, columns, some, on_edges))


def checked(puzzle: GenrePuzzle) -> GenrePuzzle:
    """The same puzzle, after its model was built without a fault. Raises InstanceError.

    A genre that the instance itself states is also evaluated on two boards, with MOST_STEPS in all.
    """
    known = puzzle.genre.name in GENRES and puzzle.genre == genre(puzzle.genre.name)
    effort = puzzle.sheet.effort
    effort.begin(MOST_KNOWN_STEPS if known else MOST_STEPS)
    try:
        _bounded(puzzle)
        puzzle.model()
        for end in () if known else (0, -1):
            deque(puzzle.broken({key: values[end] for key, values in puzzle.domains.items() if values}), 0)
    except GenreError as error:
        raise InstanceError("genre", str(error)) from None
    except RecursionError:
        size = f"{puzzle.sheet.rows}x{puzzle.sheet.columns}"
        raise InstanceError("genre", f"{size}: a count of too many places within another statement") from None
    effort.begin(inf)
    return puzzle


def _bounded(puzzle: GenrePuzzle) -> None:
    """Raises InstanceError for more values than a puzzle may have, and GenreError as `Layer.domains` does."""
    if (number := sum(map(len, puzzle.domains.values()))) > MOST_VARIABLES:
        (layer, place), values = max(puzzle.domains.items(), key=lambda item: len(item[1]))
        raise InstanceError(
            (),
            f"{len(values):,} values of {layer} at {name_of(place)}, {number:,} at all places of "
            f"{puzzle.sheet.rows}x{puzzle.sheet.columns} cells; at most {MOST_VARIABLES:,}",
        )


def _size(fields: Fields, stated: Genre) -> tuple[int, int]:
    """Rows and columns, as stated or as the first drawing has them."""
    if "size" in fields.data:
        match = SIZE.fullmatch(str(fields.get("size", (str, int), "a size")))
        if match is None:
            raise InstanceError("size", "a size is rows x columns, such as 8x10")
        rows, columns = int(match[1]), int(match[2])
    else:
        drawn = [kind for kind in stated.given if kind.at in DRAWN and kind.key in fields.data]
        if not drawn:
            raise InstanceError(
                (), "the key `size` is missing, such as `size: 8x10`, and there is no drawing"
            )
        art = _tokens(fields, drawn[0].key)
        rows, columns = _cells_of(drawn[0], len(art)), _cells_of(drawn[0], len(art[0]))
    if not 1 <= rows <= MOST_ROWS or not 1 <= columns <= MOST_ROWS:
        raise InstanceError(
            ("size",) if "size" in fields.data else (),
            f"{rows}x{columns}: 1x1 to {MOST_ROWS}x{MOST_ROWS} cells are allowed",
        )
    return rows, columns


def _cells_of(kind: ClueKind, drawn: int) -> int:
    return {"cell": drawn, "corner": drawn - 1}.get(kind.at, drawn // 2)


def _tokens(fields: Fields, key: str, single: bool = False) -> list[list[str]]:
    """The rows of a drawing; where one has blanks within it, they separate the clues of all rows.

    A row of a `single` column has no blank that could say that its clue has several characters.
    """
    rows = [row.strip() for row in art_rows(fields.text(key))]
    if not rows:
        raise InstanceError(key, "the drawing is empty")
    if any(" " in row or "\t" in row for row in rows):
        return [row.split() for row in rows]
    return [[row] if single else list(row) for row in rows]


def _drawing(fields: Fields, key: str, rows: int, columns: int) -> list[list[str]]:
    art = _tokens(fields, key, columns == 1)
    if len(art) != rows:
        raise InstanceError(key, f"{len(art)} rows, not {rows}")
    for r, row in enumerate(art):
        if len(row) != columns:
            raise InstanceError((key,), f"row {r + 1} has {len(row)} clues, not {columns}", r)
    return art


def _clue(kind: ClueKind, text: Any, where: Where, row: int | None = None) -> Value | None:
    if isinstance(text, bool) or not isinstance(text, str | int):
        raise InstanceError(where, f"{text!r:.40} is not a clue", row)
    if str(text) == NOTHING:
        return None
    try:
        return kind.read(str(text))
    except ClueError as error:
        raise InstanceError(where, f"{str(text)!r:.40} is not {error}", row) from None


def _clues(
    fields: Fields, kind: ClueKind, size: tuple[int, int], named: Mapping[str, Mapping[str, Place]]
) -> Iterator[tuple[Place, Value]]:
    """Each place with a clue of the kind, and the clue."""
    if kind.at in DRAWN:
        yield from _drawn(fields, kind, size)
    elif kind.at == "room":
        for name, text in fields.mapping(kind.key).items():
            known_key(str(name), named[kind.rooms], (kind.key,))
            if (value := _clue(kind, text, (kind.key, name))) is not None:
                yield named[kind.rooms][str(name)], value
    else:
        lists = Fields(fields.mapping(kind.key), (kind.key,))
        sides = line_places(kind, *size)
        lists.only(tuple(sides))
        for side, places in sides.items():
            texts = lists.get(side, list, "a list of clues", [NOTHING] * len(places))
            if len(texts) != len(places):
                raise InstanceError((kind.key, side), f"{len(texts)} clues for {len(places)} lines")
            for i, (place, text) in enumerate(zip(places, texts)):
                if (value := _clue(kind, text, (kind.key, side, i))) is not None:
                    yield place, value


def line_places(kind: ClueKind, rows: int, columns: int) -> dict[str, tuple[Place, ...]]:
    """The places of clues of rows and columns, or of the sides of the board, by their key in an instance."""
    left, top = tuple((2 * r + 1, -1) for r in range(rows)), tuple((-1, 2 * c + 1) for c in range(columns))
    if kind.at == "line":
        return {"rows": left, "columns": top}
    right = tuple((y, 2 * columns + 1) for y, _ in left)
    bottom = tuple((2 * rows + 1, x) for _, x in top)
    return {"top": top, "bottom": bottom, "left": left, "right": right}


def _drawn(fields: Fields, kind: ClueKind, size: tuple[int, int]) -> Iterator[tuple[Place, Value]]:
    more, step, first = {"cell": (0, 2, 1), "corner": (1, 2, 0), "edge": (1, 1, 0)}[kind.at]
    rows, columns = (side * (2 if step == 1 else 1) + more for side in size)
    for r, row in enumerate(_drawing(fields, kind.key, rows, columns)):
        for c, text in enumerate(row):
            place = (step * r + first, step * c + first)
            if kind_of(place) == kind.at and (value := _clue(kind, text, (kind.key,), r)) is not None:
                yield place, value


def _rooms(
    fields: Fields, kind: RoomClue, size: tuple[int, int]
) -> tuple[dict[Place, Value], dict[str, Place]]:
    """The number of the room of each cell, and the first cell of each room by its letter."""
    first: dict[str, Place] = {}
    number: dict[str, int] = {}
    room: dict[Place, Value] = {}
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(_drawing(fields, kind.key, *size)):
        for c, text in enumerate(row):
            if text == NOTHING:
                if not kind.gaps:
                    raise InstanceError(kind.key, "each cell is in a room, so none is drawn as .", r)
                continue
            first.setdefault(text, (2 * r + 1, 2 * c + 1))
            room[2 * r + 1, 2 * c + 1] = number.setdefault(text, len(number))
            cells.setdefault(text, []).append((r, c))
    for text, members in cells.items():
        if len(components(members)) > 1:
            raise InstanceError(kind.key, f"the room {text:.20} is not connected")
    if not room:
        raise InstanceError(kind.key, "no cell is in a room")
    return room, first


def _known(fields: Fields, puzzle: GenrePuzzle) -> GenrePuzzle:
    if "known" not in fields.data:
        return puzzle
    board = tuple(row.ljust(puzzle.region.columns) for row in art_rows(fields.text("known")))
    try:
        return GenrePuzzle(puzzle.genre, puzzle.sheet, puzzle.values(puzzle.without_blanks(board)))
    except ValueError as error:
        raise InstanceError("known", str(error)) from None


# ---- writing


def as_keys(puzzle: GenrePuzzle) -> dict[str, Any]:
    """The keys of an instance, with their values, that state the clues; the inverse of `read`."""
    sheet = puzzle.sheet
    keys: dict[str, Any] = {"size": f"{sheet.rows}x{sheet.columns}"}
    for kind in puzzle.genre.given:
        clues = sheet.clues.get(kind.key, {})
        if isinstance(kind, RoomClue):
            keys[kind.key] = _art(sheet, kind, {at: room_name(clues[at], clues.values()) for at in clues})
        elif isinstance(kind, SwitchClue):
            keys |= {kind.key: True} if clues else {}
        elif clues and kind.at == "board":
            keys[kind.key] = kind.write(clues[WHOLE])
        elif clues and kind.at in DRAWN:
            keys[kind.key] = _art(sheet, kind, {at: kind.write(value) for at, value in clues.items()})
        elif clues and kind.at == "room":
            rooms = sheet.clues[kind.rooms]
            keys[kind.key] = {
                room_name(rooms[at], rooms.values()): kind.write(value) for at, value in sorted(clues.items())
            }
        elif clues:
            sides = line_places(kind, sheet.rows, sheet.columns)
            keys[kind.key] = {
                side: [kind.write(clues[at]) if at in clues else NOTHING for at in places]
                for side, places in sides.items()
            }
    if puzzle.known:
        keys["known"] = puzzle.as_drawing(puzzle.known)
    return keys


def as_yaml(puzzle: GenrePuzzle) -> str:
    """The text of an instance with these keys, with drawings as block texts."""
    named = puzzle.genre.name in GENRES and genre(puzzle.genre.name) == puzzle.genre
    lines = [f"puzzle: {puzzle.genre.name if named else 'genre'}"]
    if not named:
        lines.append(f"genre: {json.dumps(to_data(puzzle.genre), ensure_ascii=False)}")
    keys = as_keys(puzzle)
    for key, value in keys.items():
        if isinstance(value, str) and value.endswith("\n"):
            lines += [f"{key}: |", *(f"  {row}" for row in value.splitlines())]
        else:
            plain = isinstance(value, str) and PLAIN.fullmatch(value)
            lines.append(f"{key}: {value if plain else json.dumps(value)}")
    return "\n".join(lines) + "\n"


def room_name(room: Value, rooms: Any) -> str:
    """A letter for each room; two where there are many."""
    assert isinstance(room, int)
    letters = DIGITS[10:]
    if max(rooms) < len(letters):
        return letters[room]
    return letters[room // len(letters)] + letters[room % len(letters)]


def _art(sheet: GenreSheet, kind: ClueKind, texts: Mapping[Place, str]) -> str:
    """A drawing of these texts; blanks between them where one has several characters."""
    step, first = {"cell": (2, 1), "corner": (2, 0), "edge": (1, 0)}[kind.at]
    width = max(map(len, texts.values()), default=1)
    rows = [
        [texts.get((y, x), NOTHING).ljust(width) for x in range(first, 2 * sheet.columns + 1, step)]
        for y in range(first, 2 * sheet.rows + 1, step)
    ]
    return "".join((" " if width > 1 else "").join(row).rstrip() + "\n" for row in rows)
