"""Marutaring: shade a loop of cells, which goes straight on within a room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
NEXT = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))
IN_ROOM = Where(d, Adjacent(c, "neighbours"), IsIn(d, SameRoom("rooms", c)))
TURNING = Where(p, Adjacent(c, "neighbours"), IsIn(p, SameRoom("rooms", c)) & IsIn(p, Adjacent(d, "around")))

GENRE = Genre(
    name="marutaring",
    title="Marutaring",
    source="puzz.link, rules of marutaring. As no 2x2 is shaded, rectangles within a room are straight.",
    link="marutaring",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule(
            "shaded cells of a room are straight",
            ForAll(
                c,
                CELLS,
                ForAll(d, IN_ROOM, ForAll(p, TURNING, ~SHADED | ~Shows("shade", d) | ~Shows("shade", p))),
            ),
        ),
        GenreRule("shaded cells do not branch", ForAll(c, CELLS, SHADED >> (NEXT <= 2))),
        GenreRule("shaded cells do not end", ForAll(c, CELLS, SHADED >> (NEXT >= 2))),
        GenreRule("each room has a shaded cell", ForAll(g, Rooms("rooms"), Exists(c, Members(g), SHADED))),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
