"""Kurodoko: shade cells so that each number sees so many open cells in its row and column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE

GENRE = Genre(
    name="kurodoko",
    title="Kurodoko",
    source="Nikoli; puzz.link, rules of kurodoko. A number counts its own cell; at least one cell is shaded.",
    link="kurodoko",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16", circled=True),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "a number counts the unshaded cells that it sees in its row and column, its own too",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
    ),
)
