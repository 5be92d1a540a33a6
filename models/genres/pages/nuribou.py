"""Nuribou: shade straight strips, so that what is left are islands with one number each, their size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
ISLANDS = ByLabel(c, CELLS, ~SHADED)
BESIDE = Largest(k, Directions(), Leading(q, Ray(c, k), Shows("shade", q)))  # in the strip that begins at c

STRIPS = GenreRule(
    "each block of shaded cells is a straight strip",
    ForAll(g, Windows(2, 2), CountOf(c, Members(g), SHADED) <= 2),
)

GENRE = Genre(
    name="nuribou",
    title="Nuribou",
    source="Nikoli; puzz.link, rules of nuribou. `?` is an island of any size; at least one cell is shaded.",
    link="nuribou",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        STRIPS,
        GenreRule(
            "strips of the same size do not touch at a corner",
            ForAll(
                g,
                Stretches(Diagonals(), 2),
                ~ForAll(c, Members(g), SHADED) | Distinct(c, Members(g), BESIDE),
            ),
        ),
        GenreRule(
            "each island has one number", EachGroup(ISLANDS, c, Indicator(HasClue("clues", c)), ONE, ONE)
        ),
        GenreRule(
            "a number is the size of its island",
            ForAll(d, WithClue("clues"), GroupSum(ISLANDS, d).is_(ClueAt("clues", d))),
        ),
    ),
)
