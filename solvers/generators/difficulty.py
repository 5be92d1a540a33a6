"""How hard a puzzle is to solve by steps, as `zenkai explain --rate` says it."""

from __future__ import annotations

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted

TOO_HARD = float("inf")  # the rating of what takes too much work to be rated


def rated(puzzle: Puzzle, deadline: Deadline = NEVER) -> float:
    """The number that `zenkai explain --rate` gives as its score, or TOO_HARD. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.rating import rated_within
    from zenkai_solver.solvers.explanations.theory import theory_of

    try:
        return rated_within(theory_of(puzzle), deadline).score
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        return TOO_HARD


def rated_stage(instance: Instance, deadline: Deadline = NEVER) -> float:
    """The same of an instance of stages: of the first one that has a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    return rated(stage_with_solution(instance, deadline)[1], deadline)
