"""The genres, one module each: `GENRE` of `models.genres.NAME`, imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.models.genres.genre import Genre

GENRES = ("fillomino", "kakuro", "masyu", "nurikabe", "slitherlink", "starbattle")
LINKED = {name: name for name in GENRES} | {
    "mashu": "masyu",
    "slither": "slitherlink",
}  # by `Genre.link`, too


@cache
def genre(name: str) -> Genre:
    """The genre of this name, one of GENRES."""
    found: Genre = import_module(f"{__package__}.{name}").GENRE
    return found
