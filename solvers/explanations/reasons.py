"""Which rules and facts a conclusion follows from: minimal unsatisfiable subsets (MUS), and smallest ones.

A *core* is a MUS of the rules: they are unsatisfiable, and satisfiable without any one of them. A
*correction* is a minimal correction subset (MCS): without it the other rules are satisfiable. A smallest core
is found by implicit hitting sets: a smallest set of rules that hits every known correction is either a core,
or satisfiable and yields a new correction (Ignatiev, Previti, Liffiton, Marques-Silva, Smallest MUS
extraction with minimal hitting set dualization, CP 2015).

For a few rules whose axioms are independent of the rest, a `Scope` is a small solver of these alone, which is
faster than the one of the whole theory with many more variables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.hitting import Hitting
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.steps import Claim
from zenkai_solver.solvers.explanations.theory import Theory

SHUFFLES = 20  # random orders in which rules are deleted
ROUNDS = 400  # hitting sets tried in the proof that a core is smallest
HITTING = 20_000_000  # literals propagated in the search for hitting sets, of that proof
DISJOINT = 5  # corrections derived from one hitting set, at most
SEED = 1
CORES = 10_000_000  # literals propagated for cores, and for the proof that one is smallest: some seconds
LARGE = 2_000  # variables: in larger theories a scope of several rules pays even for a single question


# ---- which rules a fact, or no solution, follows from


@dataclass(frozen=True)
class Because:
    """Why a fact is true, or false, in all solutions: cores that imply it, the smallest first, each sorted.

    `true`: its value, None if it differs between solutions; `claim`: what is known of the first core.
    """

    true: bool | None
    cores: tuple[tuple[int, ...], ...] = ()
    claim: Claim = "found"


def why(theory: Theory, any_of: Sequence[int], number: int = 1, deadline: Deadline = NEVER) -> Because:
    """Up to `number` cores which imply that some variable is true, or all are false. Raises Interrupted."""
    with Oracle(theory, deadline) as oracle:
        against = {True: tuple(-var for var in any_of), False: (oracle.guarded(any_of),)}
        for true, lits in against.items():
            if (because := reasons(oracle, lits, number)) is not None:
                return Because(true, *because)
    return Because(None)


def reasons(
    oracle: Oracle, lits: tuple[Lit, ...], number: int
) -> tuple[tuple[tuple[int, ...], ...], Claim] | None:
    """Up to `number` cores of the rules that are unsatisfiable with the literals, the smallest first, and
    whether the first is proved to be smallest; a set that is perhaps no core if that takes long, and there is
    no time limit. None if all rules with the literals are satisfiable.
    """
    if oracle.fits(range(len(oracle.theory.rules)), lits):
        return None
    most = CORES if oracle.deadline.at == float("inf") else float("inf")
    core, cores = tuple(oracle.core[0]), set[tuple[int, ...]]()
    claim: Claim = "found"
    with suppress(Enough), oracle.bounded(most):
        for smaller in shrinking(oracle, core, lits):
            core = smaller
        claim = "minimal"
        cores.update(some_cores(oracle, lits, core))
    cores.add(tuple(sorted(core)))
    if claim == "minimal":
        with suppress(Enough), oracle.bounded(most):
            least = least_core(oracle, lits, cores)
            if least is not None:
                cores.add(least)
                claim = "least"
    ordered = sorted(cores, key=lambda core: (len(core), core))
    return tuple(ordered[:number]), claim


def some_cores(oracle: Oracle, lits: tuple[Lit, ...], core: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Cores by deletion in several random orders, in turn from the rules `core` and from all rules."""
    random, every = Random(SEED), list(range(len(oracle.theory.rules)))
    yield (first := small_core(oracle, core, lits))
    if len(first) == 1 and oracle.fits([rule for rule in every if rule not in first], lits):
        return  # the others are satisfiable, so that every core has this rule
    for turn in range(SHUFFLES):
        start = list(core) if turn % 2 == 0 else every
        random.shuffle(start)
        yield small_core(oracle, start, lits)


def shrinking(oracle: Oracle, rules: Iterable[int], lits: tuple[Lit, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Smaller and smaller sets of these rules, which are unsatisfiable with the literals, by deletion from
    the front; the last one is a core.
    """
    kept: list[int] = []
    left = list(rules)
    while left:
        rule = left.pop(0)
        if oracle.fits((*kept, *left), lits):
            kept.append(rule)
        else:
            named = set(oracle.core[0])
            left = [other for other in left if other in named]
            kept = [other for other in kept if other in named]
            yield (*kept, *left)


def small_core(oracle: Oracle, rules: Sequence[int], lits: tuple[Lit, ...] = ()) -> tuple[int, ...]:
    """A core of rules that are unsatisfiable with the literals."""
    *_, core = (tuple(rules), *shrinking(oracle, rules, lits))
    return tuple(sorted(core))


def least_core(
    oracle: Oracle, lits: tuple[Lit, ...], known: Collection[tuple[int, ...]], rounds: int = ROUNDS
) -> tuple[int, ...] | None:
    """A smallest core, given `known` ones; None if `rounds` hitting sets do not suffice for the proof.

    Raises Enough if one of these takes too much work.
    """
    with Least(oracle, lits) as least:
        return least.sought(min(known, key=len, default=None), rounds)


class Least:
    """The search for a smallest core, which can be continued; `bound` is a lower bound on its size."""

    def __init__(self, oracle: Oracle, lits: tuple[Lit, ...] = ()) -> None:
        self.oracle, self.lits, self.bound = oracle, lits, 1
        self._hitting = Hitting(len(oracle.theory.rules), oracle.deadline)
        self._begun = False

    def __enter__(self) -> Least:
        return self

    def __exit__(self, *error: object) -> None:
        self._hitting.close()

    def sought(self, best: tuple[int, ...] | None, rounds: int = ROUNDS) -> tuple[int, ...] | None:
        """A smallest core, `best` (the smallest known) if proved; None after the rounds. Raises Enough."""
        if not self._begun:
            self._hitting.hit(corrections(self.oracle, (), self.lits))
            self._begun = True
        for _ in range(rounds):
            hit = sorted(self._hitting.least(self._check))
            self.bound = max(self.bound, len(hit))
            if best is not None and len(hit) >= len(best):
                return best  # every core hits all corrections, so none is smaller than a smallest hitting set
            if not self.oracle.fits(hit, self.lits):
                return tuple(hit)
            self._hitting.hit(corrections(self.oracle, hit, self.lits))
        return None

    def _check(self) -> None:
        self.oracle.deadline.check()
        if self._hitting.work > HITTING:
            raise Enough


def corrections(oracle: Oracle, kept: Collection[int], lits: tuple[Lit, ...]) -> Iterator[list[int]]:
    """Up to DISJOINT corrections that are disjoint from each other and from `kept`."""
    fixed = list(kept)
    oracle.prefer_rules()
    for _ in range(DISJOINT):
        if not oracle.fits(fixed, lits):
            return
        rules = correction(oracle, fixed, lits)
        if not rules:
            return
        yield rules
        fixed += rules


def correction(oracle: Oracle, kept: Sequence[int], lits: tuple[Lit, ...]) -> list[int]:
    """A correction disjoint from the rules `kept`, which `fits` has just found satisfiable: they are extended
    as long as another rule can be added (Marques-Silva, Heras, Janota, Previti, Belov, On computing minimal
    correction subsets, IJCAI 2013).
    """
    good = {*kept, *oracle.kept}
    while left := [rule for rule in range(len(oracle.theory.rules)) if rule not in good]:
        if not oracle.fits_with_one(sorted(good), lits, map(oracle.selector, left)):
            break
        good.update(oracle.kept)
    return left


# ---- which rules and facts a step needs


@dataclass(frozen=True)
class Scope:
    """An oracle for some `rules` of a theory. literal(lit): its literal for a literal of the theory, None if
    it has none; true(): the variables of the theory that its last assignment makes true, as a bit set.
    """

    oracle: Oracle
    rules: Sequence[int]
    literal: Callable[[Lit], Lit | None]
    true: Callable[[], int]

    def selectors(self, rules: Iterable[int]) -> dict[Lit, int]:
        """The rules, by their selectors in the oracle."""
        return {self.oracle.selector(self.rules.index(rule)): rule for rule in rules}

    def assumed(self, facts: Iterable[Lit]) -> dict[Lit, Lit]:
        """Those of the facts that the oracle has a literal for, by this literal."""
        return {lit: fact for fact in facts if (lit := self.literal(fact)) is not None}


class Scopes:
    """The scopes of one theory; those of single rules are kept until the oracle of the whole theory is
    closed.

    A scope has the axioms on the variables of its rules. If these axioms share no variable with others, rules
    and facts are satisfiable in the scope exactly if they are in the whole theory, since the other axioms can
    be satisfied independently.
    """

    def __init__(self, whole: Oracle) -> None:
        self.theory, self._oracle = whole.theory, whole
        self.whole = Scope(whole, range(len(whole.theory.rules)), lambda lit: lit, lambda: whole.true)
        self._single: dict[int, Scope | None] = {}

    @contextmanager
    def of(self, rules: Sequence[int], lits: Iterable[Lit]) -> Iterator[Scope]:
        """The fastest scope that has the rules and the literals."""
        scope, temporary = None, None
        if len(rules) == 1:
            if rules[0] not in self._single:
                scope = self._single[rules[0]] = self._made(rules)
                if scope is not None:
                    self._oracle.closes(scope.oracle)
            scope = self._single[rules[0]]
        elif rules and self.theory.size > LARGE:
            scope = temporary = self._made(rules)
        try:
            known = scope is not None and all(scope.literal(lit) is not None for lit in lits)
            yield scope if scope is not None and known else self.whole
        finally:
            if temporary is not None:
                temporary.oracle.close()

    def _made(self, rules: Sequence[int]) -> Scope | None:
        """A new scope of the rules; None if their axioms share variables with others."""
        axioms = dict[int, None]()
        for rule in rules:
            near = self.theory.self_contained(rule)
            if near is None:
                return None
            axioms |= dict.fromkeys(near)
        part = self.theory.part(rules, [*map(self.theory.axioms.__getitem__, axioms)])
        oracle = Oracle(part.theory, self._oracle.deadline, self._oracle.name)
        beyond = ~sum(1 << var for var in part.names)

        def true() -> int:
            others = self._of_axioms & beyond
            assigned = oracle.assignment[: part.theory.size]
            return others + sum(1 << part.names[lit] for lit in assigned if lit > 0)

        return Scope(oracle, rules, part.new.get, true)

    @cached_property
    def _of_axioms(self) -> int:
        """The true variables of an assignment that satisfies the axioms."""
        assert self._oracle.fits(()), "the axioms are satisfiable"
        return self._oracle.true


@dataclass(frozen=True)
class Premises:
    """A minimal set of rules and facts that imply a conclusion. `without` proves its minimality: for each
    rule, then for each fact, the true variables, as a bit set, of an assignment that satisfies the axioms and
    all other members, but not the conclusion.
    """

    rules: tuple[int, ...]
    facts: tuple[Lit, ...]
    without: tuple[int, ...]


def minimal_premises(
    scope: Scope, rules: Iterable[int], facts: Iterable[Lit], follows: Sequence[Lit]
) -> Premises | None:
    """A deletion-minimal subset of the rules and facts that implies, with the axioms, the conjunction
    `follows`, () being a contradiction; None if they do not imply it. The scope must have the literals
    `follows`. Raises Interrupted.

    Deletion tries rules first, then facts in ascending order, negative ones before positive ones, since the
    value of a cell is easier to see than an excluded one.
    """
    oracle, selectors, assumed = scope.oracle, scope.selectors(rules), scope.assumed(sorted(facts))
    with oracle.denied([*scope.assumed(follows)]) as denied:
        if oracle.fits((), (*selectors, *assumed, *denied)):
            return None
        left, without = _in_core(oracle, (*selectors, *assumed)), dict[Lit, int]()
        while len(without) < len(left):
            member = next(lit for lit in left if lit not in without)
            others = [lit for lit in left if lit != member]
            if oracle.fits((), (*others, *denied)):
                without[member] = scope.true()
            else:
                left = _in_core(oracle, others)
    return Premises(
        tuple(selectors[lit] for lit in left if lit in selectors),
        tuple(assumed[lit] for lit in left if lit in assumed),
        tuple(without[lit] for lit in left),
    )


def _in_core(oracle: Oracle, lits: Iterable[Lit]) -> list[Lit]:
    """Those of the literals, in their order, that are in the last unsatisfiable core."""
    core = set(oracle.core_lits)
    return [lit for lit in lits if lit in core]
