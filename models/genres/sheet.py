"""The sheet of a puzzle: its places, what is given there, and the views in which expressions are evaluated.

A place is (y, x) in half cells, counted from 0 downwards and to the right: the cell in row r and column c is
(2r + 1, 2c + 1), the edges around it are one step away, its corners one step more. So a cell has both numbers
odd, a corner both even, and an edge one of each. A line beside the board is at y or x -1 or at 2 rows + 1,
2 columns + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import inf
from typing import Any, Literal, NamedTuple, TypeVar

from zenkai_solver.models.classes import components

Place = tuple[int, int]
Value = int | tuple[int, ...]  # of a clue; HIDDEN where it is there and not said

HIDDEN = -2
MOST_STEPS = 1_000_000  # of stating the rules of a genre that is data
WHOLE = (-1, -1)  # the place of a clue of the board as a whole
BINDS = ("holds", "amount", "weight", "steps")  # fields of a word in which its name `each` is bound


DirectionName = Literal["up", "down", "left", "right"]


class Direction(NamedTuple):
    """A step of half a cell; a place for all but its name."""

    y: int
    x: int


UP, DOWN, LEFT, RIGHT = Direction(-1, 0), Direction(1, 0), Direction(0, -1), Direction(0, 1)
DIRECTIONS = (UP, DOWN, LEFT, RIGHT)  # 1, 2, 3, 4 in arrow clues, as on puzz.link
NAMED_DIRECTIONS: Mapping[DirectionName, Direction] = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
AROUND = (*DIRECTIONS, (-1, -1), (-1, 1), (1, -1), (1, 1))
# The steps in half cells from a place to those in a relation to it. `GenreSheet.related` drops what is not on
# the board, and for "ends" and "beside" what is not of the kind that is named here.
RELATIONS: dict[str, tuple[Place, ...]] = {
    "neighbours": tuple((2 * y, 2 * x) for y, x in DIRECTIONS),  # cells of a cell, corners of a corner
    "around": tuple((2 * y, 2 * x) for y, x in AROUND),  # with those diagonally
    "sides": DIRECTIONS,  # the edges of a cell or at a corner
    "corners": AROUND[4:],  # the corners of a cell, or the cells at a corner
    "ends": DIRECTIONS,  # the two corners of an edge
    "beside": DIRECTIONS,  # the one or two cells beside an edge
}


class Group(NamedTuple):
    """Some places with a name, such as a row or a room; `at` is where a clue of it is."""

    name: str
    places: tuple[Place, ...]
    at: Place


AnyView = TypeVar("AnyView", bound="SheetView")
Result = TypeVar("Result")
Bound = Place | Group | int  # what a name of an expression stands for


def kind_of(place: Place) -> str:
    """cell, corner or edge."""
    return {2: "cell", 0: "corner", 1: "edge"}[place[0] % 2 + place[1] % 2]


def cell(row: int, column: int) -> Place:
    """The place of a cell, by row and column from 0."""
    return 2 * row + 1, 2 * column + 1


def name_of(place: Place | Group | int) -> str:
    """In words: R1C1 for a cell; an edge is a side of the cell above it or to its left."""
    if isinstance(place, Group):
        return place.name
    if isinstance(place, int):
        return str(place)
    if isinstance(place, Direction):
        return next(name for name, step in NAMED_DIRECTIONS.items() if step == place)
    y, x = place
    row, column = (y - 1) // 2 + 1, (x - 1) // 2 + 1
    match kind_of(place):
        case "cell":
            return f"R{row}C{column}"
        case "corner":
            return f"the corner {y // 2},{x // 2}"
        case _ if y % 2:
            return f"the {'right' if x else 'left'} side of R{row}C{max(column, 1)}"
        case _:
            return f"the {'lower' if y else 'upper'} side of R{max(row, 1)}C{column}"


class GenreError(ValueError):
    """A statement without a meaning: an unknown name, layer or key, or a clue that is not there."""


@dataclass
class ReadingEffort:
    """How many steps are left: each place or value that an expression goes through is one."""

    left: float = inf


@dataclass(frozen=True)
class GenreSheet:
    """What is known before it is solved: the size, and for each key of clues the value at each place.

    `on_edges` are the layers whose lines lie on edges and join corners; those of others join cells.
    """

    rows: int
    columns: int
    clues: Mapping[str, Mapping[Place, Value]] = field(default_factory=dict)
    on_edges: frozenset[str] = frozenset()

    @cached_property
    def every(self) -> dict[str, tuple[Place, ...]]:
        """All places of each kind, row by row; `inner` are the edges between two cells."""
        by_kind: dict[str, list[Place]] = {"cell": [], "edge": [], "corner": [], "inner": []}
        for y in range(2 * self.rows + 1):
            for x in range(2 * self.columns + 1):
                by_kind[kind_of((y, x))].append((y, x))
                if (y + x) % 2 and 0 < y < 2 * self.rows and 0 < x < 2 * self.columns:
                    by_kind["inner"].append((y, x))
        return {kind: tuple(places) for kind, places in by_kind.items()}

    def has(self, place: Place) -> bool:
        """Is the place on the board, its border included?"""
        return 0 <= place[0] <= 2 * self.rows and 0 <= place[1] <= 2 * self.columns

    def related(self, place: Place, relation: str) -> tuple[Place, ...]:
        """The places on the board that are in the relation to this one, in the order of RELATIONS."""
        wanted = {"ends": "corner", "beside": "cell"}.get(relation)
        moved = ((place[0] + y, place[1] + x) for y, x in RELATIONS[relation])
        return tuple(at for at in moved if self.has(at) and wanted in (None, kind_of(at)))

    def ray(self, place: Place, direction: Place, kind: str) -> tuple[Place, ...]:
        """The cells, or edges, from the place on in this direction, in order; not the place itself."""
        (y, x), (dy, dx) = place, direction
        if not self.has((y + dy, x + dx)):
            return ()
        last = (y if dy < 0 else 2 * self.rows - y) if dy else x if dx < 0 else 2 * self.columns - x
        self.spend(last)
        first = next((i for i in (1, 2) if kind_of((y + i * dy, x + i * dx)) == kind), last + 1)
        return tuple((y + i * dy, x + i * dx) for i in range(first, last + 1, 2))

    @cached_property
    def lines(self) -> tuple[Group, ...]:
        """Rows, then columns; the clue of one is before its first cell."""
        rows, columns = range(self.rows), range(self.columns)
        return (
            *(Group(f"row {r + 1}", tuple(cell(r, c) for c in columns), (2 * r + 1, -1)) for r in rows),
            *(Group(f"column {c + 1}", tuple(cell(r, c) for r in rows), (-1, 2 * c + 1)) for c in columns),
        )

    @cached_property
    def around(self) -> tuple[Place, ...]:
        """The cells at the border of the board, clockwise; none for boards of one row or column."""
        if min(self.rows, self.columns) < 2:
            return ()
        rows, columns = range(self.rows), range(self.columns)
        top, bottom = ([cell(r, c) for c in columns] for r in (0, self.rows - 1))
        left, right = ([cell(r, c) for r in rows[1:-1]] for c in (0, self.columns - 1))
        return (*top, *right, *reversed(bottom), *reversed(left))

    @cached_property
    def diagonals(self) -> tuple[Group, ...]:
        """The diagonals of at least two cells: all down to the right, then all down to the left."""
        starts = [(0, c) for c in range(self.columns)]
        groups = []
        for step, side in ((1, 0), (-1, self.columns - 1)):
            for r, c in (*starts, *((r, side) for r in range(1, self.rows))):
                length = min(self.rows - r, self.columns - c if step > 0 else c + 1)
                if length > 1:
                    cells = tuple(cell(r + i, c + step * i) for i in range(length))
                    groups.append(
                        Group(f"the diagonal of {name_of(cells[0])} and {name_of(cells[1])}", cells, cells[0])
                    )
        return tuple(groups)

    def windows(self, height: int, width: int) -> Iterator[Group]:
        """Each rectangle of so many cells, row by row. Raises GenreError for a size below 1."""
        if height < 1 or width < 1:
            raise GenreError(f"a window of {height}x{width} has no cell")
        for r in range(self.rows - height + 1):
            for c in range(self.columns - width + 1):
                self.spend(1 + height * width)
                cells = tuple(cell(r + i, c + j) for i in range(height) for j in range(width))
                yield Group(f"the {height}x{width} at {name_of(cells[0])}", cells, cells[0])

    def border_of(self, places: Collection[Place]) -> tuple[Place, ...]:
        """The edges between one of these cells and a cell that is not among them, row by row."""
        inside = set(places)
        sides = {edge for place in inside for edge in self.related(place, "sides")}
        return tuple(
            sorted(
                edge
                for edge in sides
                if len(inside.intersection(self.related(edge, "beside"))) == 1
                and len(self.related(edge, "beside")) == 2
            )
        )

    def rooms(self, key: str) -> tuple[Group, ...]:
        """The rooms that the key states, in the order of their first cells, where their clues are."""
        return tuple(self._rooms(key).values())

    def parts_of_rooms(self, key: str, without: str) -> tuple[Group, ...]:
        """The connected parts of the rooms that are left without the cells that have a clue of `without`."""
        out = self.clues.get(without, {}).keys()
        parts = []
        for room in self.rooms(key):
            self.spend(len(room.places))
            left = [place for place in room.places if place not in out]
            for part in components(left, lambda place: self.related(place, "neighbours")):
                places = tuple(sorted(part))
                parts.append(Group(f"the room of {name_of(places[0])}", places, places[0]))
        return tuple(parts)

    def room_of(self, key: str, place: Place) -> Group:
        """The room of a cell. Raises KeyError for a cell that is in none."""
        return self._rooms(key)[self.clues[key][place]]

    def crossings(self, key: str, number: int) -> Iterator[Group]:
        """The shortest stretches of a row or column that cross `number` borders between rooms of the key.

        Raises GenreError for a number below 1.
        """
        if number < 1:
            raise GenreError(f"a stretch crosses 1 border of rooms or more, not {number}")
        room = self.clues[key]
        for line in self.lines:
            places = line.places
            self.spend(len(places))
            cuts = [i for i, (a, b) in enumerate(pairwise(places)) if room[a] != room[b]]
            for first, last in zip(cuts, cuts[number - 1 :]):
                stretch = places[first : last + 2]
                yield Group(
                    f"{line.name} from {name_of(stretch[0])} to {name_of(stretch[-1])}", stretch, stretch[0]
                )

    def rooms_beside(self, key: str, room: Group) -> tuple[Group, ...]:
        """The rooms that the key states and that share a side with this one, in their order."""
        if key not in self._known_neighbours:
            near: dict[Group, set[Group]] = {group: set() for group in self.rooms(key)}
            for edge in self.every["inner"]:
                cells = [place for place in self.related(edge, "beside") if place in self.clues[key]]
                one, other = (self.room_of(key, place) for place in cells) if len(cells) > 1 else (None, None)
                if one and other and one != other:
                    near[one].add(other)
                    near[other].add(one)
            order = {group: i for i, group in enumerate(near)}
            self._known_neighbours[key] = {
                group: tuple(sorted(others, key=order.__getitem__)) for group, others in near.items()
            }
        return self._known_neighbours[key].get(room, ())

    def _rooms(self, key: str) -> dict[Value, Group]:
        if key not in self._known_rooms:
            cells: dict[Value, list[Place]] = {}
            for place, room in sorted(self.clues[key].items()):
                cells.setdefault(room, []).append(place)
            self._known_rooms[key] = {
                room: Group(f"the room of {name_of(places[0])}", tuple(places), places[0])
                for room, places in cells.items()
            }
        return self._known_rooms[key]

    @cached_property
    def effort(self) -> ReadingEffort:
        """The steps left for stating the rules; limited only for genres that are data."""
        return ReadingEffort()

    def spend(self, steps: int) -> None:
        """Raises GenreError when there is nothing left to spend."""
        self.effort.left -= steps
        if self.effort.left < 0:
            raise GenreError(
                f"the rules take more than {MOST_STEPS:,} steps on {self.rows}x{self.columns} cells"
            )

    @cached_property
    def memo(self) -> dict[object, Any]:
        """Results that depend on the clues alone, see `SheetView.once`."""
        return {}

    @cached_property
    def _known_neighbours(self) -> dict[str, dict[Group, tuple[Group, ...]]]:
        return {}

    @cached_property
    def _known_rooms(self) -> dict[str, dict[Value, Group]]:
        return {}


@dataclass(frozen=True)
class SheetView:
    """The environment in which an expression is evaluated: the sheet, and what each name stands for."""

    sheet: GenreSheet
    names: Mapping[str, Bound]

    def bind(self: AnyView, name: str, bound: Bound) -> AnyView:
        """The same view in which the name stands for this. Raises GenreError when no step is left."""
        self.sheet.spend(1)
        view = object.__new__(type(self))  # as `replace` does, in a fifth of the time
        view.__dict__.update(self.__dict__, names={**self.names, name: bound})
        return view

    @property
    def given(self) -> BoardView:
        """The view of the clues alone, with the same names."""
        return BoardView(self.sheet, self.names)

    @property
    def memo(self) -> dict[object, Any]:
        """Where `once` keeps its results."""
        return self.sheet.memo

    def once(self, expression: object, compute: Callable[[], Result]) -> Result:
        """The result of `compute`, kept by the expression and by what its free names stand for."""
        bound_names = tuple(
            (name, bound) for name, bound in self.names.items() if name in _free_in(expression)
        )
        key = (expression, bound_names)
        if key not in self.memo:
            self.memo[key] = compute()
        result: Result = self.memo[key]
        return result


@dataclass(frozen=True)
class BoardView(SheetView):
    """A view of a filled board: `layers` has the value of each unknown layer at each place.

    Without layers it is a view of the clues alone.
    """

    layers: Mapping[str, Mapping[Place, int]] = field(default_factory=dict)
    seen: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def memo(self) -> dict[object, Any]:
        return self.seen if self.layers else self.sheet.memo


def values_in(value: object) -> Iterator[object]:
    """The value and, recursively, the parts of tuples and the fields of dataclasses."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from values_in(part)
    elif is_dataclass(value):
        for attribute in fields(value):
            yield from values_in(getattr(value, attribute.name))


@cache
def _free_in(expression: object) -> frozenset[str]:
    """All strings in an expression but the names that are bound within it: its free names, and others."""
    if isinstance(expression, str):
        return frozenset((expression,))
    if isinstance(expression, tuple):
        return frozenset[str]().union(*map(_free_in, expression))
    if not is_dataclass(expression):
        return frozenset()
    each = getattr(expression, "each", None)
    names: set[str] = set()
    for attribute in fields(expression):
        if attribute.name != "each":
            inner = _free_in(getattr(expression, attribute.name))
            names |= inner - {each.name} if each is not None and attribute.name in BINDS else inner
    return frozenset(names)
