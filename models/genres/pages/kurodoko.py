"""Kurodoko: shade cells so that each number sees so many open cells in its row and column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE

GENRE = Genre(
    name="kurodoko",
    title="Kurodoko",
    source="Nikoli; puzz.link, rules of kurodoko. A number sees its own cell too; a cell at least is shaded.",
    link="kurodoko",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16", circled=True),),
    rules=(
        GenreRule("there is a shaded cell", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("the cells that are left are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "a number sees so many cells, itself and those up to a shaded one",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
    ),
)
