"""Simple Loop: one loop through all cells but the black ones."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

ON_LOOP = Exists(e, Adjacent(c, "sides"), Shows("line", e))

GENRE = Genre(
    name="simpleloop",
    title="Simple Loop",
    source="puzz.link, rules of simpleloop. There is a loop.",
    link="simpleloop",
    unknown=(CentreLines("line"),),
    given=(SignClue("black", link="empty"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop does not go through black cells", ForAll(c, WithClue("black"), ~ON_LOOP)),
        GenreRule(
            "the loop goes through each cell that is not black",
            ForAll(c, Where(c, CELLS, ~HasClue("black", c)), ON_LOOP),
        ),
    ),
)
