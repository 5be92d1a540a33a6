"""Norinori: shade dominoes that do not touch, so that each room has two shaded cells."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
NEAR = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))

GENRE = Genre(
    name="norinori",
    title="Norinori",
    source="Nikoli; puzz.link, rules of norinori.",
    link="norinori",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"),),
    rules=(
        GenreRule(
            "each room has two shaded cells", ForAll(g, Rooms("rooms"), CountOf(c, Members(g), SHADED).is_(2))
        ),
        GenreRule("each shaded cell has one shaded neighbour", ForAll(c, CELLS, SHADED >> NEAR.is_(1))),
    ),
)
