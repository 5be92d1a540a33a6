"""Combi Block: blocks of two rooms each, no rectangles, of which neighbours differ in shape."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.aho import BENDS_AT, INSIDE
from zenkai_solver.models.genres.vocabulary import *

OTHER = Var("other")  # a room
BLOCKS = ByWalls("wall")
BENDS = GroupCount(BLOCKS, c, d, Exists(p, INSIDE, BENDS_AT))
BEGINS = Indicator(Exists(g, Rooms("rooms"), SamePlace(c, g)))

GENRE = Genre(
    name="cbblock",
    title="Combi Block",
    source="puzz.link, rules of cbblock.",
    link="cbblock",
    unknown=(Areas("wall"),),
    given=(RoomClue("rooms", link="ground"),),
    rules=(
        GenreRule(
            "no wall is within a room",
            ForAll(e, Where(e, INNER, ~IsIn(e, RoomBorders("rooms"))), ~Shows("wall", e)),
        ),
        GenreRule("each block has two rooms", EachGroup(BLOCKS, c, BEGINS, Fixed(2), Fixed(2))),
        GenreRule(
            "no block is a rectangle",
            ForAll(g, Rooms("rooms"), ForAll(c, Where(c, Members(g), SamePlace(c, g)), BENDS >= 1)),
        ),
        GenreRule(
            "blocks that touch differ in shape",
            ForAll(
                g,
                Rooms("rooms"),
                ForAll(
                    OTHER,
                    RoomsBeside("rooms", g, later=True),
                    SameGroup(BLOCKS, g, OTHER) | ~SameShape(BLOCKS, g, OTHER),
                ),
            ),
        ),
    ),
)
