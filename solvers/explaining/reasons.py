"""Why rules do not fit together, and why a fact is as it is: smallest sets of rules and givens that say so.

A *core* is a set of rules that do not fit together, and do without any one of them. The least core is found
by implicit hitting sets: a set of rules that hits every known *correction* (a set without which the others
fit) is a core or shows a new correction; the smallest that is a core is a least one (Ignatiev, Previti,
Liffiton, Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.theory import Theory

SHUFFLES = 20  # orders in which rules are dropped
ROUNDS = 400  # hitting sets that are tried for a proof that a core is least
DISJOINT = 5  # corrections that one hitting set may show at once
SEED = 1


@dataclass(frozen=True)
class Because:
    """Why a fact is so, or is not: `cores` by size, each a sorted set of rules; `least`: no core is smaller
    than the first, else that is not known. `true` None: it is open, and there is nothing to explain.
    """

    true: bool | None
    cores: tuple[tuple[int, ...], ...] = ()
    least: bool = False


def why(theory: Theory, any_of: Sequence[int], number: int = 1, deadline: Deadline = NEVER) -> Because:
    """Why is one of the variables true in every solution, or why is none of them? Raises Interrupted."""
    with Oracle(theory, deadline) as oracle:
        against = {True: tuple(-var for var in any_of), False: (oracle.guarded(any_of),)}
        for true, lits in against.items():
            if (found := reasons(oracle, lits, number)) is not None:
                return Because(true, *found)
    return Because(None)


def reasons(
    oracle: Oracle, lits: tuple[Lit, ...], number: int
) -> tuple[tuple[tuple[int, ...], ...], bool] | None:
    """Cores by size, given the literals, and whether the first is least; None: rules and literals fit."""
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
    """The core that the solver named, made small in several orders."""
    random, every = Random(SEED), list(range(len(oracle.theory.rules)))
    yield (first := small_core(oracle, core, lits))
    if len(first) == 1 and oracle.fits([rule for rule in every if rule not in first], lits):
        return  # the others fit together, so that every core has this rule
    for turn in range(SHUFFLES):
        start = list(core) if turn % 2 == 0 else every
        random.shuffle(start)
        yield small_core(oracle, start, lits)


def small_core(oracle: Oracle, rules: Sequence[int], lits: tuple[Lit, ...] = ()) -> tuple[int, ...]:
    """A core among rules that do not fit together; rules are dropped from the front."""
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
    """A core of least size; None where so many rounds were not enough to prove one."""
    with Least(oracle, lits) as least:
        return least.sought(min(known, key=len, default=None), rounds)


class Least:
    """The search for a core of least size, which may be gone on with; no core is smaller than `bound`."""

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
        """The core; `best` if none is smaller than that one. None after so many rounds."""
        if not self._begun:
            self._hit(())
            self._begun = True
        for _ in range(rounds):
            hit = self._hitting.get() or []
            self.bound = max(self.bound, len(hit))
            if best is not None and len(hit) >= len(best):
                return best  # no core is smaller than a smallest hitting set
            if not self.oracle.fits(hit, self.lits):
                return tuple(sorted(hit))
            self._hit(hit)
        return None

    def _hit(self, kept: Sequence[int]) -> None:
        for found in corrections(self.oracle, kept, self.lits):
            self._hitting.hit(found)


def corrections(oracle: Oracle, kept: Collection[int], lits: tuple[Lit, ...]) -> Iterator[list[int]]:
    """Sets of rules, disjoint and apart from `kept`, without each of which all others fit together."""
    fixed = list(kept)
    oracle.prefer_rules()
    for _ in range(DISJOINT):
        if not oracle.fits(fixed, lits):
            return
        found = correction(oracle, fixed, lits)
        if not found:
            return
        yield found
        fixed += found


def correction(oracle: Oracle, kept: Sequence[int], lits: tuple[Lit, ...]) -> list[int]:
    """Rules of which none can be added to all others, which fit: with those kept, just found to fit, as long
    as one more can be added (Marques-Silva, Heras, Janota, Previti, Belov: On computing minimal correction
    subsets, IJCAI 2013).
    """
    good = {*kept, *oracle.kept}
    while left := [rule for rule in range(len(oracle.theory.rules)) if rule not in good]:
        if not oracle.fits_with_one(sorted(good), lits, map(oracle.selector, left)):
            break
        good.update(oracle.kept)
    return left
