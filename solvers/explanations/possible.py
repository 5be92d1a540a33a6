"""Which facts are true in some solution (brave consequences), and how many solutions there are, up to a
limit.

Each solution must have a fact that no earlier one had, and the phases of the solver prefer those facts: so
few solutions cover all of them, and a final proof of unsatisfiability excludes the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, islice

from zenkai_solver.models.constraints import Lit, literals
from zenkai_solver.models.grid import EMPTY, Cell
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted, Overrun
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.theory import Theory

LIMIT = 1_000  # solutions that are counted
ENOUGH = 1_000_000  # literals propagated for the facts that solutions share, about half a second
TOLD = 2_000_000  # the same, for the question whether an engine tells a solution
AT_MOST = 10_000_000  # the same, in the end
MOST = 20_000  # solutions of an engine, from which these facts are taken where that does not suffice
MANY = 5_000  # the same, where they share no deciding fact that is true
FEW = 500  # the same, where the engine does not tell all true facts


@dataclass(frozen=True)
class Common:
    """`facts`: those that are true in all solutions; if not `sure`, in those of many that were looked at,
    which share no deciding fact that is true.
    """

    facts: frozenset[Lit]
    sure: bool = True


class Stuck(Overrun):
    """What follows takes too much work; `value` is a fact of a solution, or if it is `right`, of all."""

    def __init__(self, value: Lit, right: bool) -> None:
        super().__init__(WORK_LIMIT)
        self.value, self.right = value, right


@dataclass(frozen=True)
class Possible:
    """`facts`: the literals that are true in some solution; `count`: the number of solutions, or with `more`
    a lower bound on it.
    """

    facts: frozenset[Lit]
    count: int
    more: bool

    @property
    def forced(self) -> frozenset[Lit]:
        """The literals that are true in all solutions."""
        return frozenset(lit for lit in self.facts if -lit not in self.facts)


class Partial(Interrupted):
    """Interrupted: `facts` are true in some solution; others may be, too."""

    def __init__(self, reason: str, facts: frozenset[Lit]) -> None:
        super().__init__(reason)
        self.facts = facts


def possible(theory: Theory, limit: int = LIMIT, deadline: Deadline = NEVER) -> Possible:
    """The facts that are true in some solution, and the number of solutions up to `limit`. Raises Partial."""
    seen: set[Lit] = set()
    with Oracle(theory, deadline) as oracle:
        try:
            for facts in _seen(oracle, ()):
                seen.update(facts)
            count = sum(1 for _ in _solutions(oracle, limit + 1)) if seen else 0
        except Interrupted as cut:
            raise Partial(str(cut), frozenset(seen)) from None
    return Possible(frozenset(seen), min(count, limit), count > limit)


def shared(oracle: Oracle, lits: tuple[Lit, ...] = ()) -> frozenset[Lit]:
    """The facts that are true in some solution in which the literals are true. Raises Interrupted."""
    return frozenset(chain.from_iterable(_seen(oracle, lits)))


def common(oracle: Oracle, soon: bool = False) -> Common | None:
    """The facts that are true in all solutions; None if there is no solution. By the oracle, or if that takes
    long, by the engine that the puzzle is searched with: of many solutions not all are looked at where
    they share no value. `soon`: where the engine does not tell all facts, those of some solutions are
    enough. Raises Stuck if it takes too long, and there is no time limit; Interrupted.
    """
    every = range(len(oracle.theory.rules))
    seen: set[Lit] = set()
    try:
        with oracle.bounded(ENOUGH):
            for facts in _seen(oracle, ()) if oracle.fits(every) else ():
                seen.update(facts)
    except Enough:
        if soon and seen and oracle.theory.deciding != oracle.theory.facts.keys():
            return Common(_agreed(seen), sure=False)
        told = _by_engine(oracle, soon)
        if isinstance(told, Common):
            return told
        seen = _in_the_end(oracle, told)
    if not seen and oracle.theory.facts:
        return None
    return Common(_agreed(seen))


def _agreed(seen: Set[Lit]) -> frozenset[Lit]:
    """The facts that are true in all solutions, of those that are true in some."""
    return frozenset(lit for lit in seen if -lit not in seen)


def _in_the_end(oracle: Oracle, value: Lit | None) -> set[Lit]:
    """`shared`. Raises Stuck, with this value of a solution, where that takes too long; Interrupted."""
    limited = value is None or oracle.deadline.at < float("inf")
    try:
        with oracle.bounded(float("inf") if limited else AT_MOST):
            return {*shared(oracle)}
    except Enough:
        assert value is not None
        raise Stuck(value, right=False) from None


def _by_engine(oracle: Oracle, soon: bool) -> Common | Lit | None:
    """The facts that all solutions share. A value of a solution if more than MOST solutions share some, or
    there are more than FEW of which the engine does not tell all true facts; None if there is no such engine.
    Of these, if it is to be `soon`, the first alone. Raises Interrupted.
    """
    theory = oracle.theory
    if theory.searched is None:
        return None
    givens = [literals(part) for rule in theory.givens for part in theory.parts[rule]]
    told = [lits for lits in givens if theory.deciding.issuperset(map(abs, lits))]

    def kept(true: frozenset[int]) -> bool:
        return all(any((lit > 0) == (abs(lit) in true) for lit in lits) for lits in told)

    facts = filter(kept, theory.searched(oracle.deadline))
    first = next(facts, None)
    if first is None or not _fit(oracle, theory.deciding, first):
        return None
    new = min(first & theory.deciding - {*theory.given}, default=None)
    if len(told) < len(givens) or not _fit(oracle, theory.facts.keys(), first):
        if soon:
            return Common(frozenset(var if var in first else -var for var in theory.deciding), sure=False)
        return _of_few(oracle, chain([first], facts)) or new
    always, ever = first, set(first)
    for number, true in enumerate(islice(facts, MOST), 2):
        always &= true
        ever |= true
        if number > MANY and always.isdisjoint(theory.deciding):
            break
    sure = next(facts, None) is None
    if not sure and not always.isdisjoint(theory.deciding):
        return new
    return Common(always.union(-var for var in theory.facts if var not in ever), sure)


def _of_few(oracle: Oracle, solutions: Iterator[frozenset[int]]) -> Common | None:
    """The facts that these solutions share, of which the deciding facts are told; None for more than FEW, or
    if the others take long to find. Raises Interrupted.
    """
    seen: set[Lit] = set()
    for true in islice(solutions, FEW):
        try:
            with oracle.bounded(TOLD):
                seen |= shared(oracle, tuple(var if var in true else -var for var in oracle.theory.deciding))
        except Enough:
            return None
    if next(solutions, None) is not None:
        return None
    return Common(_agreed(seen))


def _fit(oracle: Oracle, told: Set[int], true: frozenset[int]) -> bool:
    """Is there a solution in which of the facts `told` these, and no others, are true? Not, if that takes
    long. Raises Interrupted.
    """
    lits = [var if var in true else -var for var in told]
    try:
        with oracle.bounded(TOLD):
            return oracle.fits(range(len(oracle.theory.rules)), lits)
    except Enough:
        return False


def _seen(oracle: Oracle, lits: tuple[Lit, ...]) -> Iterator[list[Lit]]:
    """The facts of solutions in which the literals are true, each with a fact that no earlier one has, as
    long as there are any. Raises Interrupted.
    """
    every, facts = range(len(oracle.theory.rules)), oracle.theory.facts
    seen: set[Lit] = set()
    for sign in (1, -1):
        while unseen := [sign * var for var in facts if sign * var not in seen]:
            oracle.prefer(unseen)
            if not oracle.fits_with_one(every, lits, unseen):
                break
            solution = [lit for lit in oracle.assignment if abs(lit) in facts]
            seen.update(solution)
            yield solution


def _solutions(oracle: Oracle, limit: int) -> Iterator[tuple[Lit, ...]]:
    """Up to `limit` solutions, which differ in the deciding facts."""
    every, facts = range(len(oracle.theory.rules)), oracle.theory.deciding
    new = oracle.fresh()
    for _ in range(limit):
        if not oracle.fits(every, (new,)):
            return
        solution = tuple(lit for lit in oracle.assignment if abs(lit) in facts)
        yield solution
        oracle.forbid(solution, new)


def by_cell(theory: Theory, able: Possible, deadline: Deadline = NEVER) -> Mapping[Cell, tuple[str, ...]]:
    """For each cell the labels that it has in some solution, EMPTY among them if it has no label in one.

    Raises Interrupted.
    """
    labels = {
        cell: tuple(label for label, variables in bearing.items() if able.facts.intersection(variables))
        for cell, bearing in sorted(theory.bearing.items())
    }
    with Oracle(theory, deadline) as oracle:
        every = range(len(theory.rules))
        for cell, bearing in theory.bearing.items():
            deadline.check()
            none = [-var for variables in bearing.values() for var in variables]
            if able.facts.issuperset(none) and oracle.fits(every, none):
                labels[cell] = (EMPTY, *labels[cell])
    return labels
