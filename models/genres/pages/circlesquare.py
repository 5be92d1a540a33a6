"""Circles and Squares: shade black circles and no white ones; what is left are squares."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
OPEN = ByLabel(c, CELLS, ~SHADED)

GENRE = Genre(
    name="circlesquare",
    title="Circles and Squares",
    source="puzz.link, rules of circlesquare.",
    link="circlesquare",
    unknown=(Shading("shade"),),
    given=(SignClue("circles", signs="o*", link="circle"),),
    rules=(
        GenreRule(
            "a black circle is shaded",
            ForAll(c, Where(c, WithClue("circles"), HasClue("circles", c, 2)), SHADED),
        ),
        GenreRule(
            "a white circle is not shaded",
            ForAll(c, Where(c, WithClue("circles"), HasClue("circles", c, 1)), ~SHADED),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
        GenreRule("each group of unshaded cells is a square", Squares(OPEN)),
    ),
)
