"""Cave: shade what is outside a cave, in which each number sees so many cells in its row and column."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE
AT_BORDER = Indicator(SizeOf(Adjacent(c, "neighbours")) < 4)

GENRE = Genre(
    name="cave",
    title="Cave",
    source="Nikoli (Bag, Corral); puzz.link, rules of cave. A number sees its own cell too.",
    link="cave",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        GenreRule(
            "a number counts the unshaded cells that it sees in its row and column, its own too",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
        GenreRule("the cave is connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "each group of shaded cells reaches the border",
            EachGroup(ByLabel(c, CELLS, SHADED), c, AT_BORDER, ONE),
        ),
    ),
)
