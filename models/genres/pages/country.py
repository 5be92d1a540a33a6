"""Country Road: one loop visits each room once; a number says through how many of its cells it goes."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
ON_LOOP = Exists(p, Adjacent(c, "sides"), Shows("line", p))
CROSSED = CountOf(e, BorderOf(g), LINE)
MAY_MISS = HasClue("may_miss_rooms", WholeBoard())

GENRE = Genre(
    name="country",
    title="Country Road",
    source="Nikoli; puzz.link, rules of country. A loop within the only room visits that once. "
    "Janko: cells may be in no room.",
    link="country",
    unknown=(CentreLines("line", within="rooms"),),
    given=(
        RoomClue("rooms", gaps=True),
        NumberClue("numbers", at="room", rooms="rooms", link="number16"),
        SwitchClue("may_miss_rooms", sign="e"),
    ),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule(
            "the loop visits each room once",
            ForAll(g, Where(g, Rooms("rooms"), ~MAY_MISS & (SizeOf(BorderOf(g)) > 0)), CROSSED.is_(2)),
        ),
        GenreRule(
            "the loop visits no room twice", ForAll(g, Where(g, Rooms("rooms"), MAY_MISS), CROSSED <= 2)
        ),
        GenreRule(
            "a number counts the cells of its room that are on the loop", room_counts("numbers", ON_LOOP)
        ),
        GenreRule(
            "of two neighbours in different rooms at least one is on the loop",
            ForAll(e, RoomBorders("rooms"), Exists(c, Adjacent(e, "beside"), ON_LOOP)),
        ),
    ),
)
