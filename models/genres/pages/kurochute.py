"""Kurochute: shade cells so that one of those so far from a number as it says is shaded."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
THERE = Along(c, k, Times(Fixed(2), ClueAt("clues", c)))

GENRE = Genre(
    name="kurochute",
    title="Kurochute",
    source="Nikoli; puzz.link, rules of kurochute. At least one cell is shaded.",
    link="kurochute",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule(
            "of the cells in its row and column at the distance that a number says exactly one is shaded",
            ForAll(c, WithClue("clues"), CountOf(k, Directions(), Shows("shade", THERE)).is_(1)),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
