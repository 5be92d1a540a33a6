"""Shimaguni: an island in each room; no two islands touch, and none is as large as one of a room beside."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ROOMS = Rooms("rooms")
h = Var("h")  # a room beside another
BESIDE = Adjacent(e, "beside")
SIZE, OTHER_SIZE = (CountOf(c, Members(room), SHADED) for room in (g, h))

GENRE = Genre(
    name="shimaguni",
    title="Shimaguni",
    source="Nikoli; puzz.link, rules of shimaguni.",
    link="shimaguni",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("clues", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule("each room has a shaded cell", ForAll(g, ROOMS, Exists(c, Members(g), SHADED))),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, ROOMS, AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule(
            "a number counts the shaded cells of its room",
            ForAll(
                g,
                WithClue("clues", among=ROOMS),
                SIZE.is_(ClueAt("clues", g)),
            ),
        ),
        GenreRule(
            "islands of different rooms do not touch",
            ForAll(e, RoomBorders("rooms"), CountOf(c, BESIDE, SHADED) <= 1),
        ),
        GenreRule(
            "islands of neighbouring rooms differ in size",
            ForAll(g, ROOMS, ForAll(h, RoomsBeside("rooms", g, later=True), SIZE.isnt(OTHER_SIZE))),
        ),
    ),
)
