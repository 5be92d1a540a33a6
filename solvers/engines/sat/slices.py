"""Calls of a SAT solver that react to deadlines and Ctrl-C, as they are cut into slices of conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zenkai_solver.models.constraints import Lit

SOLVER = "glucose4"  # for incremental calls under assumptions; it supports conflict budgets
SLICE = 1_000  # conflicts between two checks of the deadline
CADICAL = "Cadical"  # begins the names of python-sat's classes of CaDiCaL


def satisfiable(
    solver: Any, look: Callable[[], None], assumed: Iterable[Lit] = (), conflicts: int = SLICE
) -> bool:
    """Whether there is a model in which the `assumed` literals are true. `look` is called before each slice
    of so many conflicts and ends the search by an exception, as `Deadline.check` does.
    """
    assumptions = list(assumed)
    slice_of = _aside if type(solver.solver).__name__.startswith(CADICAL) else _here
    while True:
        look()
        solver.conf_budget(conflicts)
        answer = slice_of(solver, assumptions)
        if answer is not None:
            return bool(answer)


def _here(solver: Any, assumptions: list[Lit]) -> bool | None:
    """The answer of the solver; None if its budget is spent."""
    # Without `expect_interrupt` python-sat would replace our handler for Ctrl-C.
    answer: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    return answer


def _aside(solver: Any, assumptions: list[Lit]) -> bool | None:
    """The same in another thread: in the main one python-sat's CaDiCaL replaces our handler even so, and is
    left in the middle of its work by Ctrl-C, so that deleting it ends the process.
    """
    from concurrent.futures import ThreadPoolExecutor  # a third of a small run, for CaDiCaL alone

    with ThreadPoolExecutor(1) as one:  # its end is waited for, also where our handler raises
        return one.submit(_here, solver, assumptions).result()
