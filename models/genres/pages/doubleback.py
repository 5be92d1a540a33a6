"""Double Back: one loop through all cells but the black ones, which visits each room exactly twice."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
ON_LOOP = Exists(e, Adjacent(c, "sides"), LINE)

GENRE = Genre(
    name="doubleback",
    title="Double Back",
    source="Palmer Mebane; puzz.link, rules of doubleback. Black cells are in no room, and may split one.",
    link="doubleback",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), SignClue("black", link="empty")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop does not go through black cells", ForAll(c, WithClue("black"), ~ON_LOOP)),
        GenreRule(
            "the loop goes through each cell that is not black",
            ForAll(c, Where(c, CELLS, ~HasClue("black", c)), ON_LOOP),
        ),
        GenreRule(
            "the loop crosses the border of each room four times",
            ForAll(g, Rooms("rooms", without="black"), CountOf(e, BorderOf(g), LINE).is_(4)),
        ),
    ),
)
