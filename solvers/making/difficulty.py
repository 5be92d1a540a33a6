"""How hard a puzzle is to solve by steps, as `zenkai explain --rate` says it."""

from __future__ import annotations

import argparse
import re

from zenkai_solver.models.puzzle import Puzzle
from zenkai_solver.solvers.backend import NEVER, Deadline

RANGE = re.compile(r"(\d{1,7})\.\.(\d{1,7})?")
MOST_RATED = 500  # puzzles per wanted one


def difficulty(text: str) -> tuple[int, int]:
    """LO..HI or LO.., of the command line."""
    match = RANGE.fullmatch(text)
    lo, hi = (int(match[1]), int(match[2] or 10**7)) if match else (1, 0)
    if lo > hi:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of ratings such as 90..200, or 500..")
    return lo, hi


def rated(puzzle: Puzzle, deadline: Deadline = NEVER) -> int:
    """The number that `zenkai explain --rate` gives as its score. Raises Interrupted."""
    from zenkai_solver.solvers.explaining.arguing import explanation
    from zenkai_solver.solvers.explaining.rating import rating
    from zenkai_solver.solvers.explaining.theory import theory_of

    theory = theory_of(puzzle)
    found = explanation(theory, deadline)
    return rating(theory, found.start, found.steps).score
