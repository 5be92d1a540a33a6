"""Yajitatami: strips of two cells or more, no four of which meet; arrows count walls."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
WALL = Shows("wall", e)
AROUND = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
AHEAD = Where(e, Ray(c, k, "edge"), SizeOf(Adjacent(e, "beside")).is_(2))
LENGTH = SumOf(k, Directions(), Leading(e, AHEAD, ~WALL)) + 1
ARROW = ArrowAt("arrows", c)
COUNTED = Where(c, WithClue("arrows"), ClueAt("arrows", c, 1) >= 0)

GENRE = Genre(
    name="yajitatami",
    title="Yajitatami",
    source="puzz.link, rules of yajitatami.",
    link="yajitatami",
    unknown=(Areas("wall"),),
    given=(ArrowClue("arrows", link="arrow16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area is one cell wide", ForAll(p, AROUND, Exists(e, Adjacent(p, "sides"), WALL))),
        GenreRule("each area has two cells or more", EachGroup(AREAS, c, ONE, Fixed(2))),
        GenreRule(
            "no four areas meet at a corner", ForAll(p, AROUND, Exists(e, Adjacent(p, "sides"), ~WALL))
        ),
        GenreRule(
            "each arrow points at a wall of its cell", ForAll(c, COUNTED, Shows("wall", Along(c, ARROW, 1)))
        ),
        GenreRule(
            "an arrow counts the walls in its direction",
            ForAll(c, COUNTED, CountOf(e, Ray(c, ARROW, "edge"), WALL).is_(ClueAt("arrows", c, 1))),
        ),
        GenreRule(
            "the number of an arrow is the size of its area",
            ForAll(c, COUNTED, LENGTH.is_(ClueAt("arrows", c, 1))),
        ),
    ),
)
