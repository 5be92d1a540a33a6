"""How hard a puzzle is to solve by steps, as `zenkai explain --rate` says it."""

from __future__ import annotations

from zenkai_solver.models.puzzle import Instance, Puzzle
from zenkai_solver.solvers.backend import NEVER, Deadline


def rated(puzzle: Puzzle, deadline: Deadline = NEVER) -> int:
    """The number that `zenkai explain --rate` gives as its score. Raises Interrupted."""
    from zenkai_solver.solvers.explaining.arguing import explanation
    from zenkai_solver.solvers.explaining.rating import rating
    from zenkai_solver.solvers.explaining.theory import theory_of

    theory = theory_of(puzzle)
    found = explanation(theory, deadline)
    return rating(theory, found.start, found.steps).score


def rated_stage(instance: Instance, deadline: Deadline = NEVER) -> int:
    """The same of an instance of stages: of the first one that has a solution. Raises Interrupted."""
    from zenkai_solver.solvers.explaining.staged import counting

    return rated(counting(instance, deadline)[1], deadline)
