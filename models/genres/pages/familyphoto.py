"""Family Photo: rectangles with one number, that of the circles in them; circles that touch are in one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
TOUCHING = Where(e, INNER, ForAll(c, Adjacent(e, "beside"), HasClue("circles", c)))

GENRE = Genre(
    name="familyphoto",
    title="Family Photo",
    source="puzz.link, rules of familyphoto.",
    link="familyphoto",
    unknown=(Areas("wall"),),
    given=(
        SignClue("circles", signs="o", dropped=False, link="binary"),
        NumberClue("clues", lo=1, link="number16"),
    ),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area has one number", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), ONE, ONE)),
        GenreRule(
            "a number counts the circles in its area",
            ForAll(
                c,
                WithClue("clues"),
                GroupCount(AREAS, c, d, HasClue("circles", d)).is_(ClueAt("clues", c)),
            ),
        ),
        GenreRule("no wall is between two circles", ForAll(e, TOUCHING, ~Shows("wall", e))),
    ),
)
