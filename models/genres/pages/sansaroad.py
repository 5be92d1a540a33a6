"""Sansa Road: shade cells; each other cell is beside two that are left, and each triangle beside three."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.kurarin import CORNER, OF_CIRCLES, SIDES
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LEFT = CountOf(d, Adjacent(c, "neighbours"), ~Shows("shade", d))
TRIANGLES = WithClue("triangles")
OTHERS = Where(c, CELLS, ~HasClue("triangles", c))

GENRE = Genre(
    name="sansaroad",
    title="Sansa Road",
    source="puzz.link, rules of sansaroad.",
    link="sansaroad",
    unknown=(Shading("shade"),),
    given=(SignClue("triangles", signs="^", dropped=False, link="kurarin"), SIDES, CORNER),
    rules=(
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "a triangle is unshaded, and has three unshaded neighbours",
            ForAll(c, TRIANGLES, ~SHADED & LEFT.is_(3)),
        ),
        GenreRule(
            "each other unshaded cell has two unshaded neighbours",
            ForAll(c, OTHERS, SHADED | LEFT.is_(2)),
        ),
        GenreRule("no 2x2 is all unshaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))),
        *OF_CIRCLES,
    ),
)
