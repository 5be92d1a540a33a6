"""Creek: shade cells so that a number has so many around its corner, and the rest is connected."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="creek",
    title="Creek",
    source="Nikoli; puzz.link, rules of creek. At least one cell is shaded.",
    link="creek",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", at="corner", lo=0, hi=4, link="4cell"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule(
            "a number counts the shaded cells around its corner",
            ForAll(p, WithClue("clues"), CountOf(c, Adjacent(p, "corners"), SHADED).is_(ClueAt("clues", p))),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
