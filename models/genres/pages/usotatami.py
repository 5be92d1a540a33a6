"""Uso-tatami: strips with one number each, which is not their length; no four of them meet."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
WALL = Shows("wall", e)
AROUND = Where(p, CORNERS, SizeOf(Adjacent(p, "corners")).is_(4))
AHEAD = Where(e, Ray(c, k, "edge"), SizeOf(Adjacent(e, "beside")).is_(2))
LENGTH = SumOf(k, Directions(), Leading(e, AHEAD, ~WALL)) + 1

GENRE = Genre(
    name="usotatami",
    title="Uso-tatami",
    source="puzz.link, rules of usotatami. `?` is an unknown number.",
    link="usotatami",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, link="number10or16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area is one cell wide", ForAll(p, AROUND, Exists(e, Adjacent(p, "sides"), WALL))),
        GenreRule("each area has one number", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), ONE, ONE)),
        GenreRule(
            "no four areas meet at a corner", ForAll(p, AROUND, Exists(e, Adjacent(p, "sides"), ~WALL))
        ),
        GenreRule(
            "a number is not the size of its area",
            ForAll(c, WithClue("clues"), LENGTH.isnt(ClueAt("clues", c))),
        ),
    ),
)
