"""Round Trip: one loop, which may cross itself; numbers count the cells of the nearest part in their line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINE = Shows("line", e)
LINES = CountOf(e, Adjacent(c, "sides"), LINE)
AHEAD = Ray(d, Inward(d), "edge")
NEARER = Where(p, AHEAD, IsIn(e, Ray(p, Inward(d), "edge")))
IS_NEAREST = LINE & ~Exists(p, NEARER, Shows("line", p))
CELLS_OF = Leading(p, Ray(e, Inward(d), "edge"), Shows("line", p)) + 2
NUMBERED, EMPTY = (
    Where(d, WithClue("sides"), holds) for holds in (ClueAt("sides", d) >= 1, ClueAt("sides", d).is_(0))
)

GENRE = Genre(
    name="roundtrip",
    title="Round Trip",
    source="puzz.link, rules of roundtrip. There is a loop; 0 is a row or column without a part.",
    link="roundtrip",
    unknown=(CentreLines("line"),),
    given=(NumberClue("sides", at="side", hidden=False, link="number16"),),
    rules=(
        GenreRule("at least one line is drawn", Exists(e, INNER, LINE)),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
        GenreRule(
            "a number counts the cells of the nearest part in its line",
            ForAll(d, EMPTY, ForAll(e, AHEAD, ~LINE))
            & ForAll(d, NUMBERED, Exists(e, AHEAD, IS_NEAREST & CELLS_OF.is_(ClueAt("sides", d)))),
        ),
    ),
)
