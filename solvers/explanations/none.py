"""Why there is no solution: unsatisfiable cores of rules and givens, as they are found, and what to drop.

First an argument by counting (see `sums`), then small cores and a smallest one (see `reasons`), last a
smallest correction set of givens, the fewest to drop, whose number is bounded by a totalizer (Bailleux and
Boufkhad, CP 2003). Later cores may be smaller than earlier ones; the claim of each says what is proved. The
work of each part is bounded in literals that solvers propagate, which is the same on every machine.
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

CORES = 3  # unsatisfiable sets that are shown
MOST_SETS = 3_000  # subsets of rules, if there are no more they are tried one by one
FEW_RULES = 3  # a core of at most so many rules is preferred to an argument by counting
# Work of parts of the search, in literals propagated:
HINT = 500_000  # a first core, before an argument by counting is looked for
QUICK = 5_000_000  # the same where facts are about single cells; each improvement: a second or two
SHORT = 8_000_000  # cores, before any is yielded: some seconds
LONG = 400_000_000  # a proof that a core is smallest: some minutes


@dataclass(frozen=True)
class Core:
    """An unsatisfiable set of rules, by number; `counting`: the argument by counting, if any."""

    rules: Rules
    claim: Claim
    counting: Counting | None = None


@dataclass(frozen=True)
class LeastSize:
    """No unsatisfiable set has fewer than `bound` rules; `proved`: some core has exactly so many."""

    bound: int
    proved: bool


@dataclass(frozen=True)
class Drop:
    """A correction set: without these givens there is a solution; or without these rules, if dropping givens
    is not enough. No set of fewer than `bound` is enough. `rules` is () where none was found.
    """

    rules: Rules
    claim: Claim
    bound: int


Reason = Core | LeastSize | Drop


def why_none(theory: Theory, deadline: Deadline = NEVER, most: float = LONG) -> Iterator[Reason]:
    """Reasons why there is no solution, with about CORES cores; nothing if there is a solution. `most`: the
    work of each proof. Raises Interrupted after yielding the results so far.
    """
    with Oracle(theory, deadline) as oracle, Least(oracle) as least:
        counted = _counted(theory, oracle)
        if counted is None and oracle.fits(range(len(theory.rules))):
            return
        try:
            yield from Cores(oracle, least, counted).answers(most)
        except Interrupted:
            yield Drop((), "found", 1)
            raise
        yield from _drop(oracle, most)


def _counted(theory: Theory, oracle: Oracle) -> Counting | None:
    """The argument by counting with the fewest rules. None if there is none, if there is a solution, or if
    the solver soon finds a core that is preferred: of few rules or, where facts are about single cells, any.
    """
    single = all(len(cells) == 1 for _, cells in theory.facts.values())
    core: list[int] = []

    def look_for_core() -> None:
        if not oracle.fits(range(len(theory.rules))):
            core.extend(small_core(oracle, oracle.core[0]))

    cut = _within(oracle, QUICK if single else HINT, look_for_core)
    if isinstance(cut, Interrupted):
        raise cut
    if cut is None and (single or not core or len(core) <= FEW_RULES):
        return None
    return min(countings(theory, oracle.deadline), key=lambda counting: len(counting.rules), default=None)


class Cores:
    """The search for CORES cores of a theory without a solution. `counted`: an argument by counting."""

    def __init__(self, oracle: Oracle, least: Least, counted: Counting | None) -> None:
        self.oracle, self.least, self.counted = oracle, least, counted
        self.known: dict[Rules, Claim] = {}  # the unsatisfiable sets so far
        self.given: list[Core] = []  # those that were yielded
        self.proved = False  # is the smallest of them proved to be smallest?

    def answers(self, most: float) -> Iterator[Core | LeastSize]:
        """The core by counting, unless there is a smaller one; then others; then what is proved about the
        smallest size. Raises Interrupted after yielding the results so far.
        """
        if self.counted is not None:
            yield from self._by_counting(self.counted)
        cut = _within(self.oracle, SHORT, self._search)
        yield from self._others(CORES - len(self.given))
        if isinstance(cut, Enough):
            cut = _within(self.oracle, most, self._prove)
            yield from self._others(1 if self._smaller else 0)
        if not any(core.claim == "least" for core in self.given):
            yield LeastSize(self.least.bound, self.proved)
        if isinstance(cut, Interrupted):
            raise cut

    def _by_counting(self, counting: Counting) -> Iterator[Core]:
        """The core of the argument, unless the solver soon finds a smaller one."""
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
            raise WrongSolution("there is a solution, and before there was none")
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
        """An unsatisfiable set of fewest rules, fewer than `size`, by trying all; None if there is none."""
        every = range(len(self.oracle.theory.rules))
        sets = chain.from_iterable(combinations(every, less) for less in range(1, size))
        return next((rules for rules in sets if not self.oracle.fits(rules)), None)

    @property
    def _smaller(self) -> bool:
        """Is some core smaller than all that were yielded?"""
        return min(map(len, self.known)) < min(len(core.rules) for core in self.given)

    def _others(self, number: int) -> Iterator[Core]:
        """The smallest cores that were not yielded yet, at most `number`."""
        given = {core.rules for core in self.given}
        left = sorted((len(rules), rules) for rules in self.known if rules not in given)
        yield from (self._core(rules) for _, rules in left[: max(number, 0)])

    def _core(self, rules: Rules, counting: Counting | None = None) -> Core:
        """The rules as a core with its claim, which is noted as yielded."""
        least = self.proved and len(rules) == self.least.bound
        self.given.append(Core(rules, "least" if least else self.known[rules], counting))
        return self.given[-1]


def _within(oracle: Oracle, work: float, search: Callable[[], None]) -> Enough | Interrupted | None:
    """Call `search` with a bound on the work; the exception that ended it early, if any."""
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
    """A smallest set of givens without which there is a solution; of rules, if givens do not suffice."""
    search = Dropping(oracle)
    cut = _within(oracle, most, search.fewest)
    if isinstance(cut, Enough):
        cut = _within(oracle, most, search.some)
    yield search.best or Drop((), "found", search.bound)
    if isinstance(cut, Interrupted):
        raise cut


class Dropping:
    """The search for a smallest correction set, `best`; `bound` is a lower bound on its size."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.bound = oracle, 1
        self.best: Drop | None = None
        self._soft: Sequence[int] = ()
        self._hard: Sequence[int] = ()

    def fewest(self) -> None:
        """Drop at most 1, 2, ... until the rest is satisfiable."""
        rules = range(len(self.oracle.theory.rules))
        givens = self.oracle.theory.givens
        others = [rule for rule in rules if rule not in set(givens)]
        enough = bool(givens) and self.oracle.fits(others)
        self._soft, self._hard = (givens, others) if enough else (rules, [])
        with self.oracle.most_dropped(self._soft) as at_most:
            for number in range(1, len(self._soft) + 1):
                self.bound = number
                if self.oracle.fits(self._hard, (at_most(number),) if number < len(self._soft) else ()):
                    kept = set(self.oracle.kept)
                    dropped = tuple(rule for rule in self._soft if rule not in kept)
                    self.best = Drop(dropped, "least", number)
                    return

    def some(self) -> None:
        """Find a correction set that is minimal by deletion, not proved to be smallest."""
        self.oracle.prefer_rules()
        if self.oracle.fits(self._hard):
            dropped = correction(self.oracle, self._hard, ())
            self.best = Drop(tuple(sorted(dropped)), "minimal", self.bound)
