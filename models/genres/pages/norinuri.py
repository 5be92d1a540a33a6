"""Norinuri: shade dominoes that do not touch; what is left are islands with one number each, their size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
NEAR = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))
ISLANDS = ByLabel(c, CELLS, ~SHADED)

GENRE = Genre(
    name="norinuri",
    title="Norinuri",
    source="Nikoli; puzz.link, rules of norinuri. `?` is an island of any size.",
    link="norinuri",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule("each shaded cell has one shaded neighbour", ForAll(c, CELLS, SHADED >> NEAR.is_(1))),
        GenreRule(
            "each island has one number", EachGroup(ISLANDS, c, Indicator(HasClue("clues", c)), ONE, ONE)
        ),
        GenreRule(
            "a number is the size of its island",
            ForAll(d, WithClue("clues"), GroupSum(ISLANDS, d).is_(ClueAt("clues", d))),
        ),
    ),
)
