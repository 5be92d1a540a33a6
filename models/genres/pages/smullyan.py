"""Smullyanic Dynasty: shade cells, none beside another, so that just the shaded numbers are wrong."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
AT_CORNERS = Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours")))
AROUND, DIAGONAL = (CountOf(d, cells, Shows("shade", d)) for cells in (Adjacent(c, "around"), AT_CORNERS))

GENRE = Genre(
    name="smullyan",
    title="Smullyanic Dynasty",
    source="puzz.link, rules of smullyan. A number counts its own cell, too; at least one cell is shaded.",
    link="smullyan",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=0, hi=9, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "an unshaded number counts the shaded cells around it",
            ForAll(c, WithClue("clues"), SHADED | AROUND.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "a shaded number is not the number of shaded cells among its own and the eight around it",
            ForAll(c, WithClue("clues"), ~SHADED | (DIAGONAL + 1).isnt(ClueAt("clues", c))),
        ),
    ),
)
