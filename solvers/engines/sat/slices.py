"""One call of a SAT solver that hears deadlines and Ctrl-C: in slices of so many conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zenkai_solver.models.constraints import Lit

SOLVER = "glucose4"  # asked again and again with other assumptions; it knows slices
SLICE = 1_000  # conflicts between two looks at the clock


def satisfiable(solver: Any, look: Callable[[], None], assumed: Iterable[Lit] = ()) -> bool:
    """Is there an assignment in which these literals are true? `look` is called before each slice and ends
    the search by an exception, as `Deadline.check` does.
    """
    assumptions = list(assumed)
    while True:
        look()
        solver.conf_budget(SLICE)
        # else python-sat puts a handler of its own in the place of ours for Ctrl-C
        answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
        if answer is not None:
            return bool(answer)
