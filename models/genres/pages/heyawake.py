"""Heyawake: shade as many cells of each room as it says, so that no line of open cells is in three rooms."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
NO_LONG_LINE = GenreRule(
    "no straight line of unshaded cells crosses two borders of rooms",
    ForAll(g, Crossings("rooms", 2), Exists(c, Members(g), SHADED)),
)

GENRE = Genre(
    name="heyawake",
    title="Heyawake",
    source="Nikoli; puzz.link, rules of heyawake. A room may have no number; at least one cell is shaded.",
    link="heyawake",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
        NO_LONG_LINE,
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
    ),
)
