"""Nurimisaki: shade cells so that the circles, and no other cells, are the ends of what is left."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE
OPEN_NEAR = CountOf(d, Adjacent(c, "neighbours"), ~Shows("shade", d))

GENRE = Genre(
    name="nurimisaki",
    title="Nurimisaki",
    source="Nikoli; puzz.link, rules of nurimisaki. `?` has no number; at least one cell is shaded.",
    link="nurimisaki",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=2, link="number16", circled=True),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule(
            "a circle is unshaded, and exactly one of its neighbours is, too",
            ForAll(c, WithClue("clues", hidden=True), ~SHADED & OPEN_NEAR.is_(1)),
        ),
        GenreRule(
            "no other unshaded cell has exactly one unshaded neighbour",
            ForAll(c, Where(c, CELLS, ~HasClue("clues", c)), ~SHADED >> OPEN_NEAR.isnt(1)),
        ),
        GenreRule(
            "a number counts the unshaded cells that it sees in its row and column, its own too",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
