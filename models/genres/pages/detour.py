"""Detour: one loop through all cells; a number says how often it turns in its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

STRAIGHT = GoesStraight("line", c)

GENRE = Genre(
    name="detour",
    title="Detour",
    source="puzz.link, rules of detour.",
    link="detour",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), NumberClue("turns", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop goes through each cell",
            ForAll(c, CELLS, Exists(e, Adjacent(c, "sides"), Shows("line", e))),
        ),
        GenreRule("the loop turns in a room as often as its number says", room_counts("turns", ~STRAIGHT)),
    ),
)
