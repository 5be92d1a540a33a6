"""How much work the shipped checker does for a certificate, counted as the paper of the format says.

What follows certificates here counts the same units, so that nothing is said which the checker refuses.
"""

from __future__ import annotations

from pathlib import Path

from zenkai_solver.solvers.checker import __main__ as checker
from zenkai_solver.solvers.checker.search import Refused


class WorkExceeded(Refused):
    """More work than the checker does for files of this size."""


class WorkBudget:
    """Units of work: `spent` of `most`; to be called with further ones before they are done."""

    def __init__(self, most: int) -> None:
        self.most, self.spent = most, 0

    def __call__(self, units: int) -> None:
        """Raises WorkExceeded."""
        self.reached(self.spent + units)

    def reached(self, spent: int) -> None:
        """What a kernel has counted. Raises WorkExceeded."""
        self.spent = int(spent)
        if self.spent > self.most:
            raise WorkExceeded(f"it is more work for the checker than the {self.most:,} units that it does")


UNBOUNDED = 1 << 62  # units


def allowed(*paths: Path) -> WorkBudget:
    """What the checker does for these files, none of it done. Raises OSError."""
    return WorkBudget(checker.WORK + checker.EACH * sum(path.stat().st_size for path in paths))


def free() -> WorkBudget:
    """As much as it takes."""
    return WorkBudget(UNBOUNDED)
