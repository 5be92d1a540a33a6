"""Tachiawase Block: both halves of the board have the same pieces; none of one size lie over each other."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LEFT, RIGHT = Toward("left"), Toward("right")
MATE = Along(c, RIGHT, COLUMNS)  # the cell of the right half that lies over it


def is_left(cell: Var) -> Truth:
    return SizeOf(Ray(cell, RIGHT)) > SizeOf(Ray(cell, LEFT))


def is_between(edge: Var) -> Truth:
    """Is the edge between the halves?"""
    beside = Adjacent(edge, "beside")
    return Exists(c, beside, is_left(c)) & Exists(d, beside, ~is_left(d))


AREAS = ByWalls("wall", across=~is_between(EDGE))


def alike(in_left: bool) -> CountOf:
    """How many cells of a half are in pieces like that of a cell."""
    half = is_left(d) if in_left else ~is_left(d)
    return CountOf(d, Where(d, CELLS, half), SameShape(AREAS, c, d))


GENRE = Genre(
    name="tachibk",
    title="Tachiawase Block",
    source="puzz.link, rules of tachibk. Pieces may be turned and mirrored; the halves are left and right.",
    link="tachibk",
    unknown=(Areas("wall"),),
    given=(NumberClue("numbers", lo=1, link="number16"),),
    rules=(
        GenreRule(
            "the halves are equally wide",
            ForAll(c, CELLS, SizeOf(Ray(c, RIGHT)).isnt(SizeOf(Ray(c, LEFT)))),
        ),
        GenreRule(
            "a wall is between the halves", ForAll(e, Where(e, INNER, is_between(e)), Shows("wall", e))
        ),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("numbers", AREAS),
        ),
        GenreRule(
            "pieces of one size do not lie over each other",
            ForAll(
                c,
                Where(c, CELLS, is_left(c)),
                ForAll(
                    v, NumbersFrom(ONE, AREA), ~(GroupSum(AREAS, c).is_(v) & GroupSum(AREAS, MATE).is_(v))
                ),
            ),
        ),
        GenreRule(
            "both halves have as many pieces of each shape", ForAll(c, CELLS, alike(True).is_(alike(False)))
        ),
    ),
)
