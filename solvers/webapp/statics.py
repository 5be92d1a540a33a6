"""The scripts and styles of the pages, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from zenkai_solver.solvers.gallery.page import PACKAGE

PLACES = tuple(files(package).joinpath("static") for package in ("zenkai_solver.solvers.webapp", PACKAGE))


@cache
def static_files() -> dict[str, bytes]:
    """The files by name."""
    entries = (entry for place in PLACES for entry in place.iterdir() if entry.is_file())
    return {entry.name: entry.read_bytes() for entry in entries}


def style(name: str) -> str:
    """The style of a page, which contains it: what is shown first waits for no second request."""
    return static_files()[f"{name}.css"].decode()


def styles() -> list[str]:
    return [style(name.removesuffix(".css")) for name in static_files() if name.endswith(".css")]
