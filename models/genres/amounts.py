"""Amounts: clues and what a board shows, sizes, counts, sums, the largest and the smallest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Literal

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import (
    FAR,
    NOTHING_SHOWN,
    ONE,
    Amount,
    Between,
    PlaceList,
    Ready,
    Spot,
    Truth,
    Var,
    at_place,
    by_place,
    layer_of,
    of_each,
    values_of,
)
from zenkai_solver.models.genres.narrowing import DifferentSum
from zenkai_solver.models.genres.places import clue_at
from zenkai_solver.models.genres.sheet import DIRECTIONS, BoardView, GenreError, Names, expression, free_in
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Steps, Unless


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

    def ready_form(self, view: StatedView) -> Ready[Form]:
        worth, lit = self.worth.ready_number(view.given), self.holds.ready_lit(view)
        return lambda names: Form.of(((worth(names), lit(names)),))


@expression
class SumOf(Amount):
    """The sum of an amount over the places."""

    each: Var
    over: PlaceList
    amount: Amount

    def ready_number(self, view: BoardView) -> Ready[int]:
        numbers = of_each(self.each, self.over, self.amount.ready_number(view), view)
        return lambda names: sum(numbers(names))

    def ready_form(self, view: StatedView) -> Ready[Form]:
        forms = of_each(self.each, self.over, self.amount.ready_form(view), view)
        return lambda names: Form.sum(forms(names))

    def capped(self, view: StatedView, most: int) -> Form:
        """Each part is 0 or more, so none is more than `most` where the sum is not."""
        if not isinstance(self.amount, Leading):
            return self.form(view)
        return Form.sum([self.amount.capped(inner, most) for inner in self.over.views(self.each, view)])

    def ordered(self, view: StatedView, most: int) -> Steps | None:
        """Of how far one sees, each of which is in order encoding."""
        if not isinstance(self.amount, Leading):
            return None
        parts = [self.amount.ordered(inner, most) for inner in self.over.views(self.each, view)]
        return reduce(lambda one, other: view.out.added(one, other, most), parts, Steps((0,), (TRUE,)))


REPEATED = 1_000  # more than any sum of a clue


@expression
class SumOfDifferent(Amount):
    """The sum of the different numbers among some amounts, which are 0 or more, less REPEATED for each place
    more than these: so it is a sum that a clue states only if all differ.
    """

    each: Var
    over: PlaceList
    amount: Amount

    def ready_number(self, view: BoardView) -> Ready[int]:
        numbers = of_each(self.each, self.over, self.amount.ready_number(view), view)

        def number(names: Names) -> int:
            every = numbers(names)
            different = set(every)
            return sum(different) - REPEATED * (len(every) - len(different))

        return number

    def ready_form(self, view: StatedView) -> Ready[Form]:
        every, out = self._ready_choices(view), view.out

        def form(names: Names) -> Form:
            choices = every(names)
            there: dict[int, list[Lit]] = {}
            for numbers in choices:
                for number, lit in numbers.items():
                    there.setdefault(number, []).append(lit)
            terms = ((number + REPEATED, out.some(lits)) for number, lits in there.items())
            return Form.of(terms, -REPEATED * len(choices))

        return form

    def _ready_choices(self, view: StatedView) -> Ready[list[Mapping[int, Lit]]]:
        every = of_each(self.each, self.over, self.amount.ready_choices(view), view)

        def choices(names: Names) -> list[Mapping[int, Lit]]:
            listed = [numbers for numbers in every(names) if numbers is not None]
            if len(listed) < len(self.over.at(view.naming(names))):
                raise GenreError("SumOfDifferent takes the numbers of cells, or of clues")
            return listed

        return choices

    def ready_between(self, view: StatedView) -> Between:
        """Of two places each number of the one goes with one of the other."""
        every, form, out = self._ready_choices(view), self.ready_form(view), view.out

        def between(names: Names, lo: int, hi: int, unless: Unless) -> None:
            choices = every(names)
            if lo != hi or len(choices) != 2 or lo < 0:
                out.require(form(names), lo, hi, unless)
                return
            one, other = choices
            for these, those in ((one, other), (other, one)):
                for number, lit in these.items():
                    mate = those.get(lo - number, FALSE) if lo != 2 * number else FALSE
                    out.clause((*unless, -lit, mate))

        return between

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        view.ready(self, SumOfDifferent.ready_between)(view.names, lo, hi, unless)

    def different_sums(self, view: StatedView, total: int) -> Iterator[DifferentSum]:
        if isinstance(self.amount, ValueAt) and total >= 0:
            layer, spot = self.amount.layer, self.amount.spot
            places = [(layer, spot.place(inner)) for inner in self.over.views(self.each, view)]
            if all(at in view.out.shown for at in places):
                yield DifferentSum(tuple(places), total)


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
