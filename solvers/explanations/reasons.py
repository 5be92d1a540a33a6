"""Which rules and facts a conclusion needs: minimal unsatisfiable subsets (MUS), and smallest ones.

A *core* is a MUS of the rules: they are unsatisfiable, and satisfiable without any one of them. A
*correction* is a minimal correction subset (MCS): without it the other rules are satisfiable. A smallest core
is found by implicit hitting sets: a smallest set of rules that hits every known correction is a core, or
shows a new correction (Ignatiev, Previti, Liffiton, Marques-Silva, Smallest MUS extraction with minimal
hitting set dualization, CP 2015).

Of a few rules that can be reasoned about apart, the oracle is a small one of these rules alone (a `Scope`):
it is quicker than that of a whole theory with many more variables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from zenkai_solver.models.constraints import Constraint, Lit, literals, renamed
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.theory import Theory

SHUFFLES = 20  # orders in which rules are deleted
ROUNDS = 400  # hitting sets that are tried for a proof that a core is least
DISJOINT = 5  # corrections that are derived from one hitting set
SEED = 1
LARGE = 2_000  # variables: above it a scope of several rules pays even for one question


# ---- which rules a fact, or no solution, follows from


@dataclass(frozen=True)
class Because:
    """Why a fact is true, or false, in all solutions: `cores` by size, each a sorted set of rules. `least`:
    it is proved that no core is smaller than the first. `true` None: the fact differs between solutions.
    """

    true: bool | None
    cores: tuple[tuple[int, ...], ...] = ()
    least: bool = False


def why(theory: Theory, any_of: Sequence[int], number: int = 1, deadline: Deadline = NEVER) -> Because:
    """Why is at least one of the variables true in every solution, or why is none? Raises Interrupted."""
    with Oracle(theory, deadline) as oracle:
        against = {True: tuple(-var for var in any_of), False: (oracle.guarded(any_of),)}
        for true, lits in against.items():
            if (because := reasons(oracle, lits, number)) is not None:
                return Because(true, *because)
    return Because(None)


def reasons(
    oracle: Oracle, lits: tuple[Lit, ...], number: int
) -> tuple[tuple[tuple[int, ...], ...], bool] | None:
    """Cores of the rules with the literals, by size, and whether the first is proved to be smallest; None
    where the rules and literals are satisfiable.
    """
    every = tuple(range(len(oracle.theory.rules)))
    if oracle.fits(every, lits):
        return None
    cores = set(some_cores(oracle, lits, oracle.core[0]))
    least = least_core(oracle, lits, cores)
    if least is not None:
        cores = {*cores, least}
    ordered = sorted(cores, key=lambda core: (len(core), core))
    return tuple(ordered[:number]), least is not None


def some_cores(oracle: Oracle, lits: tuple[Lit, ...], core: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Cores among the rules `core`, and among all rules, by deletion in several random orders."""
    random, every = Random(SEED), list(range(len(oracle.theory.rules)))
    yield (first := small_core(oracle, core, lits))
    if len(first) == 1 and oracle.fits([rule for rule in every if rule not in first], lits):
        return  # the others are satisfiable, so that every core has this rule
    for turn in range(SHUFFLES):
        start = list(core) if turn % 2 == 0 else every
        random.shuffle(start)
        yield small_core(oracle, start, lits)


def small_core(oracle: Oracle, rules: Sequence[int], lits: tuple[Lit, ...] = ()) -> tuple[int, ...]:
    """A core by deletion, from the front, of rules that are unsatisfiable with the literals."""
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
    return tuple(sorted(kept))


def least_core(
    oracle: Oracle, lits: tuple[Lit, ...], known: Collection[tuple[int, ...]], rounds: int = ROUNDS
) -> tuple[int, ...] | None:
    """A smallest core; None where so many hitting sets did not prove one to be smallest."""
    with Least(oracle, lits) as least:
        return least.sought(min(known, key=len, default=None), rounds)


class Least:
    """The search for a smallest core, which can be continued; no core is smaller than `bound`."""

    def __init__(self, oracle: Oracle, lits: tuple[Lit, ...] = ()) -> None:
        from pysat.examples.hitman import Hitman  # slow to import

        self.oracle, self.lits, self.bound = oracle, lits, 1
        self._hitting: Any = Hitman(solver="g4", htype="sorted")
        self._begun = False

    def __enter__(self) -> Least:
        return self

    def __exit__(self, *error: object) -> None:
        self._hitting.delete()

    def sought(self, best: tuple[int, ...] | None, rounds: int = ROUNDS) -> tuple[int, ...] | None:
        """A smallest core, `best` if that is one; None after so many rounds."""
        if not self._begun:
            self._hit(())
            self._begun = True
        for _ in range(rounds):
            hit = self._hitting.get() or []
            self.bound = max(self.bound, len(hit))
            if best is not None and len(hit) >= len(best):
                return best  # every core hits all corrections, so none is smaller than a smallest hitting set
            if not self.oracle.fits(hit, self.lits):
                return tuple(sorted(hit))
            self._hit(hit)
        return None

    def _hit(self, kept: Sequence[int]) -> None:
        for rules in corrections(self.oracle, kept, self.lits):
            self._hitting.hit(rules)


def corrections(oracle: Oracle, kept: Collection[int], lits: tuple[Lit, ...]) -> Iterator[list[int]]:
    """Corrections that are disjoint, and disjoint from `kept`."""
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
    """A correction that has none of the rules `kept`, which were just shown to be satisfiable: these grow as
    long as one more rule can be added (Marques-Silva, Heras, Janota, Previti, Belov, On computing minimal
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
    """An oracle of some `rules` of a theory. `literal` gives its literal for one of the theory, None if it
    has none; `true` the true variables, of the theory, of its last assignment, as a bit set.
    """

    oracle: Oracle
    rules: Sequence[int]
    literal: Callable[[Lit], Lit | None]
    true: Callable[[], int]

    def selectors(self, rules: Iterable[int]) -> dict[Lit, int]:
        """The oracle's literals for the rules."""
        return {self.oracle.selector(self.rules.index(rule)): rule for rule in rules}

    def assumed(self, facts: Iterable[Lit]) -> dict[Lit, Lit]:
        """The oracle's literals for those of the facts that it knows."""
        return {lit: fact for fact in facts if (lit := self.literal(fact)) is not None}


class Scopes:
    """Makes the scopes of one theory, which are closed when the oracle of the whole is.

    A scope has the axioms on the variables of its rules. Where these lead on to no other variables, rules and
    facts are satisfiable in it exactly if they are in the whole theory: the other axioms can be satisfied
    separately.
    """

    def __init__(self, whole: Oracle) -> None:
        self.theory, self._oracle = whole.theory, whole
        self.whole = Scope(whole, range(len(whole.theory.rules)), lambda lit: lit, lambda: whole.true)
        self._single: dict[int, Scope | None] = {}

    @contextmanager
    def of(self, rules: Sequence[int], lits: Iterable[Lit]) -> Iterator[Scope]:
        """The quickest scope that has the rules and knows the literals."""
        scope, passing = None, None
        if len(rules) == 1:
            if rules[0] not in self._single:
                scope = self._single[rules[0]] = self._made(rules)
                if scope is not None:
                    self._oracle.closes(scope.oracle)
            scope = self._single[rules[0]]
        elif rules and self.theory.size > LARGE:
            scope = passing = self._made(rules)
        try:
            known = scope is not None and all(scope.literal(lit) is not None for lit in lits)
            yield scope if scope is not None and known else self.whole
        finally:
            if passing is not None:
                passing.oracle.close()

    def _made(self, rules: Sequence[int]) -> Scope | None:
        """None where axioms lead on to other variables. Variables are numbered as they are met."""
        axioms = dict[Constraint, None]()
        for rule in rules:
            near = self.theory.self_contained(rule)
            if near is None:
                return None
            axioms |= dict.fromkeys(near)
        parts = [self.theory.parts[rule] for rule in rules]
        variables = dict.fromkeys(abs(lit) for part in chain(axioms, *parts) for lit in literals(part))
        names = (0, *variables)
        new = {sign * var: sign * i for i, var in enumerate(names) for sign in (1, -1)}
        theory = Theory(
            tuple(self.theory.rules[rule] for rule in rules),
            tuple(tuple(renamed(part, new.__getitem__) for part in several) for several in parts),
            tuple(renamed(part, new.__getitem__) for part in axioms),
            {new[var]: self.theory.facts[var] for var in variables if var in self.theory.facts},
            len(variables),
        )
        oracle = Oracle(theory, self._oracle.deadline, self._oracle.name)
        beyond = ~sum(1 << var for var in variables)

        def true() -> int:
            others = self._of_axioms & beyond
            return others + sum(1 << names[lit] for lit in oracle.assignment[: theory.size] if lit > 0)

        return Scope(oracle, rules, new.get, true)

    @cached_property
    def _of_axioms(self) -> int:
        """The true variables of an assignment that satisfies the axioms."""
        assert self._oracle.fits(()), "the axioms are satisfiable"
        return self._oracle.true


@dataclass(frozen=True)
class Premises:
    """Rules and facts from which something follows. `without` proves that none can be left out: for each
    rule, then for each fact, the true variables, as a bit set, of an assignment that satisfies the axioms and
    all the others, but not everything that follows.
    """

    rules: tuple[int, ...]
    facts: tuple[Lit, ...]
    without: tuple[int, ...]


def minimal_premises(
    scope: Scope, rules: Iterable[int], facts: Iterable[Lit], follows: Sequence[Lit]
) -> Premises | None:
    """A deletion-minimal subset of the rules and facts that implies, with the axioms, the conjunction
    `follows`, () being a contradiction; None if they do not imply it. The scope knows the literals `follows`.
    Raises Interrupted.

    Rules are left out first, then facts in ascending order, negative ones before positive ones: a value that
    a cell has is easier to see than one that it has not.
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
