"""Circuit Walk: loops through all numbers, which cross each other at each dark cell that they visit."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    COUNTS,
    GIVEN,
    LINES,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.pages.sashigane import ACROSS, j
from zenkai_solver.models.genres.vocabulary import *

OTHERS = Where(c, CELLS, ~HasClue("dark", c))
ONE_STRAND = SameGroup(ByStrands("line"), Along(c, k, 1), Along(c, j, 1))

GENRE = Genre(
    name="circuitwalk",
    title="Circuit Walk",
    source="puzz.link, rules of circuitwalk. There is a line.",
    link="circuitwalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("loops do not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("loops do not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("loops cross only at dark cells", ForAll(c, OTHERS, LINES <= 3)),
        GenreRule("loops cross at each dark cell", ForAll(c, WithClue("dark"), LINES.is_(0) | LINES.is_(4))),
        GenreRule(
            "no loop crosses itself",
            ForAll(
                c,
                WithClue("dark"),
                ForAll(k, Directions(), ForAll(j, ACROSS, ~ONE_STRAND | (LINES <= 3))),
            ),
        ),
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule("the loops are connected", AllConnected(ByLines("line"))),
        THROUGH_ALL,
    ),
)
