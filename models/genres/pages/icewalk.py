"""Ice Walk: one loop, which crosses itself on ice alone; numbers count the cells in turn without ice."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.morningwalk import (
    ALL_CELLS,
    COUNTS,
    LINES,
    NUMBERS,
    THROUGH_ALL,
    THROUGH_NUMBERS,
)
from zenkai_solver.models.genres.vocabulary import *

OTHERS = Where(c, CELLS, ~HasClue("dark", c))
HERE, BEHIND = (Shows("line", Along(c, k, halves)) for halves in (1, -1))

GENRE = Genre(
    name="icewalk",
    title="Ice Walk",
    source="puzz.link, rules of icewalk. There is a loop; `~` is ice.",
    link="icewalk",
    unknown=(CentreLines("line"),),
    given=(SignClue("dark", signs="~", dropped=False, link="binary"), NUMBERS, ALL_CELLS),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the loop crosses itself only on ice", ForAll(c, OTHERS, LINES <= 3)),
        GenreRule(
            "the loop goes straight on over ice",
            ForAll(c, WithClue("dark"), ForAll(k, Directions(), HERE >> BEHIND)),
        ),
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
        THROUGH_ALL,
    ),
)
