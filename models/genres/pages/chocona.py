"""Chocona: shade rectangles, and as many cells of each room as it says."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="chocona",
    title="Chocona",
    source="Nikoli; puzz.link, rules of chocona. A room may have no number; at least one cell is shaded.",
    link="chocona",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("each group of shaded cells is a rectangle", Rectangles(ByLabel(c, CELLS, SHADED))),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
    ),
)
