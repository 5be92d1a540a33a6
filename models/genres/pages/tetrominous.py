"""Tetrominous: areas of four cells; neighbours differ in shape, and a letter names that of its area."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.heteromino import CELL_LEFT
from zenkai_solver.models.genres.vocabulary import *

LETTERS = "ILOST"
SHAPES = ("####", ".#/.#/##", "##/##", ".#/##/#.", ".#/##/.#", "#")  # a hole is one cell alone
HOLE = len(SHAPES)
SHAPED = Shaped(ByWalls("wall"), SHAPES)

GENRE = Genre(
    name="tetrominous",
    title="Tetrominous",
    source="puzz.link, rules of tetrominous. Turned and mirrored shapes are the same; holes are no cells.",
    link="tetrominous",
    unknown=(Areas("wall"),),
    given=(
        SignClue("letters", signs=LETTERS, hidden=True, link="letters"),
        SignClue("holes", dropped=False, link="letters"),
        SignClue("walls", at="edge", link="border?"),
    ),
    rules=(
        GenreRule(
            "each area has four cells",
            SHAPED & ForAll(c, Where(c, CELLS, CELL_LEFT), ShapeAt(SHAPED, c).isnt(HOLE)),
        ),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "neighbouring areas have different shapes",
            ForAll(
                e,
                INNER,
                Shows("wall", e) >> Distinct(c, Adjacent(e, "beside"), ShapeAt(SHAPED, c), but=HOLE),
            ),
        ),
        GenreRule(
            "a letter is the shape of its area",
            ForAll(c, WithClue("letters"), ShapeAt(SHAPED, c).is_(ClueAt("letters", c))),
        ),
        GenreRule("given walls are walls", ForAll(e, WithClue("walls"), Shows("wall", e))),
    ),
)
