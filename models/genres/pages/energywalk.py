"""Energy Walk: lines in one network, which go from each dark cell to all sides, and branch nowhere else."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    AHEAD,
    COUNTS,
    GIVEN,
    LINES,
    OUT_OF_DARK,
    SECTIONS,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.vocabulary import *

j = Var("j")  # another direction out of the dark
BESIDE = Along(c, j, 2)
OTHER_WAYS = Where(j, Directions(), ~SamePlace(j, k) & IsIn(BESIDE, CELLS) & ~HasClue("dark", BESIDE))
BOTH = Shows("line", Along(c, k, 1)) & Shows("line", Along(c, j, 1))

GENRE = Genre(
    name="energywalk",
    title="Energy Walk",
    source="puzz.link, rules of energywalk. There is a line.",
    link="energywalk",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("lines do not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule(
            "lines branch only at dark cells", ForAll(c, Where(c, CELLS, ~HasClue("dark", c)), LINES <= 2)
        ),
        GenreRule(
            "lines go from a dark cell to all sides",
            ForAll(c, WithClue("dark"), LINES.is_(0) | LINES.is_(SizeOf(Adjacent(c, "neighbours")))),
        ),
        GenreRule(
            "no section leads from a dark cell back to it",
            ForAll(
                c,
                WithClue("dark"),
                ForAll(k, OUT_OF_DARK, ForAll(j, OTHER_WAYS, ~BOTH | ~SameGroup(SECTIONS, AHEAD, BESIDE))),
            ),
        ),
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule("lines are connected", AllConnected(ByLines("line"))),
        THROUGH_ALL,
    ),
)
