"""Key West: lines join all cells; a number is how many there are at its cell, and neighbours differ."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
NUMBER = ValueAt("number", c)

GENRE = Genre(
    name="keywest",
    title="Key West",
    source="puzz.link, rules of keywest. Cells with 0 lie alone.",
    link="keywest",
    unknown=(CentreLines("line"), CellNumbers("number", lo=Fixed(0), hi=Fixed(4), given="clues")),
    given=(NumberClue("clues", hi=4, hidden=False, link="4cell"),),
    rules=(
        GenreRule("a number counts the lines at its cell", ForAll(c, CELLS, LINES.is_(NUMBER))),
        GenreRule(
            "neighbours have different numbers",
            ForAll(e, INNER, Distinct(c, Adjacent(e, "beside"), NUMBER)),
        ),
        GenreRule("all cells with lines are connected", AllConnected(ByLines("line"))),
    ),
)
