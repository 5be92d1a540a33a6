"""Stairwell: straight lines and circles in all cells; neighbouring lines differ in length by one."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE, CIRCLE = Shows("line", e), Shows("circle", c)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
HERE, BEHIND = Shows("line", Along(c, k, 1)), Shows("line", Along(c, k, -1))
ALONG = Where(k, Directions(), IsIn(Along(e, k, 1), CELLS))
BEFORE, BEYOND = Shows("line", Along(e, k, -2)), Shows("line", Along(e, k, 2))
NUMBERED = WithClue("clues", hidden=True)
STRAIGHT = GenreRule(
    "lines go straight", ForAll(c, CELLS, ForAll(k, Directions(), HERE >> (BEHIND | (LINES <= 1))))
)
COUNTS = GenreRule(
    "a number counts the circles beside it",
    ForAll(
        c,
        WithClue("clues"),
        CountOf(d, Adjacent(c, "neighbours"), Shows("circle", d)).is_(ClueAt("clues", c)),
    ),
)
NUMBERS_FREE = GenreRule(
    "a cell with a number has neither a line nor a circle",
    ForAll(c, NUMBERED, LINES.is_(0) & ~CIRCLE),
)
APART = GenreRule("no two circles are neighbours", no_neighbours(CIRCLE))


def lines_differ(cell: Var, other: Var) -> Truth:
    """The lines of both cells differ in length by one, or a cell has none, or they are one line."""
    one, two = (SumOf(k, Directions(), Leading(e, Ray(at, k, "edge"), LINE)) for at in (cell, other))
    return one.is_(0) | two.is_(0) | one.is_(two + 1) | two.is_(one + 1)


GENRE = Genre(
    name="kaidan",
    title="Stairwell",
    source="puzz.link, rules of kaidan. Each line is over two cells at least.",
    link="kaidan",
    unknown=(CentreLines("line"), Shading("circle", sign="o")),
    given=(NumberClue("clues", hi=4, link="4cell"),),
    rules=(
        NUMBERS_FREE,
        STRAIGHT,
        GenreRule(
            "each other cell has a line or a circle",
            ForAll(c, Where(c, CELLS, ~HasClue("clues", c)), CIRCLE | (LINES >= 1)),
        ),
        GenreRule("no line goes through a circle", ForAll(c, CELLS, CIRCLE >> LINES.is_(0))),
        APART,
        COUNTS,
        GenreRule(
            "no two lines meet end to end",
            ForAll(e, INNER, ForAll(k, ALONG, LINE | ~BEFORE | ~BEYOND)),
        ),
        GenreRule(
            "neighbouring lines differ in length by one",
            ForAll(
                e,
                INNER,
                LINE
                | ForAll(
                    c,
                    Adjacent(e, "beside"),
                    ForAll(d, Where(d, Adjacent(e, "beside"), ~SamePlace(c, d)), lines_differ(c, d)),
                ),
            ),
        ),
        GenreRule("cells with lines are connected", AllConnected(ByLabel(c, CELLS, LINES >= 1))),
    ),
)
