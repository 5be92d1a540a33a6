"""Number City: in each room the cells of a number are connected, and there are fewer of each next number."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
OF_NUMBER, OF_NEXT = (CountOf(c, Members(g), NUMBER.is_(number)) for number in (v, v + ONE))
NUMBERS = NumbersFrom(ONE, SizeOf(Members(g)))

GENRE = Genre(
    name="numcity",
    title="Number City",
    source="puzz.link, rules of numcity.",
    link="numcity",
    unknown=(CellNumbers("number", hi=SizeOf(SameRoom("rooms", CELL)), given="clues"),),
    given=(NumberClue("clues", lo=1, link="number16"), RoomClue("rooms")),
    rules=(
        GenreRule(
            "equal numbers of a room are connected",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(v, NUMBERS, AllConnected(ByLabel(c, Members(g), NUMBER.is_(v)))),
            ),
        ),
        GenreRule(
            "a room has more cells of a number than of the next one",
            ForAll(g, Rooms("rooms"), ForAll(v, NUMBERS, OF_NEXT.is_(0) | (OF_NEXT < OF_NUMBER))),
        ),
        GenreRule(
            "numbers differ across the borders of rooms",
            ForAll(e, RoomBorders("rooms"), Distinct(c, Adjacent(e, "beside"), NUMBER)),
        ),
    ),
)
