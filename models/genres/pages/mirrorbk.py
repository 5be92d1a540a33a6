"""Mirror Block: areas, whose number is their size; the two at a thick line are mirror images across it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
IMAGE, IMAGE_OF_SIDE = (Opposite(place, e, mirrored=True) for place in (c, d))

GENRE = Genre(
    name="mirrorbk",
    title="Mirror Block",
    source="puzz.link, rules of mirrorbk. `*` is a thick line, a mirror; an area may have no number.",
    link="mirrorbk",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("clues", lo=1, link="number16"),
        SignClue("mirrors", at="edge", signs="*", link="border"),
    ),
    rules=(
        GenreRule(
            "no area has two numbers", EachGroup(AREAS, c, Indicator(HasClue("clues", c)), Fixed(0), ONE)
        ),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("clues", AREAS),
        ),
        GenreRule("each mirror is a wall", ForAll(e, WithClue("mirrors"), Shows("wall", e))),
        GenreRule(
            "the areas at a mirror are images of each other",
            ForAll(
                e,
                WithClue("mirrors"),
                ForAll(
                    d,
                    Adjacent(e, "beside"),
                    ForAll(c, CELLS, SameGroup(AREAS, d, c) >> SameGroup(AREAS, IMAGE_OF_SIDE, IMAGE)),
                ),
            ),
        ),
    ),
)
