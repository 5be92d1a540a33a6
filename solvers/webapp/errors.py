"""What is answered in place of what was asked: a status of HTTP, one line, and its kind.

A page says in its own language what kind an error is, where it does not know the sentence.
"""

from __future__ import annotations

from zenkai_solver.models.document import InstanceError
from zenkai_solver.solvers.core.command import REPORT
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.sets.compiled import QueryError
from zenkai_solver.solvers.solution_files.results import ResultsError

KINDS: tuple[tuple[type[Exception], str], ...] = ((InstanceError, "puzzle"), (OSError, "machine"))
WRONG = (InstanceError, QueryError, Unsupported)


class Told(Exception):
    """What is refused, in one line."""

    status = 400


class Wrong(Told):
    """A request that is not as it should be."""


class NotThere(Told):
    """No such thing."""

    status = 404


class Busy(Told):
    """Too much is asked for at a time."""

    status = 503


def kind_of(error: Exception) -> str:
    """`puzzle`: its text is wrong; `machine`: a file; `cannot`: what is asked of it is not offered."""
    return next((kind for own, kind in KINDS if isinstance(error, own)), "cannot")


def told(error: Exception) -> tuple[int, dict[str, str]]:
    """The status, and what a page is told: of an error of the system not its file, of a bug not its text."""
    match error:
        case NotThere():
            status, text = error.status, "not there"
        case Told():
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
