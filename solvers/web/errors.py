"""Kinds of errors: a page says in its own language what kind one is, where it does not know the sentence."""

from __future__ import annotations

from zenkai_solver.models.document import InstanceError

KINDS: tuple[tuple[type[Exception], str], ...] = ((InstanceError, "puzzle"), (OSError, "machine"))


def kind_of(error: Exception) -> str:
    """`puzzle`: its text is wrong; `machine`: a file; `cannot`: what is asked of it is not offered."""
    return next((kind for own, kind in KINDS if isinstance(error, own)), "cannot")
