"""How soon a supposed fact leads to a clash, by unit propagation in all clauses at once.

One solver keeps all rules and what is known, which only grows; so a question costs some microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.backend import Deadline
from zenkai_solver.solvers.engines.sat.slices import SOLVER
from zenkai_solver.solvers.explaining.theory import Theory


class Probe:
    """Close it after use."""

    def __init__(self, theory: Theory, deadline: Deadline) -> None:
        from pysat.solvers import Solver  # slow to import

        self.theory, self.deadline = theory, deadline
        own = theory.clausal
        self._solver: Any = Solver(name=SOLVER, bootstrap_with=own.axioms)
        self._solver.append_formula([var, -var] for var in range(1, own.top + 1))
        for clauses in own.rules:
            self._solver.append_formula(clauses)
        self.known: set[Lit] = set()

    def close(self) -> None:
        self._solver.delete()

    def learn(self, known: Iterable[Lit]) -> None:
        """Of the one state that grows; never of what is only supposed."""
        new = set(known) - self.known
        self._solver.append_formula([lit] for lit in new)
        self.known |= new

    def clash(self, supposed: Sequence[Lit]) -> bool:
        """Does unit propagation see it? Raises Interrupted."""
        self.deadline.check()
        return not self._solver.propagate(assumptions=supposed)[0]

    def nested(self, supposed: Lit, most: int) -> int | None:
        """How many facts must be refuted in turn, each by unit propagation, until the supposed one leads
        to a clash; None if that never does, or if they are more than `most`. Raises Interrupted.
        """
        assumed, left = [supposed], self._left([supposed])
        for number in range(most + 1):
            if self.clash(assumed):
                return number
            refuted = self._refuted(assumed, left)
            if refuted is None:
                return None
            assumed.append(-refuted)
        return None

    def _left(self, assumed: Sequence[Lit]) -> list[Lit]:
        true = {*self.known, *self._solver.propagate(assumptions=assumed)[1]}
        left = [var for var in self.theory.facts if var not in true and -var not in true]
        return [*left, *(-var for var in left)]

    def _refuted(self, assumed: Sequence[Lit], left: list[Lit]) -> Lit | None:
        """The next that leads to a clash; those that did not are asked last next time."""
        for number, lit in enumerate(left):
            if self.clash([*assumed, lit]):
                left[:] = [*left[number + 1 :], *left[:number]]
                return lit
        return None
