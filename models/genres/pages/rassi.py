"""Rassi Silai: a line through all cells of each room; no two ends of lines touch, not even at a corner."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
SIZE = SizeOf(Members(g))
NEAR = CountOf(d, Adjacent(c, "around"), CountOf(e, Adjacent(d, "sides"), LINE).is_(1))

GENRE = Genre(
    name="rassi",
    title="Rassi Silai",
    source="puzz.link, rules of rassi. Black cells are no cells of rooms.",
    link="rassi",
    unknown=(CentreLines("line"),),
    given=(
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule(
            "lines stay in their rooms, and go through no wall",
            ForAll(e, Together((RoomBorders("rooms"), WithClue("walls"))), ~LINE),
        ),
        GenreRule("no line goes through a black cell", ForAll(c, WithClue("holes"), LINES.is_(0))),
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule("each cell is on a line", ForAll(c, Where(c, CELLS, ~HasClue("holes", c)), LINES >= 1)),
        GenreRule(
            "each room has one line",
            ForAll(
                g,
                Rooms("rooms", without="holes", walls="walls"),
                SumOf(c, Members(g), LINES).is_(SIZE + SIZE - 2),
            ),
        ),
        GenreRule("no two ends of lines touch", ForAll(c, CELLS, LINES.isnt(1) | NEAR.is_(0))),
    ),
)
