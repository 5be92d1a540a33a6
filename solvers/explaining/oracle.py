"""Answers by one SAT solver: do these rules and facts fit together, and if not, which of them do not?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import Any, Protocol, TypeVar

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable
from zenkai_solver.solvers.explaining.probing import Probe
from zenkai_solver.solvers.explaining.theory import Theory


class Enough(Exception):
    """The work that was allowed is done."""


class Closing(Protocol):
    def close(self) -> None: ...


Other = TypeVar("Other", bound=Closing)


class Oracle:
    """The axioms are always on; rule i is on where `selector(i)` is assumed.

    A context manager, since the solver holds memory that Python does not see. It is made when it is first
    asked, which raises Unsupported, Interrupted.
    """

    def __init__(self, theory: Theory, deadline: Deadline = NEVER, solver: str = SOLVER) -> None:
        self.theory, self.deadline, self.name = theory, deadline, solver
        self._others: list[Closing] = []
        self._more = 0  # literals that are new
        self._most = float("inf")  # work

    @cached_property
    def _solver(self) -> Any:
        from pysat.solvers import Solver  # slow to import

        own = self.theory.within(self.deadline)
        solver = Solver(name=self.name)
        # so that variables in no clause are in every assignment
        solver.append_formula([var, -var] for var in range(1, own.top + len(own.rules) + 1))
        solver.append_formula(own.axioms)
        for i, clauses in enumerate(own.rules):
            off = -self.selector(i)
            solver.append_formula([*clause, off] for clause in clauses)
        return solver

    @cached_property
    def _first(self) -> Lit:
        """The rules' literals are those after it."""
        return self.theory.within(self.deadline).top

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if "_solver" in vars(self):
            self._solver.delete()
        for other in self._others:
            other.close()

    def with_me(self, other: Other) -> Other:
        """It is closed when this is."""
        self._others.append(other)
        return other

    @cached_property
    def probe(self) -> Probe:
        """For unit propagation in all rules."""
        return self.with_me(Probe(self.theory, self.deadline))

    @property
    def work(self) -> int:
        """How many literals were propagated until now: the same on every machine."""
        return int(self._solver.accum_stats()["propagations"])

    def allow(self, more: float = float("inf")) -> None:
        """After so much more work `fits` raises Enough, until more is allowed."""
        self._most = self.work + more

    def _look(self) -> None:
        self.deadline.check()
        if self._most < float("inf") and self.work > self._most:
            raise Enough

    def never(self, rules: Iterable[int]) -> None:
        """Say of rules that are known not to fit together that they do not."""
        self._solver.add_clause([-self.selector(rule) for rule in rules])

    def selector(self, rule: int) -> Lit:
        return self._first + 1 + rule

    def guarded(self, lits: Iterable[Lit]) -> Lit:
        """A new literal; where it is assumed, one of the literals is true."""
        guard = self.fresh()
        self._solver.add_clause([-guard, *lits])
        return guard

    @contextmanager
    def denied(self, lits: Sequence[Lit]) -> Iterator[tuple[Lit, ...]]:
        """What is to be assumed so that not all of the literals are true; nothing for none of them."""
        if len(lits) < 2:
            yield tuple(-lit for lit in lits)
            return
        guard = self.guarded([-lit for lit in lits])
        try:
            yield (guard,)
        finally:
            self._solver.add_clause([-guard])

    def fresh(self) -> Lit:
        self._more += 1
        return self._first + self._rules + self._more

    def forbid(self, lits: Iterable[Lit], where: Lit) -> None:
        """Where that literal is assumed, not all of the literals are true."""
        self._solver.add_clause([-where, *(-lit for lit in lits)])

    def most_dropped(self, rules: Sequence[int]) -> list[Lit]:
        """New literals; where that of index n is assumed, at most n of the rules are off."""
        from pysat.card import ITotalizer

        off = [-self.selector(rule) for rule in rules]
        top = self._first + self._rules + self._more
        with ITotalizer(lits=off, ubound=len(off), top_id=top) as counted:
            self._solver.append_formula(counted.cnf.clauses)
            self._more += max(counted.top_id - top, 0)
            return [-lit for lit in counted.rhs]

    def fits(self, rules: Iterable[int], lits: Iterable[Lit] = ()) -> bool:
        """Is there an assignment that keeps these rules and the literals? Raises Interrupted, Enough."""
        assumed = [*lits, *map(self.selector, rules)]
        return satisfiable(self._solver, self._look, assumed)

    def fits_with_one(self, rules: Iterable[int], lits: Iterable[Lit], one_of: Iterable[Lit]) -> bool:
        """The same where one of some more literals is true; the solver is rid of these afterwards."""
        guard = self.guarded(one_of)
        try:
            return self.fits(rules, (*lits, guard))
        finally:
            self._solver.add_clause([-guard])

    def consequences(
        self, rules: Sequence[int], known: Iterable[Lit], lits: Iterable[Lit]
    ) -> list[Lit] | None:
        """Those of the literals that follow from the rules and what is known; None: these do not fit.

        Every answer of the solver strikes out the literals that are false in it. Raises Interrupted.
        """
        known, left = sorted(known), list(lits)
        if not self.fits(rules, known):
            return None
        while left:
            against = [-lit for lit in left]
            self.prefer(against)
            if not self.fits_with_one(rules, known, against):
                break
            true = set(self.assignment)
            left = [lit for lit in left if lit in true]
        return left

    def prefer(self, lits: Collection[Lit]) -> None:
        """Try these literals first."""
        self._solver.set_phases(list(lits))

    def prefer_rules(self) -> None:
        """Try to keep every rule."""
        self.prefer([self.selector(rule) for rule in range(self._rules)])

    @property
    def kept(self) -> list[int]:
        """After `fits` was true: rules that the assignment keeps, assumed or not; there may be others."""
        own = self.assignment[self._first : self._first + self._rules]
        return [lit - self._first - 1 for lit in own if lit > 0]

    @property
    def assignment(self) -> Sequence[Lit]:
        """After `fits` was true: the literal of each variable 1, 2, ..."""
        return self._solver.get_model()  # type: ignore[no-any-return]

    @property
    def true(self) -> int:
        """After `fits` was true: the variables of the theory that are true, as a bit set."""
        return sum(1 << lit for lit in self.assignment[: self.theory.size] if lit > 0)

    @property
    def core(self) -> tuple[list[int], list[Lit]]:
        """After `fits` was false: rules and literals, of those assumed, that already do not fit."""
        core = self.core_lits
        rules = [lit - self._first - 1 for lit in core if self._first < lit <= self._first + self._rules]
        others = [lit for lit in core if not self._first < lit <= self._first + self._rules]
        return rules, others

    @property
    def core_lits(self) -> Sequence[Lit]:
        """The same as the literals that were assumed."""
        return self._solver.get_core() or []

    @property
    def _rules(self) -> int:
        return len(self.theory.rules)

    def clash(self, rules: Iterable[int], lits: Iterable[Lit]) -> bool:
        """Does unit propagation see that these rules and literals do not fit together?"""
        return not self._solver.propagate(assumptions=[*map(self.selector, rules), *lits])[0]

    def propagated(self, lits: Iterable[Lit]) -> tuple[bool, frozenset[Lit]]:
        """What unit propagation finds from the axioms and literals, which are in it; False: they clash.

        Raises Interrupted.
        """
        self.deadline.check()
        if not self.theory.axioms:
            own = set(lits)
            return not any(-lit in own for lit in own), frozenset(own)
        good, found = self._solver.propagate(assumptions=list(lits))
        return bool(good), self._facts.intersection(found)

    @cached_property
    def _facts(self) -> frozenset[Lit]:
        """Both literals of each."""
        return frozenset(lit for var in self.theory.facts for lit in (var, -var))
