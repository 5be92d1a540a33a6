"""Mintonette: lines through all cells join circles in pairs; a number counts the turns of its line."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

LINES = CountOf(e, Adjacent(c, "sides"), Shows("line", e))
TURNS = CountOf(e, Adjacent(d, "sides"), Shows("line", e)).is_(2) & ~GoesStraight("line", d)

GENRE = Genre(
    name="mintonette",
    title="Mintonette",
    source="puzz.link, rules of mintonette. `?` is any number.",
    link="mintonette",
    unknown=(CentreLines("line"),),
    given=(NumberClue("circles", circled=True, dropped=False, link="number16"),),
    rules=(
        GenreRule("lines do not branch or cross", ForAll(c, CELLS, LINES <= 2)),
        GenreRule("one line ends at each circle, and at no other cell", EndsAt("line", "circles")),
        GenreRule(
            "each line joins two circles",
            EachGroup(ByLines("line"), c, Indicator(HasClue("circles", c)), ONE + ONE, ONE + ONE),
        ),
        GenreRule(
            "a number counts the turns of its line",
            ForAll(
                c, WithClue("circles"), GroupCount(ByLines("line"), c, d, TURNS).is_(ClueAt("circles", c))
            ),
        ),
        GenreRule("each cell is on a line", ForAll(c, CELLS, LINES >= 1)),
    ),
)
