"""Fire Walk: one loop turns on fire, where it may touch itself; numbers count cells in turn without fire."""

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

FIRE, OTHERS = WithClue("dark"), Where(c, CELLS, ~HasClue("dark", c))
BEND = ValueAt("bend", c)
BENDS = ByStrands("line", bends="bend")

GENRE = Genre(
    name="firewalk",
    title="Fire Walk",
    source="puzz.link, rules of firewalk. There is a loop; `~` is fire. In a cell that is passed twice a "
    "diagonal lies between the bends.",
    link="firewalk",
    unknown=(CentreLines("line"), DiagonalLines("bend", may_be_empty=True)),
    given=(SignClue("dark", signs="~", dropped=False, link="binary"), NUMBERS, ALL_CELLS),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, Shows("line", e))),
        GenreRule("the loop does not branch or end", ForAll(c, CELLS, LINES.isnt(3) & LINES.isnt(1))),
        GenreRule("only cells with fire are passed twice", ForAll(c, OTHERS, (LINES <= 3) & BEND.is_(0))),
        GenreRule("the loop turns on fire", ForAll(c, FIRE, LINES.isnt(2) | ~GoesStraight("line", c))),
        GenreRule(
            "the loop does not branch or end at a diagonal", ForAll(c, FIRE, BEND.is_(0) | LINES.is_(4))
        ),
        GenreRule("the loop does not cross itself", ForAll(c, FIRE, (LINES <= 3) | (BEND >= 1))),
        GenreRule(
            "the middle of a cell that is passed twice lies inside the loop",
            ForAll(
                c,
                FIRE,
                ForAll(
                    p, Adjacent(c, "corners"), (BEND >= 1) >> (Touches("bend", c, p) | ~Inside("line", p))
                ),
            ),
        ),
        THROUGH_NUMBERS,
        COUNTS,
        GenreRule("the lines are one loop", AllConnected(BENDS)),
        THROUGH_ALL,
    ),
)
