"""City Space: shade straight strips; what is left has no loop, and numbers see so many cells."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.nuribou import STRIPS
from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
SEEN = SumOf(k, Directions(), Leading(d, Ray(c, k), ~Shows("shade", d))) + ONE
AT_BORDER = SizeOf(Adjacent(c, "neighbours")) < 4
NO_LOOP = GenreRule(
    "unshaded cells form no loop, and no 2x2",
    ForAll(g, Windows(2, 2), Exists(c, Members(g), SHADED))
    & EachGroup(ByLabel(c, CELLS, SHADED, "around"), c, Indicator(AT_BORDER), ONE),
)

GENRE = Genre(
    name="cityspace",
    title="City Space",
    source="puzz.link, rules of cityspace. A number sees its own cell too; at least one cell is shaded.",
    link="cityspace",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=1, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("a cell with a number is not shaded", ForAll(c, WithClue("clues", hidden=True), ~SHADED)),
        STRIPS,
        GenreRule(
            "a strip has two cells or more",
            ForAll(c, CELLS, ~SHADED | Exists(d, Adjacent(c, "neighbours"), Shows("shade", d))),
        ),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        NO_LOOP,
        GenreRule(
            "a number counts the unshaded cells that it sees in its row and column, its own too",
            ForAll(c, WithClue("clues"), SEEN.is_(ClueAt("clues", c))),
        ),
    ),
)
