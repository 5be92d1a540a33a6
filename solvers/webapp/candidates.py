"""Which values each cell has in some solution, without counting the solutions."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.models.where.puzzle import Conditioned
from zenkai_solver.solvers.core.deadlines import Deadline, Interrupted
from zenkai_solver.solvers.explanations.possible import by_cell, possible
from zenkai_solver.solvers.explanations.theory import theory_of
from zenkai_solver.solvers.webapp.sheets import entered_on, genre_puzzle

SEVERAL = 2  # solutions are told from one


def candidates(instance: Instance, seconds: float, board: object = None) -> dict[str, Any]:
    """`cells`: [row, column, {value: 1}]; `count`: 0, 1, or 2 for several solutions; with `partial` the time
    was over before, and nothing is known.

    `board`: what a person has entered on the board of a genre, which counts as given. Raises Unsupported,
    InstanceError, Wrong.
    """
    theory = theory_of(_entered(instance.puzzle, board or []))
    deadline = Deadline(time.monotonic() + seconds)
    try:
        able = possible(theory, SEVERAL, deadline)
        values = by_cell(theory, able, deadline) if able.facts else {}
        count, partial = able.count, False
    except Interrupted:
        values, count, partial = {}, None, True
    cells = [[r, c, dict.fromkeys(labels, 1)] for (r, c), labels in values.items()]
    return {"cells": cells, "count": count, "partial": partial}


def _entered(puzzle: Puzzle, board: object) -> Puzzle:
    """The puzzle with the values as given. Raises Wrong, InstanceError."""
    inner = genre_puzzle(puzzle)
    if inner is None or not board:
        return puzzle
    known = replace(inner, known={**entered_on(inner, board), **inner.known})
    return replace(puzzle, inner=known) if isinstance(puzzle, Conditioned) else known
