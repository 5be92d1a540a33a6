"""Amounts of several places: the first, how many rise, their spread and product; and lengths on the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import pairwise, permutations, product
from math import prod

from zenkai_solver.models.classes import components
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import FAR, ONE, Amount, PlaceList, Ready, Spot, Var, by_place
from zenkai_solver.models.genres.places import WholeBoard
from zenkai_solver.models.genres.sheet import (
    BoardView,
    GenreError,
    Names,
    Place,
    SheetView,
    expression,
    free_in,
)
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Steps, Unless

MOST_PRODUCT = 1 << 40
MANY_AMOUNTS = 4  # of which each is compared with the largest, not with each other one
MOST_STRIDES = 64  # cells of a board are visited so often to bound areas without a clue


@expression
class First(Amount):
    """The first of the amounts that is not 0; 0 where all are."""

    each: Var
    along: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        amounts = (self.amount.number(inner) for inner in self.along.views(self.each, view))
        return next((number for number in amounts if number), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        before, first = TRUE, dict[int, list[Lit]]()
        for choices in _choices_of(self.each, self.along, self.amount, view):
            for number, lit in choices.items():
                if number:
                    first.setdefault(number, []).append(view.out.every((before, lit)))
            before = view.out.every((before, choices.get(0, FALSE)))
        return {0: before, **{number: view.out.some(lits) for number, lits in first.items()}}

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Where all before are 0, the next one is 0 or in lo..hi."""
        before = TRUE
        for choices in _choices_of(self.each, self.along, self.amount, view):
            for number, lit in choices.items():
                if number and not lo <= number <= hi:
                    view.out.clause((*unless, -before, -lit))
            before = view.out.every((before, choices.get(0, FALSE)))
        if not lo <= 0 <= hi:
            view.out.clause((*unless, -before))


@expression
class Rising(Amount):
    """How many of the amounts are larger than 0 and than all before them: buildings that are seen."""

    each: Var
    along: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        highest = number = 0
        for inner in self.along.views(self.each, view):
            amount = self.amount.number(inner)
            number += amount > highest
            highest = max(highest, amount)
        return number

    def form(self, view: StatedView) -> Form:
        """The largest amount so far is in order encoding, as each amount is."""
        before = Steps()
        seen = []
        for choices in _choices_of(self.each, self.along, self.amount, view):
            view.sheet.spend(len(choices))
            higher = (
                view.out.every((lit, -before.reach(number))) for number, lit in choices.items() if number > 0
            )
            seen.append((1, view.out.some(higher)))
            upward = view.out.steps(choices)
            numbers = tuple(sorted({*before.numbers, *upward.numbers}))
            lits = (view.out.some((before.reach(number), upward.reach(number))) for number in numbers)
            before = Steps(numbers, tuple(lits))
        return Form.of(seen)


@expression
class SpreadOf(Amount):
    """The largest of the amounts less the smallest: of two the difference; 0 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        amounts = [self.amount.number(inner) for inner in self.over.views(self.each, view)]
        return max(amounts, default=0) - min(amounts, default=0)

    def form(self, view: StatedView) -> Form:
        """The sum of the differences of neighbouring values that the largest amount is above and the smallest
        is not.
        """
        all_steps = self._all(view)
        numbers = sorted({number for steps in all_steps for number in steps.numbers})
        terms = []
        for low, number in pairwise(numbers):
            lits = [steps.reach(number) for steps in all_steps]
            if len(lits) == 2:  # exactly one of the two reaches the number
                terms.append((number - low, view.out.choice(lits[0], -lits[1], lits[1])))
                continue
            terms += [(number - low, view.out.some(lits)), (low - number, view.out.every(lits))]
        return Form.of(terms)

    def _all(self, view: StatedView) -> list[Steps]:
        """The amounts in order encoding."""
        return [view.out.steps(choices) for choices in _choices_of(self.each, self.over, self.amount, view)]

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Each amount is at most `hi` above each other; of two, one is at least `lo` above the other."""
        all_steps = self._all(view)
        view.sheet.spend(sum(len(steps.numbers) for steps in all_steps) * len(all_steps))
        if len(all_steps) >= MANY_AMOUNTS:
            self._near_the_largest(view, all_steps, hi, unless)
        for one, other in permutations(all_steps, 2) if len(all_steps) < MANY_AMOUNTS else ():
            for number, lit in zip(one.numbers, one.lits):
                view.out.clause((*unless, -lit, other.reach(number - hi)))
                if len(all_steps) == 2 and lo > 0:  # one is `number`: the other is not nearer than `lo`
                    next_ = one.reach(number + 1)
                    near = -other.reach(number - lo + 1), other.reach(number + lo)
                    view.out.clause((*unless, -lit, next_, *near))
        if hi < 0 or (len(all_steps) != 2 and lo > 0):
            view.out.require(self.form(view), lo, max(hi, -1), unless)

    def _near_the_largest(
        self, view: StatedView, all_steps: Sequence[Steps], hi: int, unless: Unless
    ) -> None:
        """Each amount is at most `hi` below the largest one, which takes fewer clauses than each pair."""
        for number in sorted({number for steps in all_steps for number in steps.numbers}):
            largest = view.out.some([steps.reach(number) for steps in all_steps])
            for steps in all_steps:
                view.out.clause((*unless, -largest, steps.reach(number - hi)))


def _choices_of(each: Var, over: PlaceList, amount: Amount, view: StatedView) -> Iterator[dict[int, Lit]]:
    """The values of the amount at each place, with their literals. Raises GenreError for sums."""
    for inner in over.views(each, view):
        choices = amount.choices(inner)
        if choices is None:
            raise GenreError("the amounts that are compared are numbers of cells, or of clues")
        yield {number: lit for number, lit in choices.items() if lit != FALSE}


@expression
class ProductOf(Amount):
    """The product of the amounts, which are 0 or more; 1 where there is none."""

    each: Var
    over: PlaceList
    amount: Amount

    def number(self, view: BoardView) -> int:
        return prod(self.amount.number(inner) for inner in self.over.views(self.each, view))

    def choices(self, view: StatedView) -> dict[int, Lit]:
        return self._products(view, lambda number: True)

    def _products(self, view: StatedView, counts: Callable[[int], bool]) -> dict[int, Lit]:
        """The possible products, if those of the first amounts that do not count are left out."""
        so_far = {1: TRUE}
        for choices in _choices_of(self.each, self.over, self.amount, view):
            view.sheet.spend(len(so_far) * len(choices))
            parts: dict[int, list[Lit]] = {}
            for (before, lit), (factor, other) in product(so_far.items(), choices.items()):
                if counts(before * factor):
                    parts.setdefault(before * factor, []).append(view.out.every((lit, other)))
            if max(parts, default=0) > MOST_PRODUCT:
                raise GenreError(f"a product is {MOST_PRODUCT:,} at most")
            so_far = {number: view.out.some(lits) for number, lits in parts.items()}
        return so_far

    def form(self, view: StatedView) -> Form:
        return Form.of((number, lit) for number, lit in self.choices(view).items())

    def lit_between(self, view: StatedView, lo: int, hi: int) -> Lit:
        """Where lo = hi, the products of the first factors divide it."""
        if lo != hi or lo < 1:
            return super().lit_between(view, lo, hi)
        return self._products(view, lambda number: number > 0 and not lo % number).get(lo, FALSE)

    def require_between(self, view: StatedView, lo: int, hi: int, unless: Unless) -> None:
        """Where lo = hi, each factor divides the product, and the exponents of each prime in the factors
        sum to its exponent in the product.
        """
        factors = [*_choices_of(self.each, self.over, self.amount, view)]
        if lo != hi or lo < 1:
            super().require_between(view, lo, hi, unless)
            return
        for number, lit in (pair for choices in factors for pair in choices.items()):
            if not number or lo % number:
                view.out.clause((*unless, -lit))
        if not factors and lo != 1:
            view.out.clause(unless)
        for prime, times in _primes(lo):
            powers = (
                (_times(prime, number), lit)
                for choices in factors
                for number, lit in choices.items()
                if number and not lo % number
            )
            view.out.require(Form.of(powers), times, times, unless)


def _times(prime: int, number: int) -> int:
    """The exponent of the prime in the number."""
    times = 0
    while not number % prime:
        number, times = number // prime, times + 1
    return times


def _primes(number: int) -> Iterator[tuple[int, int]]:
    """The prime factors of a number, least first, each with its exponent."""
    prime = 2
    while number > 1:
        if prime * prime > number:
            prime = number
        if times := _times(prime, number):
            yield prime, times
            number //= prime**times
        prime += 1


@expression
class BorderLength(Amount):
    """The length, in cells, of the straight piece of the border between rooms that an edge is part of.

    Rooms are of `key`; walls of the key `walls` within rooms count as borders. The piece goes on where other
    borders meet it. 0 for an edge that is no border.
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


@expression
class LeastReached(Amount):
    """The least cost of a path over neighbouring cells from one of the places to `spot`; FAR without a path.

    A path starts with the cost `amount` of its first place (`each`). Each edge (`each`, too) multiplies the
    cost by `factor` and adds `steps`. All three depend on the clues alone.
    """

    each: Var
    over: PlaceList
    amount: Amount
    steps: Amount
    spot: Spot
    factor: Amount = ONE

    def ready_number(self, view: BoardView) -> Ready[int]:
        """For all places at once, whatever the names outside `spot` stand for."""
        given, place, anywhere = view.given, self.spot.ready_place(view), replace(self, spot=WholeBoard())
        free = free_in(anywhere)
        known: dict[object, dict[Place, int]] = view.sheet.memo.setdefault((anywhere, "least"), {})

        def least(names: Names) -> dict[Place, int]:
            bound = tuple([names.get(name) for name in sorted(free)])
            if bound not in known:
                known[bound] = self._all(given.naming(names))
            return known[bound]

        of_names = by_place(least, free)
        return lambda names: of_names(names).get(place(names), FAR)

    def _ready_steps(self, view: BoardView) -> Ready[int]:
        return by_place(self.steps.ready_number(view), free_in(self.steps))

    def _all(self, view: BoardView) -> dict[Place, int]:
        """The least cost of each cell that is reached, by Dijkstra's algorithm."""
        starts = [self.each.place(inner) for inner in self.over.views(self.each, view)]
        factor = max(1, self.factor.number(view))
        queue = [(self.amount.number(view.bind(self.each.name, at)), at) for at in starts]
        heapify(queue)
        least: dict[Place, int] = {}
        steps, names = view.ready(self, LeastReached._ready_steps), dict(view.names)
        while queue:
            so_far, place = heappop(queue)
            if place not in least and so_far < FAR:
                least[place] = so_far
                for edge in view.sheet.related(place, "sides"):
                    names[self.each.name] = edge
                    view.sheet.spend(1)
                    cost = factor * so_far + max(0, steps(names))
                    for near in view.sheet.related(edge, "beside") if cost < FAR else ():
                        if near not in least:
                            heappush(queue, (cost, near))
        return least


@expression
class Unclaimed(Amount):
    """An upper bound on the size of a group without a clue in which a place may be; 0 at a clue.

    Each clue of the key is the size of its group, and two groups share no cell. So a group without a clue has
    at most the open cells that are connected with the place, less those that groups with a clue need there.
    """

    key: str
    spot: Spot

    def number(self, view: BoardView) -> int:
        return view.given.once((self.key, "unclaimed"), lambda: self._all(view)).get(self.spot.place(view), 0)

    def _all(self, view: SheetView) -> dict[Place, int]:
        sheet = view.sheet
        sizes = {at: size for at, size in sheet.clues.get(self.key, {}).items() if isinstance(size, int)}
        cells = [at for at in sheet.every["cell"] if at not in sizes]
        near = {at: [to for to in sheet.related(at, "neighbours") if to not in sizes] for at in cells}
        parts = components(cells, near.__getitem__)
        part_of = {at: i for i, part in enumerate(parts) for at in part}
        apart = [*self._apart(view, sizes)]
        taken: Counter[int] = Counter()
        for size, within in apart:
            for part, inside in Counter(part_of[at] for at in within if at in part_of).items():
                taken[part] += max(0, size - len(within) + inside)
        left = sheet.rows * sheet.columns - sum(size for size, _ in apart)
        return {at: min(left, len(parts[part]) - taken[part]) for at, part in part_of.items()}

    @staticmethod
    def _apart(view: SheetView, sizes: dict[Place, int]) -> Iterator[tuple[int, set[Place]]]:
        """Clues of which no two are in one group: their sizes, with the cells that their groups may reach.

        Chosen one by one, small ones first, until too many cells are visited: any choice gives a bound.
        """
        sheet, together = view.sheet, set[Place]()
        strides = MOST_STRIDES * sheet.rows * sheet.columns
        for place, size in sorted(sizes.items(), key=lambda entry: (entry[1], entry[0])):
            if place not in together and size > 0 and strides > 0:
                within, rim = {place}, [place]
                for _ in range(size - 1):
                    beyond = {to for at in rim for to in sheet.related(at, "neighbours")} - within
                    rim = [to for to in beyond if sizes.get(to, size) == size]
                    if not rim:
                        break
                    within.update(rim)
                together.update(at for at in within if at in sizes)
                strides -= len(within)
                yield size, within
