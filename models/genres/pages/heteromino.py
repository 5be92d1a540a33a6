"""Heteromino: areas of three cells; neighbouring ones differ in shape, or in how they lie."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHAPES = ("###", "#/#/#", "##/#.", "##/.#", "#./##", ".#/##", "#")
LYING = Shaped(ByWalls("wall"), SHAPES, turned=False, mirrored=False)
CELL_LEFT = ~HasClue("holes", c)
HOLE = len(SHAPES)

GENRE = Genre(
    name="heteromino",
    title="Heteromino",
    source="Palmer Mebane; puzz.link, rules of heteromino. Holes are no cells.",
    link="heteromino",
    unknown=(Areas("wall"),),
    given=(SignClue("holes", dropped=False, link="fivecells"),),
    rules=(
        GenreRule(
            "no area has one cell",
            ForAll(c, Where(c, CELLS, CELL_LEFT), ShapeAt(LYING, c).isnt(HOLE)),
        ),
        GenreRule("each area has three cells, or is a hole", LYING),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "neighbouring areas differ in shape or orientation",
            ForAll(
                e,
                INNER,
                Shows("wall", e) >> Distinct(c, Adjacent(e, "beside"), ShapeAt(LYING, c), but=HOLE),
            ),
        ),
    ),
)
