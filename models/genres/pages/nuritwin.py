"""Nuritwin: shade cells, all connected, of which each room has two blocks of one size."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.disco import BLOCKS, SHADED, TWO_BLOCKS
from zenkai_solver.models.genres.vocabulary import *

SIZE = GroupSum(BLOCKS, d)
ALL = CountOf(c, Members(g), SHADED)

GENRE = Genre(
    name="nuritwin",
    title="Nuritwin",
    source="puzz.link, rules of nuritwin.",
    link="nuritwin",
    unknown=(Shading("shade"),),
    given=(RoomClue("rooms"), NumberClue("sizes", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        *TWO_BLOCKS,
        GenreRule(
            "both blocks of a room are of one size",
            ForAll(g, Rooms("rooms"), ForAll(d, Members(g), ~Shows("shade", d) | (SIZE + SIZE).is_(ALL))),
        ),
        GenreRule(
            "a number is the size of each block of its room",
            ForAll(
                g,
                WithClue("sizes", among=Rooms("rooms")),
                ForAll(d, Members(g), ~Shows("shade", d) | SIZE.is_(ClueAt("sizes", g))),
            ),
        ),
    ),
)
