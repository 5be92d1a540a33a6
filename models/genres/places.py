"""Where an expression looks: places, and lists of places, groups, directions and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, Literal

from zenkai_solver.models.classes import components
from zenkai_solver.models.genres.expressions import (
    OPERATORS,
    Amount,
    BoundPlace,
    Compare,
    PlaceKind,
    PlaceList,
    Ready,
    Relation,
    Spot,
    Truth,
    Var,
    at_place,
    by_place,
    of_each,
    restore,
)
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    WHOLE,
    Bound,
    DirectionName,
    GenreError,
    Group,
    Names,
    Place,
    SheetView,
    Value,
    expression,
    free_in,
    name_of,
    stretches,
    stretches_of,
)

AROUND_IN_TURN = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def places_in(bounds: Iterable[Bound]) -> list[Place]:
    """Those that are places, in order."""
    return [at for at in bounds if isinstance(at, tuple) and not isinstance(at, Group)]


@expression
class Along(Spot):
    """The place `halves` half cells from a place in a direction: 2 is the next cell, -1 the edge behind."""

    start: Spot
    direction: Spot
    halves: int | Amount

    def ready_place(self, view: SheetView) -> Ready[Place]:
        start, direction = self.start.ready_place(view), self.direction.ready_place(view)
        if isinstance(halves := self.halves, Amount):
            return _along(start, direction, halves.ready_number(view.given))

        def place(names: Names) -> Place:
            (y, x), (dy, dx) = start(names), direction(names)
            return y + halves * dy, x + halves * dx

        return place


def _along(start: Ready[Place], direction: Ready[Place], halves: Ready[int]) -> Ready[Place]:
    def place(names: Names) -> Place:
        (y, x), (dy, dx), number = start(names), direction(names), halves(names)
        return y + number * dy, x + number * dx

    return place


@expression
class Toward(Spot):
    """A direction by its name: up, down, left, right. A rule with one is not symmetric."""

    direction: DirectionName

    def ready_place(self, view: SheetView) -> Ready[Place]:
        return lambda names: NAMED_DIRECTIONS[self.direction]


@expression
class Inward(Spot):
    """The direction from the end of a row or column, where a clue beside the board is, into the board."""

    spot: Spot

    def ready_place(self, view: SheetView) -> Ready[Place]:
        spot, below, beyond = self.spot.ready_place(view), 2 * view.sheet.rows + 1, 2 * view.sheet.columns + 1

        def place(names: Names) -> Place:
            y, x = spot(names)
            if y in (-1, below):
                return NAMED_DIRECTIONS["down" if y < 0 else "up"]
            if x in (-1, beyond):
                return NAMED_DIRECTIONS["right" if x < 0 else "left"]
            raise GenreError(f"{name_of((y, x))} is not beside the board")

        return place


@expression
class ArrowAt(Spot):
    """The direction of an arrow clue: the number at `part` of the clue, 1 to 4 for up, down, left, right."""

    key: str
    spot: Spot
    part: int = 0

    def place(self, view: SheetView) -> Place:
        number = clue_at(view, self.key, place := self.spot.place(view), self.part)
        if not 1 <= number <= len(DIRECTIONS):
            raise GenreError(f"the clue of {self.key} at {name_of(place)} has no arrow")
        return DIRECTIONS[number - 1]


@expression
class CentreOf(Spot):
    """The middle of the least rectangle around some places, in half cells."""

    places: PlaceList

    def place(self, view: SheetView) -> Place:
        return view.once(self, lambda: self._middle(view))

    def _middle(self, view: SheetView) -> Place:
        places = [place for place in self.places.at(view) if isinstance(place, tuple)]
        if not places:
            raise GenreError("no place has a middle")
        (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*places))
        return (top + bottom) // 2, (left + right) // 2


@expression
class Opposite(Spot):
    """The place to which a half turn about another one moves a place; it may lie beside the board. Where
    `mirrored`, the centre is an edge, and the place is the mirror image across it.
    """

    spot: Spot
    centre: Spot
    mirrored: bool = False

    def ready_place(self, view: SheetView) -> Ready[Place]:
        spot, centre = self.spot.ready_place(view), self.centre.ready_place(view)

        def place(names: Names) -> Place:
            (y, x), (middle_y, middle_x) = spot(names), centre(names)
            if self.mirrored:
                return (y, 2 * middle_x - x) if middle_y % 2 else (2 * middle_y - y, x)
            return 2 * middle_y - y, 2 * middle_x - x

        return place


@expression
class Displaced(Spot):
    """The place that lies from `end` as another one lies from `start`; it may lie beside the board."""

    spot: Spot
    start: Spot
    end: Spot

    def ready_place(self, view: SheetView) -> Ready[Place]:
        spot, start, end = (each.ready_place(view) for each in (self.spot, self.start, self.end))

        def place(names: Names) -> Place:
            (y, x), (from_y, from_x), (to_y, to_x) = spot(names), start(names), end(names)
            return y - from_y + to_y, x - from_x + to_x

        return place


@expression
class WholeBoard(Spot):
    """The place of clues that are of the board as a whole."""

    def place(self, view: SheetView) -> Place:
        return WHOLE


@expression
class Everywhere(PlaceList):
    """All places of a kind: cell, edge, inner (edges between two cells), corner."""

    kind: PlaceKind

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.every[self.kind]


@expression
class Directions(PlaceList):
    """Up, down, left, right."""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return DIRECTIONS


@expression
class NumbersFrom(PlaceList):
    """The numbers lo..hi."""

    lo: Amount
    hi: Amount

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        lo, hi = self.lo.number(view.given), self.hi.number(view.given)
        view.sheet.spend(max(0, hi - lo))
        return tuple(range(lo, hi + 1))


@expression
class Adjacent(PlaceList):
    """What is near a place: `neighbours`, `around`, `sides`, `corners`, `ends`, `beside` (see RELATIONS)."""

    spot: Spot
    relation: Relation

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        relation, related, place = self.relation, view.sheet.related, self.spot.ready_place(view)
        known = at_place(self.spot, view, view.sheet.known_related(relation), ())
        return lambda names: known(names) or related(place(names), relation)


@expression
class Ring(PlaceList):
    """The eight places around a cell in turn, those beside the board too, where nothing is shown."""

    spot: Spot

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        place = self.spot.ready_place(view)

        def ring(names: Names) -> tuple[Bound, ...]:
            y, x = place(names)
            return tuple([(y + 2 * dy, x + 2 * dx) for dy, dx in AROUND_IN_TURN])

        return ring


@expression
class Ray(PlaceList):
    """The cells (or edges) from a place on in a direction, to the border; not the place itself.

    With `most`, the first so many of them.
    """

    spot: Spot
    direction: Spot
    kind: Literal["cell", "edge"] = "cell"
    most: Amount | None = None

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        place, direction = self.spot.ready_place(view), self.direction.ready_place(view)
        ray, kind = view.sheet.ray, self.kind
        if self.most is None:
            return lambda names: ray(place(names), direction(names), kind)
        most = self.most.ready_number(view.given)
        return lambda names: ray(place(names), direction(names), kind)[: max(0, most(names))]


@expression
class Beyond(PlaceList):
    """All cells that are further in a direction than a place."""

    spot: Spot
    direction: Spot

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        (y, x), (dy, dx) = self.spot.place(view), self.direction.place(view)
        return tuple(at for at in view.sheet.every["cell"] if (at[0] - y) * dy + (at[1] - x) * dx > 0)


@expression
class CellsBetween(PlaceList):
    """The cells between two cells of a row or column; none if they are in different ones."""

    one: Spot
    other: Spot

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        one, other = sorted((self.one.place(view), self.other.place(view)))
        step = (int(one[0] != other[0]), int(one[1] != other[1]))
        if sum(step) != 1:
            return ()
        return tuple(at for at in view.sheet.ray(one, step, "cell") if at < other)


@expression
class Following(PlaceList):
    """The cells to which arrows at edges, clues of the key, lead from a cell in turn, each once."""

    key: str
    spot: Spot

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        after = view.once((self.key, "after"), lambda: self._after(view))
        cells: list[Place] = []
        place = after.get(self.spot.place(view))
        while place is not None and place not in cells:
            cells.append(place)
            place = after.get(place)
        return tuple(cells)

    def _after(self, view: SheetView) -> dict[Place, Place]:
        """The cell to which an arrow leads from each cell."""
        arrows = view.sheet.clues.get(self.key, {})
        steps = ((edge, DIRECTIONS[clue_at(view, self.key, edge, 0) - 1]) for edge in arrows)
        return {(y - dy, x - dx): (y + dy, x + dx) for (y, x), (dy, dx) in steps}


@expression
class RowsAndColumns(PlaceList):
    """Each row and each column, as a group of cells."""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.lines


@expression
class Diagonals(PlaceList):
    """Each diagonal of two cells at least, in both directions, as a group of cells."""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.diagonals


@expression
class Rooms(PlaceList):
    """Each room that the key states, as a group of cells.

    With `without`, a key of clues, those cells are taken out, and each connected part of a room is a room;
    with `walls`, another key, nothing is connected across these edges.
    """

    key: str
    without: str = ""
    walls: str = ""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        if not self.without and not self.walls:
            return view.sheet.rooms(self.key)
        return view.sheet.parts_of_rooms(self.key, self.without, self.walls)


@expression
class SlashedRooms(PlaceList):
    r"""The parts of rooms of the key between diagonals, clues of the key `slashes`: 1 is \, 2 is /.

    Of each part, as a group, the edges that it shares with other rooms, and those within it with clues of the
    key `walls`.
    """

    key: str
    slashes: str
    walls: str

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.once(self, lambda: tuple(self._parts(view)))

    def _parts(self, view: SheetView) -> Iterator[Group]:
        """Nodes are the sides of cells: each is a cell and an edge."""
        sheet, slashes = view.sheet, view.sheet.clues.get(self.slashes, {})
        borders = {*sheet.clues.get(self.walls, {})}
        borders |= {*places_in(RoomBorders(self.key).at(view))}
        near: dict[tuple[Place, Place], list[tuple[Place, Place]]] = {}
        for y, x in sheet.every["cell"]:
            slash = slashes.get((y, x))
            halves = (((-1, 0), (0, 3 - 2 * slash)), ((1, 0), (0, 2 * slash - 3))) if slash in (1, 2) else ()
            for half in halves or (DIRECTIONS,):
                sides = [(y + dy, x + dx) for dy, dx in half]
                for edge in sides:
                    across = [at for at in sheet.related(edge, "beside") if edge not in borders]
                    near[(y, x), edge] = [((y, x), side) for side in sides] + [(at, edge) for at in across]
        for part in components(sorted(near), near.__getitem__):
            first = min(part)
            edges = sorted({edge for _, edge in part} & borders)
            yield Group(f"part of {name_of(first[0])}", tuple(edges), first[1])


@expression
class Crossings(PlaceList):
    """The shortest stretches of a row or column that cross so many borders of rooms, as groups of cells."""

    key: str
    number: int

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return tuple(view.sheet.crossings(self.key, self.number))


@expression
class RoomsBeside(PlaceList):
    """The rooms that the key states and that share a side of a cell with a room.

    With `later` those of them alone that begin after it, so that a rule about pairs states each once.
    """

    key: str
    room: Var
    later: bool = False

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        room = self.room.group(view)
        beside = view.sheet.rooms_beside(self.key, room)
        return tuple(other for other in beside if other.at > room.at) if self.later else beside


@expression
class Windows(PlaceList):
    """Each rectangle of so many cells down and across, as a group of cells."""

    height: int | Amount
    width: int | Amount

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        sides = (self.height, self.width)
        height, width = (side if isinstance(side, int) else side.number(view.given) for side in sides)
        return view.sheet.windows(height, width)


@expression
class Stretches(PlaceList):
    """Every window of `length` consecutive places of a group, such as each three cells of a row in turn."""

    over: PlaceList
    length: int

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        if self.length < 1:
            raise GenreError(f"a stretch of {self.length} places has none")
        made = self._of(view)
        view.sheet.spend(self.length * len(made))
        return made

    def _of(self, view: SheetView) -> tuple[Group, ...]:
        """Those of lines and diagonals are kept for boards of the same size."""
        if isinstance(self.over, RowsAndColumns | Diagonals):
            kind = "lines" if isinstance(self.over, RowsAndColumns) else "diagonals"
            return stretches(kind, self.length, view.sheet.rows, view.sheet.columns)
        groups = (group for group in self.over.at(view) if isinstance(group, Group))
        return tuple(part for group in groups for part in stretches_of(group.places, self.length))


@expression
class Members(PlaceList):
    """The places of a group."""

    group: Var

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        name, group = self.group.name, self.group.group

        def places(names: Names) -> tuple[Bound, ...]:
            bound = names.get(name)
            return (bound if isinstance(bound, Group) else group(view.naming(names))).places

        return places


@expression
class BorderOf(PlaceList):
    """The edges between the cells of a group and other cells; not those at the border of the board."""

    group: Var

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.border_of(self.group.group(view).places)


@expression
class RoomBorders(PlaceList):
    """The edges between cells of two rooms of the key."""

    key: str

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        room, sheet = view.sheet.clues.get(self.key, {}), view.sheet
        beside = ((edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"])
        return tuple(
            edge
            for edge, (one, other) in beside
            if room.get(one) != room.get(other) and one in room and other in room
        )


@expression
class SameRoom(PlaceList):
    """The cells of the room of a cell."""

    key: str
    spot: Spot

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        room_of, key, place = view.sheet.room_of, self.key, self.spot.ready_place(view)
        return lambda names: room_of(key, place(names)).places


@expression
class WithClue(PlaceList):
    """The places (or those `among` some, such as rooms) with a clue of this key whose value is known.

    With `hidden`, also those with a `?`.
    """

    key: str
    hidden: bool = False
    among: PlaceList | None = None

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        clues: Mapping[Any, Value] = view.sheet.clues.get(self.key, {})
        unknown = () if self.hidden else (HIDDEN,)
        if self.among is None:
            view.sheet.spend(len(clues))
            return tuple(sorted([at for at, clue in clues.items() if clue not in unknown]))
        among = self.among.at(view)
        view.sheet.spend(len(among))
        ends = [bound.at if isinstance(bound, Group) else bound for bound in among]
        return tuple([one for one, at in zip(among, ends) if at in clues and clues[at] not in unknown])


@expression
class NumbersGiven(PlaceList):
    """The numbers of the clues of a key at some places, each once.

    With `hidden` also -2 for each `?`, however many there are.
    """

    key: str
    each: Var
    places: PlaceList
    hidden: bool = False

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        clues = view.sheet.clues.get(self.key, {})
        spots = (self.each.place(inner) for inner in self.places.views(self.each, view))
        given = [clues[spot] for spot in spots if spot in clues]
        numbers = [number for clue in given for number in (clue if isinstance(clue, tuple) else (clue,))]
        known = sorted({number for number in numbers if number != HIDDEN})
        return (*known, *[HIDDEN] * (self.hidden * numbers.count(HIDDEN)))


@expression
class Together(PlaceList):
    """The places of several lists, one list after the other."""

    parts: tuple[PlaceList, ...]

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return tuple(bound for part in self.parts for bound in part.at(view))


@expression
class Where(PlaceList):
    """Those of the places for which a statement about what is given is true."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        places, true = self.over.ready_at(view), self._ready_each(view)
        return self._once(view, lambda names: tuple(compress(places(names), true(names))))

    def _ready_each(self, view: SheetView) -> Ready[list[bool]]:
        """Is the statement true, at each of the places? Numbers that it compares with one that is the same
        at all places are computed once, whatever that one is.
        """
        match self.holds:
            case Compare(left, operator, right) if self.each.name not in free_in(right):
                free = free_in(self.over) | (free_in(left) - {self.each.name})
                numbers = by_place(of_each(self.each, self.over, left.ready_number(view.given), view), free)
                bound, compares = right.ready_number(view.given), OPERATORS[operator]
                return lambda names: _compared(compares, numbers(names), bound, names)
        return of_each(self.each, self.over, self.holds.ready_true(view.given), view)


def _compared(
    compares: Callable[[int, int], bool], numbers: Sequence[int], bound: Ready[int], names: Names
) -> list[bool]:
    """Does the comparison hold for each of the numbers? The bound need mean nothing where there is none."""
    if not numbers:
        return []
    right = bound(names)
    return [compares(number, right) for number in numbers]


@expression
class AsLong(PlaceList):
    """The longest beginning of the list at whose places a statement about what is given is true."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        return self._once(view, _beginning(self.each, self.over, self.holds, view))


def _beginning(each: Var, over: PlaceList, holds: Truth, view: SheetView) -> Ready[tuple[Bound, ...]]:
    """The places before the first for which a statement about what is given is false."""
    name, places, spend = each.name, over.ready_at(view), view.sheet.spend
    true = holds.ready_true(view.given)

    def beginning(names: Names) -> tuple[Bound, ...]:
        every, outer = places(names), names.get(name)
        number = 0
        try:
            for names[name] in every:
                if not true(names):
                    break
                number += 1
        finally:
            restore(names, name, outer)
        spend(number)
        return every[:number]

    return beginning


@expression
class FirstOf(PlaceList):
    """The first of the places for which a statement about what is given is true; none if there is none."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        before, places = _beginning(self.each, self.over, ~self.holds, view), self.over.ready_at(view)
        return self._once(view, lambda names: places(names)[len(before(names)) :][:1])


@expression
class Runs(PlaceList):
    """The maximal stretches of each row and column in which a statement about what is given holds of each
    cell, as groups of cells.
    """

    each: Var
    holds: Truth

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return tuple(run for line in view.sheet.lines for run in self._of(view, line))

    def _of(self, view: SheetView, line: Group) -> Iterator[Group]:
        run: list[Place] = []
        given = dict(given_at(view, self.each, line.places, self.holds))
        for place in (*line.places, None):
            if place is not None and given[place]:
                run.append(place)
            elif run:
                yield Group(f"{line.name} from {name_of(run[0])} to {name_of(run[-1])}", tuple(run), run[0])
                run = []


def given_at(
    view: SheetView, each: Var, places: Sequence[BoundPlace], holds: Truth
) -> Iterator[tuple[BoundPlace, bool]]:
    """Each of the places with whether a statement about what is given is true there."""
    views = view.given.through(each.name, places)
    return ((place, holds.true(inner)) for place, inner in zip(places, views))


def clue_at(view: SheetView, key: str, place: Place, part: int) -> int:
    clues = view.sheet.clues.get(key, {})
    if place not in clues:
        raise GenreError(f"no clue of {key} at {name_of(place)}")
    value = clues[place]
    if isinstance(value, int):
        return value
    if not 0 <= part < len(value):
        raise GenreError(
            f"the clue of {key} at {name_of(place)} has the parts 0 to {len(value) - 1}, not {part}"
        )
    return value[part]
