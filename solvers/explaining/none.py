"""Why there is no solution: sets of rules and givens that do not fit together, as they are found, and what to
drop.

First by counting (see `sums`), then smallest cores (see `reasons`), last the smallest correction among the
givens: the fewest of them to drop; how many are dropped is bounded by a totalizer (Bailleux and Boufkhad, CP
2003). What is printed early may be improved on later; what is not proved is said not to be. Where no time is
set, the work of each part is bounded, by what solvers propagate: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

from zenkai_solver.solvers.backend import NEVER, Deadline, Interrupted, WrongSolution
from zenkai_solver.solvers.explaining.oracle import Enough, Oracle
from zenkai_solver.solvers.explaining.reasons import Least, correction, small_core, some_cores
from zenkai_solver.solvers.explaining.steps import Claim
from zenkai_solver.solvers.explaining.sums import Counting, countings
from zenkai_solver.solvers.explaining.theory import Theory

Rules = tuple[int, ...]

MOST_SETS = 3_000  # sets of rules that are tried one by one
PLAIN = 3  # rules
HINT = 500_000  # literals propagated before an argument by counting is looked for
QUICK = 5_000_000  # before one is given, a second or two
SHORT = 8_000_000  # before any answer is given, some seconds
LONG = 400_000_000  # for a proof that a set is least, some minutes


@dataclass(frozen=True)
class Core:
    """Rules that do not fit together, by number in order; `counting` is the argument, where that is one."""

    rules: Rules
    claim: Claim
    counting: Counting | None = None


@dataclass(frozen=True)
class Fewest:
    """No set that does not fit together has fewer rules; `proved`: that is the size of one that was named."""

    bound: int
    proved: bool


@dataclass(frozen=True)
class Drop:
    """Without these givens, or rules where givens are not to blame, there is a solution; no fewer than
    `bound` are enough. () where none were found.
    """

    rules: Rules
    claim: Claim
    bound: int


Reason = Core | Fewest | Drop


def why_none(
    theory: Theory, number: int = 3, deadline: Deadline = NEVER, most: float = LONG
) -> Iterator[Reason]:
    """Reasons why there is no solution, with about so many cores; nothing if there is a solution. Raises
    Interrupted, after what was found was yielded.
    """
    with Oracle(theory, deadline) as oracle, Least(oracle) as least:
        counted = _counted(theory, oracle)
        if counted is None and oracle.fits(range(len(theory.rules))):
            return
        try:
            yield from Cores(oracle, least, number, counted).found(most)
        except Interrupted:
            yield Drop((), "found", 1)
            raise
        yield from _drop(oracle, most)


def _counted(theory: Theory, oracle: Oracle) -> Counting | None:
    """The sum of fewest rules, unless the rules fit together or a core at hand is as plain as a sum can be:
    of few rules or, where facts are about single cells, any."""
    single = all(len(cells) == 1 for _, cells in theory.facts.values())
    named: list[int] = []

    def ask() -> None:
        if not oracle.fits(range(len(theory.rules))):
            named.extend(small_core(oracle, oracle.core[0]))

    cut = _within(oracle, QUICK if single else HINT, ask)
    if isinstance(cut, Interrupted):
        raise cut
    if cut is None and (single or not named or len(named) <= PLAIN):
        return None
    return min(countings(theory, oracle.deadline), key=lambda own: len(own.rules), default=None)


class Cores:
    """The search for cores in one theory without a solution."""

    def __init__(self, oracle: Oracle, least: Least, number: int, counted: Counting | None) -> None:
        self.oracle, self.least, self.number, self.counted = oracle, least, number, counted
        self.known: dict[Rules, Claim] = {}
        self.said: list[Core] = []
        self.proved = False

    def found(self, most: float) -> Iterator[Core | Fewest]:
        """By counting, if no smaller set is at hand; then others; then what is proved of the least."""
        if self.counted is not None:
            yield from self._by_counting(self.counted)
        cut = _within(self.oracle, SHORT, self._search)
        yield from self._others(self.number - len(self.said))
        if isinstance(cut, Enough):
            cut = _within(self.oracle, most, self._prove)
            yield from self._others(1 if self._smaller else 0)
        if not any(own.claim == "least" for own in self.said):
            yield Fewest(self.least.bound, self.proved)
        if isinstance(cut, Interrupted):
            raise cut

    def _by_counting(self, own: Counting) -> Iterator[Core]:
        """The argument, unless some set that the solver names at once is smaller."""
        _within(self.oracle, QUICK, self._one)
        if len(own.rules) <= min(map(len, self.known), default=len(own.rules)):
            _within(self.oracle, QUICK, lambda: self._needed(own.rules))
            self.known.setdefault(own.rules, "found")
            yield self._saying(own.rules, own)
        self.oracle.never(own.rules)

    def _one(self) -> None:
        every = range(len(self.oracle.theory.rules))
        if self.oracle.fits(every):
            raise WrongSolution("there is a solution, and by counting there is none")
        self.known[small_core(self.oracle, self.oracle.core[0])] = "minimal"

    def _needed(self, rules: Rules) -> None:
        """Do the rules fit together without any one of them? Then they are a core."""
        if all(self.oracle.fits([other for other in rules if other != rule]) for rule in rules):
            self.known[rules] = "minimal"

    def _search(self) -> None:
        """Some cores, and a least one. Raises Enough, Interrupted."""
        if self.oracle.fits(range(len(self.oracle.theory.rules))):
            raise WrongSolution("there is a solution, and there was none")
        for core in some_cores(self.oracle, (), self.oracle.core[0]):
            self.known[core] = "minimal"
            if not self.proved and self._few(len(core)):
                self._prove()
        if not self.proved:
            self._prove()

    def _prove(self) -> None:
        """The search for a least core; after so many rounds it is given up. Raises Enough, Interrupted."""
        best = min(self.known, key=len, default=None)
        if best is not None and self._few(len(best)):
            core: Rules | None = self._smallest(len(best)) or best
        else:
            core = self.least.sought(best)
        if core is not None:
            self.known[core] = "minimal"
            self.least.bound = max(self.least.bound, len(core))
            self.proved = True

    def _few(self, size: int) -> bool:
        """Are there few sets that are smaller?"""
        number = len(self.oracle.theory.rules)
        return sum(comb(number, less) for less in range(size)) <= MOST_SETS

    def _smallest(self, size: int) -> Rules | None:
        """The first of the smallest sets of fewer rules that do not fit; None if all do. Most fit easily."""
        every = range(len(self.oracle.theory.rules))
        sets = chain.from_iterable(combinations(every, less) for less in range(1, size))
        return next((rules for rules in sets if not self.oracle.fits(rules)), None)

    @property
    def _smaller(self) -> bool:
        """Is some core smaller than all that were said?"""
        return min(map(len, self.known)) < min(len(own.rules) for own in self.said)

    def _others(self, number: int) -> Iterator[Core]:
        """The smallest that were not said yet, at most so many."""
        said = {own.rules for own in self.said}
        left = sorted((len(rules), rules) for rules in self.known if rules not in said)
        yield from (self._saying(rules) for _, rules in left[: max(number, 0)])

    def _saying(self, rules: Rules, counting: Counting | None = None) -> Core:
        least = self.proved and len(rules) == self.least.bound
        own = Core(rules, "least" if least else self.known[rules], counting)
        self.said.append(own)
        return own


def _within(oracle: Oracle, work: float, search: Callable[[], None]) -> Enough | Interrupted | None:
    """The search, within that much work; what cut it short, if something did."""
    oracle.allow(work)
    try:
        search()
    except (Enough, Interrupted) as cut:
        return cut
    finally:
        oracle.allow()
    return None


# ---- what to drop


def _drop(oracle: Oracle, most: float) -> Iterator[Drop]:
    """The smallest set of givens without which there is a solution; of rules, if no givens are enough."""
    search = Dropping(oracle)
    cut = _within(oracle, most, search.fewest)
    if isinstance(cut, Enough):
        cut = _within(oracle, most, search.some)
    yield search.found or Drop((), "found", search.bound)
    if isinstance(cut, Interrupted):
        raise cut


class Dropping:
    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.bound = oracle, 1
        self.found: Drop | None = None
        self._soft: Sequence[int] = ()
        self._hard: Sequence[int] = ()

    def fewest(self) -> None:
        """By counting those that are dropped: 1, 2, ... until the rest fits together with the hard rules."""
        rules = range(len(self.oracle.theory.rules))
        givens = self.oracle.theory.givens
        others = [rule for rule in rules if rule not in set(givens)]
        blamed = bool(givens) and self.oracle.fits(others)
        self._soft, self._hard = (givens, others) if blamed else (rules, [])
        at_most = self.oracle.most_dropped(self._soft)
        for number in range(1, len(self._soft) + 1):
            self.bound = number
            if self.oracle.fits(self._hard, (at_most[number],) if number < len(self._soft) else ()):
                kept = set(self.oracle.kept)
                dropped = tuple(rule for rule in self._soft if rule not in kept)
                self.found = Drop(dropped, "least", number)
                return

    def some(self) -> None:
        """Any without one of which the others are not enough."""
        self.oracle.prefer_rules()
        if self.oracle.fits(self._hard):
            dropped = correction(self.oracle, self._hard, ())
            self.found = Drop(tuple(sorted(dropped)), "minimal", self.bound)
