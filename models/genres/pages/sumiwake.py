"""Sumiwake: shade cells, none beside another; no line of open cells crosses two borders, circles count."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.heyawake import NO_LONG_LINE
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="sumiwake",
    title="Sumiwake",
    source="puzz.link, rules of sumiwake. At least one cell is shaded.",
    link="sumiwake",
    unknown=(Shading("shade"),),
    given=(SignClue("circles", at="corner", signs="o*", link="4cell"), RoomClue("rooms")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "at a white circle is one shaded cell, at a black one are two",
            ForAll(
                p, WithClue("circles"), CountOf(c, Adjacent(p, "corners"), SHADED).is_(ClueAt("circles", p))
            ),
        ),
        NO_LONG_LINE,
    ),
)
