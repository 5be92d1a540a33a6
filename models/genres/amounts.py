"""Amounts of several places: the first, how many rise, their spread and product; and lengths on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise, permutations, product
from math import prod

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import FAR, ONE, Amount, PlaceList, Spot, Var
from zenkai_solver.models.genres.sheet import BoardView, GenreError, Place, SheetView
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Steps, Unless

MOST_PRODUCT = 1 << 40


@dataclass(frozen=True)
class First(Amount):
    """The first of the amounts that is not 0; 0 where all are."""

    each: Var
    along: PlaceList
    amount: Amount

    few = True

    def number(self, view: BoardView) -> int:
        amounts = (self.amount.number(view.bind(self.each.name, own)) for own in self.along.at(view))
        return next((number for number in amounts if number), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        before, found = TRUE, dict[int, list[Lit]]()
        for own in _choices_of(self.each, self.along, self.amount, view):
            for number, lit in own.items():
                if number:
                    found.setdefault(number, []).append(view.out.every((before, lit)))
            before = view.out.every((before, own.get(0, FALSE)))
        return {0: before, **{number: view.out.some(lits) for number, lits in found.items()}}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())


@dataclass(frozen=True)
class Rising(Amount):
    """How many of the amounts are larger than 0 and than all before them: buildings that are seen."""

    each: Var
    along: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        highest = number = 0
        for own in self.along.at(view):
            amount = self.amount.number(view.bind(self.each.name, own))
            number += amount > highest
            highest = max(highest, amount)
        return number

    def form(self, view: StatedView) -> Form:
        """What is largest so far is known by steps, too."""
        before = Steps()
        seen = []
        for own in _choices_of(self.each, self.along, self.amount, view):
            view.sheet.spend(len(own))
            higher = (
                view.out.every((lit, -before.reach(number))) for number, lit in own.items() if number > 0
            )
            seen.append((1, view.out.some(higher)))
            upward = view.out.steps(own)
            numbers = tuple(sorted({*before.numbers, *upward.numbers}))
            lits = (view.out.some((before.reach(number), upward.reach(number))) for number in numbers)
            before = Steps(numbers, tuple(lits))
        return Form.of(seen)


@dataclass(frozen=True)
class SpreadOf(Amount):
    """The largest of the amounts less the smallest: of two the difference; 0 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        amounts = [self.amount.number(view.bind(self.each.name, own)) for own in self.over.at(view)]
        return max(amounts, default=0) - min(amounts, default=0)

    def form(self, view: StatedView) -> Form:
        """The steps that the largest has passed and the smallest has not."""
        all_steps = self._all(view)
        numbers = sorted({number for own in all_steps for number in own.numbers})
        terms = []
        for low, number in pairwise(numbers):
            lits = [own.reach(number) for own in all_steps]
            if len(lits) == 2:  # one has passed the step
                terms.append((number - low, view.out.choice(lits[0], -lits[1], lits[1])))
                continue
            terms += [(number - low, view.out.some(lits)), (low - number, view.out.every(lits))]
        return Form.of(terms)

    def _all(self, view: StatedView) -> list[Steps]:
        return [view.out.steps(own) for own in _choices_of(self.each, self.over, self.amount, view)]

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Each amount is within `hi` of each other; of two the larger is `lo` above the other at least."""
        all_steps = self._all(view)
        view.sheet.spend(sum(len(own.numbers) for own in all_steps) * len(all_steps))
        for one, other in permutations(all_steps, 2):
            for number, lit in zip(one.numbers, one.lits):
                view.out.clause((*unless, -lit, other.reach(number - hi)))
                if len(all_steps) == 2 and lo > 0:  # from number on: not below it by less, nor above it
                    next_ = one.reach(number + 1)
                    near = -other.reach(number - lo + 1), other.reach(number + lo)
                    view.out.clause((*unless, -lit, next_, *near))
        if hi < 0 or (len(all_steps) != 2 and lo > 0):
            view.out.require(self.form(view), lo, max(hi, -1), unless)


def _choices_of(each: Var, over: PlaceList, amount: Amount, view: StatedView) -> Iterator[dict[int, Lit]]:
    """The values of the amount at each place, with their literals. Raises GenreError for sums."""
    for own in over.at(view):
        choices = amount.choices(view.bind(each.name, own))
        if choices is None:
            raise GenreError("the amounts that are compared are numbers of cells, or of clues")
        yield {number: lit for number, lit in choices.items() if lit != FALSE}


@dataclass(frozen=True)
class ProductOf(Amount):
    """The product of the amounts, which are 0 or more; 1 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        return prod(self.amount.number(view.bind(self.each.name, own)) for own in self.over.at(view))

    def choices(self, view: StatedView) -> dict[int, Lit]:
        found = {1: TRUE}
        for own in _choices_of(self.each, self.over, self.amount, view):
            view.sheet.spend(len(found) * len(own))
            parts: dict[int, list[Lit]] = {}
            for (product_, before), (number, lit) in product(found.items(), own.items()):
                parts.setdefault(product_ * number, []).append(view.out.every((before, lit)))
            if max(parts, default=0) > MOST_PRODUCT:
                raise GenreError(f"a product is {MOST_PRODUCT:,} at most")
            found = {number: view.out.some(lits) for number, lits in parts.items()}
        return found

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Of one product each of its primes is in the factors as often as in it."""
        own = [*_choices_of(self.each, self.over, self.amount, view)]
        if lo != hi or lo < 1:
            super().require_between(view, lo, hi, unless)
            return
        for number, lit in (pair for choices in own for pair in choices.items()):
            if not number or lo % number:
                view.out.clause((*unless, -lit))
        if not own and lo != 1:
            view.out.clause(unless)
        for prime, times in _primes(lo):
            powers = (
                (_times(prime, number), lit)
                for choices in own
                for number, lit in choices.items()
                if number and not lo % number
            )
            view.out.require(Form.of(powers), times, times, unless)


def _times(prime: int, number: int) -> int:
    """How often the prime divides the number."""
    times = 0
    while not number % prime:
        number, times = number // prime, times + 1
    return times


def _primes(number: int) -> Iterator[tuple[int, int]]:
    """The primes of a number, with their powers, least first."""
    prime = 2
    while number > 1:
        if prime * prime > number:
            prime = number
        if times := _times(prime, number):
            yield prime, times
            number //= prime**times
        prime += 1


@dataclass(frozen=True)
class BorderLength(Amount):
    """The length, in cells, of the straight line between rooms of the key that an edge is part of.

    It goes on over corners where other lines meet it, and along `walls` within rooms; 0 of other edges.
    """

    key: str
    spot: Spot
    walls: str = ""

    def number(self, view: BoardView) -> int:
        y, x = self.spot.place(view)
        steps = ((2, 0), (-2, 0)) if y % 2 else ((0, 2), (0, -2))
        return sum(self._ahead(view, (y, x), step) for step in steps) - self._between(view, (y, x))

    def _ahead(self, view: SheetView, place: Place, step: Place) -> int:
        number = 0
        while self._between(view, place):
            view.sheet.spend(1)
            number, place = number + 1, (place[0] + step[0], place[1] + step[1])
        return number

    def _between(self, view: SheetView, place: Place) -> bool:
        rooms, walls = (view.sheet.clues.get(key, {}) for key in (self.key, self.walls))
        cells = view.sheet.related(place, "beside") if view.sheet.has(place) else ()
        return len(cells) == 2 and (place in walls or len({rooms.get(cell) for cell in cells}) == 2)


@dataclass(frozen=True)
class LeastReached(Amount):
    """The least that the amount at one of the places is, and what each edge on the way from there adds.

    At each step it is taken times the factor, and `steps`, of the edge `each`, is added. All is known of what
    is given. Without a way, FAR.
    """

    each: Var
    over: PlaceList
    amount: Amount
    steps: Amount
    spot: Spot
    factor: Amount = ONE

    def number(self, view: BoardView) -> int:
        key = (self.each, self.over, self.amount, self.steps, self.factor)
        return view.given.once(key, lambda: self._all(view)).get(self.spot.place(view), FAR)

    def _all(self, view: BoardView) -> dict[Place, int]:
        """By Dijkstra's method."""
        starts = [self.each.place(view.bind(self.each.name, own)) for own in self.over.at(view)]
        factor = max(1, self.factor.number(view))
        queue = [(self.amount.number(view.bind(self.each.name, at)), at) for at in starts]
        heapify(queue)
        least: dict[Place, int] = {}
        while queue:
            so_far, place = heappop(queue)
            if place not in least:
                least[place] = so_far
                for edge in view.sheet.related(place, "sides"):
                    more = self.steps.number(view.bind(self.each.name, edge))
                    for near in view.sheet.related(edge, "beside"):
                        heappush(queue, (min(FAR, factor * so_far + max(0, more)), near))
        return least
