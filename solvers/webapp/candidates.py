"""Which values each cell has in some solution, without counting the solutions."""

from __future__ import annotations

import time
from typing import Any

from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.explanations.possible import by_cell, possible
from zenkai_solver.solvers.explanations.theory import theory_of

SEVERAL = 2  # solutions are told from one


def candidates(instance: Instance, seconds: float) -> dict[str, Any]:
    """`cells`: [row, column, {value: 1}]; `count`: 0, 1, or 2 for several solutions; with `partial` the time
    was over before, and nothing is known.

    Raises Unsupported.
    """
    theory = theory_of(instance.puzzle)
    deadline = Deadline(time.monotonic() + seconds)
    try:
        able = possible(theory, SEVERAL, deadline)
        values = by_cell(theory, able, deadline) if able.facts else {}
        count, partial = able.count, False
    except Interrupted:
        values, count, partial = {}, None, True
    cells = [[r, c, dict.fromkeys(labels, 1)] for (r, c), labels in values.items()]
    return {"cells": cells, "count": count, "partial": partial}
