"""Mukkonn Enn: one loop through all cells; a number is how far it goes straight on from there, if it does."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
ARM = Leading(e, Ray(c, k, "edge"), Shows("line", e))
NUMBER = NumberToward("clues", c, k)
SAID = Where(k, Directions(), NUMBER >= 0)

GENRE = Genre(
    name="mukkonn",
    title="Mukkonn Enn",
    source="puzz.link, rules of mukkonn.",
    link="mukkonn",
    unknown=(CentreLines("line"),),
    given=(CompassClue("clues", link="compass"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through each cell", ForAll(c, CELLS, LINES.is_(2))),
        GenreRule(
            "where the loop leaves a cell on the side of a number, it goes straight on for that many cells",
            ForAll(c, WithClue("clues"), ForAll(k, SAID, ARM.is_(0) | ARM.is_(NUMBER))),
        ),
    ),
)
