"""Rooms of Factors: each number once in each row and column; a clue is the product of its room."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="factors",
    title="Rooms of Factors",
    source="Nikoli; puzz.link, rules of factors: numbers up to the longer side; a room may have one twice.",
    link="factors",
    unknown=(CellNumbers("number", hi=LargerOf(ROWS, COLUMNS)),),
    given=(
        RoomClue("rooms"),
        NumberClue("products", at="room", rooms="rooms", lo=1, hi=1_126_351, hidden=False, link="number16"),
    ),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, Members(g), NUMBER)),
        ),
        GenreRule(
            "the product of the numbers of a room is its clue",
            ForAll(
                g,
                WithClue("products", among=Rooms("rooms")),
                ProductOf(c, Members(g), NUMBER).is_(ClueAt("products", g)),
            ),
        ),
    ),
)
