"""What is wrong with a question, for those who say it and load no sets."""

from __future__ import annotations

from zenkai_solver.solvers.core.command import Refused


class QueryError(Refused, ValueError):
    """A question that cannot be answered; the text says why."""
