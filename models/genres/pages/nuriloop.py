"""Nurikabe Loop: one loop; what is left is in areas with one number each, their size."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

USED = Exists(e, Adjacent(c, "sides"), Shows("line", e))
LEFT = ByLabel(c, CELLS, ~USED)

GENRE = Genre(
    name="nuriloop",
    title="Nurikabe Loop",
    source="puzz.link, rules of nuriloop. There is a loop; `?` is an area of any size.",
    link="nuriloop",
    unknown=(CentreLines("line"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("the lines are one loop", OneLoop("line")),
        GenreRule("the loop goes through no number", ForAll(c, WithClue("clues", hidden=True), ~USED)),
        GenreRule(
            "each area that is left has one number",
            EachGroup(LEFT, c, Indicator(HasClue("clues", c)), ONE, ONE),
        ),
        GenreRule(
            "a number is the size of its area",
            ForAll(d, WithClue("clues"), GroupSum(LEFT, d).is_(ClueAt("clues", d))),
        ),
    ),
)
