"""The difficulty of a puzzle: the score of `zenkai explain --rate`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.core.deadlines import NEVER, WORK_LIMIT, Deadline, Interrupted
from zenkai_solver.solvers.explanations.kinds import KINDS

QUICK_LOOKS = 20_000  # the work for a rating, some seconds at most; see `explanations.rating`
TOO_HARD = float("inf")  # the score of a puzzle that takes too much work to be rated


@dataclass(frozen=True)
class Difficulty:
    """The score of a puzzle, and the kind of its hardest step. TOO_HARD and "" if it takes too much work;
    TOO_HARD and the kind of a step that is harder than was asked for.
    """

    score: float
    kind: str


def difficulty_of(
    puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None, hardest: str | None = None
) -> Difficulty:
    """The rating of `zenkai explain --rate`, which takes at most so many looks at the clock; `hardest`: it is
    given up at a step of a harder kind. Raises Interrupted.
    """
    from zenkai_solver.solvers.explanations.oracle import Oracle
    from zenkai_solver.solvers.explanations.rating import StepKinds, rating, work
    from zenkai_solver.solvers.explanations.search import StepSearch
    from zenkai_solver.solvers.explanations.theory import theory_of

    theory = theory_of(puzzle)
    kinds, steps, hard = StepKinds(theory), [], KINDS.index(hardest or KINDS[-1])
    try:
        with Oracle(theory, work(theory, deadline, most)) as oracle:
            search = StepSearch(theory, oracle)
            for step in search.told():
                steps.append(step)
                if KINDS.index(kind := kinds.kind(step)) > hard:
                    return Difficulty(TOO_HARD, kind)
    except Interrupted as cut:
        if str(cut) != WORK_LIMIT:
            raise
        return Difficulty(TOO_HARD, "")
    top = kinds.hardest(steps)
    return Difficulty(rating(theory, search.start, steps, deadline).score, kinds.kind(top) if top else "")


def rated(puzzle: Puzzle, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """The score of `zenkai explain --rate`, or TOO_HARD. Raises Interrupted."""
    return difficulty_of(puzzle, deadline, most).score


def rated_stage(instance: Instance, deadline: Deadline = NEVER, most: int | None = None) -> float:
    """As `rated`, with stages: the score of the first stage with a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explanations.theory import stage_with_solution

    return rated(stage_with_solution(instance, deadline)[1], deadline, most)


def is_wanted(score: Callable[[], float], wanted: tuple[int, int] | None) -> bool:
    """Is the score in the range `wanted`? Without a range it is not computed."""
    return wanted is None or wanted[0] <= score() <= wanted[1]
