"""Minimum hitting sets of a growing family of sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.engines.sat.slices import SOLVER, satisfiable

FIRST = 32  # the totalizer counts up to this number at first


class Hitting:
    """Minimum hitting sets of the sets over 0 .. total - 1 given so far; none is smaller than `bound`.

    One incremental solver searches for a hitting set of `bound` elements, then of one more, and so on. So
    each size is refuted once, whereas a MaxSAT solver would prove the least size again for each new set.
    """

    def __init__(self, total: int, deadline: Deadline = NEVER) -> None:
        from pysat.card import ITotalizer  # slow to import
        from pysat.solvers import Solver

        self.deadline, self.bound = deadline, 0
        elements = list(range(1, total + 1))
        self.sum = ITotalizer(elements, ubound=min(FIRST, total), top_id=total)
        self.solver = Solver(name=SOLVER, bootstrap_with=self.sum.cnf.clauses)
        self.solver.append_formula([element, -element] for element in elements)
        self.solver.set_phases([-element for element in elements])
        self.total = total

    def close(self) -> None:
        self.solver.delete()
        self.sum.delete()

    def hit(self, sets: Iterable[Iterable[int]]) -> None:
        self.solver.append_formula([element + 1 for element in sorted(some)] for some in sets)

    @property
    def work(self) -> int:
        """The number of literals propagated so far, which is the same on every machine."""
        return int(self.solver.accum_stats()["propagations"])

    def least(self, check: Callable[[], None] | None = None) -> frozenset[int]:
        """A hitting set of the least size. `check` is called now and then, and may raise; it is that of the
        deadline if it is not given. Raises Interrupted.
        """
        check = check or self.deadline.check
        while not satisfiable(
            self.solver, check, [-self.sum.rhs[self.bound]] if self.bound < self.total else []
        ):
            self.bound += 1
            if self.bound >= len(self.sum.rhs) and self.bound < self.total:
                self.sum.increase(ubound=min(self.total, 2 * self.bound))
                self.solver.append_formula(self.sum.cnf.clauses[-self.sum.nof_new :])
        return frozenset(lit - 1 for lit in self.solver.get_model()[: self.total] if lit > 0)
