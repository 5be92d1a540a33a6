"""Hotaru Beam: a line from the dot of each firefly to one without its dot; numbers count the turns."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
FIREFLIES = WithClue("fireflies")
OTHERS = Where(c, CELLS, ~HasClue("fireflies", c))
PARTS = ByLines("line", across=~Exists(d, Adjacent(EDGE, "beside"), HasClue("fireflies", d)))
ARROW, OF_OTHER = ArrowAt("fireflies", c), ArrowAt("fireflies", d)
DOT, AHEAD, OTHER_AHEAD = Along(c, ARROW, 1), Along(c, ARROW, 2), Along(d, OF_OTHER, 2)
FREE = Where(c, FIREFLIES, ~HasClue("fireflies", AHEAD))
OTHER_FREE = Where(d, FIREFLIES, ~SamePlace(c, d) & ~HasClue("fireflies", OTHER_AHEAD))
FACING = Exists(d, FIREFLIES, SamePlace(d, AHEAD) & SamePlace(c, OTHER_AHEAD))
TURNS = CountOf(e, Adjacent(d, "sides"), LINE).is_(2) & ~GoesStraight("line", d)
KNOWN = Where(c, FIREFLIES, ClueAt("fireflies", c, 1) >= 0)

GENRE = Genre(
    name="firefly",
    title="Hotaru Beam",
    source="Nikoli; puzz.link, rules of firefly.",
    link="firefly",
    unknown=(CentreLines("line"),),
    given=(ArrowClue("fireflies", dropped=False, link="arrow16"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("lines do not branch or cross", ForAll(c, OTHERS, LINES <= 2)),
        GenreRule("lines end only at fireflies", ForAll(c, OTHERS, LINES.isnt(1))),
        GenreRule("a line begins at each dot", ForAll(c, FIREFLIES, Shows("line", DOT))),
        GenreRule(
            "no line joins two dots",
            ForAll(c, FREE, ForAll(d, OTHER_FREE, ~SameGroup(PARTS, AHEAD, OTHER_AHEAD)))
            & ForAll(c, FIREFLIES, ~FACING),
        ),
        GenreRule(  # each end at a dot has one other end
            "each line has a dot at one end",
            SumOf(c, FIREFLIES, LINES).is_(SizeOf(FIREFLIES) + SizeOf(FIREFLIES)),
        ),
        GenreRule(
            "a number counts the turns of the line from its dot",
            ForAll(
                c,
                KNOWN,
                (HasClue("fireflies", AHEAD) & ClueAt("fireflies", c, 1).is_(0))
                | (
                    ~HasClue("fireflies", AHEAD)
                    & GroupCount(PARTS, AHEAD, d, TURNS).is_(ClueAt("fireflies", c, 1))
                ),
            ),
        ),
        GenreRule("all lines are connected", AllConnected(ByLines("line"))),
    ),
)
