"""Edamame: straight lines, each with three circles: at both ends, and between them; numbers count them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.kaidan import CIRCLE, COUNTS, LINES, NUMBERS_FREE, STRAIGHT
from zenkai_solver.models.genres.pages.takoyaki import CIRCLES_AT_ENDS, ONE_BETWEEN
from zenkai_solver.models.genres.vocabulary import *

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
