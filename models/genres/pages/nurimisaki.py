"""Nurimisaki: shade cells so that the circles, and no other cells, are the ends of what is left."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE
OPEN_NEAR = CountOf(d, Adjacent(c, "neighbours"), ~Shows("shade", d))

GENRE = Genre(
    name="nurimisaki",
    title="Nurimisaki",
    source="Nikoli; puzz.link, rules of nurimisaki. `?` is a circle alone; a cell at least is shaded.",
    link="nurimisaki",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=2, link="number16", circled=True),),
    rules=(
        GenreRule("there is a shaded cell", Exists(c, CELLS, SHADED)),
        GenreRule(
            "a circle is not shaded, and one neighbour is not",
            ForAll(c, WithClue("clues", hidden=True), ~SHADED & OPEN_NEAR.is_(1)),
        ),
        GenreRule(
            "of a cell without a circle that is left another number of neighbours is left",
            ForAll(c, Where(c, CELLS, ~HasClue("clues", c)), ~SHADED >> OPEN_NEAR.isnt(1)),
        ),
        GenreRule(
            "a number sees so many cells, itself and those up to a shaded one",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
        GenreRule("no 2x2 is shaded as a whole", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("no 2x2 is left as a whole", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        GenreRule("the cells that are left are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
