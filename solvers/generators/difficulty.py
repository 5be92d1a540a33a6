"""The difficulty of a puzzle: the score of `zenkai explain --rate`."""

from __future__ import annotations

from collections.abc import Callable

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted

TOO_HARD = float("inf")  # the score of a puzzle that takes too much work to be rated


def rated(puzzle: Puzzle, deadline: Deadline = NEVER) -> float:
    """The score of `zenkai explain --rate`, or TOO_HARD. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.rating import rated_within
    from zenkai_solver.solvers.explanations.theory import theory_of

    try:
        return rated_within(theory_of(puzzle), deadline).score
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        return TOO_HARD


def rated_stage(instance: Instance, deadline: Deadline = NEVER) -> float:
    """As `rated`, with stages: the score of the first stage with a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    return rated(stage_with_solution(instance, deadline)[1], deadline)


def is_wanted(score: Callable[[], float], wanted: tuple[int, int] | None) -> bool:
    """Is the score in the range `wanted`? Without a range it is not computed."""
    return wanted is None or wanted[0] <= score() <= wanted[1]
