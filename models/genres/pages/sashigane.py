"""Sashigane: L-shapes of one cell's width; circles are at corners, and arrows at ends, toward the corner."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount, Spot
from zenkai_solver.models.genres.vocabulary import *

j = Var("j")  # another direction
ACROSS = Where(j, Directions(), ~SamePlace(j, k) & ~SamePlace(Along(j, j, -2), k))


def is_open(cell: Spot, direction: Var) -> Truth:
    """The cell on this side is in the same area."""
    edge = Along(cell, direction, 1)
    return IsIn(edge, INNER) & ~Shows("wall", edge)


def arm(cell: Var) -> Amount:
    """How many cells on one side follow in the same area (or one more, at the border of the board)."""
    return Leading(e, Ray(cell, k, "edge"), ~Shows("wall", e))


def bends(cell: Spot) -> Truth:
    """The area goes on at two sides of the cell that are not opposite."""
    return Exists(k, Directions(), is_open(cell, k) & Exists(j, ACROSS, is_open(cell, j)))


SIDES = CountOf(k, Directions(), is_open(c, k))
REACHES = arm(c) > SizeOf(CellsBetween(c, d))
CORNERS_SEEN = Indicator(bends(c)) + SumOf(k, Directions(), CountOf(d, Ray(c, k), REACHES & bends(d)))
L_SHAPES = (
    GenreRule("each area is one cell wide", ForAll(c, CELLS, (SIDES >= 1) & (SIDES <= 2))),
    GenreRule("each area is an L-shape", ForAll(c, CELLS, CORNERS_SEEN.is_(1))),
)
ARROWS = Where(c, WithClue("arrows"), ClueAt("arrows", c) >= 1)
AT_CORNERS = GenreRule("circles are at corners", ForAll(c, WithClue("circles", hidden=True), bends(c)))
AT_ENDS = GenreRule(
    "arrows are at ends, and point to the corner",
    ForAll(
        c,
        ARROWS,
        SIDES.is_(1)
        & ~Shows("wall", Along(c, ArrowAt("arrows", c), 1))
        & IsIn(Along(c, ArrowAt("arrows", c), 1), INNER),
    ),
)

GENRE = Genre(
    name="sashigane",
    title="Sashigane",
    source="Nikoli; puzz.link, rules of sashigane. A `?` says nothing, as on the site.",
    link="sashigane",
    unknown=(Areas("wall"),),
    given=(
        NumberClue("circles", circled=True, link="sashigane"),
        ArrowClue("arrows", bare=True, plain="?", link="sashigane"),
    ),
    rules=(
        *L_SHAPES,
        AT_CORNERS,
        AT_ENDS,
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("circles", ByWalls("wall")),
        ),
    ),
)
