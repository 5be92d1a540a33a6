"""Renban-Madoguchi: rooms of consecutive numbers; across a border the difference is the border's length."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)
LENGTH = BorderLength("rooms", e, "walls")
WITHIN = Where(d, Adjacent(e, "beside"), LENGTH <= 0)  # cells of a room differ by less than its size
STEP = LargerOf(LENGTH, Largest(d, WITHIN, SizeOf(SameRoom("rooms", d)) - 1))
FROM_CLUES = LeastReached(e, WithClue("clues"), ClueAt("clues", e), STEP, CELL)

GENRE = Genre(
    name="renban",
    title="Renban-Madoguchi",
    source="Nikoli; puzz.link, rules of renban: a line within a room counts, too. Numbers are 1 to 99 here.",
    link="renban",
    unknown=(
        CellNumbers("number", hi=SmallerOf(Fixed(99), FROM_CLUES + LargerOf(ROWS, COLUMNS)), given="clues"),
    ),
    given=(
        RoomClue("rooms"),
        SignClue("walls", at="edge", rooms="rooms", dropped=False, link="border"),
        NumberClue("clues", lo=1, hi=99, hidden=False, link="number16"),
    ),
    rules=(
        GenreRule(
            "no number occurs twice in a room", ForAll(g, Rooms("rooms"), Distinct(c, Members(g), NUMBER))
        ),
        GenreRule(
            "the numbers of a room are consecutive",
            ForAll(g, Rooms("rooms"), SpreadOf(c, Members(g), NUMBER) <= SizeOf(Members(g)) - 1),
        ),
        GenreRule(
            "numbers on both sides of a border differ by the length of its straight line",
            ForAll(
                e,
                Where(e, INNER, LENGTH > 0),
                SpreadOf(c, Adjacent(e, "beside"), NUMBER).is_(LENGTH),
            ),
        ),
    ),
)
