"""Heyapin: pins at corners of cells join all rooms; a number counts the pins at its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

PIN = Shows("pin", p)
AT_ROOM = Exists(c, Adjacent(p, "corners"), IsIn(c, Members(g)))
BESIDE = Exists(p, Adjacent(EDGE, "ends"), PIN)
JOINED = ByWays(c, CELLS, AllOf(()), ~IsIn(EDGE, RoomBorders("rooms")) | BESIDE)
OF_TWO = Exists(g, Rooms("rooms"), AT_ROOM & Exists(c, Adjacent(p, "corners"), ~IsIn(c, Members(g))))

GENRE = Genre(
    name="heyapin",
    title="Heyapin",
    source="puzz.link, rules of heyapin, where each pin joins rooms in links with the letter o.",
    link="heyapin",
    unknown=(CornerMarks("pin"),),
    given=(
        RoomClue("rooms"),
        NumberClue("numbers", at="room", rooms="rooms", link="number16"),
        SwitchClue("each_pin_joins", sign="o"),
    ),
    rules=(
        GenreRule(
            "a number counts the pins at its room",
            ForAll(
                g,
                WithClue("numbers", among=Rooms("rooms")),
                CountOf(p, Where(p, CORNERS, AT_ROOM), PIN).is_(ClueAt("numbers", g)),
            ),
        ),
        GenreRule("pins join all rooms", AllConnected(JOINED)),
        GenreRule(
            "each pin is at two rooms or more",
            ForAll(p, Where(p, CORNERS, HasClue("each_pin_joins", WholeBoard()) & ~OF_TWO), ~PIN),
        ),
    ),
)
