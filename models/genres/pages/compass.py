"""Compass: areas with one compass each, which says how many of its cells are further in each direction."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
NUMBER = NumberToward("compasses", c, k)
SAID = Where(k, Directions(), NUMBER >= 0)

GENRE = Genre(
    name="compass",
    title="Compass",
    source="puzz.link, rules of compass.",
    link="compass",
    unknown=(Areas("wall"),),
    given=(CompassClue("compasses", link="compass"),),
    rules=(
        GenreRule(
            "each area has one compass", EachGroup(AREAS, c, Indicator(HasClue("compasses", c)), ONE, ONE)
        ),
        GenreRule(
            "a number counts the cells of the area that are further in its direction",
            ForAll(
                c,
                WithClue("compasses"),
                ForAll(k, SAID, GroupCount(AREAS, c, d, IsIn(d, Beyond(c, k))).is_(NUMBER)),
            ),
        ),
    ),
)
