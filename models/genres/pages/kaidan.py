"""Stairwell: straight lines and circles in all cells; neighbouring lines differ in length by one."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.pages.ringring import arm
from zenkai_solver.models.genres.vocabulary import *

LINE, CIRCLE = Shows("line", e), Shows("circle", c)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
HERE, BEHIND = Shows("line", Along(c, k, 1)), Shows("line", Along(c, k, -1))
ALONG = Where(k, Directions(), IsIn(Along(e, k, 1), CELLS))
BEFORE, BEYOND = Shows("line", Along(e, k, -2)), Shows("line", Along(e, k, 2))
NUMBERED = WithClue("clues", hidden=True)
STRAIGHT = GenreRule(
    "lines go straight and do not cross",
    ForAll(c, CELLS, (LINES <= 2) & ForAll(k, Directions(), HERE >> (BEHIND | (LINES <= 1)))),
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


def length(cell: Var) -> Amount:
    """Of the straight line at a cell."""
    return Largest(k, Directions(), arm(cell, k) + arm(cell, Along(k, k, -2)))


def no_line(cell: Var) -> Truth:
    return CountOf(e, Adjacent(cell, "sides"), LINE).is_(0)


def lines_differ(one: Var, other: Var) -> Truth:
    """A cell has no line, or their lines are not equally long, and the first is longer by one at most. Of
    both orders of the cells it says that the lengths differ by one.
    """
    apart = length(one).isnt(length(other)) & (length(one) <= length(other) + 1)
    return no_line(one) | no_line(other) | apart


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
