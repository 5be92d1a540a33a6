"""Hinge: shade groups of cells that a border of rooms cuts into two mirror images."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)

GENRE = Genre(
    name="hinge",
    title="Hinge",
    source="puzz.link, rules of hinge. There is a shaded cell.",
    link="hinge",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule(
            "each group of shaded cells crosses borders of rooms along one stretch, which cuts it into two "
            "mirror images",
            Hinged(ByLabel(c, CELLS, SHADED), "rooms"),
        ),
        GenreRule("a number counts the shaded cells of its room", room_counts("counts", SHADED)),
    ),
)
