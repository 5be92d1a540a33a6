"""Cojun: the numbers from 1 on, each once in each room; within a room the upper of two is larger."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIZE = SizeOf(Where(d, SameRoom("rooms", CELL), ~HasClue("holes", d)))
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)

GENRE = Genre(
    name="cojun",
    title="Cojun",
    source="Nikoli; puzz.link, rules of cojun. Holes are no cells.",
    link="cojun",
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
            "equal numbers are not neighbours",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER, but=0)),
        ),
        GenreRule(
            "where two cells of a room lie one above the other, the upper number is larger",
            ForAll(
                c,
                CELLS,
                ForAll(
                    d,
                    Where(d, SameRoom("rooms", c), SamePlace(d, Along(c, Toward("down"), 2))),
                    NUMBER.is_(0) | (NUMBER > OTHER),
                ),
            ),
        ),
    ),
)
