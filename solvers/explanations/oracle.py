"""SAT solvers for a theory: are some rules and facts satisfiable, and if not, which core of them is not?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.core.deadlines import LEAST_SIZE, NEVER, Deadline, Paced
from zenkai_solver.solvers.engines.sat.cutting import CutSolver
from zenkai_solver.solvers.engines.sat.slices import SLICE, SOLVER
from zenkai_solver.solvers.explanations.definitions import Clauses
from zenkai_solver.solvers.explanations.theory import Theory

FIRST_COUNTED = 16  # rules dropped to which a totalizer counts at first; then twice as far, and so on
PER_PROPAGATION = 3  # variables of the clauses for one that unit propagation reads, with what it derives
PER_CLASH = 30  # the same, without what it derives
PER_CONFLICT = 200  # literals propagated in the time in which one is analysed
PER_CUT = 200  # the same in which a clause of a cut is looked for
CONFLICTS = 100  # between two looks at a paced deadline, as each may propagate thousands of literals
MOST_COUNTED = 400_000  # rules times the number to which their totalizer counts


class Enough(Exception):
    """The bound on the work, see `Oracle.allow`, is reached."""


def solver_of(name: str, top: int, clauses: Clauses) -> Any:
    """A python-sat solver of the clauses in which all variables 1 to `top` occur, so that each of them is in
    every assignment and may be assumed.
    """
    from pysat.solvers import Solver  # slow to import

    solver = Solver(name=name)
    solver.append_formula([var, -var] for var in range(1, top + 1))
    solver.append_formula(clauses)
    return solver


class Oracle:
    """An incremental solver: the axioms always hold, rule i if its selector literal is assumed.

    A context manager, since the solver has memory that Python does not manage. The solver is created at the
    first question, which may raise Unsupported, Interrupted.
    """

    def __init__(
        self, theory: Theory, deadline: Deadline = NEVER, solver: str = SOLVER, per: int = 1
    ) -> None:
        self.theory, self.deadline, self.name = theory, deadline, solver
        self._per = per  # variables of the clauses for one that a question reads
        self._dependants: list[Oracle | Probe] = []
        self._fresh = 0  # the number of fresh literals so far
        self._most = self._most_conflicts = float("inf")  # the bounds on `work` and on conflicts
        self._spent = 0  # the work that the deadline knows of

    @cached_property
    def _solver(self) -> Any:
        clausal = self.theory.within(self.deadline)
        solver = solver_of(self.name, clausal.top + len(clausal.rules), clausal.axioms)
        for i, clauses in enumerate(clausal.rules):
            off = -self.selector(i)
            solver.append_formula([*clause, off] for clause in clauses)
        return solver

    @cached_property
    def _search(self) -> CutSolver:
        """Rules count wherever their selectors are true: `kept` says so of all."""
        clausal = self.theory.within(self.deadline)
        conflicts = CONFLICTS if isinstance(self.deadline, Paced) else SLICE
        search = CutSolver(self._solver, self._look, wherever=True, sparse=True, conflicts=conflicts)
        search.watch(clausal.axiom_cuts)
        for i, cuts in enumerate(clausal.cuts):
            search.watch(cuts, self.selector(i))
        return search

    @cached_property
    def _top(self) -> int:
        """The last variable of the clauses; those after it select rules."""
        return self.theory.within(self.deadline).top

    @property
    def _rules(self) -> int:
        return len(self.theory.rules)

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        if "_solver" in vars(self):
            self._solver.delete()
        for other in self._dependants:
            other.close()

    def closes(self, other: Oracle | Probe) -> None:
        """Close `other` when this oracle is closed."""
        self._dependants.append(other)

    @cached_property
    def probe(self) -> Probe:
        """The solver for unit propagation in all rules."""
        probe = Probe(self.theory, self.deadline)
        self.closes(probe)
        return probe

    @property
    def work(self) -> int:
        """The number of literals propagated so far, with PER_CONFLICT for each conflict and PER_CUT for each
        clause of a cut, which is the same on every machine.
        """
        done = self._solver.accum_stats()
        return int(done["propagations"] + PER_CONFLICT * done["conflicts"] + PER_CUT * self._search.added)

    @property
    def _conflicts(self) -> int:
        """The number of conflicts so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def allow(self, more: float = float("inf")) -> None:
        """Bound the work from now on: beyond it `fits` raises Enough."""
        self._most = self.work + more

    @contextmanager
    def bounded(self, most: float) -> Iterator[None]:
        """Within it `fits` raises Enough beyond this work."""
        self.allow(most)
        try:
            yield
        finally:
            self.allow()

    @contextmanager
    def short(self, conflicts: int) -> Iterator[None]:
        """Within it `fits` raises Enough beyond so many conflicts, which is the same on every machine."""
        slices = self._search.conflicts
        self._search.conflicts = min(slices, conflicts)
        self._most_conflicts = self._conflicts + conflicts
        try:
            yield
        finally:
            self._search.conflicts, self._most_conflicts = slices, float("inf")

    @cached_property
    def _check(self) -> Callable[[], None]:
        return self.deadline.about(max(self._top // self._per, LEAST_SIZE))

    @cached_property
    def _glance(self) -> Callable[[], None]:
        """The check of unit propagation."""
        return self.deadline.about(self._top // PER_PROPAGATION)

    def _look(self) -> None:
        work = self.work
        self.deadline.spend(work - self._spent)
        self._spent = work
        self._check()
        if work > self._most or self._conflicts >= self._most_conflicts:
            raise Enough

    # ---- clauses and literals beside those of the theory

    def selector(self, rule: int) -> Lit:
        return self._top + 1 + rule

    def fresh(self) -> Lit:
        """A new literal."""
        self._fresh += 1
        return self._top + self._rules + self._fresh

    def guarded(self, lits: Iterable[Lit]) -> Lit:
        """A fresh literal which, when assumed, requires at least one of the literals."""
        guard = self.fresh()
        self._solver.add_clause([-guard, *lits])
        return guard

    @contextmanager
    def denied(self, lits: Sequence[Lit]) -> Iterator[tuple[Lit, ...]]:
        """Assumptions that require one of the literals to be false; none if there are no literals."""
        if len(lits) < 2:
            yield tuple(-lit for lit in lits)
            return
        guard = self.guarded([-lit for lit in lits])
        try:
            yield (guard,)
        finally:
            self._solver.add_clause([-guard])

    def forbid(self, lits: Iterable[Lit], where: Lit) -> None:
        """When the literal `where` is assumed, one of the literals must be false."""
        self._solver.add_clause([-where, *(-lit for lit in lits)])

    def never(self, rules: Iterable[int]) -> None:
        """Add the clause that these rules, which are known to be unsatisfiable together, do not all hold."""
        self._solver.add_clause([-self.selector(rule) for rule in rules])

    @contextmanager
    def most_dropped(self, rules: Sequence[int]) -> Iterator[Callable[[int], Lit]]:
        """A function that returns a literal: if that of a number is assumed, at most so many of the rules do
        not hold. The function raises Interrupted, and Enough for a number that takes more than MOST_COUNTED.
        """
        from pysat.card import ITotalizer

        off = [-self.selector(rule) for rule in rules]
        before = self._top + self._rules
        with ITotalizer(lits=off, ubound=FIRST_COUNTED, top_id=before + self._fresh) as totalizer:

            def take() -> None:
                self._solver.append_formula(totalizer.cnf.clauses[-totalizer.nof_new :])
                self._fresh = max(totalizer.top_id - before, self._fresh)

            def at_most(number: int) -> Lit:
                while number >= len(totalizer.rhs):
                    self._look()
                    if 2 * totalizer.ubound * len(off) > MOST_COUNTED:
                        raise Enough
                    totalizer.increase(2 * totalizer.ubound, before + self._fresh)
                    take()
                return -int(totalizer.rhs[number])

            take()
            yield at_most

    # ---- questions

    def fits(self, rules: Iterable[int], lits: Iterable[Lit] = ()) -> bool:
        """Are these rules, literals and the axioms satisfiable? Raises Interrupted, Enough."""
        return self._search.satisfiable([*lits, *map(self.selector, rules)])

    def fits_with_one(self, rules: Iterable[int], lits: Iterable[Lit], one_of: Iterable[Lit]) -> bool:
        """As `fits`, and at least one of `one_of` is true."""
        guard = self.guarded(one_of)
        try:
            return self.fits(rules, (*lits, guard))
        finally:
            self._solver.add_clause([-guard])

    def consequences(
        self, rules: Sequence[int], known: Iterable[Lit], lits: Iterable[Lit]
    ) -> list[Lit] | None:
        """Those of the literals that the rules and the known facts imply; None if these are unsatisfiable.

        Each satisfying assignment excludes the literals that are false in it from the candidates. Raises
        Interrupted.
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
        """Set the phases of the solver: it tries these literals first."""
        self._solver.set_phases(list(lits))

    def prefer_rules(self) -> None:
        """Set the phases of the solver so that it tries to satisfy every rule."""
        self.prefer([self.selector(rule) for rule in range(self._rules)])

    @property
    def kept(self) -> list[int]:
        """After `fits` was true: the rules whose selectors are true, assumed or not; the assignment may
        satisfy others, too.
        """
        selectors = self.assignment[self._top : self._top + self._rules]
        return [lit - self._top - 1 for lit in selectors if lit > 0]

    @property
    def assignment(self) -> Sequence[Lit]:
        """After `fits` was true: the literal of each variable 1, 2, ..."""
        return self._solver.get_model()  # type: ignore[no-any-return]

    @property
    def true(self) -> int:
        """After `fits` was true: the variables of the theory that are true, as a bit set."""
        positive = np.array(self.assignment[: self.theory.size], np.int32) > 0
        return int.from_bytes(np.packbits(positive, bitorder="little").tobytes(), "little") << 1

    @property
    def core_lits(self) -> Sequence[Lit]:
        """After `fits` was false: the assumptions in the unsatisfiable core."""
        return self._solver.get_core() or []

    @property
    def core(self) -> tuple[list[int], list[Lit]]:
        """After `fits` was false: the unsatisfiable core, as rules and other assumed literals."""
        rules, others = list[int](), list[Lit]()
        for lit in self.core_lits:
            if self._top < lit <= self._top + self._rules:
                rules.append(lit - self._top - 1)
            else:
                others.append(lit)
        return rules, others

    def propagated(self, lits: Iterable[Lit]) -> tuple[bool, frozenset[Lit]]:
        """Unit propagation from the axioms and the literals: False if it finds a contradiction, and the facts
        that it derives, with the given ones. Raises Interrupted.
        """
        if not self.theory.axioms:
            self.deadline.check()
            facts = set(lits)
            return not any(-lit in facts for lit in facts), frozenset(facts)
        self._glance()
        good, derived = self._solver.propagate(assumptions=list(lits))
        return bool(good), self._fact_lits.intersection(derived)

    @cached_property
    def _fact_lits(self) -> frozenset[Lit]:
        """Both literals of each fact."""
        return frozenset(lit for var in self.theory.facts for lit in (var, -var))


class Probe:
    """Failed-literal probing: does unit propagation in all rules and axioms refute assumptions?

    It has a separate solver, without selectors and with the known facts as unit clauses, so that a question
    takes microseconds. Close it after use.
    """

    def __init__(self, theory: Theory, deadline: Deadline) -> None:
        self.theory, self.deadline = theory, deadline
        clausal = theory.clausal
        self._solver = solver_of(SOLVER, clausal.top, clausal.axioms)
        for clauses in clausal.rules:
            self._solver.append_formula(clauses)
        self._glance = deadline.about(clausal.top // PER_CLASH)
        self.known: set[Lit] = set()

    def close(self) -> None:
        self._solver.delete()

    def learn(self, known: Iterable[Lit]) -> None:
        """Add known facts permanently."""
        new = set(known) - self.known
        self._solver.append_formula([lit] for lit in new)
        self.known |= new

    def clash(self, assumed: Sequence[Lit]) -> bool:
        """Does unit propagation find a contradiction? Raises Interrupted."""
        self._glance()
        return not self._solver.propagate(assumptions=assumed)[0]

    def nested(self, assumed: Lit, most: int) -> int | None:
        """How many failed literals must be added in turn until unit propagation refutes the assumption; None
        if it cannot be refuted so, or with `most` of them. Raises Interrupted.
        """
        lits = [assumed]
        true = {*self.known, *self._solver.propagate(assumptions=lits)[1]}
        open_facts = [var for var in self.theory.facts if var not in true and -var not in true]
        left = [*open_facts, *(-var for var in open_facts)]
        for number in range(most + 1):
            if self.clash(lits):
                return number
            failed = next((i for i, lit in enumerate(left) if self.clash([*lits, lit])), None)
            if failed is None:
                return None
            lits.append(-left[failed])
            left = [*left[failed + 1 :], *left[:failed]]  # literals that did not fail are tried last
        return None
