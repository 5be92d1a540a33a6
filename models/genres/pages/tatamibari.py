"""Tatamibari: rectangles with one sign each: | is higher than wide, - wider than high, + a square."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
UPRIGHT, LEVEL, SQUARE = (Where(c, WithClue("signs"), HasClue("signs", c, value)) for value in (1, 2, 3))

GENRE = Genre(
    name="tatamibari",
    title="Tatamibari",
    source="Nikoli; puzz.link, rules of tatamibari. `?` is a rectangle of any shape.",
    link="tatamibari",
    unknown=(Areas("wall"),),
    given=(SignClue("signs", signs="|-+", turning="|-", hidden=True, link="number16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area has one sign", EachGroup(AREAS, c, Indicator(HasClue("signs", c)), ONE, ONE)),
        GenreRule("the area of | is taller than it is wide", ForAll(c, UPRIGHT, WiderBy(AREAS, c) < 0)),
        GenreRule("the area of - is wider than it is tall", ForAll(c, LEVEL, WiderBy(AREAS, c) > 0)),
        GenreRule("the area of + is a square", ForAll(c, SQUARE, WiderBy(AREAS, c).is_(0))),
        GenreRule(
            "no four areas meet at a corner",
            ForAll(p, CORNERS, Exists(e, Adjacent(p, "sides"), ~Shows("wall", e))),
        ),
    ),
)
