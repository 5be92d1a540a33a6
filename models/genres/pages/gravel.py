"""Gravel: shade cells, and divide the others into squares that do not fall, nor touch one of their size."""

from __future__ import annotations

from collections.abc import Sequence

from zenkai_solver.models.genres.expressions import Amount, Plus, Spot
from zenkai_solver.models.genres.pages.aho import AREAS, BENDS_AT, INSIDE
from zenkai_solver.models.genres.vocabulary import *

SHADED, WALL, NUMBER = Shows("shade", c), Shows("wall", e), ClueAt("numbers", c)
BESIDE = Adjacent(e, "beside")
DOWN, RIGHT = Toward("down"), Toward("right")
WIDTH, HEIGHT = (Toward("left"), RIGHT), (Toward("up"), DOWN)
CELL_LEFT = ~HasClue("holes", c)
WHITE, BLACK = (Where(c, WithClue("circles"), HasClue("circles", c, value)) for value in (1, 2))


def across(ways: Sequence[Spot], cell: Spot = c) -> Amount:
    """How many further cells of its square are in these directions from a cell."""
    inner = (Where(p, Ray(cell, way, "edge"), SizeOf(Adjacent(p, "beside")).is_(2)) for way in ways)
    return Plus(tuple(Leading(p, edges, ~Shows("wall", p)) for edges in inner))


def is_held(way: Spot) -> Truth:
    """Is the cell `d` at the border of the board there, or at an unshaded cell of another square?"""
    return SizeOf(Ray(d, way)).is_(0) | (Shows("wall", Along(d, way, 1)) & ~Shows("shade", Along(d, way, 2)))


GENRE = Genre(
    name="gravel",
    title="Gravel",
    source="puzz.link, rules of gravel; the site draws the board on a corner, so that down and right are its "
    "lower sides. Holes are no cells, but hold squares.",
    link="gravel",
    unknown=(Shading("shade"), Areas("wall")),
    given=(
        SignClue("circles", signs="o*", link="circle"),
        NumberClue("numbers", lo=1, link="number16"),
        SignClue("holes", dropped=False, link="empty"),
    ),
    rules=(
        GenreRule("no white circle is shaded", ForAll(c, WHITE, ~SHADED)),
        GenreRule("each black circle is shaded", ForAll(c, BLACK, SHADED)),
        GenreRule("no hole is shaded", ForAll(c, WithClue("holes"), ~SHADED)),
        GenreRule("walls lie around holes", walls_around("holes")),
        GenreRule(
            "walls lie around shaded areas, and not within them",
            ForAll(
                e,
                INNER,
                (CountOf(c, BESIDE, SHADED).isnt(1) | WALL) & (CountOf(c, BESIDE, SHADED).isnt(2) | ~WALL),
            ),
        ),
        GenreRule(
            "each unshaded area is a square",
            ForAll(d, CELLS, Shows("shade", d) | ForAll(p, INSIDE, ~BENDS_AT))
            & ForAll(c, CELLS, SHADED | across(WIDTH).is_(across(HEIGHT))),
        ),
        GenreRule(
            "a square rests on another one, or on the border, below and on the right",
            ForAll(
                c,
                Where(c, CELLS, CELL_LEFT),
                SHADED | AllOf(tuple(GroupCount(AREAS, c, d, is_held(way)) >= 1 for way in (DOWN, RIGHT))),
            ),
        ),
        GenreRule(
            "squares of one size do not touch",
            ForAll(
                e,
                Where(e, INNER, ForAll(c, BESIDE, CELL_LEFT)),
                ~WALL
                | Exists(c, BESIDE, SHADED)
                | ForAll(
                    c, BESIDE, ForAll(d, BESIDE, SamePlace(c, d) | across(WIDTH).isnt(across(WIDTH, d)))
                ),
            ),
        ),
        GenreRule(
            "a number is the side of its square, or the size of its shaded area",
            ForAll(
                c,
                WithClue("numbers"),
                (SHADED & GroupSum(AREAS, c).is_(NUMBER)) | (~SHADED & (across(WIDTH) + 1).is_(NUMBER)),
            ),
        ),
    ),
)
