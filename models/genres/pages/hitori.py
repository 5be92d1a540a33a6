"""Hitori: shade cells so that no number is left twice in a row or column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LEFT = Indicator(~SHADED, ClueAt("numbers", c))

GENRE = Genre(
    name="hitori",
    title="Hitori",
    source="Nikoli; puzz.link, rules of hitori. A cell need not have a number; at least one is shaded.",
    link="hitori",
    unknown=(Shading("shade"),),
    given=(NumberClue("numbers", lo=1, link="number36"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "no number is left twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, WithClue("numbers", among=Members(g)), LEFT, but=0)),
        ),
    ),
)
