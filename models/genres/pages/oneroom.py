"""One Room One Door: shade cells, so that each room is in one piece and two rooms have at most one door."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
h = Var("h")  # another room
BETWEEN = Where(e, BorderOf(g), Exists(c, Adjacent(e, "beside"), IsIn(c, Members(h))))
DOOR = ForAll(c, Adjacent(e, "beside"), ~SHADED)

GENRE = Genre(
    name="oneroom",
    title="One Room One Door",
    source="puzz.link, rules of oneroom. At least one cell is shaded; a room may be shaded as a whole.",
    link="oneroom",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        GenreRule(
            "unshaded cells of a room are connected",
            ForAll(g, Rooms("rooms"), AllConnected(ByLabel(c, Members(g), ~SHADED))),
        ),
        GenreRule(
            "two rooms have at most one door",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(h, RoomsBeside("rooms", g, later=True), CountOf(e, BETWEEN, DOOR) <= 1),
            ),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
