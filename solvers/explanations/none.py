"""Why there is no solution: unsatisfiable sets of rules and givens, as they are found, and what to drop.

First an argument by counting (see `sums`), then small cores and a smallest one (see `reasons`), last a
smallest correction among the givens: the fewest of them to drop, their number bounded by a totalizer
(Bailleux and Boufkhad, CP 2003). Later sets may be smaller than earlier ones; what is not proved is said not
to be. Where no time is set, the work of each part is bounded, in literals that solvers propagate: the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, WrongSolution
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.reasons import Least, correction, small_core, some_cores
from zenkai_solver.solvers.explanations.steps import Claim
from zenkai_solver.solvers.explanations.sums import Counting, countings
from zenkai_solver.solvers.explanations.theory import Theory

Rules = tuple[int, ...]

MOST_SETS = 3_000  # sets of rules that are tried one by one
FEW_RULES = 3  # of a core that is plainer than a sum
HINT = 500_000  # literals propagated before an argument by counting is looked for
QUICK = 5_000_000  # before one is given, a second or two
SHORT = 8_000_000  # before any answer is given, some seconds
LONG = 400_000_000  # for a proof that a set is least, some minutes


@dataclass(frozen=True)
class Core:
    """An unsatisfiable set of rules, by number in order; `counting` is the argument, if it is one by
    counting.
    """

    rules: Rules
    claim: Claim
    counting: Counting | None = None


@dataclass(frozen=True)
class LeastSize:
    """No unsatisfiable set has fewer than `bound` rules; `proved`: one that was given has as many."""

    bound: int
    proved: bool


@dataclass(frozen=True)
class Drop:
    """Without these givens there is a solution, or without these rules, if dropping givens is not enough; no
    fewer than `bound` are enough. () where none were found.
    """

    rules: Rules
    claim: Claim
    bound: int


Reason = Core | LeastSize | Drop


def why_none(
    theory: Theory, number: int = 3, deadline: Deadline = NEVER, most: float = LONG
) -> Iterator[Reason]:
    """Reasons why there is no solution, with about so many cores; nothing if there is a solution. Raises
    Interrupted, after yielding what was found.
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
    """The argument by counting with the fewest rules. None if there is none, if there is a solution, or if a
    core that the solver names at once is plainer: of few rules or, where facts are about single cells, any.
    """
    single = all(len(cells) == 1 for _, cells in theory.facts.values())
    named: list[int] = []

    def ask() -> None:
        if not oracle.fits(range(len(theory.rules))):
            named.extend(small_core(oracle, oracle.core[0]))

    cut = _within(oracle, QUICK if single else HINT, ask)
    if isinstance(cut, Interrupted):
        raise cut
    if cut is None and (single or not named or len(named) <= FEW_RULES):
        return None
    return min(countings(theory, oracle.deadline), key=lambda counting: len(counting.rules), default=None)


class Cores:
    """The search for cores in one theory without a solution."""

    def __init__(self, oracle: Oracle, least: Least, number: int, counted: Counting | None) -> None:
        self.oracle, self.least, self.number, self.counted = oracle, least, number, counted
        self.known: dict[Rules, Claim] = {}  # sets that were found
        self.given: list[Core] = []  # those that were yielded
        self.proved = False

    def found(self, most: float) -> Iterator[Core | LeastSize]:
        """By counting, if no smaller set is at hand; then other sets; then what is proved of the least
        size.
        """
        if self.counted is not None:
            yield from self._by_counting(self.counted)
        cut = _within(self.oracle, SHORT, self._search)
        yield from self._others(self.number - len(self.given))
        if isinstance(cut, Enough):
            cut = _within(self.oracle, most, self._prove)
            yield from self._others(1 if self._smaller else 0)
        if not any(core.claim == "least" for core in self.given):
            yield LeastSize(self.least.bound, self.proved)
        if isinstance(cut, Interrupted):
            raise cut

    def _by_counting(self, counting: Counting) -> Iterator[Core]:
        """The argument, unless the core that the solver names at once is smaller."""
        rules = counting.rules
        _within(self.oracle, QUICK, self._one)
        if len(rules) <= min(map(len, self.known), default=len(rules)):
            _within(self.oracle, QUICK, lambda: self._minimal(rules))
            self.known.setdefault(rules, "found")
            yield self._core(rules, counting)
        self.oracle.never(rules)

    def _one(self) -> None:
        """Find some core."""
        every = range(len(self.oracle.theory.rules))
        if self.oracle.fits(every):
            raise WrongSolution("there is a solution, and by counting there is none")
        self.known[small_core(self.oracle, self.oracle.core[0])] = "minimal"

    def _minimal(self, rules: Rules) -> None:
        """Note the unsatisfiable rules as a core if they are satisfiable without any one of them."""
        if all(self.oracle.fits([other for other in rules if other != rule]) for rule in rules):
            self.known[rules] = "minimal"

    def _search(self) -> None:
        """Find some cores, and a smallest one. Raises Enough, Interrupted."""
        if self.oracle.fits(range(len(self.oracle.theory.rules))):
            raise WrongSolution("there is a solution, and there was none")
        for core in some_cores(self.oracle, (), self.oracle.core[0]):
            self.known[core] = "minimal"
            if not self.proved and self._few(len(core)):
                self._prove()
        if not self.proved:
            self._prove()

    def _prove(self) -> None:
        """Find a smallest core, or give up after ROUNDS of hitting sets. Raises Enough, Interrupted."""
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
        """Are there few enough sets of fewer rules to try all?"""
        number = len(self.oracle.theory.rules)
        return sum(comb(number, less) for less in range(size)) <= MOST_SETS

    def _smallest(self, size: int) -> Rules | None:
        """The first of the smallest sets of fewer rules that are unsatisfiable; None if none is. Most are
        shown to be satisfiable quickly.
        """
        every = range(len(self.oracle.theory.rules))
        sets = chain.from_iterable(combinations(every, less) for less in range(1, size))
        return next((rules for rules in sets if not self.oracle.fits(rules)), None)

    @property
    def _smaller(self) -> bool:
        """Is some core smaller than all that were yielded?"""
        return min(map(len, self.known)) < min(len(core.rules) for core in self.given)

    def _others(self, number: int) -> Iterator[Core]:
        """The smallest that were not yielded yet, at most so many."""
        given = {core.rules for core in self.given}
        left = sorted((len(rules), rules) for rules in self.known if rules not in given)
        yield from (self._core(rules) for _, rules in left[: max(number, 0)])

    def _core(self, rules: Rules, counting: Counting | None = None) -> Core:
        least = self.proved and len(rules) == self.least.bound
        self.given.append(Core(rules, "least" if least else self.known[rules], counting))
        return self.given[-1]


def _within(oracle: Oracle, work: float, search: Callable[[], None]) -> Enough | Interrupted | None:
    """Search within that much work; what cut it short, if anything did."""
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
    """A smallest set of givens without which there is a solution; of rules, if dropping givens is not
    enough.
    """
    search = Dropping(oracle)
    cut = _within(oracle, most, search.fewest)
    if isinstance(cut, Enough):
        cut = _within(oracle, most, search.some)
    yield search.found or Drop((), "found", search.bound)
    if isinstance(cut, Interrupted):
        raise cut


class Dropping:
    """The search for what to drop; no fewer than `bound` rules are enough."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.bound = oracle, 1
        self.found: Drop | None = None
        self._soft: Sequence[int] = ()
        self._hard: Sequence[int] = ()

    def fewest(self) -> None:
        """Drop at most 1, 2, ... until the rest is satisfiable."""
        rules = range(len(self.oracle.theory.rules))
        givens = self.oracle.theory.givens
        others = [rule for rule in rules if rule not in set(givens)]
        enough = bool(givens) and self.oracle.fits(others)
        self._soft, self._hard = (givens, others) if enough else (rules, [])
        at_most = self.oracle.most_dropped(self._soft)
        for number in range(1, len(self._soft) + 1):
            self.bound = number
            if self.oracle.fits(self._hard, (at_most[number],) if number < len(self._soft) else ()):
                kept = set(self.oracle.kept)
                dropped = tuple(rule for rule in self._soft if rule not in kept)
                self.found = Drop(dropped, "least", number)
                return

    def some(self) -> None:
        """A set that is minimal, not proved to be smallest."""
        self.oracle.prefer_rules()
        if self.oracle.fits(self._hard):
            dropped = correction(self.oracle, self._hard, ())
            self.found = Drop(tuple(sorted(dropped)), "minimal", self.bound)
