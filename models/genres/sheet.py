"""The sheet of a puzzle: its places, what is given there, and the views in which expressions are evaluated.

A place is (y, x) in half cells, counted from 0 downwards and to the right: the cell in row r and column c is
(2r + 1, 2c + 1), the edges around it are one step away, its corners one step more. So a cell has both numbers
odd, a corner both even, and an edge one of each. A line beside the board is at y or x -1 or at 2 rows + 1,
2 columns + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product
from math import inf
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar, dataclass_transform

from zenkai_solver.models.classes import components

Place = tuple[int, int]
Value = int | tuple[int, ...]  # of a clue; HIDDEN where it is there and not said

HIDDEN = -2
MOST_STEPS = 1_000_000  # of stating the rules of a genre that is data
MOST_KNOWN_STEPS = 4_000_000  # of one in the table, some 5 s of CPU; a Lightup of 100x100 takes 3.4 million
WHOLE = (-1, -1)  # the place of a clue of the board as a whole
BINDS = ("holds", "amount", "weight", "steps", "ends")  # fields of a word in which its name `each` is bound


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
Names = dict[str, Bound]


KINDS = ("corner", "edge", "cell")
SHARED_SIZES = 16  # of boards whose geometry is computed once
MOST_SHARED, MOST_RAYS = 1_000, 400  # cells of a board whose related places, or rays, are kept for others


def kind_of(place: Place) -> str:
    """cell, corner or edge."""
    return KINDS[place[0] % 2 + place[1] % 2]


def cell(row: int, column: int) -> Place:
    """The place of a cell, by row and column from 0."""
    return 2 * row + 1, 2 * column + 1


def name_of(place: Place | Group | int) -> str:
    """In words: R1C1 for a cell; an edge or corner is one of the cell above it or to its left."""
    if isinstance(place, Group):
        return place.name
    if isinstance(place, int):
        return f"number {place}"
    if isinstance(place, Direction):
        return next(name for name, step in NAMED_DIRECTIONS.items() if step == place)
    y, x = place
    row, column = (y - 1) // 2 + 1, (x - 1) // 2 + 1
    match kind_of(place):
        case "cell":
            return f"R{row}C{column}"
        case "corner":
            side = f"{'lower' if y else 'upper'} {'right' if x else 'left'}"
            return f"the {side} corner of R{max(row, 1)}C{max(column, 1)}"
        case _ if y % 2:
            return f"the {'right' if x else 'left'} side of R{row}C{max(column, 1)}"
        case _:
            return f"the {'lower' if y else 'upper'} side of R{max(row, 1)}C{column}"


def middle(one: Place, other: Place) -> Place:
    """The place between two places, such as the edge between neighbours."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


class GenreError(ValueError):
    """A statement without a meaning: an unknown name, layer or key, or a clue that is not there."""


@dataclass
class ReadingEffort:
    """How many steps are left: each place or value that an expression goes through is one."""

    left: float = inf
    most: float = inf

    def begin(self, most: float) -> None:
        """From now on there are so many."""
        self.left = self.most = most


@lru_cache(SHARED_SIZES)
def _every(rows: int, columns: int) -> Mapping[str, tuple[Place, ...]]:
    """See `GenreSheet.every`."""
    by_kind: dict[str, list[Place]] = {"cell": [], "edge": [], "corner": [], "inner": []}
    for y in range(2 * rows + 1):
        for x in range(2 * columns + 1):
            by_kind[kind_of((y, x))].append((y, x))
            if (y + x) % 2 and 0 < y < 2 * rows and 0 < x < 2 * columns:
                by_kind["inner"].append((y, x))
    return {kind: tuple(places) for kind, places in by_kind.items()}


@lru_cache(SHARED_SIZES)
def _known_related(rows: int, columns: int) -> Mapping[str, dict[Place, tuple[Place, ...]]]:
    """What `GenreSheet.related` was asked for on boards of this size, by relation and place."""
    return {relation: {} for relation in RELATIONS}


@lru_cache(SHARED_SIZES)
def _known_rays(rows: int, columns: int) -> dict[tuple[Place, Place, str], tuple[Place, ...]]:
    """The same of `GenreSheet.ray`, by place, direction and kind."""
    return {}


@lru_cache(SHARED_SIZES)
def _lines(rows: int, columns: int) -> tuple[Group, ...]:
    """See `GenreSheet.lines`."""
    down, across = range(rows), range(columns)
    return (
        *(Group(f"row {r + 1}", tuple(cell(r, c) for c in across), (2 * r + 1, -1)) for r in down),
        *(Group(f"column {c + 1}", tuple(cell(r, c) for r in down), (-1, 2 * c + 1)) for c in across),
    )


@lru_cache(SHARED_SIZES)
def _diagonals(rows: int, columns: int) -> tuple[Group, ...]:
    """See `GenreSheet.diagonals`."""
    starts = [(0, c) for c in range(columns)]
    groups = []
    for step, side in ((1, 0), (-1, columns - 1)):
        for r, c in (*starts, *((r, side) for r in range(1, rows))):
            length = min(rows - r, columns - c if step > 0 else c + 1)
            if length > 1:
                cells = tuple(cell(r + i, c + step * i) for i in range(length))
                name = f"the diagonal of {name_of(cells[0])} and {name_of(cells[1])}"
                groups.append(Group(name, cells, cells[0]))
    return tuple(groups)


@lru_cache(SHARED_SIZES)
def stretches(kind: str, length: int, rows: int, columns: int) -> tuple[Group, ...]:
    """Each window of so many consecutive cells of `lines`, or of `diagonals`, on boards of this size."""
    groups = (_lines if kind == "lines" else _diagonals)(rows, columns)
    return tuple(part for group in groups for part in stretches_of(group.places, length))


def stretches_of(places: tuple[Place, ...], length: int) -> Iterator[Group]:
    """Each window of so many consecutive places."""
    for i in range(len(places) - length + 1):
        part = places[i : i + length]
        yield Group(f"{name_of(part[0])} to {name_of(part[-1])}", part, part[0])


@lru_cache(SHARED_SIZES)
def _windows(rows: int, columns: int, height: int, width: int) -> tuple[Group, ...]:
    """See `GenreSheet.windows`."""
    starts = product(range(rows - height + 1), range(columns - width + 1))
    windows = (tuple(cell(r + i, c + j) for i in range(height) for j in range(width)) for r, c in starts)
    return tuple(Group(f"the {height}x{width} at {name_of(cells[0])}", cells, cells[0]) for cells in windows)


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
    def every(self) -> Mapping[str, tuple[Place, ...]]:
        """All places of each kind, row by row; `inner` are the edges between two cells."""
        return _every(self.rows, self.columns)

    @cached_property
    def _related(self) -> Mapping[str, dict[Place, tuple[Place, ...]]]:
        shared = _known_related if self.rows * self.columns <= MOST_SHARED else _known_related.__wrapped__
        return shared(self.rows, self.columns)

    def with_clues(self, clues: Mapping[str, Mapping[Place, Value]]) -> GenreSheet:
        """The sheet with these clues, and its own of all other keys. Tables of its places are kept."""
        other = replace(self, clues={**self.clues, **clues})
        for name in ("every", "_related"):
            if name in self.__dict__:
                other.__dict__[name] = self.__dict__[name]
        for key, rooms in self._known_rooms.items():
            if key not in clues:
                other._known_rooms[key] = rooms
        for key, near in self._known_neighbours.items():
            if key not in clues:
                other._known_neighbours[key] = near
        return other

    @cached_property
    def _rays(self) -> dict[tuple[Place, Place, str], tuple[Place, ...]]:
        shared = _known_rays if self.rows * self.columns <= MOST_RAYS else _known_rays.__wrapped__
        return shared(self.rows, self.columns)

    def has(self, place: Place) -> bool:
        """Is the place on the board, its border included?"""
        return 0 <= place[0] <= 2 * self.rows and 0 <= place[1] <= 2 * self.columns

    def known_related(self, relation: str) -> Mapping[Place, tuple[Place, ...]]:
        """What `related` was asked for so far."""
        return self._related[relation]

    def is_within(self, place: Place) -> bool:
        """Is the place not on the outer border?"""
        return 0 < place[0] < 2 * self.rows and 0 < place[1] < 2 * self.columns

    def related(self, place: Place, relation: str) -> tuple[Place, ...]:
        """The places on the board that are in the relation to this one, in the order of RELATIONS."""
        known = self._related[relation]
        if place not in known:
            wanted = {"ends": "corner", "beside": "cell"}.get(relation)
            moved = ((place[0] + y, place[1] + x) for y, x in RELATIONS[relation])
            known[place] = tuple(at for at in moved if self.has(at) and wanted in (None, kind_of(at)))
        return known[place]

    def ray(self, place: Place, direction: Place, kind: str) -> tuple[Place, ...]:
        """The cells, or edges, from the place on in this direction, in order; not the place itself."""
        key = (place, direction, kind)
        if (ray := self._rays.get(key)) is None:
            ray = self._rays[key] = self._ray(place, direction, kind)
        self.spend(2 * len(ray))
        return ray

    def _ray(self, place: Place, direction: Place, kind: str) -> tuple[Place, ...]:
        (y, x), (dy, dx) = place, direction
        if not self.has((y + dy, x + dx)):
            return ()
        last = (y if dy < 0 else 2 * self.rows - y) if dy else x if dx < 0 else 2 * self.columns - x
        first = next((i for i in (1, 2) if kind_of((y + i * dy, x + i * dx)) == kind), last + 1)
        return tuple((y + i * dy, x + i * dx) for i in range(first, last + 1, 2))

    @cached_property
    def lines(self) -> tuple[Group, ...]:
        """Rows, then columns; the clue of one is before its first cell."""
        return _lines(self.rows, self.columns)

    @cached_property
    def around(self) -> tuple[Place, ...]:
        """The cells at the border of the board, clockwise; none for boards of one row or column."""
        if min(self.rows, self.columns) < 2:
            return ()
        rows, columns = range(self.rows), range(self.columns)
        top, bottom = ([cell(r, c) for c in columns] for r in (0, self.rows - 1))
        left, right = ([cell(r, c) for r in rows[1:-1]] for c in (0, self.columns - 1))
        return (*top, *right, *reversed(bottom), *reversed(left))

    @property
    def diagonals(self) -> tuple[Group, ...]:
        """The diagonals of at least two cells: all down to the right, then all down to the left."""
        return _diagonals(self.rows, self.columns)

    def windows(self, height: int, width: int) -> tuple[Group, ...]:
        """Each rectangle of so many cells, row by row. Raises GenreError for a size below 1."""
        if height < 1 or width < 1:
            raise GenreError(f"a window of {height}x{width} has no cell")
        down, across = max(0, self.rows - height + 1), max(0, self.columns - width + 1)
        self.spend(down * across * (1 + height * width))
        return _windows(self.rows, self.columns, height, width)

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

    def parts_of_rooms(self, key: str, without: str, walls: str = "") -> tuple[Group, ...]:
        """The connected parts of the rooms that are left without the cells that have a clue of `without`, and
        without the ways across edges with one of `walls`.
        """
        out = self.clues.get(without, {}).keys()
        closed = self.clues.get(walls, {}).keys()

        def near(place: Place) -> Iterator[Place]:
            """Those beside it that no wall keeps apart."""
            for side, at in zip(self.related(place, "sides"), DIRECTIONS):
                if side not in closed:
                    yield place[0] + 2 * at.y, place[1] + 2 * at.x

        parts = []
        for room in self.rooms(key):
            self.spend(len(room.places))
            left = [place for place in room.places if place not in out]
            for part in components(left, near):
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
            rooms, room_at = self._rooms(key), self.clues[key].get
            near: dict[Value, set[Value]] = {number: set() for number in rooms}
            for edge in self.every["inner"]:
                one, other = map(room_at, self.related(edge, "beside"))
                if one != other and one is not None and other is not None:
                    near[one].add(other)
                    near[other].add(one)
            order = {number: i for i, number in enumerate(rooms)}
            self._known_neighbours[key] = {
                rooms[number]: tuple([rooms[other] for other in sorted(others, key=order.__getitem__)])
                for number, others in near.items()
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
                f"the rules take more than {self.effort.most:,} steps on {self.rows}x{self.columns} cells"
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
    names: Names
    _ready: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False, kw_only=True)

    def bind(self: AnyView, name: str, bound: Bound) -> AnyView:
        """The same view in which the name stands for this. Raises GenreError when no step is left."""
        self.sheet.spend(1)
        return self.naming({**self.names, name: bound})

    def naming(self: AnyView, names: Names) -> AnyView:
        """The same view with these names; itself if they are its own."""
        if names is self.names:
            return self
        view = object.__new__(type(self))  # as `replace` does, in a fifth of the time
        view.__dict__.update(self.__dict__, names=names)
        view.__dict__.pop("of_clues", None)
        return view

    def ready(self: AnyView, word: object, make: Callable[[Any, AnyView], Result]) -> Result:
        """What `make`, a method of the word, makes of this view, whatever the names stand for; made once."""
        known = self._ready.get((id(word), make))
        if known is None:  # the word is kept with it, so that no other one has its id
            known = self._ready[id(word), make] = make(word, self), word
        result: Result = known[0]
        return result

    def kept(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result of `compute` for this key, whatever the names stand for; computed once."""
        known: Result | None = self._ready.get(key)
        if known is None:
            known = self._ready[key] = compute()
        return known

    def through(self: AnyView, name: str, places: Sequence[Bound]) -> Iterator[AnyView]:
        """For each of the places in turn the view in which the name stands for it, as for a loop.

        It is this view, in which the name changes until the loop ends: it must not be kept.

        Raises GenreError when no step is left.
        """
        self.sheet.spend(len(places))
        names, outer = self.names, self.names.get(name)
        try:
            for place in places:
                names[name] = place
                yield self
        finally:
            if outer is None:
                names.pop(name, None)
            else:
                names[name] = outer

    @property
    def given(self) -> BoardView:
        """The view of the clues alone, with the same names."""
        known: BoardView | None = self.__dict__.get("of_clues")
        if known is None:
            ready = self._ready.setdefault("given", {})
            known = self.__dict__["of_clues"] = BoardView(self.sheet, self.names, _ready=ready)
        return known

    @property
    def memo(self) -> dict[object, Any]:
        """Where `once` keeps its results."""
        return self.sheet.memo

    def once(self, expression: object, compute: Callable[[], Result], *at: Place) -> Result:
        """The result of `compute`, kept by the expression, by what its free names stand for, and by these
        places.
        """
        names, free = self.names, free_in(expression) if self.names else ()
        bound = ((name, names[name]) for name in names if name in free)
        return self.remembered((expression, *at, *bound), compute)

    def remembered(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result of `compute`, kept by the key."""
        memo = self.memo
        if key not in memo:
            memo[key] = compute()
        result: Result = memo[key]
        return result


def unknown_layer(layer: str) -> GenreError:
    return GenreError(f"{layer} is no unknown layer, or is asked for where only clues are known")


class NoLayers(dict[str, Mapping[Place, int]]):
    """Those of a view of the clues alone: each that is asked for raises GenreError."""

    def __missing__(self, layer: str) -> NoReturn:
        raise unknown_layer(layer)


@dataclass(frozen=True)
class BoardView(SheetView):
    """A view of a filled board: `layers` has the value of each unknown layer at each place.

    Without layers it is a view of the clues alone.
    """

    layers: Mapping[str, Mapping[Place, int]] = field(default_factory=NoLayers)
    seen: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def memo(self) -> dict[object, Any]:
        return self.seen if self.layers else self.sheet.memo


Word = TypeVar("Word")


@dataclass_transform(frozen_default=True)
def expression(word: type[Word]) -> type[Word]:
    """A frozen dataclass that computes its hash once: expressions are deep, and memos have them as keys."""
    made = dataclass(frozen=True)(word)
    compute = made.__hash__

    def kept_hash(self: Any) -> int:
        value: int | None = self.__dict__.get("kept_hash")
        if value is None:
            value = self.__dict__["kept_hash"] = compute(self)
        return value

    def state(self: Any) -> dict[str, Any]:
        """Hashes of texts differ from process to process."""
        return {name: value for name, value in self.__dict__.items() if name != "kept_hash"}

    made.__hash__ = kept_hash  # type: ignore[method-assign]
    made.__getstate__ = state  # type: ignore[method-assign]
    return made


def values_in(value: object) -> Iterator[object]:
    """The value and, recursively, the parts of tuples and the fields of dataclasses."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from values_in(part)
    elif is_dataclass(value):
        for attribute in fields(value):
            yield from values_in(getattr(value, attribute.name))


class Named:
    """A name that an expression binds: see `free_in`."""

    name: str


@cache
def free_in(expression: object) -> frozenset[str]:
    """The names in an expression but those that are bound within it."""
    if isinstance(expression, Named):
        return frozenset((expression.name,))
    if isinstance(expression, tuple):
        return frozenset[str]().union(*map(free_in, expression))
    if not is_dataclass(expression):
        return frozenset()
    each = getattr(expression, "each", None)
    names: set[str] = set()
    for attribute in fields(expression):
        if attribute.name != "each":
            inner = free_in(getattr(expression, attribute.name))
            names |= inner - {each.name} if each is not None and attribute.name in BINDS else inner
    return frozenset(names)
