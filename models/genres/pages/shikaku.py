"""Shikaku: divide the board into rectangles, each with one number, which is its size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")

GENRE = Genre(
    name="shikaku",
    title="Shikaku",
    source="Nikoli; puzz.link, rules of shikaku. `?` is a rectangle of any size.",
    link="shikaku",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area has one number", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), ONE, ONE)),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("clues", AREAS),
        ),
    ),
)
