"""Sashikabe: a connected wall around L-shapes; circles are at corners, and arrows at ends, toward them."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.pages.sashigane import ACROSS, j
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
LEFT = ByLabel(c, CELLS, ~SHADED)


def is_open(cell: Spot, direction: Var) -> Truth:
    """The next cell on this side is not shaded."""
    ahead = Along(cell, direction, 2)
    return IsIn(ahead, CELLS) & ~Shows("shade", ahead)


def bends(cell: Spot) -> Truth:
    """The shape goes on at two sides of the cell that are not opposite."""
    return Exists(k, Directions(), is_open(cell, k) & Exists(j, ACROSS, is_open(cell, j)))


SIDES = CountOf(k, Directions(), is_open(c, k))
SEES = Leading(p, Ray(c, k), ~Shows("shade", p)) > SizeOf(CellsBetween(c, d))
CORNERS_SEEN = Indicator(bends(c)) + SumOf(k, Directions(), CountOf(d, Ray(c, k), SEES & bends(d)))
ARROWS = Where(c, WithClue("arrows"), ClueAt("arrows", c) >= 1)

GENRE = Genre(
    name="sashikabe",
    title="Sashikabe",
    source="puzz.link, rules of sashikabe. A cell with a clue is not shaded.",
    link="sashikabe",
    unknown=(Shading("shade"),),
    given=(
        NumberClue("circles", circled=True, link="sashigane"),
        ArrowClue("arrows", bare=True, plain="?", link="sashigane"),
    ),
    rules=(
        GenreRule(
            "a cell with a clue is not shaded",
            ForAll(c, WithClue("circles", hidden=True), ~SHADED) & ForAll(c, WithClue("arrows"), ~SHADED),
        ),
        GenreRule(
            "each unshaded area is one cell wide", ForAll(c, CELLS, SHADED | ((SIDES >= 1) & (SIDES <= 2)))
        ),
        GenreRule("each unshaded area is an L-shape", ForAll(c, CELLS, SHADED | CORNERS_SEEN.is_(1))),
        GenreRule("circles are at corners", ForAll(c, WithClue("circles", hidden=True), bends(c))),
        GenreRule(
            "arrows are at ends, and point to the corner",
            ForAll(c, ARROWS, SIDES.is_(1) & ~Shows("shade", Along(c, ArrowAt("arrows", c), 2))),
        ),
        GenreRule(
            "a number is the size of its area",
            sizes_of_groups("circles", LEFT),
        ),
        GenreRule("no 2x2 is all shaded", ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED))),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
    ),
)
