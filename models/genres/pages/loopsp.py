"""Loop Special: loops through all cells, which may cross; each has the circles of one number, all of them."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.pipelink import GIVEN, HERE, KNOWN, LINES
from zenkai_solver.models.genres.vocabulary import *

LOOPS = ByStrands("line")
CIRCLES = WithClue("numbers", hidden=True)
NUMBERED, OTHERS = WithClue("numbers"), Where(d, WithClue("numbers"), ~SamePlace(c, d))
EQUAL = ClueAt("numbers", d).is_(ClueAt("numbers", c))
ON_ONE_LOOP = Exists(e, Adjacent(c, "sides"), Exists(p, Adjacent(d, "sides"), SameGroup(LOOPS, e, p)))
AT_CIRCLE = Indicator(Exists(c, Adjacent(e, "beside"), HasClue("numbers", c)))

GENRE = Genre(
    name="loopsp",
    title="Loop Special",
    source="Nikoli; puzz.link, rules of loopsp.",
    link="loopsp",
    unknown=(CentreLines("line"),),
    given=(NumberClue("numbers", circled=True, link="loopsp"), PipeClue("parts", link="loopsp")),
    rules=(
        GenreRule(
            "loops go through each given part, as it is drawn",
            ForAll(c, KNOWN, ForAll(k, Directions(), (GIVEN & HERE) | (~GIVEN & ~HERE))),
        ),
        GenreRule("loops go through each cell", ForAll(c, CELLS, LINES >= 1)),
        GenreRule("loops do not branch or end", ForAll(c, CELLS, LINES.isnt(3) & LINES.isnt(1))),
        GenreRule("no loops cross at a circle", ForAll(c, CIRCLES, LINES <= 2)),
        GenreRule("each loop goes through a circle", EachGroup(LOOPS, e, AT_CIRCLE, ONE, NO_BOUND)),
        GenreRule(
            "equal numbers are on one loop",
            ForAll(c, NUMBERED, ForAll(d, Where(d, OTHERS, EQUAL), ON_ONE_LOOP)),
        ),
        GenreRule(
            "different numbers are on different loops",
            ForAll(c, NUMBERED, ForAll(d, Where(d, OTHERS, ~EQUAL), ~ON_ONE_LOOP)),
        ),
    ),
)
