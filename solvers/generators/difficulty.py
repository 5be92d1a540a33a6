"""The difficulty of a puzzle: the score of `zenkai explain --rate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted

if TYPE_CHECKING:
    from zenkai_solver.solvers.explanations.rating import Rating

TOO_HARD = float("inf")  # the score of a puzzle that takes too much work to be rated
HARDEST = ("forced", "plain", "locked", "sets", "chains", "pairs", "triples", "subsets", "cases")


def hardest(rating: Rating) -> str:
    """The hardest kind of step that a rating counts, of HARDEST, which goes from easy to hard."""
    return next((kind for kind in reversed(HARDEST) if getattr(rating, kind)), HARDEST[0])


def rating_of(puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None) -> Rating | None:
    """The rating of `zenkai explain --rate`; None if it takes too much work, more than `most` looks at the
    clock (`rated_within`). Raises Interrupted.
    """
    from zenkai_solver.solvers.explanations.rating import rated_within
    from zenkai_solver.solvers.explanations.theory import theory_of

    try:
        return rated_within(theory_of(puzzle), deadline, most)
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        return None


def rated(puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """The score of `zenkai explain --rate`, or TOO_HARD. Raises Interrupted."""
    rating = rating_of(puzzle, deadline, most)
    return TOO_HARD if rating is None else rating.score


def rated_stage(instance: Instance, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """As `rated`, with stages: the score of the first stage with a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    return rated(stage_with_solution(instance, deadline)[1], deadline, most)


def is_wanted(score: Callable[[], float], wanted: tuple[int, int] | None) -> bool:
    """Is the score in the range `wanted`? Without a range it is not computed."""
    return wanted is None or wanted[0] <= score() <= wanted[1]
