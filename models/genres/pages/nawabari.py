"""Nawabari: rectangles with one number each, which says how many walls are around its cell."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
BORDER = SizeOf(Adjacent(e, "beside")).is_(1)
WALLS = CountOf(e, Adjacent(c, "sides"), Shows("wall", e) | BORDER)

GENRE = Genre(
    name="nawabari",
    title="Nawabari",
    source="Nikoli; puzz.link, rules of nawabari. The border of the board is of walls, too.",
    link="nawabari",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", hi=4, link="number10"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area has one number", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), ONE, ONE)),
        GenreRule(
            "a number counts the walls around its cell",
            ForAll(c, WithClue("clues"), WALLS.is_(ClueAt("clues", c))),
        ),
    ),
)
