"""Zabajaba: rectangles of 1x3 and 2x2 in one part, of which equal ones do not touch; numbers count them."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

BLOCKS = ByWalls("wall")
AREAS = Shaped(BLOCKS, ("#", "###", "##/##"))
SHAPE = ShapeAt(AREAS, c)
OTHER = Where(d, Adjacent(e, "beside"), ~SamePlace(c, d))
BACK = Along(k, k, -2)
AROUND = Adjacent(c, "around")
SINGLE = CountOf(d, AROUND, ShapeAt(AREAS, d).is_(1))


def lies(cell: Var) -> Truth:
    """Does the rectangle of the cell lie along the direction `k`?"""
    ends = (Exists(p, Ray(cell, way, most=ONE), ~Shows("wall", Along(cell, way, 1))) for way in (k, BACK))
    return OneOf(tuple(ends))


CROSS = SHAPE.is_(2) & ForAll(k, Directions(), ~lies(c) | ~lies(d))

GENRE = Genre(
    name="zabajaba",
    title="Zabajaba",
    source="puzz.link, rules of zabajaba. A cell that is in no rectangle is an area of its own.",
    link="zabajaba",
    unknown=(Areas("wall"),),
    given=(NumberClue("clues", hi=8, link="number16"),),
    rules=(
        GenreRule("each area is one cell, or a rectangle of 1x3 or 2x2", AREAS),
        GenreRule("no rectangle covers a number", ForAll(c, WithClue("clues", hidden=True), SHAPE.is_(1))),
        GenreRule(
            "a number counts the rectangles around it",
            ForAll(c, WithClue("clues"), GroupsIn(BLOCKS, d, AROUND).is_(ClueAt("clues", c) + SINGLE)),
        ),
        GenreRule(
            "rectangles that touch differ in size or direction",
            ForAll(
                e,
                INNER,
                ~Shows("wall", e)
                | ForAll(
                    c,
                    Adjacent(e, "beside"),
                    SHAPE.is_(1) | ForAll(d, OTHER, SHAPE.isnt(ShapeAt(AREAS, d)) | CROSS),
                ),
            ),
        ),
        GenreRule("rectangles are connected", AllConnected(ByLabel(c, CELLS, SHAPE >= 2))),
    ),
)
