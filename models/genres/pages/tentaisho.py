"""Spiral Galaxies: areas that a half turn about their star moves into themselves; each has one star."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
INSIDE = SizeOf(Adjacent(e, "beside")).is_(2)
STARS = Together((*(WithClue(key) for key in ("centres", "sides", "corners")), WithClue("holes")))

GENRE = Genre(
    name="tentaisho",
    title="Spiral Galaxies",
    source="Nikoli; puzz.link, rules of tentaisho. The colours of stars say nothing; holes are no cells.",
    link="tentaisho",
    unknown=(Areas("wall"),),
    given=(
        SignClue("centres", signs="o*", link="dot"),
        SignClue("sides", at="edge", signs="o*", link="dot"),
        SignClue("corners", at="corner", signs="o*", link="dot"),
        SignClue("holes", signs="#", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("each area looks the same after a half turn", HalfTurn(AREAS)),
        GenreRule("each area has one star, at its centre", Centred(AREAS, c, STARS)),
        GenreRule(
            "walls lie around holes",
            ForAll(
                c,
                WithClue("holes"),
                ForAll(e, Where(e, Adjacent(c, "sides"), INSIDE), Shows("wall", e)),
            ),
        ),
    ),
)
