"""Edamame: straight lines, each with three circles: at both ends, and between them; numbers count them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.kaidan import CIRCLE, COUNTS, LINES, NUMBERS_FREE, STRAIGHT
from zenkai_solver.models.genres.pages.ringring import arm
from zenkai_solver.models.genres.pages.takoyaki import CIRCLES_AT_ENDS
from zenkai_solver.models.genres.vocabulary import *

BEGINS = Shows("line", Along(c, k, 1))
BETWEEN = Shows("circle", d) & (arm(c, k) >= SizeOf(CellsBetween(c, d)) + 2)  # the line goes on behind it
ONE_BETWEEN = GenreRule(
    "each line has one circle between its ends",
    ForAll(
        c,
        CELLS,
        ForAll(k, Directions(), LINES.isnt(1) | ~BEGINS | CountOf(d, Ray(c, k), BETWEEN).is_(1)),
    ),
)

GENRE = Genre(
    name="edamame",
    title="Edamame",
    source="puzz.link, rules of edamame. No line or circle is at a number or `?`.",
    link="edamame",
    unknown=(CentreLines("line"), Shading("circle", sign="o")),
    given=(NumberClue("clues", hi=4, link="4cell"),),
    rules=(
        NUMBERS_FREE,
        STRAIGHT,
        GenreRule("each circle is on a line", ForAll(c, CELLS, CIRCLE >> (LINES >= 1))),
        CIRCLES_AT_ENDS,
        ONE_BETWEEN,
        COUNTS,
        GenreRule("cells without lines are connected", AllConnected(ByLabel(c, CELLS, LINES.is_(0)))),
    ),
)
