"""Places, amounts and statements: the expressions of which rules are made.

Each is a frozen value that is implemented twice: its value on a filled board (`at`, `number`, `true`), and
its encoding as literals and constraints (`form`, `lit`, `require`). The value uses nothing of the encoding,
so that it can check it.

    Spot      one place: a name, or a step from another place
    PlaceList several: all cells, what is near a place, a row, a room, a ray
    Amount    a number: of a clue, of a cell, a count, a sum
    Truth     a statement: a value at a place, a comparison, for all, there is

A rule is evaluated at many places. So a word can be made ready for a view (`ready_true` and the like): this
looks at the word and at the sheet once, and returns a function of what the names stand for. A word defines a
method (`true`) or what makes it ready (`ready_true`), and has the other one by that.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, compress, product
from typing import ClassVar, Literal, TypeVar

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import MIDDLE, PARTS, directions_in
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    WHOLE,
    AnyView,
    BoardView,
    Bound,
    DirectionName,
    GenreError,
    Group,
    Named,
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
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, FormValues, StatedView, Steps, Unless

Relation = Literal["neighbours", "around", "sides", "corners", "ends", "beside"]  # see RELATIONS
PlaceKind = Literal["cell", "edge", "inner", "corner"]
Operator = Literal["=", "!=", "<", "<=", ">", ">="]
BoundPlace = TypeVar("BoundPlace", bound=Bound)
Item = TypeVar("Item")
Ready = Callable[[Names], Item]  # of what the names stand for
Require = Callable[[Names, Unless], None]
Between = Callable[[Names, int, int, Unless], None]
OPERATORS: Mapping[Operator, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TURNED: Mapping[Operator, Operator] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
AROUND_IN_TURN = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
FAR = 1 << 30  # more than any amount
FEW_PAIRS = 64  # of values of two amounts; those that an order bars are then stated one by one


# ---- the kinds of expressions


class Spot:
    """One place; it may lie beside the board, where nothing is shown."""

    def place(self, view: SheetView) -> Place:
        """(y, x) in half cells. Raises GenreError if the spot is no place here."""
        return view.ready(self, type(self).ready_place)(view.names)

    def ready_place(self, view: SheetView) -> Ready[Place]:
        return lambda names: self.place(view.naming(names))


class PlaceList:
    """Several places, or groups of places, or directions, or numbers, in order."""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        """What is in the list, which depends on the clues alone."""
        return view.ready(self, type(self).ready_at)(view.names)

    def ready_at(self, view: SheetView) -> Ready[tuple[Bound, ...]]:
        return self._once(view, lambda names: self.at(view.naming(names)))

    def _once(self, view: SheetView, at: Ready[tuple[Bound, ...]]) -> Ready[tuple[Bound, ...]]:
        """Computed once for a sheet and what the free names stand for; of a group alone each time."""
        free = sorted(free_in(self))
        lists: dict[object, tuple[Bound, ...]] = view.sheet.memo.setdefault((self, "lists"), {})

        def kept(names: Names) -> tuple[Bound, ...]:
            key = tuple([names.get(name) for name in free])
            if len(key) == 1 and type(key[0]) is Group:  # which is large, and most rules go through it once
                return at(names)
            known = lists.get(key)
            if known is None:
                known = lists[key] = at(names)
            return known

        return kept

    def views(self, each: Var, view: AnyView) -> Iterator[AnyView]:
        """For each of them in turn the view in which `each` stands for it; not to be kept."""
        return view.through(each.name, self.at(view))


class Amount:
    """A number. Comparisons are made by `<=` and the like; `is_` and `isnt` stand for = and !=.

    `few`: does it have so few possible values that comparisons may go through the values?
    """

    few: ClassVar[bool] = False

    def number(self, view: BoardView) -> int:
        """The number on this board. Raises GenreError where it has no meaning."""
        return view.ready(self, type(self).ready_number)(view.names)

    def ready_number(self, view: BoardView) -> Ready[int]:
        return lambda names: self.number(view.naming(names))

    @property
    def is_given(self) -> bool:
        """Does it depend on the clues alone?"""
        return type(self).form is Amount.form

    def form(self, view: StatedView) -> Form:
        """The amount as a weighted sum of literals; a constant where it depends on the clues alone."""
        return Form(self.number(view.given))

    def choices(self, view: StatedView) -> dict[int, Lit] | None:
        """For each possible value a literal, exactly one of which is true; None if values are not listed."""
        form = self.form(view)
        return None if form.terms else {form.constant: TRUE}

    def ready_choices(self, view: StatedView) -> Ready[Mapping[int, Lit] | None]:
        return lambda names: self.choices(view.naming(names))

    def capped(self, view: StatedView, most: int) -> Form:
        """A sum equal to the amount where that is at most `most`, and more than `most` elsewhere.

        It may have fewer terms than `form`.
        """
        return self.form(view)

    def ordered(self, view: StatedView, most: int) -> Steps | None:
        """In order encoding, up to `most` + 1 at least; None where the amount is not stated so."""
        return None

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Constraints that hold exactly if the amount is in lo..hi, or one of `unless` is true."""
        view.out.require(self.capped(view, hi), lo, hi, unless)

    def ready_between(self, view: StatedView) -> Between:
        return lambda names, lo, hi, unless: self.require_between(view.naming(names), lo, hi, unless)

    def is_(self, other: Amount | int) -> Compare:
        return Compare(self, "=", _amount(other))

    def isnt(self, other: Amount | int) -> Compare:
        return Compare(self, "!=", _amount(other))

    def __le__(self, other: Amount | int) -> Compare:
        return Compare(self, "<=", _amount(other))

    def __lt__(self, other: Amount | int) -> Compare:
        return Compare(self, "<", _amount(other))

    def __ge__(self, other: Amount | int) -> Compare:
        return Compare(self, ">=", _amount(other))

    def __gt__(self, other: Amount | int) -> Compare:
        return Compare(self, ">", _amount(other))

    def __add__(self, other: Amount | int) -> Plus:
        return Plus((self, _amount(other)))

    def __sub__(self, other: Amount | int) -> Plus:
        return Plus((self, Times(Fixed(-1), _amount(other))))


class Truth:
    """A statement. `&`, `|`, `~` and `>>` (if ..., then ...) make further ones.

    Each kind of statement defines `true` or `broken`; either follows from the other.
    `divides`: do its constraints imply that each wall lies between two different areas?
    """

    divides: ClassVar[bool] = False

    def true(self, view: BoardView) -> bool:
        """Does it hold on this board?"""
        return view.ready(self, type(self).ready_true)(view.names)

    def ready_true(self, view: BoardView) -> Ready[bool]:
        if type(self).true is Truth.true:
            return lambda names: next(self.broken(view.naming(names)), None) is None
        return lambda names: self.true(view.naming(names))

    def lit(self, view: StatedView) -> Lit:
        """A literal that is true exactly if the statement is. Raises GenreError where it has none."""
        return view.ready(self, type(self).ready_lit)(view.names)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        if type(self).lit is Truth.lit:
            return self._refuse_lit
        return lambda names: self.lit(view.naming(names))

    def _refuse_lit(self, names: Names) -> Lit:
        raise GenreError(f"{type(self).__name__} can be required only, not be part of another statement")

    def alternatives(self, view: StatedView) -> list[Lit]:
        """Literals whose disjunction is equivalent to the statement."""
        return view.ready(self, type(self).ready_alternatives)(view.names)

    def ready_alternatives(self, view: StatedView) -> Ready[list[Lit]]:
        lit = self.ready_lit(view)
        return lambda names: [lit(names)]

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Constraints that hold exactly if the statement does, or one of `unless` is true."""
        view.ready(self, type(self).ready_require)(view.names, unless)

    @property
    def single(self) -> bool:
        """Is its literal its only alternative?"""
        return type(self).ready_alternatives is Truth.ready_alternatives

    def ready_negated(self, view: StatedView) -> Ready[Lit]:
        """Its negation."""
        lit = self.ready_lit(view)
        return lambda names: -lit(names)

    def ready_against(self, view: StatedView) -> Ready[list[Lit]]:
        """Literals whose disjunction is equivalent to its negation."""
        negated = self.ready_negated(view)
        return lambda names: [negated(names)]

    def ready_require(self, view: StatedView) -> Require:
        if type(self).require is not Truth.require:
            return lambda names, unless: self.require(view.naming(names), unless)
        clause, lit = view.out.clause, self.ready_lit(view)
        return lambda names, unless: clause((*unless, lit(names)))

    def refuse_condition(self, unless: Unless) -> None:
        """For statements without `lit`. Raises GenreError where it would hold under a condition only."""
        if unless:
            raise GenreError(f"{type(self).__name__} can be required only, not under a condition")

    def broken(self, view: BoardView) -> Iterator[str]:
        """Where it does not hold, in words; '' where the statement names no place."""
        if not self.true(view):
            yield ""

    def __and__(self, other: Truth) -> AllOf:
        """`a & b & c` is one conjunction of three parts."""
        return AllOf((*self.parts, other) if isinstance(self, AllOf) else (self, other))

    def __or__(self, other: Truth) -> OneOf:
        return OneOf((*self.parts, other) if isinstance(self, OneOf) else (self, other))

    def __rshift__(self, other: Truth) -> OneOf:
        return OneOf((Negation(self), other))

    def __invert__(self) -> Negation:
        return Negation(self)

    def __bool__(self) -> bool:
        """So that `and`, `or` and `a <= b <= c`, which Python decides at once, do not lose a part."""
        raise GenreError("a statement is made of others by &, |, ~ and >>, not by and, or, not")


def _amount(value: Amount | int) -> Amount:
    return Fixed(value) if isinstance(value, int) else value


def of_each(each: Var, over: PlaceList, inner: Ready[Item], view: SheetView) -> Ready[list[Item]]:
    """What `inner` gives for each of the places in turn, for which the name stands."""
    name, places, spend = each.name, over.ready_at(view), view.sheet.spend

    def results(names: Names) -> list[Item]:
        every, outer = places(names), names.get(name)
        spend(len(every))
        made = []
        try:
            for names[name] in every:
                made.append(inner(names))
        finally:
            restore(names, name, outer)
        return made

    return results


def at_any(each: Var, over: PlaceList, test: Ready[bool], wanted: bool, view: SheetView) -> Ready[bool]:
    """Is `test` as wanted at one of the places at least?"""
    name, places, spend = each.name, over.ready_at(view), view.sheet.spend

    def result(names: Names) -> bool:
        every, outer = places(names), names.get(name)
        spend(len(every))
        try:
            for names[name] in every:
                if test(names) == wanted:
                    return True
        finally:
            restore(names, name, outer)
        return False

    return result


def by_place(inner: Ready[Item], free: frozenset[str]) -> Ready[Item]:
    """The same, remembered where it depends on what one or two names stand for."""
    if not 1 <= len(free) <= 2:
        return inner
    one, other, known = min(free), max(free), dict[object, Item]()

    def item(names: Names) -> Item:
        bound = names.get(one) if one is other else (names.get(one), names.get(other))
        result = known.get(bound)
        if result is None:
            result = known[bound] = inner(names)
        return result

    return item


def while_alike(inner: Ready[Item], free: frozenset[str]) -> Ready[Item]:
    """The same, kept until one of the names that it depends on stands for something else."""
    last: list[tuple[list[Bound | None], Item]] = []

    def item(names: Names) -> Item:
        bound = [names.get(name) for name in free]
        if not last or last[0][0] != bound:
            last[:] = [(bound, inner(names))]
        return last[0][1]

    return item


def restore(names: Names, name: str, outer: Bound | None) -> None:
    if outer is None:
        names.pop(name, None)
    else:
        names[name] = outer


def at_place(spot: Spot, view: SheetView, table: Mapping[Place, Item], other: Item) -> Ready[Item]:
    """What a table has for the place; `other` where it has nothing."""
    place, look_up = spot.ready_place(view), table.get
    if not isinstance(spot, Var):
        return lambda names: look_up(place(names), other)
    name = spot.name

    def entry(names: Names) -> Item:
        bound = names.get(name)
        return look_up(bound if type(bound) is tuple else place(names), other)  # type: ignore[arg-type]

    return entry


# ---- places


@expression
class Var(Spot, Amount, Named):
    """What `ForAll`, `CountOf` and the like go through: a place, a group, a direction or a number."""

    name: str

    def bound(self, view: SheetView) -> Bound:
        if self.name not in view.names:
            raise GenreError(f"{self.name} stands for nothing here")
        return view.names[self.name]

    def ready_place(self, view: SheetView) -> Ready[Place]:
        name = self.name

        def place(names: Names) -> Place:
            bound = names.get(name)
            if type(bound) is tuple:  # a place, as most are, and no group
                return bound  # type: ignore[return-value]
            bound = self.bound(view.naming(names))
            if isinstance(bound, Group):
                return bound.at
            if isinstance(bound, int):
                raise GenreError(f"{name} is a number, not a place")
            return bound

        return place

    def group(self, view: SheetView) -> Group:
        bound = self.bound(view)
        if not isinstance(bound, Group):
            raise GenreError(f"{self.name} is not a row, column, room or window")
        return bound

    def ready_number(self, view: BoardView) -> Ready[int]:
        name = self.name

        def number(names: Names) -> int:
            bound = names.get(name)
            if type(bound) is int:
                return bound
            self.bound(view.naming(names))
            raise GenreError(f"{name} is not a number")

        return number


EDGE = Var("edge")  # what the `across` of groups and blocks may name


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
    """The place to which a half turn about another one moves a place; it may lie beside the board."""

    spot: Spot
    centre: Spot

    def ready_place(self, view: SheetView) -> Ready[Place]:
        spot, centre = self.spot.ready_place(view), self.centre.ready_place(view)

        def place(names: Names) -> Place:
            (y, x), (middle_y, middle_x) = spot(names), centre(names)
            return 2 * middle_y - y, 2 * middle_x - x

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
        clues = view.sheet.clues.get(self.key, {})
        view.sheet.spend(len(clues))
        known = {at for at, clue in clues.items() if self.hidden or clue != HIDDEN}
        if self.among is None:
            return tuple(sorted(known))
        among = self.among.at(view)
        return tuple(bound for bound in among if (bound.at if isinstance(bound, Group) else bound) in known)


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


# ---- amounts


@expression
class Fixed(Amount):
    """This number."""

    value: int

    def number(self, view: BoardView) -> int:
        return self.value

    def ready_number(self, view: BoardView) -> Ready[int]:
        value = self.value
        return lambda names: value


ONE, NO_BOUND = Fixed(1), Fixed(FAR)
NOTHING_SHOWN: Mapping[int, Lit] = {0: TRUE}


@expression
class BoardSize(Amount):
    """The number of `rows`, `columns` or `cells`."""

    of: Literal["rows", "columns", "cells"]

    def number(self, view: BoardView) -> int:
        sheet = view.sheet
        return {"rows": sheet.rows, "columns": sheet.columns, "cells": sheet.rows * sheet.columns}[self.of]


@expression
class SizeOf(Amount):
    """How many places these are."""

    places: PlaceList

    def ready_number(self, view: BoardView) -> Ready[int]:
        places, free = self.places.ready_at(view), free_in(self)

        def size(names: Names) -> int:
            return len(places(names))

        return by_place(size, free) if len(free) == 1 else size


@expression
class ClueAt(Amount):
    """The clue of this key at a place; of several numbers the one at `part`, from 0."""

    key: str
    spot: Spot
    part: int = 0

    def ready_number(self, view: BoardView) -> Ready[int]:
        clue = at_place(self.spot, view, view.sheet.clues.get(self.key, {}), ())

        def number(names: Names) -> int:
            value = clue(names)
            if isinstance(value, int):
                return value
            inner = view.naming(names)
            return clue_at(inner, self.key, self.spot.place(inner), self.part)

        return number


@expression
class NumberToward(Amount):
    """The number that the `CompassClue` at a place has in a direction; less than 0 where none is said."""

    key: str
    spot: Spot
    direction: Spot

    def number(self, view: BoardView) -> int:
        part = DIRECTIONS.index(tuple(self.direction.place(view)))
        return clue_at(view, self.key, self.spot.place(view), part)


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


@expression
class ValueAt(Amount):
    """The number that a layer shows at a place; 0 where it shows none."""

    layer: str
    spot: Spot

    few = True

    def ready_number(self, view: BoardView) -> Ready[int]:
        return at_place(self.spot, view, layer_of(view, self.layer), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        return dict(view.ready(self, type(self).ready_choices)(view.names))

    def ready_choices(self, view: StatedView) -> Ready[Mapping[int, Lit]]:
        return at_place(self.spot, view, view.out.layer(self.layer), NOTHING_SHOWN)

    def form(self, view: StatedView) -> Form:
        """In order encoding: a sum is then how many literals are true, which is quick to state."""
        choices = self.choices(view)
        if len(choices) > 2:
            return Form.of_steps(view.out.steps(choices))
        return Form.of((value, lit) for value, lit in choices.items())


@expression
class Indicator(Amount):
    """1 (or another amount, of what is given) if the statement is true, else 0."""

    holds: Truth
    worth: Amount = ONE

    def ready_number(self, view: BoardView) -> Ready[int]:
        holds, worth = self.holds.ready_true(view), self.worth.ready_number(view.given)
        return lambda names: worth(names) if holds(names) else 0

    def choices(self, view: StatedView) -> dict[int, Lit]:
        worth, lit = self.worth.number(view.given), self.holds.lit(view)
        return {0: -lit, worth: lit} if worth else {0: TRUE}

    def form(self, view: StatedView) -> Form:
        worth, lit = self.worth.number(view.given), self.holds.lit(view)
        return Form(0, ((worth, lit),)) if worth and abs(lit) != TRUE else Form(worth if lit == TRUE else 0)


@expression
class CountOf(Amount):
    """At how many of the places the statement is true."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_number(self, view: BoardView) -> Ready[int]:
        true = of_each(self.each, self.over, self.holds.ready_true(view), view)
        return lambda names: sum(true(names))

    def ready_lits(self, view: StatedView) -> Ready[list[Lit]]:
        """The literal of the statement at each of the places."""
        return of_each(self.each, self.over, self.holds.ready_lit(view), view)

    def form(self, view: StatedView) -> Form:
        return Form.count(view.ready(self, CountOf.ready_lits)(view.names))

    def ready_between(self, view: StatedView) -> Between:
        lits, count = self.ready_lits(view), view.out.count
        return lambda names, lo, hi, unless: count(lits(names), lo, hi, unless)

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.ready(self, CountOf.ready_between)(view.names, lo, hi, unless)


@expression
class SumOf(Amount):
    """The sum of an amount over the places."""

    each: Var
    over: PlaceList
    amount: Amount

    def ready_number(self, view: BoardView) -> Ready[int]:
        numbers = of_each(self.each, self.over, self.amount.ready_number(view), view)
        return lambda names: sum(numbers(names))

    def form(self, view: StatedView) -> Form:
        return self._added(view, lambda inner: self.amount.form(inner))

    def capped(self, view: StatedView, most: int) -> Form:
        """Each part is 0 or more, so none is more than `most` where the sum is not."""
        if not isinstance(self.amount, Leading):
            return self.form(view)
        return self._added(view, lambda inner: self.amount.capped(inner, most))

    def _added(self, view: StatedView, form: Callable[[StatedView], Form]) -> Form:
        parts = [form(inner) for inner in self.over.views(self.each, view)]
        return Form.of((term for part in parts for term in part.terms), sum(part.constant for part in parts))


@expression
class Largest(Amount):
    """The largest of some amounts, which are 0 or more; 0 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    @property
    def is_given(self) -> bool:
        return self.amount.is_given

    def number(self, view: BoardView) -> int:
        amounts = (self.amount.number(inner) for inner in self.over.views(self.each, view))
        return view.once(self, lambda: max(amounts, default=0))

    def form(self, view: StatedView) -> Form:
        if self.is_given:
            return Form(self.number(view.given))
        return Form.of_steps(self.ordered(view, FAR))

    def ordered(self, view: StatedView, most: int) -> Steps:
        """Each number that one of the amounts reaches."""
        amounts = [values_of(self.amount, inner) for inner in self.over.views(self.each, view)]
        numbers = range(1 + max((amount.form.most for amount in amounts), default=0))
        view.sheet.spend(len(numbers) * len(amounts))
        reached = (view.out.some(amount.reach(number) for amount in amounts) for number in numbers[1:])
        return Steps(tuple(numbers), (TRUE, *reached))

    def choices(self, view: StatedView) -> dict[int, Lit]:
        if self.is_given:
            return {self.number(view.given): TRUE}
        return view.once((self, "choices"), lambda: view.out.choices(self.ordered(view, FAR)))


@expression
class LargerOf(Amount):
    """The larger of two amounts."""

    one: Amount
    other: Amount

    @property
    def is_given(self) -> bool:
        return self.one.is_given and self.other.is_given

    def number(self, view: BoardView) -> int:
        return max(self.one.number(view), self.other.number(view))

    def form(self, view: StatedView) -> Form:
        """Its least possible value, and a literal for each number above it that the amount reaches."""
        one, other = self.one.form(view), self.other.form(view)
        least, most = max(one.least, other.least), max(one.most, other.most)
        view.sheet.spend(most - least)
        reached = ((1, self._reaches(view, one, other, bound)) for bound in range(least + 1, most + 1))
        return Form.of(reached, least)

    def _reaches(self, view: StatedView, one: Form, other: Form, bound: int) -> Lit:
        return view.out.some((view.out.at_least(one, bound), view.out.at_least(other, bound)))

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        one, other = self.one.form(view), self.other.form(view)
        for form in (one, other):
            view.out.require(form, -FAR, hi, unless)
        view.out.clause((*unless, self._reaches(view, one, other, lo)))


@expression
class Leading(Amount):
    """How many places at the beginning of the list the statement holds of, up to the first where it fails:
    how far one sees along a ray.
    """

    each: Var
    along: PlaceList
    holds: Truth

    def number(self, view: BoardView) -> int:
        number = 0
        for inner in self.along.views(self.each, view):
            if not self.holds.true(inner):
                break
            number += 1
        return number

    def form(self, view: StatedView) -> Form:
        return self.capped(view, FAR)

    def capped(self, view: StatedView, most: int) -> Form:
        return Form.count(self.ordered(view, most).lits[1:])

    def ordered(self, view: StatedView, most: int) -> Steps:
        """The first `most` + 1 places are enough to tell whether it is more."""
        lits = []
        for inner in view.through(self.each.name, self.along.at(view)[: max(0, most + 1)]):
            lits.append(self.holds.lit(inner))
            if lits[-1] == FALSE:
                break
        return view.out.leading(tuple(lits))

    def choices(self, view: StatedView) -> dict[int, Lit]:
        return view.once((self, "choices"), lambda: view.out.choices(self.ordered(view, FAR)))

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        steps = self.ordered(view, hi)
        view.out.clause((*unless, steps.reach(lo)))
        view.out.clause((*unless, -steps.reach(hi + 1)))


@expression
class SmallerOf(Amount):
    """The smaller of two amounts of what is given."""

    one: Amount
    other: Amount

    def number(self, view: BoardView) -> int:
        return min(self.one.number(view), self.other.number(view))


@expression
class Plus(Amount):
    """The sum of these."""

    parts: tuple[Amount, ...]

    @property
    def is_given(self) -> bool:
        return all(part.is_given for part in self.parts)

    def ready_number(self, view: BoardView) -> Ready[int]:
        numbers = [part.ready_number(view) for part in self.parts]
        return lambda names: sum([number(names) for number in numbers])

    def form(self, view: StatedView) -> Form:
        total = Form()
        for part in self.parts:
            total += part.form(view)
        return total

    def _single(self, view: StatedView) -> tuple[Amount | None, int]:
        """The only part that is not given, if there is one alone, and the sum of the others."""
        unknown = [part for part in self.parts if not part.is_given]
        if len(unknown) != 1:
            return None, 0
        return unknown[0], sum(part.number(view.given) for part in self.parts if part.is_given)

    def capped(self, view: StatedView, most: int) -> Form:
        part, given = self._single(view)
        return part.capped(view, most - given) + Form(given) if part else self.form(view)

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        part, given = self._single(view)
        if part is None:
            super().require_between(view, lo, hi, unless)
        else:
            part.require_between(view, lo - given, hi - given, unless)


@expression
class Times(Amount):
    """A multiple; the factor is an amount of what is given."""

    factor: Amount
    amount: Amount

    @property
    def is_given(self) -> bool:
        return self.amount.is_given

    def ready_number(self, view: BoardView) -> Ready[int]:
        factor, amount = self.factor.ready_number(view.given), self.amount.ready_number(view)
        return lambda names: factor(names) * amount(names)

    def form(self, view: StatedView) -> Form:
        return self.amount.form(view).times(self.factor.number(view.given))


# ---- statements


@expression
class Shows(Truth):
    """The layer has this value at the place: 1 stands for a line, a wall or a shaded cell."""

    layer: str
    spot: Spot
    value: int = 1

    def ready_true(self, view: BoardView) -> Ready[bool]:
        shown, value = at_place(self.spot, view, layer_of(view, self.layer), self.value - 1), self.value
        return lambda names: shown(names) == value

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return at_place(self.spot, view, view.out.showing(self.layer, self.value), FALSE)

    def ready_negated(self, view: StatedView) -> Ready[Lit]:
        return at_place(self.spot, view, view.out.showing(self.layer, self.value, negated=True), TRUE)


def layer_of(view: BoardView, layer: str) -> Mapping[Place, int]:
    """Its values. Raises GenreError, here or where one is looked up."""
    return view.layers[layer] if layer in view.layers else _NoLayer(layer)


class _NoLayer(dict[Place, int]):
    """A layer that is not known, which matters only where it is asked for."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def get(self, *place: object) -> int:
        raise GenreError(f"{self.layer} is no unknown layer, or is asked for where only clues are known")


@expression
class PointsTo(Truth):
    """The arrow that the layer shows at a place points in this direction."""

    layer: str
    spot: Spot
    direction: Spot

    def _at(self, view: SheetView) -> Shows:
        step = tuple(self.direction.place(view))
        return Shows(self.layer, self.spot, DIRECTIONS.index(step) + 1)

    def true(self, view: BoardView) -> bool:
        return self._at(view).true(view)

    def lit(self, view: StatedView) -> Lit:
        return self._at(view).lit(view)


@expression
class Touches(Truth):
    """The diagonal that the layer shows in a cell goes to this corner of the cell."""

    layer: str
    cell: Spot
    corner: Spot

    def _at(self, view: SheetView) -> Shows:
        """A diagonal of value 1 goes down to the right, one of value 2 up."""
        (y, x), (corner_y, corner_x) = self.cell.place(view), self.corner.place(view)
        return Shows(self.layer, self.cell, 1 if corner_y - y == corner_x - x else 2)

    def true(self, view: BoardView) -> bool:
        return self._at(view).true(view)

    def lit(self, view: StatedView) -> Lit:
        return self._at(view).lit(view)


@expression
class GoesStraight(Truth):
    """The lines of the layer go straight through the place: two of them meet there from opposite sides."""

    layer: str
    spot: Spot

    def ready_true(self, view: BoardView) -> Ready[bool]:
        shown, place = layer_of(view, self.layer).get, self.spot.ready_place(view)

        def true(names: Names) -> bool:
            y, x = place(names)
            level = shown((y, x - 1)) and shown((y, x + 1))
            return bool(level or (shown((y - 1, x)) and shown((y + 1, x))))

        return true

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        every, some = view.out.every, view.out.some
        shown, place = view.out.showing(self.layer, 1), self.spot.ready_place(view)

        def lit(names: Names) -> Lit:
            y, x = place(names)
            across = (((y, x - 1), (y, x + 1)), ((y - 1, x), (y + 1, x)))
            return some([every([shown.get(edge, FALSE) for edge in pair]) for pair in across])

        return lit


@expression
class Inside(Truth):
    """The place is inside the loop of the layer: the way to the left crosses an odd number of its lines.

    The place is a corner if lines join cells, and a cell if they join corners. Of lines that are closed.
    """

    layer: str
    spot: Spot

    def true(self, view: BoardView) -> bool:
        values = layer_of(view, self.layer)
        ray = view.sheet.ray(self.spot.place(view), NAMED_DIRECTIONS["left"], "edge")
        return sum(values.get(edge, 0) for edge in ray) % 2 == 1

    def lit(self, view: StatedView) -> Lit:
        y, x = self.spot.place(view)
        so_far = FALSE
        for edge in reversed(view.sheet.ray((y, x), NAMED_DIRECTIONS["left"], "edge")):
            crossed = view.out.shown.get((self.layer, edge), {}).get(1, FALSE)
            so_far = so_far if crossed == FALSE else view.out.choice(crossed, -so_far, so_far)
        return so_far


@expression
class HasClue(Truth):
    """There is a clue of this key at the place, be it a `?`; with a value, it is this one."""

    key: str
    spot: Spot
    value: int | None = None

    def ready_true(self, view: BoardView) -> Ready[bool]:
        clues: Mapping[Place, Value | None] = view.sheet.clues.get(self.key, {})
        clue, value = at_place(self.spot, view, clues, None), self.value
        if value is None:
            return lambda names: clue(names) is not None
        return lambda names: clue(names) == value

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return _if_given(self, view)


@expression
class HasArm(Truth):
    """The clue at the place has a line, or an arrow, in this direction: of a `PipeClue` or `ArrowSetClue`."""

    key: str
    spot: Spot
    direction: Spot

    def true(self, view: BoardView) -> bool:
        clue = view.sheet.clues.get(self.key, {}).get(self.spot.place(view))
        return isinstance(clue, int) and self.direction.place(view) in directions_in(clue)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return _if_given(self, view)


@expression
class ShipPart(Truth):
    """The layer marks the cell and those beside it as the clue of a `ShipClue` there says."""

    layer: str
    key: str
    spot: Spot

    def stated(self, view: SheetView) -> Truth:
        """The same of the cell and those beside it, by what the clue says."""
        part = clue_at(view, self.key, self.spot.place(view), 0)
        ship = Shows(self.layer, self.spot)
        beside = {name: Shows(self.layer, Along(self.spot, Toward(name), 2)) for name in NAMED_DIRECTIONS}
        if part == MIDDLE:
            return ship & (beside["up"] & beside["down"] | beside["left"] & beside["right"])
        if part not in PARTS:
            return ship if part == HIDDEN else ~ship
        marked = PARTS[part]
        return AllOf((ship, *(shown if name in marked else ~shown for name, shown in beside.items())))

    def true(self, view: BoardView) -> bool:
        return self.stated(view).true(view)

    def lit(self, view: StatedView) -> Lit:
        return self.stated(view).lit(view)

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        self.stated(view).require(view, unless)


@expression
class SamePlace(Truth):
    """Both names stand for the same place."""

    one: Spot
    other: Spot

    def ready_true(self, view: BoardView) -> Ready[bool]:
        one, other = self.one.ready_place(view), self.other.ready_place(view)
        return lambda names: one(names) == other(names)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return _if_given(self, view)


@expression
class IsIn(Truth):
    """The place is one of these."""

    spot: Spot
    places: PlaceList

    def ready_true(self, view: BoardView) -> Ready[bool]:
        place, places = self.spot.ready_place(view), self.places.ready_at(view)
        if free_in(self.places):
            return lambda names: place(names) in places(names)
        return lambda names: place(names) in view.kept((self.places, "set"), lambda: frozenset(places(names)))

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return _if_given(self, view)


def _if_given(statement: Truth, view: StatedView) -> Ready[Lit]:
    """TRUE or FALSE, for a statement about what is given."""
    true = statement.ready_true(view.given)
    return lambda names: TRUE if true(names) else FALSE


@expression
class Negation(Truth):
    """Not."""

    holds: Truth

    def ready_true(self, view: BoardView) -> Ready[bool]:
        true = self.holds.ready_true(view)
        return lambda names: not true(names)

    @property
    def single(self) -> bool:
        return type(self.holds).ready_against is Truth.ready_against

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        return self.holds.ready_negated(view)

    def ready_alternatives(self, view: StatedView) -> Ready[list[Lit]]:
        return self.holds.ready_against(view)


def _together(parts: Sequence[Ready[list[Item]]]) -> Ready[list[Item]]:
    """The lists of all parts, one after the other."""
    return lambda names: [item for part in parts for item in part(names)]


@expression
class AllOf(Truth):
    """And."""

    parts: tuple[Truth, ...]

    def ready_true(self, view: BoardView) -> Ready[bool]:
        parts = [part.ready_true(view) for part in self.parts]
        if len(parts) == 2:
            one, other = parts
            return lambda names: one(names) and other(names)
        return lambda names: all(part(names) for part in parts)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        every, parts = view.out.every, self._kept([part.ready_lit(view) for part in self.parts])

        def lit(names: Names) -> Lit:
            lits = []
            for part in parts:
                lits.append(part(names))
                if lits[-1] == FALSE:
                    return FALSE
            return every(lits)

        return lit

    def ready_against(self, view: StatedView) -> Ready[list[Lit]]:
        """By De Morgan: one of the parts is false."""
        return _together([part.ready_against(view) for part in self.parts])

    def _kept(self, lits: Sequence[Ready[Lit]]) -> list[Ready[Lit]]:
        """A part that does not name all that the others do is kept while only the others change."""
        names = free_in(self)
        each = [free_in(part) for part in self.parts]
        return [while_alike(lit, free) if free < names else lit for lit, free in zip(lits, each)]

    def ready_require(self, view: StatedView) -> Require:
        parts = [part.ready_require(view) for part in self.parts]

        def require(names: Names, unless: Unless) -> None:
            for part in parts:
                part(names, unless)

        return require

    def broken(self, view: BoardView) -> Iterator[str]:
        for part in self.parts:
            yield from part.broken(view)


@expression
class OneOf(Truth):
    """Or: one of these at least."""

    parts: tuple[Truth, ...]

    def ready_true(self, view: BoardView) -> Ready[bool]:
        parts = [part.ready_true(view) for part in self.parts]
        if len(parts) == 2:
            one, other = parts
            return lambda names: one(names) or other(names)
        return lambda names: any(part(names) for part in parts)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        some, alternatives = view.out.some, self.ready_alternatives(view)
        return lambda names: some(alternatives(names))

    def ready_alternatives(self, view: StatedView) -> Ready[list[Lit]]:
        return _together([part.ready_alternatives(view) for part in self.parts])

    def ready_require(self, view: StatedView) -> Require:
        """The last part need not have a literal: it is required unless another is true."""
        if not self.parts:
            return lambda names, unless: view.out.clause(unless)
        parts = [part.ready_alternatives(view) for part in self.parts[:-1]]
        last = self.parts[-1].ready_require(view)

        def require(names: Names, unless: Unless) -> None:
            others = [*unless]
            for part in parts:
                others += part(names)
                if TRUE in others:
                    return
            last(names, tuple([lit for lit in others if lit != FALSE]))

        return require


def _all_alternatives(each: Var, over: PlaceList, holds: Truth, view: StatedView) -> Ready[list[Lit]]:
    """The alternatives of the statement at all of the places."""
    if holds.single:
        return of_each(each, over, holds.ready_lit(view), view)
    lists = of_each(each, over, holds.ready_alternatives(view), view)
    return lambda names: [lit for lits in lists(names) for lit in lits]


@expression
class ForAll(Truth):
    """The statement is true at each of the places."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_true(self, view: BoardView) -> Ready[bool]:
        fails = at_any(self.each, self.over, self.holds.ready_true(view), False, view)
        return lambda names: not fails(names)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        every, lits = view.out.every, of_each(self.each, self.over, self.holds.ready_lit(view), view)
        return lambda names: every(lits(names))

    def ready_against(self, view: StatedView) -> Ready[list[Lit]]:
        """It is false at one of the places."""
        return _all_alternatives(self.each, self.over, Negation(self.holds), view)

    def ready_require(self, view: StatedView) -> Require:
        name, places, spend = self.each.name, self.over.ready_at(view), view.sheet.spend
        inner = self.holds.ready_require(view)

        def require(names: Names, unless: Unless) -> None:
            every, outer = places(names), names.get(name)
            spend(len(every))
            try:
                for names[name] in every:
                    inner(names, unless)
            finally:
                restore(names, name, outer)

        return require

    def broken(self, view: BoardView) -> Iterator[str]:
        places = self.over.at(view)
        for bound, inner in zip(places, view.through(self.each.name, places)):
            for words in self.holds.broken(inner):
                yield ", ".join(filter(None, (name_of(bound), words)))


@expression
class Exists(Truth):
    """The statement is true at one of the places at least."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_true(self, view: BoardView) -> Ready[bool]:
        return at_any(self.each, self.over, self.holds.ready_true(view), True, view)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        some, alternatives = view.out.some, self.ready_alternatives(view)
        return by_place(lambda names: some(alternatives(names)), free_in(self))

    def ready_alternatives(self, view: StatedView) -> Ready[list[Lit]]:
        return _all_alternatives(self.each, self.over, self.holds, view)

    def ready_require(self, view: StatedView) -> Require:
        clause, alternatives = view.out.clause, self.ready_alternatives(view)
        return lambda names, unless: clause((*unless, *alternatives(names)))


@expression
class Alike(Truth):
    """The statement is true at all of the places, or at none."""

    each: Var
    over: PlaceList
    holds: Truth

    def ready_true(self, view: BoardView) -> Ready[bool]:
        true = of_each(self.each, self.over, self.holds.ready_true(view), view)
        return lambda names: len(set(true(names))) <= 1

    def _ready_lits(self, view: StatedView) -> Ready[list[Lit]]:
        return of_each(self.each, self.over, self.holds.ready_lit(view), view)

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        every, some, lits = view.out.every, view.out.some, self._ready_lits(view)

        def lit(names: Names) -> Lit:
            stated = lits(names)
            return some((every(stated), -some(stated)))

        return lit

    def ready_require(self, view: StatedView) -> Require:
        """Each implies the next, and the last the first."""
        clause, lits = view.out.clause, self._ready_lits(view)

        def require(names: Names, unless: Unless) -> None:
            stated = lits(names)
            for one, other in zip(stated, (*stated[1:], *stated[:1])):
                clause((*unless, -one, other))

        return require


@expression
class Compare(Truth):
    """A comparison of two amounts."""

    left: Amount
    operator: Operator
    right: Amount

    def ready_true(self, view: BoardView) -> Ready[bool]:
        left, right, compares = self.left.ready_number(view), self.right.ready_number(view), self._compares
        return lambda names: compares(left(names), right(names))

    @property
    def _compares(self) -> Callable[[int, int], bool]:
        return OPERATORS[self.operator]

    def broken(self, view: BoardView) -> Iterator[str]:
        if not self.true(view):
            yield f"{self.left.number(view)}, not {self._wanted(self.right.number(view))}"

    def _wanted(self, number: int) -> str:
        words = {"=": "", "!=": "another than ", "<": "less than ", "<=": "at most "}
        return words.get(self.operator, "more than " if self.operator == ">" else "at least ") + str(number)

    @property
    def _turned(self) -> Compare | None:
        """The same with what is given on the right; None where it is there, or neither is given."""
        if self.left.is_given and not self.right.is_given:
            return Compare(self.right, TURNED[self.operator], self.left)
        return None

    def ready_lit(self, view: StatedView) -> Ready[Lit]:
        if (turned := self._turned) is not None:
            return turned.ready_lit(view)
        if not self.right.is_given:
            return lambda names: self._lit(view.naming(names))
        if self.left.is_given:
            return _if_given(self, view)
        if isinstance(self.left, CountOf):
            return by_place(self._ready_counted(view, self.left), free_in(self))
        number, choices = self.right.ready_number(view.given), self._ready_choices(view)

        def lit(names: Names) -> Lit:
            right, options = number(names), choices(names)
            if options is None:
                return self._lit_beside(view.naming(names), right)
            if self.operator == "=":
                return options.get(right, FALSE)
            return _one_of(view, *self._sorted_out(options, right))

        return by_place(lit, free_in(self)) if self.left.few else lit

    def _ready_counted(self, view: StatedView, left: CountOf) -> Ready[Lit]:
        """The literal where the right amount is given, and the left one is a count."""
        number, lits, out = self.right.ready_number(view.given), left.ready_lits(view), view.out

        def lit(names: Names) -> Lit:
            right, counted = number(names), lits(names)
            ranges = self._ranges(-right, len(counted) - right)
            return out.some(out.counted(counted, lo + right, hi + right) for lo, hi in ranges)

        return lit

    def _ready_choices(self, view: StatedView) -> Ready[Mapping[int, Lit] | None]:
        return self.left.ready_choices(view) if self.left.few else lambda names: None

    def _lit_beside(self, view: StatedView, number: int) -> Lit:
        """The literal where the right amount is this number."""
        if self.operator != "!=":
            ((lo, hi),) = self._ranges(-FAR, FAR)
            if steps := self.left.ordered(view, number + hi):
                return view.out.every((steps.reach(number + lo), -steps.reach(number + hi + 1)))
        form = self.left.form(view)
        ranges = self._ranges(form.least - number, form.most - number)
        return view.out.some(view.out.between(form, lo + number, hi + number) for lo, hi in ranges)

    def _lit(self, view: StatedView) -> Lit:
        """The literal where the right amount is not given."""
        if (choices := self._both_choices(view)) is not None:
            return view.out.selected(self._cases(view, *choices))
        right = self.right.form(view)
        if not right.terms:
            return self._lit_beside(view, right.constant)
        form = self.left.form(view) + right.times(-1)
        return view.out.some(view.out.between(form, lo, hi) for lo, hi in self._ranges(form.least, form.most))

    def ready_require(self, view: StatedView) -> Require:
        if (turned := self._turned) is not None:
            return turned.ready_require(view)
        if not self.right.is_given:
            return lambda names, unless: self._require(view.naming(names), unless)
        number = self.right.ready_number(view.given)
        if self.left.few:
            return self._ready_choice(view, number)
        if self.operator == "!=":
            return lambda names, unless: self._require_other(view.naming(names), unless)
        ((lo, hi),), between = self._ranges(-FAR, FAR), self.left.ready_between(view)

        def require(names: Names, unless: Unless) -> None:
            right = number(names)
            between(names, lo + right, hi + right, unless)

        return require

    def _ready_choice(self, view: StatedView, number: Ready[int]) -> Require:
        """Bars the values of the left amount that it may not have."""
        choices, compares, clause = self.left.ready_choices(view), self._compares, view.out.clause
        differ = self.operator == "!="

        def require(names: Names, unless: Unless) -> None:
            right, options = number(names), choices(names)
            if options is None:
                self._require(view.naming(names), unless)
                return
            if differ:
                if right in options:
                    clause((*unless, -options[right]))
                return
            for value, lit in options.items():
                if not compares(value, right):
                    clause((*unless, -lit))

        return require

    def _require(self, view: StatedView, unless: Unless) -> None:
        if (choices := self._both_choices(view)) is not None:
            left, right = choices
            few = self.operator != "=" and len(left) * len(right) <= FEW_PAIRS
            for lit, holds in self._barred(left, right) if few else self._cases(view, left, right):
                view.out.clause((*unless, -lit, holds))
        elif self.operator == "!=":
            self._require_other(view, unless)
        elif bounds := self.bounds(view):
            self.left.require_between(view, *bounds, unless)
        else:
            form = self.left.form(view) + self.right.form(view).times(-1)
            for lo, hi in self._ranges(form.least, form.most):
                view.out.require(form, lo, hi, unless)

    def _require_other(self, view: StatedView, unless: Unless) -> None:
        left, right = values_of(self.left, view), values_of(self.right, view)
        if not right.form.terms:
            view.out.require_other(left.form, right.form.constant, unless)
            return
        least, most = max(left.form.least, right.form.least), min(left.form.most, right.form.most)
        for value in range(least, most + 1):  # one of them is less, or more
            steps = ((-amount.reach(value), amount.reach(value + 1)) for amount in (left, right))
            view.out.clause((*unless, *chain.from_iterable(steps)))

    def bounds(self, view: StatedView) -> tuple[int, int] | None:
        """The least and greatest value that the left amount may have; None if the right one is not given, or
        the operator is `!=`.
        """
        right = self.right.form(view)
        if right.terms or self.operator == "!=":
            return None
        ((lo, hi),) = self._ranges(-FAR, FAR)
        return lo + right.constant, hi + right.constant

    def _sorted_out(self, choices: Mapping[int, Lit], number: int) -> tuple[list[Lit], list[Lit]]:
        """The literals of the values for which it holds beside this number, and the others."""
        sorted_out: tuple[list[Lit], list[Lit]] = ([], [])
        for value, lit in choices.items():
            sorted_out[not self._compares(value, number)].append(lit)
        return sorted_out

    def _both_choices(self, view: StatedView) -> tuple[Mapping[int, Lit], Mapping[int, Lit]] | None:
        """The values of both amounts; None where they are not listed."""
        if not (self.left.few and self.right.few):
            return None
        left, right = self.left.choices(view), self.right.choices(view)
        return None if left is None or right is None else (left, right)

    def _barred(self, left: Mapping[int, Lit], right: Mapping[int, Lit]) -> Iterator[tuple[Lit, Lit]]:
        """Each pair of values that is barred: the literal of the left, and the negated one of the right."""
        for (v, a), (w, b) in product(left.items(), right.items()):
            if not self._compares(v, w):
                yield a, -b

    def _cases(
        self, view: StatedView, left: Mapping[int, Lit], right: Mapping[int, Lit]
    ) -> list[tuple[Lit, Lit]]:
        """The literal of each left value, and one that is true exactly if the comparison holds for it."""
        if self.operator in ("=", "!="):
            sign = 1 if self.operator == "=" else -1
            return [(lit, sign * right.get(value, FALSE)) for value, lit in left.items()]
        ((lo, hi),), steps, every = self._ranges(-FAR, FAR), view.out.steps(right), view.out.every
        return [
            (lit, every((steps.reach(value - hi), -steps.reach(value - lo + 1))))
            for value, lit in left.items()
        ]

    def _ranges(self, least: int, most: int) -> tuple[tuple[int, int], ...]:
        """The ranges of left - right in which the comparison holds, within these bounds."""
        match self.operator:
            case "=":
                return ((0, 0),)
            case "!=":
                return (least, -1), (1, most)
            case "<":
                return ((least, -1),)
            case "<=":
                return ((least, 0),)
            case ">":
                return ((1, most),)
            case ">=":
                return ((0, most),)


def _one_of(view: StatedView, true: Sequence[Lit], false: Sequence[Lit]) -> Lit:
    """Is one of the first true, where exactly one of all is?"""
    return view.out.some(true) if len(true) <= len(false) else -view.out.some(false)


def values_of(amount: Amount, view: StatedView) -> FormValues:
    """The amount with the literals that it has in order encoding, if it is stated so."""

    def made() -> FormValues:
        if (steps := amount.ordered(view, FAR)) is None:
            return FormValues(amount.form(view), view.out)
        return FormValues(Form.of_steps(steps), view.out, dict(zip(steps.numbers, steps.lits)))

    return view.once((amount, "values"), made)


@expression
class Distinct(Truth):
    """The amounts at the places all differ; `but` is a number that may repeat, as 0 for an empty cell."""

    each: Var
    over: PlaceList
    amount: Amount
    but: int | None = None

    def ready_true(self, view: BoardView) -> Ready[bool]:
        numbers = of_each(self.each, self.over, self.amount.ready_number(view), view)

        def true(names: Names) -> bool:
            counted = [number for number in numbers(names) if number != self.but]
            return len(set(counted)) == len(counted)

        return true

    def broken(self, view: BoardView) -> Iterator[str]:
        first: dict[int, Bound] = {}
        places = self.over.at(view)
        for bound, inner in zip(places, view.through(self.each.name, places)):
            number = self.amount.number(inner)
            if number != self.but and number in first:
                yield f"{number} at {name_of(first[number])} and {name_of(bound)}"
            first.setdefault(number, bound)

    def _ready_numbers(self, view: StatedView) -> Ready[dict[int, list[Lit]]]:
        all_choices = of_each(self.each, self.over, self.amount.ready_choices(view), view)

        def by_number(names: Names) -> dict[int, list[Lit]]:
            literals: dict[int, list[Lit]] = {}
            for choices in all_choices(names):
                if choices is None:
                    raise GenreError("Distinct takes the numbers of cells, or of clues")
                for number, lit in choices.items():
                    if number != self.but:
                        literals.setdefault(number, []).append(lit)
            return literals

        return by_number

    def lit(self, view: StatedView) -> Lit:
        numbers = view.ready(self, Distinct._ready_numbers)(view.names)
        view.sheet.spend(sum(len(lits) ** 2 for lits in numbers.values()))
        pairs = (pair for lits in numbers.values() for pair in combinations(lits, 2))
        return view.out.every(-view.out.every(pair) for pair in pairs)

    def ready_require(self, view: StatedView) -> Require:
        places, by_number, out = self.over.ready_at(view), self._ready_numbers(view), view.out

        def require(names: Names, unless: Unless) -> None:
            numbers = by_number(names)
            if self.but is None and len(places(names)) > len(numbers):
                out.clause(unless)  # pigeonholes, which a search would take long to find
            for lits in numbers.values():
                if len(lits) > 1:
                    out.count(lits, 0, 1, unless)

        return require
