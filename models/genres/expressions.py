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
from dataclasses import replace
from itertools import pairwise, product
from typing import ClassVar, Literal, TypeVar

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.narrowing import DifferentSum
from zenkai_solver.models.genres.sheet import (
    AnyView,
    BoardView,
    Bound,
    GenreError,
    Group,
    Named,
    Names,
    Place,
    SheetView,
    expression,
    free_in,
    unknown_layer,
)
from zenkai_solver.models.genres.stating import FALSE, FEW, TRUE, Form, FormValues, StatedView, Steps, Unless

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
FAR = 1 << 30  # more than any amount
FEW_TERMS = 16  # of two counts that are compared by the values that they reach
FEW_PAIRS = 64  # of values of two amounts; those that an order bars are then stated one by one


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

    @property
    def few(self) -> bool:
        return False

    def number(self, view: BoardView) -> int:
        """The number on this board. Raises GenreError where it has no meaning."""
        return view.ready(self, type(self).ready_number)(view.names)

    def ready_number(self, view: BoardView) -> Ready[int]:
        return lambda names: self.number(view.naming(names))

    @property
    def is_given(self) -> bool:
        """Does it depend on the clues alone?"""
        kind = type(self)
        return kind.form is Amount.form and kind.ready_form is Amount.ready_form

    def form(self, view: StatedView) -> Form:
        """The amount as a weighted sum of literals; a constant where it depends on the clues alone."""
        return view.ready(self, type(self).ready_form)(view.names)

    def ready_form(self, view: StatedView) -> Ready[Form]:
        if type(self).form is not Amount.form:
            return lambda names: self.form(view.naming(names))
        number = self.ready_number(view.given)
        return lambda names: Form(number(names))

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

    def lit_between(self, view: StatedView, lo: int, hi: int) -> Lit:
        """A literal that is true exactly if the amount is in lo..hi."""
        form = self.capped(view, hi)
        return view.out.between(form, max(lo, form.least), min(hi, form.most))

    def different_sums(self, view: StatedView, total: int) -> Iterator[DifferentSum]:
        """Sums of different numbers that follow if the amount is `total`."""
        return iter(())

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

    def different_sums(self, view: StatedView) -> Iterator[DifferentSum]:
        """Sums of different numbers that follow from the statement."""
        return iter(())

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

    def few_lits(self, view: StatedView) -> list[Lit]:
        """These literals, if they are so few that a number of them is stated without auxiliary variables."""
        lits = view.ready(self, CountOf.ready_lits)(view.names)
        return lits if len(lits) <= FEW else []

    def ready_form(self, view: StatedView) -> Ready[Form]:
        lits = self.ready_lits(view)
        return lambda names: Form.count(lits(names))

    def ready_between(self, view: StatedView) -> Between:
        lits, count = self.ready_lits(view), view.out.count
        return lambda names, lo, hi, unless: count(lits(names), lo, hi, unless)

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.ready(self, CountOf.ready_between)(view.names, lo, hi, unless)


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

    def ready_form(self, view: StatedView) -> Ready[Form]:
        forms = [part.ready_form(view) for part in self.parts]
        return lambda names: Form.sum([form(names) for form in forms])

    @property
    def few(self) -> bool:
        return [part.few for part in self._unknown] == [True]

    @property
    def _unknown(self) -> list[Amount]:
        return [part for part in self.parts if not part.is_given]

    def _single(self, view: StatedView) -> tuple[Amount | None, int]:
        """The only part that is not given, if there is one alone, and the sum of the others."""
        unknown = self._unknown
        if len(unknown) != 1:
            return None, 0
        return unknown[0], sum(part.number(view.given) for part in self.parts if part.is_given)

    def choices(self, view: StatedView) -> dict[int, Lit] | None:
        part, given = self._single(view)
        if part is None:
            return super().choices(view)
        choices = part.choices(view)
        return choices and {value + given: lit for value, lit in choices.items()}

    def ordered(self, view: StatedView, most: int) -> Steps | None:
        part, given = self._single(view)
        steps = part.ordered(view, most - given) if part else None
        return steps and Steps(tuple([number + given for number in steps.numbers]), steps.lits)

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

    def ready_form(self, view: StatedView) -> Ready[Form]:
        factor, form = self.factor.ready_number(view.given), self.amount.ready_form(view)
        return lambda names: form(names).times(factor(names))

    @property
    def few(self) -> bool:
        return self.amount.few

    def choices(self, view: StatedView) -> dict[int, Lit] | None:
        factor, choices = self.factor.number(view.given), self.amount.choices(view)
        if not factor:
            return {0: TRUE}
        return choices and {factor * value: lit for value, lit in choices.items()}


def layer_of(view: BoardView, layer: str) -> Mapping[Place, int]:
    """Its values. Raises GenreError, here or where one is looked up."""
    return view.layers[layer] if layer in view.layers else _NoLayer(layer)


class _NoLayer(dict[Place, int]):
    """A layer that is not known, which matters only where it is asked for."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def get(self, *place: object) -> int:
        raise unknown_layer(self.layer)


def if_given(statement: Truth, view: StatedView) -> Ready[Lit]:
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

    def ready_require(self, view: StatedView) -> Require:
        """One alternative of the negation is true, or all of those of the statement are false."""
        clause, against = view.out.clause, self.ready_alternatives(view)
        if not self.single or self.holds.single:
            return lambda names, unless: clause((*unless, *against(names)))
        alternatives = self.holds.ready_alternatives(view)

        def require(names: Names, unless: Unless) -> None:
            for lit in alternatives(names):
                clause((*unless, -lit))

        return require


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

    def different_sums(self, view: StatedView) -> Iterator[DifferentSum]:
        for part in self.parts:
            yield from part.different_sums(view)

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
            return if_given(self, view)
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
        if self.operator == "!=":
            return -replace(self, operator="=")._lit_beside(view, number)
        ((lo, hi),) = self._ranges(-FAR, FAR)
        if steps := self.left.ordered(view, number + hi):
            return view.out.every((steps.reach(number + lo), -steps.reach(number + hi + 1)))
        return self.left.lit_between(view, lo + number, hi + number)

    def _lit(self, view: StatedView) -> Lit:
        """The literal where the right amount is not given."""
        if (choices := self._both_choices(view)) is not None:
            return view.out.selected(self._cases(view, *choices))
        right = self.right.form(view)
        if not right.terms:
            return self._lit_beside(view, right.constant)
        if self.operator == "!=":
            return -replace(self, operator="=")._lit(view)
        if (both := self._both_in_steps(view)) is not None:
            return view.out.every(view.out.some(lits) for lits in self._steps_apart(*both))
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

    def different_sums(self, view: StatedView) -> Iterator[DifferentSum]:
        if self.operator == "=" and self.right.is_given:
            yield from self.left.different_sums(view, self.right.number(view.given))

    def _ready_choice(self, view: StatedView, number: Ready[int]) -> Require:
        """Bars the values of the left amount that it may not have, or says which one it has."""
        choices, compares, clause = self.left.ready_choices(view), self._compares, view.out.clause
        differ, alike = self.operator == "!=", self.operator == "="

        def require(names: Names, unless: Unless) -> None:
            right, options = number(names), choices(names)
            if options is None:
                self._require(view.naming(names), unless)
                return
            if differ:
                if right in options:
                    clause((*unless, -options[right]))
                return
            if alike:  # exactly one of the literals is true
                clause((*unless, options.get(right, FALSE)))
                return
            for value, lit in options.items():
                if not compares(value, right):
                    clause((*unless, -lit))

        return require

    def _require(self, view: StatedView, unless: Unless) -> None:
        if (choices := self._both_choices(view)) is not None:
            left, right = choices
            few = self.operator not in ("=", "!=") and len(left) * len(right) <= FEW_PAIRS
            for lit, holds in self._barred(left, right) if few else self._cases(view, left, right):
                if holds != TRUE:
                    view.out.clause((*unless, -lit, holds))
        elif self.operator == "!=":
            self._require_other(view, unless)
        elif self._require_by_values(view, unless):
            return
        elif bounds := self.bounds(view):
            self.left.require_between(view, *bounds, unless)
        elif (both := self._both_in_steps(view)) is not None:
            for lits in self._steps_apart(*both):
                view.out.clause((*unless, *lits))
        else:
            form = self.left.form(view) + self.right.form(view).times(-1)
            for lo, hi in self._ranges(form.least, form.most):
                view.out.require(form, lo, hi, unless)

    def _require_by_values(self, view: StatedView, unless: Unless) -> bool:
        """For each value of one amount the other is within the bounds that go with it; False, and nothing
        is stated, where that does not take few clauses.
        """
        ((lo, hi),), clause = self._ranges(-FAR, FAR), view.out.clause
        values = next((one.choices(view) for one in (self.left, self.right) if one.few), None)
        if values is None:
            return False
        if self.left.few and (steps := self.right.ordered(view, FAR)) is not None:
            for value, lit in values.items():
                clause((*unless, -lit, steps.reach(value - hi)))
                clause((*unless, -lit, -steps.reach(value - lo + 1)))
            return True
        if self.right.few and isinstance(self.left, CountOf) and (lits := self.left.few_lits(view)):
            for value, lit in values.items():
                view.out.count(lits, value + lo, value + hi, (*unless, -lit))
            return True
        return False

    def _require_other(self, view: StatedView, unless: Unless) -> None:
        right = values_of(self.right, view)
        if not right.form.terms:
            view.out.require_other(self.left.form(view), right.form.constant, unless)
            return
        left = values_of(self.left, view)
        least, most = max(left.form.least, right.form.least), min(left.form.most, right.form.most)
        numbers = range(least, most + 2)
        steps = [(*map(left.reach, numbers),), (*map(right.reach, numbers),)]
        for (one, other), (more, others) in pairwise(zip(*steps)):  # one of them is less, or more
            view.out.clause((*unless, -one, more, -other, others))

    def _both_in_steps(self, view: StatedView) -> tuple[FormValues, FormValues] | None:
        """Both amounts, if both are small counts, which order encoding compares by few clauses."""
        left, right = values_of(self.left, view), values_of(self.right, view)
        plain = left.form.plain is not None and right.form.plain is not None
        return (left, right) if plain and len(left.form.terms) + len(right.form.terms) <= FEW_TERMS else None

    def _steps_apart(self, left: FormValues, right: FormValues) -> Iterator[tuple[Lit, Lit]]:
        """Clauses: as one amount reaches a value, the other one reaches what the comparison asks for then."""
        ((lo, hi),) = self._ranges(left.form.least - right.form.most, left.form.most - right.form.least)
        for value in range(right.form.least, right.form.most + 1):
            yield -right.reach(value), left.reach(value + lo)
        for value in range(left.form.least, left.form.most + 1):
            yield -left.reach(value), right.reach(value - hi)

    def bounds(self, view: StatedView) -> tuple[int, int] | None:
        """The least and greatest value that the left amount may have; None if the right one is not given, or
        the operator is `!=`.
        """
        if self.operator == "!=" or (right := values_of(self.right, view).form).terms:
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
        return FormValues(Form.of_steps(steps), view.out, steps)

    return view.once((amount, "values"), made)
