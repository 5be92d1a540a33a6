"""Takoyaki: lines through all cells, each with three circles: at both ends, and between them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.kaidan import APART, CIRCLE, COUNTS, LINES, NUMBERS_FREE
from zenkai_solver.models.genres.vocabulary import *

LINES_AT_D = CountOf(e, Adjacent(d, "sides"), Shows("line", e))
MIDDLE = GroupCount(ByLines("line"), c, d, Shows("circle", d) & (LINES_AT_D >= 2))
CIRCLES_AT_ENDS = GenreRule("a circle is at each end of a line", ForAll(c, CELLS, LINES.is_(1) >> CIRCLE))
ONE_BETWEEN = GenreRule(
    "each line has one circle between its ends", ForAll(c, CELLS, LINES.isnt(1) | MIDDLE.is_(1))
)
LATER = Where(d, Members(g), ~SamePlace(c, d))

GENRE = Genre(
    name="takoyaki",
    title="Takoyaki",
    source="puzz.link, rules of takoyaki. No line or circle is at a number or `?`.",
    link="takoyaki",
    unknown=(CentreLines("line"), Shading("circle", sign="o")),
    given=(NumberClue("clues", hi=4, link="4cell"),),
    rules=(
        NUMBERS_FREE,
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("lines close no loop", NoLoop("line")),
        GenreRule(
            "each cell without a number has a line",
            ForAll(c, Where(c, CELLS, ~HasClue("clues", c)), LINES >= 1),
        ),
        APART,
        CIRCLES_AT_ENDS,
        ONE_BETWEEN,
        GenreRule(
            "no line has two circles in a row or column",
            ForAll(
                g,
                RowsAndColumns(),
                ForAll(
                    c,
                    Members(g),
                    ForAll(d, LATER, ~CIRCLE | ~Shows("circle", d) | ~SameGroup(ByLines("line"), c, d)),
                ),
            ),
        ),
        COUNTS,
    ),
)
