"""Exact covers in the format of Knuth's programs (DLX1; with bounds of items DLX3).

    | a comment
    p1 p2 0:3|g1 | s1 s2        the items, a bar before the secondary ones; lo:hi|item has bounds
    | F R1C1 R1C2               the meaning of the next option
    p1 p2 s1                    an option: its items

Items are p (covered exactly once), s (at most once), g (a counted group) and c (a clause, of whose options at
least one is chosen), each with its number. An option marked `slack` stands for no variable: it covers its
item in place of a placement.
"""

from __future__ import annotations

from collections.abc import Iterator

from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.engines.exactcover.cover import Cover, cover_view
from zenkai_solver.solvers.export.names import words


def lines(model: Model, title: str) -> Iterator[str]:
    """The lines of the file. Raises Unsupported if the model is no exact cover."""
    cover = cover_view(model)
    yield f"| {title}"
    for var in cover.chosen:
        yield f"| in every solution: {words(model.names[var - 1])}"
    yield " ".join(_items(cover))
    if not cover.possible:
        return  # the item `none` has no option
    for option, items in enumerate(cover.options):
        var = cover.variables[option]
        yield f"| {words(model.names[var - 1])}" if var else "| slack"
        yield " ".join(_option(cover, option, items))


def _items(cover: Cover) -> Iterator[str]:
    yield from (f"p{number}" for number in range(1, cover.n_primary + 1))
    yield from (f"{cover.lo[g]}:{cover.hi[g]}|g{g + 1}" for g in _groups(cover))
    yield from (f"1:{len(options)}|c{number}" for number, options in enumerate(cover.clauses, 1) if options)
    if not cover.possible:
        yield "none"
    if cover.n_secondary:
        yield "|"
        yield from (f"s{number}" for number in range(1, cover.n_secondary + 1))


def _groups(cover: Cover) -> list[int]:
    """The groups with options that are no slacks; the group of the slacks is implied by the others."""
    return sorted({g for g, var in zip(cover.group, cover.variables, strict=True) if var and g >= 0})


def _option(cover: Cover, option: int, items: tuple[int, ...]) -> Iterator[str]:
    first = cover.n_primary
    yield from (f"p{item + 1}" if item < first else f"s{item - first + 1}" for item in items)
    if cover.variables[option] and cover.group[option] >= 0:
        yield f"g{cover.group[option] + 1}"
    yield from (f"c{number}" for number, options in enumerate(cover.clauses, 1) if option in options)
