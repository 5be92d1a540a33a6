"""Square Jam: squares, of which no four meet; a number is the side of its square."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
AHEAD = Where(e, Ray(c, k, "edge"), SizeOf(Adjacent(e, "beside")).is_(2))
ARMS = SumOf(k, Directions(), Leading(e, AHEAD, ~Shows("wall", e)))  # up to walls
SIDE = ClueAt("clues", c)

GENRE = Genre(
    name="squarejam",
    title="Square Jam",
    source="puzz.link, rules of squarejam. A square may have no number or several.",
    link="squarejam",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area is a square", ForAll(c, CELLS, WiderBy(AREAS, c).is_(0))),
        GenreRule(
            "a number is the side of its square", ForAll(c, WithClue("clues"), ARMS.is_(SIDE + SIDE - 2))
        ),
        GenreRule(
            "no four areas meet at a corner",
            ForAll(p, CORNERS, Exists(e, Adjacent(p, "sides"), ~Shows("wall", e))),
        ),
    ),
)
