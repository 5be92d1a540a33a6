"""The options of `zenkai generate` that the page offers: those that name no file, by family."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

from zenkai_solver.models.genres.table import GENRES, genre
from zenkai_solver.solvers.webapp.errors import NotThere

MOST_VALUE = 200  # characters
OFFERED: Mapping[str, tuple[str, ...]] = {
    "sudoku": ("size", "rules", "symmetry", "givens", "difficulty", "hardest", "jigsaw", "minimal"),
    "nonogram": ("size", "density", "symmetry", "difficulty", "line-solvable", "unique"),
    "packing": ("pieces", "lattice", "rules", "symmetry", "difficulty", "solutions", "even"),
    "dissection": ("to", "pieces", "rules", "symmetry", "difficulty", "flips"),
}
OF_GENRES = ("size", "rules", "symmetry", "difficulty")
FLAGS = frozenset({"jigsaw", "minimal", "line-solvable", "unique", "even", "flips"})


def keys_of(family: str) -> tuple[str, ...]:
    """The options of a family or genre; none for what nothing generates."""
    if family not in GENRES:
        return OFFERED.get(family, ())
    whole = any(kind.at == "board" for kind in genre(family).given)
    return tuple(key for key in OF_GENRES if whole or key != "rules")


def offered(family: str) -> list[dict[str, Any]]:
    """Key, default and choices of each option; the default is a text, or False of what is on or off."""
    parser = parser_of(family)
    usual = {key: _stated(key, parser.get_default(key.replace("-", "_"))) for key in keys_of(family)}
    return [{"key": key, "default": usual[key], "choices": [*_choices(key)]} for key in usual]


def parser_of(family: str) -> Any:
    """The parser of the command for a family or genre. Raises NotThere."""
    if family in GENRES:
        from zenkai_solver.solvers.generators import genres

        return genres.parser(family)
    if family not in OFFERED:
        raise NotThere
    return importlib.import_module(f"zenkai_solver.solvers.generators.{family}").parser()


def _stated(key: str, default: Any) -> str | bool:
    """A default as the command would read it; the empty text for none."""
    if key in FLAGS:
        return False
    if isinstance(default, tuple):
        return "x".join(map(str, default)) if key in ("size", "to") else str(default[0])
    return "" if default is None else str(default)


def _choices(key: str) -> Iterable[str]:
    from zenkai_solver.models.lattices.known import LATTICES
    from zenkai_solver.solvers.explanations.kinds import OPTIONS
    from zenkai_solver.solvers.generators.orbits import SYMMETRIES

    choices: dict[str, Iterable[str]] = {
        "symmetry": SYMMETRIES,
        "lattice": LATTICES,
        "hardest": ("", *OPTIONS),
    }
    return choices.get(key, ())


def words(family: str, options: Mapping[str, str | bool]) -> list[str]:
    """The options as words of the command; those that are empty or off are left out."""
    stated = [(f"--{key}", options.get(key)) for key in keys_of(family)]
    return [name if value is True else f"{name}={value}" for name, value in stated if value]


def fault(family: str, options: Mapping[str, Any]) -> str | None:
    """What is wrong with the options as the page sends them, before the command reads their values."""
    known = keys_of(family)
    for key, value in options.items():
        if key not in known:
            return f"options: not one of {', '.join(known) or 'none'}"
        if not isinstance(value, bool if key in FLAGS else str) or len(str(value)) > MOST_VALUE:
            return f"options: {key} is no text of up to {MOST_VALUE} characters"
    return None
