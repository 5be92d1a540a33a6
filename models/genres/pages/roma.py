"""Roma: an arrow in each cell, all different in each room; from each cell the arrows lead to a goal."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ARROW = ValueAt("arrow", c)

GENRE = Genre(
    name="roma",
    title="Roma",
    source="Nikoli; puzz.link, rules of roma.",
    link="roma",
    unknown=(Arrows("arrow", where=~HasClue("goals", CELL), may_be_empty=False, given="arrows"),),
    given=(
        RoomClue("rooms"),
        ArrowClue("arrows", bare=True, link="roma"),
        SignClue("goals", signs="o", dropped=False, link="roma"),
    ),
    rules=(
        GenreRule(
            "no arrow occurs twice in a room",
            ForAll(g, Rooms("rooms"), Distinct(c, Members(g), ARROW, but=0)),
        ),
        GenreRule(  # of cells with one arrow each, those that lead to a goal are connected with one
            "arrows lead to a goal", EachGroup(ByArrows("arrow"), c, Indicator(HasClue("goals", c)), ONE, ONE)
        ),
    ),
)
