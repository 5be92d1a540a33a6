"""Any page of a solutions file, also of one that still grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zenkai_solver.solvers.files.places import Lines

MOST = 200  # solutions of a page


@dataclass
class Pages:
    """The solutions of a file, by number from 1."""

    lines: Lines

    def page(self, first: int, number: int) -> list[dict[str, Any]]:
        """Solutions `first` and on, at most MOST; the footer is no solution. Raises OSError, ValueError."""
        found = self.lines.read(first - 1, min(number, MOST))
        return [line for line in found if "board" in line]
