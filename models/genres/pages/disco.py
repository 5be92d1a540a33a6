"""Disconnection: shade cells, all connected, of which each room has two blocks."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BLOCKS = ByLabel(c, CELLS, SHADED, across=~IsIn(EDGE, RoomBorders("rooms")))
TWO_BLOCKS = (
    GenreRule("each room has two blocks", ForAll(g, Rooms("rooms"), GroupsIn(BLOCKS, c, Members(g)).is_(2))),
    GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
    GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
)

GENRE = Genre(
    name="disco",
    title="Disconnection",
    source="puzz.link, rules of disco.",
    link="disco",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"),),
    rules=TWO_BLOCKS,
)
