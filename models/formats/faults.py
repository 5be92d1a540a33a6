"""Errors in files and links."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zenkai_solver.models.document import InstanceError, fault

UNKNOWN_LINK = (
    "no link that is known, and nothing is fetched: save the puzzle to a file, or paste its long link in "
    "quotes"
)


@contextmanager
def well_formed(name: str) -> Iterator[None]:
    """Turns errors from data of unexpected types into an InstanceError."""
    try:
        yield
    except InstanceError:
        raise
    except RecursionError:
        raise fault(f"{name}: not as the format has it: too deep") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise fault(f"{name}: not as the format has it: {_in_words(error)}") from None


def _in_words(error: Exception) -> str:
    match error:
        case KeyError(args=(key,)):
            return f"{str(key)[:60]!r} is missing"
        case IndexError():
            return "a line or list is too short"
        case _:
            return str(error)[:80]
