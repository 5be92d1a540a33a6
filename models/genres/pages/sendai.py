"""Sendai-Miyagi: divide rooms into areas, each beside one of its shape; a number counts those of its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BORDERS = RoomBorders("rooms")
AREAS = ByWalls("wall", across=~IsIn(EDGE, BORDERS))
ACROSS = Where(p, Adjacent(e, "beside"), ~SamePlace(p, d))
ALIKE = Exists(q, SameRoom("rooms", p), SameGroup(AREAS, p, q) & SameShape(AREAS, d, q, anchored=True))
BESIDE_ALIKE = Exists(e, Adjacent(d, "sides"), Shows("wall", e) & Exists(p, ACROSS, ALIKE))

GENRE = Genre(
    name="sendai",
    title="Sendai-Miyagi",
    source="puzz.link, rules of sendai. Shapes are not turned. The other area may be in another room.",
    link="sendai",
    unknown=(Areas("wall"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule("walls lie between rooms", ForAll(e, BORDERS, Shows("wall", e))),
        GenreRule(
            "each area is beside another of its shape",
            ForAll(c, CELLS, GroupCount(AREAS, c, d, BESIDE_ALIKE) >= 1),
        ),
        GenreRule(
            "a number counts the areas of its room",
            ForAll(
                g,
                WithClue("counts", among=Rooms("rooms")),
                GroupsIn(AREAS, c, Members(g)).is_(ClueAt("counts", g)),
            ),
        ),
    ),
)
