"""Nurikabe: shade cells so that what is left are islands, each with one number, which is its size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ISLANDS = ByLabel(c, CELLS, ~SHADED)

GENRE = Genre(
    name="nurikabe",
    title="Nurikabe",
    source="Nikoli; puzz.link, rules of nurikabe. `?` is an island of any size; there may be no shaded cell.",
    link="nurikabe",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "each island has one number", EachGroup(ISLANDS, c, Indicator(HasClue("clues", c)), ONE, ONE)
        ),
        GenreRule(
            "a number is the size of its island",
            ForAll(d, WithClue("clues"), GroupSum(ISLANDS, d).is_(ClueAt("clues", d))),
        ),
        GenreRule("shaded cells are connected", AllConnected(ByLabel(c, CELLS, SHADED))),
        GenreRule(
            "no 2x2 is all shaded",
            ForAll(g, Windows(2, 2), Exists(c, Members(g), ~SHADED)),
        ),
    ),
)
