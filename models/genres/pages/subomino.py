"""Subomino: areas of which none can be laid into one beside it; a number is the size of its area."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
HOLE = HasClue("holes", c)
BESIDE = Where(e, INNER, ~Exists(c, Adjacent(e, "beside"), HOLE))

GENRE = Genre(
    name="subomino",
    title="Subomino",
    source="puzz.link, rules of subomino. An area is laid as it lies, without a turn; `?` says nothing.",
    link="subomino",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("numbers", lo=2, link="number16"),
        SignClue("holes", signs="#", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("numbers", AREAS),
        ),
        GenreRule(
            "no area fits into one beside it",
            ForAll(
                e,
                BESIDE,
                Shows("wall", e)
                >> ForAll(
                    c,
                    Adjacent(e, "beside"),
                    ForAll(d, Where(d, Adjacent(e, "beside"), ~SamePlace(c, d)), ~Fits(AREAS, c, d)),
                ),
            ),
        ),
    ),
)
