"""Each step once more, by a solver that knows nothing of how it was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, Protocol

from zenkai_solver.models.csp import BlockLine, Lit
from zenkai_solver.solvers.backend import NEVER, Deadline, WrongSolution
from zenkai_solver.solvers.engines.sat.cnf import clauses
from zenkai_solver.solvers.engines.sat.slices import satisfiable
from zenkai_solver.solvers.explaining.needs import GUARD
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.theory import Theory

SOLVER = "minisat22"  # not that of the search


def check(checker: Checker, number: int, step: Step) -> None:
    """Raises WrongSolution, Interrupted."""
    if fault := next(checker.faults(step), None):
        raise WrongSolution(f"step {number}: {fault}")


class Answering(Protocol):
    """What an `Oracle` can be asked, too."""

    def guarded(self, lits: Iterable[Lit]) -> Lit: ...

    def fits(self, rules: Sequence[int], lits: Iterable[Lit] = ()) -> bool: ...


class Checker:
    """`faults` says what is wrong with a step: nothing, unless there is a bug."""

    def __init__(self, theory: Theory, deadline: Deadline = NEVER) -> None:
        self.theory, self.oracle = theory, Oracle(theory, deadline, SOLVER)
        self._alone: dict[int, OneLine] = {}

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *error: object) -> None:
        self.oracle.__exit__(None, None, None)
        for own in self._alone.values():
            own.close()

    def faults(self, step: Step) -> Iterator[str]:
        """From rules and facts follows what is said; of a least or minimal step, from no fewer of them."""
        for inner in step.nested:
            yield from self.faults(inner)
        oracle = self._able(step)
        guard = (oracle.guarded([-lit for lit in step.follows]),) if step.follows else ()
        if oracle.fits(step.rules, (*step.because, *guard)):
            yield "it does not follow"
        if step.claim == "found":
            return
        for rule in step.rules:
            if not oracle.fits(_without(step.rules, rule), (*step.because, *guard)):
                yield f"it follows without the rule: {self.theory.rules[rule].words}"
        for fact in step.because:
            if not oracle.fits(step.rules, (*_without(step.because, fact), *guard)):
                yield f"it follows without the fact {fact}"

    def _able(self, step: Step) -> Answering:
        """What is asked about the step: of one line of blocks that no axiom bears on a small solver."""
        if len(step.rules) != 1 or self.theory.axioms:
            return self.oracle
        (rule,) = step.rules
        if rule not in self._alone:
            parts = self.theory.parts[rule]
            if len(parts) != 1 or not isinstance(line := parts[0], BlockLine):
                return self.oracle
            self._alone[rule] = OneLine(line, self.oracle.deadline)
        own = self._alone[rule]
        return own if own.knows((*step.because, *step.follows)) else self.oracle


def _without(members: Sequence[int], one: int) -> list[int]:
    return [other for other in members if other != one]


class OneLine:
    """A solver that has one line of blocks, which is kept where a rule is assumed. Close it after use."""

    def __init__(self, line: BlockLine, deadline: Deadline) -> None:
        from pysat.solvers import Solver  # slow to import

        self._number = {lit: i for i, lit in enumerate(chain.from_iterable(line.cells), 1)}
        self._number |= {-lit: -i for lit, i in self._number.items()}
        numbers = count(1)
        cells = tuple(tuple(next(numbers) for _ in cell) for cell in line.cells)
        self._look = deadline.check
        self._fresh: Callable[[], int] = numbers.__next__
        self._on = self._fresh()
        self._solver: Any = Solver(name=SOLVER)
        self._solver.append_formula([[i, -i] for i in range(1, self._on + 1)])
        own = clauses(BlockLine(cells, line.blocks), self._fresh)
        self._solver.append_formula([(*clause, -self._on) for clause in own])

    def close(self) -> None:
        self._solver.delete()

    def knows(self, lits: Iterable[Lit]) -> bool:
        return all(lit in self._number for lit in lits)

    def guarded(self, lits: Iterable[Lit]) -> Lit:
        """A new literal; where it is assumed, one of the literals is true."""
        self._number[GUARD] = guard = self._fresh()
        self._solver.add_clause([-guard, *map(self._number.__getitem__, lits)])
        return GUARD

    def fits(self, rules: Sequence[int], lits: Iterable[Lit] = ()) -> bool:
        assumed = [self._number[lit] for lit in lits]
        return satisfiable(self._solver, self._look, [self._on, *assumed] if rules else assumed)
