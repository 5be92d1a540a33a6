"""Heyablock: a block in each room; blocks do not touch, and no line of open cells is in three rooms."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.heyawake import NO_LONG_LINE
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ROOMS = Rooms("rooms")

GENRE = Genre(
    name="heyablock",
    title="Heyablock",
    source="puzz.link, rules of heyablock. A room without a number has at least one shaded cell.",
    link="heyablock",
    unknown=(Shading("shade"),),
    given=(
        RoomClue("rooms"),
        NumberClue("counts", at="room", rooms="rooms", link="number16"),
    ),
    rules=(
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule(
            "a room without a number has a shaded cell",
            ForAll(g, Where(g, ROOMS, ~HasClue("counts", g)), Exists(c, Members(g), SHADED)),
        ),
        GenreRule(
            "the shaded cells of a room are connected",
            ForAll(g, ROOMS, AllConnected(ByLabel(c, Members(g), SHADED))),
        ),
        GenreRule(
            "shaded cells of different rooms are not neighbours",
            ForAll(e, RoomBorders("rooms"), CountOf(c, Adjacent(e, "beside"), SHADED) <= 1),
        ),
        NO_LONG_LINE,
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
