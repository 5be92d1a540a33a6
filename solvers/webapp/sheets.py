"""Sheets of genres: what the page's editor may enter, the instance that was entered, and what a board breaks.

A sheet is what a person works on, as JSON; places are (y, x) in half cells, see `models.genres.sheet`:

    genre           the name of a genre of the table, or a statement, as the key `genre` of an instance
    rows, columns
    clues           {key: [[y, x, text]]}, of all kinds but rooms
    walls           {key: [[y, x]]}: of rooms the edges between them; one that divides nothing is passed over
    known, board    [[layer, y, x, value]]: what is given of the board, and what the person has entered
    other           keys of the instance that no tool enters: `OTHER`
    check           true: say what the board breaks
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from math import inf
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats.puzzlink_genres import gaps_in, rooms_between, walls_between
from zenkai_solver.models.formats.puzzlink_genres import write as link_of
from zenkai_solver.models.genres import drawing
from zenkai_solver.models.genres.clues import (
    UNKNOWN,
    ClueError,
    ClueKind,
    NumberClue,
    NumbersClue,
    RoomClue,
)
from zenkai_solver.models.genres.genre import Genre, from_data, to_data
from zenkai_solver.models.genres.layers import CellNumbers, CentreLines, Layer, LineLayer
from zenkai_solver.models.genres.puzzle import GenrePuzzle
from zenkai_solver.models.genres.reading import MOST_ROWS, as_yaml, line_places, puzzle_with
from zenkai_solver.models.genres.sheet import (
    MOST_STEPS,
    WHOLE,
    GenreError,
    GenreSheet,
    Place,
    Value,
    name_of,
)
from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.models.loading import FAMILIES, Family, imported
from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.models.where.puzzle import Conditioned
from zenkai_solver.solvers.core.sources import as_yaml as stated_as_yaml
from zenkai_solver.solvers.webapp.checking import checked
from zenkai_solver.solvers.webapp.errors import Wrong

QUICK = {**FAMILIES, "genre": Family(imported("genres.reading:read_unstated"))}  # what is read at each click
OTHER = ("title", "source", "symmetry", "where")
MOST_TEXT, MOST_OF_BOARD = 40, 30_000  # characters of a clue, and of one of the whole board (a bank)
Values = dict[tuple[str, Place], int]  # by layer and place


def unconditioned(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its condition."""
    return puzzle.inner if isinstance(puzzle, Conditioned) else puzzle


def genre_puzzle(puzzle: Puzzle) -> GenrePuzzle | None:
    """The puzzle of a genre, also under a condition; None for one of a family."""
    inner = unconditioned(puzzle)
    return inner if isinstance(inner, GenrePuzzle) else None


# ---- what may be entered


def tools(puzzle: GenrePuzzle) -> list[dict[str, Any]]:
    """A tool for each kind of clues, then for each layer: what it is called, where it enters, and what.

    `entry` is number, choice, arrow, signed, sums, walls, line or text; what goes with it:

        number    lo, hi, hidden (the sign of one that is not said, or nothing), empty (may a layer have 0)
        choice    choices: the texts of a clue's values; of a layer [value, text]
        signed    choices: signs, which a number may follow, and with `arrows` an arrow and a number
        arrow     bare (may the number be left out), loose (may the arrow), plain (the sign without both)
        line      joins: centre or corner
        text      sample: one that may be entered, or nothing
    """
    return [
        *({"part": "clue", **_clue_tool(kind)} for kind in puzzle.genre.given),
        *({"part": "layer", **_layer_tool(puzzle, layer)} for layer in puzzle.genre.unknown),
    ]


def _clue_tool(kind: ClueKind) -> dict[str, Any]:
    places = {"at": kind.at, "rooms": kind.rooms}
    return {"name": kind.key, "tool": kind.tool, "dropped": kind.dropped, **places, **_entry(kind)}


def _entry(kind: Any) -> dict[str, Any]:
    """The fields that `ClueKind.tool` gives; those that only some kinds have may be left out."""
    unsaid = getattr(kind, "unsaid", UNKNOWN) * getattr(kind, "hidden", False)
    match kind.tool:
        case "rooms":
            return {"at": "inner", "entry": "walls", "joins": "corner"}
        case "number" if getattr(kind, "letters", False):
            letters = (kind.write(number) for number in range(kind.lo, kind.hi + 1))
            return {"entry": "choice", "choices": [*letters, *unsaid]}
        case "number":
            return {"entry": "number", "lo": kind.lo, "hi": kind.hi, "hidden": unsaid}
        case "sign":
            return {"entry": "choice", "choices": [*kind.signs, *unsaid]}
        case "ship":
            return {"entry": "choice", "choices": [*kind.signs, UNKNOWN]}
        case "switch":
            return {"entry": "choice", "choices": ["yes"]}
        case "signed":
            signed = {"entry": "signed", "choices": [*kind.signs], "arrows": kind.arrows}
            return {"entry": "text", "sample": f"3{kind.signs[0]}"} if kind.last else signed
        case "arrow":
            plain, loose = getattr(kind, "plain", ""), getattr(kind, "loose", False)
            return {"entry": "arrow", "bare": kind.bare, "plain": plain, "loose": loose}
        case "sums":
            return {"entry": "sums"}
    least = _least(kind)
    return {"entry": "text", "sample": "" if least is None else kind.write(least)}


def _layer_tool(puzzle: GenrePuzzle, layer: Layer) -> dict[str, Any]:
    """The tool of a layer; `closed`: the places of its kind that have only one value."""
    domains = {place: values for (name, place), values in puzzle.domains.items() if name == layer.name}
    at = _sort(puzzle.sheet, domains)
    free = {id(values): (place, values) for place, values in domains.items() if len(values) > 1}
    values = sorted({value for _, allowed in free.values() for value in allowed})
    closed = [place for place in puzzle.sheet.every[at] if len(domains.get(place, ())) < 2]
    tool = {
        "name": layer.name,
        "tool": layer.tool,
        "at": at,
        "closed": closed,
        **_rows_of(puzzle, layer.name, at),
    }
    if isinstance(layer, LineLayer):
        return {**tool, "entry": "line", "joins": "centre" if isinstance(layer, CentreLines) else "corner"}
    if isinstance(layer, CellNumbers) and not layer.letters:
        numbers = [value for value in values if value] or [0]
        empty = bool(values) and not values[0]
        return {
            **tool,
            "entry": "number",
            "lo": numbers[0],
            "hi": numbers[-1],
            "hidden": False,
            "empty": empty,
        }
    texts = {value: layer.text(place, value) for place, known in free.values() for value in known}
    return {**tool, "entry": "choice", "choices": [[value, texts[value]] for value in values]}


def _rows_of(puzzle: GenrePuzzle, name: str, at: str) -> dict[str, int]:
    """Where the layer is in a board: a place is in row `top` + (y - `first`) / `step`; columns likewise."""
    step = 2 if at in ("cell", "corner") else 1
    spots = ((place, spot) for (layer, place), spot in puzzle.spots.items() if layer == name)
    place, (row, column) = next(spots, ((0, 0), (0, 0)))
    first = place[1] - step * column
    return {"step": step, "first": first, "top": row - (place[0] - first) // step}


def _sort(sheet: GenreSheet, domains: Mapping[Place, object]) -> str:
    """The smallest kind of places that has all of these."""
    return next(
        sort for sort in ("cell", "corner", "inner", "edge") if domains.keys() <= {*sheet.every[sort]}
    )


def places_of(kind: ClueKind, sheet: GenreSheet) -> tuple[Place, ...]:
    """Where a clue of the kind may be. Of rooms their first cells."""
    if kind.at == "room":
        return tuple(room.at for room in sheet.rooms(kind.rooms))
    if kind.at in ("line", "side"):
        return tuple(chain.from_iterable(line_places(kind, sheet.rows, sheet.columns).values()))
    return (WHOLE,) if kind.at == "board" else sheet.every[kind.at]


# ---- what was entered


def entered(asked: Mapping[str, Any]) -> GenrePuzzle:
    """The puzzle of a sheet; whether it means anything shows when its text is read.

    Raises Wrong for what is no sheet, InstanceError for what no tool enters.
    """
    stated = _genre(asked.get("genre"))
    rows, columns = (_whole(asked, key) for key in ("rows", "columns"))
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_ROWS):
        shown = "x".join(f"{number!s:.10}" for number in (rows, columns))
        raise InstanceError("size", f"{shown}: 1x1 to {MOST_ROWS}x{MOST_ROWS} cells are allowed")
    clues: dict[str, dict[Place, Value]] = {}
    sheet = GenreSheet(rows, columns, clues)  # which is filled here
    walls, texts = (_mapping(asked, key) for key in ("walls", "clues"))
    if unknown := [key for key in (*walls, *texts) if key not in {kind.key for kind in stated.given}]:
        raise InstanceError((), f"{unknown[0]!r:.40} is no key of clues")
    for kind in sorted(stated.given, key=lambda kind: kind.at == "room"):  # rooms themselves come first
        if isinstance(kind, RoomClue):
            between = {(y, x) for y, x in rows_in(walls.get(kind.key, []), (int, int), "walls")}
            parted = {*sheet.every["inner"], *(sheet.every["cell"] if kind.gaps else ())}
            clues[kind.key] = rooms_between(sheet, between & parted)
        else:
            clues[kind.key] = _clues(kind, sheet, texts.get(kind.key, []))
    puzzle = puzzle_with(stated, rows, columns, clues)
    effort = puzzle.sheet.effort
    effort.left = inf if _of_the_table(stated) else MOST_STEPS
    try:
        known = fitting(puzzle, asked.get("known", []))
        effort.left = inf  # it has been seen what the places take
        return replace(puzzle, known=known)
    except GenreError as error:
        raise InstanceError("genre", str(error)) from None


def _genre(stated: object) -> Genre:
    if isinstance(stated, dict):
        return from_data(stated, ("genre",))
    if not isinstance(stated, str) or stated not in GENRES:
        raise InstanceError("genre", f"{stated!r:.40} is no genre")
    return genre(stated)


def _of_the_table(stated: Genre) -> bool:
    return stated.name in GENRES and stated == genre(stated.name)


def _wrong(key: str) -> Wrong:
    return Wrong(f"sheet: {key} is not as the page writes it")


def _whole(asked: Mapping[str, Any], key: str) -> int:
    if type(number := asked.get(key)) is not int:
        raise _wrong(key)
    return number


def _mapping(asked: Mapping[str, Any], key: str) -> dict[str, Any]:
    if not isinstance(mapping := asked.get(key, {}), dict):
        raise _wrong(key)
    return mapping


def rows_in(rows: object, types: tuple[type, ...], key: str) -> Iterator[Any]:
    """The rows, each a list of values of these types. Raises Wrong for anything else."""
    if not isinstance(rows, list):
        raise _wrong(key)
    for row in rows:
        if not isinstance(row, list) or [type(part) for part in row] != [*types]:
            raise _wrong(key)
        yield row


def _clues(kind: ClueKind, sheet: GenreSheet, rows: object) -> dict[Place, Value]:
    """The clues by their places; that of a room may be at any of its cells, and is moved to the first."""
    clues: dict[Place, Value] = {}
    places = {*places_of(kind, sheet)}
    for y, x, text in rows_in(rows, (int, int, str), "clues"):
        place = (y, x)
        if kind.at == "room" and place in sheet.clues[kind.rooms]:
            place = sheet.room_of(kind.rooms, place).at
        if place not in places:
            raise InstanceError(kind.key, f"no such clue is at {y!s:.10},{x!s:.10}")
        try:
            clues[place] = kind.read(text[: MOST_OF_BOARD if place == WHOLE else MOST_TEXT])
        except ClueError as error:
            where = "" if place == WHOLE else f" at {name_of(place)}"
            raise InstanceError(kind.key, f"{text!r:.40}{where} is not {error}") from None
    if kind.at == "board" and not clues and (least := _least(kind)) is not None:
        clues[WHOLE] = least
    return clues


def _least(kind: Any) -> Value | None:
    """The value of a clue of the whole board before any is entered; None if it may be left out."""
    if isinstance(kind, NumberClue):
        return kind.lo if kind.needed else None
    least = str(getattr(kind, "lo", ""))
    several = kind.between.join([least] * (kind.length or 1)) if isinstance(kind, NumbersClue) else least
    for text in (several, *getattr(kind, "signs", "")):
        with suppress(ClueError):
            value: Value = kind.read(text)
            return value
    return None


def fitting(puzzle: GenrePuzzle, rows: object) -> Values:
    """The values that are possible at their places: a clue may have been entered there meanwhile.

    Raises Wrong for what is no list of values, InstanceError for a layer that is not there, and GenreError
    where the values that are possible cannot be told.
    """
    values: Values = {}
    domains = puzzle.domains
    for name, y, x, value in rows_in(rows, (str, int, int, int), "board"):
        if name not in puzzle.layers:
            raise InstanceError((), f"{name!r:.40} is no layer of {puzzle.genre.name:.40}")
        if value in domains.get((name, (y, x)), ()):
            values[name, (y, x)] = value
    return values


def entered_on(puzzle: GenrePuzzle, board: object) -> Values:
    """`fitting`, of what a person has entered on the board. Raises Wrong, InstanceError."""
    try:
        return fitting(puzzle, board)
    except GenreError as error:
        raise InstanceError("genre", str(error)) from None


def text_of(puzzle: GenrePuzzle, other: object) -> str:
    """The instance of a sheet, with the keys that no tool enters. Raises Wrong."""
    if not isinstance(other, dict):
        raise _wrong("other")
    head: dict[str, Any] = {"puzzle": puzzle.genre.name}
    if not _of_the_table(puzzle.genre):
        head = {"puzzle": "genre", "genre": to_data(puzzle.genre)}
    head |= {key: other[key] for key in OTHER if isinstance(other.get(key), str)}
    keys = (line for line in as_yaml(puzzle).splitlines(True) if not line.startswith(("puzzle: ", "genre: ")))
    return stated_as_yaml(head) + "".join(keys)


# ---- what the page shows


def seen(instance: Puzzle, board: object, check: bool = False) -> dict[str, Any]:
    """The sheet of a puzzle, its picture with the board, and where places lie on it.

    Raises InstanceError, and Wrong for what is no board.
    """
    puzzle = genre_puzzle(instance)
    assert puzzle is not None
    sheet, stated, known = puzzle.sheet, puzzle.genre, puzzle.known
    marks = {at: value for at, value in fitting(puzzle, board).items() if at not in known}
    outside = (kind for kind in stated.given if kind.at in ("line", "side"))
    beside = [place for kind in outside for place in places_of(kind, sheet)]
    (top, left), _ = drawing.frame(stated, sheet, beside)
    certain = {at: values[0] for at, values in puzzle.domains.items() if marks and len(values) == 1}
    drawn = {at: value for at, value in {**certain, **marks, **known}.items() if value}
    named = _of_the_table(stated)
    written: dict[str, Any] = {
        "clues": {
            kind.key: [[*at, kind.write(value)] for at, value in sheet.clues.get(kind.key, {}).items()]
            for kind in stated.given
            if not isinstance(kind, RoomClue)
        },
        "walls": {
            kind.key: [*walls_between(sheet, kind.key), *gaps_in(sheet, kind.key)]
            for kind in stated.given
            if isinstance(kind, RoomClue)
        },
        "known": [[name, *at, value] for (name, at), value in known.items()],
        "board": [[name, *at, value] for (name, at), value in marks.items()],
    }
    shown = {
        "name": stated.name,
        "title": stated.title,
        "rules": [rule.says for rule in puzzle.rules],
        "source": stated.source,
        "tools": tools(puzzle),
        "frame": {"left": left, "top": top, "half": drawing.HALF, "margin": drawing.MARGIN},
        "link": _link(puzzle) if named and puzzle is instance else None,
        "checked": checked(instance, puzzle, {**marks, **known}) if check else None,
    }
    size = {"rows": sheet.rows, "columns": sheet.columns}
    return {
        "svg": drawing.svg(stated, sheet, drawn, beside=beside),
        "sheet": {"genre": stated.name if named else to_data(stated), **size, **written, **shown},
    }


def _link(puzzle: GenrePuzzle) -> str | None:
    """The link on puzz.link; None if a link cannot state the puzzle."""
    with suppress(InstanceError):
        return link_of(puzzle).strip()
    return None
