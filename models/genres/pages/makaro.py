"""Makaro: the numbers from 1 on, each once in each room; arrows point at the largest number beside them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

WHITE = ~HasClue("arrows", CELL)
NUMBER, OTHER = ValueAt("number", c), ValueAt("number", d)
LARGEST = Along(c, ArrowAt("arrows", c), 2)

GENRE = Genre(
    name="makaro",
    title="Makaro",
    source="Nikoli; puzz.link, rules of makaro: the largest is larger than each of the others.",
    link="makaro",
    unknown=(CellNumbers("number", hi=SizeOf(SameRoom("rooms", CELL)), where=WHITE, given="clues"),),
    given=(
        RoomClue("rooms"),
        NumberClue("clues", lo=1, hidden=False, link="makaro"),
        ArrowClue("arrows", bare=True, plain="#", dropped=False, link="makaro"),
    ),
    rules=(
        GenreRule(
            "each room has the numbers from 1 to its size",
            ForAll(g, Rooms("rooms"), Distinct(c, Members(g), NUMBER)),
        ),
        GenreRule(
            "equal numbers are not neighbours",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER, but=0)),
        ),
        GenreRule(
            "an arrow points at the largest number beside it",
            ForAll(
                c,
                Where(c, WithClue("arrows"), ClueAt("arrows", c) > 0),
                (ValueAt("number", LARGEST) > 0)
                & ForAll(
                    d,
                    Adjacent(c, "neighbours"),
                    SamePlace(d, LARGEST) | (ValueAt("number", LARGEST) > OTHER),
                ),
            ),
        ),
    ),
)
