"""The bound on the work of the shipped checker, in the units of checker/FORMAT.md, section 7.

The compiled twins count the same units, so that zenkai accepts no certificate that is too much work for the
checker.
"""

from __future__ import annotations

from pathlib import Path

from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import Refused


class WorkExceeded(Refused):
    """More work than the checker does for files of this size."""


class WorkBudget:
    """Units of work, `spent` of `most`; call it with the units of a step before the step."""

    def __init__(self, most: int) -> None:
        self.most, self.spent = most, 0

    def __call__(self, units: int) -> None:
        """Raises WorkExceeded."""
        self.reached(self.spent + units)

    def reached(self, spent: int) -> None:
        """Take over what a kernel has counted. Raises WorkExceeded."""
        self.spent = int(spent)
        if self.spent > self.most:
            raise WorkExceeded(f"it is more work for the checker than the {self.most:,} units that it does")


UNBOUNDED = 1 << 62  # units


def allowed(*paths: Path) -> WorkBudget:
    """The budget of the checker for these files. Raises OSError."""
    return WorkBudget(checker.WORK + checker.EACH * sum(path.stat().st_size for path in paths))


def free() -> WorkBudget:
    """An unbounded budget."""
    return WorkBudget(UNBOUNDED)
