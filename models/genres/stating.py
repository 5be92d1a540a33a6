"""What expressions become: literals, sums of literals, and constraints in a `ModelBuilder`.

Every auxiliary variable is true exactly if what it stands for is, so each is a function of the board.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, combinations, pairwise, product
from math import comb
from operator import neg
from typing import Any, TypeVar

from zenkai_solver.models.constraints import (
    AtMostOne,
    Cardinality,
    Clause,
    Constraint,
    ExactlyOne,
    Linear,
    Lit,
    Origin,
)
from zenkai_solver.models.csp import ModelBuilder, StatedOrigin
from zenkai_solver.models.genres.sheet import GenreError, Place, SheetView

TRUE: Lit = 1 << 40  # no variable: what is always true; -TRUE is always false
FALSE: Lit = -TRUE
MOST_SUM = 1 << 31
FEW = 5  # literals whose number is barred by clauses of all of them
SEVERAL = 9  # literals of which that is so under a condition, if it takes no more than MOST_SETS clauses
MOST_SETS = 126
DEFINITION = Origin("what is meant by the words of the rules", (), "axiom")
Result = TypeVar("Result")
Unless = tuple[Lit, ...]  # literals of which one suffices in place of a constraint


@dataclass(frozen=True)
class Form:
    """A constant and a weighted sum of literals; no literal is TRUE or FALSE."""

    constant: int = 0
    terms: tuple[tuple[int, Lit], ...] = ()

    @staticmethod
    def of(terms: Iterable[tuple[int, Lit]], constant: int = 0) -> Form:
        """The sum of these terms, with equal literals joined; TRUE counts 1, FALSE 0."""
        kept: dict[Lit, int] = {}
        for weight, lit in terms:
            kept[lit] = kept.get(lit, 0) + weight
        constant += kept.pop(TRUE, 0)
        kept.pop(FALSE, None)
        return Form(constant, tuple([(weight, lit) for lit, weight in kept.items() if weight]))

    @staticmethod
    def count(lits: Iterable[Lit]) -> Form:
        """How many of these literals are true."""
        kept = [*lits]
        if TRUE in kept or FALSE in kept or len(set(kept)) < len(kept):
            return Form.of((1, lit) for lit in kept)
        return Form(0, tuple([(1, lit) for lit in kept]))

    @staticmethod
    def sum(forms: Sequence[Form]) -> Form:
        terms = chain.from_iterable([form.terms for form in forms])
        return Form.of(terms, sum([form.constant for form in forms]))

    def __add__(self, other: Form) -> Form:
        return Form.sum((self, other))

    def times(self, factor: int) -> Form:
        if not factor:
            return Form()
        return Form(factor * self.constant, tuple([(factor * weight, lit) for weight, lit in self.terms]))

    @staticmethod
    def of_steps(steps: Steps) -> Form:
        """A number in order encoding: its least value, and the difference to each further one."""
        numbers = steps.numbers or (0,)
        rises = (high - low for low, high in pairwise(numbers))
        return Form.of(zip(rises, steps.lits[1:]), numbers[0])

    @cached_property
    def plain(self) -> tuple[Lit, ...] | None:
        """The literals, sorted, if it is how many of them are true, but for the constant."""
        if all(weight == 1 for weight, _ in self.terms):
            return tuple(sorted([lit for _, lit in self.terms]))
        return None

    @cached_property
    def least(self) -> int:
        return self.constant + sum([weight for weight, _ in self.terms if weight < 0])

    @cached_property
    def most(self) -> int:
        return self.constant + sum([weight for weight, _ in self.terms if weight > 0])


@dataclass(frozen=True)
class Steps:
    """A number in order encoding: for each of its values, least first, a literal that is true exactly if the
    number is at least this value.
    """

    numbers: tuple[int, ...] = ()
    lits: tuple[Lit, ...] = ()

    def reach(self, number: int) -> Lit:
        """A literal that is true exactly if the number is at least this."""
        at = bisect_left(self.numbers, number)
        return self.lits[at] if at < len(self.lits) else FALSE


def _sets(size: int, lo: int, hi: int) -> int:
    """How many sets of literals say that lo..hi of so many are true."""
    return (comb(size, size - lo + 1) if lo else 0) + (comb(size, hi + 1) if hi < size else 0)


def _plain(lits: Sequence[Lit]) -> bool:
    """Are they of different variables, and none TRUE or FALSE?"""
    if len(lits) == 2:
        one, other = lits
        return one != other and one != -other and abs(one) != TRUE and abs(other) != TRUE
    variables = set(map(abs, lits))
    return len(variables) == len(lits) and TRUE not in variables


def _reduced(clause: Iterable[Lit]) -> tuple[Lit, ...] | None:
    """The clause of plain literals; None if it is always true."""
    kept = dict.fromkeys(clause)
    kept.pop(FALSE, None)
    return tuple(kept) if TRUE not in kept and kept.keys().isdisjoint(map(neg, kept)) else None


class Growing:
    """A result in a memo that changes while a model is stated, so that no other model may share it."""


@dataclass
class Writer:
    """Collects the constraints of a model. `shown[layer, place]` are the literals of the values there.

    Each constraint gets the current `origin`. `rules` are all statements of the genre, and `words` all
    expressions in them, so that the encoding of one may rely on another. `spend` is called with the number of
    literals that are gone through, and raises GenreError when there are too many. `memo` keeps results for
    `SheetView.once`.
    """

    build: ModelBuilder
    shown: Mapping[tuple[str, Place], Mapping[int, Lit]]
    origin: StatedOrigin = None
    spend: Callable[[int], None] = lambda steps: None
    rules: tuple[object, ...] = ()
    words: tuple[object, ...] = ()
    memo: dict[object, Any] = field(default_factory=dict)
    _known: dict[object, Lit] = field(default_factory=dict)

    def once(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result of `compute`, kept by the key."""
        if key not in self.memo:
            self.memo[key] = compute()
        result: Result = self.memo[key]
        return result

    def branched(self, spend: Callable[[int], None]) -> Writer:
        """A writer that goes on from here, and leaves this one as it is."""
        kept = {of: result for of, result in self.memo.items() if not isinstance(result, Growing)}
        build = self.build.branched()
        return replace(self, build=build, origin=None, spend=spend, memo=kept, _known=dict(self._known))

    def narrowed(self, values: Mapping[tuple[str, Place], Collection[int]]) -> Writer:
        """Requires that these places have one of these values each; a writer that goes on from here and knows
        no others of them.
        """
        shown = dict(self.shown)
        for at, left in values.items():
            self.add(*[Clause((-self.real(lit),)) for value, lit in shown[at].items() if value not in left])
            shown[at] = {value: shown[at][value] if len(left) > 1 else TRUE for value in left}
        return replace(self, shown=shown, memo={})

    def layer(self, name: str) -> Mapping[Place, Mapping[int, Lit]]:
        """The literals of the values of a layer at each of its places."""
        if "layers" not in self.memo:
            layers: dict[str, dict[Place, Mapping[int, Lit]]] = {}
            for (layer, place), lits in self.shown.items():
                layers.setdefault(layer, {})[place] = lits
            self.memo["layers"] = layers
        shown: Mapping[Place, Mapping[int, Lit]] = self.memo["layers"].get(name, {})
        return shown

    def showing(self, name: str, value: int, negated: bool = False) -> Mapping[Place, Lit]:
        """The literal of this value of a layer, or its negation, at each place that may have it."""
        key, sign = ("showing", name, value, negated), -1 if negated else 1
        if key not in self.memo:
            layer = self.layer(name).items()
            self.memo[key] = {at: sign * lits[value] for at, lits in layer if value in lits}
        shown: Mapping[Place, Lit] = self.memo[key]
        return shown

    def add(self, *constraints: Constraint) -> None:
        self.build.extend(constraints, self.origin)

    def define(self, *clauses: tuple[Lit, ...]) -> None:
        """The definition of an auxiliary variable, which is an axiom, whichever rule needs it.

        The literals of a clause are of different variables, none TRUE or FALSE.
        """
        self.spend(sum(map(len, clauses)))
        self.build.extend([*map(Clause, clauses)], self.origin and DEFINITION)

    @contextmanager
    def as_definition(self) -> Iterator[None]:
        """What is stated meanwhile has the origin of definitions; unlike `define` with any literals."""
        origin, self.origin = self.origin, self.origin and DEFINITION
        try:
            yield
        finally:
            self.origin = origin

    def clause(self, lits: Iterable[Lit]) -> None:
        """Requires one of the literals to be true."""
        stated = tuple(lits)
        self.spend(len(stated))
        reduced = stated if _plain(stated) else _reduced(stated)  # most are plain
        if reduced is not None:
            self.add(Clause(reduced))

    def _new(self, what: object) -> tuple[Lit, bool]:
        """The auxiliary variable with this key, and whether it is new."""
        fresh = what not in self._known
        if fresh:
            self._known[what] = self.build.auxiliary("genre")
        return self._known[what], fresh

    def named(self, what: object) -> Lit:
        """The auxiliary variable with this key, the same each time. The caller must define it as a
        function of the board.
        """
        return self._new(what)[0]

    def real(self, lit: Lit) -> Lit:
        """The literal; for TRUE and FALSE one of a variable that is always true."""
        if abs(lit) != TRUE:
            return lit
        var, fresh = self._new(TRUE)
        if fresh:
            self.define((var,))
        return var if lit == TRUE else -var

    def every(self, lits: Iterable[Lit]) -> Lit:
        """A literal that is true exactly if all of these are."""
        wanted = {*lits}
        self.spend(len(wanted))
        wanted.discard(TRUE)
        if FALSE in wanted:
            return FALSE
        if len(wanted) < 2:
            return wanted.pop() if wanted else TRUE
        kept = sorted(wanted)
        if kept[0] < 0 < kept[-1] and not wanted.isdisjoint(map(neg, kept)):
            return FALSE
        var, fresh = self._new(("every", *kept))
        if fresh:
            self.define((var, *map(neg, kept)), *[(-var, lit) for lit in kept])
        return var

    def some(self, lits: Iterable[Lit]) -> Lit:
        """A literal that is true exactly if at least one of these is."""
        left = [-lit for lit in lits if lit != FALSE]
        return -self.every(left) if len(left) != 1 else -left[0]

    def choice(self, lit: Lit, one: Lit, other: Lit) -> Lit:
        """A literal that equals `one` where `lit` is true, and `other` where it is false."""
        if one == other or lit == TRUE:
            return one
        if lit == FALSE:
            return other
        if one in (lit, -lit):
            one = TRUE if one == lit else FALSE
        if other in (lit, -lit):
            other = FALSE if other == lit else TRUE
        if abs(one) == TRUE:
            return self.some((lit, other)) if one == TRUE else self.every((-lit, other))
        if abs(other) == TRUE:
            return self.some((-lit, one)) if other == TRUE else self.every((lit, one))
        var, fresh = self._new(("choice", lit, one, other))
        if fresh:
            self.define((-lit, -one, var), (lit, -other, var), (-lit, one, -var), (lit, other, -var))
        return var

    def selected(self, cases: Sequence[tuple[Lit, Lit]]) -> Lit:
        """A literal that equals the second one of the case whose first one is true, as exactly one is."""
        if len({lit for _, lit in cases}) == 1:
            return cases[0][1]
        if len(cases) == 2:
            (chosen, one), (_, other) = cases
            return self.choice(chosen, one, other)
        var, fresh = self._new(("selected", *cases))
        if fresh:
            for chosen, lit in cases:
                both = (_reduced((-chosen, -lit, var)), _reduced((-chosen, lit, -var)))
                self.define(*filter(None, both))
        return var

    def steps(self, choices: Mapping[int, Lit]) -> Steps:
        """The order encoding of a number with a literal for each value, exactly one of which is true."""
        key = ("steps", *choices.items())
        if key not in self.memo:
            numbers = sorted(choices)
            downward = (choices[number] for number in reversed(numbers))
            lits = [*accumulate(downward, lambda above, lit: self.some((above, lit)))]
            self.memo[key] = Steps(tuple(numbers), (TRUE, *reversed(lits[:-1])) if lits else ())
        steps: Steps = self.memo[key]
        return steps

    def leading(self, lits: tuple[Lit, ...]) -> Steps:
        """How many literals are true before the first that is not."""
        key = ("leading", lits)
        if key not in self.memo:
            reached = accumulate(lits, lambda before, lit: self.every((before, lit)), initial=TRUE)
            self.memo[key] = Steps(tuple(range(len(lits) + 1)), tuple(reached))
        steps: Steps = self.memo[key]
        return steps

    def added(self, one: Steps, other: Steps, most: int) -> Steps:
        """The sum of two numbers of 0, 1, ... in order encoding, up to `most` + 1: merged as in a totalizer
        (Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003).
        """
        if len(one.numbers) == 1:  # which is 0
            return other
        key = ("added", one, other, most)
        if key not in self.memo:
            top = min(one.numbers[-1] + other.numbers[-1], most + 1)
            reached = [TRUE, *(self.build.auxiliary("genre") for _ in range(top))]
            firsts, seconds = (*one.lits, FALSE), (*other.lits, FALSE)
            stated = []
            for i, j in product(one.numbers, other.numbers):
                if 0 < i + j <= top:
                    stated.append(_reduced((-firsts[i], -seconds[j], reached[i + j])))
                if i + j < top:
                    stated.append(_reduced((firsts[i + 1], seconds[j + 1], -reached[i + j + 1])))
            self.define(*filter(None, stated))
            self.memo[key] = Steps(tuple(range(top + 1)), tuple(reached))
        steps: Steps = self.memo[key]
        return steps

    def choices(self, steps: Steps) -> dict[int, Lit]:
        """For each value of a number in order encoding a literal that is true exactly if the number is it."""
        above = (*steps.lits[1:], FALSE)
        return {
            number: self.every((lit, -higher))
            for number, lit, higher in zip(steps.numbers, steps.lits, above)
        }

    def _bounded(self, form: Form) -> tuple[int, int]:
        """The least and the greatest sum of the terms. Raises GenreError if one may be beyond MOST_SUM."""
        self.spend(len(form.terms))
        least, most = form.least, form.most
        if most > MOST_SUM or least < -MOST_SUM:
            raise GenreError(f"a sum is {-MOST_SUM:,} to {MOST_SUM:,}, not {least:,} to {most:,}")
        return least - form.constant, most - form.constant

    def at_least(self, form: Form, bound: int) -> Lit:
        """A literal that is true exactly if the sum is at least `bound`.

        It is a binary decision diagram, heaviest weights first (Eén and Sörensson, Translating
        pseudo-Boolean constraints into SAT, JSAT 2006).
        """
        least, most = self._bounded(form)
        if (lits := form.plain) is not None:
            number = bound - form.constant
            return self._counted(lits, number, most) if most <= FEW else self._number(lits, number)
        terms = sorted(form.terms, key=lambda term: (-abs(term[0]), abs(term[1])))
        return self._needs(tuple(terms), bound - form.constant, least, most)

    def _number(self, lits: tuple[Lit, ...], bound: int) -> Lit:
        """The same diagram where all weights are 1: its nodes are how many of the last literals are true."""
        which, known = self._known.setdefault(("number of", lits), len(self._known)), self._known
        stated: list[tuple[Lit, ...]] = []

        def needs(first: int, number: int) -> Lit:
            """Of the literals from the first on, are so many true?"""
            left = len(lits) - first
            if number <= 0:
                return TRUE
            if number > left:
                return FALSE
            key = (which, first, number)
            if key not in known:
                self.spend(1)
                lit, with_it, without = lits[first], needs(first + 1, number - 1), needs(first + 1, number)
                if number == 1 or number == left:
                    known[key] = self.some((lit, without)) if number == 1 else self.every((lit, with_it))
                else:  # `without` implies `with_it`
                    known[key] = node = self.build.auxiliary("genre")
                    stated.append((-without, node))
                    stated.append((-lit, -with_it, node))
                    stated.append((-node, with_it))
                    stated.append((-node, lit, without))
            return known[key]

        root = needs(0, bound)
        self.define(*stated)
        return root

    def _needs(self, terms: tuple[tuple[int, Lit], ...], bound: int, least: int, most: int) -> Lit:
        """The node of the diagram at which these terms, of a sum of least..most, must reach `bound`."""
        if bound <= least:
            return TRUE
        if bound > most:
            return FALSE
        key = ("needs", terms, bound)
        if key not in self._known:
            self.spend(1 + len(terms) // 8)
            (weight, lit), rest = terms[0], terms[1:]
            least, most = least - min(0, weight), most - max(0, weight)
            with_it = self._needs(rest, bound - weight, least, most)
            self._known[key] = self.choice(lit, with_it, self._needs(rest, bound, least, most))
        return self._known[key]

    def among(self, lits: tuple[Lit, ...], numbers: Iterable[int]) -> Lit:
        """A literal that is true exactly if one of these numbers is how many of the literals are true.

        It is a diagram, whose nodes are the numbers that are wanted of the last literals, as bits: few where
        the numbers are in steps, such as multiples of 3.
        """
        which = self._known.setdefault(("number of", lits), len(self._known))

        def needs(first: int, wanted: int) -> Lit:
            every = (2 << (len(lits) - first)) - 1
            wanted &= every
            if wanted in (0, every):
                return TRUE if wanted else FALSE
            key = (which, first, "among", wanted)
            if key not in self._known:
                self.spend(1)
                with_it = needs(first + 1, wanted >> 1)
                self._known[key] = self.choice(lits[first], with_it, needs(first + 1, wanted))
            return self._known[key]

        return needs(0, sum(1 << number for number in {*numbers} if number >= 0))

    def between(self, form: Form, lo: int, hi: int) -> Lit:
        """A literal that is true exactly if the sum is in lo..hi."""
        if lo == hi and len(form.terms) <= FEW and form.plain is not None:
            return self._counted(form.plain, lo - form.constant, hi - form.constant)
        return self.every((self.at_least(form, lo), -self.at_least(form, hi + 1)))

    def counted(self, lits: Sequence[Lit], lo: int, hi: int) -> Lit:
        """A literal that is true exactly if the number of these that are true is in lo..hi."""
        size = len(lits)
        lo, hi = max(0, lo), min(hi, size)
        if lo > hi:
            return FALSE
        if size > FEW or lo < hi < size or not _plain(lits):
            return self.between(Form.count(lits), lo, hi)
        self.spend(size)
        return self._counted(tuple(sorted(lits)), lo, hi)

    def _counted(self, lits: tuple[Lit, ...], lo: int, hi: int) -> Lit:
        """Are lo..hi of few literals true, where lo is hi, or hi their number? By clauses of many of them."""
        size = len(lits)
        if lo <= 0 and hi >= size:
            return TRUE
        if lo > size or hi < 0:
            return FALSE
        if lo == size or hi == 0:
            return self.every(lits if lo else map(neg, lits))
        var, fresh = self._new(("counted", lo, hi, *lits))
        if fresh:
            others = [-lit for lit in lits]
            enough = ((-var, *some) for some in combinations(lits, size - lo + 1))
            not_more = ((-var, *some) for some in combinations(others, hi + 1))
            if hi == size:
                otherwise = ((var, *some) for some in combinations(others, lo))
            else:
                chosen = map(set, combinations(lits, lo))
                otherwise = ((var, *(-lit if lit in some else lit for lit in lits)) for some in chosen)
            self.define(*enough, *not_more, *otherwise)
        return var

    def require(self, form: Form, lo: int, hi: int, unless: Unless = ()) -> None:
        """The sum is in lo..hi, or one of `unless` is true."""
        least, most = self._bounded(form)
        lo, hi = max(lo - form.constant, least), min(hi - form.constant, most)
        if lo > hi:
            self.clause(unless)
            return
        if lo == least and hi == most:
            return
        weights, lits = zip(*form.terms)
        if lo == most or hi == least:  # each literal is known
            for weight, lit in form.terms:
                self.clause((*unless, lit if (weight > 0) == (lo == most) else -lit))
        elif weights.count(1) == len(weights) and (lo, hi) in ((1, most), (0, most - 1)):
            self.clause((*unless, *(lits if lo else map(neg, lits))))
        elif (excuse := self.some(unless) if unless else FALSE) == FALSE:
            self._sum(weights, lits, lo, hi)
        elif excuse != TRUE:
            self._sum_unless(form, lo, hi, excuse)

    def count(self, lits: Sequence[Lit], lo: int, hi: int, unless: Unless = ()) -> None:
        """The number of literals that are true is in lo..hi, or one of `unless` is true."""
        size = len(lits)
        lo, hi = lo if lo > 0 else 0, hi if hi < size else size
        few = size <= FEW or (unless and size <= SEVERAL and _sets(size, lo, hi) <= MOST_SETS)
        if not few or not _plain(lits):
            self.require(Form.count(lits), lo, hi, unless)
            return
        self.spend(size)
        if lo > hi:
            self.clause(unless)
        elif not unless and hi - lo < size - 1 and lo < size and hi:
            self._sum((1,) * size, tuple(lits), lo, hi)
        else:  # of some sets one literal must be true, of others one false
            sets = [*combinations(lits, size - lo + 1)] if lo else []
            if hi < size:
                sets += combinations([-lit for lit in lits], hi + 1)
            for some in sets:
                if unless:
                    self.clause((*unless, *some))
                else:
                    self.add(Clause(some))

    def _sum_unless(self, form: Form, lo: int, hi: int, excuse: Lit) -> None:
        """The terms sum to lo..hi, or the literal is true, which weighs as much as lacks, or is too much."""
        weights, lits = zip(*form.terms)
        least, most = form.least - form.constant, form.most - form.constant
        if lo > least:
            self.add(Linear((*weights, lo - least), (*lits, excuse), lo, most + lo - least))
        if hi < most:
            self.add(Linear((*weights, hi - most), (*lits, excuse), least + hi - most, hi))

    def require_other(self, form: Form, number: int, unless: Unless = ()) -> None:
        """The sum is another number, or one of `unless` is true."""
        bound, size = number - form.constant, len(form.terms)
        if 0 <= bound <= size <= FEW and (lits := form.plain) is not None:
            for chosen in map(set, combinations(lits, bound)):  # these alone are not true
                self.clause((*unless, *(-lit if lit in chosen else lit for lit in lits)))
        else:
            self.clause((*unless, -self.between(form, number, number)))

    def _sum(self, weights: tuple[int, ...], lits: tuple[Lit, ...], lo: int, hi: int) -> None:
        if weights.count(1) != len(weights):
            self.add(Linear(weights, lits, lo, hi))
        elif hi == 1:
            self.add(ExactlyOne(lits) if lo else AtMostOne(lits))
        else:
            self.add(Cardinality(lits, lo, hi))


@dataclass(eq=False)
class FormValues(Growing):
    """An amount as a sum, and of values so far a literal that is true exactly if it is at least this."""

    form: Form
    out: Writer
    steps: Steps | None = None
    lits: dict[int, Lit] = field(default_factory=dict)

    def reach(self, value: int) -> Lit:
        if self.steps is not None:
            return self.steps.reach(value)
        if value not in self.lits:
            self.lits[value] = self.out.at_least(self.form, value)
        return self.lits[value]


@dataclass(frozen=True)
class StatedView(SheetView):
    """A view of the unknown board: what is stated goes to `out`."""

    out: Writer

    @property
    def memo(self) -> dict[object, Any]:
        return self.out.memo

    def remembered(self, key: object, compute: Callable[[], Result]) -> Result:
        return self.out.once(key, compute)
