"""Answers to requests that fail: a status of HTTP, one line, and the kind of the error.

Where the page has no translation of the line it shows the kind in its own language.
"""

from __future__ import annotations

from zenkai_solver.models.document import InstanceError
from zenkai_solver.solvers.core.command import REPORT
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.sets.errors import QueryError
from zenkai_solver.solvers.solution_files.results import ResultsError

KINDS: tuple[tuple[type[Exception], str], ...] = ((InstanceError, "puzzle"), (OSError, "machine"))
WRONG = (InstanceError, QueryError, Unsupported)


class ReportedError(Exception):
    """An error whose text, one line, the page shows."""

    status = 400


class Wrong(ReportedError):
    """A request that is not as it should be."""


class NotThere(ReportedError):
    """No such path, job, set or genre."""

    status = 404


class Busy(ReportedError):
    """Too much is asked for at a time."""

    status = 503


def kind_of(error: Exception) -> str:
    """`puzzle`: its text is wrong; `machine`: a file; `cannot`: what is asked of it is not offered."""
    return next((kind for error_type, kind in KINDS if isinstance(error, error_type)), "cannot")


def response_to(error: Exception) -> tuple[int, dict[str, str]]:
    """The status and the body: an error of the system without the file's name, a bug without its text."""
    match error:
        case NotThere():
            status, text = error.status, "not there"
        case ReportedError():
            status, text = error.status, str(error)
        case OSError():
            status, text = 500, error.strerror or "cannot be read"
        case ResultsError():
            status, text = 500, "the solutions file is damaged"
        case InstanceError() | QueryError() | Unsupported():
            status, text = 400, str(error)
        case _:
            status, text = 500, f"{REPORT}{type(error).__name__}"
    return status, {"error": text, "kind": kind_of(error)}
