"""Ripple Effect: the numbers from 1 on, each once in each room; equal ones in a line lie so far apart."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIZE = SizeOf(Where(d, SameRoom("rooms", CELL), ~HasClue("holes", d)))
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NUMBERS = NumbersFrom(ONE, SizeOf(SameRoom("rooms", c)))
NEAR = Ray(c, Inward(g), most=v)

GENRE = Genre(
    name="ripple",
    title="Ripple Effect",
    source="Nikoli (Hakyuu); puzz.link, rules of ripple. Holes are no cells.",
    link="ripple",
    unknown=(CellNumbers("number", hi=SIZE, where=~HasClue("holes", CELL), given="clues"),),
    given=(
        RoomClue("rooms"),
        NumberClue("clues", lo=1, hidden=False, link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule(
            "each room has the numbers from 1 to its size",
            ForAll(g, Rooms("rooms"), Distinct(c, Members(g), NUMBER, but=0)),
        ),
        GenreRule(
            "between two equal numbers in a row or column are at least that many cells",
            ForAll(
                g,
                RowsAndColumns(),
                ForAll(c, Members(g), ForAll(v, NUMBERS, NUMBER.is_(v) >> ForAll(d, NEAR, OTHER.isnt(v)))),
            ),
        ),
    ),
)
