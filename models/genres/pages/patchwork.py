"""Patchwork: divide into squares and shade cells; those across a wall differ; numbers count shaded ones."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
SHADED = CountOf(c, Adjacent(e, "beside"), Shows("shade", c))
PLAIN = Where(e, INNER, CountOf(c, Adjacent(e, "beside"), HasClue("clues", c)).is_(0))

GENRE = Genre(
    name="patchwork",
    title="Patchwork",
    source="puzz.link, rules of patchwork. Cells with numbers have no colour; `?` is any number.",
    link="patchwork",
    unknown=(Areas("wall"), Shading("shade")),
    given=(NumberClue("clues", link="number16"),),
    rules=(
        GenreRule("each area is a rectangle", Rectangles(AREAS)),
        GenreRule("each area is a square", ForAll(c, CELLS, WiderBy(AREAS, c).is_(0))),
        GenreRule(
            "a cell with a number is not shaded",
            ForAll(c, WithClue("clues", hidden=True), ~Shows("shade", c)),
        ),
        GenreRule(
            "shaded cells do not touch across a wall", ForAll(e, PLAIN, Shows("wall", e) >> (SHADED <= 1))
        ),
        GenreRule(
            "unshaded cells do not touch across a wall", ForAll(e, PLAIN, Shows("wall", e) >> (SHADED >= 1))
        ),
        GenreRule(
            "a number counts the shaded cells of its area",
            ForAll(c, WithClue("clues"), GroupCount(AREAS, c, d, Shows("shade", d)).is_(ClueAt("clues", c))),
        ),
    ),
)
