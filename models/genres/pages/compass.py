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
            "a number of a compass counts the cells of its area that lie further in the number's direction",
            ForAll(
                c,
                WithClue("compasses"),
                ForAll(k, SAID, GroupCount(AREAS, c, d, IsIn(d, Beyond(c, k))).is_(NUMBER)),
            ),
        ),
    ),
)
