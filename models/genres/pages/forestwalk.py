"""Forest Walk: lines in one network, which branch in three at each dark cell, and at no other cell."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    COUNTS,
    GIVEN,
    LINES,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="forestwalk",
    title="Forest Walk",
    source="puzz.link, rules of forestwalk. There is a line.",
    link="forestwalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("lines do not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("lines do not cross", ForAll(c, CELLS, LINES <= 3)),
        GenreRule("lines branch at each dark cell", ForAll(c, WithClue("dark"), LINES.is_(0) | LINES.is_(3))),
        GenreRule(
            "lines branch only at dark cells", ForAll(c, Where(c, CELLS, ~HasClue("dark", c)), LINES.isnt(3))
        ),
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule("lines are connected", AllConnected(ByLines("line"))),
        THROUGH_ALL,
    ),
)
