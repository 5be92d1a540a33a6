"""Fillmat: areas one cell wide and up to four long; neighbouring ones are not of the same size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

MATS = Shaped(ByWalls("wall"), ("#", "##", "###", "####"))
SIZE = ShapeAt(MATS, c)

GENRE = Genre(
    name="fillmat",
    title="Fillmat",
    source="Nikoli; puzz.link, rules of fillmat. `?` is a number, so that no other one is in its area.",
    link="fillmat",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", lo=1, hi=4, link="number10"),),
    rules=(
        GenreRule("each area is one cell wide and at most four long", MATS),
        GenreRule(
            "neighbouring areas differ in size",
            ForAll(e, INNER, Shows("wall", e) >> Distinct(c, Adjacent(e, "beside"), SIZE)),
        ),
        GenreRule(
            "a number is the size of its area", ForAll(c, WithClue("clues"), SIZE.is_(ClueAt("clues", c)))
        ),
        GenreRule(
            "no area has two numbers",
            EachGroup(ByWalls("wall"), c, Indicator(HasClue("clues", c)), Fixed(0), ONE),
        ),
        GenreRule(
            "no four areas meet at a corner",
            ForAll(p, CORNERS, Exists(e, Adjacent(p, "sides"), ~Shows("wall", e))),
        ),
    ),
)
