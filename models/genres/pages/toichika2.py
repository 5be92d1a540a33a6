"""Toichika 2: a number in each room; equal ones in a row or column are a pair, and so many cells apart."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.toichika import NEAR
from zenkai_solver.models.genres.vocabulary import *

NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
LINE = Where(d, CELLS, ~SamePlace(c, d) & Exists(k, Directions(), IsIn(d, Ray(c, k))))
EQUAL = (NUMBER >= 1) & NUMBER.is_(OTHER)
FAR = ForAll(p, CellsBetween(c, d), ValueAt("number", p).is_(0))

GENRE = Genre(
    name="toichika2",
    title="Toichika 2",
    source="puzz.link, rules of toichika2.",
    link="toichika2",
    unknown=(CellNumbers("number", lo=Fixed(0), hi=LargerOf(ROWS, COLUMNS) - 2),),
    given=(RoomClue("rooms"), NumberClue("clues", at="room", rooms="rooms", lo=1, link="number16")),
    rules=(
        GenreRule(
            "each room has one number",
            ForAll(g, Rooms("rooms"), CountOf(c, Members(g), NUMBER >= 1).is_(1)),
        ),
        GenreRule(
            "each number has one equal number in its row and column",
            ForAll(c, CELLS, NUMBER.is_(0) | CountOf(d, LINE, OTHER.is_(NUMBER)).is_(1)),
        ),
        GenreRule(
            "a number counts the cells between a pair",
            ForAll(c, CELLS, ForAll(d, LINE, ~EQUAL | NUMBER.is_(SizeOf(CellsBetween(c, d))))),
        ),
        GenreRule("cells between a pair are empty", ForAll(c, CELLS, ForAll(d, LINE, ~EQUAL | FAR))),
        GenreRule(
            "numbers of a pair are not in neighbouring rooms",
            ForAll(c, CELLS, ForAll(d, Where(d, LINE, NEAR), ~EQUAL)),
        ),
        GenreRule(
            "a clue is the number of its room",
            ForAll(
                g,
                WithClue("clues", among=Rooms("rooms")),
                SumOf(c, Members(g), NUMBER).is_(ClueAt("clues", g)),
            ),
        ),
    ),
)
