"""Tapa-Like Loop: one loop; numbers are how many cells in turn each of its visits has around the clue."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(d, "sides"), Shows("line", e))
VISITS = BlocksAre(d, Ring(c), LINES >= 1, "clues", c, ring=True, across=Shows("line", EDGE))

GENRE = Genre(
    name="tapaloop",
    title="Tapa-Like Loop",
    source="puzz.link, rules of tapaloop. There is a loop; one `?` alone may be 0.",
    link="tapaloop",
    unknown=(CentreLines("line"),),
    given=(NumbersClue("clues", hi=8, link="tapaloop"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through no clue", ForAll(d, WithClue("clues"), LINES.is_(0))),
        GenreRule("numbers are the lengths of visits around them", ForAll(c, WithClue("clues"), VISITS)),
    ),
)
