"""Mejilink: one loop on borders of rooms; each room has as many cells as sides that are not on the loop."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
BESIDE = Adjacent(e, "beside")
RIM = Where(e, EDGES, SizeOf(BESIDE).is_(1))  # the border of the board
SIDES = Together((BorderOf(g), Where(e, RIM, Exists(c, BESIDE, IsIn(c, Members(g))))))

GENRE = Genre(
    name="mejilink",
    title="Mejilink",
    source="Nikoli; puzz.link, rules of mejilink. There is a loop; the border of the board is one of rooms.",
    link="mejilink",
    unknown=(EdgeLines("line"),),
    given=(RoomClue("rooms", link="ground"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "no line is within a room",
            ForAll(e, Where(e, INNER, ~IsIn(e, RoomBorders("rooms"))), ~LINE),
        ),
        GenreRule(
            "each room has as many cells as sides of cells on its border that are not on the loop",
            ForAll(g, Rooms("rooms"), CountOf(e, SIDES, ~LINE).is_(SizeOf(Members(g)))),
        ),
    ),
)
