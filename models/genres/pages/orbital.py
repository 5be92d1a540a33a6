"""Orbital: rectangles of lines, which may cross; each planet has one around it, through so many circles."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.ringring import LINE, LINES, RECTANGLES, arm
from zenkai_solver.models.genres.vocabulary import *

UP, DOWN, LEFT, RIGHT = Toward("up"), Toward("down"), Toward("left"), Toward("right")
PLANETS = Where(p, CELLS, HasClue("planets", p))
BEFORE = Where(c, CELLS, IsIn(c, Beyond(p, UP)) & IsIn(c, Beyond(p, LEFT)))


def beyond(way: Toward, side: Toward) -> Truth:
    """Does a line go from the corner `c` beyond the cell on this side of the planet `p`?"""
    above = Where(q, Ray(p, side), IsIn(q, Ray(c, way)))
    return ForAll(q, above, arm(c, way) >= SizeOf(CellsBetween(c, q)) + 2)


AROUND = LINES.is_(2) & beyond(RIGHT, UP) & beyond(DOWN, LEFT)  # the loop with its upper left corner at c
ON_LOOP = Exists(e, Adjacent(d, "sides"), SameGroup(ByStrands("line"), Along(c, RIGHT, 1), e))

GENRE = Genre(
    name="orbital",
    title="Orbital",
    source="puzz.link, rules of orbital. Loops share no corner; not all have a planet. There is a line.",
    link="orbital",
    unknown=(CentreLines("line"),),
    given=(
        SignClue("circles", signs="o", link="binary"),
        NumberClue("planets", dropped=False, dark=True, link="number16"),
    ),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        *RECTANGLES,
        GenreRule("no line goes through a planet", ForAll(c, WithClue("planets", hidden=True), LINES.is_(0))),
        GenreRule("a line goes through each circle", ForAll(c, WithClue("circles"), LINES >= 2)),
        GenreRule(
            "each planet has one loop around it", ForAll(p, PLANETS, CountOf(c, BEFORE, AROUND).is_(1))
        ),
        GenreRule(
            "no loop is around two planets",
            ForAll(c, CELLS, CountOf(p, Where(p, PLANETS, IsIn(c, BEFORE)), AROUND) <= 1),
        ),
        GenreRule(
            "a number counts the circles on the loop around its planet",
            ForAll(
                p,
                WithClue("planets"),
                ForAll(
                    c, BEFORE, AROUND >> CountOf(d, WithClue("circles"), ON_LOOP).is_(ClueAt("planets", p))
                ),
            ),
        ),
    ),
)
