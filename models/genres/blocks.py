"""Blocks of places in turn, whose lengths or sums are the numbers of a clue."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, groupby, pairwise, product, takewhile
from typing import Any

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.expressions import EDGE, Amount, Item, PlaceList, Ready, Spot, Truth, Var
from zenkai_solver.models.genres.sheet import HIDDEN, AnyView, BoardView, Place, SheetView, expression, middle
from zenkai_solver.models.genres.stating import FALSE, TRUE, Form, StatedView, Unless

ANY_BLOCKS = 0  # in place of a number: any blocks, or none


def numbers_of(view: SheetView, key: str, spot: Spot) -> tuple[int, ...]:
    """The numbers of the clue."""
    clue = view.sheet.clues[key][spot.place(view)]
    assert isinstance(clue, tuple)
    return clue


@expression
class BlocksAre(Truth):
    """The lengths of the blocks of places in turn for which a statement is true are the numbers of a clue.

    In any order; `?` is any length, alone it may be 0, and 0 is no block. In a `ring` the last place is
    beside the first one. Where `across` is stated, a block goes on only over an edge for which it is true;
    it may name the `EDGE`.
    """

    each: Var
    along: PlaceList
    holds: Truth
    key: str
    spot: Spot
    ring: bool = False
    across: Truth | None = None

    def _ways(self, view: AnyView, make: Callable[[Any, AnyView], Ready[Item]], other: Item) -> list[Item]:
        """For each place what `across` is between the place before it and itself; `other` without it."""
        places = [self.each.place(inner) for inner in self.along.views(self.each, view)]
        if self.across is None:
            return [other] * len(places)
        across, names = view.ready(self.across, make), dict(view.names)
        return [across({**names, EDGE.name: middle(*pair)}) for pair in zip([*places[-1:], *places], places)]

    def lengths(self, view: BoardView) -> tuple[int, ...]:
        """Those on the board, in order; 0 where there is no block."""
        shown = [self.holds.true(inner) for inner in self.along.views(self.each, view)]
        is_open = self._ways(view, lambda across, inner: across.ready_true(inner), True)
        goes_on = [shown[i - 1] and shown[i] and is_open[i] for i in range(len(shown))]
        first = 0
        if self.ring and False in goes_on:
            first = goes_on.index(False)
        elif goes_on:
            goes_on[0] = False
        blocks: list[int] = []
        for i in (*range(first, len(shown)), *range(first)):
            if goes_on[i] and blocks:
                blocks[-1] += 1
            elif shown[i]:
                blocks.append(1)
        return tuple(blocks) or (0,)

    def true(self, view: BoardView) -> bool:
        lengths, wanted = self.lengths(view), numbers_of(view, self.key, self.spot)
        known = Counter(number for number in wanted if number != HIDDEN)
        return len(lengths) == len(wanted) and not known - Counter(lengths)

    def _parts(self, view: StatedView) -> Iterator[tuple[Form, int, int]]:
        """Sums of literals with their bounds: of all blocks, and of those of each length."""
        every, wanted = view.out.every, numbers_of(view, self.key, self.spot)
        lits = [self.holds.lit(inner) for inner in self.along.views(self.each, view)]
        ways = self._ways(view, lambda across, inner: across.ready_lit(inner), TRUE)
        number, whole = len(lits), every((*lits, *ways))
        beyond = (lits if self.ring else [FALSE] * number) * 2
        before = [beyond[number - 1], *lits]
        starts = [every((lit, -every((other, way)))) for lit, other, way in zip(lits, before, ways)]
        blocks = Form.count([*starts, whole] if self.ring and lits else starts)
        known = Counter(number for number in wanted if number != HIDDEN)
        if wanted in ((0,), (HIDDEN,)):
            yield blocks, 0, len(wanted) if known == Counter() else 0
            return
        yield blocks, len(wanted), len(wanted)
        turned, ways = lits + beyond, ways * 3
        for length, times in known.items():
            of_length = [whole] if length == number else []
            for at, start in enumerate(starts if 0 < length <= number else []):
                end = at + length
                inside = (*turned[at:end], *ways[at + 1 : end])
                if (end <= number or self.ring) and (length < number or self.across is not None):
                    of_length.append(every((start, *inside, -every((turned[end], ways[end])))))
            yield Form.count(of_length), times, len(wanted) if HIDDEN in wanted else times

    def lit(self, view: StatedView) -> Lit:
        return view.out.every([view.out.between(form, lo, hi) for form, lo, hi in self._parts(view)])

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        for form, lo, hi in self._parts(view):
            view.out.require(form, lo, hi, unless)


@expression
class SumsInTurn(Truth):
    """The sums of the blocks of places in turn with an amount above 0 are the numbers of a clue, in order.

    `?` is any sum, and 0 (ANY_BLOCKS) any number of blocks, or none.
    """

    each: Var
    along: PlaceList
    amount: Amount
    key: str
    spot: Spot

    def true(self, view: BoardView) -> bool:
        amounts = [self.amount.number(inner) for inner in self.along.views(self.each, view)]
        sums = [sum(block) for above, block in groupby(amounts, lambda amount: amount > 0) if above]
        return _fits(numbers_of(view, self.key, self.spot), tuple(sums))

    def lit(self, view: StatedView) -> Lit:
        """By what is met: `met[at, i]`, if a block may begin at the place `at`, and the blocks before it are
        those of the first `i` numbers.
        """
        every, wanted = view.out.every, numbers_of(view, self.key, self.spot)
        forms = [self.amount.form(inner) for inner in self.along.views(self.each, view)]
        number = len(forms)
        view.sheet.spend(number * number * len(wanted))
        met: dict[tuple[int, int], list[Lit]] = defaultdict(list)
        met[0, 0].append(TRUE)
        for at, i in product(range(number + 1), range(len(wanted) + 1)):
            here = view.out.some(met[at, i])
            if here == FALSE:
                continue
            if at < number:
                met[at + 1, i].append(every((here, -view.out.at_least(forms[at], 1))))
            if i < len(wanted):
                is_any = wanted[i] == ANY_BLOCKS
                if is_any:
                    met[at, i + 1].append(here)
                for end, block in self._blocks(view, forms, at, HIDDEN if is_any else wanted[i]):
                    met[min(end + 1, number), i if is_any else i + 1].append(every((here, block)))
        return view.out.some(met[number, len(wanted)])

    @staticmethod
    def _blocks(view: StatedView, forms: Sequence[Form], at: int, wanted: int) -> Iterator[tuple[int, Lit]]:
        """Where a block that begins at a place may end, with a literal that is true exactly if it does, and
        has this sum.
        """
        above, total = [TRUE], Form()
        for end, form in enumerate(forms[at:], at + 1):
            above.append(view.out.at_least(form, 1))
            total += form
            beyond = view.out.at_least(forms[end], 1) if end < len(forms) else FALSE
            fits = TRUE if wanted == HIDDEN else view.out.between(total, wanted, wanted)
            if fits != FALSE:
                yield end, view.out.every((*above, -beyond, fits))


def _fits(wanted: tuple[int, ...], sums: tuple[int, ...]) -> bool:
    """Are the sums those that are wanted, in order?"""
    if not wanted:
        return not sums
    if wanted[0] == ANY_BLOCKS:
        return any(_fits(wanted[1:], sums[i:]) for i in range(len(sums) + 1))
    return bool(sums) and wanted[0] in (HIDDEN, sums[0]) and _fits(wanted[1:], sums[1:])


@expression
class PiecesAre(Truth):
    """The numbers behind the arrow of a clue are, in any order, the lengths of as many straight pieces of a
    line in turn, from a cell on in a direction. A piece goes as far as the line goes straight on; `?` is any
    length.

    Where lines branch, it is true if some way along them is such.
    """

    layer: str
    start: Spot
    direction: Spot
    key: str
    spot: Spot

    def true(self, view: BoardView) -> bool:
        _, *wanted = numbers_of(view, self.key, self.spot)
        lines = view.layers[self.layer]

        @cache  # as the ways on a board with branches are many
        def fits(at: Place, step: Place, left: tuple[int, ...]) -> bool:
            length = _straight(lines, at, step)
            numbers = {length, HIDDEN}.intersection(left) if length else ()
            rests, end = [_without(left, number) for number in numbers], _further(at, step, length)
            return any(not rest or any(fits(end, turn, rest) for turn in _across(step)) for rest in rests)

        return fits(self.start.place(view), self.direction.place(view), tuple(sorted(wanted)))

    def pieces(self, view: BoardView, number: int) -> Iterator[tuple[int, ...]]:
        """The lengths of so many pieces on each way from the cell on."""
        lines = view.layers[self.layer]

        def ways(at: Place, step: Place, left: int) -> Iterator[tuple[int, ...]]:
            length = _straight(lines, at, step)
            if left == 1 and length:
                yield (length,)
            elif length:
                end = _further(at, step, length)
                for turn in _across(step):
                    yield from ((length, *others) for others in ways(end, turn, left - 1))

        return ways(self.start.place(view), self.direction.place(view), number)

    def lit(self, view: StatedView) -> Lit:
        """By the numbers that are left for the pieces from a cell on, and the first of them."""
        _, *wanted = numbers_of(view, self.key, self.spot)
        lines, out = view.out.showing(self.layer, 1), view.out
        known: dict[tuple[Place, Place, tuple[int, ...]], Lit] = {}

        def fits(at: Place, step: Place, left: tuple[int, ...]) -> Lit:
            if (at, step, left) not in known:
                edges = [lines.get(edge, FALSE) for edge in view.sheet.ray(at, step, "edge")]
                ways = []
                for length, (before, beyond) in enumerate(pairwise([*edges, FALSE]), 1):
                    if before == FALSE:
                        break
                    for number in {length, HIDDEN}.intersection(left):
                        rest = _without(left, number)
                        end = _further(at, step, length)
                        turns = [fits(end, turn, rest) for turn in _across(step)] if rest else [TRUE]
                        ways.append(out.every((*edges[:length], -beyond, out.some(turns))))
                known[at, step, left] = out.some(ways)
            return known[at, step, left]

        return fits(self.start.place(view), self.direction.place(view), tuple(sorted(wanted)))


def _straight(lines: Mapping[Place, int], at: Place, step: Place) -> int:
    """How far a line goes straight on from a cell in a direction."""
    edges = ((at[0] + i * step[0], at[1] + i * step[1]) for i in count(1, 2))
    return sum(1 for _ in takewhile(lines.get, edges))


def _further(at: Place, step: Place, length: int) -> Place:
    """The cell that is so many cells further in a direction."""
    return at[0] + 2 * length * step[0], at[1] + 2 * length * step[1]


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The numbers but for one of these."""
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def _across(step: Place) -> tuple[Place, Place]:
    """The two directions across this one."""
    return (step[1], step[0]), (-step[1], -step[0])
