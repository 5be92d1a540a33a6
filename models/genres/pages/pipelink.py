"""Pipelink: one loop through all cells, which may cross itself; some of its parts are given."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
HERE, GIVEN = Shows("line", Along(c, k, 1)), HasArm("parts", c, k)
KNOWN = WithClue("parts")

GENRE = Genre(
    name="pipelink",
    title="Pipelink",
    source="Nikoli; puzz.link, rules of pipelink.",
    link="pipelink",
    unknown=(CentreLines("line"),),
    given=(PipeClue("parts", link="pipelink"),),
    rules=(
        GenreRule(
            "the loop goes through each given part, as it is drawn",
            ForAll(c, KNOWN, ForAll(k, Directions(), (GIVEN & HERE) | (~GIVEN & ~HERE))),
        ),
        GenreRule("the loop does not branch", ForAll(c, CELLS, LINES.isnt(3))),
        GenreRule("the loop does not end", ForAll(c, CELLS, LINES.isnt(1))),
        GenreRule("the loop goes through each cell", ForAll(c, CELLS, LINES >= 1)),
        GenreRule("the lines are one loop", AllConnected(ByStrands("line"))),
    ),
)
