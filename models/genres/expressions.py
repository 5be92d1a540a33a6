"""Places, amounts and statements: the expressions of which rules are made.

Each is a frozen value that is implemented twice: its value on a filled board (`at`, `number`, `true`), and
its encoding as literals and constraints (`form`, `lit`, `require`). The value uses nothing of the encoding,
so that it can check it.

    Spot      one place: a name, or a step from another place
    PlaceList several: all cells, what is near a place, a row, a room, a ray
    Amount    a number: of a clue, of a cell, a count, a sum
    Truth     a statement: a value at a place, a comparison, for all, there is
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product, takewhile
from operator import itemgetter
from typing import ClassVar, Literal, TypeVar

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import MIDDLE, PARTS
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
    Place,
    SheetView,
    expression,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Steps, Unless

Relation = Literal["neighbours", "around", "sides", "corners", "ends", "beside"]  # see RELATIONS
PlaceKind = Literal["cell", "edge", "inner", "corner"]
Operator = Literal["=", "!=", "<", "<=", ">", ">="]
BoundPlace = TypeVar("BoundPlace", bound=Bound)
FAR = 1 << 30  # more than any amount
MANY = 12  # values of a cell, from which on sums are in order encoding
MOST_PAIRS = 2_500  # pairs of values of two amounts that are compared pair by pair


# ---- the kinds of expressions


class Spot:
    """One place; it may lie beside the board, where nothing is shown."""

    def place(self, view: SheetView) -> Place:
        """(y, x) in half cells. Raises GenreError if the spot is no place here."""
        raise NotImplementedError


class PlaceList:
    """Several places, or groups of places, or directions, or numbers, in order."""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        """What is in the list, which depends on the clues alone."""
        raise NotImplementedError

    def views(self, each: Var, view: AnyView) -> Iterator[AnyView]:
        """For each of them in turn the view in which `each` stands for it; not to be kept."""
        return view.through(each.name, self.at(view))


class Amount:
    """A number. Comparisons are made by `<=` and the like; `is_` and `isnt` stand for = and !=.

    `few`: does it have so few possible values that comparisons may go through pairs of values?
    """

    few: ClassVar[bool] = False

    def number(self, view: BoardView) -> int:
        """The number on this board. Raises GenreError where it has no meaning."""
        raise NotImplementedError

    def form(self, view: StatedView) -> Form:
        """The amount as a weighted sum of literals; a constant where it depends on the clues alone."""
        return Form(self.number(view.given))

    def choices(self, view: StatedView) -> dict[int, Lit] | None:
        """For each possible value a literal, exactly one of which is true; None if values are not listed."""
        form = self.form(view)
        return None if form.terms else {form.constant: TRUE}

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
        return not list(self.broken(view))

    def lit(self, view: StatedView) -> Lit:
        """A literal that is true exactly if the statement is. Raises GenreError where it has none."""
        raise GenreError(f"{type(self).__name__} can be required only, not be part of another statement")

    def alternatives(self, view: StatedView) -> list[Lit]:
        """Literals whose disjunction is equivalent to the statement."""
        return [self.lit(view)]

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Constraints that hold exactly if the statement does, or one of `unless` is true."""
        view.out.clause((*unless, self.lit(view)))

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


# ---- places


@expression
class Var(Spot, Amount):
    """What `ForAll`, `CountOf` and the like go through: a place, a group, a direction or a number."""

    name: str

    def bound(self, view: SheetView) -> Bound:
        if self.name not in view.names:
            raise GenreError(f"{self.name} stands for nothing here")
        return view.names[self.name]

    def place(self, view: SheetView) -> Place:
        bound = view.names.get(self.name)
        if type(bound) is tuple:  # a place, as most are, and no group
            return bound  # type: ignore[return-value]
        bound = self.bound(view)
        if isinstance(bound, Group):
            return bound.at
        if isinstance(bound, int):
            raise GenreError(f"{self.name} is a number, not a place")
        return bound

    def group(self, view: SheetView) -> Group:
        bound = self.bound(view)
        if not isinstance(bound, Group):
            raise GenreError(f"{self.name} is no row, column, room or window")
        return bound

    def number(self, view: BoardView) -> int:
        bound = self.bound(view)
        if not isinstance(bound, int):
            raise GenreError(f"{self.name} is no number")
        return bound


@expression
class Along(Spot):
    """The place `halves` half cells from a place in a direction: 2 is the next cell, -1 the edge behind."""

    start: Spot
    direction: Spot
    halves: int | Amount

    def place(self, view: SheetView) -> Place:
        (y, x), (dy, dx) = self.start.place(view), self.direction.place(view)
        halves = self.halves if isinstance(self.halves, int) else self.halves.number(view.given)
        return y + halves * dy, x + halves * dx


@expression
class Toward(Spot):
    """A direction by its name: up, down, left, right. A rule with one is not symmetric."""

    direction: DirectionName

    def place(self, view: SheetView) -> Place:
        return NAMED_DIRECTIONS[self.direction]


@expression
class Inward(Spot):
    """The direction from the end of a row or column, where a clue beside the board is, into the board."""

    spot: Spot

    def place(self, view: SheetView) -> Place:
        y, x = self.spot.place(view)
        if y in (-1, 2 * view.sheet.rows + 1):
            return NAMED_DIRECTIONS["down" if y < 0 else "up"]
        if x in (-1, 2 * view.sheet.columns + 1):
            return NAMED_DIRECTIONS["right" if x < 0 else "left"]
        raise GenreError(f"{name_of((y, x))} is not beside the board")


@expression
class ArrowAt(Spot):
    """The direction of an arrow clue: the number at `part` of the clue, 1 to 4 for up, down, left, right."""

    key: str
    spot: Spot
    part: int = 0

    def place(self, view: SheetView) -> Place:
        number = _clue(view, self.key, place := self.spot.place(view), self.part)
        if not 1 <= number <= len(DIRECTIONS):
            raise GenreError(f"the clue of {self.key} at {name_of(place)} has no arrow")
        return DIRECTIONS[number - 1]


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

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.related(self.spot.place(view), self.relation)


@expression
class Ray(PlaceList):
    """The cells (or edges) from a place on in a direction, to the border; not the place itself."""

    spot: Spot
    direction: Spot
    kind: Literal["cell", "edge"] = "cell"

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.ray(self.spot.place(view), self.direction.place(view), self.kind)


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

    With `without`, a key of clues, those cells are taken out, and each connected part of a room is a room.
    """

    key: str
    without: str = ""

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return (
            view.sheet.parts_of_rooms(self.key, self.without) if self.without else view.sheet.rooms(self.key)
        )


@expression
class Crossings(PlaceList):
    """The shortest stretches of a row or column that cross so many borders of rooms, as groups of cells."""

    key: str
    number: int

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return tuple(view.sheet.crossings(self.key, self.number))


@expression
class RoomsBeside(PlaceList):
    """The rooms that the key states and that share a side of a cell with a room."""

    key: str
    room: Var

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.rooms_beside(self.key, self.room.group(view))


@expression
class Windows(PlaceList):
    """Each rectangle of so many cells down and across, as a group of cells."""

    height: int
    width: int

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.windows(self.height, self.width)


@expression
class Stretches(PlaceList):
    """Every window of `length` consecutive places of a group, such as each three cells of a row in turn."""

    over: PlaceList
    length: int

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        groups = [group for group in self.over.at(view) if isinstance(group, Group)]
        return tuple(stretch for group in groups for stretch in self._of(view, group.places))

    def _of(self, view: SheetView, places: tuple[Place, ...]) -> Iterator[Group]:
        if self.length < 1:
            raise GenreError(f"a stretch of {self.length} places has none")
        for i in range(len(places) - self.length + 1):
            stretch = places[i : i + self.length]
            view.sheet.spend(self.length)
            yield Group(f"{name_of(stretch[0])} to {name_of(stretch[-1])}", stretch, stretch[0])


@expression
class Members(PlaceList):
    """The places of a group."""

    group: Var

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return self.group.group(view).places


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
        room, sheet = view.sheet.clues[self.key], view.sheet
        beside = ((edge, sheet.related(edge, "beside")) for edge in sheet.every["inner"])
        return tuple(edge for edge, (one, other) in beside if room[one] != room[other])


@expression
class SameRoom(PlaceList):
    """The cells of the room of a cell."""

    key: str
    spot: Spot

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.sheet.room_of(self.key, self.spot.place(view)).places


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

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        given = _given(view, self.each, self.over.at(view), self.holds)
        return tuple(bound for bound, holds in given if holds)


@expression
class AsLong(PlaceList):
    """The longest beginning of the list at whose places a statement about what is given is true."""

    each: Var
    over: PlaceList
    holds: Truth

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        return view.given.once(self, lambda: self._as_long(view))

    def _as_long(self, view: SheetView) -> tuple[Bound, ...]:
        given = _given(view, self.each, self.over.at(view), self.holds)
        return tuple(bound for bound, _ in takewhile(itemgetter(1), given))


@expression
class FirstOf(PlaceList):
    """The first of the places for which a statement about what is given is true; none if there is none."""

    each: Var
    over: PlaceList
    holds: Truth

    def at(self, view: SheetView) -> tuple[Bound, ...]:
        given = _given(view, self.each, self.over.at(view), self.holds)
        return tuple(islice((bound for bound, holds in given if holds), 1))


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
        given = dict(_given(view, self.each, line.places, self.holds))
        for place in (*line.places, None):
            if place is not None and given[place]:
                run.append(place)
            elif run:
                yield Group(f"{line.name} from {name_of(run[0])} to {name_of(run[-1])}", tuple(run), run[0])
                run = []


def _given(
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

    def form(self, view: StatedView) -> Form:
        return Form(self.value)


ONE, NO_BOUND = Fixed(1), Fixed(FAR)


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

    def number(self, view: BoardView) -> int:
        return len(self.places.at(view))


@expression
class ClueAt(Amount):
    """The clue of this key at a place; of several numbers the one at `part`, from 0."""

    key: str
    spot: Spot
    part: int = 0

    def number(self, view: BoardView) -> int:
        return _clue(view, self.key, self.spot.place(view), self.part)

    def form(self, view: StatedView) -> Form:
        return Form(_clue(view, self.key, self.spot.place(view), self.part))


def _clue(view: SheetView, key: str, place: Place, part: int) -> int:
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

    def number(self, view: BoardView) -> int:
        return _layer(view, self.layer).get(self.spot.place(view), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        return dict(view.out.shown.get((self.layer, self.spot.place(view)), {0: TRUE}))

    def form(self, view: StatedView) -> Form:
        """In order encoding where there are more than MANY values, which keeps the encoding of sums small."""
        choices = self.choices(view)
        if len(choices) > MANY:
            return Form.of_steps(view.out.steps(choices))
        return Form.of((value, lit) for value, lit in choices.items())


@expression
class Indicator(Amount):
    """1 (or another amount, of what is given) if the statement is true, else 0."""

    holds: Truth
    worth: Amount = ONE

    def number(self, view: BoardView) -> int:
        return self.worth.number(view.given) if self.holds.true(view) else 0

    def choices(self, view: StatedView) -> dict[int, Lit]:
        worth, lit = self.worth.number(view.given), self.holds.lit(view)
        return {0: -lit, worth: lit} if worth else {0: TRUE}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items() if number)


@expression
class CountOf(Amount):
    """At how many of the places the statement is true."""

    each: Var
    over: PlaceList
    holds: Truth

    def number(self, view: BoardView) -> int:
        return sum(self.holds.true(inner) for inner in self.over.views(self.each, view))

    def form(self, view: StatedView) -> Form:
        return Form.count([self.holds.lit(inner) for inner in self.over.views(self.each, view)])


@expression
class SumOf(Amount):
    """The sum of an amount over the places."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        return sum(self.amount.number(inner) for inner in self.over.views(self.each, view))

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
    """The largest of some amounts of what is given; 0 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        amounts = (self.amount.number(inner) for inner in self.over.views(self.each, view))
        return view.given.once(self, lambda: max(amounts, default=0))


@expression
class LargerOf(Amount):
    """The larger of two amounts."""

    one: Amount
    other: Amount

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

    few = True

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
        lits = [TRUE]
        for inner in view.through(self.each.name, self.along.at(view)[: max(0, most + 1)]):
            lits.append(view.out.every((lits[-1], self.holds.lit(inner))))
            if lits[-1] == FALSE:
                break
        return Steps(tuple(range(len(lits))), tuple(lits))

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

    def number(self, view: BoardView) -> int:
        return sum(part.number(view) for part in self.parts)

    def form(self, view: StatedView) -> Form:
        total = Form()
        for part in self.parts:
            total += part.form(view)
        return total

    def capped(self, view: StatedView, most: int) -> Form:
        """For a single part beside fixed numbers."""
        fixed = sum(part.value for part in self.parts if isinstance(part, Fixed))
        others = [part for part in self.parts if not isinstance(part, Fixed)]
        if len(others) != 1:
            return self.form(view)
        return others[0].capped(view, most - fixed) + Form(fixed)


@expression
class Times(Amount):
    """A multiple; the factor is an amount of what is given."""

    factor: Amount
    amount: Amount

    def number(self, view: BoardView) -> int:
        return self.factor.number(view.given) * self.amount.number(view)

    def form(self, view: StatedView) -> Form:
        return self.amount.form(view).times(self.factor.number(view.given))


# ---- statements


@expression
class Shows(Truth):
    """The layer has this value at the place: 1 stands for a line, a wall or a shaded cell."""

    layer: str
    spot: Spot
    value: int = 1

    def true(self, view: BoardView) -> bool:
        values = view.layers.get(self.layer)
        if values is None:
            raise _no_layer(self.layer)
        return values.get(self.spot.place(view)) == self.value

    def lit(self, view: StatedView) -> Lit:
        return view.out.shown.get((self.layer, self.spot.place(view)), {}).get(self.value, FALSE)


def _layer(view: BoardView, layer: str) -> Mapping[Place, int]:
    if layer not in view.layers:
        raise _no_layer(layer)
    return view.layers[layer]


def _no_layer(layer: str) -> GenreError:
    return GenreError(f"{layer} is no unknown layer, or is asked for where only clues are known")


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
class Inside(Truth):
    """The place is inside the loop of the layer: the way to the left crosses an odd number of its lines.

    The place is a corner if lines join cells, and a cell if they join corners. Of lines that are closed.
    """

    layer: str
    spot: Spot

    def true(self, view: BoardView) -> bool:
        values = _layer(view, self.layer)
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

    def true(self, view: BoardView) -> bool:
        clue = view.sheet.clues.get(self.key, {}).get(self.spot.place(view))
        return clue is not None and self.value in (None, clue)

    def lit(self, view: StatedView) -> Lit:
        return TRUE if self.true(view.given) else FALSE


@expression
class ShipPart(Truth):
    """The layer marks the cell and those beside it as the clue of a `ShipClue` there says."""

    layer: str
    key: str
    spot: Spot

    def stated(self, view: SheetView) -> Truth:
        """The same of the cell and those beside it, by what the clue says."""
        part = _clue(view, self.key, self.spot.place(view), 0)
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

    def true(self, view: BoardView) -> bool:
        return self.one.place(view) == self.other.place(view)

    def lit(self, view: StatedView) -> Lit:
        return TRUE if self.true(view.given) else FALSE


@expression
class IsIn(Truth):
    """The place is one of these."""

    spot: Spot
    places: PlaceList

    def true(self, view: BoardView) -> bool:
        return self.spot.place(view) in self.places.at(view)

    def lit(self, view: StatedView) -> Lit:
        return TRUE if self.true(view.given) else FALSE


@expression
class Negation(Truth):
    """Not."""

    holds: Truth

    def true(self, view: BoardView) -> bool:
        return not self.holds.true(view)

    def lit(self, view: StatedView) -> Lit:
        return -self.holds.lit(view)

    def alternatives(self, view: StatedView) -> list[Lit]:
        """By De Morgan: one of the parts is false."""
        match self.holds:
            case AllOf(parts):
                return [lit for part in parts for lit in Negation(part).alternatives(view)]
            case ForAll(each, over, holds):
                views = over.views(each, view)
                return [lit for inner in views for lit in Negation(holds).alternatives(inner)]
        return [self.lit(view)]


@expression
class AllOf(Truth):
    """And."""

    parts: tuple[Truth, ...]

    def true(self, view: BoardView) -> bool:
        return all(part.true(view) for part in self.parts)

    def lit(self, view: StatedView) -> Lit:
        return view.out.every([part.lit(view) for part in self.parts])

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        for part in self.parts:
            part.require(view, unless)

    def broken(self, view: BoardView) -> Iterator[str]:
        for part in self.parts:
            yield from part.broken(view)


@expression
class OneOf(Truth):
    """Or: one of these at least."""

    parts: tuple[Truth, ...]

    def true(self, view: BoardView) -> bool:
        return any(part.true(view) for part in self.parts)

    def lit(self, view: StatedView) -> Lit:
        return view.out.some(self.alternatives(view))

    def alternatives(self, view: StatedView) -> list[Lit]:
        return [lit for part in self.parts for lit in part.alternatives(view)]

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """The last part need not have a literal: it is required unless another is true."""
        others = [*unless]
        for part in self.parts[:-1]:
            others += part.alternatives(view)
            if TRUE in others:
                return
        if self.parts:
            self.parts[-1].require(view, tuple(lit for lit in others if lit != FALSE))
        else:
            view.out.clause(unless)


@expression
class ForAll(Truth):
    """The statement is true at each of the places."""

    each: Var
    over: PlaceList
    holds: Truth

    def _views(self, view: BoardView) -> Iterator[tuple[Bound, BoardView]]:
        places = self.over.at(view)
        return zip(places, view.through(self.each.name, places))

    def true(self, view: BoardView) -> bool:
        return all(self.holds.true(inner) for _, inner in self._views(view))

    def lit(self, view: StatedView) -> Lit:
        return view.out.every([self.holds.lit(inner) for inner in self.over.views(self.each, view)])

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        for inner in self.over.views(self.each, view):
            self.holds.require(inner, unless)

    def broken(self, view: BoardView) -> Iterator[str]:
        for bound, inner in self._views(view):
            for words in self.holds.broken(inner):
                yield ", ".join(filter(None, (name_of(bound), words)))


@expression
class Exists(Truth):
    """The statement is true at one of the places at least."""

    each: Var
    over: PlaceList
    holds: Truth

    def true(self, view: BoardView) -> bool:
        return any(self.holds.true(inner) for inner in self.over.views(self.each, view))

    def lit(self, view: StatedView) -> Lit:
        return view.out.some(self.alternatives(view))

    def alternatives(self, view: StatedView) -> list[Lit]:
        views = self.over.views(self.each, view)
        return [lit for inner in views for lit in self.holds.alternatives(inner)]

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        view.out.clause((*unless, *self.alternatives(view)))


@expression
class Compare(Truth):
    """A comparison of two amounts."""

    left: Amount
    operator: Operator
    right: Amount

    def true(self, view: BoardView) -> bool:
        return _compares(self.left.number(view), self.operator, self.right.number(view))

    def broken(self, view: BoardView) -> Iterator[str]:
        if not self.true(view):
            yield f"{self.left.number(view)}, not {self._wanted(self.right.number(view))}"

    def _wanted(self, number: int) -> str:
        words = {"=": "", "!=": "another than ", "<": "less than ", "<=": "at most "}
        return words.get(self.operator, "more than " if self.operator == ">" else "at least ") + str(number)

    def lit(self, view: StatedView) -> Lit:
        choices = self._choices(view)
        if choices is not None and self.operator == "=":
            return choices.get(self.right.form(view).constant, FALSE)
        if choices is not None:
            return _one_of(view, *self._sorted_out(view, choices))
        if (bounds := self.bounds(view)) and (steps := self.left.ordered(view, bounds[1])):
            return view.out.every((steps.reach(bounds[0]), -steps.reach(bounds[1] + 1)))
        if (pairs := self._pairs(view)) is not None:
            true, false = ([view.out.every(pair) for pair in some] for some in pairs)
            return _one_of(view, true, false)
        form = self.left.form(view) + self.right.form(view).times(-1)
        return view.out.some(view.out.between(form, lo, hi) for lo, hi in self._ranges(form.least, form.most))

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        if (choices := self._choices(view)) is not None:
            for lit in self._sorted_out(view, choices)[1]:
                view.out.clause((*unless, -lit))
        elif (pairs := self._pairs(view)) is not None:
            for a, b in pairs[1]:
                view.out.clause((*unless, -a, -b))
        elif bounds := self.bounds(view):
            self.left.require_between(view, *bounds, unless)
        elif self.operator == "!=":
            self._require_other(view, unless)
        else:
            form = self.left.form(view) + self.right.form(view).times(-1)
            for lo, hi in self._ranges(form.least, form.most):
                view.out.require(form, lo, hi, unless)

    def _require_other(self, view: StatedView, unless: Unless) -> None:
        (left, lefts), (right, rights) = _values(self.left, view), _values(self.right, view)
        if not right.terms:
            view.out.require_other(left, right.constant, unless)
            return
        for value in range(max(left.least, right.least), min(left.most, right.most) + 1):
            for form, lits in (left, lefts), (right, rights):
                if value not in lits:
                    lits[value] = view.out.between(form, value, value)
            view.out.clause((*unless, -lefts[value], -rights[value]))

    def bounds(self, view: StatedView) -> tuple[int, int] | None:
        """The least and greatest value that the left amount may have; None if the right one is not given, or
        the operator is `!=`.
        """
        right = self.right.form(view)
        if right.terms or self.operator == "!=":
            return None
        ((lo, hi),) = self._ranges(-FAR, FAR)
        return lo + right.constant, hi + right.constant

    def _choices(self, view: StatedView) -> dict[int, Lit] | None:
        """The literals of the values of the left amount, exactly one of which is true. None where they are
        not listed, or the right amount is not given.
        """
        if not self.left.few or not isinstance(self.right, Fixed | ClueAt | SizeOf | Var):
            return None
        return self.left.choices(view)

    def _sorted_out(self, view: StatedView, choices: Mapping[int, Lit]) -> tuple[list[Lit], list[Lit]]:
        """The literals of the values for which it holds, and the others."""
        number = self.right.form(view).constant
        sorted_out: tuple[list[Lit], list[Lit]] = ([], [])
        for value, lit in choices.items():
            sorted_out[not _compares(value, self.operator, number)].append(lit)
        return sorted_out

    def _pairs(self, view: StatedView) -> tuple[list[tuple[Lit, Lit]], list[tuple[Lit, Lit]]] | None:
        """The pairs of literals of a left and a right value for which it holds, and the others. None where
        values are not listed, or the pairs are more than MOST_PAIRS.
        """
        if not (self.left.few and self.right.few):
            return None
        left, right = self.left.choices(view), self.right.choices(view)
        if left is None or right is None or len(left) * len(right) > MOST_PAIRS:
            return None
        sorted_out: tuple[list[tuple[Lit, Lit]], list[tuple[Lit, Lit]]] = ([], [])
        for (v, a), (w, b) in product(left.items(), right.items()):
            sorted_out[not _compares(v, self.operator, w)].append((a, b))
        return sorted_out

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


def _values(amount: Amount, view: StatedView) -> tuple[Form, dict[int, Lit]]:
    """The amount as a sum, and of values so far a literal that is true exactly if it is this."""
    return view.once((amount, "values"), lambda: (amount.form(view), {}))


def _compares(left: int, operator: Operator, right: int) -> bool:
    match operator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


@expression
class Distinct(Truth):
    """The amounts at the places all differ; `but` is a number that may repeat, as 0 for an empty cell."""

    each: Var
    over: PlaceList
    amount: Amount
    but: int | None = None

    def true(self, view: BoardView) -> bool:
        numbers = [self.amount.number(inner) for inner in self.over.views(self.each, view)]
        counted = [number for number in numbers if number != self.but]
        return len(set(counted)) == len(counted)

    def broken(self, view: BoardView) -> Iterator[str]:
        first: dict[int, Bound] = {}
        places = self.over.at(view)
        for bound, inner in zip(places, view.through(self.each.name, places)):
            number = self.amount.number(inner)
            if number != self.but and number in first:
                yield f"{number} at {name_of(first[number])} and {name_of(bound)}"
            first.setdefault(number, bound)

    def _by_number(self, view: StatedView) -> dict[int, list[Lit]]:
        by_number: dict[int, list[Lit]] = {}
        for inner in self.over.views(self.each, view):
            choices = self.amount.choices(inner)
            if choices is None:
                raise GenreError("Distinct takes the numbers of cells, or of clues")
            for number, lit in choices.items():
                if number != self.but:
                    by_number.setdefault(number, []).append(lit)
        return by_number

    def lit(self, view: StatedView) -> Lit:
        numbers = self._by_number(view)
        view.sheet.spend(sum(len(lits) ** 2 for lits in numbers.values()))
        pairs = (pair for lits in numbers.values() for pair in combinations(lits, 2))
        return view.out.every(-view.out.every(pair) for pair in pairs)

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        numbers = self._by_number(view)
        if self.but is None and len(self.over.at(view)) > len(numbers):
            view.out.clause(
                unless
            )  # more places than numbers (pigeonholes), which a search would take long to find
        for lits in numbers.values():
            if len(lits) == 2:
                view.out.clause((*unless, -lits[0], -lits[1]))
            elif len(lits) > 2:
                view.out.require(Form.count(lits), 0, 1, unless)
