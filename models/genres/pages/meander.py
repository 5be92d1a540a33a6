"""Meandering Numbers: a way through each room in the order of its numbers; equal ones do not touch."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SIZE, OWN_SIZE = (SizeOf(Where(d, SameRoom("rooms", cell), ~HasClue("holes", d))) for cell in (CELL, c))
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
NEAR = Where(d, Adjacent(c, "neighbours"), IsIn(d, SameRoom("rooms", c)))

GENRE = Genre(
    name="meander",
    title="Meandering Numbers",
    source="puzz.link, rules of meander. Holes are no cells.",
    link="meander",
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
            "equal numbers do not touch, not even at a corner",
            ForAll(g, Windows(2, 2), Distinct(c, Members(g), NUMBER, but=0))
            & ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER, but=0)),
        ),
        GenreRule(
            "successive numbers of a room are neighbours",
            ForAll(
                c,
                CELLS,
                ForAll(v, NumbersFrom(ONE, OWN_SIZE - 1), NUMBER.is_(v) >> Exists(d, NEAR, OTHER.is_(v + 1))),
            ),
        ),
    ),
)
