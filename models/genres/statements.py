"""Statements about what a board shows, and for all or some of several places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import MIDDLE, PARTS, directions_in
from zenkai_solver.models.genres.expressions import (
    AllOf,
    Amount,
    Compare,
    Negation,
    OneOf,
    PlaceList,
    Ready,
    Require,
    Spot,
    Truth,
    Var,
    at_any,
    at_place,
    by_place,
    if_given,
    layer_of,
    of_each,
    restore,
)
from zenkai_solver.models.genres.narrowing import DifferentSum
from zenkai_solver.models.genres.places import Along, Toward, clue_at
from zenkai_solver.models.genres.sheet import (
    DIRECTIONS,
    HIDDEN,
    NAMED_DIRECTIONS,
    BoardView,
    Bound,
    GenreError,
    Names,
    Place,
    SheetView,
    Value,
    expression,
    free_in,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, StatedView, Unless


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
class LiesAlong(Truth):
    """The bar of the layer in a cell, or one of two that cross there, lies along this direction."""

    layer: str
    spot: Spot
    direction: Spot

    def _bars(self, view: SheetView) -> OneOf:
        """A bar that is upright (1) or level (2), or both (3)."""
        single = 1 if self.direction.place(view)[0] else 2
        return OneOf((Shows(self.layer, self.spot, single), Shows(self.layer, self.spot, 3)))

    def true(self, view: BoardView) -> bool:
        return self._bars(view).true(view)

    def lit(self, view: StatedView) -> Lit:
        return self._bars(view).lit(view)


@expression
class Touches(Truth):
    """The diagonal that the layer shows in a cell, or one of two, goes to this corner of the cell; of a layer
    of triangles (`half`) the black half of the cell is at it.
    """

    layer: str
    cell: Spot
    corner: Spot
    half: bool = False

    def _at(self, view: SheetView) -> Truth:
        """A diagonal of value 1 goes down to the right, one of value 2 up, 3 are both; corners are 1 to 4
        clockwise.
        """
        (y, x), (corner_y, corner_x) = self.cell.place(view), self.corner.place(view)
        if self.half:
            upper, left = corner_y < y, corner_x < x
            return Shows(self.layer, self.cell, 2 - left if upper else 3 + left)
        values = 1 if corner_y - y == corner_x - x else 2, 3
        return OneOf(tuple(Shows(self.layer, self.cell, value) for value in values))

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
        return if_given(self, view)


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
        return if_given(self, view)


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
        return if_given(self, view)


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
        return if_given(self, view)


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

    def different_sums(self, view: StatedView) -> Iterator[DifferentSum]:
        for inner in self.over.views(self.each, view):
            yield from self.holds.different_sums(inner)

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
        every = _all_alternatives(self.each, self.over, self.holds, view)
        match self.holds:
            case Compare(left, "=", right) if right.is_given and not (left.is_given or left.few):
                if self.each.name not in free_in(left):
                    among = self._ready_among(left, right, view)
                    return lambda names: every(names) if (lit := among(names)) is None else [lit]
        return every

    def _ready_among(self, left: Amount, right: Amount, view: StatedView) -> Ready[Lit | None]:
        """Is a number of literals one of those of the places? None where the left amount is another sum."""
        numbers = of_each(self.each, self.over, right.ready_number(view.given), view)

        def among(names: Names) -> Lit | None:
            form = left.form(view.naming(names))
            if form.plain is None:
                return None
            return view.out.among(form.plain, [number - form.constant for number in numbers(names)])

        return among

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
