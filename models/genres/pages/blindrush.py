"""Blind Rush: circles move straight until they meet a wall, through others; each wall is passed once."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.pages.satogaeri import CIRCLES, LINES, MOVES
from zenkai_solver.models.genres.vocabulary import *

LINE = ByLines("line")
WALLS = ByLabel(p, CORNERS, SamePlace(p, p), across=HasClue("walls", EDGE))  # by their ends
MOVERS = WithClue("circles", hidden=True)
OPEN = Where(d, Ray(c, k), (SizeOf(Ray(d, k)) > 0) & ~HasClue("walls", Along(d, k, 1)))
AHEAD = Where(e, Ray(c, k, "edge"), HasClue("walls", e))
PASSED = SumOf(k, Directions(), CountOf(e, AHEAD, SameGroup(LINE, c, Along(e, k, 1))))


def lines_through(way: Toward) -> Amount:
    """How many lines go through the wall at `q`, of its parts that lie this way from one of their ends."""
    part = Along(p, way, 1)
    return GroupCount(WALLS, q, p, HasClue("walls", part) & Shows("line", part))


GENRE = Genre(
    name="blindrush",
    title="Blind Rush",
    source="puzz.link, rules of blindrush. Lines that touch are one wall; the border of the board is none.",
    link="blindrush",
    unknown=(CentreLines("line"),),
    given=(SignClue("walls", at="edge", dropped=False, link="border"), CIRCLES),
    rules=(
        *MOVES,
        GenreRule("each circle moves", ForAll(c, MOVERS, LINES >= 1)),
        GenreRule(
            "a circle stops only before a wall or the border",
            ForAll(
                c,
                MOVERS,
                ForAll(
                    k, Directions(), ForAll(d, OPEN, ~SameGroup(LINE, c, d) | Shows("line", Along(d, k, 1)))
                ),
            ),
        ),
        GenreRule(
            "a number counts the walls that its circle passes",
            ForAll(c, WithClue("circles"), PASSED.is_(ClueAt("circles", c))),
        ),
        GenreRule(
            "each wall is passed once",
            ForAll(
                e,
                WithClue("walls"),
                ForAll(
                    q,
                    FirstOf(q, Adjacent(e, "ends"), IsIn(q, CORNERS)),
                    (lines_through(Toward("right")) + lines_through(Toward("down"))).is_(1),
                ),
            ),
        ),
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
    ),
)
