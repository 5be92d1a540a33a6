"""Nagenawa: rectangles of lines, which may cross; a number counts the cells of its room with a line."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.ringring import LINE, LINES, RECTANGLES
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="nagenawa",
    title="Nagenawa",
    source="Nikoli; puzz.link, rules of nagenawa. There is a line.",
    link="nagenawa",
    unknown=(CentreLines("line"),),
    given=(RoomClue("rooms"), NumberClue("counts", at="room", rooms="rooms", link="number16")),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        *RECTANGLES,
        GenreRule("a number counts the cells of its room with a line", room_counts("counts", LINES >= 1)),
    ),
)
