"""Trizone: shade cells, divide the rest into threes of one number, which counts the shaded cells beside."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

AREAS = Shaped(ByWalls("wall"), ("#", "###", ".#/##"))
SHADED = Shows("shade", c)
CELL_LEFT = Where(c, CELLS, ~HasClue("holes", c))
NUMBERED = Indicator(HasClue("clues", c))
BESIDE = Shows("shade", d) & Exists(e, Adjacent(d, "neighbours"), SameGroup(ByWalls("wall"), c, e))

GENRE = Genre(
    name="trizone",
    title="Trizone",
    source="puzz.link, rules of trizone.",
    link="trizone",
    unknown=(Shading("shade"), Areas("wall")),
    given=(
        NumberClue("clues", link="number16"),
        SignClue("holes", dropped=False, link="empty"),
        SwitchClue("without_numbers", sign="g"),
    ),
    rules=(
        GenreRule("each area has one cell or three", AREAS),
        GenreRule(
            "the areas of one cell are shaded, and no others",
            ForAll(c, CELL_LEFT, (SHADED & ShapeAt(AREAS, c).is_(1)) | (~SHADED & (ShapeAt(AREAS, c) >= 2))),
        ),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule("a hole is not shaded", ForAll(c, WithClue("holes"), ~SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("no area has two numbers", EachGroup(ByWalls("wall"), c, NUMBERED, Fixed(0), ONE)),
        GenreRule(
            "each area of three cells has a number",
            ForAll(
                c,
                Where(c, CELL_LEFT, ~HasClue("without_numbers", WholeBoard())),
                SHADED | (GroupSum(ByWalls("wall"), c, c, NUMBERED) >= 1),
            ),
        ),
        GenreRule(
            "a number counts the shaded cells beside its area",
            ForAll(c, WithClue("clues"), CountOf(d, CELLS, BESIDE).is_(ClueAt("clues", c))),
        ),
    ),
)
