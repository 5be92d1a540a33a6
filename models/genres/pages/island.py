"""Inaba's Island: shade cells, connected with the circles; a number is the size of all blocks beside it."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
JOINED = ByLabel(d, CELLS, Shows("shade", d) | SamePlace(c, d))
BLOCKS = GroupSum(JOINED, c, d, Indicator(~SamePlace(c, d)))

GENRE = Genre(
    name="island",
    title="Inaba's Island",
    source="Naoki Inaba; puzz.link, rules of island. `?` has no number; at least one cell is shaded.",
    link="island",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=0, link="number16", circled=True),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a circle is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "a number counts all cells of the blocks of shaded cells beside it",
            ForAll(c, WithClue("clues"), BLOCKS.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "circles and shaded cells are connected",
            AllConnected(ByLabel(c, CELLS, SHADED | HasClue("clues", c))),
        ),
    ),
)
