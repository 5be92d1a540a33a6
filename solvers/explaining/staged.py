"""Which of the instances that a puzzle tries in turn is explained: the first one that has a solution."""

from __future__ import annotations

from dataclasses import replace

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.backend import NEVER, Deadline
from zenkai_solver.solvers.pipeline import prepare
from zenkai_solver.solvers.stages import named_stages


def counting(instance: Instance, deadline: Deadline = NEVER) -> tuple[str, Puzzle]:
    """The name of the stage that counts, and its puzzle; "" and the whole puzzle where there are no stages,
    or none has a solution. Raises Unsupported, Interrupted.
    """
    for name, puzzle in named_stages(instance.puzzle):
        prepared = prepare(replace(instance, puzzle=puzzle))
        if any(len(chunk) for chunk in prepared.chunks(deadline)):
            return name, puzzle
    return "", instance.puzzle
