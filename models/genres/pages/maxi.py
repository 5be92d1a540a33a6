"""Maxi Loop: one loop through all cells; a number is the most cells that it visits in turn in its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
VISITS = ByLines("line", across=~IsIn(EDGE, RoomBorders("rooms")))
NUMBERED = WithClue("numbers", among=Rooms("rooms"))

GENRE = Genre(
    name="maxi",
    title="Maxi Loop",
    source="puzz.link, rules of maxi.",
    link="maxi",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), NumberClue("numbers", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each cell", ForAll(c, CELLS, LINES.is_(2))),
        GenreRule(
            "no visit to a room is longer than its number",
            ForAll(g, NUMBERED, ForAll(c, Members(g), GroupSum(VISITS, c) <= ClueAt("numbers", g))),
        ),
        GenreRule(
            "a visit to a room is as long as its number",
            ForAll(g, NUMBERED, Exists(c, Members(g), GroupSum(VISITS, c) >= ClueAt("numbers", g))),
        ),
    ),
)
