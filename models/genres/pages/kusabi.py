"""Kusabi: lines join circles in pairs, and turn twice to the same side; signs compare both ends."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
# Parts of lines between circles: in a U both turns have an arm back to where it begins.
PARTS = ByLines("line", across=~Exists(d, Adjacent(EDGE, "beside"), HasClue("circles", d)))
TURNS = CountOf(e, Adjacent(d, "sides"), LINE).is_(2) & ~GoesStraight("line", d)
BACK = Along(k, k, -2)
HERE, AHEAD = Along(c, k, 1), Along(c, k, 2)
TWO_TURNS = GroupCount(PARTS, AHEAD, d, TURNS).is_(2)
SAME_SIDE = GroupCount(PARTS, AHEAD, d, TURNS & Shows("line", Along(d, BACK, 1))).is_(2)
JOINED = SameGroup(ByLines("line"), c, d)
CIRCLES = WithClue("circles", hidden=True)
U_TURNS = (
    GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
    GenreRule("lines close no loop", NoLoop("line")),
    GenreRule(
        "a line turns exactly twice from circle to circle",
        ForAll(c, CIRCLES, ForAll(k, Directions(), Shows("line", HERE) >> TWO_TURNS)),
    ),
    GenreRule(
        "both turns are to the same side",
        ForAll(c, CIRCLES, ForAll(k, Directions(), Shows("line", HERE) >> SAME_SIDE)),
    ),
)


def arm(cell: Var) -> Amount:
    """The length of the part of a line that begins in a circle."""
    return SumOf(k, Directions(), Leading(e, Ray(cell, k, "edge"), LINE))


def compared(value: int, holds: Truth) -> Truth:
    """The statement, of a circle with this sign and the other end of its line."""
    return ForAll(
        c,
        Where(c, WithClue("circles"), HasClue("circles", c, value)),
        ForAll(d, Where(d, CIRCLES, ~SamePlace(c, d)), JOINED >> holds),
    )


GENRE = Genre(
    name="kusabi",
    title="Kusabi",
    source="Nikoli; puzz.link, rules of kusabi. =, < and > are the site's signs for equal, short and long.",
    link="kusabi",
    unknown=(CentreLines("line"),),
    given=(SignClue("circles", signs="=<>", hidden=True, dropped=False, link="number10"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("one line ends at each circle, and at no other cell", EndsAt("line", "circles")),
        *U_TURNS,
        GenreRule(
            "parts at both ends compare as the signs say",
            compared(1, arm(c).is_(arm(d))) & compared(2, arm(c) < arm(d)) & compared(3, arm(c) > arm(d)),
        ),
    ),
)
