"""Hasu no Mura: a connected wall around areas; a number sums the sizes of those at its cell's corners."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AREAS = ByLabel(c, CELLS, ~SHADED)
AT_CORNERS = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))

GENRE = Genre(
    name="hasunomura",
    title="Hasu no Mura",
    source="puzz.link, rules of hasunomura. At least one cell is shaded; `?` is not shaded.",
    link="hasunomura",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "a number sums the sizes of the areas diagonally beside it",
            ForAll(
                c,
                WithClue("clues"),
                CountOf(e, CELLS, Exists(d, AT_CORNERS, SameGroup(AREAS, d, e))).is_(ClueAt("clues", c)),
            ),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
