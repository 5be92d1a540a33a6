"""The genres by name: `GENRE` of `models.genres.pages.NAME`, imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from zenkai_solver.models.genres import pages

if TYPE_CHECKING:
    from zenkai_solver.models.genres.genre import Genre

GENRES = tuple(sorted(module.name for module in iter_modules(pages.__path__)))
OTHER_LINKS = {
    "box": "kakurasu",
    "mashu": "masyu",
    "regional-poly": "regional_poly",
    "slither": "slitherlink",
    "yajilin-regions": "yajilin_regions",
}  # names on puzz.link that differ from ours
LINKED = {name: name for name in GENRES} | OTHER_LINKS  # the genre by its `Genre.link`


@cache
def genre(name: str) -> Genre:
    """The genre of this name, one of GENRES."""
    stated: Genre = import_module(f"{pages.__name__}.{name}").GENRE
    return stated
