"""Icebarn: a way from IN to OUT along all arrows, which crosses itself on ice alone, and straight."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Spot
from zenkai_solver.models.genres.vocabulary import *

STARTS, GOALS = (
    Where(place, WithClue("doors"), HasClue("doors", place, sign)) for sign, place in ((1, d), (2, e))
)
ICE = HasClue("ice", c)
BARNS = ByLabel(p, CELLS, HasClue("ice", p))
INSIDE_IN, INSIDE_OUT = (Along(door, Inward(door), 2) for door in (d, e))  # the cells at the doors


def passes(cell: Spot, direction: Spot) -> Truth:
    """The way goes out of the cell, or comes in, there: over an edge, or at a door."""
    return Shows("line", Along(cell, direction, 1)) | HasClue("doors", Along(cell, direction, 2))


PASSING = CountOf(k, Directions(), passes(c, k))

ICE_CELLS = SignClue("ice", signs="~", dropped=False, link="binary")
DOORS = SignClue("doors", at="side", signs="IO", dropped=False, link="doors")
WAY = (
    GenreRule(
        "there is one IN, and one OUT, at different cells",
        SizeOf(STARTS).is_(1)
        & SizeOf(GOALS).is_(1)
        & ForAll(d, STARTS, ForAll(e, GOALS, ~SamePlace(INSIDE_IN, INSIDE_OUT))),
    ),
    GenreRule("the way does not branch", ForAll(c, CELLS, PASSING.isnt(3))),
    GenreRule("the way begins at IN, and ends only at OUT", ForAll(c, CELLS, PASSING.isnt(1))),
    GenreRule("the way crosses itself only on ice", ForAll(c, Where(c, CELLS, ~ICE), PASSING <= 3)),
    GenreRule(
        "the way goes straight on over ice",
        ForAll(c, WithClue("ice"), ForAll(k, Directions(), passes(c, k) >> passes(c, Along(k, k, -2)))),
    ),
)
ONE_WAY = GenreRule("the lines are one way", AllConnected(ByStrands("line")))
EACH_PART = GenreRule(
    "the way comes to each part of the ice",
    ForAll(d, WithClue("ice"), Exists(c, Where(c, WithClue("ice"), SameGroup(BARNS, c, d)), PASSING >= 1)),
)

GENRE = Genre(
    name="icebarn",
    title="Icebarn",
    source="Nikoli; puzz.link, rules of icebarn. `~` is ice; I is IN, O is OUT.",
    link="icebarn",
    unknown=(CentreLines("line"),),
    given=(
        ICE_CELLS,
        ArrowClue("arrows", at="edge", bare=True, link="icebarn"),
        DOORS,
    ),
    rules=(
        *WAY,
        GenreRule(
            "the way goes along each arrow",
            ForAll(d, STARTS, ForAll(e, WithClue("arrows"), Heads("line", e, ArrowAt("arrows", e), start=d))),
        ),
        ONE_WAY,
        EACH_PART,
    ),
)
