"""Longest: areas, of each of which all longest straight pieces of the border are given, and no others."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

AREAS = ByWalls("wall")
GIVEN = HasClue("borders", e)
LENGTHS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))


def wall(edge: Spot) -> Truth:
    """There is a wall at the edge; so there is around the board."""
    return Shows("wall", edge) | (SizeOf(Adjacent(edge, "beside")) < 2)


def piece(edge: Spot, cell: Spot) -> Amount:
    """How many sides in turn, this one with them, are on the border of the area of a cell."""
    is_border = wall(q) & Exists(p, Adjacent(q, "beside"), SameGroup(AREAS, cell, p))
    ways = Where(k, Directions(), IsIn(Along(edge, k, 1), CORNERS))
    return ONE + SumOf(k, ways, Leading(q, Ray(edge, k, "edge"), is_border))


LONG = Exists(g, Adjacent(d, "sides"), wall(g) & (piece(g, d) > v))
LONGER = GroupCount(AREAS, c, d, LONG) >= 1
IS_LONGEST = ForAll(v, LENGTHS, (piece(e, c) > v) | ~LONGER)

GENRE = Genre(
    name="longest",
    title="Longest",
    source="puzz.link, checks of longest; it has no rules in words. The border of the board is one of areas.",
    link="longest",
    unknown=(Areas("wall"),),
    given=(SignClue("borders", at="edge", link="outer"),),
    rules=(
        GenreRule("each given border is there", ForAll(e, WithClue("borders"), wall(e))),
        GenreRule(
            "the longest pieces of the border of each area are given",
            ForAll(e, Where(e, EDGES, ~GIVEN), ForAll(c, Adjacent(e, "beside"), ~wall(e) | ~IS_LONGEST)),
        ),
        GenreRule(
            "each given border is on a longest piece of the border of an area",
            ForAll(e, WithClue("borders"), Exists(c, Adjacent(e, "beside"), IS_LONGEST)),
        ),
    ),
)
