"""Context: shade cells, none beside another; numbers count those beside or, if shaded, at their corners."""

from __future__ import annotations

from zenkai_solver.models.genres.vocabulary import *

SHADED = Shows("shade", c)
BESIDE = CountOf(d, Adjacent(c, "neighbours"), Shows("shade", d))
AT_CORNERS = CountOf(
    d, Where(d, Adjacent(c, "around"), ~IsIn(d, Adjacent(c, "neighbours"))), Shows("shade", d)
)

GENRE = Genre(
    name="context",
    title="Context",
    source="puzz.link, rules of context. At least one cell is shaded.",
    link="context",
    unknown=(Shading("shade"),),
    given=(NumberClue("clues", lo=0, hi=4, link="number16"),),
    rules=(
        GenreRule("at least one cell is shaded", Exists(c, CELLS, SHADED)),
        GenreRule("no two shaded cells are neighbours", no_neighbours(SHADED)),
        GenreRule("unshaded cells are connected", AllConnected(ByLabel(c, CELLS, ~SHADED))),
        GenreRule(
            "an unshaded number counts the shaded cells beside it",
            ForAll(c, WithClue("clues"), SHADED | BESIDE.is_(ClueAt("clues", c))),
        ),
        GenreRule(
            "a shaded number counts the shaded cells diagonally beside it",
            ForAll(c, WithClue("clues"), ~SHADED | AT_CORNERS.is_(ClueAt("clues", c))),
        ),
    ),
)
