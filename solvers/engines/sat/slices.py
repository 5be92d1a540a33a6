"""Calls of a SAT solver that react to deadlines and Ctrl-C, as they are cut into slices of conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zenkai_solver.models.constraints import Lit

SOLVER = "glucose4"  # for incremental calls under assumptions; it supports conflict budgets
SLICE = 1_000  # conflicts between two checks of the deadline


def satisfiable(
    solver: Any, look: Callable[[], None], assumed: Iterable[Lit] = (), conflicts: int = SLICE
) -> bool:
    """Whether there is a model in which the `assumed` literals are true. `look` is called before each slice
    of so many conflicts and ends the search by an exception, as `Deadline.check` does.
    """
    assumptions = list(assumed)
    while True:
        look()
        solver.conf_budget(conflicts)
        # Without `expect_interrupt` python-sat would replace our handler for Ctrl-C.
        answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
        if answer is not None:
            return bool(answer)
